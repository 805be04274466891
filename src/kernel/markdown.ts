/** A GitHub table; '' when there are no rows, so that no answer carries an empty table. */
export function markdownTable(head: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly (string | number | null)[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Text from a page as it may stand in one line of Markdown: no line breaks, no pipes, no markup. */
export function inline(text: string, charactersMax = 80): string {
  const flat = text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`);
  return flat.length > charactersMax ? flat.slice(0, charactersMax - 1).replace(/\\$/, '') + '…' : flat;
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

function cell(value: string | number | null): string {
  if (value === null) return '–';
  return typeof value === 'number'
    ? value.toLocaleString('en-US')
    : value.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/(?<!\\)\|/g, String.raw`\|`);
}
