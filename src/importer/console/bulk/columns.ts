import { readDataLines } from '../../../kernel/data.ts';
import { AppError } from '../../../kernel/errors.ts';
import { joinWords } from '../../../kernel/grammar.ts';

/** Columns of both tables that the bulk export writes. */
const SHARED = ['data_date', 'site_url', 'query', 'country', 'search_type', 'device', 'impressions', 'clicks'] as const;
const OPTIONAL = ['url', 'is_anonymized_query', 'is_anonymized_discover', 'sum_position', 'sum_top_position'] as const;
export type BulkColumn = (typeof SHARED)[number] | (typeof OPTIONAL)[number];

export const KNOWN: readonly BulkColumn[] = [...SHARED, ...OPTIONAL];
const APPEARANCES = new Set(readDataLines(import.meta.url, '../data/appearances.txt'));

export interface BulkColumns {
  /** By page or by property. */
  readonly table: 'searchdata_url_impression' | 'searchdata_site_impression';
  /** -1 for a column that is not there. */
  readonly places: Readonly<Record<BulkColumn, number>>;
  /** Columns that say how a result looked. */
  readonly appearances: readonly { readonly name: string; readonly at: number }[];
  readonly unused: readonly string[];
}

/**
 * Columns of a table of Search Console's bulk export to BigQuery; undefined for any other table.
 *
 * @throws AppError for one that lacks columns
 */
export function bulkColumns(headings: readonly string[], location: string): BulkColumns | undefined {
  const names = headings.map((heading) => heading.trim().toLowerCase());
  if (!names.includes('data_date') || !names.includes('site_url')) return undefined;
  const isByPage = names.includes('url');
  const missing = [...SHARED, isByPage ? 'sum_position' : 'sum_top_position'].filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new AppError(
      'invalid_input',
      `${location} is a table of the bulk export without ${joinWords(missing)} (line 1).`,
      { fix: 'Export the table as it is, or with SELECT *: figures that were already summed up cannot be told apart.' },
    );
  }
  const isUsed = (name: string): boolean => KNOWN.some((known) => known === name) || APPEARANCES.has(name);
  return {
    table: isByPage ? 'searchdata_url_impression' : 'searchdata_site_impression',
    places: placesOf(names),
    appearances: isByPage
      ? names.flatMap((name, at) => (APPEARANCES.has(name) ? [{ name: name.replace(/^is_/, ''), at }] : []))
      : [],
    unused: names.filter((name) => name !== '' && !isUsed(name)),
  };
}

function placesOf(names: readonly string[]): BulkColumns['places'] {
  const at = (name: BulkColumn): number => names.indexOf(name);
  return {
    data_date: at('data_date'),
    site_url: at('site_url'),
    query: at('query'),
    country: at('country'),
    search_type: at('search_type'),
    device: at('device'),
    impressions: at('impressions'),
    clicks: at('clicks'),
    url: at('url'),
    is_anonymized_query: at('is_anonymized_query'),
    is_anonymized_discover: at('is_anonymized_discover'),
    sum_position: at('sum_position'),
    sum_top_position: at('sum_top_position'),
  };
}
