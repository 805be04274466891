import { z } from 'zod';

import { pageUrl } from '../../../contract/fields.ts';
import { notCrawled, site } from '../../../contract/site-input.ts';
import { defineOperation, type OperationContext } from '../../../contract/operation.ts';
import { AppError, isSourceFailure, messageOf } from '../../../kernel/errors.ts';
import { turns } from '../../../kernel/turns.ts';
import { parseTarget } from '../../../web/target.ts';
import { pageAddress } from '../../../web/url.ts';
import { sitemapAudit } from './audit.ts';
import { type AuditedFile, sitemapEvidence } from './evidence.ts';
import { SITEMAP_BYTES_MAX, type SitemapDigest, sitemapFile } from './file.ts';
import { planSitemapAudit, summarizeSitemapAudit } from './plan.ts';
import { CrawlUrl, InternalLink, SitemapAuditReport } from './report.ts';

const CREDITS = 2;
const FILES = ['sitemap_url', 'sitemap_xml'] as const;
const SOURCES = [...FILES, 'site'] as const;
/** What a caller may send of a crawl. */
const CRAWLED_MAX = 50_000;
const XML_CHARACTERS_MAX = 10_000_000;
const ROBOTS_CHARACTERS_MAX = 500 * 1024;

type Context = OperationContext<'fetch' | 'sites'>;

export default defineOperation({
  id: 'site.sitemap-audit',
  method: 'POST',
  path: '/site/sitemap-audit',
  group: 'Content and page quality',
  title: 'Audit a site’s sitemaps',
  description:
    'Audits a sitemap and compares it with your important URLs, a crawl and internal links. Or compares it with what your own crawl of a site saw. ' +
    'Reads sitemap indexes and their children, gzipped or not, with the image, video, news and hreflang extensions. ' +
    'Reports errors, redirects, noindex, duplicates and orphan candidates, each with its line and its fix. ' +
    'A broken file is a finding, not an error. Makes no paid calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { fetch: {}, sites: { optional: true } },
  one_of: SOURCES,

  input: z.object({
    sitemap_url: pageUrl().optional().describe('Absolute URL of a sitemap or sitemap index.'),
    sitemap_xml: z.string().max(XML_CHARACTERS_MAX).optional().describe('Raw XML of a sitemap or sitemap index.'),
    important_urls: z
      .array(z.string().max(4096))
      .max(10_000)
      .default([])
      .describe('Pages that must be listed and linked to.'),
    crawl_urls: z
      .array(CrawlUrl)
      .max(CRAWLED_MAX)
      .default([])
      .describe('What a crawl saw of the site; by default, your own crawl of the sitemap’s site.'),
    site: site(
      'Use instead of crawl_urls: compares the pages that were crawled on this site with the sitemaps listed in its robots.txt.',
    ),
    internal_links: z.array(InternalLink).max(100_000).default([]).describe('Links between pages of the site.'),
    max_sitemap_children: z
      .int()
      .min(0)
      .max(10)
      .default(3)
      .describe('How many sitemaps of an index to read at most, in its order.'),
  }),
  result: SitemapAuditReport,
  rules: (input) => {
    if (input.sitemap_url === undefined || input.sitemap_xml === undefined) return [];
    return FILES.map((path) => ({ path, message: `send only one of ${FILES.join(' and ')}` }));
  },
  spares: (input) => [
    ...(input.sitemap_url === undefined && input.site === undefined && !mayHaveChildren(input)
      ? (['fetch'] as const)
      : []),
    ...(input.site === undefined && !mayBeCrawled(input) ? (['sites'] as const) : []),
  ],

  price: { rule: `${CREDITS} credits`, credits: () => CREDITS },
  example: { sitemap_url: 'http://harbour-bikes.example/sitemap.xml' },

  async run(asked, context) {
    const input = await withCrawled(asked, context);
    const { important_urls, internal_links, crawl_urls, sitemap_url } = input;
    const evidence = { important_urls, crawl_urls, internal_links };
    const keys = await context.compute(sitemapEvidence, evidence);
    const reading = new Reading(context, keys);
    const first =
      sitemap_url === undefined ? await reading.text(input.sitemap_xml ?? '') : await reading.first(sitemap_url);
    const children = first.digest?.type === 'index' ? first.digest.children : [];
    const total = first.digest?.type === 'index' ? first.digest.entries : 0;
    const files = [first];
    for (const child of children.slice(0, input.max_sitemap_children)) {
      context.report(Math.round((files.length / (input.max_sitemap_children + 1)) * 90), 'reading', child);
      files.push(await reading.child(child));
    }
    const read = files.length - 1;
    const report = await context.compute(sitemapAudit, {
      ...evidence,
      sitemap_url: sitemap_url ?? null,
      files,
      not_read: children.slice(read),
      not_read_count: Math.max(0, Math.min(total, 50_000) - read - countRepeated(first.digest)),
      ...reading.robots,
    });
    return {
      // The sitemap was read, whether or not the site was ever crawled.
      credits: CREDITS,
      result: report,
      guidance: planSitemapAudit(report),
      markdown_summary: summarizeSitemapAudit(report),
    };
  },
});

