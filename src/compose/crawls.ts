import { PostgresCrawls } from '../adapters/postgres/crawls.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { PostgresFrontier } from '../adapters/postgres/frontier.ts';
import { PostgresHostTurns } from '../adapters/postgres/host-turns.ts';
import type { PostgresIndexOwners } from '../adapters/postgres/index-owners.ts';
import type { PostgresJobs } from '../adapters/postgres/jobs.ts';
import type { Config } from '../config.ts';
import { CrawlInput, crawlView, readCrawlOrder, unknownCrawlSite } from '../contract/crawl-view.ts';
import type { Operation } from '../contract/operation.ts';
import type { OwnJobs } from '../engine/schedules.ts';
import type { JobOutcome, RunJob } from '../engine/worker.ts';
import { crawl } from '../crawler/crawl.ts';
import { AddressFilter } from '../crawler/filter.ts';
import type { PageParser } from '../crawler/parse-pool.ts';
import {
  LIMITS,
  POLITE,
  type CrawlLog,
  type CrawlParts,
  type CrawlProgress,
  type CrawlReport,
} from '../crawler/settings.ts';
import type { PageRenderer } from '../ports/browser.ts';
import { AppError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { Unfinished } from '../kernel/unfinished.ts';
import type { Caller, KeyStore, Transport } from '../ports/accounts.ts';
import { type CrawlDesk, crawlCredits, type CrawlFile, type CrawlOrder, type CrawlRunReport } from '../ports/crawls.ts';
import type { Alert } from '../ports/alerts.ts';
import type { Site, SiteDesk, SiteStore } from '../ports/site-registry.ts';
import { parseTarget, type Target } from '../web/target.ts';
import type { GuardedRequester } from '../ports/fetch.ts';
import { hasEnded, type Job, type NewJob } from '../ports/jobs.ts';
import { requireAllowed } from './imports.ts';
import type { Index, Indexes } from './indexes.ts';
import { siteAlerts } from './site-alerts.ts';
import { auditCrawl } from './site-audits.ts';

/** The operation whose jobs are crawls. */
const OPERATION = 'crawls.create';
const ATTEMPTS_MAX = 5;
/** A crawl lets other jobs have their turn after so long; what it knew of hosts and traps it learns anew then. */
const TURN_MS = 600_000;
const PAUSE_POLL_MS = 1000;
const CONCURRENCY = 16;

export interface CrawlDeskParts {
  readonly store: PostgresCrawls;
  readonly jobs: PostgresJobs;
  readonly keys: KeyStore;
  /** Who may write into the shared index over HTTP, as for imports. */
  readonly who: Config['imports'];
  readonly owners: Pick<PostgresIndexOwners, 'indexOf'>;
  readonly indexes: Pick<Indexes, 'open'>;
}

export function openCrawlDesk(parts: CrawlDeskParts): CrawlDesk {
  const { store } = parts;
  return {
    async start(caller, order) {
      const file = await planned(parts, caller, order);
      return (await isUnderWay(parts, file)) ? file : queued(parts, caller, file);
    },
    async known(workspaceId, query, signal) {
      const index = await parts.indexes.open(await parts.owners.indexOf(workspaceId));
      return index.knownAddresses(query, signal);
    },
    admits(patterns) {
      const filter = new AddressFilter(patterns);
      return (url) => filter.admits(url);
    },
    find: (workspaceId, id) => store.find(workspaceId, id),
    list: (workspaceId, query) => store.list(workspaceId, query),
    async pause(workspaceId, id) {
      const file = await store.find(workspaceId, id);
      if (file === undefined) return undefined;
      if (file.status === 'finished') throw ended(id);
      await store.pause(id);
      await cancelWaiting(parts, file);
      return store.find(workspaceId, id);
    },
    async resume(caller, id) {
      const file = await store.find(caller.workspace_id, id);
      if (file === undefined) return undefined;
      if (file.status === 'finished') throw ended(id);
      if (await isUnderWay(parts, file)) {
        throw new AppError('conflict', `The crawl ${id} is queued or running.`, { fix: 'Wait for it, or pause it.' });
      }
      await requireMayCrawl(parts, caller, file.order);
      return queued(parts, caller, file);
    },
  };
}

/** Crawls that are made again and again. */
export function scheduledCrawls(
  parts: CrawlDeskParts,
  operation: Pick<Operation, 'prepare'>,
  sites: Pick<SiteDesk, 'find'>,
): OwnJobs {
  const orderOf = async (workspace_id: string, raw: Readonly<Record<string, unknown>>): Promise<CrawlOrder> => {
    const input = CrawlInput.parse(operation.prepare(raw).input);
    if (input.site === undefined) return readCrawlOrder(input, undefined);
    const site = await sites.find({ workspace_id, project_id: undefined }, input.site);
    if (site === undefined) throw unknownCrawlSite(input.site);
    return readCrawlOrder(input, site);
  };
  return {
    covers: (id) => id === OPERATION,
    require: async (caller, input) => requireMayCrawl(parts, caller, await orderOf(caller.workspace_id, input)),
    async jobsOf({ workspace_id, key_id, project_id, input }) {
      const file = await planned(parts, { workspace_id }, await orderOf(workspace_id, input));
      if (await isUnderWay(parts, file)) return [];
      return [newJobOf({ workspace_id, key_id, project_id }, file, 'schedule')];
    },
  };
}

async function planned(
  parts: CrawlDeskParts,
  caller: Pick<Caller, 'workspace_id'>,
  order: CrawlOrder,
): Promise<CrawlFile> {
  await requireMayCrawl(parts, caller, order);
  const { workspace_id } = caller;
  return parts.store.plan({ workspace_id, index_id: await parts.owners.indexOf(workspace_id), order });
}

/** @throws AppError key_not_allowed_here, invalid_input */
async function requireMayCrawl(
  { keys, who, owners }: CrawlDeskParts,
  caller: Pick<Caller, 'workspace_id'>,
  { rate, include, exclude }: CrawlOrder,
): Promise<void> {
  const filter = new AddressFilter({ include, exclude });
  filter.admits('https://example.com/');
  const hasOwn = (await owners.indexOf(caller.workspace_id)) !== '';
  await requireAllowed(caller, hasOwn, keys, who);
  const isOperator = caller.workspace_id === (await keys.operator()).workspace_id;
  if (rate === undefined || rate <= POLITE.rate || isOperator) return;
  throw new AppError(
    'key_not_allowed_here',
    `Only keys of the first workspace may ask a host more than ${POLITE.rate} times a second.`,
    {
      fix: `Leave out rate, or send at most ${POLITE.rate}.`,
    },
  );
}

async function isUnderWay({ jobs }: CrawlDeskParts, { workspace_id, job_id }: CrawlFile): Promise<boolean> {
  const job = job_id === undefined ? undefined : await jobs.find(workspace_id, job_id);
  return job !== undefined && !hasEnded(job);
}

async function queued(
  { jobs, store }: CrawlDeskParts,
  { workspace_id, key_id, project_id }: Pick<Caller, 'workspace_id' | 'key_id' | 'project_id'>,
  file: CrawlFile,
): Promise<CrawlFile> {
  const [job] = await jobs.enqueue([newJobOf({ workspace_id, key_id, project_id }, file, 'rest')]);
  if (job === undefined) throw new Error('A job that was queued is not there.');
  await store.setJob(file.id, job.id);
  return (await store.find(workspace_id, file.id)) ?? file;
}

/** A job that nobody has begun need not begin to find that it is paused. */
async function cancelWaiting({ jobs }: CrawlDeskParts, { workspace_id, job_id }: CrawlFile): Promise<void> {
  const job = job_id === undefined ? undefined : await jobs.find(workspace_id, job_id);
  if (job?.status === 'queued') await jobs.cancel(workspace_id, job.id);
}

interface Orderer {
  readonly workspace_id: string;
  readonly key_id: string | undefined;
  readonly project_id: string | undefined;
}

function newJobOf({ workspace_id, key_id, project_id }: Orderer, file: CrawlFile, transport: Transport): NewJob {
  return {
    workspace_id,
    key_id,
    project_id,
    workflow_id: undefined,
    request_id: newId('req'),
    transport,
    operation: OPERATION,
    input: { crawl_id: file.id },
    credits: crawlCredits(file.order.pages_max - file.counts.fetched),
    attempts_max: ATTEMPTS_MAX,
  };
}

function ended(id: string): AppError {
  return new AppError('conflict', `The crawl ${id} is finished.`, { fix: 'Start a new one with POST /crawls.' });
}

export function isCrawl({ operation }: Pick<Job, 'operation'>): boolean {
  return operation === OPERATION;
}

export interface CrawlJobParts {
  readonly store: PostgresCrawls;
  readonly sites: Pick<SiteStore, 'list'>;
  readonly database: Database;
  readonly requester: GuardedRequester;
  readonly browser: PageRenderer | undefined;
  readonly parser: PageParser;
  readonly user_agent: string;
  readonly confirm_seconds: number;
  readonly clock: () => Date;
  readonly log: CrawlLog;
}

/** The index that the pages of a crawl go to. */
export interface CrawlTarget {
  readonly index: Pick<Index, 'writer' | 'previous' | 'remembered' | 'recorder' | 'siteFacts' | 'audits' | 'links'>;
  /** Facts came that derived figures do not know yet. */
  readonly wantRebuild: () => Promise<void>;
}

/** Runs one turn of a crawl; its job continues until the crawl has ended or is paused. */
export function crawlJobs(parts: CrawlJobParts, target: CrawlTarget): RunJob {
  const { store } = parts;
  return async (job, signal, report) => {
    const id = String(job.input['crawl_id']);
    const file = await store.find(job.workspace_id, id);
    if (file === undefined) throw new AppError('not_found', `There is no crawl ${id}.`, { fix: 'Start a new one.' });
    if (file.status === 'finished') return outcomeOf(parts, file);
    if (file.job_id !== job.id) await store.setJob(id, job.id);
    try {
      const alerts = await runTurn(parts, target, { file, signal, report });
      return await outcomeOf(parts, (await store.find(job.workspace_id, id)) ?? file, alerts);
    } catch (thrown) {
      if (thrown instanceof AppError && !thrown.retryable) {
        await store.fail(id, [thrown.message, thrown.fix].filter(Boolean).join(' '));
      }
      throw thrown;
    }
  };
}

interface Turn {
  readonly file: CrawlFile;
  readonly signal: AbortSignal;
  readonly report: Parameters<RunJob>[2];
}

/**
 * @returns what the owner of the sites is to hear of
 * @throws Unfinished where the crawl is to go on in another turn
 */
async function runTurn(
  parts: CrawlJobParts,
  target: CrawlTarget,
  { file, signal, report }: Turn,
): Promise<readonly Alert[]> {
  const { id, order } = file;
  const onProgress = (state: CrawlProgress): void =>
    report({ percent: percentOf(state, order.pages_max), stage: 'crawling', message: progressText(state) });
  const pausing = watchPause(parts.store, id);
  try {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(TURN_MS), pausing.signal]);
    const limits = { ...LIMITS, confirm_ms: parts.confirm_seconds * 1000 };
    const done = await crawl(
      settingsOf(order),
      crawlParts(parts, { index: target.index, id, onProgress }),
      stop,
      limits,
    );
    await parts.store.report(id, reportOf(done));
    const sites = (await parts.sites.list(file.workspace_id, undefined)).map(siteTarget);
    const crawled = { id, urls: order.urls, sites };
    if (done.status === 'finished') await auditCrawl(parts, target.index, crawled, signal);
    await target.wantRebuild();
    signal.throwIfAborted();
    if (done.status === 'stopped' && !pausing.signal.aborted) throw new Unfinished();
    if (done.counts.fetched === 0 && done.status === 'finished') throw nothingRead(done);
    return done.status === 'finished' ? await siteAlerts(parts, target.index, crawled, signal) : [];
  } finally {
    pausing.stop();
  }
}

