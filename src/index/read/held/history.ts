import type { LinkTimeseriesQuery } from '../../../ports/links.ts';
import type { HISTORY_COLUMNS, HistoryEvent } from '../timeseries.ts';
import { DAY_SECONDS, secondsOf } from '../days.ts';
import type { HeldLink } from './links.ts';

type HistoryLink = Pick<HeldLink, (typeof HISTORY_COLUMNS)[number]>;

/** What came and went by period, as the engine would count it: by the kinds of the history's events. */
export function heldHistory(
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
export function periodsOf(
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
  return PERIODS[group](new Date(seconds * 1000))
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
const PERIODS: Readonly<Record<LinkTimeseriesQuery['group'], (time: Date) => Date>> = {
  day: (time) => time,
  week: (time) => new Date(time.getTime() - ((time.getUTCDay() + 6) % 7) * DAY_SECONDS * 1000),
  month: (time) => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth())),
  year: (time) => new Date(Date.UTC(time.getUTCFullYear(), 0)),
};