interface Asked {
  readonly site?: string | undefined;
  readonly sitemap_url?: string | undefined;
  readonly sitemap_xml?: string | undefined;
  readonly crawl_urls: CrawlUrl[];
}

/** What the index knows of the site stands in for what the caller did not send. */
async function withCrawled<Input extends Asked>(input: Input, context: Context): Promise<Input> {
  if (input.site === undefined) return { ...input, crawl_urls: await readOwnCrawl(input, context) };
  const known = await readCrawled(input.site, context);
  return {
    ...input,
    crawl_urls: input.crawl_urls.length > 0 ? input.crawl_urls : known.crawl_urls,
    sitemap_url: input.sitemap_url ?? (input.sitemap_xml === undefined ? known.sitemap_url : undefined),
  };
}

/** Whether nothing of a crawl was sent, and the address of the sitemap says whose crawl would tell. */
function mayBeCrawled({ sitemap_url, crawl_urls }: Asked): boolean {
  return sitemap_url !== undefined && crawl_urls.length === 0;
}

/** What was sent of a crawl; else what your own crawl of the site saw, where there is one. */
async function readOwnCrawl(input: Asked, { ports }: Context): Promise<CrawlUrl[]> {
  if (!mayBeCrawled(input) || input.sitemap_url === undefined) return input.crawl_urls;
  try {
    const target = parseTarget(new URL(input.sitemap_url).hostname.replace(/^www\./, ''), 'sitemap_url');
    return listPages(await ports.sites.crawled({ site: target, limit: CRAWLED_MAX }));
  } catch (thrown) {
    // The sitemap is audited all the same.
    if (isSourceFailure(thrown) || (thrown instanceof AppError && thrown.code === 'invalid_input')) return [];
    throw thrown;
  }
}

type CrawledSite = Awaited<ReturnType<Context['ports']['sites']['crawled']>>;

function listPages(record: CrawledSite): CrawlUrl[] {
  return (record?.pages ?? []).map(({ url, status, noindex, canonical_url, linking_pages }) => ({
    url,
    status_code: status,
    indexable: status === 200 && !noindex,
    canonical_url,
    inbound_internal_links: linking_pages,
  }));
}

interface Crawled {
  readonly crawl_urls: CrawlUrl[];
  readonly sitemap_url: string;
}

/** @throws AppError invalid_input where nobody crawled the site, which costs nothing */
async function readCrawled(asked: string, { ports }: Context): Promise<Crawled> {
  const parsed = parseTarget(asked, 'site');
  const record = await ports.sites.crawled({ site: parsed, limit: CRAWLED_MAX });
  if (record === null) throw notCrawled(parsed, 'site');
  return {
    crawl_urls: listPages(record),
    sitemap_url: record.sitemaps[0] ?? new URL('/sitemap.xml', record.pages[0]?.url ?? `https://${parsed.host}/`).href,
  };
}

/** Entries of an index that name no further sitemap: repeated ones and those without a usable URL. */
function countRepeated(digest: SitemapDigest | undefined): number {
  const repeated = digest?.hits.filter(({ id }) => id === 'duplicate' || id === 'invalid_url' || id === 'missing_loc');
  return (repeated ?? []).reduce((sum, { count }) => sum + count, 0);
}

function mayHaveChildren(input: { sitemap_xml?: string | undefined; max_sitemap_children: number }): boolean {
  return input.max_sitemap_children > 0 && /<(?:[\w.-]+:)?sitemapindex\b/.test(input.sitemap_xml ?? '');
}

