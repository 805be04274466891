import type { DailyFigures, DailyPoint } from '../../../ports/rankings.ts';
import { scaleToMonth } from '../../../rankings/gain.ts';
import { type KnownBreak, listBreaks } from '../../../rankings/known-breaks.ts';
import { fitTheilSen, testMannKendall } from '../../../rankings/series-trend.ts';
import { blankAudit } from './blank-audit.ts';
import { judgeByRank } from './by-rank.ts';
import { type CauseReport, findCauses } from './causes.ts';
import { type DecayInput } from './input.ts';
import { findFirstDecline, findWorstInterval } from './change-point.ts';
import { type Judgement, judgeSeries, type SeriesInput } from './judge.ts';
import { describePage, type PageState } from './page-state.ts';
import { type RankReading, readRanks } from './ranks.ts';
import { round1, round3 } from './rounding.ts';
import { listRecovery } from './recovery.ts';
import type { DecayAudit, DecayReport } from './report.ts';
import {
  countDays,
  countWindowDays,
  joinDays,
  listWeeks,
  isKnown,
  planWindows,
  shiftDay,
  shortenWindow,
  sumDays,
  type Week,
  type Windows,
  withoutPage,
} from './windows.ts';

/** Days in which a new page finds its place (rank-tracking 11). */
const NEW_DAYS = 45;
/** Days of an import within which even a page of few visits has shown. */
const SETTLE_DAYS = 7;

/** Whether a page loses, since when and why, from clicks where the owner has them, else from stored places. */
export function detectDecay(input: DecayInput): DecayReport {
  const page = describePage(input.url, input.page);
  const ranks = readRanks(input.serps, [input.url, ...input.followed], input.threshold);
  const figures = joinFigures(input.daily, [input.url, ...input.followed]);
  const asked = countWindowDays(input.lookback_days);
  if (figures === undefined) return judgeByRank(input, page, ranks);
  if (asked === 0)
    return {
      coverage: 'full',
      state: 'answered',
      decay_audit: {
        ...blankAudit(input, page, ranks),
        reason: `${input.lookback_days} days are too few: noise can be told from decay from 14 days on.`,
      },
    };
  const days = shortenWindow(figures.site, figures.to, asked);
  return { coverage: 'full', state: 'answered', decay_audit: judgeByClicks(input, { figures, page, ranks, days }) };
}

interface Facts {
  readonly figures: DailyFigures;
  readonly page: PageState;
  readonly ranks: RankReading | null;
  readonly days: number;
}

function judgeByClicks(input: DecayInput, facts: Facts): DecayAudit {
  const { figures, page, ranks, days } = facts;
  const windows = planWindows(figures.to, days);
  const others = withoutPage(figures.site, figures.page);
  const series = { engine: figures.engine, site: figures.site, others, windows, threshold: input.threshold };
  const pair = judgeSeries({ ...series, series: figures.pair, demand: page.faults.length > 0 ? [] : figures.keyword });
  const whole = judgeSeries({ ...series, series: figures.page, demand: [] });
  const isPair = choosesPair(pair, whole);
  const judged = isPair ? pair : whole;
  const exempt = findExemption(figures, page);
  const isBeforeKnown = isKnown(figures.site, windows.previous);
  const isDecaying = judged.status === 'decaying' && exempt === null;
  const breaks = listBreaks(figures.engine, windows.previous.from, windows.window.to);
  const causes = isDecaying ? explain(input, facts, { judged, pair, windows, breaks }) : undefined;
  const chosen: SeriesInput = { ...series, series: isPair ? figures.pair : figures.page, demand: [] };
  return {
    ...blankAudit(input, page, ranks),
    ...describeChange(judged, input.threshold),
    confidence: rateConfidence(judged, breaks),
    ...describeExemption(exempt),
    scope: isPair ? 'keyword' : 'page',
    ...describeSeries(chosen, judged, isDecaying),
    window: {
      ...windows.window,
      previous_from: windows.previous.from,
      previous_to: windows.previous.to,
      property: figures.property,
      engine: figures.engine,
    },
    traffic_at_risk: isDecaying ? measureRisk(judged, days) : null,
    known_breaks: breaks.map(({ from, to, note }) => ({ from, to, note })),
    likely_causes: copyCauses(causes),
    causes_considered: causes === undefined ? null : { ...causes.verdicts },
    recovery_steps: listRecovery({
      url: input.url,
      keyword: input.keyword,
      page,
      causes: causes?.likely ?? [],
      is_decaying: isDecaying,
    }),
    scopes: {
      keyword: describeScope(pair, isBeforeKnown),
      page: describeScope(whole, isBeforeKnown),
    },
    notes: [...noteWindow(input, figures, days), ...listNotes(input, { judged, breaks, isDecaying })],
  };
}

function describeExemption(exempt: DecayAudit['exempt']): Partial<DecayAudit> {
  if (exempt === null) return {};
  return { exempt, status: 'insufficient_data', reason: EXEMPT_REASON, decaying: false, confidence: 0 };
}

