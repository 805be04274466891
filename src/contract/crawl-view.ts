import { createHash } from 'node:crypto';

import { z } from 'zod';

import { AppError } from '../kernel/errors.ts';
import {
  CRAWL_STATUSES,
  RENDER_MODES,
  crawlCredits,
  type CrawlFile,
  type CrawlOrder,
  type CrawlRunReport,
} from '../ports/crawls.ts';
import type { ListedAddress } from '../ports/redirect-tests.ts';
import type { Site, SiteCrawlSettings } from '../ports/site-registry.ts';
import { parseSite } from '../web/site.ts';
import { AccessFields, AccessView, accessView } from './access-fields.ts';
import { pageUrl, printable } from './fields.ts';

const URLS_MAX = 1000;
const REDIRECTS_MAX = 50_000;
const URLS_SHOWN_MAX = 10;
const PAGES_MAX = 1_000_000;
const PATTERNS_MAX = 100;
const PATTERN_LENGTH_MAX = 500;
const USER_AGENT_LENGTH_MAX = 300;

/** What is read where neither the caller nor the site says. */
export const CRAWL_DEFAULTS: SiteCrawlSettings = {
  urls: [],
  pages: 1000,
  depth: 20,
  rate: undefined,
  include: [],
  exclude: [],
  sitemaps: true,
  respect_robots: true,
  user_agent: undefined,
  access: undefined,
  render: 'none',
  external_links: false,
  schedule: undefined,
};

const addressPatterns = () => z.array(printable(PATTERN_LENGTH_MAX)).max(PATTERNS_MAX).optional().meta({ default: [] });

/** How a crawl reads; sites keep the same as their settings. */
export const CrawlFields = {
  urls: z
    .array(pageUrl())
    .min(1)
    .max(URLS_MAX)
    .optional()
    .describe('Where to start. Sitemaps and pages known from earlier crawls of the same hosts are read as well.'),
  pages: z
    .int()
    .min(1)
    .max(PAGES_MAX)
    .optional()
    .meta({ default: CRAWL_DEFAULTS.pages })
    .describe('Maximum pages to read.'),
  depth: z
    .int()
    .min(0)
    .max(1000)
    .optional()
    .meta({ default: CRAWL_DEFAULTS.depth })
    .describe(
      'How many links deep to go from a start address. 0 reads only the addresses themselves, as for a list of old addresses.',
    ),
  rate: z
    .number()
    .min(0.01)
    .max(1000)
    .optional()
    .describe('Requests per second to one host. Default: 2. More than 2 needs a key of the first workspace.'),
  include: addressPatterns().describe(
    'Read only addresses that match one of these, besides the start addresses: /blog/* or https://example.com/shop/*. * stands for any characters.',
  ),
  exclude: addressPatterns().describe('Leave out addresses that match one of these: */tag/* or *?sort=*.'),
  sitemaps: z.boolean().optional().meta({ default: true }).describe('Also read the addresses that sitemaps list.'),
  respect_robots: z
    .boolean()
    .optional()
    .meta({ default: true })
    .describe('false also reads what robots.txt closes, on hosts that you have proven with POST /hosts.'),
  user_agent: printable(USER_AGENT_LENGTH_MAX)
    .optional()
    .describe('User agent to send to hosts that you have proven with POST /hosts; by default that of the service.'),
  ...AccessFields,
  render: z
    .enum(RENDER_MODES)
    .optional()
    .meta({ default: CRAWL_DEFAULTS.render })
    .describe(
      'Whose scripts to run in the browser of SEAMARK_BROWSER_URL. none; auto: pages whose text scripts write, and the pages of a template if scripts change the first of them; always: every page.',
    ),
  external_links: z
    .boolean()
    .optional()
    .meta({ default: CRAWL_DEFAULTS.external_links })
    .describe(
      'true also checks, at the end, whether the pages of other sites that yours links to still exist: 1,000 of them at most.',
    ),
};

/** Which addresses are read; tried before the start as well. */
export const crawlPatterns = { include: CrawlFields.include, exclude: CrawlFields.exclude };

