import type { SitemapEntry } from '../../../web/sitemap/sitemap.ts';
import type { Hits } from './hits.ts';
import { isAfter, isLastmod } from './lastmod.ts';

export interface EntryPlace {
  readonly sitemap: string | null;
  readonly line: number;
}

interface CheckedEntry {
  readonly entry: SitemapEntry;
  readonly url: URL;
  readonly place: EntryPlace;
  readonly host: string | null;
  readonly newest_day: string;
  readonly is_page: boolean;
}

const CHANGE_FREQUENCIES = new Set(['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never']);
const CAMPAIGN = /[?&](?:utm_[a-z]+|gclid|fbclid|msclkid)=/i;

/** What one entry shows by itself. */
export function checkEntry({ entry, url, place, host, newest_day, is_page }: CheckedEntry, hits: Hits): void {
  const about = { ...place, url: url.href };
  if (is_page && url.host !== host) hits.add('other_host', about);
  if (url.hash !== '' || CAMPAIGN.test(url.search)) hits.add('url_fragment', about);
  const { lastmod, changefreq, priority } = entry;
  if (lastmod !== undefined) {
    if (!isLastmod(lastmod)) hits.add('bad_lastmod', { ...about, detail: lastmod });
    else if (isAfter(lastmod, newest_day)) hits.add('future_lastmod', { ...about, detail: lastmod });
  }
  if (changefreq !== undefined && !CHANGE_FREQUENCIES.has(changefreq.toLowerCase())) {
    hits.add('bad_value', { ...about, detail: `changefreq ${changefreq}` });
  }
  if (priority !== undefined && !isPriority(priority))
    hits.add('bad_value', { ...about, detail: `priority ${priority}` });
}

function isPriority(text: string): boolean {
  return /^(?:0?\.\d{1,10}|[01](?:\.\d{0,10})?)$/.test(text) && Number(text) <= 1;
}
