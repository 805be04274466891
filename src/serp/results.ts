import { readDataRows } from '../kernel/data.ts';
import { OWN_ENGINE, type Serp, type SerpItem } from '../ports/serp.ts';
import { readBrandName } from '../text/address.ts';
import { cleanText } from '../text/normalize.ts';
import { tokenize } from '../web/words.ts';
import { pageAddress, registrableDomain, URL_LENGTH_MAX } from '../web/url.ts';

/** An organic result that has a URL. */
export interface Result extends SerpItem {
  readonly url: string;
  /** Registrable domain. */
  readonly site: string;
}

/** How many results the first page has, which most figures about a result page refer to. */
const FIRST_PAGE = 10;

const TITLE_CHARACTERS_MAX = 500;
const DESCRIPTION_CHARACTERS_MAX = 1000;

/** The organic results in page order; their texts without invisible characters, and cut to a maximum length. */
export function listResults(serp: Serp, most: number = FIRST_PAGE): Result[] {
  return serp.items
    .filter(isResult)
    .slice(0, most)
    .map((item) => ({
      ...item,
      site: readSite(item.url, item.domain),
      title: item.title === null ? null : cleanText(item.title, TITLE_CHARACTERS_MAX),
      description: item.description === null ? null : cleanText(item.description, DESCRIPTION_CHARACTERS_MAX),
    }));
}

function isResult(item: SerpItem): item is SerpItem & { readonly url: string } {
  return item.type === 'organic' && item.url !== null && item.url.length <= URL_LENGTH_MAX;
}

/** The registrable domain of an item; '' if it has neither a URL nor a domain. */
export function readSite(url: string | null, domain: string | null): string {
  const address = url === null ? undefined : pageAddress(url);
  return address?.domain ?? (domain === null ? '' : registrableDomain(domain.toLowerCase()));
}

export type SiteKind = 'forum' | 'social' | 'video';
const SITE_KINDS: readonly SiteKind[] = ['forum', 'social', 'video'];

const SITES: ReadonlyMap<string, SiteKind> = new Map(
  readDataRows(import.meta.url, 'data/sites.tsv').flatMap(([written, domains = '']) => {
    const kind = SITE_KINDS.find((each) => each === written);
    if (kind === undefined) throw new Error(`sites.tsv names the unknown kind “${written ?? ''}”.`);
    return domains.split(' ').map((domain) => [domain, kind] as const);
  }),
);

/** Undefined for sites whose pages are of many kinds. */
export function findSiteKind(site: string): SiteKind | undefined {
  return SITES.get(site);
}

/** Shorter names appear in queries by chance. */
const NAME_MIN = 3;

/** Whether a query names the owner of a site: `nike` in `nike running shoes` for nike.com. */
export function isNamedIn(keyword: string, site: string): boolean {
  const name = tokenize(readBrandName(site)).join('');
  if (name.length < NAME_MIN || findSiteKind(site) !== undefined) return false;
  const words = tokenize(keyword).slice(0, 30);
  return words.some((_, start) =>
    words.slice(start).some((__, length) => words.slice(start, start + length + 1).join('') === name),
  );
}

/** Why our own index answers nothing before the first crawl, as the start of a sentence. */
export const UNREAD_INDEX = 'Your index has not read any page yet';

/** The time of a check; null where nothing was there to be checked. Our own index dates a result page by the newest page on it. */
export function dateCheck(serp: Serp): string | null {
  return isUnread(serp) ? null : serp.checked_at;
}

/** Whether a page is empty because our own index has read nothing yet: with pages, it counts what it finds. */
export function isUnread({ engine, total_results, items }: Serp): boolean {
  return engine === OWN_ENGINE && items.length === 0 && total_results === null;
}
