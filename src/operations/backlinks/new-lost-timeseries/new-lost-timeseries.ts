import { counted } from '../../../kernel/grammar.ts';
import type { Target } from '../../../web/target.ts';
import type { LinkTimeseriesRecord } from '../../../ports/links.ts';
import { dayNumber, dayText, type Group, periodAfter, periodCount, periodStart } from './calendar.ts';
import { momentumOf } from './momentum.ts';
import type { ObservedPoint, Point, TimeseriesReport } from './report.ts';

export { GROUPS } from './calendar.ts';
export { timeseriesPlan, timeseriesSummary } from './plan.ts';
export { EARLIEST_DAY, POINTS_MAX, rangeIssues, rangeOf } from './range.ts';
export { TimeseriesReport } from './report.ts';

export interface TimeseriesQuestion {
  readonly target: Target;
  readonly include_subdomains: boolean;
  readonly group_range: Group;
  readonly date_from: string;
  readonly date_to: string;
}

type Found = LinkTimeseriesRecord['points'][number];
type Standing = NonNullable<TimeseriesReport['before']>;

/**
 * Movement over time without gaps: what was not observed is null, what was observed and did not move is 0.
 *
 * loss_rate = lost / (new + lost), as practitioners take it, without what the index began with.
 */
export function analyzeTimeseries(record: LinkTimeseriesRecord, question: TimeseriesQuestion): TimeseriesReport {
  const points = pointsOf(record, question);
  const before = observedBefore(record, question);
  const observed = points.filter(isObserved);
  const totals = totalsOf(observed);
  const last = observed.at(-1);
  const compared = observed.filter((point) => !point.is_baseline);
  const movement = totalsOf(compared);
  const baseline = baselineOf(observed);
  const nets = compared.map((point) => point.net_backlinks);
  const { target } = question;
  return {
    target: { value: target.value, type: target.type === 'subdomain' ? 'subdomain' : 'domain' },
    include_subdomains: question.include_subdomains,
    group_range: question.group_range,
    date_from: question.date_from,
    date_to: question.date_to,
    observed_from: record.observed_from,
    observed_to: record.observed_to,
    points,
    observed_points: observed.length,
    before,
    after: last === undefined ? null : { backlinks: last.backlinks, referring_domains: last.referring_domains },
    totals,
    // What an index began with was there before, so it is no share of what was known then.
    net_change: netChange(totals, baseline === null ? before : null),
    baseline,
    loss_rate: lossRate(movement.new_backlinks, movement.lost_backlinks),
    referring_domains_loss_rate: lossRate(movement.new_referring_domains, movement.lost_referring_domains),
    strongest_gain: extreme(compared, Math.max(0, ...nets)),
    strongest_loss: extreme(compared, Math.min(0, ...nets)),
    ...momentumOf(observed),
    notes: notesOf(points, observed, question),
  };
}

function isObserved(point: Point): point is ObservedPoint {
  return Object.values(point).every((value) => value !== null);
}

function baselineOf(observed: readonly ObservedPoint[]): TimeseriesReport['baseline'] {
  const found = observed.find((point) => point.is_baseline);
  if (found === undefined) return null;
  const { period, backlinks, referring_domains } = found;
  return { period, backlinks, referring_domains };
}

/** Before its first fetch an index holds nothing but what tables of others told, and nothing says nothing of what there was. */
function observedBefore(
  { before, observed_from }: LinkTimeseriesRecord,
  question: TimeseriesQuestion,
): Standing | null {
  if (before === null) return null;
  const isObservedBefore = observed_from !== null && question.date_from > observed_from.slice(0, 10);
  return isObservedBefore || before.backlinks > 0 ? { ...before } : null;
}

interface Days {
  readonly from: number;
  readonly to: number;
}

function pointsOf(record: LinkTimeseriesRecord, question: TimeseriesQuestion): Point[] {
  const { group_range: group } = question;
  const range = { from: dayNumber(question.date_from) ?? 0, to: dayNumber(question.date_to) ?? 0 };
  const first = periodStart(range.from, group);
  const found = new Map(record.points.map((point) => [point.period, point]));
  const seen = observedDays(record);
  // Without a look at other sites there is no figure to begin with.
  const running = record.before === null ? null : { ...record.before };
  return Array.from({ length: periodCount(range.from, range.to, group) }, (_, at) => {
    const start = periodAfter(first, group, at);
    const whole = { from: start, to: periodAfter(start, group, 1) - 1 };
    const asked = { from: Math.max(whole.from, range.from), to: Math.min(whole.to, range.to) };
    const moved = found.get(dayText(start));
    const facts = factsOf(whole, asked, seen);
    // What moved was observed, whatever the days of the fetches say.
    if (running === null || (moved === undefined && !facts.is_observed)) return unknownPoint(dayText(start));
    return knownPoint(dayText(start), moved, facts, running);
  });
}

