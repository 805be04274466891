import { planSerpQuery } from '../../src/serp/query.ts';
import type { Serp, SerpQuery } from '../../src/ports/serp.ts';
import { serpRecord } from '../serp-records.ts';
import { CHAIN_KEYWORD, CHAIN_PAGES } from '../study/chain-pages.ts';

/** Guides that rank for one search of the sample. Nobody crawls them: a study reads them when it is asked. */
export interface GuideSite {
  readonly host: string;
  readonly path: string;
  readonly html: string;
}

const VIDEO = 'www.youtube.com';

/** By plain HTTP, as everything in the sample web. */
function plainUrl(url: string): string {
  return url.replace(/^https:/, 'http:');
}

export const GUIDE_SITES: readonly GuideSite[] = Object.entries(CHAIN_PAGES).flatMap(([url, html]) => {
  const { hostname, pathname } = new URL(url);
  return hostname === VIDEO ? [] : [{ host: hostname, path: pathname, html }];
});

/** The question that the operations' examples ask, as they ask it. */
export function guideQuery(serp: Serp): SerpQuery {
  return planSerpQuery({
    keyword: CHAIN_KEYWORD,
    location: serp.location,
    language: serp.language,
    device: serp.device,
    depth: serp.depth_asked,
    wants: ['organic'],
  });
}

/** The result page on which the guides stand, looked up at a time. */
export function guideSerp(checked_at: Date): Serp {
  const items = Object.entries(CHAIN_PAGES).map(([url, html]) => ({
    url: plainUrl(url),
    title: /<title>(.*?)<\/title>/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '',
  }));
  return serpRecord(items, {
    keyword: CHAIN_KEYWORD,
    keyword_sent: CHAIN_KEYWORD,
    checked_at: checked_at.toISOString(),
    people_also_ask: [
      { question: 'Can I use WD-40 on a bike chain?', answer: null, url: null },
      { question: 'Should I oil my bike chain after cleaning?', answer: null, url: null },
    ],
    related_searches: ['bike chain cleaner', 'best bike chain degreaser'],
  });
}