/** What a caller says of a crawl; schedules keep it as it was said. */
export const CrawlInput = z.object({
  ...CrawlFields,
  redirects: z
    .array(
      z.object({
        from: pageUrl().describe('Address to test.'),
        to: pageUrl().optional().describe('Page that it should lead to.'),
      }),
    )
    .min(1)
    .max(REDIRECTS_MAX)
    .optional()
    .describe(
      'A list of addresses to test in place of a crawl, as after a migration: each is followed through its redirects, and nothing goes into the index.',
    ),
  site: z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .optional()
    .describe(
      'A site of yours, by its id or address, in place of urls: its crawl settings apply where you send none of your own.',
    ),
  scope: z
    .enum(['host', 'domain'])
    .optional()
    .meta({ default: 'host' })
    .describe(
      'Stay on the hosts of the addresses, with and without www, or on everything under their domains. If the site is a whole domain, its subdomains are included.',
    ),
});

/** @throws AppError invalid_input for a call that says two places to start */
export function readCrawlOrder(input: z.output<typeof CrawlInput>, site: Site | undefined): CrawlOrder {
  if (input.redirects !== undefined) return readListOrder(input, input.redirects);
  const kept = keptFor(input, site);
  const { urls = kept.urls, pages = kept.pages, depth = kept.depth, rate = kept.rate } = input;
  const { include = kept.include, exclude = kept.exclude, scope = scopeOf(site) } = input;
  const patterns = { include: includeOf(include, site), exclude };
  const limits = { pages_max: pages, depth_max: depth, stay: scope, rate };
  return { urls, ...limits, ...patterns, ...readingOf(input, kept), access: undefined, list: undefined };
}

type Reading = Pick<CrawlOrder, 'sitemaps' | 'respect_robots' | 'user_agent' | 'render' | 'external_links'>;

function readingOf(input: CrawlInput, kept: Reading): Reading {
  const { sitemaps = kept.sitemaps, respect_robots = kept.respect_robots } = input;
  const { user_agent = kept.user_agent, render = kept.render, external_links = kept.external_links } = input;
  return { sitemaps, respect_robots, user_agent, render, external_links };
}

type CrawlInput = z.output<typeof CrawlInput>;

function readListOrder(
  { urls, site, rate, respect_robots = true, user_agent }: CrawlInput,
  redirects: NonNullable<CrawlInput['redirects']>,
): CrawlOrder {
  if (urls !== undefined || site !== undefined) throw twoStarts();
  const digest = createHash('sha256').update(JSON.stringify(redirects)).digest('hex');
  return {
    urls: redirects.slice(0, URLS_SHOWN_MAX).map(({ from }) => from),
    pages_max: redirects.length,
    depth_max: 0,
    stay: 'host',
    rate,
    include: [],
    exclude: [],
    sitemaps: false,
    respect_robots,
    user_agent,
    render: 'none',
    external_links: false,
    access: undefined,
    list: { count: redirects.length, digest },
  };
}

/** Addresses as they are asked for: without what is never sent. */
export function readList({ redirects }: Pick<CrawlInput, 'redirects'>): readonly ListedAddress[] | undefined {
  return redirects?.map(({ from, to }) => ({ url: sentForm(from), wanted: to }));
}

function sentForm(text: string): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

function keptFor({ urls, site: asked }: z.output<typeof CrawlInput>, site: Site | undefined): SiteCrawlSettings {
  if (asked !== undefined && urls !== undefined) throw twoStarts();
  return site?.settings.crawl ?? CRAWL_DEFAULTS;
}

function scopeOf(site: Site | undefined): CrawlOrder['stay'] {
  return site !== undefined && parseSite(site.target).type === 'domain' ? 'domain' : 'host';
}

/** A folder is read without the rest of its domain. */
function includeOf(include: readonly string[], site: Site | undefined): readonly string[] {
  const address = site === undefined ? undefined : parseSite(site.target);
  return include.length > 0 || address?.type !== 'folder' ? include : [`${address.path}*`];
}

function twoStarts(): AppError {
  const message = 'must be left out where site or redirects say what to read';
  return new AppError('invalid_input', 'A crawl takes urls, a site or redirects, and only one of them.', {
    fix: 'Leave out the others.',
    issues: [{ path: 'urls', message }],
  });
}

export function unknownCrawlSite(asked: string): AppError {
  const message = `There is no site ${asked.slice(0, 80)}.`;
  return new AppError('invalid_input', message, {
    fix: 'Add it with POST /sites, or send urls.',
    issues: [{ path: 'site', message }],
  });
}

