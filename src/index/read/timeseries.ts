import { z } from 'zod';

import type { LinkTimeseriesQuery, LinkTimeseriesRecord } from '../../ports/links.ts';
import { sql, type Sql } from '../database/sql.ts';
import type { HeldLink } from './rows/held-facts.ts';
import type { LinkRows } from './rows/rows.ts';

/** What is counted, by its number in the answer. */
const KINDS = [
  'new_backlinks',
  'lost_backlinks',
  'new_referring_domains',
  'lost_referring_domains',
  'links',
  'hosts',
] as const;

const Event = z.object({ kind: z.int(), period: z.string(), counted: z.int() });
type HistoryEvent = z.infer<typeof Event>;

const HISTORY_COLUMNS = ['source_host', 'first_seen', 'lost_at'] as const;

export type LinkHistory = Pick<LinkTimeseriesRecord, 'before' | 'points'>;

/**
 * Links and hosts that came and went. A link lives from its first sighting until it is lost; a host from its first link
 * until all of its links are lost. So what was before, and what came and went since, add up to what there is.
 */
export async function linkHistory(rows: LinkRows, query: LinkTimeseriesQuery): Promise<LinkHistory> {
  const links = await rows.held(HISTORY_COLUMNS);
  const events = links === undefined ? await askedHistory(rows, query) : heldHistory(links, query);
  const before = { backlinks: 0, referring_domains: 0 };
  const points = new Map<string, Record<Figure, number>>();
  for (const { kind, period, counted } of events) {
    const name = KINDS[kind];
    if (name === 'links') before.backlinks = counted;
    else if (name === 'hosts') before.referring_domains = counted;
    else if (name !== undefined) {
      const point = points.get(period) ?? { ...NOTHING };
      point[name] = counted;
      points.set(period, point);
    }
  }
  const inOrder = [...points].sort(([one], [other]) => (one < other ? -1 : 1));
  return { before, points: inOrder.map(([period, figures]) => ({ period, ...figures })) };
}

type Figure = 'new_backlinks' | 'lost_backlinks' | 'new_referring_domains' | 'lost_referring_domains';

const NOTHING: Readonly<Record<Figure, number>> = {
  new_backlinks: 0,
  lost_backlinks: 0,
  new_referring_domains: 0,
  lost_referring_domains: 0,
};

/** The history of very many links is counted by day once for all questions about it. */
async function askedHistory(rows: LinkRows, query: LinkTimeseriesQuery): Promise<readonly HistoryEvent[]> {
  if (!rows.is_hot) return rows.ask(Event, eventsSql(rows, query));
  const whole = { ...query, date_from: '1970-01-01', date_to: '2105-12-31', group: 'day' } as const;
  return periodsOf(await rows.ask(Event, eventsSql(rows, whole)), query);
}

/** One pass over the links: by the period of each end of theirs, and by host. */
function eventsSql(rows: LinkRows, query: LinkTimeseriesQuery): Sql {
  const from = secondsOf(query.date_from);
  const end = secondsOf(query.date_to) + DAY_SECONDS;
  const within = (time: Sql): Sql => sql`${time} >= ${Math.max(1, from)} AND ${time} < ${end}`;
  const period = (time: Sql): Sql => sql`if(${within(time)}, ${PERIODS[query.group](time)}, toDate(0))`;
  return sql`SELECT event.1 AS kind, toString(event.2) AS period, sum(event.3) AS counted
    FROM (SELECT came, went, source_host, grouping(came) AS no_came, grouping(went) AS no_went, count() AS links,
        min(first_seen) AS first, max(lost_at) AS last, countIf(lost_at = 0) > 0 AS is_live,
        countIf(first_seen < ${from} AND (lost_at = 0 OR lost_at >= ${from})) AS links_before
      FROM (SELECT source_host, first_seen, lost_at, ${period(sql`first_seen`)} AS came, ${period(sql`lost_at`)} AS went
        FROM ${rows.from(HISTORY_COLUMNS)})
      GROUP BY GROUPING SETS ((came), (went), (source_host)))
    ARRAY JOIN multiIf(no_came = 0, [(0, came, links)], no_went = 0, [(1, went, links)], [
      (2, ${period(sql`first`)}, 1), (3, if(is_live, toDate(0), ${period(sql`last`)}), 1), (4, toDate(1), links_before),
      (5, toDate(1), first < ${from} AND (is_live OR last >= ${from}))]) AS event
    WHERE event.2 != toDate(0) GROUP BY kind, period`;
}

