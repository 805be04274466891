/** A GitHub table of plain texts; '' when there are no rows, so that no answer carries an empty table. */
export function markdownTable(head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly (string | number | null)[]): string => `| ${cells.map(formatCell).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Text from a page as it may stand within a sentence: no line breaks, nothing invisible, and no longer than that. */
export function inline(text: string, charactersMax = 80): string {
  const flat = text.replaceAll(/[\p{Cc}\p{Cf}\s\uFDD0\uFDD1]+/gu, ' ').trim();
  return flat.length > charactersMax ? flat.slice(0, charactersMax - 1) + '…' : flat;
}

/** Marks of what is bold: characters that no text may hold, so that none of a page is taken for them. */
const [STRONG_FROM, STRONG_TO] = ['\uFDD0', '\uFDD1'] as const;

/** Words that Markdown shows in bold; for texts that `escapeMarkdown` writes. */
export function strong(words: string | number): string {
  return `${STRONG_FROM}${words}${STRONG_TO}`;
}

const OWN_COMMAND = /(`seamark [\w -]+`)/;

/** A plain text as Markdown that shows it as it is. Only our own commands are code, and only what is `strong` is bold. */
export function escapeMarkdown(text: string): string {
  return text
    .split(OWN_COMMAND)
    .map((part) => (OWN_COMMAND.test(part) ? part : escapeWords(part)))
    .join('')
    .replaceAll(STRONG_FROM, '**')
    .replaceAll(STRONG_TO, '**');
}

/** An underscore within a word is none of Markdown’s marks. */
function escapeWords(text: string): string {
  return text.replaceAll(/[\\`*[\]<>|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`);
}

/** Joins the parts of a summary with blank lines and keeps the whole within the bound of the contract. */
export function summary(parts: readonly string[], charactersMax = 2500): string {
  let text = '';
  for (const part of parts) {
    if (part === '') continue;
    const next = text === '' ? part : text + '\n\n' + part;
    if (next.length > charactersMax) break;
    text = next;
  }
  return text;
}

function formatCell(value: string | number | null): string {
  if (value === null) return '–';
  return typeof value === 'number' ? value.toLocaleString('en-US') : escapeMarkdown(value.replaceAll(/\s*\n\s*/g, ' '));
}