function siteTarget({ target }: Site): Target {
  return parseTarget(target);
}

function crawlParts(
  { database, requester, browser, parser, user_agent, clock, log }: CrawlJobParts,
  {
    index,
    id,
    onProgress,
  }: { readonly index: CrawlTarget['index']; readonly id: string; readonly onProgress: CrawlParts['onProgress'] },
): CrawlParts {
  const turns = new PostgresHostTurns(database);
  return {
    crawl_id: id,
    requester,
    browser,
    frontier: new PostgresFrontier(database),
    writer: index.writer,
    parser,
    user_agent,
    clock,
    log,
    onProgress,
    previous: index.previous,
    remembered: index.remembered,
    recorder: index.recorder,
    turn: (host, spacing_ms, signal) => turns.wait(host, spacing_ms, signal),
  };
}

function settingsOf({
  urls,
  rate,
  pages_max,
  depth_max,
  stay,
  include,
  exclude,
  sitemaps,
  render,
}: CrawlOrder): Parameters<typeof crawl>[0] {
  return {
    seeds: urls,
    rate,
    pages_max,
    depth_max,
    stay,
    include,
    exclude,
    sitemaps,
    render,
    concurrency: CONCURRENCY,
  };
}

async function outcomeOf(
  { store }: CrawlJobParts,
  file: CrawlFile,
  alerts: readonly Alert[] = [],
): Promise<JobOutcome> {
  const charged = crawlCredits(await store.chargePages(file.id));
  return { charged, alerts, resultOf: () => ({ success: true, crawl: crawlView(file) }) };
}

