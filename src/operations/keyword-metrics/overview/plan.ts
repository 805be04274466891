import { type Confidence, confidenceOf, listed, makePlan, noConfidence } from '../../../guidance/plan.ts';
import type { PlannedCall, StepDraft, WorkflowDraft } from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted, joinWords, quoteWords } from '../../../kernel/grammar.ts';
import { inline, strong } from '../../../kernel/markdown.ts';
import { withoutBranded } from '../../../keywords/branded-keywords.ts';
import { callElsewhere, describeElsewhere } from '../../../keywords/elsewhere.ts';
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
      action: LOWER_MINIMUM,
      why: `${counted(overview.filtered_out.length, 'keyword')} ${agree(overview.filtered_out.length, 'was', 'were')} filtered out, so no keyword remains.`,
      evidence: overview.filtered_out.slice(0, 3).map(({ keyword, why }) => `${quote(keyword)}: ${why}`),
      owner_hint: 'SEO',
    },
    priority: withoutBranded(items).find(({ priority }) => priority !== null)?.priority ?? 'low',
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

const LOWER_MINIMUM = 'Lower the minimum search volume, or send other keywords.';

function planUnknown(overview: MetricsOverview): WorkflowDraft {
  const { items, filtered_out, totals, location, language, known_elsewhere } = overview;
  const first = items[0]?.keyword ?? filtered_out[0]?.keyword ?? '';
  return makePlan({
    summary: `No connected source or import knows ${agree(totals.distinct, 'this keyword', `any of these ${totals.distinct} keywords`)}${location === null ? '' : ` in ${location.name}`}, so volume, CPC and difficulty are unknown.${elsewhere(overview)}`,
    steps: [{ ...LEARN_VOLUMES, evidence: ['coverage: none', `found: 0 of ${totals.distinct}`] }],
    priority: 'low',
    confidence: noConfidence('No source knows the keywords.'),
    guardrails: [...KEYWORD_GUARDRAILS],
    next_calls: listed<PlannedCall>([callElsewhere(known_elsewhere), ...searchCall(first, { location, language })]),
  });
}

function elsewhere({ known_elsewhere }: MetricsOverview): string {
  const told = describeElsewhere(known_elsewhere);
  return told === undefined ? '' : ` ${told}.`;
}

function summarize(overview: MetricsOverview): string {
  const { totals, items, filtered_out } = overview;
  const { found, distinct, search_volume } = totals;
  const known = `${found} of ${counted(distinct, 'keyword')} ${agree(found, 'is')} known`;
  const volume = search_volume === null ? 'no volume is known' : `${format(search_volume)} searches a month combined`;
  const top = findTop(items);
  const best = top === undefined ? '' : ` Best opportunity: ${quote(top.keyword)}.`;
  const left =
    filtered_out.length === 0
      ? ''
      : ` ${counted(filtered_out.length, 'row')} ${agree(filtered_out.length, 'is')} filtered out.`;
  return `${known}; ${volume}.${best}${left}${elsewhere(overview)}`;
}

function listSteps(overview: MetricsOverview): StepDraft[] {
  const distinct = overview.items.filter(({ duplicate_of }) => duplicate_of === null);
  const top = findTop(distinct);
  return listed<StepDraft>([
    top && draftTopStep(top),
    draftRankingStep(withoutBranded(distinct).filter((row) => row !== top)),
    draftBrandStep(distinct),
    draftTwinStep(distinct),
    draftTrendStep(distinct),
    draftUnknownStep(overview),
  ]);
}

function draftTopStep(top: MetricsRow): StepDraft {
  return {
    action: inline(nameTopAction(top), ACTION_CHARACTERS_MAX),
    why: `It has the highest opportunity score, with ${Math.round(top.score_coverage * 100)}% of the score known.`,
    evidence: describeRow(top),
    effort: 'medium',
    owner_hint: 'content',
  };
}

function draftRankingStep(rows: readonly MetricsRow[]): StepDraft | undefined {
  const ranking = rows.flatMap(({ keyword, already_ranking }) => {
    const position = already_ranking?.position ?? null;
    return position !== null && position > GOAL ? [{ keyword, position }] : [];
  });
  const [first] = ranking;
  if (first === undefined) return undefined;
  return {
    action: `Improve the pages that already rank below position ${GOAL}, starting with the one for ${quote(first.keyword)}.`,
    why: 'A page that already ranks usually moves up faster than a new one.',
    evidence: ranking.slice(0, 3).map(({ keyword, position }) => `${quote(keyword)}: position ${position}`),
    effort: 'medium',
    owner_hint: 'editor',
  };
}

/** People who search for the brand are lost if another site answers; there is nothing else to win. */
function draftBrandStep(rows: readonly MetricsRow[]): StepDraft | undefined {
  const branded = rows.filter(({ is_brand }) => is_brand === true);
  const [first] = branded;
  if (first === undefined) return undefined;
  return {
    action: `Make sure that your own pages lead the results for ${agree(branded.length, 'the branded keyword', `the ${branded.length} branded keywords`)}, starting with ${quote(first.keyword)}.`,
    why: 'People who search for your brand already know you: defend these clicks, and look for growth elsewhere.',
    evidence: branded
      .slice(0, 3)
      .map((row) => `${quote(row.keyword)}: ${describePlace(row)}, search_volume ${formatVolume(row)}`),
    owner_hint: 'SEO',
  };
}

function describePlace({ already_ranking }: MetricsRow): string {
  return already_ranking?.position == null ? 'position unknown' : `position ${already_ranking.position}`;
}

