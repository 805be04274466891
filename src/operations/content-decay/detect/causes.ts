import type { DailyFigures } from '../../../ports/rankings.ts';
import { type OwnCurve, readClickRate } from '../../../rankings/own-curve.ts';
import type { KnownBreak } from '../../../rankings/known-breaks.ts';
import type { Judgement } from './judge.ts';
import type { PageFault, PageState } from './page-state.ts';
import type { RankReading } from './ranks.ts';
import { countDays, type Sums } from './windows.ts';

export const CAUSES = [
  'technical',
  'rank',
  'demand',
  'clicks_lost_above',
  'cannibalised',
  'competitor',
  'stale',
] as const;
export type CauseName = (typeof CAUSES)[number];

/** A cause, with the figure that supports it. */
export interface Cause {
  readonly cause: CauseName;
  /** In `unit`. */
  readonly figure: number;
  readonly unit: string;
  readonly before: number | null;
  readonly after: number | null;
  /** Clicks of the window that it explains; null where it cannot be told apart from another. */
  readonly lost_clicks: number | null;
  /** Of the whole loss, 0–1. */
  readonly share: number | null;
  readonly evidence: readonly string[];
}

/** `unknown`: the figures that would tell are not there. */
type Verdict = 'likely' | 'ruled_out' | 'unknown';

export interface CauseReport {
  readonly likely: readonly Cause[];
  readonly verdicts: Readonly<Record<CauseName, Verdict>>;
}

export interface CauseInput {
  /** Of the series that tells the causes. */
  readonly judgement: Judgement;
  /** Clicks, or impressions where it was judged by them, below what was to be expected. */
  readonly lost: number;
  /** All pages of the site for the keyword, before and after; null where the series is that of a page. */
  readonly demand: { readonly before: Sums; readonly after: Sums } | null;
  readonly rivals: DailyFigures['rivals'];
  readonly generative: DailyFigures['generative'];
  readonly breaks: readonly KnownBreak[];
  readonly curve: OwnCurve | null;
  readonly page: PageState;
  readonly ranks: RankReading | null;
  readonly to: string;
}

/**
 * Why clicks were lost, each cause with its figure (rank-tracking 11).
 *
 * clicks = searches × share of them that see this page × click rate of its position × what else makes people click. The
 * logarithm of each factor's change, less what the season explains, is its part of the loss; parts that hurt share the loss
 * between them. A page that cannot be shown explains it all, unless it was shown to the end: then its fault is younger than
 * the loss. Position, impressions and their parts stay unknown where a known break makes them incomparable.
 */
export function findCauses(input: CauseInput): CauseReport {
  const { judgement, page, lost } = input;
  const fault = page.faults[0];
  if (fault !== undefined && !isStillShown(judgement))
    return { likely: [describeFault(fault, { lost_clicks: Math.round(lost), share: 1 })], verdicts: onlyTechnical() };
  const parts = splitLoss(input);
  const hurt = parts.filter(({ part }) => part < 0).reduce((sum, { part }) => sum + part, 0);
  const shared = parts
    .filter(({ part, isClear }) => isClear && part < 0 && part / hurt >= SHARE_MIN)
    .map(({ part, cause }): Cause => {
      const share = Math.round((100 * part) / hurt) / 100;
      return { ...cause, share, lost_clicks: judgement.basis === 'clicks' ? Math.round(lost * share) : null };
    })
    .toSorted((one, other) => (other.share ?? 0) - (one.share ?? 0));
  const gained = findCompetitor(input);
  const hasLostPlace = gained !== null || shared.some(({ cause }) => cause === 'rank');
  const stale = findStale(input, hasLostPlace);
  const recent = fault === undefined ? [] : [describeRecent(fault, judgement)];
  const likely = [...shared, ...(gained === null ? [] : [gained]), ...(stale === null ? [] : [stale]), ...recent];
  return { likely, verdicts: weighVerdicts(input, likely) };
}

/** A smaller part of the loss is rather noise of the split than a cause. */
const SHARE_MIN = 0.15;

interface Part {
  /** Logarithm of the factor; negative hurts. */
  readonly part: number;
  /** Whether its own figure changed by more than its noise. */
  readonly isClear: boolean;
  readonly cause: Omit<Cause, 'share' | 'lost_clicks'>;
}