/** Fires once somebody has paused the crawl, in whatever process. */
function watchPause(store: PostgresCrawls, id: string): { readonly signal: AbortSignal; readonly stop: () => void } {
  const paused = new AbortController();
  const timer = setInterval(() => {
    store
      .isPaused(id)
      .then((is) => is && paused.abort(new Error('The crawl was paused.')))
      .catch(() => undefined);
  }, PAUSE_POLL_MS).unref();
  return { signal: paused.signal, stop: () => clearInterval(timer) };
}

function percentOf({ fetched, waiting, in_flight }: CrawlProgress, pages_max: number): number {
  const known = Math.min(pages_max, fetched + waiting + in_flight);
  return known === 0 ? 0 : Math.min(99, Math.floor((100 * fetched) / known));
}

function progressText({ fetched, waiting, failed, refused }: CrawlProgress): string {
  const troubles = failed + refused > 0 ? `, ${failed} failed, ${refused} refused` : '';
  return `${fetched} read, ${waiting} waiting${troubles}`;
}

function reportOf({ statuses, not_modified, bytes, problems, reason }: CrawlReport): CrawlRunReport {
  return { statuses, not_modified, bytes, reason, problems };
}

/** A crawl that read nothing has failed: it says nothing of the site. */
function nothingRead({ problems }: CrawlReport): AppError {
  const [first] = problems;
  const why = first === undefined ? '' : ` ${first.kind.replaceAll('_', ' ')}: ${first.examples[0] ?? ''}`;
  return new AppError('unfetchable_url', 'No page could be read.', {
    fix: `Check the addresses, robots.txt and the firewall of the site.${why}`,
  });
}
