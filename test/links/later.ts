import { expect } from 'vitest';

import type { LinksSource } from '../../src/ports/links.ts';
import { judge, type JudgedWeb } from './judged.ts';
import { knownWeb } from './known.ts';
import type { Questions } from './questions.ts';
import { expectedTimeseries } from './rules-others.ts';
import { expectedSummary } from './rules-summary.ts';
import type { Visit } from './web.ts';

/**
 * What holds between two rebuilds: new and lost links are there at once, in whichever order visits arrive; redirects, ranks
 * and what else rests on more than the visits of one page stay as they were.
 */
export function withLaterVisits(before: JudgedWeb, all: readonly Visit[]): JudgedWeb {
  return { ...judge(knownWeb(all), before.ranks), pages: before.pages };
}

/** Figures that rest on links alone, and on no judgement of their pages. */
const AT_ONCE = [
  'backlinks',
  'referring_domains',
  'referring_main_domains',
  'referring_pages',
  'referring_domains_nofollow',
  'dofollow_backlinks',
  'lost_backlinks',
  'first_seen',
  'last_seen',
  'link_types',
  'link_attributes',
  'tlds',
  'semantic_locations',
  'top_anchors',
];

export async function expectAtOnce(
  source: LinksSource,
  web: JudgedWeb,
  { summary: query, timeseries }: Pick<Questions, 'summary' | 'timeseries'>,
): Promise<void> {
  const { value } = await source.summary(query, AbortSignal.timeout(60_000));
  const picked = (record: object): object =>
    Object.fromEntries(Object.entries(record).filter(([name]) => AT_ONCE.includes(name)));
  const expected = expectedSummary(web, query);
  expect({ query, ...picked(value) }).toMatchObject({ query, ...picked(expected) });
  const history = await source.timeseries(timeseries, AbortSignal.timeout(60_000));
  // How spammy a page is, a rebuild judges.
  const { spam: _found, ...found } = history.value;
  const { spam: _expected, ...points } = expectedTimeseries(web, timeseries);
  expect({ query: timeseries, ...found }).toEqual({ query: timeseries, ...points });
}
