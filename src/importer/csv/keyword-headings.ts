import { readDataRows } from '../../kernel/data.ts';
import type { VolumeBasis } from '../../ports/keywords.ts';
import { findMonth } from '../../web/dates.ts';
import { plainWord, wordLists } from './heading-words.ts';

const FIELDS = [
  'keyword',
  'volume',
  'volume_low',
  'volume_high',
  'difficulty',
  'cpc',
  'currency',
  'competition_index',
  'competition',
  'intent',
  'country',
  'language',
  'clicks',
  'impressions',
] as const;
export type KeywordField = (typeof FIELDS)[number];

/** The tool that wrote the table, and what its volumes are. */
interface KeywordTool {
  readonly source: string;
  readonly basis: VolumeBasis;
}

export interface KeywordHeadings {
  readonly tool: KeywordTool;
  readonly places: ReadonlyMap<KeywordField, number>;
  /** Columns with the searches of one month, oldest first. */
  readonly months: readonly { readonly month: string; readonly at: number }[];
  /** ISO 4217 of the prices, where the heading says so. */
  readonly currency: string | undefined;
  readonly unused: readonly string[];
}

interface ToolSigns extends KeywordTool {
  readonly headings: readonly string[];
}

const ROWS = readDataRows(import.meta.url, './data/keyword-headings.tsv');
const HEADINGS = wordLists(ROWS, 'field');
const TOOLS: readonly ToolSigns[] = ROWS.filter(([kind]) => kind === 'tool').map(
  ([, source = '', basis = '', ...headings]) => ({
    source,
    basis: isBasis(basis) ? basis : 'modelled',
    headings,
  }),
);
/** For tables from an unknown tool, whose figures have an unknown origin. */
const ANY_TABLE: KeywordTool = { source: 'import', basis: 'modelled' };

const CHARACTERS_MAX = 200;
const MONTH = /^[^:]{2,40}:\s*(\p{L}{3,12})\.?\s+(\d{4})$/u;

/** Undefined for a row that is not the heading of a keyword table, which names keywords and at least one figure. */
export function keywordHeadings(cells: readonly string[]): KeywordHeadings | undefined {
  const names = cells.map(plainWord);
  const places = new Map<KeywordField, number>();
  for (const field of FIELDS) {
    const at = (HEADINGS.get(field) ?? []).map((heading) => names.indexOf(heading)).find((place) => place !== -1);
    if (at !== undefined && ![...places.values()].includes(at)) places.set(field, at);
  }
  const months = cells.flatMap(monthOf).toSorted((one, other) => (one.month < other.month ? -1 : 1));
  if (!places.has('keyword') || places.size + months.length < 2) return undefined;
  const used = new Set([...places.values(), ...months.map(({ at }) => at)]);
  const tool = TOOLS.find(({ headings }) => headings.every((heading) => names.includes(heading))) ?? ANY_TABLE;
  return {
    tool: { source: tool.source, basis: tool.basis },
    places,
    months,
    currency: /\(?\b(USD|EUR|GBP|[A-Z]{3})\)?\s*$/.exec(
      cells[places.get('cpc') ?? -1]?.replace(/^CPC/i, '') ?? '',
    )?.[1],
    unused: cells.filter((cell, at) => !used.has(at) && cell.trim() !== '').map((cell) => cell.trim().slice(0, 60)),
  };
}

function monthOf(cell: string, at: number): { month: string; at: number }[] {
  const found = MONTH.exec(cell.trim().slice(0, CHARACTERS_MAX));
  const month = findMonth(found?.[1]);
  return found === null || month === 0 ? [] : [{ month: `${found[2]}-${String(month).padStart(2, '0')}`, at }];
}

function isBasis(text: string): text is VolumeBasis {
  return text === 'exact' || text === 'bucket' || text === 'modelled';
}
