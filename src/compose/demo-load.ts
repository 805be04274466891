import { PostgresCrawls } from '../adapters/postgres/crawls.ts';
import type { Database } from '../adapters/postgres/database.ts';
import type { PostgresDemo } from '../adapters/postgres/demo.ts';
import { PostgresFrontier } from '../adapters/postgres/frontier.ts';
import { crawl } from '../crawler/crawl.ts';
import type { PageParser } from '../crawler/parse-pool.ts';
import { type CrawlLog, LIMITS } from '../crawler/settings.ts';
import { madeAnswer } from '../demo/assistant-answers.ts';
import { consoleFiles } from '../demo/console-files.ts';
import {
  ANSWER_DAYS,
  CRAWL_DAYS,
  LANGUAGE,
  promptQueries,
  SERP_DAYS,
  TRACKED,
  TRACKED_DEPTH,
  trackedQueries,
} from '../demo/history.ts';
import { madeFacts } from '../demo/keyword-facts.ts';
import { createMadeRequester, MadeWeb } from '../demo/made-web.ts';
import { SHOP } from '../demo/read-sites.ts';
import { madeSerp } from '../demo/result-pages.ts';
import { contentLocation } from '../importer/importer.ts';
import type { AccountPorts } from '../ports/account.ts';
import type { Caller } from '../ports/accounts.ts';
import type { CrawlOrder } from '../ports/crawls.ts';
import { DEMO_WORKSPACE, type DemoProgress } from '../ports/demo.ts';
import { NO_OPTIONS } from '../ports/imports.ts';
import type { Location } from '../ports/locations.ts';
import type { Observation, ObservationInbox } from '../ports/store.ts';
import { wireImporter } from './importer.ts';
import type { Index, Indexes } from './indexes.ts';
import { auditCrawl } from './site-audits.ts';

const DAY_MS = 86_400_000;
/** What is observed today was observed a little while ago. */
const AGO_MS = 3_600_000;
const PROJECT = 'northgear';
const COUNTRY = 'United States';

export interface DemoLoadParts {
  readonly database: Database;
  readonly demo: PostgresDemo;
  readonly indexes: Pick<Indexes, 'open' | 'shared'>;
  readonly account: Pick<AccountPorts, 'projects' | 'sites' | 'targets'>;
  readonly parser: PageParser;
  readonly user_agent: string;
  readonly clock: () => Date;
  readonly log: CrawlLog;
}

interface Load extends DemoLoadParts {
  readonly index_id: string;
  readonly index: Index;
  readonly web: MadeWeb;
  /** When the demo is loaded, as far as it knows: its history ends here. */
  readonly today: Date;
  readonly signal: AbortSignal;
}

/**
 * Fills the index of the demo as time would have filled it: its sites are crawled on several days, its searches looked up
 * on many, its figures imported. All of it goes through the crawler, the importer and the writers that real data goes through.
 */
