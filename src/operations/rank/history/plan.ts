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
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { inline } from '../../../kernel/markdown.ts';
import { nameEngine } from '../../../serp/engine-name.ts';
import { describeAbsence } from '../../../tracking/point.ts';
import { isHttp } from '../../../web/url.ts';
import type { RankHistory } from './report.ts';

/** What the caller named of the series, as a check would take it. */
export type AskedSeries = Readonly<Record<string, string | number>>;

const FEW_CHECKS = 6;
const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;

/** What to do about a history. */
export function planHistory(report: RankHistory, asked: AskedSeries): WorkflowDraft {
  const isKnown = report.coverage !== 'none';
  return makePlan({
    summary: describeState(report),
    steps: isKnown
      ? listed([planFall(report), planTrend(report), planOtherPage(report), planGaps(report)])
      : [planFirst(report)],
    otherwise: planMore(report),
    priority: ratePriority(report),
    confidence: isKnown ? rateConfidence(report) : noConfidence('No check of this series is stored.'),
    guardrails: [
      'Do not report a change inside the noise as a gain or a loss.',
      'A gap is a check that failed: it is neither a lost rank nor a stable one.',
      'Never join two series, or ranks with average positions of Search Console.',
      'Quote average only together with found_share: it counts the checks that found the page.',
    ],
    next_calls: planCalls(report, asked),
  });
}

function quoted({ keyword }: RankHistory): string {
  return `“${inline(keyword, 80)}”`;
}

function tracked({ url }: RankHistory): string {
  return inline(url, 120);
}

function describeState(report: RankHistory): string {
  if (report.coverage === 'none') return describeUnknown(report);
  const { current, engine, trend } = report;
  const where = `for ${quoted(report)} on ${nameEngine(engine ?? '')}`;
  const newest = newestRow(report);
  const place =
    current === null
      ? describeAbsence(newest?.depth_checked ?? 0)
      : newest?.match_type === 'same_domain'
        ? `does not rank itself (another page of the site is at ${current})`
        : `ranks at position ${current}`;
  return `${tracked(report)} ${place} ${where}. ${describeMove(report) ?? TREND_WORDS[trend]}`;
}

/** A recent significant change says more than the trend that it is part of. */
function describeMove(report: RankHistory): string | undefined {
  const change = findRecent(report);
  if (change === undefined) return undefined;
  const way = change.direction === 'up' ? 'rose' : 'fell';
  return `It ${way} from ${describeMedian(change.from)} to ${describeMedian(change.to)} around ${change.at.slice(0, 10)}, by more than its noise.`;
}

const TREND_WORDS: Readonly<Record<RankHistory['trend'], string>> = {
  improving: 'It has been improving beyond the noise.',
  declining: 'It has been declining beyond the noise.',
  stable: 'Nothing beyond the noise shows a trend.',
  volatile: 'It moves too much from check to check to show a trend.',
  insufficient_data: 'There are too few checks to show a trend.',
};

function describeUnknown(report: RankHistory): string {
  const others = report.series.length;
  const failed = report.gaps?.length ?? 0;
  const known =
    others === 0
      ? `No check of ${quoted(report)} is stored, so the rank of ${tracked(report)} is unknown.`
      : `No check of ${quoted(report)} in this series says where ${tracked(report)} ranks; ${counted(others, 'series', 'series')} of this search ${agree(others, 'is')} stored.`;
  return failed === 0 ? known : `${known} ${counted(failed, 'check')} failed.`;
}

function newestRow({ history }: RankHistory): RankHistory['history'][number] | undefined {
  return history.findLast(({ is_conclusive }) => is_conclusive);
}

function planFirst(report: RankHistory): StepDraft {
  return {
    action: `Check the rank of ${tracked(report)} for ${quoted(report)} with POST /rank/track, then daily.`,
    why: 'Every check is kept, and the history begins with the first one.',
    evidence: [`coverage: none`],
    owner_hint: 'SEO',
  };
}

/** The newest significant change, while it is news. */
function findRecent({ significant_changes: changes, history }: RankHistory) {
  const last = changes.at(-1);
  const newest = history.at(-1);
  if (last === undefined || newest === undefined) return undefined;
  return Date.parse(newest.checked_at) - Date.parse(last.at) <= RECENT_DAYS * DAY_MS ? last : undefined;
}