/** A crawl as its owner sees it. */
export const CrawlView = z
  .object({
    id: z.string(),
    status: z
      .enum(CRAWL_STATUSES)
      .describe(
        'waiting: queued. paused and stopped: resume it to continue. finished: nothing is left, or the limit of pages was reached. failed: no page could be read.',
      ),
    urls: z.array(z.string()),
    settings: z.object({
      pages: z.int(),
      depth: z.int(),
      scope: z.enum(['host', 'domain']),
      rate: z.number().nullable().describe('null for the polite default.'),
      include: z.array(z.string()),
      exclude: z.array(z.string()),
      sitemaps: z.boolean(),
      respect_robots: z.boolean(),
      user_agent: z.string().nullable().describe('null for that of the service.'),
      access: AccessView,
      addresses: z.int().nullable().describe('Addresses of a list that are tested one by one; null for a crawl.'),
      render: z.enum(RENDER_MODES),
      external_links: z.boolean(),
    }),
    counts: z.object({
      fetched: z.int(),
      waiting: z.int().describe('Known and not read yet.'),
      failed: z.int().describe('Did not answer.'),
      refused: z.int().describe('Kept out by robots.txt, or by the limits against endless addresses.'),
    }),
    ended_because: z
      .enum(['exhausted', 'pages_max', 'aborted'])
      .nullable()
      .describe('Of the last run: everything was read, the limit of pages was reached, or it was interrupted.'),
    statuses: z.record(z.string(), z.int()).describe('Answers of the last run by HTTP status code.'),
    not_modified: z.int().nullable().describe('Pages of the last run that had not changed since they were last read.'),
    bytes: z.int().nullable(),
    problems: z
      .array(z.object({ kind: z.string(), count: z.int(), examples: z.array(z.string()) }))
      .describe('What went wrong in the last run, how often, and where it first happened.'),
    credits_max: z.int().describe('Credits that reading all pages costs.'),
    job_id: z
      .string()
      .nullable()
      .describe(
        'The job that reads the pages: follow its progress with GET /jobs/{id} and its events. null for a crawl from the command line.',
      ),
    error: z.string().nullable(),
    created_at: z.string(),
    closed_at: z.string().nullable(),
  })
  .meta({ id: 'Crawl', description: 'Pages that were or are being read into the index.' });
export type CrawlView = z.infer<typeof CrawlView>;

export function crawlView(file: CrawlFile): CrawlView {
  const { order, report } = file;
  return {
    id: file.id,
    status: file.status,
    urls: [...order.urls],
    settings: {
      pages: order.pages_max,
      depth: order.depth_max,
      scope: order.stay,
      rate: order.rate ?? null,
      include: [...order.include],
      exclude: [...order.exclude],
      sitemaps: order.sitemaps,
      respect_robots: order.respect_robots,
      user_agent: order.user_agent ?? null,
      access: accessView(order.access),
      addresses: order.list?.count ?? null,
      render: order.render,
      external_links: order.external_links,
    },
    counts: { ...file.counts },
    ...runView(report),
    credits_max: crawlCredits(order.pages_max),
    job_id: file.job_id ?? null,
    error: file.error ?? null,
    created_at: file.created_at.toISOString(),
    closed_at: file.closed_at?.toISOString() ?? null,
  };
}

type RunView = Pick<CrawlView, 'ended_because' | 'statuses' | 'not_modified' | 'bytes' | 'problems'>;

/** Nothing is known of a crawl whose first run is under way. */
function runView(report: CrawlRunReport | undefined): RunView {
  if (report === undefined) return { ended_because: null, statuses: {}, not_modified: null, bytes: null, problems: [] };
  const { reason, statuses, not_modified, bytes, problems } = report;
  const copies = problems.map(({ kind, count, examples }) => ({ kind, count, examples: [...examples] }));
  return { ended_because: reason, statuses: { ...statuses }, not_modified, bytes, problems: copies };
}

export function unknownCrawl(id: string): AppError {
  return new AppError('not_found', `There is no crawl ${id.slice(0, 60)}.`, {
    fix: 'Use the id that POST /crawls returned, or list your crawls with GET /crawls.',
  });
}
