import { z } from 'zod';

import type { LinkTimeseriesQuery, LinkTimeseriesRecord } from '../../ports/links.ts';
import { SPAM_UNKNOWN } from '../database/names.ts';
import { joined, Sql, sql } from '../database/sql.ts';
import { isNamedIn } from './rows/columns.ts';
import type { HeldLink } from './rows/held-facts.ts';
import type { LinkRows } from './rows/rows.ts';

/** What came and went. Hosts whose links look like spam are counted among all hosts, too. */
const COUNTS = {
  new_backlinks: z.int(),
  lost_backlinks: z.int(),
  new_referring_domains: z.int(),
  lost_referring_domains: z.int(),
  new_spam_hosts: z.int(),
  lost_spam_hosts: z.int(),
};
type Count = keyof typeof COUNTS;

const NOTHING: Readonly<Record<Count, number>> = {
  new_backlinks: 0,
  lost_backlinks: 0,
  new_referring_domains: 0,
  lost_referring_domains: 0,
  new_spam_hosts: 0,
  lost_spam_hosts: 0,
};

/** What came and went on a day, `yyyy-mm-dd`, UTC. */
const Day = z.object({ day: z.string(), ...COUNTS });
type Day = z.infer<typeof Day>;

const HISTORY_COLUMNS = ['source_host', 'first_seen', 'lost_at', 'spam'] as const;

export type LinkHistory = Pick<LinkTimeseriesRecord, 'before' | 'points' | 'spam'>;

/**
 * Links and hosts that came and went. A link lives from its first sighting until it is lost; a host from its first link
 * until all of its links are lost. So what was before, and what came and went since, add up to what there is: those were there
 * before that had come and not gone.
 */
export async function linkHistory(rows: LinkRows, query: LinkTimeseriesQuery): Promise<LinkHistory> {
  const links = await rows.held(HISTORY_COLUMNS);
  const days =
    links === undefined
      ? await rows.ask(Day, daysSql(rows, query.spam_score_min))
      : heldDays(links, query.spam_score_min);
  const before = summed(days.filter(({ day }) => day < query.date_from));
  const within = days.filter(({ day }) => day >= query.date_from && day <= query.date_to);
  const periods = [...Map.groupBy(within, ({ day }) => periodOf(query.group, day))]
    .map(([period, each]) => ({ period, ...summed(each) }))
    .sort((one, other) => (one.period < other.period ? -1 : 1));
  return {
    before: {
      backlinks: before.new_backlinks - before.lost_backlinks,
      referring_domains: before.new_referring_domains - before.lost_referring_domains,
    },
    points: periods.map(({ new_spam_hosts: _new, lost_spam_hosts: _lost, ...point }) => point),
    spam: {
      referring_domains_before: before.new_spam_hosts - before.lost_spam_hosts,
      points: periods.flatMap(({ period, new_spam_hosts, lost_spam_hosts }) =>
        new_spam_hosts + lost_spam_hosts === 0
          ? []
          : [{ period, new_referring_domains: new_spam_hosts, lost_referring_domains: lost_spam_hosts }],
      ),
    },
  };
}

function summed(days: readonly Day[]): Readonly<Record<Count, number>> {
  const sum = { ...NOTHING };
  for (const day of days) for (const name of NAMES) sum[name] += day[name];
  return sum;
}

const NAMES = Object.keys(COUNTS).filter((name) => isNamedIn(COUNTS, name));

/** One pass over the links: by the day of each end of theirs, and by host. One answer serves all periods of a target. */
function daysSql(rows: LinkRows, spam_score_min: number): Sql {
  const dayOf = (time: Sql): Sql => sql`toDate(toDateTime(${time}, 'UTC'))`;
  const isSpam = sql`avgIf(spam, spam != ${SPAM_UNKNOWN}) >= ${spam_score_min}`;
  const [came, went] = [dayOf(sql`first`), sql`if(is_live, toDate(0), ${dayOf(sql`last`)})`];
  const event = (name: Count, day: Sql, counted: Sql): Sql => sql`(${NAMES.indexOf(name)}, ${day}, ${counted})`;
  const ofHost = [
    event('new_referring_domains', came, sql`1`),
    event('lost_referring_domains', went, sql`1`),
    event('new_spam_hosts', came, sql`is_spam`),
    event('lost_spam_hosts', went, sql`is_spam`),
  ];
  const counts = NAMES.map((name, at) => sql`sumIf(event.3, event.1 = ${at}) AS ${new Sql(name)}`);
  return sql`SELECT toString(event.2) AS day, ${joined(counts, ', ')}
    FROM (SELECT came, went, source_host, grouping(came) AS no_came, grouping(went) AS no_went, count() AS links,
        min(first_seen) AS first, max(lost_at) AS last, countIf(lost_at = 0) > 0 AS is_live, ${isSpam} AS is_spam
      FROM (SELECT source_host, first_seen, lost_at, spam, ${dayOf(sql`first_seen`)} AS came, ${dayOf(sql`lost_at`)} AS went
        FROM ${rows.from(HISTORY_COLUMNS)})
      GROUP BY GROUPING SETS ((came), (went), (source_host)))
    ARRAY JOIN multiIf(no_came = 0, [${event('new_backlinks', sql`came`, sql`links`)}],
      no_went = 0, [${event('lost_backlinks', sql`went`, sql`links`)}], [${joined(ofHost, ', ')}]) AS event
    WHERE event.2 != toDate(0) AND event.3 > 0 GROUP BY day`;
}

type HistoryLink = Pick<HeldLink, (typeof HISTORY_COLUMNS)[number]>;

/** What came and went by day, as the engine would count it. */
function heldDays(links: readonly HistoryLink[], spam_score_min: number): readonly Day[] {
  const days = new Map<number, Record<Count, number>>();
  const count = (name: Count, seconds: number): void => {
    if (seconds === 0) return;
    const day = Math.floor(seconds / DAY_SECONDS);
    const counted = days.get(day) ?? { ...NOTHING };
    counted[name] += 1;
    days.set(day, counted);
  };
  for (const { first_seen, lost_at } of links) {
    count('new_backlinks', first_seen);
    count('lost_backlinks', lost_at);
  }
  for (const { first, lost, spam } of livesOfHosts(links)) {
    count('new_referring_domains', first);
    count('lost_referring_domains', lost);
    if (spam < spam_score_min || Number.isNaN(spam)) continue;
    count('new_spam_hosts', first);
    count('lost_spam_hosts', lost);
  }
  return Array.from(days, ([day, counts]) => ({ day: dateOf(new Date(day * DAY_SECONDS * 1000)), ...counts }));
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function periodOf(group: LinkTimeseriesQuery['group'], day: string): string {
  return dateOf(PERIOD_STARTS[group](new Date(day)));
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
