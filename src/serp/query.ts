import type { SerpQuery } from '../ports/serp.ts';

type Asked = Pick<SerpQuery, 'keyword' | 'location' | 'language' | 'device' | 'depth' | 'wants'> & Partial<SerpQuery>;

/** A query for a result page from any engine and any domain, read to full depth unless the operation says otherwise. */
export function planSerpQuery(asked: Asked): SerpQuery {
  return { engine: undefined, stop_at: undefined, include_domains: [], exclude_domains: [], ...asked };
}
