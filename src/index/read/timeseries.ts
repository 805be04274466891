import { z } from 'zod';

import type { LinkTimeseriesQuery, LinkTimeseriesRecord } from '../../ports/links.ts';
import { SPAM_UNKNOWN } from '../database/names.ts';
import { joined, sql, type Sql } from '../database/sql.ts';
import type { HeldLink } from './rows/held-facts.ts';
import type { LinkRows } from './rows/rows.ts';

/** What is counted, by its number in the answer. */
const KINDS = [
  'new_backlinks',
  'lost_backlinks',
  'new_referring_domains',
  'lost_referring_domains',
  'new_spam_hosts',
  'lost_spam_hosts',
  'links_before',
  'hosts_before',
  'spam_hosts_before',
] as const;
type Kind = (typeof KINDS)[number];

const kind = (name: Kind): number => KINDS.indexOf(name);

const Event = z.object({ kind: z.int(), period: z.string(), counted: z.int() });
type HistoryEvent = z.infer<typeof Event>;

const HISTORY_COLUMNS = ['source_host', 'first_seen', 'lost_at', 'spam'] as const;

export type LinkHistory = Pick<LinkTimeseriesRecord, 'before' | 'points' | 'spam'>;

/**
 * Links and hosts that came and went. A link lives from its first sighting until it is lost; a host from its first link
 * until all of its links are lost. So what was before, and what came and went since, add up to what there is.
 */
export async function linkHistory(rows: LinkRows, query: LinkTimeseriesQuery): Promise<LinkHistory> {
  const links = await rows.held(HISTORY_COLUMNS);
  const events = links === undefined ? await askedHistory(rows, query) : heldHistory(links, query);
  const counts = new Map<string, Partial<Record<Kind, number>>>();
  for (const { kind: at, period, counted } of events) {
    const name = KINDS[at];
    const point = counts.get(period) ?? {};
    if (name !== undefined) counts.set(period, { ...point, [name]: counted });
  }
  const there = counts.get(BEFORE) ?? {};
  counts.delete(BEFORE);
  const periods = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    before: { backlinks: there.links_before ?? 0, referring_domains: there.hosts_before ?? 0 },
    points: periods.map(([period, counted]) => ({
      period,
      new_backlinks: counted.new_backlinks ?? 0,
      lost_backlinks: counted.lost_backlinks ?? 0,
      new_referring_domains: counted.new_referring_domains ?? 0,
      lost_referring_domains: counted.lost_referring_domains ?? 0,
    })),
    spam: {
      referring_domains_before: there.spam_hosts_before ?? 0,
      points: periods.flatMap(([period, { new_spam_hosts = 0, lost_spam_hosts = 0 }]) =>
        new_spam_hosts + lost_spam_hosts === 0
          ? []
          : [{ period, new_referring_domains: new_spam_hosts, lost_referring_domains: lost_spam_hosts }],
      ),
    },
  };
}

