import type { KnownPage } from '../../../ports/links.ts';
import type { RankedKeyword, RankedKeywords, RankingMarket, SearchCompetitor } from '../../../ports/rankings.ts';
import type { Serp } from '../../../ports/serp.ts';
import { countKnownDays, describeEvidence } from '../../../rankings/evidence.ts';
import { listBreaks } from '../../../rankings/known-breaks.ts';
import type { OwnCurve } from '../../../rankings/own-curve.ts';
import { chooseSearchLanguage } from '../../../rankings/search-language.ts';
import { estimateClickRate } from '../../../serp/click-rate.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import type { Target } from '../../../web/target.ts';
import { describeKeywords, type KeywordView, type SiteFacts } from './facts.ts';
import { findFaults } from './faults.ts';
import { findGaps, type Gap, readSerpGaps } from './gaps.ts';
import { findDecays, findLost } from './losses.ts';
import { findBuying, findLowClickRates, findStriking } from './reach.ts';
import type { OpportunityReport } from './report.ts';
import { findOverviews, findQuestions, findWinnable } from './result-page.ts';
import { listRivals } from './rival-domains.ts';
import { findCannibalised } from './rivals.ts';
import { foldTasks, sumByType } from './tasks.ts';

export interface FindInput {
  readonly target: Target;
  readonly market: RankingMarket;
  readonly found: RankedKeywords;
  /** Rows of other questions about the same target. */
  readonly more: readonly RankedKeyword[];
  readonly curve: OwnCurve | null;
  readonly pages: readonly KnownPage[];
  /** Stored result pages of ranked keywords, by folded keyword. */
  readonly serps: ReadonlyMap<string, Serp>;
  readonly isBranded: (keyword: string) => boolean | null;
  /** Of the project. */
  readonly brand: BrandNames | null;
  readonly include_brand: boolean;
  readonly limit: number;
  readonly offset: number;
  /** Result pages of the seed keywords; null where they were not asked for. */
  readonly seeds: { readonly keywords: readonly string[]; readonly serps: readonly Serp[] } | null;
  /** Null where they were not asked for. */
  readonly competitors: readonly SearchCompetitor[] | null;
  /** What competitors rank for and the target does not, by competitor. */
  readonly gaps: ReadonlyMap<string, readonly Gap[]>;
}

/** From so many impressions on a site's own curve is worth more than the published one. */
export const CURVE_IMPRESSIONS_MIN = 10_000;

/** Ten tasks that a person would do: one a page, each with its keywords, gain, baseline, effort and risk. */
export function findOpportunities(input: FindInput): OpportunityReport {
  const { found, market, target, limit, offset, isBranded, include_brand } = input;
  const evidence = describeEvidence(found, market, false);
  const all = joinRows(found.items, input.more);
  const rows = include_brand ? all : all.filter(({ keyword }) => isBranded(keyword) !== true);
  const days = countKnownDays(found.window);
  const views = describeKeywords({ rows, language: market.language, days, serps: input.serps, brand: input.brand });
  const facts = describeSite(input, views);
  const gaps = [
    ...[...input.gaps.values()].flat(),
    ...readSerpGaps(input.seeds?.serps ?? [], facts.host, input.brand),
  ].filter(({ keyword }) => include_brand || isBranded(keyword) !== true);
  const tasks = foldTasks(
    [
      ...findFaults(views, facts),
      ...findDecays(views, facts),
      ...findLost(views, facts),
      ...findCannibalised(views, facts),
      ...findLowClickRates(views, facts),
      ...findStriking(views, facts),
      ...findWinnable(views, facts),
      ...findOverviews(views, facts),
      ...findBuying(views, facts),
      ...findQuestions(views, facts),
      ...findGaps(gaps, facts.host),
    ],
    facts,
  );
  const isKnown = evidence.coverage !== 'none';
  const shown = tasks.slice(offset, offset + limit);
  return {
    target: target.value,
    ...evidence,
    opportunities: shown,
    total_count: isKnown || tasks.length > 0 ? tasks.length : null,
    limit,
    offset,
    summary_by_type: sumByType(tasks),
    inspected: isKnown ? describeInspected(rows, all.length - rows.length, { facts, input }) : null,
    ctr_curve: input.curve?.name ?? estimateClickRate(1)?.curve ?? '',
    serp_competitors: describeRivals(input.seeds, facts.host),
    seed_keywords: input.seeds === null ? null : input.seeds.serps.map(({ keyword }) => keyword),
    discovered_competitors: describeCompetitors(input),
    notes: listNotes(input, all.length - rows.length),
  };
}