/** Files of all audits of this process that may be in memory at once: each may have fifty megabytes. */
const FILES_AT_ONCE = 4;
const inTurn = turns(FILES_AT_ONCE);

interface Robots {
  readonly robots_txt: string | null;
  readonly robots_state: 'read' | 'missing' | 'unreadable' | 'not_asked';
}

/** Reads the files of one audit one after the other, and keeps only the counts and keys of each. */
class Reading {
  robots: Robots = { robots_txt: null, robots_state: 'not_asked' };
  readonly #context: Context;
  readonly #keys: { readonly linked: Float64Array | null; readonly crawled: Float64Array | null };
  readonly #newestDay: string;
  readonly #before: Float64Array[] = [];
  #host: string | null = null;

  constructor(context: Context, keys: { linked: Float64Array | null; crawled: Float64Array | null }) {
    this.#context = context;
    this.#keys = keys;
    // Somewhere it is already tomorrow.
    this.#newestDay = new Date(context.now.getTime() + 24 * 60 * 60_000).toISOString().slice(0, 10);
  }

  async text(xml: string): Promise<AuditedFile> {
    const digest = await this.#digest({ url: null, text: xml, bytes: undefined, truncated: false }, false);
    return { url: null, status_code: null, digest, failure: null };
  }

  /** @throws AppError when the address cannot be fetched at all */
  async first(url: string): Promise<AuditedFile> {
    return inTurn(this.#context.signal, async () => {
      const file = await this.#context.ports.fetch.file({ url, bytes_max: SITEMAP_BYTES_MAX });
      this.#host = pageAddress(file.final_url) === undefined ? null : new URL(file.final_url).host;
      this.robots = await this.#readRobots(file.final_url);
      return this.#judged(file, false);
    });
  }

  /** A child that cannot be read is a finding about the index. */
  async child(url: string): Promise<AuditedFile> {
    try {
      return await inTurn(this.#context.signal, async () => {
        const file = await this.#context.ports.fetch.file({ url, bytes_max: SITEMAP_BYTES_MAX });
        return this.#judged(file, true);
      });
    } catch (thrown) {
      if (!(thrown instanceof AppError) || this.#context.signal.aborted) throw thrown;
      return { url, status_code: null, digest: undefined, failure: messageOf(thrown) };
    }
  }

  async #judged(file: Awaited<ReturnType<Context['ports']['fetch']['file']>>, isChild: boolean): Promise<AuditedFile> {
    const { url, final_url, status, body, truncated } = file;
    if (body === undefined) {
      return { url, status_code: status, digest: undefined, failure: `status ${status}` };
    }
    const digest = await this.#digest({ url: final_url, text: undefined, bytes: body, truncated }, isChild);
    return { url, status_code: status, digest, failure: null };
  }

  async #digest(
    file: { url: string | null; text: string | undefined; bytes: Uint8Array | undefined; truncated: boolean },
    isChild: boolean,
  ): Promise<SitemapDigest> {
    const digest = await this.#context.compute(sitemapFile, {
      ...file,
      is_child: isChild,
      host: this.#host,
      newest_day: this.#newestDay,
      robots_txt: this.robots.robots_txt,
      before: this.#before,
      linked: this.#keys.linked,
      crawled: this.#keys.crawled,
    });
    this.#before.push(digest.exact_keys);
    if (digest.type !== 'index') this.#host ??= digest.host;
    return digest;
  }

  async #readRobots(url: string): Promise<Robots> {
    try {
      const page = await this.#context.ports.fetch.page({ url: new URL('/robots.txt', url).href, accept: ['*/*'] });
      if (page.status >= 200 && page.status < 300) {
        return { robots_txt: (page.text ?? '').slice(0, ROBOTS_CHARACTERS_MAX), robots_state: 'read' };
      }
      const isMissing = page.status >= 400 && page.status < 500 && page.status !== 429;
      return isMissing ? { robots_txt: null, robots_state: 'missing' } : UNREADABLE;
    } catch (thrown) {
      if (thrown instanceof AppError && !this.#context.signal.aborted) return UNREADABLE;
      throw thrown;
    }
  }
}

const UNREADABLE: Robots = { robots_txt: null, robots_state: 'unreadable' };
