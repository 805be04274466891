import {
  type Confidence,
  listed,
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { callsForBlock, introduceBlocks } from '../../../guidance/search-block.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import { explainEmpty, nameBasis, weighEvidence } from '../../../rankings/evidence.ts';
import { callForSite, CONNECT_CONSOLE, type OwnSite } from '../../../rankings/own-site.ts';
import type { SiteQuestion } from '../../../rankings/site-question.ts';
import { chooseSearchLanguage } from '../../../rankings/search-language.ts';
import { callForBrand, LEARN_RANKINGS, LEARN_RANKINGS_NEXT } from '../../../rankings/unknown-target.ts';
import type { Target } from '../../../web/target.ts';
import { formatRank } from './opportunity.ts';
import type { OpportunityType, RankedKeywordList, RankedRow } from './report.ts';
import { findTop, gainOf, listSteps, quote, rankForWork } from './tasks.ts';

/** What to do about the keywords, one task a page. */
export function planRankedKeywords(list: RankedKeywordList, asked: SiteQuestion): WorkflowDraft {
  if (list.items.length === 0) return planEmpty(list, asked);
  return makePlan({
    summary: `${introduceBlocks(list.blocked_pages ?? [])}${summarize(list)}`,
    steps: listSteps(list),
    otherwise: {
      action: 'Keep the pages that rank as they are, and look for keywords that they do not cover yet.',
      why: 'No keyword here falls, and none is within easy reach of a better position.',
      evidence: [`opportunities.defend: ${list.opportunities?.defend ?? 0}`],
      owner_hint: 'SEO',
    },
    priority: (list.blocked_pages ?? []).length > 0 ? 'high' : (findTop(list)?.priority ?? 'low'),
    confidence: rateConfidence(list),
    guardrails: listGuardrails(list),
    next_calls: listNextCalls(list, asked),
  });
}

/** A part of a site whose export does not split keywords by page. */
function planNotCovered(list: RankedKeywordList, own: OwnSite): WorkflowDraft {
  return makePlan({
    summary: explainNotCovered(list, own),
    steps: [CONNECT_CONSOLE],
    priority: 'low',
    confidence: noConfidence('The console data does not say which page ranks for which keyword.'),
    guardrails: ['Unknown is not zero: the page may rank for many keywords.'],
    next_calls: [callForSite(own)],
  });
}

function explainNotCovered({ target }: RankedKeywordList, { console, host }: OwnSite): string {
  return `${console} shows what ${inline(host, 100)} ranks for, but the import does not say which of it is for ${inline(target.value, 100)}.`;
}

function planEmpty(list: RankedKeywordList, { target, brand, language, own }: SiteQuestion): WorkflowDraft {
  if (own !== null) return planNotCovered(list, own);
  const summary = explainEmpty(inline(target.value, 100), list, 'keyword');
  const isUnknown = list.state === 'unknown_target';
  const { location } = list;
  return makePlan({
    summary,
    steps: isUnknown
      ? LEARN_RANKINGS.map((step) => ({ ...step, evidence: ['coverage: none'] }))
      : [list.state === 'no_match' ? WIDEN : CHECK_INDEXING],
    priority: 'low',
    confidence: isUnknown ? noConfidence('No source knows the target.') : rateConfidence(list),
    guardrails: ['No data doesn’t mean zero: a site that no source knows may rank for many keywords.'],
    next_calls: isUnknown ? [callForBrand(target, brand, { location, language })] : checkCall(target),
  });
}

const WIDEN: StepDraft = {
  action: 'Raise max_rank, lower min_search_volume, or include lost keywords.',
  why: 'The target is known; the filters leave nothing.',
  evidence: ['state: no_match'],
  owner_hint: 'SEO',
};

const CHECK_INDEXING: StepDraft = {
  action: 'Check in Search Console whether the site is indexed, and whether this is the right property.',
  why: 'A site that never shows up in search is usually new, blocked or not indexed.',
  evidence: ['state: own_site_without_data'],
  owner_hint: 'SEO',
};

function checkCall(target: Target): PlannedCall[] {
  return [
    {
      operation: 'content.technical-qa',
      body: { url: target.type === 'page' ? target.value : `https://${target.host}/` },
      reason: 'Checks whether the page can be indexed.',
    },
  ];
}

function summarize(list: RankedKeywordList): string {
  const { items, total_count, target, position_distribution: bands } = list;
  const known = bands?.is_complete === true ? bands.keywords_considered : (total_count ?? items.length);
  const noun = list.coverage === 'sample' ? 'keyword in the sample' : 'keyword';
  const plural = list.coverage === 'sample' ? 'keywords in the sample' : 'keywords';
  const top = findTop(list);
  const best = top === undefined ? '' : ` Best opportunity: ${quote(top.keyword)}. ${top.reason}`;
  return `${inline(target.value, 100)} ranks for ${counted(known, noun, plural)}; ${items.length} shown. ${nameBasis(list)}${best}`;
}

function rateConfidence(list: RankedKeywordList): Confidence {
  const { items } = list;
  const { start, doubts } = weighEvidence(list, list.totals);
  const scored = items.filter(({ priority }) => priority !== null).length;
  return weighConfidence(
    start,
    [nameBasis(list)],
    [
      ...doubts,
      scored < items.length && [
        5,
        `The opportunity score is known well enough for ${scored} of ${counted(items.length, 'keyword')}.`,
      ],
    ],
  );
}

function listGuardrails({ basis, click_curve, items }: RankedKeywordList): string[] {
  return listed([
    basis === 'console' &&
      'Positions are means over all impressions, not places on one result page; do not compare them with tracked ranks.',
    basis === 'serps' &&
      'The keywords are a sample of the searches looked up so far: don’t report their number as a total.',
    basis === 'provider' && 'Traffic is a vendor’s estimate: do not add it to, or compare it with, measured clicks.',
    click_curve === null &&
      items.some(({ expected_gain }) => expected_gain !== null) &&
      'Gains are read from a published click curve: quote them with their bounds.',
    'A change with within_noise: true is no change.',
    items.some(({ is_brand }) => is_brand === true) && 'Leave branded keywords out when you judge growth.',
  ]);
}

const METRICS_MAX = 100;

function listNextCalls(list: RankedKeywordList, { target, language: asked }: SiteQuestion): PlannedCall[] {
  const language =
    list.language ??
    chooseSearchLanguage(
      list.items.map((row) => row.language),
      asked,
    );
  const place = list.location === null ? {} : { location_code: list.location.code };
  const work = findTop(list);
  const top = work ?? list.items[0];
  const unmeasured = list.items.filter(({ search_volume }) => search_volume === null).slice(0, METRICS_MAX);
  return listed<PlannedCall>([
    ...callsForBlock(list.blocked_pages?.[0]),
    top !== undefined && {
      operation: 'analyze.serp',
      body: { keyword: top.keyword, language, ...place },
      reason:
        work === undefined
          ? `Shows who else ranks for ${quote(top.keyword)}.`
          : `Shows who ranks above for ${quote(top.keyword)}, and what the page would have to offer.`,
    },
    unmeasured.length > 0 && {
      operation: 'keyword-metrics.overview',
      body: {
        keywords: unmeasured.map(({ keyword }) => keyword),
        language,
        ...place,
        target: target.host,
      },
      reason: `Finds volume and difficulty of ${counted(unmeasured.length, 'keyword')} without a known volume.`,
    },
    work?.url != null && {
      operation: 'content.technical-qa',
      body: { url: work.url },
      reason: 'Rules out technical causes before the page is rewritten.',
    },
  ]);
}

const ROWS_MAX = 10;

/** What a person would paste into a report about the keywords. */
export function summarizeRankedKeywords(list: RankedKeywordList, own: OwnSite | null): string {
  const heading = `Ranked keywords of ${inline(list.target.value, 80)}`;
  const { items, totals, position_distribution: bands, movements, by_brand } = list;
  if (items.length === 0) {
    const intro =
      own === null ? explainEmpty(inline(list.target.value, 80), list, 'keyword') : explainNotCovered(list, own);
    return formatSummary({ heading, intro, facts: [], next: NEXT_OF_EMPTY[list.state] });
  }
  const steps = listSteps(list);
  return formatSummary({
    heading,
    intro: `${introduceBlocks(list.blocked_pages ?? [])}${nameBasis(list)}`,
    facts: [
      totals === null ? undefined : formatTotals(totals),
      bands === null
        ? undefined
        : `Positions of ${counted(bands.keywords_considered, 'keyword')}: ${strong(bands.top3)} in the top 3, ${bands.top10} in the top 10, ${bands.top20} in the top 20`,
      formatMovements(movements),
      by_brand === null
        ? undefined
        : `Branded: ${by_brand.branded} of ${counted(by_brand.branded + by_brand.unbranded, 'keyword')} shown`,
      formatGains(list),
    ],
    table: formatRows(items, ROWS_MAX, [
      ['Keyword', ({ keyword }) => inline(keyword, 40)],
      ['Rank', ({ rank }) => (rank === null ? 'lost' : formatRank(rank))],
      ['Before', ({ previous_rank }) => (previous_rank === null ? null : formatRank(previous_rank))],
      list.basis === 'console'
        ? ['Clicks', ({ clicks }) => clicks]
        : ['Est. traffic', ({ estimated_traffic: clicks }) => (clicks === null ? null : Math.round(clicks))],
      ['Volume', ({ search_volume }) => search_volume],
      ['Opportunity', ({ opportunity_type }) => NAMES[opportunity_type]],
    ]),
    next: steps.slice(0, 3).map(({ action }) => action),
  });
}

const NEXT_OF_EMPTY = {
  answered: '',
  no_match: WIDEN.action,
  own_site_without_data: CHECK_INDEXING.action,
  not_covered: CONNECT_CONSOLE.action,
  unknown_target: LEARN_RANKINGS_NEXT,
} as const;

const NAMES: Readonly<Record<OpportunityType, string>> = {
  lost_keyword_recovery: 'recover',
  content_refresh: 'refresh',
  featured_snippet_opportunity: 'win the snippet',
  ai_overview_opportunity: 'be cited',
  quick_win: 'quick win',
  commercial_intent_opportunity: 'rework the page',
  defend: 'defend',
  none: '–',
};

/** Of keywords whose place before is known: where none is, nothing moved that anybody could have seen. */
function formatMovements(movements: RankedKeywordList['movements']): string | undefined {
  if (movements === null) return undefined;
  const { up, down, new: added, same, lost } = movements;
  const known = up + down + added + same + lost;
  if (known === 0) return undefined;
  if (known === same) return `Movement of ${counted(known, 'keyword')} shown: none`;
  return `Movement of ${counted(known, 'keyword')} shown: ${up} up, ${down} down, ${added} new, ${lost} lost`;
}

function formatTotals({
  clicks,
  impressions,
  previous_clicks,
  withheld_clicks,
}: NonNullable<RankedKeywordList['totals']>): string {
  const before = previous_clicks === null ? '' : ` (${format(previous_clicks)} in the window before)`;
  const withheld =
    withheld_clicks > 0
      ? `; ${counted(withheld_clicks, 'click')} ${agree(withheld_clicks, 'is', 'are')} assigned to no keyword`
      : '';
  return `${strong(counted(clicks, 'click'))}${before} from ${counted(impressions, 'impression')}${withheld}`;
}

function formatGains({ items, blocked_pages }: RankedKeywordList): string | undefined {
  const rows = rankForWork(items, blocked_pages).filter((row) => gainOf(row) > 0);
  if (rows.length === 0) return undefined;
  const sum = (read: (gain: NonNullable<RankedRow['expected_gain']>) => number): string =>
    format(Math.round(rows.reduce((total, { expected_gain }) => total + (expected_gain ? read(expected_gain) : 0), 0)));
  return `Within reach: about ${strong(sum((gain) => gain.clicks_per_month))} more clicks a month (${sum((gain) => gain.low)}–${sum((gain) => gain.high)}) on ${counted(rows.length, 'keyword')}`;
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}