function splitLoss(input: CauseInput): Part[] {
  const { judgement, breaks, demand, curve } = input;
  const { before, after, season } = judgement;
  if (breaks.length > 0 || before.impressions === 0) return [];
  const usual = Math.log(season.ratio);
  const rank = measureRank(before, after, curve);
  // Whoever falls off the first page is seen by fewer, however many search.
  const hasLeft = isOffFirstPage(before, after);
  const seen = logRatio(after.impressions, before.impressions);
  const wanted = demand === null ? seen : logRatio(demand.after.impressions, demand.before.impressions);
  const demandPart = hasLeft ? 0 : wanted - usual;
  const sharePart = hasLeft || demand === null ? 0 : seen - wanted;
  const rankPart = rank + (hasLeft ? seen - usual : 0);
  const whole = logRatio(after.clicks, before.clicks) - usual;
  return [
    describeRank(input, rankPart),
    describeDemand(input, demandPart),
    describeSplit(input, sharePart),
    ...(judgement.basis === 'clicks' ? [describeAbove(input, whole - rankPart - demandPart - sharePart, rank)] : []),
  ];
}

function logRatio(after: number, before: number): number {
  return Math.log((after + 0.5) / (before + 0.5));
}

const FIRST_PAGE = 10;
/** Mean positions of a window move by this much on their own. */
const POSITION_NOISE = 0.7;

function isOffFirstPage(before: Sums, after: Sums): boolean {
  if (before.position === null || after.position === null) return false;
  return after.position > FIRST_PAGE && after.position - before.position > POSITION_NOISE;
}

/** Logarithm of the click rate at the later position against that at the earlier one. */
function measureRank(before: Sums, after: Sums, curve: OwnCurve | null): number {
  if (before.position === null || after.position === null) return 0;
  const [then, now] = [readClickRate(before.position, curve)?.value, readClickRate(after.position, curve)?.value];
  return then === undefined || now === undefined || then <= 0 || now <= 0 ? 0 : Math.log(now / then);
}

function describeRank({ judgement, ranks }: CauseInput, part: number): Part {
  const [before, after] = [judgement.before.position, judgement.after.position];
  const fell = before === null || after === null ? 0 : after - before;
  return {
    part,
    isClear: fell >= Math.max(POSITION_NOISE, 0.1 * (before ?? 0)),
    cause: {
      cause: 'rank',
      figure: round1(fell),
      unit: 'positions lost',
      before: roundNull(before),
      after: roundNull(after),
      evidence: [
        `average position ${format(before)} before, ${format(after)} now`,
        ...(ranks?.before == null || ranks.after == null
          ? []
          : [`on stored result pages: position ${format(ranks.before)} before, ${format(ranks.after)} now`]),
      ],
    },
  };
}

function describeDemand({ judgement, demand }: CauseInput, part: number): Part {
  const [before, after] = demand === null ? [judgement.before, judgement.after] : [demand.before, demand.after];
  const what = demand === null ? 'impressions of the page' : 'impressions of the keyword on all pages of the site';
  return {
    part,
    isClear: part <= Math.log(1 - FALL_MIN),
    cause: {
      cause: 'demand',
      figure: percentOf(part),
      unit: 'percent fewer searches than the season explains',
      before: before.impressions,
      after: after.impressions,
      evidence: [`${what}: ${count(before.impressions)} before, ${count(after.impressions)} now`],
    },
  };
}

/** Smaller changes of impressions and click rates are common. */
const FALL_MIN = 0.1;

function describeSplit({ rivals }: CauseInput, part: number): Part {
  const gained = rivals
    .map((rival) => ({ ...rival, gain: rival.impressions - rival.previous_impressions }))
    .filter(({ gain }) => gain > 0)
    .toSorted((one, other) => other.gain - one.gain || (one.url < other.url ? -1 : 1));
  const [first] = gained;
  const before = gained.reduce((sum, { previous_impressions }) => sum + previous_impressions, 0);
  const after = gained.reduce((sum, { impressions }) => sum + impressions, 0);
  return {
    part,
    isClear: first !== undefined && part <= Math.log(1 - FALL_MIN),
    cause: {
      cause: 'cannibalised',
      figure: percentOf(part),
      unit: 'percent of its share of impressions went to other pages of the site',
      before,
      after,
      evidence:
        first === undefined
          ? []
          : [
              `${first.url} shows for the keyword: ${count(first.previous_impressions)} impressions before, ${count(first.impressions)} now, average position ${format(first.position)}`,
            ],
    },
  };
}

function describeAbove({ judgement, ranks, generative }: CauseInput, part: number, rank: number): Part {
  const { before, after } = judgement;
  const [then, now] = [rateOf(before), rateOf(after)];
  const expected = then * Math.exp(Math.min(0, rank));
  const added = ranks?.features_added ?? [];
  const rose = generative !== null && generative.impressions > generative.previous_impressions;
  // A count of clicks whose error does not reach what the position promises.
  const isClear = after.clicks + 2 * Math.sqrt(after.clicks + 1) < expected * after.impressions;
  return {
    part,
    isClear: isClear && part <= Math.log(1 - FALL_MIN),
    cause: {
      cause: 'clicks_lost_above',
      figure: percentOf(part),
      unit: 'percent fewer clicks than its position and impressions promise',
      before: round1(100 * then),
      after: round1(100 * now),
      evidence: [
        `click rate ${round1(100 * then)}% before, ${round1(100 * now)}% now`,
        ...(added.length === 0 ? [] : [`new on stored result pages: ${added.join(', ')}`]),
        ...(rose
          ? [
              `impressions in AI answers: ${count(generative.previous_impressions)} before, ${count(generative.impressions)} now`,
            ]
          : []),
      ],
    },
  };
}

