import { z } from 'zod';

import {
  type AddressStore,
  type ListedAddress,
  type PlacedAddress,
  REDIRECT_RESULTS,
  type RedirectCounts,
  type RedirectTest,
  type TestedAddress,
  type TestedPage,
  type TestedQuery,
} from '../../ports/redirect-tests.ts';
import type { Database } from './database.ts';
import { storable } from './storable.ts';

/** Rows in one statement. */
const BATCH = 5000;
const NOTE_MAX = 300;

/** Lists of addresses that crawls test, in PostgreSQL. */
export class PostgresCrawlAddresses implements AddressStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async put(crawlId: string, addresses: readonly ListedAddress[]): Promise<void> {
    for (let from = 0; from < addresses.length; from += BATCH) {
      const batch = addresses.slice(from, from + BATCH);
      const wanted = batch.map((address) => address.wanted ?? null);
      await this.#database.query(PUT, [crawlId, from, batch.map(({ url }) => url), wanted]);
    }
  }

  async list(crawlId: string): Promise<readonly PlacedAddress[]> {
    const rows = await this.#database.query<AddressRow>(LIST, [crawlId]);
    return rows.map(({ place, url, wanted, result }) => {
      return { place, url, wanted: wanted ?? undefined, is_tested: result !== null };
    });
  }

  async save(crawlId: string, { place, result, steps, note }: RedirectTest): Promise<void> {
    const values = [crawlId, place, result, JSON.stringify(steps), note === '' ? null : storable(note, NOTE_MAX)];
    await this.#database.query(SAVE, values);
  }

  async counts(crawlId: string): Promise<RedirectCounts> {
    const rows = await this.#database.query<{ result: string; count: number }>(COUNTS, [crawlId]);
    return Object.fromEntries(rows.map(({ result, count }) => [result, count]));
  }

  async page(crawlId: string, { result, limit, offset }: TestedQuery): Promise<TestedPage> {
    const [counts, [total], rows] = await Promise.all([
      this.counts(crawlId),
      this.#database.query<{ total: number }>(TOTAL, [crawlId, result ?? null]),
      this.#database.query<AddressRow>(PAGE, [crawlId, result ?? null, REDIRECT_RESULTS, limit, offset]),
    ]);
    return { counts, total_count: total?.total ?? 0, addresses: rows.map(testedOf) };
  }
}

interface AddressRow {
  readonly place: number;
  readonly url: string;
  readonly wanted: string | null;
  readonly result: string | null;
  readonly steps: string;
  readonly note: string | null;
}

const Steps = z.array(z.object({ url: z.string(), status: z.number().nullable() }));

function testedOf({ url, wanted, result, steps, note }: AddressRow): TestedAddress {
  const known = REDIRECT_RESULTS.find((one) => one === result);
  const test =
    known === undefined ? undefined : { result: known, steps: Steps.parse(JSON.parse(steps)), note: note ?? '' };
  return { url, wanted: wanted ?? undefined, test };
}

const CRAWL = '(select number from crawls where id = $1)';

const PUT = `
  insert into crawl_addresses (crawl, place, url, wanted)
  select ${CRAWL}, $2::int + listed.at::int - 1, listed.url, listed.wanted
  from unnest($3::text[], $4::text[]) with ordinality as listed (url, wanted, at)
  on conflict do nothing`;

const LIST = `
  select place, url, wanted, result, steps, note from crawl_addresses
  where crawl = ${CRAWL}
  order by place`;

const SAVE = `
  update crawl_addresses set result = $3, steps = $4, note = $5 where crawl = ${CRAWL} and place = $2`;

const COUNTS = `
  select result, count(*) as count from crawl_addresses
  where crawl = ${CRAWL} and result is not null
  group by result order by result`;

const TOTAL = `
  select count(*) as total from crawl_addresses
  where crawl = ${CRAWL} and ($2::text is null or result = $2)`;

const PAGE = `
  select place, url, wanted, result, steps, note from crawl_addresses
  where crawl = ${CRAWL} and ($2::text is null or result = $2)
  order by array_position($3::text[], result) nulls last, place
  limit $4 offset $5`;