const PERIODS: Readonly<Record<LinkTimeseriesQuery['group'], (time: Sql) => Sql>> = {
  day: (time) => sql`toDate(toDateTime(${time}, 'UTC'))`,
  week: (time) => sql`toStartOfWeek(toDateTime(${time}, 'UTC'), 1)`,
  month: (time) => sql`toStartOfMonth(toDateTime(${time}, 'UTC'))`,
  year: (time) => sql`toStartOfYear(toDateTime(${time}, 'UTC'))`,
};

type HistoryLink = Pick<HeldLink, (typeof HISTORY_COLUMNS)[number]>;

/** What came and went by period, as the engine would count it: by the kinds of the history's events. */
function heldHistory(
  links: readonly HistoryLink[],
  { date_from, date_to, group }: LinkTimeseriesQuery,
): readonly HistoryEvent[] {
  const [from, end] = [secondsOf(date_from), secondsOf(date_to) + DAY_SECONDS];
  const counts = new Map<string, HistoryEvent>();
  const count = (kind: number, seconds: number): void => {
    if (seconds < Math.max(1, from) || seconds >= end) return;
    const period = periodOf(group, seconds);
    const key = `${kind} ${period}`;
    counts.set(key, { kind, period, counted: (counts.get(key)?.counted ?? 0) + 1 });
  };
  const wasThere = (first: number, lost: number): boolean => first < from && (lost === 0 || lost >= from);
  let [links_before, hosts_before] = [0, 0];
  for (const { first_seen, lost_at } of links) {
    count(0, first_seen);
    count(1, lost_at);
    if (wasThere(first_seen, lost_at)) links_before += 1;
  }
  for (const [first, lost] of livesOfHosts(links)) {
    count(2, first);
    count(3, lost);
    if (wasThere(first, lost)) hosts_before += 1;
  }
  return [
    ...counts.values(),
    { kind: 4, period: '', counted: links_before },
    { kind: 5, period: '', counted: hosts_before },
  ];
}

/**
 * The same from what came and went by day. Of links and of hosts, those were there before that had come and not gone.
 */
function periodsOf(
  days: readonly HistoryEvent[],
  { date_from, date_to, group }: LinkTimeseriesQuery,
): readonly HistoryEvent[] {
  const periods = new Map<string, HistoryEvent>();
  for (const { kind, period: day, counted } of days) {
    if (kind > 3 || day < date_from || day > date_to) continue;
    const period = periodOf(group, secondsOf(day));
    const key = `${kind} ${period}`;
    periods.set(key, { kind, period, counted: (periods.get(key)?.counted ?? 0) + counted });
  }
  const before = (kind: number): number =>
    days.reduce((sum, day) => (day.kind === kind && day.period < date_from ? sum + day.counted : sum), 0);
  return [
    ...periods.values(),
    { kind: 4, period: '', counted: before(0) - before(1) },
    { kind: 5, period: '', counted: before(2) - before(3) },
  ];
}

function periodOf(group: LinkTimeseriesQuery['group'], seconds: number): string {
  return PERIOD_STARTS[group](new Date(seconds * 1000))
    .toISOString()
    .slice(0, 10);
}

/** Of each host its first sighting, and when its last link was lost; 0 while one is live. */
function livesOfHosts(links: readonly HistoryLink[]): readonly (readonly [first: number, lost: number])[] {
  return [...Map.groupBy(links, ({ source_host }) => source_host).values()].map((ofHost) => {
    const first = Math.min(...ofHost.map(({ first_seen }) => first_seen));
    const isLive = ofHost.some(({ lost_at }) => lost_at === 0);
    return [first, isLive ? 0 : Math.max(...ofHost.map(({ lost_at }) => lost_at))];
  });
}

/** The first day of the period; weeks begin on Monday. */
const PERIOD_STARTS: Readonly<Record<LinkTimeseriesQuery['group'], (time: Date) => Date>> = {
  day: (time) => time,
  week: (time) => new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * DAY_SECONDS * 1000),
  month: (time) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth())),
  year: (time) => new Date(Date.UTC(time.getUTCFullYear(), 0)),
};

export const DAY_SECONDS = 86_400;

/** The beginning of a day, `yyyy-mm-dd`, UTC. */
function secondsOf(day: string): number {
  return Math.floor(Date.parse(`${day}T00:00:00Z`) / 1000);
}