function describeInspected(
  rows: readonly RankedKeyword[],
  branded_left_out: number,
  { facts, input }: { readonly facts: SiteFacts; readonly input: FindInput },
): NonNullable<OpportunityReport['inspected']> {
  const pages = new Set(rows.flatMap(({ url }) => url ?? [])).size;
  return {
    keywords: rows.length,
    // Keywords rank with a page: where none is named the source does not tell them.
    pages: pages === 0 && rows.length > 0 ? null : pages,
    branded_left_out,
    pages_known: facts.pages.size,
    result_pages: input.serps.size,
  };
}

/** Each keyword once, as the first question answered it. */
function joinRows(first: readonly RankedKeyword[], more: readonly RankedKeyword[]): RankedKeyword[] {
  const rows = new Map<string, RankedKeyword>();
  for (const row of [...first, ...more]) {
    const key = foldPhrase(row.keyword);
    if (!rows.has(key)) rows.set(key, row);
  }
  return [...rows.values()];
}

/** A console counts all languages, and all countries where none was named: then its searches tell what they are looked up with. */
function chooseSearch({ found, market }: FindInput, views: readonly KeywordView[]): SiteFacts['search'] {
  const isConsole = found.basis === 'console';
  const language = isConsole
    ? chooseSearchLanguage(
        views.map((view) => view.language),
        market.language,
      )
    : market.language;
  return isConsole && market.is_any_place ? { language } : { language, location_code: market.location.code };
}

function describeSite(input: FindInput, views: readonly KeywordView[]): SiteFacts {
  const { found, target, curve, pages } = input;
  const { window, totals } = found;
  return {
    host: target.host.replace(/^www\./, ''),
    window,
    totals,
    curve,
    isBroken: window !== null && listBreaks(window.engine, window.from, window.to).length > 0,
    days: countKnownDays(window),
    pages: new Map(pages.map((page) => [page.url, page])),
    search: chooseSearch(input, views),
  };
}

function describeRivals(seeds: FindInput['seeds'], host: string): OpportunityReport['serp_competitors'] {
  if (seeds === null || seeds.serps.length === 0) return null;
  return listRivals(seeds.serps, host).map((rival) => ({ ...rival, examples: [...rival.examples] }));
}

function describeCompetitors({ competitors, gaps }: FindInput): OpportunityReport['discovered_competitors'] {
  if (competitors === null || competitors.length === 0) return null;
  return competitors.map(({ domain, intersections, average_position, ahead, behind, traffic }) => ({
    domain,
    intersections,
    average_position,
    ahead,
    behind,
    traffic,
    gaps: gaps.get(domain)?.length ?? null,
  }));
}

function listNotes({ found, seeds, competitors, curve }: FindInput, branded: number): string[] {
  const { window } = found;
  const breaks = window === null ? [] : listBreaks(window.engine, window.from, window.to);
  return [
    ...breaks.map(({ note }) => `${note} Gains that rest on impressions are rough, and click rates are not judged.`),
    ...(branded > 0 ? [`Branded keywords are left out; set include_brand to see them.`] : []),
    ...(seeds !== null && seeds.serps.length === 0 ? ['No result page of the seed keywords could be read.'] : []),
    ...(seeds === null && competitors === null
      ? ['Competitor gaps are only looked for with include_serp_competitors or include_competitor_discovery.']
      : []),
    ...(found.basis === 'console' && curve === null
      ? [
          `The site has fewer than ${CURVE_IMPRESSIONS_MIN.toLocaleString('en-US')} unbranded impressions, so gains are read from the published click curve.`,
        ]
      : []),
  ];
}