const EXEMPT_REASON = `The page is less than ${NEW_DAYS} days old: new pages rise and fall before they find their place.`;

function describeChange(judged: Judgement, threshold: number): Partial<DecayAudit> {
  const { status, reason, basis, decay_percent, adjusted, within_noise, season, after } = judged;
  return {
    status,
    reason,
    threshold,
    decaying: status === 'insufficient_data' ? null : status === 'decaying',
    judged_by: reason === null ? basis : null,
    decay_percent: decay_percent === null ? null : round1(decay_percent),
    season_adjusted:
      adjusted === null
        ? null
        : { percent: round1(adjusted.percent), low: round1(adjusted.low), high: round1(adjusted.high) },
    within_noise,
    seasonal_expectation:
      reason === null
        ? {
            basis: season.basis,
            expected: round1(season.expected),
            observed: after[basis],
            change_percent: round1(100 * (season.ratio - 1)),
          }
        : null,
  };
}

function describeSeries(input: SeriesInput, judged: Judgement, isDecaying: boolean): Partial<DecayAudit> {
  const { windows, series, site } = input;
  const { weeks, basis, last_year } = judged;
  const yearWeeks = listWeeks(series, { from: windows.last_year.previous.from, to: windows.last_year.window.to }, site);
  const span = { from: windows.previous.from, to: windows.window.to };
  const inside = series.filter(({ day }) => span.from <= day && day <= span.to);
  const slopes = {
    clicks: measureSlope(weeks.map(({ clicks, is_known }) => (is_known ? clicks / 7 : null))),
    impressions: measureSlope(weeks.map(({ impressions, is_known }) => (is_known ? impressions / 7 : null))),
    position: measureSlope(weeks.map(({ position, is_known }) => (is_known ? position : null))),
  };
  const half = windows.weeks;
  const usual = weeks.map((_, at) => (at < half ? 1 : judged.season.ratio));
  return {
    slopes,
    slope_per_day: judged.reason === null ? (slopes[basis]?.per_day ?? null) : null,
    points:
      inside.length === 0
        ? []
        : weeks.map((week, at) => ({
            from: week.from,
            to: week.to,
            ...(week.is_known ? countsOf(week) : NO_COUNTS),
            last_year_clicks: last_year === null ? null : readClicks(yearWeeks[at]),
          })),
    worst_interval: judged.reason === null ? findWorstInterval(weeks, basis) : null,
    first_decline_at: isDecaying ? findFirstDecline(weeks, basis, usual) : null,
    year_over_year:
      last_year === null
        ? null
        : {
            clicks: judged.after.clicks,
            last_year_clicks: last_year.after.clicks,
            change_percent:
              last_year.after.clicks === 0
                ? null
                : round1((100 * (judged.after.clicks - last_year.after.clicks)) / last_year.after.clicks),
            window: windows.last_year.window,
          },
  };
}

const NO_COUNTS = { clicks: null, impressions: null, position: null };

function countsOf({ clicks, impressions, position }: Week) {
  return { clicks, impressions, position: position === null ? null : round1(position) };
}

function readClicks(week: Week | undefined): number | null {
  return week?.is_known === true ? week.clicks : null;
}

function measureSlope(weekly: readonly (number | null)[]): DecayAudit['slopes']['clicks'] {
  const points = weekly.flatMap((value, at) => (value === null ? [] : [{ at: at * 7, value }]));
  const slope = fitTheilSen(points);
  if (slope === null) return null;
  const p_value = testMannKendall(points.map(({ value }) => value));
  return { per_day: round3(slope), p_value: p_value === null ? null : round3(p_value), n: points.length };
}

interface Chosen {
  readonly judged: Judgement;
  readonly pair: Judgement;
  readonly windows: Windows;
  readonly breaks: readonly KnownBreak[];
}

function explain(input: DecayInput, { figures, page, ranks }: Facts, chosen: Chosen): CauseReport {
  const { judged, pair, windows, breaks } = chosen;
  // The figures of one keyword tell causes apart that those of all searches of a page mix.
  const isPair = judged === pair || (pair.adjusted?.percent ?? 0) >= PAIR_FALL_MIN;
  return findCauses({
    judgement: isPair ? pair : judged,
    lost: Math.max(0, judged.season.expected - judged.after[judged.basis]),
    demand: isPair
      ? { before: sumDays(figures.keyword, windows.previous), after: sumDays(figures.keyword, windows.window) }
      : null,
    rivals: figures.rivals,
    generative: figures.generative,
    breaks,
    curve: input.curve,
    page,
    ranks,
    to: figures.to,
  });
}

