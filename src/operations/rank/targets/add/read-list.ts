import { RowCutter } from '../../../../web/csv/rows.ts';

/** One line of a list, its cells by the field that their heading means. */
interface ListLine {
  readonly line: number;
  readonly fields: Readonly<Record<string, string>>;
}

export type ReadList = { readonly lines: readonly ListLine[] } | { readonly problem: string };

/** Headings as rank trackers write them. */
const HEADINGS: Readonly<Record<string, string>> = {
  keyword: 'keyword',
  keywords: 'keyword',
  query: 'keyword',
  'search term': 'keyword',
  term: 'keyword',
  url: 'url',
  page: 'url',
  'landing page': 'url',
  'target url': 'url',
  'preferred url': 'url',
  domain: 'url',
  target: 'url',
  website: 'url',
  tag: 'tags',
  tags: 'tags',
  label: 'tags',
  labels: 'tags',
  group: 'tags',
  location: 'location',
  country: 'location',
  city: 'location',
  language: 'language',
  lang: 'language',
  device: 'device',
  engine: 'engine',
  'search engine': 'engine',
};

/**
 * Reads a list of keywords: a CSV with headings, or one keyword a line.
 *
 * Pure: whether the fields are valid is for the caller to say, line by line.
 */
export function readList(text: string): ReadList {
  const cutter = new RowCutter(separatorOf(text));
  const rows = [...cutter.push(text.replace(/^\ufeff/, '')), ...cutter.end()];
  const broken = rows.find(({ cells }) => cells === undefined);
  if (broken !== undefined) return { problem: `line ${broken.line} cannot be read: is a quotation mark left open?` };
  const filled = rows.flatMap(({ line, cells = [] }) => {
    const trimmed = cells.map((cell) => cell.trim());
    return trimmed.some((cell) => cell !== '') ? [{ line, cells: trimmed }] : [];
  });
  const [first, ...rest] = filled;
  if (first === undefined) return { problem: 'has no keywords' };
  const headings = first.cells.map((cell) => HEADINGS[cell.toLowerCase()]);
  if (!headings.includes('keyword')) {
    if (filled.every(({ cells }) => cells.length === 1)) return { lines: filled.map(keywordLine) };
    return { problem: 'has no column named keyword in its first line' };
  }
  return {
    lines: rest.map(({ line, cells }) => ({
      line,
      fields: Object.fromEntries(
        headings.flatMap((field, at) => {
          const cell = cells[at] ?? '';
          return field === undefined || cell === '' ? [] : [[field, cell]];
        }),
      ),
    })),
  };
}

function keywordLine({ line, cells }: { readonly line: number; readonly cells: readonly string[] }): ListLine {
  return { line, fields: { keyword: cells[0] ?? '' } };
}

const SEPARATORS = [',', ';', '\t'];

/** The one that its first line has the most of. */
function separatorOf(text: string): string {
  const [line = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string): number => line.split(separator).length;
  return SEPARATORS.reduce((best, separator) => (count(separator) > count(best) ? separator : best));
}
