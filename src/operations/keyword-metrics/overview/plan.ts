import { type Confidence, confidenceOf, listed, makePlan, noConfidence } from '../../../guidance/plan.ts';
import type { PlannedCall, StepDraft, WorkflowDraft } from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted, joinWords, quoteWords } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { formatRange, formatVolume } from '../../../keywords/figures.ts';
import { KEYWORD_GUARDRAILS, LEARN_VOLUMES, LEARN_VOLUMES_NEXT } from '../../../keywords/ways.ts';
import { nameOnePage } from '../../../text/page-types.ts';
import type { MetricsOverview, MetricsRow } from './overview.ts';

/** What to do with the keywords. */
export function planOverview(overview: MetricsOverview): WorkflowDraft {
  const { items, totals } = overview;
  if (overview.coverage === 'none') return planUnknown(overview);
  return makePlan({
    summary: summarize(overview),
    steps: listSteps(overview),
    otherwise: {
      action: 'Lower min_search_volume, or send other keywords.',
      why: `${counted(overview.filtered_out.length, 'keyword')} ${agree(overview.filtered_out.length, 'was')} left out and none is left.`,
      evidence: overview.filtered_out.slice(0, 3).map(({ keyword, why }) => `${quote(keyword)}: ${why}`),
      owner_hint: 'SEO',
    },
    priority: items.find(({ priority }) => priority !== null)?.priority ?? 'low',
    confidence: rateConfidence(overview),
    guardrails: listed([
      ...KEYWORD_GUARDRAILS,
      listScales(items).length > 1 &&
        `Do not compare difficulty between ${joinWords(listScales(items))}: the scales differ.`,
      totals.with_difficulty < items.length &&
        'Where the difficulty is unknown, look at the result page before you commit to a keyword.',
    ]),
    next_calls: listNextCalls(overview),
  });
}

function planUnknown({ items, filtered_out, totals, location, language }: MetricsOverview): WorkflowDraft {
  const first = items[0]?.keyword ?? filtered_out[0]?.keyword ?? '';
  return makePlan({
    summary: `No connected source or import knows ${agree(totals.distinct, 'this keyword', `any of these ${totals.distinct} keywords`)}, so volume, CPC and difficulty are unknown.`,
    steps: [{ ...LEARN_VOLUMES, evidence: ['coverage: none', `found: 0 of ${totals.distinct}`] }],
    priority: 'low',
    confidence: noConfidence('No source knows the keywords.'),
    guardrails: [...KEYWORD_GUARDRAILS],
    next_calls: searchCall(first, { location, language }),
  });
}

function summarize({ totals, items, filtered_out }: MetricsOverview): string {
  const { found, distinct, search_volume } = totals;
  const known = `${found} of ${counted(distinct, 'keyword')} ${agree(found, 'is')} known`;
  const volume = search_volume === null ? 'no volume is known' : `${format(search_volume)} searches a month together`;
  const [top] = items;
  const best = top?.priority == null ? '' : ` ${quote(top.keyword)} comes first in this list.`;
  const left =
    filtered_out.length === 0
      ? ''
      : ` ${counted(filtered_out.length, 'row')} ${agree(filtered_out.length, 'is')} filtered out.`;
  return `${known}; ${volume}.${best}${left}`;
}

function listSteps(overview: MetricsOverview): StepDraft[] {
  const { items, totals } = overview;
  const distinct = items.filter(({ duplicate_of }) => duplicate_of === null);
  const top = distinct
    .filter(({ priority }) => priority === 'high' || priority === 'medium')
    .toSorted((one, other) => (other.opportunity_score ?? 0) - (one.opportunity_score ?? 0))[0];
  const ranking = distinct.filter(({ already_ranking }) => (already_ranking?.position ?? 0) > 3);
  const [twin] = distinct.filter(({ grouped_with }) => grouped_with.length > 0);
  const moving = distinct.filter(({ trend }) => trend.change_percent_year !== null && trend.direction !== 'stable');
  const unknown =
    totals.distinct -
    totals.with_volume -
    overview.filtered_out.filter(({ why }) => why === 'below_min_search_volume').length;
  return listed<StepDraft>([
    top && {
      action: `Plan ${top.recommended_page_type === null ? 'a page' : nameOnePage(top.recommended_page_type)} for ${quote(top.keyword)}.`,
      why: `It has the highest opportunity score, with ${Math.round(top.score_coverage * 100)}% of the score known.`,
      evidence: describeRow(top),
      effort: 'medium',
      owner_hint: 'content',
    },
    ranking.length > 0 && {
      action: `Improve the pages that already rank below position 3, starting with ${quote(ranking[0]?.keyword ?? '')}.`,
      why: 'A page that ranks moves up faster than a new one gets in.',
      evidence: ranking
        .slice(0, 3)
        .map(({ keyword, already_ranking }) => `${quote(keyword)}: position ${already_ranking?.position ?? ''}`),
      effort: 'medium',
      owner_hint: 'editor',
    },
    twin && {
      action: `Target ${quoteWords([twin.keyword, ...twin.grouped_with].map(shorten), 3)} with one page.`,
      why: 'Google Ads counts them as one search: their volume is one figure, not several.',
      evidence: [`search_volume: ${twin.search_volume ?? 'unknown'}`],
      owner_hint: 'content',
    },
    moving.length > 0 && {
      action: `Time the work by the trend of ${quote(moving[0]?.keyword ?? '')}.`,
      why: 'The change is larger than the noise of the monthly figures.',
      evidence: moving.slice(0, 3).map(describeTrend),
      owner_hint: 'SEO',
    },
    unknown > 0 && {
      ...LEARN_VOLUMES,
      why: `${counted(unknown, 'keyword')} ${agree(unknown, 'has')} no volume.`,
      evidence: [`with_volume: ${totals.with_volume} of ${totals.distinct}`],
    },
  ]);
}

