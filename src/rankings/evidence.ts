import { z } from 'zod';

import type { Location } from '../ports/locations.ts';
import type { ConsoleTotals, RankingBasis, RankingMarket, RankingWindow } from '../ports/rankings.ts';
import { agree, counted } from '../kernel/grammar.ts';

/** What an answer about rankings goes by: whose figures, of which days, place and language, and how much of all they are. */
export const Evidence = {
  basis: z
    .enum(['console', 'serps', 'provider'])
    .nullable()
    .describe(
      'console: counted by the search engine for your own site. serps: positions on stored result pages, a sample. ' +
        'provider: a vendor’s positions and estimates. null without data.',
    ),
  state: z
    .enum(['answered', 'no_match', 'own_site_without_data', 'not_covered', 'unknown_target'])
    .describe(
      'no_match: the target is known, but no row matches. own_site_without_data: your site had no impressions in the window. ' +
        'not_covered: your console data knows the site, but not what was asked. ' +
        'unknown_target: no source knows it, which does not mean that it ranks for nothing.',
    ),
  coverage: z
    .enum(['full', 'partial', 'sample', 'none'])
    .describe('sample: only keywords whose result page is stored; never a total.'),
  window: z
    .object({
      from: z.string(),
      to: z.string(),
      days: z.int(),
      previous_from: z.string().nullable(),
      previous_to: z.string().nullable(),
      missing_days: z.int(),
      is_cut: z.boolean().describe('true: the search engine or the export returned only its first rows.'),
      ignores_country: z
        .boolean()
        .describe('true: you named a place, but these figures are not split by country and include every country.'),
      property: z.string(),
      engine: z.enum(['google', 'bing']),
    })
    .nullable()
    .describe('Days that the figures cover and those they are compared with; only for basis console.'),
  serps_considered: z.int().nullable().describe('Stored result pages that were looked through; only for basis serps.'),
  location: z
    .object({ code: z.int(), name: z.string() })
    .nullable()
    .describe(
      'null: all countries, as a console counts where you name no place or its figures are not split by country.',
    ),
  language: z.string().nullable().describe('null: all languages, as Search Console does not tell them apart.'),
};

export const ConsoleSums = z
  .object({
    clicks: z.number(),
    impressions: z.number(),
    previous_clicks: z.number().nullable(),
    previous_impressions: z.number().nullable(),
    withheld_clicks: z.number().describe('Part of clicks that the engine assigns to no keyword.'),
    withheld_impressions: z.number(),
  })
  .nullable()
  .describe('Of the whole target in the window; null if no source counts them.');

/** What a source answered, as far as it says how much is known. */
export interface RankingAnswer {
  readonly basis: RankingBasis;
  readonly window: RankingWindow | null;
  readonly items: readonly unknown[];
  readonly total_count: number | null;
  readonly totals: ConsoleTotals | null;
  readonly serps_considered: number | null;
}

export type RankingEvidence = {
  readonly [Field in keyof typeof Evidence]: z.infer<(typeof Evidence)[Field]>;
};

/**
 * @param isFiltered the question left rows out, so that none does not mean that none exist
 * @param state what the lack of rows means, where the rows are of several targets and do not tell it
 */
export function describeEvidence(
  answer: RankingAnswer,
  market: RankingMarket,
  isFiltered: boolean,
  state: RankingEvidence['state'] = judgeState(answer, isFiltered),
): RankingEvidence {
  const { basis, serps_considered } = answer;
  const isKnown = state !== 'unknown_target' && state !== 'not_covered';
  const isConsole = basis === 'console';
  return {
    basis: isKnown ? basis : null,
    state,
    coverage: isKnown ? judgeCoverage(answer) : 'none',
    window: describeWindow(answer.window),
    serps_considered: basis === 'serps' && (isKnown || (serps_considered ?? 0) > 0) ? serps_considered : null,
    location: isConsole && isEverywhere(answer, market) ? null : describePlace(market.location),
    language: isConsole ? null : market.language,
  };
}

function isEverywhere({ window }: RankingAnswer, { is_any_place }: RankingMarket): boolean {
  return is_any_place || window?.ignores_country === true;
}

function judgeState(
  { basis, items, total_count, totals }: RankingAnswer,
  isFiltered: boolean,
): RankingEvidence['state'] {
  if (items.length > 0) return 'answered';
  if (total_count !== null && total_count > 0) return 'no_match';
  if (basis === 'console') return totals !== null && totals.impressions > 0 ? 'no_match' : 'own_site_without_data';
  // A source that has rows of the target counts them; none at all, behind a filter, may be the filter's doing.
  return isFiltered && total_count === 0 ? 'no_match' : 'unknown_target';
}

