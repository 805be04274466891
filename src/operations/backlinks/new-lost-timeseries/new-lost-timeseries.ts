import { z } from 'zod';

import { agree, counted } from '../../../kernel/grammar.ts';
import {
  countPeriods,
  findPeriodStart,
  formatDay,
  type Group,
  GROUPS,
  namePeriod,
  parseDay,
  shiftPeriod,
} from '../../../links/calendar.ts';
import { keyed } from '../../../links/fields.ts';
import { SPAM_HIGH, shareOf } from '../../../links/quality.ts';
import type { LinkTimeseriesRecord } from '../../../ports/links.ts';
import type { Target } from '../../../web/target.ts';
import { type MovedPoint, momentumFields, readMomentum } from './momentum.ts';

const MOVED = ['new_backlinks', 'lost_backlinks', 'new_referring_domains', 'lost_referring_domains'] as const;
const NET = ['net_backlinks', 'net_referring_domains'] as const;
const EXTREME = [...NET, 'new_backlinks', 'lost_backlinks'] as const;

const Movement = z.object(keyed(MOVED, () => z.int().nullable()));

const Point = z.object({
  period: z
    .string()
    .describe('First day of the period; weeks start on Monday. The first period may start before date_from.'),
  ...Movement.shape,
  ...keyed(NET, () => z.int().nullable()),
  backlinks: z.int().nullable().describe('Live links at the end of the period.'),
  referring_domains: z.int().nullable().describe('Hosts with at least one live link.'),
  is_partial: z.boolean().describe('The range or the crawl covers only part of the period.'),
  is_baseline: z
    .boolean()
    .describe(
      'The index started in this period, so its new links can be of any age: they are counted, but not as a gain or momentum.',
    ),
});
type Point = z.infer<typeof Point>;

/** A point whose figures are known. */
type ObservedPoint = { readonly [Field in keyof Point]: NonNullable<Point[Field]> };

const Extreme = z.object({ period: z.string(), ...keyed(EXTREME, () => z.int()) });

const SpamMovement = z.object({
  new_referring_domains: z.int(),
  lost_referring_domains: z.int(),
  points: z
    .array(z.object({ period: z.string(), new_referring_domains: z.int(), lost_referring_domains: z.int() }))
    .describe('Periods in which such domains came or went, oldest first.'),
});

const Standing = z.object({ backlinks: z.int(), referring_domains: z.int() });

export const TimeseriesReport = z.object({
  target: z.object({ value: z.string(), type: z.enum(['domain', 'subdomain']) }),
  include_subdomains: z.boolean(),
  group_range: z.enum(GROUPS),
  date_from: z.string(),
  date_to: z.string().describe('No later than today.'),
  observed_from: z.string().nullable().describe('First day with crawl data.'),
  observed_to: z.string().nullable(),
  points: z
    .array(Point)
    .describe('Every period of the range, oldest first; figures are null where there is no crawl data.'),
  observed_points: z.int(),
  before: Standing.nullable().describe('Live links at the start of the range; null when not observed.'),
  after: Standing.nullable().describe('Live links at the end of the last observed period.'),
  baseline: Standing.extend({ period: z.string() })
    .nullable()
    .describe('Live links at the end of the period in which the index started; null when it started before the range.'),
  totals: Movement.describe('Over the observed periods, baseline included.'),
  net_change: z
    .object({
      ...Movement.shape,
      backlinks: z.int().nullable().describe('new_backlinks less lost_backlinks.'),
      referring_domains: z.int().nullable(),
      backlinks_share: z
        .number()
        .nullable()
        .describe('Relative to the live links at the start; null when there were none.'),
      referring_domains_share: z.number().nullable(),
    })
    .describe('Without the baseline, which is no gain.'),
  loss_rate: z
    .number()
    .nullable()
    .describe('lost / (new + lost) backlinks, baseline period excluded, 0-1; null when nothing changed.'),
  referring_domains_loss_rate: z.number().nullable(),
  strongest_gain: Extreme.nullable().describe('Highest net change of backlinks above 0; the most recent if tied.'),
  strongest_loss: Extreme.nullable().describe('Lowest net change of backlinks below 0; the most recent if tied.'),
  spam: SpamMovement.nullable().describe(
    `Of the new and lost referring domains, those whose linking pages have a spam score of ${SPAM_HIGH} or more on average, baseline excluded. They do not count towards momentum. Null when the source does not say.`,
  ),
  ...momentumFields,
  notes: z.array(z.string()),
});
export type TimeseriesReport = z.infer<typeof TimeseriesReport>;

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
  const points = listPoints(record, question);
  const before = readBefore(record, question);
  const observed = points.filter(isObserved);
  const totals = sumMovement(observed);
  const last = observed.at(-1);
  const compared = observed.filter((point) => !point.is_baseline);
  const movement = sumMovement(compared);
  const baseline = findBaseline(observed);
  const nets = compared.map((point) => point.net_backlinks);
  const { target } = question;
  const spam = sumSpam(record, compared);
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
    net_change: measureChange(movement, baseline === null ? before : null),
    baseline,
    loss_rate: measureLoss(movement.new_backlinks, movement.lost_backlinks),
    referring_domains_loss_rate: measureLoss(movement.new_referring_domains, movement.lost_referring_domains),
    strongest_gain: findExtreme(compared, Math.max(0, ...nets)),
    strongest_loss: findExtreme(compared, Math.min(0, ...nets)),
    spam,
    ...readMomentum(withoutSpam(record, observed)),
    notes: [...listNotes(points, observed, question), ...noteSpam(spam, movement.new_referring_domains)],
  };
}

