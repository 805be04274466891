import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import type { PageFact } from '../../ports/index.ts';
import { Sql, sql } from '../database/sql.ts';
import { writeArrivals } from './arrivals.ts';

let index: TestIndex;
let version = 0;

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

/** Every arrival as `page > final page, step`, with `d` and `h` where it comes into the domain and into the host. */
async function arrivals(...facts: readonly PageFact[]): Promise<readonly string[]> {
  for (const fact of facts) await index.writer.write(fact);
  await index.writer.flush();
  version += 1;
  await writeArrivals(index.database, { version });
  for (const table of ['valid_moves', 'steps']) {
    await index.database.run(new Sql(`DROP TABLE IF EXISTS rebuild_${version}_${table}`));
  }
  const rows = await index.database.rows(
    z.object({ arrival: z.string() }),
    sql`SELECT concat(host_key, path_key, ' > ', final_host, final_path, ' ', toString(step), if(into_domain, 'd', ''), if(into_host, 'h', ''))
      AS arrival FROM arrivals WHERE version = ${version} ORDER BY arrival`,
  );
  return rows.map(({ arrival }) => arrival);
}

const redirect = (from: string, to: string, at = 1): PageFact => pageFact(from, { at: day(at), redirect: to });

it('follows redirects and canonicals over three steps, and tells each page that they reach', async () => {
  expect(
    await arrivals(
      redirect('https://a.com/', 'https://b.com/'),
      pageFact('https://b.com/', { document: { canonical_url: 'https://c.com/x' } }),
      redirect('https://c.com/x', 'https://d.com/'),
      redirect('https://d.com/', 'https://e.com/'),
    ),
  ).toEqual([
    'com.a. > com.b. 1dh',
    'com.a. > com.c./x 2dh',
    'com.a. > com.d. 3dh',
    'com.b. > com.c./x 1dh',
    'com.b. > com.d. 2dh',
    'com.b. > com.e. 3dh',
    'com.c./x > com.d. 1dh',
    'com.c./x > com.e. 2dh',
    'com.d. > com.e. 1dh',
  ]);
});

it('ends in circles, and reaches no page twice', async () => {
  expect(
    await arrivals(
      redirect('https://a.com/', 'https://b.com/'),
      redirect('https://b.com/', 'https://a.com/'),
      redirect('https://tail.com/', 'https://a.com/'),
    ),
  ).toEqual(['com.a. > com.b. 1dh', 'com.b. > com.a. 1dh', 'com.tail. > com.a. 1dh', 'com.tail. > com.b. 2dh']);
});

it('takes what the newest fetch of a page saw for its move, and no other', async () => {
  expect(
    await arrivals(
      redirect('https://a.com/', 'https://old.com/', 1),
      redirect('https://a.com/', 'https://new.com/', 3),
      redirect('https://a.com/', 'https://between.com/', 2),
      redirect('https://back.com/', 'https://old.com/', 1),
      pageFact('https://back.com/', { at: day(2) }),
      redirect('https://down.com/', 'https://old.com/', 1),
      pageFact('https://down.com/', { at: day(2), status: 404 }),
    ),
  ).toEqual(['com.a. > com.new. 1dh']);
});

it('has one move of a page that was fetched twice within a second', async () => {
  const found = await arrivals(
    redirect('https://a.com/', 'https://one.com/'),
    redirect('https://a.com/', 'https://two.com/'),
  );
  const stands = await index.database.rows(
    z.object({ to: z.string() }),
    sql`SELECT if(move_page = cityHash64('com.one.', ''), 'com.one.', 'com.two.') AS to FROM page_states FINAL`,
  );
  expect(found).toEqual(stands.map(({ to }) => `com.a. > ${to} 1dh`));
});

it('tells the step that comes into a domain or a host from outside it, and the first one alone', async () => {
  expect(
    await arrivals(
      redirect('https://out.com/', 'https://www.in.com/x'),
      redirect('https://www.in.com/x', 'https://in.com/x'),
      redirect('https://in.com/x', 'https://www.in.com/y'),
    ),
  ).toEqual([
    'com.in./x > com.in.www./y 1h',
    'com.in.www./x > com.in./x 1h',
    'com.in.www./x > com.in.www./y 2',
    'com.out. > com.in./x 2h',
    'com.out. > com.in.www./x 1dh',
    'com.out. > com.in.www./y 3',
  ]);
});

it('has nothing to follow in an empty index', async () => {
  expect(await arrivals()).toEqual([]);
});
