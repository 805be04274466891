import { z } from 'zod';

import { sentSpellings } from '../../../keywords/ask.ts';
import { BrandCounts, countBranded } from '../../../keywords/branded-keywords.ts';
import { KnownElsewhere } from '../../../keywords/elsewhere.ts';
import { readSearches } from '../../../keywords/known-searches.ts';
import { measureKeywords } from '../../../keywords/measure.ts';
import { KeywordMetrics } from '../../../keywords/metrics.ts';
import { findOwnRankings, measureGains, OwnRanking, type ReadRate } from '../../../keywords/own-ranking.ts';
import { describePages, PagesUsed, type ResultPages } from '../../../keywords/result-pages.ts';
import type { KeywordDifficulty, KeywordFact } from '../../../ports/keywords.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { foldPhrase } from '../../../text/normalize.ts';

export const SORTS = ['priority', 'search_volume', 'cpc', 'difficulty'] as const;

const Row = KeywordMetrics.extend({
  keyword_sent: z.string().describe('The spelling that sources were asked about: the first of several equal keywords.'),
  duplicate_of: z
    .string()
    .nullable()
    .describe('The first keyword of the request that is the same but for case and spaces.'),
  already_ranking: OwnRanking.nullable().describe(
    'null without a target or a brand with a domain, or if no result page is known.',
  ),
});
export type MetricsRow = z.infer<typeof Row>;

const FilteredOut = z.object({
  keyword: z.string(),
  search_volume: z.number().nullable(),
  why: z.enum(['below_min_search_volume', 'unknown_search_volume']),
});

export const MetricsOverview = z.object({
  location: z.object({ code: z.int(), name: z.string() }).nullable().describe('null: worldwide.'),
  language: z.string(),
  coverage: z.enum(['full', 'partial', 'none']).describe('none: no source knows any of the keywords.'),
  result_pages: PagesUsed.nullable().describe(
    'Stored result pages behind intent, Seamark’s own difficulty and rankings; null if there are none.',
  ),
  items: z.array(Row).describe('One row for each keyword you sent, except those in filtered_out.'),
  total_count: z.int(),
  limit: z.int(),
  offset: z.int(),
  known_elsewhere: KnownElsewhere,
  filtered_out: z
    .array(FilteredOut)
    .describe('Keywords that min_search_volume leaves out, in the order you sent them.'),
  totals: z.object({
    keywords: z.int().describe('Keywords sent.'),
    distinct: z.int().describe('Without repeats.'),
    found: z.int().describe('Distinct keywords that a source knows.'),
    with_volume: z.int(),
    search_volume: z
      .number()
      .nullable()
      .describe(
        'Sum over distinct rows with a volume; keywords that share one figure count once. null if none has one.',
      ),
    volume_low: z.number().nullable().describe('Sum of the bounds; null if any bound is unknown.'),
    volume_high: z.number().nullable(),
    volume_bases: z.record(z.string(), z.int()).describe('Rows by volume_basis.'),
    with_difficulty: z.int(),
    by_brand: BrandCounts,
    priorities: z.object({ high: z.int(), medium: z.int(), low: z.int(), unknown: z.int() }),
  }),
  units: z.record(z.string(), z.string()).describe('What each figure is measured in.'),
});
export type MetricsOverview = z.infer<typeof MetricsOverview>;

export interface OverviewInput {
  readonly keywords: readonly string[];
  readonly facts: readonly KeywordFact[];
  readonly location: { readonly code: number; readonly name: string } | null;
  readonly language: string;
  readonly min_search_volume: number;
  readonly sort_by: (typeof SORTS)[number];
  /** Stored result pages of these keywords; undefined if none are known. */
  readonly pages: ResultPages | undefined;
  /** On Seamark's own scale, by folded keyword. */
  readonly difficulties: ReadonlyMap<string, KeywordDifficulty>;
  /** Host of the caller's site. */
  readonly host: string | undefined;
  /** Click rates of the own site where they are known; undefined reads the published ones. */
  readonly readRate: ReadRate | undefined;
  readonly brand: BrandNames | null;
}

const LIMIT = 100;

/**
 * A row for each keyword. Repeats keep their rows and share the figures; unknown comes last, ties stay as they were
 * sent.
 */