function rateOf({ clicks, impressions }: Sums): number {
  return impressions === 0 ? 0 : clicks / impressions;
}

/** Whether the last week of the window was at least half as good as the mean of its weeks. */
function isStillShown({ weeks, after, basis }: Judgement): boolean {
  const window = weeks.slice(-Math.floor(weeks.length / 2)).filter(({ is_known }) => is_known);
  const last = window.at(-1)?.[basis] ?? 0;
  return last > 0 && last * window.length * 2 >= after[basis];
}

function describeRecent(fault: PageFault, { basis }: Judgement): Cause {
  const cause = describeFault(fault, { lost_clicks: null, share: null });
  const what = basis === 'clicks' ? 'clicked' : 'shown';
  return {
    ...cause,
    evidence: [
      ...cause.evidence,
      `the page was still ${what} in the last week, so this does not explain the earlier loss`,
    ],
  };
}

export function describeFault(fault: PageFault, part: Pick<Cause, 'lost_clicks' | 'share'>): Cause {
  return {
    cause: 'technical',
    figure: fault.figure,
    unit: fault.unit,
    before: null,
    after: null,
    ...part,
    evidence: [fault.evidence],
  };
}

function onlyTechnical(): CauseReport['verdicts'] {
  return {
    technical: 'likely',
    rank: 'unknown',
    demand: 'unknown',
    clicks_lost_above: 'unknown',
    cannibalised: 'unknown',
    competitor: 'unknown',
    stale: 'unknown',
  };
}

/** Domains that stand above the page now and did not before: part of the places lost, so never a share of its own. */
function findCompetitor({ ranks }: Pick<CauseInput, 'ranks'>): Cause | null {
  if (ranks === null || ranks.overtaken_by.length === 0 || !ranks.isWorse) return null;
  return {
    cause: 'competitor',
    figure: ranks.overtaken_by.length,
    unit: 'domains that moved above the page',
    before: roundNull(ranks.before),
    after: roundNull(ranks.after),
    lost_clicks: null,
    share: null,
    evidence: [`now above the page: ${ranks.overtaken_by.slice(0, 5).join(', ')}`],
  };
}

/** A page that was published longer ago is worth a look where it lost places; by itself age costs no click. */
const STALE_DAYS = 365;

export function findStale({ page, to }: Pick<CauseInput, 'page' | 'to'>, hasLostPlace: boolean): Cause | null {
  const age = readAge(page, to);
  if (age === null || age < STALE_DAYS || !hasLostPlace) return null;
  return {
    cause: 'stale',
    figure: age,
    unit: 'days since the page was published',
    before: null,
    after: null,
    lost_clicks: null,
    share: null,
    evidence: [`published ${page.published_at ?? ''}`],
  };
}

export function readAge({ published_at }: Pick<PageState, 'published_at'>, to: string): number | null {
  const day = published_at?.slice(0, 10) ?? '';
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && day <= to ? countDays(day, to) - 1 : null;
}

function weighVerdicts(input: CauseInput, likely: readonly Cause[]): CauseReport['verdicts'] {
  const named = new Set(likely.map(({ cause }) => cause));
  const canSplit = input.breaks.length === 0 && input.judgement.before.impressions > 0;
  const verdict = (cause: CauseName, isKnown: boolean): Verdict =>
    named.has(cause) ? 'likely' : isKnown ? 'ruled_out' : 'unknown';
  return {
    technical: verdict('technical', input.page.is_known),
    rank: verdict('rank', canSplit),
    demand: verdict('demand', canSplit && input.demand !== null),
    clicks_lost_above: verdict('clicks_lost_above', canSplit && input.judgement.basis === 'clicks'),
    cannibalised: verdict('cannibalised', canSplit && input.demand !== null),
    competitor: verdict('competitor', input.ranks !== null),
    stale: verdict('stale', readAge(input.page, input.to) !== null),
  };
}

function percentOf(part: number): number {
  return round1(100 * (1 - Math.exp(Math.min(0, part))));
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

function roundNull(value: number | null): number | null {
  return value === null ? null : round1(value);
}

function format(position: number | null): string {
  return position === null ? 'unknown' : String(round1(position));
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