/** What was there before has no period. */
const BEFORE = '1970-01-02';

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
  const isSpam = sql`avgIf(spam, spam != ${SPAM_UNKNOWN}) >= ${query.spam_score_min}`;
  const came = period(sql`first`);
  const went = sql`if(is_live, toDate(0), ${period(sql`last`)})`;
  const wasThere = sql`first < ${from} AND (is_live OR last >= ${from})`;
  const event = (name: Kind, day: Sql, counted: Sql): Sql => sql`(${kind(name)}, ${day}, ${counted})`;
  const ofHost = [
    event('new_referring_domains', came, sql`1`),
    event('lost_referring_domains', went, sql`1`),
    event('new_spam_hosts', came, sql`is_spam`),
    event('lost_spam_hosts', went, sql`is_spam`),
    event('links_before', sql`toDate(1)`, sql`links_before`),
    event('hosts_before', sql`toDate(1)`, wasThere),
    event('spam_hosts_before', sql`toDate(1)`, sql`is_spam AND ${wasThere}`),
  ];
  return sql`SELECT event.1 AS kind, toString(event.2) AS period, sum(event.3) AS counted
    FROM (SELECT came, went, source_host, grouping(came) AS no_came, grouping(went) AS no_went, count() AS links,
        min(first_seen) AS first, max(lost_at) AS last, countIf(lost_at = 0) > 0 AS is_live, ${isSpam} AS is_spam,
        countIf(first_seen < ${from} AND (lost_at = 0 OR lost_at >= ${from})) AS links_before
      FROM (SELECT source_host, first_seen, lost_at, spam, ${period(sql`first_seen`)} AS came, ${period(sql`lost_at`)} AS went
        FROM ${rows.from(HISTORY_COLUMNS)})
      GROUP BY GROUPING SETS ((came), (went), (source_host)))
    ARRAY JOIN multiIf(no_came = 0, [(0, came, links)], no_went = 0, [(1, went, links)], [${joined(ofHost, ', ')}]) AS event
    WHERE event.2 != toDate(0) AND event.3 > 0 GROUP BY kind, period`;
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
  { date_from, date_to, group, spam_score_min }: LinkTimeseriesQuery,
): readonly HistoryEvent[] {
  const [from, end] = [secondsOf(date_from), secondsOf(date_to) + DAY_SECONDS];
  const counts = new Map<string, HistoryEvent>();
  const count = (name: Kind, seconds: number): void => {
    if (seconds < Math.max(1, from) || seconds >= end) return;
    const period = periodOf(group, seconds);
    const key = `${name} ${period}`;
    counts.set(key, { kind: kind(name), period, counted: (counts.get(key)?.counted ?? 0) + 1 });
  };
  const wasThere = (first: number, lost: number): boolean => first < from && (lost === 0 || lost >= from);
  let [links_before, hosts_before, spam_hosts_before] = [0, 0, 0];
  for (const { first_seen, lost_at } of links) {
    count('new_backlinks', first_seen);
    count('lost_backlinks', lost_at);
    if (wasThere(first_seen, lost_at)) links_before += 1;
  }
  for (const { first, lost, spam } of livesOfHosts(links)) {
    const isSpam = spam >= spam_score_min;
    count('new_referring_domains', first);
    count('lost_referring_domains', lost);
    if (isSpam) count('new_spam_hosts', first);
    if (isSpam) count('lost_spam_hosts', lost);
    if (wasThere(first, lost)) hosts_before += 1;
    if (wasThere(first, lost) && isSpam) spam_hosts_before += 1;
  }
  return [...counts.values(), ...thereBefore({ links_before, hosts_before, spam_hosts_before })];
}

function thereBefore(
  counted: Readonly<Record<'links_before' | 'hosts_before' | 'spam_hosts_before', number>>,
): readonly HistoryEvent[] {
  return (['links_before', 'hosts_before', 'spam_hosts_before'] as const).map((name) => ({
    kind: kind(name),
    period: BEFORE,
    counted: counted[name],
  }));
}

/**
 * The same from what came and went by day. Of links and of hosts, those were there before that had come and not gone.
 */
function periodsOf(
  days: readonly HistoryEvent[],
  { date_from, date_to, group }: LinkTimeseriesQuery,
): readonly HistoryEvent[] {
  const periods = new Map<string, HistoryEvent>();
  for (const { kind: at, period: day, counted } of days) {
    if (at >= kind('links_before') || day < date_from || day > date_to) continue;
    const period = periodOf(group, secondsOf(day));
    const key = `${at} ${period}`;
    periods.set(key, { kind: at, period, counted: (periods.get(key)?.counted ?? 0) + counted });
  }
  const before = (name: Kind): number =>
    days.reduce((sum, day) => (KINDS[day.kind] === name && day.period < date_from ? sum + day.counted : sum), 0);
  const there = {
    links_before: before('new_backlinks') - before('lost_backlinks'),
    hosts_before: before('new_referring_domains') - before('lost_referring_domains'),
    spam_hosts_before: before('new_spam_hosts') - before('lost_spam_hosts'),
  };
  return [...periods.values(), ...thereBefore(there)];
}

function periodOf(group: LinkTimeseriesQuery['group'], seconds: number): string {
  return PERIOD_STARTS[group](new Date(seconds * 1000))
    .toISOString()
    .slice(0, 10);
}

/** Of each host its first sighting, when its last link was lost (0 while one is live), and the mean spam score of its links. */
function livesOfHosts(
  links: readonly HistoryLink[],
): readonly { readonly first: number; readonly lost: number; readonly spam: number }[] {
  return [...Map.groupBy(links, ({ source_host }) => source_host).values()].map((ofHost) => {
    const first = Math.min(...ofHost.map(({ first_seen }) => first_seen));
    const isLive = ofHost.some(({ lost_at }) => lost_at === 0);
    const lost = isLive ? 0 : Math.max(...ofHost.map(({ lost_at }) => lost_at));
    const scores = ofHost.flatMap(({ spam }) => (spam === SPAM_UNKNOWN ? [] : [spam]));
    // Without a score, the mean is no number, which is never enough.
    return { first, lost, spam: scores.reduce((sum, score) => sum + score, 0) / scores.length };
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
