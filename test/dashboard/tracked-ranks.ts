import { connectDatabase } from '../../src/index/database/database.ts';
import { openFactStores } from '../../src/index/facts/stores.ts';
import { EngineObservationWriter } from '../../src/index/facts/write.ts';
import type { SerpQuery } from '../../src/ports/serp.ts';
import { serpRecord } from '../serp-records.ts';
import { fieldsOf } from '../../src/kernel/fields-of.ts';
import type { TestService } from '../service.ts';

/** One check of a search: where the site stood, and who looked. */
interface MadeCheck {
  readonly days_ago: number;
  /** Null: not among the results. */
  readonly position: number | null;
  readonly source: string;
}

const KEYWORD = 'bike repair';
const DAY_MS = 86_400_000;
const RESULTS = 30;

/** Writes result pages into the index of a running service, as if its checks had been made on those days. */
async function keepChecks(service: TestService, checks: readonly MadeCheck[]): Promise<void> {
  const database = connectDatabase(service.config.clickhouse_url ?? '');
  try {
    const { check } = openFactStores(database, { find: async () => [], flush: async () => undefined }).serp;
    const kept = checks.flatMap((made) => {
      const serp = pageOf(made);
      return check.observe(QUERY, serp, serp.source).map((observed, at) => ({
        ...observed,
        id: `${made.days_ago}-${at}`,
        source: serp.source,
        workspace_id: '',
        delete_at: undefined,
      }));
    });
    await new EngineObservationWriter(database, () => undefined).write(kept);
  } finally {
    await database.close();
  }
}

const PLACE = {
  code: 2840,
  name: 'United States',
  country: 'US',
  kind: 'country',
  latitude: null,
  longitude: null,
} as const;

const QUERY: SerpQuery = {
  keyword: KEYWORD,
  engine: 'google',
  location: PLACE,
  language: 'en',
  device: 'mobile',
  depth: RESULTS,
  stop_at: undefined,
  wants: ['organic'],
  include_domains: [],
  exclude_domains: [],
};

function pageOf({ days_ago, position, source }: MadeCheck) {
  const items = Array.from({ length: RESULTS }, (_, at) => ({
    url: at + 1 === position ? 'https://harbour-bikes.example/' : `https://other-${at}.example/`,
    page: Math.ceil((at + 1) / 10),
  }));
  return serpRecord(items, {
    keyword: KEYWORD,
    source,
    location: PLACE,
    device: 'mobile',
    checked_at: new Date(Date.now() - days_ago * DAY_MS).toISOString(),
    depth_asked: RESULTS,
    pages_fetched: 3,
  });
}

const FAILED_DAYS = [33, 34, 35];
const prepared = new WeakMap<TestService, Promise<void>>();

/**
 * A tracked keyword with two months of daily checks: failed ones, days without a result, and a new source.
 *
 * Its result pages are written once a service, however often it is asked for. Answers its id.
 */
export async function trackBikeRepair(service: TestService): Promise<string> {
  const { json } = await service.call('/rank/targets', {
    targets: [{ keyword: KEYWORD, url: 'harbour-bikes.example', tags: ['services'] }],
    location: 'United States',
    device: 'mobile',
  });
  const writing = prepared.get(service) ?? writeHistory(service);
  prepared.set(service, writing);
  await writing;
  const [target] = [json['targets']].flat();
  return String(fieldsOf(target)['id']);
}

async function writeHistory(service: TestService): Promise<void> {
  const days = Array.from({ length: 60 }, (_, at) => 59 - at).filter((day) => !FAILED_DAYS.includes(day));
  await keepChecks(
    service,
    days.map((days_ago) => ({
      days_ago,
      position: days_ago >= 20 && days_ago <= 22 ? null : days_ago < 5 ? 4 : 9 + (days_ago % 3),
      source: days_ago < 12 ? 'serper' : 'dataforseo',
    })),
  );
  await service.rows(`
    insert into check_runs (workspace_id, capability, series_hash, series, keyword, failed_at, reason, source, operation, request_id)
    select workspace_id, 'serp', '\\x00', '{"engine":"google","location_code":2840,"language":"en","device":"mobile"}', '${KEYWORD}',
      now() - make_interval(days => day), 'serper did not respond.', 'serper', 'rank.targets.check', 'req_' || day
    from rank_targets, unnest(array[${FAILED_DAYS.join()}]) as day where keyword = '${KEYWORD}'`);
}
