/** Finds the line of the Markdown on which a text of it begins; null of a page, and of what is written otherwise there. */
export function lineFinder(markdown: string | undefined): (text: string) => number | null {
  if (markdown === undefined) return () => null;
  const lines = markdown.split('\n').map(plain);
  return (text) => {
    const wanted = plain(text).slice(0, 40);
    const at = wanted === '' ? -1 : lines.findIndex((line) => line.includes(wanted));
    return at === -1 ? null : at + 1;
  };
}

/** Letters and digits alone, since marks of emphasis and links stand between them. */
function plain(text: string): string {
  return text
    .replaceAll(/\]\([^()]*\)/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