function draftTwinStep(rows: readonly MetricsRow[]): StepDraft | undefined {
  const twin = rows.find(({ grouped_with }) => grouped_with.length > 0);
  if (twin === undefined) return undefined;
  return {
    action: `Target ${quoteWords([twin.keyword, ...twin.grouped_with].map(shorten), 3)} with one page.`,
    why: 'Google Ads counts them as one search: their volume is one figure, not several.',
    evidence: [`search_volume: ${twin.search_volume ?? 'unknown'}`],
    owner_hint: 'content',
  };
}

function draftTrendStep(rows: readonly MetricsRow[]): StepDraft | undefined {
  const moving = rows.filter(({ trend }) => trend.change_percent_year !== null && trend.direction !== 'stable');
  const [first] = moving;
  if (first === undefined) return undefined;
  return {
    action: `Plan around the trend of ${quote(first.keyword)}, which is ${first.trend.direction}.`,
    why: 'The change is larger than the noise of the monthly figures.',
    evidence: moving.slice(0, 3).map(describeTrend),
    owner_hint: 'SEO',
  };
}

function draftUnknownStep({ totals, filtered_out }: MetricsOverview): StepDraft | undefined {
  const low = filtered_out.filter(({ why }) => why === 'below_min_search_volume').length;
  const unknown = totals.distinct - totals.with_volume - low;
  if (unknown <= 0) return undefined;
  return {
    ...LEARN_VOLUMES,
    why: `${counted(unknown, 'keyword')} ${agree(unknown, 'has')} no volume.`,
    evidence: [`with_volume: ${totals.with_volume} of ${totals.distinct}`],
  };
}

/** Positions above which there is little left to gain. */
const GOAL = 3;

/** Branded keywords score well but win nobody new: people who search for the brand already know it. */
function findTop(items: readonly MetricsRow[]): MetricsRow | undefined {
  return withoutBranded(items)
    .filter(({ priority, duplicate_of }) => duplicate_of === null && (priority === 'high' || priority === 'medium'))
    .toSorted((one, other) => (other.opportunity_score ?? 0) - (one.opportunity_score ?? 0))[0];
}

/** A site that already ranks needs no second page. The keyword is unescaped: each format escapes it. */
function nameTopAction({ keyword, already_ranking, recommended_page_type }: MetricsRow): string {
  if (already_ranking?.url != null) return `Improve ${already_ranking.url} for “${keyword}”.`;
  return `Plan ${recommended_page_type === null ? 'a page' : nameOnePage(recommended_page_type)} for “${keyword}”.`;
}

const ACTION_CHARACTERS_MAX = 300;

function describeRow(row: MetricsRow): string[] {
  return listed([
    `opportunity_score: ${row.opportunity_score ?? 'unknown'}`,
    `search_volume: ${formatVolume(row)}`,
    row.keyword_difficulty !== null && `keyword_difficulty: ${row.keyword_difficulty} (${row.difficulty_source ?? ''})`,
    row.intent !== null && `intent: ${row.intent}`,
    row.already_ranking?.position != null && `position: ${row.already_ranking.position}`,
  ]);
}

function describeTrend({ keyword, trend }: MetricsRow): string {
  const { direction, change_percent_year, low, high } = trend;
  return `${quote(keyword)}: ${direction}, ${change_percent_year ?? 0}% a year (${low ?? '–'} to ${high ?? '–'})`;
}

/** A volume that was counted or read from Google Ads is worth more than a model's. */
function rateConfidence({ items, totals }: MetricsOverview): Confidence {
  const share = totals.distinct === 0 ? 0 : totals.with_volume / totals.distinct;
  const modelled = items.filter(
    ({ volume_basis, duplicate_of }) => volume_basis === 'modelled' && duplicate_of === null,
  ).length;
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

function listNextCalls({ items, location, language, known_elsewhere }: MetricsOverview): PlannedCall[] {
  const distinct = items.filter(({ duplicate_of }) => duplicate_of === null);
  const keywords = distinct.map(({ keyword }) => keyword);
  const cluster: PlannedCall = {
    operation: 'keyword-cluster.build',
    body: { keywords },
    reason: 'Shows which of these keywords one page can answer.',
  };
  return listed<PlannedCall>([
    keywords.length > 1 && cluster,
    callElsewhere(known_elsewhere),
    ...searchCall(keywords[0] ?? '', { location, language }),
  ]);
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
    const intro = `Unknown: no connected source or import knows ${agree(totals.distinct, 'this keyword', `any of these ${totals.distinct} keywords`)}${location === null ? '' : ` in ${inline(location.name, 60)}`}.${elsewhere(overview)}`;
    return formatSummary({ heading, intro, facts: [], next: LEARN_VOLUMES_NEXT });
  }
  const top = findTop(items);
  const { high, medium, low, unknown } = totals.priorities;
  return formatSummary({
    heading,
    facts: [
      `${strong(`${totals.found} of ${counted(totals.distinct, 'keyword')}`)} known in ${inline(location?.name ?? 'all locations', 60)}, language ${inline(language, 20)}`,
      totals.search_volume === null
        ? 'Search volume: unknown'
        : `Search volume: ${strong(format(totals.search_volume))} a month combined${formatBounds(totals)}`,
      `Priority: ${high} high, ${medium} medium, ${low} low, ${unknown} unknown`,
      totals.by_brand === null
        ? undefined
        : `Branded: ${totals.by_brand.branded} of ${counted(totals.by_brand.branded + totals.by_brand.unbranded, 'keyword')}`,
      describeElsewhere(overview.known_elsewhere),
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
    next: top === undefined ? nextWithoutTop(overview) : nameTopAction(top),
  });
}

function nextWithoutTop({ items, totals }: MetricsOverview): string {
  if (items.length === 0) return LOWER_MINIMUM;
  return totals.with_volume < totals.distinct
    ? LEARN_VOLUMES_NEXT
    : 'Look at the result pages before you choose a keyword.';
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