function findExemption({ page_since, site, to }: DailyFigures, page: PageState): DecayAudit['exempt'] {
  const published = page.published_at?.slice(0, 10) ?? null;
  // A page that was published late but shows in older figures is an old page with a new date.
  const since = page_since ?? published;
  // A page is as old as its figures only where the site's are older: the first day of an import makes no page new.
  if (page_since !== null && page_since <= shiftDay(site[0]?.day ?? to, SETTLE_DAYS)) return null;
  if (since === null || since > to || countDays(since, to) > NEW_DAYS) return null;
  return { reason: 'new_page', since, until: shiftDay(since, NEW_DAYS) };
}

/** Percent that the keyword has to fall as well, so that it explains the page. */
const PAIR_FALL_MIN = 10;

/** The keyword was asked for, so it leads; the page as a whole does where only it has enough figures, or only it falls. */
function choosesPair(pair: Judgement, whole: Judgement): boolean {
  if (pair.status === 'decaying' || whole.reason !== null) return true;
  if (pair.reason !== null || whole.status === 'decaying') return false;
  return pair.basis === 'clicks' || whole.basis !== 'clicks';
}

/** Errors beyond those that decay needs, up to near certainty; a quiet series by how small a fall it rules out. */
function rateConfidence({ status, z, adjusted, season }: Judgement, breaks: readonly KnownBreak[]): number {
  if (status === 'insufficient_data' || z === null || adjusted === null) return 0;
  const sure = status === 'stable' ? 1 - Math.max(0, adjusted.high) / 100 : 0.7 + 0.05 * (Math.abs(z) - 2);
  const noYear = season.basis === 'last_year' ? 0 : 0.15;
  return Math.round(100 * Math.min(0.95, Math.max(0.1, sure - noYear - (breaks.length > 0 ? 0.1 : 0)))) / 100;
}

function measureRisk({ basis, season, after, adjusted }: Judgement, days: number): DecayAudit['traffic_at_risk'] {
  if (basis !== 'clicks' || adjusted === null) return null;
  const lost = (percent: number): number => round1(scaleToMonth(Math.max(0, (season.expected * percent) / 100), days));
  return {
    clicks_per_month: round1(scaleToMonth(Math.max(0, season.expected - after.clicks), days)),
    low: lost(adjusted.low),
    high: lost(Math.min(100, adjusted.high)),
  };
}

function noteWindow({ lookback_days }: DecayInput, { site }: DailyFigures, days: number): string[] {
  if (days === countWindowDays(lookback_days)) return [];
  const first = site[0]?.day ?? '';
  return [`There is no data before ${first}, so the last ${days} days are compared with the ${days} before them.`];
}

function describeScope(judged: Judgement, isBeforeKnown: boolean): NonNullable<DecayAudit['scopes']['page']> {
  const { status, decay_percent, after, before, within_noise, reason } = judged;
  return {
    status,
    decay_percent: decay_percent === null ? null : round1(decay_percent),
    clicks: after.clicks,
    previous_clicks: isBeforeKnown ? before.clicks : null,
    within_noise,
    reason,
  };
}

function listNotes(
  { followed, url }: DecayInput,
  {
    judged,
    breaks,
    isDecaying,
  }: { readonly judged: Judgement; readonly breaks: readonly KnownBreak[]; readonly isDecaying: boolean },
): string[] {
  const notes: string[] = [];
  if (followed.length > 0) notes.push(`The page moved to ${url}; the figures of both addresses are added.`);
  notes.push(...breaks.map(({ note }) => `${note} Clicks are not affected, so the verdict goes by them.`));
  const isExplained = !isDecaying && judged.within_noise !== false;
  if (isExplained && judged.follows === 'demand')
    notes.push(
      'It fell with the demand for the keyword, and without last year’s data there is no telling whether that is seasonal.',
    );
  if (isExplained && judged.follows === 'site')
    notes.push(
      'The rest of the site fell as much, and without last year’s data there is no telling whether that is seasonal.',
    );
  if (judged.status === 'stable' && judged.within_noise === false && (judged.adjusted?.percent ?? 0) > 0)
    notes.push('It may be falling, but not surely so yet: check again in two weeks.');
  return notes;
}

/** Figures of a page and of those that it moved from, as those of one page. */
function joinFigures(daily: readonly DailyFigures[], own: readonly string[]): DailyFigures | undefined {
  const [first, ...others] = daily;
  if (first === undefined) return undefined;
  const join = (part: 'pair' | 'page'): readonly DailyPoint[] =>
    others.reduce<readonly DailyPoint[]>((sum, each) => joinDays(sum, each[part]), first[part]);
  const since = daily.flatMap(({ page_since }) => page_since ?? []).sort();
  return {
    ...first,
    pair: join('pair'),
    page: join('page'),
    rivals: first.rivals.filter(({ url }) => !own.includes(url)),
    page_since: since[0] ?? null,
  };
}

function copyCauses(causes: CauseReport | undefined): DecayAudit['likely_causes'] {
  return (causes?.likely ?? []).map((cause) => ({ ...cause, evidence: [...cause.evidence] }));
}