function observedDays({ observed_from, observed_to }: LinkTimeseriesRecord): Days | undefined {
  const from = observed_from === null ? undefined : dayNumber(observed_from.slice(0, 10));
  const to = observed_to === null ? undefined : dayNumber(observed_to.slice(0, 10));
  return from === undefined || to === undefined ? undefined : { from, to };
}

type Facts = Pick<Point, 'is_partial' | 'is_baseline'> & { readonly is_observed: boolean };

function factsOf(whole: Days, asked: Days, seen: Days | undefined): Facts {
  const isCut = asked.from > whole.from || asked.to < whole.to;
  if (seen === undefined || seen.to < asked.from || seen.from > asked.to)
    return { is_observed: false, is_partial: isCut, is_baseline: false };
  return {
    is_observed: true,
    is_partial: isCut || seen.from > whole.from || seen.to < whole.to,
    is_baseline: seen.from >= asked.from && seen.from <= asked.to,
  };
}

function unknownPoint(period: string): Point {
  return {
    period,
    new_backlinks: null,
    lost_backlinks: null,
    new_referring_domains: null,
    lost_referring_domains: null,
    net_backlinks: null,
    net_referring_domains: null,
    backlinks: null,
    referring_domains: null,
    is_partial: false,
    is_baseline: false,
  };
}

/** Adds what moved to the running figures, which stand at the end of the period then. */
function knownPoint(period: string, moved: Found | undefined, facts: Facts, running: Mutable<Standing>): Point {
  const { new_backlinks, lost_backlinks, new_referring_domains, lost_referring_domains } = moved ?? NOTHING;
  const net_backlinks = new_backlinks - lost_backlinks;
  const net_referring_domains = new_referring_domains - lost_referring_domains;
  running.backlinks += net_backlinks;
  running.referring_domains += net_referring_domains;
  return {
    period,
    new_backlinks,
    lost_backlinks,
    new_referring_domains,
    lost_referring_domains,
    net_backlinks,
    net_referring_domains,
    ...running,
    is_partial: facts.is_partial,
    is_baseline: facts.is_baseline,
  };
}

type Mutable<Type> = { -readonly [Field in keyof Type]: Type[Field] };

const NOTHING = { new_backlinks: 0, lost_backlinks: 0, new_referring_domains: 0, lost_referring_domains: 0 };

function totalsOf(observed: readonly ObservedPoint[]): TimeseriesReport['totals'] {
  const sum = (field: keyof typeof NOTHING): number | null =>
    observed.length === 0 ? null : observed.reduce((total, point) => total + point[field], 0);
  return {
    new_backlinks: sum('new_backlinks'),
    lost_backlinks: sum('lost_backlinks'),
    new_referring_domains: sum('new_referring_domains'),
    lost_referring_domains: sum('lost_referring_domains'),
  };
}

function netChange(totals: TimeseriesReport['totals'], before: Standing | null): TimeseriesReport['net_change'] {
  const backlinks = difference(totals.new_backlinks, totals.lost_backlinks);
  const referring_domains = difference(totals.new_referring_domains, totals.lost_referring_domains);
  return {
    backlinks,
    referring_domains,
    backlinks_share: backlinks === null || before === null ? null : shareOf(backlinks, before.backlinks),
    referring_domains_share:
      referring_domains === null || before === null ? null : shareOf(referring_domains, before.referring_domains),
  };
}

function difference(gained: number | null, lost: number | null): number | null {
  return gained === null || lost === null ? null : gained - lost;
}

function lossRate(gained: number | null, lost: number | null): number | null {
  return gained === null || lost === null ? null : shareOf(lost, gained + lost);
}

function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000;
}

function extreme(points: readonly ObservedPoint[], net: number): TimeseriesReport['strongest_gain'] {
  const found = net === 0 ? undefined : points.findLast((point) => point.net_backlinks === net);
  if (found === undefined) return null;
  const { period, net_backlinks, net_referring_domains, new_backlinks, lost_backlinks } = found;
  return { period, net_backlinks, net_referring_domains, new_backlinks, lost_backlinks };
}

function notesOf(points: readonly Point[], observed: readonly ObservedPoint[], question: TimeseriesQuestion): string[] {
  const { group_range: group } = question;
  const notes: string[] = [];
  const unseen = points.length - observed.length;
  if (unseen > 0) notes.push(`Nothing was observed in ${counted(unseen, group)}: the figures there are null.`);
  const baseline = observed.find((point) => point.is_baseline);
  if (baseline !== undefined)
    notes.push(
      `The index began in the ${group} of ${baseline.period}: the links found then are of every age, so that ${group} is no gain and no part of the momentum.`,
    );
  const running = observed.at(-1);
  if (running?.is_partial === true && running !== baseline)
    notes.push(`The ${group} of ${running.period} is covered in part only.`);
  return notes;
}