function describeRow(row: MetricsRow): string[] {
  return listed([
    `opportunity_score: ${row.opportunity_score ?? 'unknown'}`,
    `search_volume: ${formatVolume(row)}`,
    row.keyword_difficulty !== null && `keyword_difficulty: ${row.keyword_difficulty} (${row.difficulty_source ?? ''})`,
    row.intent !== null && `intent: ${row.intent}`,
  ]);
}

function describeTrend({ keyword, trend }: MetricsRow): string {
  const { direction, change_percent_year, low, high } = trend;
  return `${quote(keyword)}: ${direction}, ${change_percent_year ?? 0}% a year (${low ?? '–'} to ${high ?? '–'})`;
}

/** A volume that was counted or read from Google Ads is worth more than a model's. */
function rateConfidence({ items, totals }: MetricsOverview): Confidence {
  const share = totals.distinct === 0 ? 0 : totals.with_volume / totals.distinct;
  const modelled = items.filter(({ volume_basis }) => volume_basis === 'modelled').length;
  const coverage =
    items.length === 0 ? 0 : items.reduce((sum, { score_coverage }) => sum + score_coverage, 0) / items.length;
  return confidenceOf(0.2 + 0.4 * share + 0.3 * coverage, [
    `A volume is known for ${totals.with_volume} of ${counted(totals.distinct, 'keyword')}.`,
    modelled > 0
      ? `${counted(modelled, 'volume')} ${agree(modelled, 'is a model’s estimate', 'are models’ estimates')}.`
      : undefined,
    items.length > 0 ? `On average ${Math.round(coverage * 100)}% of the opportunity score is known.` : undefined,
  ]);
}

function listScales(items: readonly MetricsRow[]): string[] {
  return [...new Set(items.flatMap(({ difficulty_source }) => difficulty_source ?? []))].sort();
}

function listNextCalls({ items, location, language }: MetricsOverview): PlannedCall[] {
  const distinct = items.filter(({ duplicate_of }) => duplicate_of === null);
  const keywords = distinct.map(({ keyword }) => keyword);
  const cluster: PlannedCall = {
    operation: 'keyword-cluster.build',
    body: { keywords },
    reason: 'Shows which of these keywords one page can answer.',
  };
  return [...(keywords.length > 1 ? [cluster] : []), ...searchCall(keywords[0] ?? '', { location, language })];
}

function searchCall(
  query: string,
  { location, language }: Pick<MetricsOverview, 'location' | 'language'>,
): PlannedCall[] {
  if (query.trim() === '') return [];
  const place = location === null ? {} : { location_code: location.code };
  return [
    {
      operation: 'analyze.serp',
      body: { keyword: query.trim(), language, ...place },
      reason: `Shows who ranks for “${shorten(query)}”; intent and difficulty are then known.`,
    },
  ];
}

const ROWS_MAX = 10;

/** What a person would paste into a report about the keywords. */
export function summarizeOverview(overview: MetricsOverview): string {
  const { items, totals, filtered_out, location, language } = overview;
  const heading = 'Keyword metrics';
  if (overview.coverage === 'none') {
    const intro = `Unknown: no connected source or import knows ${agree(totals.distinct, 'this keyword', `any of these ${totals.distinct} keywords`)}.`;
    return formatSummary({ heading, intro, facts: [], next: LEARN_VOLUMES_NEXT });
  }
  const { high, medium, low, unknown } = totals.priorities;
  return formatSummary({
    heading,
    facts: [
      `**${totals.found} of ${counted(totals.distinct, 'keyword')}** known in ${inline(location?.name ?? 'all locations', 60)}, language ${inline(language, 20)}`,
      totals.search_volume === null
        ? 'Search volume: unknown'
        : `Search volume: **${format(totals.search_volume)}** a month together${formatBounds(totals)}`,
      `Priority: ${high} high, ${medium} medium, ${low} low, ${unknown} unknown`,
      filtered_out.length > 0 ? `Filtered out: ${counted(filtered_out.length, 'keyword')}` : undefined,
    ],
    table: formatRows(items, ROWS_MAX, [
      ['Keyword', ({ keyword }) => inline(keyword, 50)],
      ['Volume', (row) => formatVolume(row)],
      ['Range', (row) => formatRange(row)],
      ['Difficulty', ({ keyword_difficulty }) => keyword_difficulty],
      ['CPC', ({ cpc, currency }) => (cpc === null ? null : `${cpc} ${currency ?? ''}`.trim())],
      ['Intent', ({ intent }) => intent],
      ['Score', ({ opportunity_score, priority }) => (priority === null ? null : opportunity_score)],
    ]),
    notes: items.length > ROWS_MAX ? [`${counted(items.length - ROWS_MAX, 'more keyword')} in the full list.`] : [],
    next: planOverview(overview).recommended_action,
  });
}

function formatBounds({ volume_low, volume_high }: MetricsOverview['totals']): string {
  return volume_low === null || volume_high === null ? '' : ` (${format(volume_low)}–${format(volume_high)})`;
}

function quote(keyword: string): string {
  return `“${shorten(keyword)}”`;
}

function shorten(text: string): string {
  return inline(text, 60);
}

function format(count: number): string {
  return count.toLocaleString('en-US');
}
