import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openTestIndex, type TestIndex } from '../../../test/index-engine.ts';
import { sql } from '../database/sql.ts';
import { HARMONIC_COMPUTED, HARMONIC_KEPT, isHarmonicDue } from './harmonic-schedule.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(async () => index.database.run(sql`TRUNCATE TABLE rebuilds`));
afterAll(() => index.close());

async function rebuilt(days_ago: number, domains: number, method: string): Promise<void> {
  await index.database.run(sql`INSERT INTO rebuilds (version, computed_at, domains, hosts, pages, edges, method)
    SELECT ${1000 - days_ago}, now64() - INTERVAL ${days_ago} DAY, ${domains}, 0, 0, 0, ${method}`);
}

const COMPUTED = `domain by PageRank, ${HARMONIC_COMPUTED}HyperBall, 64 registers)`;
const isDue = (domains: number): Promise<boolean> => isHarmonicDue(index.database, domains, 100);

it('is due in each rebuild of a small index', async () => {
  await rebuilt(0, 100, COMPUTED);
  expect(await isDue(100)).toBe(true);
});

it('is due in a large one where no rebuild of the last week computed it', async () => {
  expect(await isDue(1000)).toBe(true);
  await rebuilt(8, 1000, COMPUTED);
  await rebuilt(1, 1000, `domain by PageRank, ${HARMONIC_KEPT}`);
  expect(await isDue(1000)).toBe(true);
  await rebuilt(6, 1000, COMPUTED);
  expect(await isDue(1000)).toBe(false);
});

it('is due sooner where a tenth of the domains has come or gone', async () => {
  await rebuilt(1, 1000, COMPUTED);
  expect(await Promise.all([900, 920, 1100, 1120].map(isDue))).toEqual([true, false, false, true]);
});
