import type { SerpQuery } from '../../ports/serp.ts';
import { isWithin } from '../../web/url.ts';
import { hostOf } from './urls.ts';

type Filter = Pick<SerpQuery, 'keyword' | 'include_domains' | 'exclude_domains'>;

/** The keyword with the operators that all of our engines understand. */
export function keywordWithSites({ keyword, include_domains, exclude_domains }: Filter): string {
  const sites = include_domains.map((domain) => `site:${domain}`);
  const wanted = sites.length > 1 ? `(${sites.join(' OR ')})` : (sites[0] ?? '');
  return [keyword, wanted, ...exclude_domains.map((domain) => `-site:${domain}`)].filter(Boolean).join(' ');
}

/** Whether an address passes the filter: engines treat the operators as hints. What has no address passes. */
export function passesSites(url: string | null, { include_domains, exclude_domains }: Filter): boolean {
  const host = hostOf(url);
  if (host === undefined) return true;
  if (exclude_domains.some((domain) => isWithin(host, domain))) return false;
  return include_domains.length === 0 || include_domains.some((domain) => isWithin(host, domain));
}
