import { connectDatabase } from '../../src/index/database/database.ts';
import { startIndexEngine } from '../../src/index/engine/start.ts';
import { openFactStores } from '../../src/index/facts/stores.ts';
import { EngineObservationWriter } from '../../src/index/facts/write.ts';
import { Closing } from '../../src/kernel/closing.ts';
import type { SerpQuery } from '../../src/ports/serp.ts';
import { serpRecord } from '../serp-records.ts';
import { fieldsOf } from '../../src/kernel/fields-of.ts';
import type { TestService } from '../service.ts';

/** One check of a search: where the site stood, on which page of it, and who looked. */
export interface MadeCheck {
  readonly days_ago: number;
  /** Null: not among the results. */
  readonly position: number | null;
  readonly url?: string;
  readonly source?: string;
}

const DAY_MS = 86_400_000;
const RESULTS = 30;
const SILENT = { info: () => undefined, warn: () => undefined };

/** Writes result pages into the index of a running service, as if its checks had been made on those days. */
export async function keepChecks(
  service: TestService,
  checks: ReadonlyMap<string, readonly MadeCheck[]>,
  now = Date.now(),
): Promise<void> {
  const closing = new Closing();
  try {
    const engine = await startIndexEngine({ data_dir: service.config.data_dir, log: SILENT });
    closing.defer(() => engine.stop());
    const database = connectDatabase(engine.url);
    closing.add(database);
    const { check } = openFactStores(database, { find: async () => [], flush: async () => undefined }).serp;
    const kept = [...checks].flatMap(([keyword, made]) =>
      made.flatMap((each) => {
        const serp = pageOf(keyword, each, now);
        return check.observe(queryOf(keyword), serp, serp.source).map((observed, at) => ({
          ...observed,
          id: `${keyword}-${each.days_ago}-${at}`,
          source: serp.source,
          workspace_id: '',
          delete_at: undefined,
        }));
      }),
    );
    await new EngineObservationWriter(database, () => undefined).write(kept);
  } finally {
    await closing.close();
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

function queryOf(keyword: string): SerpQuery {
  return {
    keyword,
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
}

function pageOf(keyword: string, { days_ago, position, url, source = 'dataforseo' }: MadeCheck, now: number) {
  const items = Array.from({ length: RESULTS }, (_, at) => ({
    url: at + 1 === position ? (url ?? 'https://harbour-bikes.example/') : `https://other-${at}.example/`,
    page: Math.ceil((at + 1) / 10),
  }));
  return serpRecord(items, {
    keyword,
    keyword_sent: keyword,
    source,
    location: PLACE,
    device: 'mobile',
    checked_at: new Date(now - days_ago * DAY_MS).toISOString(),
    depth_asked: RESULTS,
    pages_fetched: 3,
  });
}

/** A keyword with two months of daily checks: failed ones, days without a result, and a new source. Answers its id. */
export async function trackBikeRepair(service: TestService): Promise<string> {
  const keyword = 'bike repair';
  const days = Array.from({ length: 60 }, (_, at) => 59 - at);
  const failed = [33, 34, 35];
  const checks = days
    .filter((days_ago) => !failed.includes(days_ago))
    .map((days_ago) => ({
      days_ago,
      position: days_ago >= 20 && days_ago <= 22 ? null : days_ago < 5 ? 4 : 9 + (days_ago % 3),
      source: days_ago < 12 ? 'serper' : 'dataforseo',
    }));
  await keepChecks(service, new Map([[keyword, checks]]));
  const { json } = await service.call('/rank/targets', {
    targets: [{ keyword, url: 'harbour-bikes.example', tags: ['services'] }],
    location: 'United States',
    device: 'mobile',
  });
  await service.rows(`
    insert into check_runs (workspace_id, capability, series_hash, series, keyword, failed_at, reason, source, operation, request_id)
    select workspace_id, 'serp', '\\x00', '{"engine":"google","location_code":2840,"language":"en","device":"mobile"}', '${keyword}',
      now() - make_interval(days => day), 'serper did not respond.', 'serper', 'rank.targets.check', 'req_' || day
    from rank_targets, unnest(array[${failed.join()}]) as day where keyword = '${keyword}' on conflict do nothing`);
  const [target] = [json['targets']].flat();
  return String(fieldsOf(target)['id']);
}