function planFall(report: RankHistory): StepDraft | undefined {
  const change = findRecent(report);
  if (change === undefined || change.direction === 'up') return undefined;
  return {
    action: `Find out what changed between ${change.after.slice(0, 10)} and ${change.at.slice(0, 10)}.`,
    why: 'The rank fell by more than its noise then, and three checks since confirm it.',
    evidence: [
      `median position ${describeMedian(change.from)} before, ${describeMedian(change.to)} since`,
      `noise: ${change.sigma} positions`,
    ],
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

function describeMedian(position: number | null): string {
  return position === null ? 'beyond the results checked' : String(position);
}

function planTrend(report: RankHistory): StepDraft | undefined {
  const { trend, trend_detail: detail } = report;
  if (trend !== 'declining' || findRecent(report)?.direction === 'down') return undefined;
  return {
    action: `Compare the page with those that now rank above it for ${quoted(report)}.`,
    why: 'The rank has been slipping steadily, by more than its noise.',
    evidence: describeTrend(detail),
    effort: 'medium',
    owner_hint: 'content',
  };
}

function describeTrend(detail: RankHistory['trend_detail']): string[] {
  if (detail?.slope_per_day === null || detail === null) return [];
  return [`${detail.slope_per_day} positions a day over ${counted(detail.days, 'day')} (p = ${detail.p_value ?? '–'})`];
}

function planOtherPage(report: RankHistory): StepDraft | undefined {
  const newest = newestRow(report);
  if (newest?.match_type !== 'same_domain') return undefined;
  return {
    action: `Decide which page should rank for ${quoted(report)}: ${tracked(report)} or ${inline(newest.matched_url ?? '', 120)}.`,
    why: 'The search engine prefers another page of your site to the one you track.',
    evidence: [`ranking page: ${inline(newest.matched_url ?? '', 120)}, position ${newest.position ?? '–'}`],
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

function planGaps({ gaps, history }: RankHistory): StepDraft | undefined {
  const newest = history.at(-1);
  const since = gaps?.filter(({ failed_at }) => newest === undefined || failed_at > newest.checked_at) ?? [];
  const last = since.at(-1);
  if (last === undefined) return undefined;
  return {
    action: 'Fix the source that keeps failing, then check again.',
    why: `The last ${since.length === 1 ? 'check' : counted(since.length, 'check')} failed, so the current rank is older than it should be.`,
    evidence: [`${last.failed_at.slice(0, 10)}: ${inline(last.reason, 200)}`],
    owner_hint: 'operator',
  };
}

function planMore({ checks, current, noise }: RankHistory): StepDraft {
  const isShort = (checks ?? 0) < FEW_CHECKS;
  return {
    action: isShort
      ? 'Check this search daily for two weeks before you judge it.'
      : 'Leave the page as it is and keep tracking.',
    why: isShort
      ? 'A trend takes at least six checks, and an estimate of the noise eight pairs of checks.'
      : 'Nothing beyond the noise has changed lately.',
    evidence: listed([
      `checks: ${checks ?? 0}`,
      current === null ? undefined : `position: ${current}`,
      noise === null ? undefined : `noise: ${noise.sigma} positions`,
    ]),
    owner_hint: 'SEO',
  };
}

function ratePriority(report: RankHistory): Level {
  if (findRecent(report)?.direction === 'down' || report.trend === 'declining') return 'high';
  return report.coverage === 'none' || newestRow(report)?.match_type === 'same_domain' ? 'medium' : 'low';
}

/** Points that each blind spot costs; our own figures. */
function rateConfidence(report: RankHistory): Confidence {
  const [checks, shallow, failed] = [report.checks ?? 0, report.shallow_checks ?? 0, report.gaps?.length ?? 0];
  return weighConfidence(
    0.95,
    [`${counted(checks, 'check')} of one series.`],
    [
      checks < FEW_CHECKS && [30, 'Fewer than six checks show no trend.'],
      report.noise?.basis === 'default' && [10, 'The noise is the usual one at this level, not measured.'],
      failed > 0 && [5, `${counted(failed, 'check')} failed.`],
      report.source_changes.length > 0 && [10, 'The source of the checks changed.'],
      shallow > 0 && [5, `${counted(shallow, 'check')} ${agree(shallow, 'was')} too shallow to tell.`],
    ],
  );
}

function planCalls(report: RankHistory, asked: AskedSeries): PlannedCall[] {
  const { keyword, url } = report;
  const series = report.coverage === 'none' ? asked : seriesInput(report);
  const page = newestRow(report)?.matched_url ?? (isHttp(url) ? url : undefined);
  const isFalling = report.trend === 'declining' || findRecent(report)?.direction === 'down';
  return listed<PlannedCall>([
    {
      operation: 'rank.track',
      body: { keyword, url, ...series },
      reason: report.coverage === 'none' ? 'Makes the first check.' : 'Checks the rank now and adds it to this series.',
    },
    report.coverage !== 'none' && {
      operation: 'analyze.serp',
      body: { keyword, ...omitEngine(series) },
      reason: 'Shows what it takes to rank on this result page.',
    },
    isFalling &&
      page !== undefined && {
        operation: 'content-decay.detect',
        body: { url: page, keyword },
        reason: 'Finds the cause of the fall in your Search Console figures.',
      },
  ]);
}

function seriesInput({ engine, location_code, language, device }: RankHistory): AskedSeries {
  return {
    ...(engine === null ? {} : { engine }),
    ...(location_code === null ? {} : { location_code }),
    ...(language === null ? {} : { language }),
    ...(device === null ? {} : { device }),
  };
}

function omitEngine({ engine: _engine, ...rest }: AskedSeries): AskedSeries {
  return rest;
}

const ROWS_MAX = 10;

/** The history for a report. */
export function summarizeHistory(report: RankHistory, asked: AskedSeries): string {
  const { engine, location, location_code, language, device, history } = report;
  const place = location ?? (location_code === null ? 'no place set' : `place ${location_code}`);
  const series = [nameEngine(engine ?? ''), place, language, device ?? 'no device set'];
  const isKnown = report.coverage !== 'none';
  return formatSummary({
    heading: `Rank history for ${quoted(report)}`,
    intro: listed([
      describeState(report),
      isKnown && `Series: ${series.join(', ')}.`,
      ...report.notes.map((note) => inline(note, 200)),
    ]).join(' '),
    facts: isKnown ? listFacts(report) : [],
    table: formatRows(history.toReversed(), ROWS_MAX, [
      ['Checked', ({ checked_at }) => checked_at.slice(0, 10)],
      [
        'Position',
        ({ position, depth_checked }) => position ?? (depth_checked === 0 ? 'no results' : `not in ${depth_checked}`),
      ],
      ['Page', ({ matched_url }) => (matched_url === null ? null : inline(matched_url, 70))],
    ]),
    next: planHistory(report, asked).recommended_action,
  });
}

function listFacts(report: RankHistory): (string | undefined)[] {
  const { change, found_share: found, gaps, significant_changes: changes } = report;
  const last = changes.at(-1);
  return [
    describePlaces(report),
    found === null
      ? undefined
      : `Found in ${percent(found.value)} of ${counted(found.n, 'check')} (95% interval ${percent(found.low)} to ${percent(found.high)})`,
    change === null ? undefined : `Newest two checks: ${change.words}`,
    describeNoise(report.noise),
    last === undefined
      ? 'Significant changes: none'
      : `Last significant change, ${last.at.slice(0, 10)}: ${describeMedian(last.from)} to ${describeMedian(last.to)}`,
    gaps === null || gaps.length === 0 ? undefined : `Failed checks: ${gaps.length}`,
  ];
}

function describePlaces({ best, worst, average }: RankHistory): string | undefined {
  if (best === null) return undefined;
  return `Best ${best}, worst ${worst ?? '–'}, average ${average ?? '–'} where found`;
}

function describeNoise(noise: RankHistory['noise']): string | undefined {
  if (noise === null) return undefined;
  const basis =
    noise.basis === 'measured' ? `measured from ${counted(noise.pairs, 'pair')} of checks` : 'usual at this level';
  return `Noise: ${noise.sigma} positions (${basis})`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
