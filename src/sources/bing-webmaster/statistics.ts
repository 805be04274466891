import { z } from 'zod';

import type { SourceContext } from '../../ports/define-source.ts';
import type { ConsolePiece, ConsoleSource, ConsoleUnit } from '../../ports/console-source.ts';
import type { ConsoleDay, ConsoleGrain, ConsoleRow } from '../../ports/console.ts';
import { type BingSettings, readRows } from './keywords.ts';
import { readBingDate } from './weeks.ts';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
const ASK_MS_MAX = 120_000;
const WAIT_MS = 900_000;
/** After so many waits the throttle is one of the whole day. */
const WAITS = 3;
/** Beyond this it is no position; unknown ones are -1 or 0. */
const POSITION_MAX = 1000;

const METHODS: readonly { readonly grain: ConsoleGrain; readonly method: string }[] = [
  { grain: 'total', method: 'GetRankAndTrafficStats' },
  { grain: 'page', method: 'GetPageStats' },
  { grain: 'query', method: 'GetQueryStats' },
];

const Site = z.object({ Url: z.string(), IsVerified: z.boolean().default(true) });
const Bucket = z.object({
  // Of pages too: the address stands where queries do.
  Query: z.string().default(''),
  Date: z.string(),
  Clicks: z.number().min(0).nullish(),
  Impressions: z.number().min(0),
  AvgImpressionPosition: z.number().nullish(),
});
type Bucket = z.output<typeof Bucket>;

/** Bing Webmaster Tools as a source of the operator's own figures. It takes no dates: each table comes whole. */
export function createBingConsole(context: Omit<SourceContext<BingSettings>, 'signal'>): ConsoleSource {
  const inTime = (signal: AbortSignal): SourceContext<BingSettings> => ({
    ...context,
    signal: AbortSignal.any([signal, AbortSignal.timeout(ASK_MS_MAX)]),
  });
  return {
    engine: 'bing',
    source: 'bing-webmaster',
    search_types: ['web'],
    account: () => Promise.resolve(undefined),
    async properties(signal) {
      const sites = await readRows(inTime(signal), 'GetUserSites', {}, Site);
      return sites.filter(({ IsVerified }) => IsVerified).map(({ Url }) => Url);
    },
    plan: () =>
      Promise.resolve(
        METHODS.map(({ grain }): ConsoleUnit => ({ search_type: 'web', day: undefined, grains: [grain] })),
      ),
    async *read(property, { grains }, signal) {
      for (const { grain, method } of METHODS.filter((one) => grains.includes(one.grain))) {
        const buckets = await readRows(inTime(signal), method, { siteUrl: property }, Bucket);
        yield* tableOf(grain, buckets, context.now());
      }
    },
    retryAt: (_failure, waits) => new Date(context.now().getTime() + (waits < WAITS ? WAIT_MS : DAY_MS)),
  };
}

function* tableOf(grain: ConsoleGrain, buckets: readonly Bucket[], now: Date): Generator<ConsolePiece> {
  const dated = buckets.flatMap((bucket) => {
    const begins = readBingDate(bucket.Date);
    return begins === undefined ? [] : [{ bucket, day: begins.toISOString().slice(0, 10) }];
  });
  const names = [...new Set(dated.map(({ day }) => day))].toSorted();
  const days = lengthOf(names);
  const rows = dated.flatMap(({ bucket, day }) => rowOf(grain, bucket, { day, days }) ?? []);
  if (rows.length > 0) yield { grain, rows };
  const isOver = (day: string): boolean => Date.parse(day) + days * DAY_MS <= now.getTime();
  yield { grain, days: names.map((day): ConsoleDay => ({ day, days, is_final: isOver(day), is_cut: false })) };
}

/** Days from one bucket to the next: queries and pages come by the week, traffic of some accounts by the day. */
function lengthOf(names: readonly string[]): number {
  const gaps = names.slice(1).map((day, at) => (Date.parse(day) - Date.parse(names[at] ?? day)) / DAY_MS);
  return Math.min(WEEK_DAYS, ...gaps);
}

function rowOf(
  grain: ConsoleGrain,
  { Query: named, Clicks: clicks, Impressions: impressions, AvgImpressionPosition: position }: Bucket,
  period: Pick<ConsoleRow, 'day' | 'days'>,
): ConsoleRow | undefined {
  if (grain !== 'total' && named.trim() === '') return undefined;
  const isPosition = typeof position === 'number' && position >= 1 && position <= POSITION_MAX;
  return {
    ...period,
    query: grain === 'query' ? named : null,
    page: grain === 'page' ? named : null,
    country: null,
    device: null,
    appearance: null,
    clicks: clicks ?? null,
    impressions,
    position_sum: isPosition ? position * impressions : null,
  };
}
