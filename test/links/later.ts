import { expect } from 'vitest';

import type { LinksSource, LinkSummaryQuery } from '../../src/ports/links.ts';
import type { JudgedLink, JudgedWeb } from './judged.ts';
import { placementOf, readDomains } from './judged.ts';
import { type KnownLink, knownWeb, pageKey } from './known.ts';
import { expectedSummary } from './rules-summary.ts';
import { identityOf } from './rules-list.ts';
import type { Visit } from './web.ts';

/**
 * What holds between two rebuilds: new links are there at once, and live; a link that was judged lost is live at once when
 * a later visit shows it; and nothing else is judged before the next rebuild, so that nothing is lost meanwhile.
 */
export function withLaterVisits(before: JudgedWeb, all: readonly Visit[]): JudgedWeb {
  const web = knownWeb(all);
  const judged = new Map(before.judged.map((link) => [identityOf(link), link]));
  const links = web.links.map((link): JudgedLink => {
    const unjudged = unjudgedLink(link);
    const known = judged.get(identityOf(unjudged));
    if (known === undefined) return unjudged;
    const lost = known.lost !== null && known.lost > link.last ? known.lost : null;
    return { ...unjudged, lost, seen: Math.max(known.seen, link.last) };
  });
  return { ...before, fetches: web.fetches, links: web.links, judged: links, read_domains: readDomains(web) };
}

function unjudgedLink(link: KnownLink): JudgedLink {
  return {
    ...link,
    source_key: pageKey(link.source),
    target_key: pageKey(link.target),
    lost: null,
    seen: link.last,
    is_new: false,
    page: undefined,
    named: undefined,
    rank: null,
    page_rank: null,
    domain_rank: null,
    spam: null,
    spam_signs: [],
    placement: placementOf(link, false),
  };
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

export async function expectAtOnce(source: LinksSource, web: JudgedWeb, query: LinkSummaryQuery): Promise<void> {
  const { value } = await source.summary(query, AbortSignal.timeout(60_000));
  const picked = (record: object): object =>
    Object.fromEntries(Object.entries(record).filter(([name]) => AT_ONCE.includes(name)));
  const expected = expectedSummary(web, query);
  expect({ query, ...picked(value) }).toMatchObject({ query, ...picked(expected) });
}
