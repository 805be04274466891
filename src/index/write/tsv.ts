/**
 * Values as ClickHouse's TabSeparated format writes them. Strings of pages go through here, so every character that
 * ends a field or a row is escaped.
 */

const SPECIAL = /[\t\n\r\\\0]/;
const SPECIAL_ALL = /[\t\n\r\\\0]/g;
const QUOTED_SPECIAL = /[\t\n\r\\'\0]/;
const QUOTED_SPECIAL_ALL = /[\t\n\r\\'\0]/g;

const ESCAPES: Readonly<Record<string, string>> = {
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\\': '\\\\',
  "'": String.raw`\'`,
  '\0': String.raw`\0`,
};

/** NULL, as no text is written: `tsvText` escapes its backslash. */
export const TSV_NULL = String.raw`\N`;

export function tsvText(text: string): string {
  return SPECIAL.test(text) ? text.replace(SPECIAL_ALL, escapeOf) : text;
}

export function tsvTexts(texts: readonly string[]): string {
  let row = '[';
  for (let at = 0; at < texts.length; at += 1) {
    const text = texts[at] ?? '';
    row +=
      (at === 0 ? "'" : ",'") + (QUOTED_SPECIAL.test(text) ? text.replace(QUOTED_SPECIAL_ALL, escapeOf) : text) + "'";
  }
  return row + ']';
}

export function tsvNumbers(numbers: readonly number[]): string {
  return '[' + numbers.join(',') + ']';
}

/** `2026-03-01 12:00:00`, in UTC. Nothing in the index is finer than a second. */
export function tsvTime(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

function escapeOf(character: string): string {
  return ESCAPES[character] ?? '';
}
