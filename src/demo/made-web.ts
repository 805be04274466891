import type { GuardedRequester, RawAnswer, RawRequest } from '../ports/fetch.ts';
import { AppError } from '../kernel/errors.ts';
import { pageHtml } from './page-html.ts';
import { type MadePage, type MadeSite, readSites } from './read-sites.ts';

const DAY_MS = 86_400_000;

/** Sites that are nowhere but here: what each of their addresses answers so many days before the demo was loaded. */
export class MadeWeb {
  readonly sites: readonly MadeSite[];
  readonly #byHost: ReadonlyMap<string, MadeSite>;

  constructor(sites: readonly MadeSite[] = readSites()) {
    this.sites = sites;
    this.#byHost = new Map(sites.map((site) => [site.host, site]));
  }

  /** Pages that can be read on a day, without redirects. */
  pagesOn(host: string, days_ago: number): readonly MadePage[] {
    const pages = this.#byHost.get(host)?.pages ?? [];
    return pages.filter((page) => isThere(page, days_ago) && page.redirect === undefined);
  }

  /** @param now of the crawl or call that reads; pages tell their own dates by it */
  answer(url: URL, days_ago: number, now: Date): MadeAnswer | undefined {
    const site = this.#byHost.get(url.hostname.replace(/^www\./, ''));
    if (site === undefined) return undefined;
    if (url.protocol !== 'https:' || url.hostname !== site.host) {
      return { status: 301, type: 'text/html', location: `https://${site.host}${url.pathname}`, text: '' };
    }
    if (url.pathname === '/robots.txt') return { status: 200, type: 'text/plain', text: robotsText(site) };
    if (url.pathname === '/sitemap.xml') return this.#sitemap(site, days_ago);
    const page = site.pages.find(({ path, ...times }) => path === url.pathname && isThere(times, days_ago));
    if (page === undefined) return { status: 404, type: 'text/html', text: NOT_FOUND };
    if (page.redirect !== undefined) {
      return { status: 301, type: 'text/html', location: `https://${site.host}${page.redirect}`, text: '' };
    }
    const today = new Date(now.getTime() + days_ago * DAY_MS);
    return { status: 200, type: 'text/html', text: pageHtml(site, page, today) };
  }

  #sitemap(site: MadeSite, days_ago: number): MadeAnswer {
    if (site.is_spam) return { status: 404, type: 'text/html', text: NOT_FOUND };
    const urls = this.pagesOn(site.host, days_ago).map(
      ({ path }) => `<url><loc>https://${site.host}${path}</loc></url>`,
    );
    const text = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`;
    return { status: 200, type: 'application/xml', text };
  }
}

interface MadeAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly location?: string;
}

const NOT_FOUND =
  '<!doctype html><html lang="en"><head><title>Not found</title></head><body><h1>Not found</h1></body></html>';

function robotsText({ host, is_spam }: MadeSite): string {
  return is_spam
    ? 'User-agent: *\nAllow: /\n'
    : `User-agent: *\nDisallow: /account\nSitemap: https://${host}/sitemap.xml\n`;
}

function isThere({ since, until }: Pick<MadePage, 'since' | 'until'>, days_ago: number): boolean {
  return days_ago <= since && days_ago > until;
}

/**
 * Reads the made web as others are read. Nothing leaves the process: an address that is not part of it does not exist.
 *
 * @param days_ago on which day it is read
 */
export function createMadeRequester(web: MadeWeb, clock: () => Date, days_ago = 0): GuardedRequester {
  return {
    async get(request: RawRequest): Promise<RawAnswer> {
      const url = URL.parse(request.url);
      const made = url === null ? undefined : web.answer(url, days_ago, clock());
      if (made === undefined) {
        throw new AppError('unfetchable_url', `The demo has no page at ${request.url.slice(0, 200)}.`, {
          fix: 'The demo reads its own made-up sites only. Leave the demo to read the web.',
        });
      }
      const content_type = made.type;
      const whole = Buffer.from(made.text);
      const headers: Record<string, string> = {
        'content-type': `${content_type}; charset=utf-8`,
        'content-length': String(whole.byteLength),
        ...(made.location === undefined ? {} : { location: made.location }),
      };
      const isWanted = request.wants(made.status, content_type);
      return {
        status: made.status,
        headers,
        content_type,
        body: isWanted ? whole.subarray(0, request.bytes_max) : undefined,
        truncated: isWanted && whole.byteLength > request.bytes_max,
      };
    },
  };
}