export function buildOverview(input: OverviewInput): Omit<MetricsOverview, 'known_elsewhere'> {
  const rankings = findOwnRankings(input.pages, input.host);
  const searches = readSearches(input.pages?.pages ?? new Map(), input.brand);
  const sent = sentSpellings(input.keywords);
  const rows = measureKeywords({
    ...input,
    searches,
    gains: measureGains(input.pages, { rankings, searches, readRate: input.readRate }),
  }).map((row, at): MetricsRow => {
    const key = foldPhrase(row.keyword);
    const first = input.keywords.findIndex((keyword) => foldPhrase(keyword) === key);
    return {
      ...row,
      keyword_sent: sent.get(key) ?? row.keyword,
      duplicate_of: first === at ? null : (input.keywords[first] ?? null),
      already_ranking: rankings.get(key) ?? null,
    };
  });
  const why = (row: MetricsRow) => explainFilter(row, input.min_search_volume);
  const items = rows
    .filter((row) => why(row) === undefined)
    .toSorted((one, other) => compareRows(one, other, input.sort_by));
  const distinct = listDistinct(rows);
  const found = distinct.filter((row) => row.found).length;
  return {
    location: input.location === null ? null : { code: input.location.code, name: input.location.name },
    language: input.language,
    coverage: found === 0 ? 'none' : found === distinct.length ? 'full' : 'partial',
    result_pages: input.pages === undefined ? null : describePages(input.pages),
    items,
    total_count: items.length,
    limit: LIMIT,
    offset: 0,
    filtered_out: rows.flatMap((row) => {
      const reason = why(row);
      return reason === undefined ? [] : [{ keyword: row.keyword, search_volume: row.search_volume, why: reason }];
    }),
    totals: { ...sumUp(rows, items), by_brand: countBranded(listDistinct(items), input.brand !== null) },
    units: UNITS,
  };
}

/** A keyword of which only bounds are known passes where its lower bound does. */
function explainFilter(
  { search_volume, volume_low, volume_high }: MetricsRow,
  minimum: number,
): MetricsOverview['filtered_out'][number]['why'] | undefined {
  if (minimum === 0 || (search_volume ?? volume_low ?? -1) >= minimum) return undefined;
  const isBelow = search_volume !== null || (volume_high !== null && volume_high < minimum);
  return isBelow ? 'below_min_search_volume' : 'unknown_search_volume';
}

/** Highest first, except for difficulty, where the easiest is first; rows without the figure last. */
function compareRows(one: MetricsRow, other: MetricsRow, by: OverviewInput['sort_by']): number {
  const [here, there] = [figureOf(one, by), figureOf(other, by)];
  if (here === null || there === null) return Number(here === null) - Number(there === null);
  return there - here;
}

function figureOf(row: MetricsRow, by: OverviewInput['sort_by']): number | null {
  switch (by) {
    case 'priority':
      return row.priority === null ? null : row.opportunity_score;
    case 'search_volume':
      return row.search_volume;
    case 'cpc':
      return row.cpc;
    case 'difficulty':
      return row.keyword_difficulty === null ? null : -row.keyword_difficulty;
  }
}

function listDistinct(rows: readonly MetricsRow[]): MetricsRow[] {
  return rows.filter(({ duplicate_of }) => duplicate_of === null);
}

function sumUp(rows: readonly MetricsRow[], items: readonly MetricsRow[]): Omit<MetricsOverview['totals'], 'by_brand'> {
  const distinct = listDistinct(rows);
  const shown = listDistinct(items);
  const measured = shown.filter(({ search_volume }) => search_volume !== null);
  const counted = leaveOutTwins(measured);
  const priorities = { high: 0, medium: 0, low: 0, unknown: 0 };
  for (const { priority } of shown) priorities[priority ?? 'unknown'] += 1;
  const bases = Map.groupBy(measured, ({ volume_basis }) => volume_basis ?? 'unknown');
  return {
    keywords: rows.length,
    distinct: distinct.length,
    found: distinct.filter((row) => row.found).length,
    with_volume: measured.length,
    search_volume: addUp(counted.map(({ search_volume }) => search_volume)),
    volume_low: addUp(counted.map(({ volume_low }) => volume_low)),
    volume_high: addUp(counted.map(({ volume_high }) => volume_high)),
    volume_bases: Object.fromEntries([...bases].map(([basis, all]) => [basis, all.length])),
    with_difficulty: shown.filter(({ keyword_difficulty }) => keyword_difficulty !== null).length,
    priorities,
  };
}

/** Only the first of the keywords that share one Google Ads figure. */
function leaveOutTwins(rows: readonly MetricsRow[]): MetricsRow[] {
  const seen = new Set<string>();
  return rows.filter(({ keyword, grouped_with }) => {
    const isCounted = grouped_with.some((twin) => seen.has(foldPhrase(twin)));
    seen.add(foldPhrase(keyword));
    return !isCounted;
  });
}

/** Null if any is unknown or there are none. */
function addUp(values: readonly (number | null)[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

const UNITS = {
  search_volume: 'searches a month on Google',
  bing_impressions: 'searches a month on Bing',
  cpc: 'currency units a click, paid by advertisers',
  competition: '0-1, among advertisers',
  keyword_difficulty: '0-100 on the scale of difficulty_source',
  opportunity_score: '0-100',
  change_percent_year: 'percent a year',
} as const;