function sumSpam({ spam }: LinkTimeseriesRecord, compared: readonly ObservedPoint[]): TimeseriesReport['spam'] {
  if (spam === null) return null;
  const periods = new Set(compared.map(({ period }) => period));
  const points = spam.points.filter(({ period }) => periods.has(period));
  const sum = (field: 'new_referring_domains' | 'lost_referring_domains'): number =>
    points.reduce((total, point) => total + point[field], 0);
  return {
    new_referring_domains: sum('new_referring_domains'),
    lost_referring_domains: sum('lost_referring_domains'),
    points,
  };
}

/** The domains of each period, as they were and moved without those that score as spam. */
function withoutSpam({ spam }: LinkTimeseriesRecord, observed: readonly ObservedPoint[]): readonly MovedPoint[] {
  if (spam === null) return observed;
  const found = new Map(spam.points.map((point) => [point.period, point]));
  let there = spam.referring_domains_before;
  return observed.map((point) => {
    const { new_referring_domains: came = 0, lost_referring_domains: went = 0 } = found.get(point.period) ?? {};
    there += came - went;
    return {
      ...point,
      new_referring_domains: point.new_referring_domains - came,
      net_referring_domains: point.net_referring_domains - came + went,
      referring_domains: point.referring_domains - there,
    };
  });
}

function noteSpam(spam: TimeseriesReport['spam'], gained: number | null): string[] {
  const came = spam?.new_referring_domains ?? 0;
  if (came === 0 || gained === null) return [];
  return [
    `${came.toLocaleString('en-US')} of ${counted(gained, 'new referring domain')} ${agree(came, 'has', 'have')} a high spam score and ${agree(came, 'does', 'do')} not count towards momentum.`,
  ];
}

function isObserved(point: Point): point is ObservedPoint {
  return Object.values(point).every((value) => value !== null);
}

function findBaseline(observed: readonly ObservedPoint[]): TimeseriesReport['baseline'] {
  const found = observed.find((point) => point.is_baseline);
  if (found === undefined) return null;
  const { period, backlinks, referring_domains } = found;
  return { period, backlinks, referring_domains };
}

/** Before its first fetch an index has only what imported tables say; when they say nothing, what there was is unknown. */
function readBefore({ before, observed_from }: LinkTimeseriesRecord, question: TimeseriesQuestion): Standing | null {
  if (before === null) return null;
  const isObservedBefore = observed_from !== null && question.date_from > observed_from.slice(0, 10);
  return isObservedBefore || before.backlinks > 0 ? { ...before } : null;
}

interface Days {
  readonly from: number;
  readonly to: number;
}

function listPoints(record: LinkTimeseriesRecord, question: TimeseriesQuestion): Point[] {
  const { group_range: group } = question;
  const range = { from: parseDay(question.date_from) ?? 0, to: parseDay(question.date_to) ?? 0 };
  const first = findPeriodStart(range.from, group);
  const found = new Map(record.points.map((point) => [point.period, point]));
  const seen = readObservedDays(record);
  // Without a look at other sites there is no figure to begin with.
  const running = record.before === null ? null : { ...record.before };
  return Array.from({ length: countPeriods(range.from, range.to, group) }, (_, at) => {
    const start = shiftPeriod(first, group, at);
    const whole = { from: start, to: shiftPeriod(start, group, 1) - 1 };
    const asked = { from: Math.max(whole.from, range.from), to: Math.min(whole.to, range.to) };
    const moved = found.get(formatDay(start));
    const facts = readFacts(whole, asked, seen);
    // What moved was observed, whatever the days of the fetches say.
    if (running === null || (moved === undefined && !facts.is_observed)) return makeUnknownPoint(formatDay(start));
    return makeKnownPoint(formatDay(start), moved, facts, running);
  });
}

