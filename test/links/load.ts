import { rebuild } from '../../src/index/rebuild.ts';
import type { TestIndex } from '../index-engine.ts';
import { publishedRanks } from './authority-of.ts';
import { type JudgedWeb, judge } from './judged.ts';
import { knownWeb } from './known.ts';
import { factOf, type Visit } from './web.ts';

const BLOCK = 9;

/** Tells the index of visits, in several blocks. */
export async function tell(index: TestIndex, visits: readonly Visit[]): Promise<void> {
  for (const [at, visit] of visits.entries()) {
    await index.writer.write(factOf(visit));
    if (at % BLOCK === 0) await index.writer.flush();
  }
  await index.writer.flush();
}

/**
 * Everything after the last visit: authority and what is derived from facts, with a compact copy of all targets that have
 * as many links as told, and what the rules say of the whole.
 */
export async function rebuilt(index: TestIndex, visits: readonly Visit[], hot_links_min: number): Promise<JudgedWeb> {
  await rebuild(index.database, () => undefined, { hot_links_min });
  const web = knownWeb(visits);
  return judge(web, await publishedRanks(index, web));
}
