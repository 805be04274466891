/** What separates whole numbers from fractions in a file. */
export type DecimalMark = '.' | ',';

const NOTHING = /^(?:[-–—−~]+|n\/?a\.?|null|none)?$/i;

/**
 * Decided once for a file, since `1,234` alone could be either: by its shares in percent, then by other fractions, then by
 * the separator of its cells, which is no comma where commas stand in numbers.
 */
export function decimalMarkOf(cells: Iterable<string>, separator: string): DecimalMark {
  let fraction: DecimalMark | undefined;
  for (const cell of cells) {
    const text = cell.normalize('NFKC').trim();
    const percent = /^-?\d+([.,])\d+\s?%$/.exec(text)?.[1];
    if (percent !== undefined) return percent === ',' ? ',' : '.';
    const short = /^\d{1,4}([.,])\d{1,2}$/.exec(text)?.[1];
    fraction ??= short === undefined ? undefined : short === ',' ? ',' : '.';
  }
  return fraction ?? (separator === ';' ? ',' : '.');
}

/** Null for a cell that says that there is nothing; undefined for what is no number. */
export function readFigure(written: string, decimal: DecimalMark): number | null | undefined {
  const text = written
    .normalize('NFKC')
    .replaceAll(/[\s'’%]/g, '')
    .replace(/^−/, '-');
  if (NOTHING.test(text)) return null;
  const group = decimal === ',' ? '.' : ',';
  const pattern = decimal === ',' ? GROUPED_BY_POINT : GROUPED_BY_COMMA;
  if (pattern.test(text)) return Number(text.replaceAll(group, '').replace(',', '.'));
  // A number that is written otherwise than its file: only a fraction can be meant.
  return /^-?\d+[.,]\d{1,2}$/.test(text) ? Number(text.replace(',', '.')) : undefined;
}

const GROUPED_BY_COMMA = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;
const GROUPED_BY_POINT = /^-?(?:\d+|\d{1,3}(?:\.\d{3})+)(?:,\d+)?$/;