export async function loadDemo(
  parts: DemoLoadParts,
  index_id: string,
  onProgress: (progress: DemoProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const tell = (percent: number, stage: string): void => {
    signal.throwIfAborted();
    onProgress({ percent, stage });
  };
  tell(0, 'Creating an index');
  const index = await parts.indexes.open(index_id);
  const today = new Date(parts.clock().getTime() - AGO_MS);
  const load: Load = { ...parts, index_id, index, web: new MadeWeb(), today, signal };
  for (const [at, days_ago] of CRAWL_DAYS.entries()) {
    tell(10 + at * 15, `Crawling the sites, ${at + 1} of ${CRAWL_DAYS.length}`);
    await crawlOn(load, days_ago);
  }
  tell(70, 'Looking up searches and AI answers');
  await observe(load);
  tell(78, 'Importing clicks and impressions');
  await importConsole(load);
  tell(85, 'Computing authority');
  await index.admin.rebuild(() => undefined, signal);
  tell(97, 'Adding the site');
  await addSite(load);
}

/** The sites of others first; each crawl of the shop is audited, so that there is something to compare the next with. */
async function crawlOn(load: Load, days_ago: number): Promise<void> {
  const others = load.web.sites.filter(({ host }) => host !== SHOP && load.web.pagesOn(host, days_ago).length > 0);
  await crawlSites(
    load,
    others.map(({ host }) => host),
    days_ago,
  );
  await crawlSites(load, [SHOP], days_ago);
}

async function crawlSites(load: Load, hosts: readonly string[], days_ago: number): Promise<void> {
  const { database, demo, index, index_id, web, parser, user_agent, log, signal } = load;
  const begun = new Date(load.today.getTime() - days_ago * DAY_MS);
  const started = performance.now();
  // The crawler paces itself by its clock, so that it has to go on.
  const clock = (): Date => new Date(begun.getTime() + performance.now() - started);
  const order = orderOf(hosts);
  const crawls = new PostgresCrawls(database);
  const file = await crawls.plan({ workspace_id: DEMO_WORKSPACE, index_id, order });
  const parts = {
    crawl_id: file.id,
    requester: createMadeRequester(web, clock, days_ago),
    frontier: new PostgresFrontier(database),
    writer: index.writer,
    parser,
    user_agent,
    clock,
    log,
    onProgress: undefined,
    previous: index.previous,
    remembered: index.remembered,
    recorder: index.recorder,
  };
  const settings = { ...order, seeds: order.urls, rate: Number.POSITIVE_INFINITY, concurrency: CONCURRENCY };
  const report = await crawl(settings, parts, signal, CRAWL_LIMITS);
  signal.throwIfAborted();
  const { statuses, not_modified, bytes, problems, reason } = report;
  await crawls.report(file.id, { statuses, not_modified, bytes, problems, reason });
  await demo.dateCrawl(file.id, begun, clock());
  await auditCrawl({ clock, log }, index, { id: file.id, urls: order.urls, sites: [] }, signal);
}

const CONCURRENCY = 16;
const PAGES_MAX = 500;
/** Nobody has to be spared, and a page that is gone is gone. */
const CRAWL_LIMITS = { ...LIMITS, confirm_ms: 0, retry_ms: 1, backoff_min_ms: 1, backoff_max_ms: 1 };

function orderOf(hosts: readonly string[]): CrawlOrder {
  return {
    urls: hosts.map((host) => `https://${host}/`),
    pages_max: PAGES_MAX,
    depth_max: 20,
    stay: 'host',
    rate: undefined,
    include: [],
    exclude: [],
    sitemaps: true,
    respect_robots: true,
    user_agent: undefined,
    access: undefined,
    list: undefined,
    render: 'none',
    external_links: false,
  };
}

const NOTHING_WAITS: ObservationInbox = { find: () => Promise.resolve([]), flush: () => Promise.resolve() };

/** What was looked up on the days before: result pages, answers of assistants, and today what is known of keywords. */
async function observe(load: Load): Promise<void> {
  const { index, web, today, signal } = load;
  const stores = index.recollect(NOTHING_WAITS);
  const location = await requireCountry(load);
  const dayOf = (days_ago: number): Date => new Date(today.getTime() - days_ago * DAY_MS);
  const queries = trackedQueries(location);
  const serps = SERP_DAYS.flatMap((days_ago) =>
    queries.flatMap((query) => {
      const { value } = madeSerp(web, query, { days_ago, checked_at: dayOf(days_ago) });
      return stores.serp.check.observe(query, value, SOURCE);
    }),
  );
  const answers = ANSWER_DAYS.flatMap((days_ago) =>
    promptQueries(days_ago).flatMap((query) =>
      stores.assistants.ask.observe(query, madeAnswer(query, { days_ago, asked_at: dayOf(days_ago) }), SOURCE),
    ),
  );
  const asked = { keywords: queries.map(({ keyword }) => keyword), location, language: LANGUAGE };
  const facts = stores.keywords.metrics.observe(asked, madeFacts(asked, today), SOURCE);
  const kept = (observations: readonly Observation[], workspace_id: string): Promise<void> =>
    index.observations.write(
      observations.map((observation, at) => ({
        ...observation,
        id: `demo-${observation.kind}-${at}`,
        source: SOURCE,
        workspace_id,
        delete_at: undefined,
      })),
    );
  await kept([...serps, ...facts], '');
  signal.throwIfAborted();
  await kept(answers, DEMO_WORKSPACE);
}

const SOURCE = 'demo';

async function requireCountry({ indexes, signal }: Load): Promise<Location> {
  const location = await indexes.shared.locations.resolve({ location: COUNTRY }, signal);
  if (location === null) throw new Error(`The place ${COUNTRY} is not known.`);
  return location;
}

async function importConsole({ database, index, indexes, parser, user_agent, today, signal }: Load): Promise<void> {
  const streams = { open: () => Promise.reject(new Error('The demo imports no addresses.')) };
  const { importer } = wireImporter({ database, index, shared: indexes.shared, streams, parser, user_agent });
  const { by_property, by_page } = consoleFiles(today);
  for (const content of [by_property, by_page]) {
    const location = contentLocation(content);
    const order = {
      kind: 'console',
      location,
      options: NO_OPTIONS,
      workspace_id: DEMO_WORKSPACE,
      again: false,
    } as const;
    const control = { signal, pause_after_ms: Number.POSITIVE_INFINITY, onProgress: () => undefined };
    await importer.fromContent(order, content, control);
    signal.throwIfAborted();
  }
}

/** Site and tracked keywords belong to no project, so that every call in the demo sees them. */
async function addSite({ account, signal }: Load): Promise<void> {
  const brand = { name: 'NorthGear', aliases: ['North Gear', 'northgear'], domains: [SHOP] };
  const settings = {
    name: 'NorthGear',
    brand,
    budget_credits: undefined,
    warning_share: undefined,
    is_hard: undefined,
  };
  await account.projects.set(DEMO_WORKSPACE, PROJECT, settings);
  await account.sites.create(CALLER, SHOP, undefined, {
    name: 'NorthGear',
    brand: { name: 'NorthGear', spellings: ['North Gear'] },
    competitors: ['trailkit.example', 'summitshop.example'],
    markets: [{ country: 'US', language: LANGUAGE, city: undefined }],
  });
  const targets = TRACKED.map(({ keyword, tag }) => ({
    keyword,
    url: SHOP,
    engine: 'google',
    location: COUNTRY,
    language: LANGUAGE,
    device: 'desktop' as const,
    depth: TRACKED_DEPTH,
    tags: [tag],
  }));
  await account.targets.add(CALLER, undefined, targets, signal);
}

const CALLER: Caller = {
  workspace_id: DEMO_WORKSPACE,
  key_id: undefined,
  key_name: 'demo',
  allowed_domains: [],
  scopes: [],
  project_id: undefined,
  plan: '',
};