function readObservedDays({ observed_from, observed_to }: LinkTimeseriesRecord): Days | undefined {
  const from = observed_from === null ? undefined : parseDay(observed_from.slice(0, 10));
  const to = observed_to === null ? undefined : parseDay(observed_to.slice(0, 10));
  return from === undefined || to === undefined ? undefined : { from, to };
}

type Facts = Pick<Point, 'is_partial' | 'is_baseline'> & { readonly is_observed: boolean };

function readFacts(whole: Days, asked: Days, seen: Days | undefined): Facts {
  const isCut = asked.from > whole.from || asked.to < whole.to;
  if (seen === undefined || seen.to < asked.from || seen.from > asked.to)
    return { is_observed: false, is_partial: isCut, is_baseline: false };
  return {
    is_observed: true,
    is_partial: isCut || seen.from > whole.from || seen.to < whole.to,
    is_baseline: seen.from >= asked.from && seen.from <= asked.to,
  };
}

const UNKNOWN = keyed([...MOVED, ...NET, 'backlinks', 'referring_domains'], () => null);

function makeUnknownPoint(period: string): Point {
  return { period, ...UNKNOWN, is_partial: false, is_baseline: false };
}

/** Adds what moved to the running figures, which stand at the end of the period then. */
function makeKnownPoint(period: string, moved: Found | undefined, facts: Facts, running: Mutable<Standing>): Point {
  const movement = moved ?? NOTHING;
  const net_backlinks = movement.new_backlinks - movement.lost_backlinks;
  const net_referring_domains = movement.new_referring_domains - movement.lost_referring_domains;
  running.backlinks += net_backlinks;
  running.referring_domains += net_referring_domains;
  const { is_partial, is_baseline } = facts;
  return { ...movement, period, net_backlinks, net_referring_domains, ...running, is_partial, is_baseline };
}

type Mutable<Type> = { -readonly [Field in keyof Type]: Type[Field] };

const NOTHING = keyed(MOVED, () => 0);

function sumMovement(observed: readonly ObservedPoint[]): TimeseriesReport['totals'] {
  return keyed(MOVED, (field) =>
    observed.length === 0 ? null : observed.reduce((total, point) => total + point[field], 0),
  );
}

function measureChange(totals: TimeseriesReport['totals'], before: Standing | null): TimeseriesReport['net_change'] {
  const backlinks = subtract(totals.new_backlinks, totals.lost_backlinks);
  const referring_domains = subtract(totals.new_referring_domains, totals.lost_referring_domains);
  return {
    ...totals,
    backlinks,
    referring_domains,
    backlinks_share: backlinks === null || before === null ? null : shareOf(backlinks, before.backlinks),
    referring_domains_share:
      referring_domains === null || before === null ? null : shareOf(referring_domains, before.referring_domains),
  };
}

function subtract(gained: number | null, lost: number | null): number | null {
  return gained === null || lost === null ? null : gained - lost;
}

function measureLoss(gained: number | null, lost: number | null): number | null {
  return gained === null || lost === null ? null : shareOf(lost, gained + lost);
}

function findExtreme(points: readonly ObservedPoint[], net: number): TimeseriesReport['strongest_gain'] {
  const found = net === 0 ? undefined : points.findLast((point) => point.net_backlinks === net);
  if (found === undefined) return null;
  const { period, net_backlinks, net_referring_domains, new_backlinks, lost_backlinks } = found;
  return { period, net_backlinks, net_referring_domains, new_backlinks, lost_backlinks };
}

function listNotes(
  points: readonly Point[],
  observed: readonly ObservedPoint[],
  question: TimeseriesQuestion,
): string[] {
  const { group_range: group } = question;
  const notes: string[] = [];
  const unseen = points.length - observed.length;
  if (unseen > 0) notes.push(`There is no crawl data for ${counted(unseen, group)}; the figures are not known.`);
  const baseline = observed.find((point) => point.is_baseline);
  if (baseline !== undefined)
    notes.push(
      `The index started during ${namePeriod(baseline.period, group)}: links found then can be of any age, so that ${group} counts neither as a gain nor towards momentum.`,
    );
  const running = observed.at(-1);
  if (running?.is_partial === true && running !== baseline)
    notes.push(`Only part of ${namePeriod(running.period, group)} is covered.`);
  return notes;
}
