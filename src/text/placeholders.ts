/** The first is always an oversight; people sometimes mean the others. */
const PLACEHOLDERS: readonly RegExp[] = [
  /lorem ipsum dolor|^lorem ipsum\b/i,
  /^(?:TODO|FIXME)\s?:.{0,60}/,
  /\[(?:insert|add|your|enter|placeholder)\b[^[\]]{1,60}\]/i,
  /^(?:your|the) (?:headline|heading|title|text|content|paragraph) (?:goes )?here\b/i,
];

/** A cheap test that leaves few texts to the patterns. */
const SUSPECT =
  /lorem ipsum|^(?:TODO|FIXME)|\[(?:insert|add|your|enter|placeholder)\b|^(?:your|the) (?:headline|heading|title|text|content|paragraph) /i;

export interface Placeholder {
  readonly text: string;
  /** Nobody means it. */
  readonly is_oversight: boolean;
}

/** What a paragraph has in place of text; undefined where it has none. A page about placeholder text names it in its title. */
export function findPlaceholder(paragraph: string, title: string): Placeholder | undefined {
  if (!SUSPECT.test(paragraph)) return undefined;
  for (const [at, pattern] of PLACEHOLDERS.entries()) {
    const text = pattern.exec(paragraph.slice(0, 20_000))?.[0];
    if (text !== undefined && !title.toLowerCase().includes(text.slice(0, 11).toLowerCase()))
      return { text, is_oversight: at === 0 };
  }
  return undefined;
}
