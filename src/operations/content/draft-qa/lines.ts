/**
 * Finds the line of the Markdown on which a text of it begins; null of a page, and of what is written otherwise there. The
 * line of a heading is the one that says nothing else, whatever sentence has its words before.
 */
export function lineFinder(markdown: string | undefined): (text: string, isHeading?: boolean) => number | null {
  if (markdown === undefined) return () => null;
  const lines = markdown.split('\n').map(plain);
  return (text, isHeading = false) => {
    const own = isHeading ? lines.indexOf(plain(text)) : -1;
    if (own !== -1) return own + 1;
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