function judgeCoverage({ basis, window }: RankingAnswer): RankingEvidence['coverage'] {
  if (basis === 'serps') return 'sample';
  return basis === 'console' && (window?.is_cut === true || (window?.missing_days ?? 0) > 0) ? 'partial' : 'full';
}

export function describeWindow(window: RankingWindow | null): RankingEvidence['window'] {
  if (window === null) return null;
  const { from, to, previous_from, previous_to, missing_days, is_cut, ignores_country, property, engine } = window;
  return {
    from,
    to,
    days: countDays(from, to),
    previous_from,
    previous_to,
    missing_days,
    is_cut,
    ignores_country,
    property,
    engine,
  };
}

/** Days that a window has figures of. */
export function countKnownDays(window: RankingWindow | null): number {
  return window === null ? 0 : Math.max(0, countDays(window.from, window.to) - window.missing_days);
}

const DAY_MS = 86_400_000;

function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

export function describePlace({ code, name }: Location): { readonly code: number; readonly name: string } {
  return { code, name };
}

/** Consoles count by country, so what was asked of a city is answered for all of its country. */
function nameConsolePlace(location: RankingEvidence['location']): string {
  if (location === null) return 'all countries';
  const country = nameCountry(location);
  return country === location.name ? country : `${country} as a whole, since it reports by country only`;
}

function nameCountry({ name }: NonNullable<RankingEvidence['location']>): string {
  return name.split(',').at(-1) ?? name;
}

/** Whose figures these are, as a sentence of a report. */
export function nameBasis({ basis, window, serps_considered, location }: RankingEvidence): string {
  const place = location === null ? 'all countries' : location.name;
  switch (basis) {
    case 'console':
      return window === null
        ? `Measured in your own console data, ${nameConsolePlace(location)}.`
        : `Measured by ${NAMES[window.engine]} from ${window.from} to ${window.to}, ${nameConsolePlace(location)}.`;
    case 'serps':
      return `A sample: ${counted(serps_considered ?? 0, 'stored result page')}, ${place}.`;
    case 'provider':
      return `Estimated by a connected provider, ${place}.`;
    case null:
      return `Nothing is known, ${place}.`;
  }
}

const NAMES = { google: 'Search Console', bing: 'Bing Webmaster Tools' } as const;

/** Counts are worth more than a vendor's estimates, and these more than a sample. */
const TRUST = { console: 0.9, provider: 0.65, serps: 0.5 } as const;
const SERPS_FEW = 20;
const WITHHELD_MUCH = 0.3;

type Doubt = readonly [points: number, why: string] | false;

/** How far the figures may be trusted, 0–1, and the points of 100 that single blind spots cost. */
export function weighEvidence(
  { basis, window, serps_considered }: RankingEvidence,
  totals: ConsoleTotals | null,
): { readonly start: number; readonly doubts: readonly Doubt[] } {
  if (basis === null) return { start: 0, doubts: [] };
  const withheld = totals === null || totals.clicks === 0 ? 0 : totals.withheld_clicks / totals.clicks;
  return {
    start: TRUST[basis],
    doubts: [
      serps_considered !== null &&
        serps_considered < SERPS_FEW && [20, `Fewer than ${SERPS_FEW} result pages are stored.`],
      ...(window === null ? [] : doubtWindow(window)),
      withheld >= WITHHELD_MUCH && [
        10,
        `Search Console assigns ${Math.round(withheld * 100)}% of the clicks to no keyword.`,
      ],
    ],
  };
}

function doubtWindow({
  is_cut,
  ignores_country,
  missing_days: missing,
}: NonNullable<RankingEvidence['window']>): Doubt[] {
  return [
    is_cut && [10, 'The search engine or the export returned only its first rows.'],
    ignores_country && [10, 'Your console data is not split by country, so the figures include every country.'],
    missing > 0 && [10, `${counted(missing, 'day')} of the window ${agree(missing, 'has', 'have')} no data.`],
  ];
}

/** Why there are no rows, first thing in an answer without any; the empty answers differ. */
export function explainEmpty(target: string, evidence: RankingEvidence, row: 'keyword' | 'page'): string {
  const { state, window, serps_considered, basis, location } = evidence;
  switch (state) {
    case 'answered':
    case 'not_covered':
      return '';
    case 'no_match':
      return `No ${row} of ${target} matches the filters.`;
    case 'own_site_without_data': {
      const days = window === null ? '' : ` from ${window.from} to ${window.to}`;
      const country = location === null ? '' : ` in ${nameCountry(location)}`;
      return `${target} is your own site, but it had no impressions in search${country}${days}.`;
    }
    case 'unknown_target': {
      const seen = serps_considered ?? 0;
      return basis === null && seen > 0
        ? `Rankings of ${target} are unknown: it is on none of the ${counted(seen, 'stored result page')} for this place and language.`
        : `Rankings of ${target} are unknown: no imported, stored or connected source knows it.`;
    }
  }
}
