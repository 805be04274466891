import { PostgresCrawls } from '../adapters/postgres/crawls.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { PostgresFrontier } from '../adapters/postgres/frontier.ts';
import { PostgresHostTurns } from '../adapters/postgres/host-turns.ts';
import { crawlView } from '../contract/crawl-view.ts';
import type { JobOutcome, RunJob } from '../engine/worker.ts';
import { crawl } from '../crawler/crawl.ts';
import type { PageParser } from '../crawler/parse-pool.ts';
import { LIMITS, type CrawlLog, type CrawlParts, type CrawlProgress, type CrawlReport } from '../crawler/settings.ts';
import { AppError } from '../kernel/errors.ts';
import { Unfinished } from '../kernel/unfinished.ts';
import { crawlCredits, type CrawlFile, type CrawlOrder, type CrawlRunReport, ownersField } from '../ports/crawls.ts';
import type { Alert } from '../ports/alerts.ts';
import type { AddressStore } from '../ports/redirect-tests.ts';
import type { HostDesk } from '../ports/hosts.ts';
import type { AccessStore } from '../ports/site-access.ts';
import type { JobFinding } from '../ports/jobs.ts';
import type { Site, SiteStore } from '../ports/site-registry.ts';
import { parseTarget, type Target } from '../web/target.ts';
import type { PageRenderer } from '../ports/browser.ts';
import type { GuardedRequester } from '../ports/fetch.ts';
import { crawlAccess, requireProven } from './access.ts';
import type { Index } from './indexes.ts';
import { crawlList, listParts } from './crawl-lists.ts';
import { findingsOf, progressText } from './crawl-progress.ts';
import { siteAlerts } from './site-alerts.ts';
import { auditCrawl } from './site-audits.ts';

/** A crawl lets other jobs have their turn after so long; what it knew of hosts and traps it learns anew then. */
const TURN_MS = 600_000;
const PAUSE_POLL_MS = 1000;
const CONCURRENCY = 16;

export interface CrawlJobParts {
  readonly store: PostgresCrawls;
  readonly sites: Pick<SiteStore, 'list'>;
  readonly hosts: Pick<HostDesk, 'require' | 'proven'>;
  readonly access: AccessStore;
  readonly addresses: AddressStore;
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
  readonly index: Pick<
    Index,
    'writer' | 'previous' | 'remembered' | 'recorder' | 'siteFacts' | 'audits' | 'url' | 'links'
  >;
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
      const alerts = await runTurn(parts, target, { file, before: job.progress.findings ?? [], signal, report });
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
  /** What earlier turns found. */
  readonly before: readonly JobFinding[];
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
  { file, before, signal, report }: Turn,
): Promise<readonly Alert[]> {
  const { id, order } = file;
  const onProgress = (state: CrawlProgress): void => {
    const findings = findingsOf(state, before);
    const message = progressText(state, findings);
    report({ percent: percentOf(state, order.pages_max), stage: 'crawling', message, findings });
  };
  const pausing = watchPause(parts.store, id);
  try {
    await requireProven(parts.hosts, file.workspace_id, order, signal);
    const stop = AbortSignal.any([signal, AbortSignal.timeout(TURN_MS), pausing.signal]);
    const ordered = await orderedParts(parts, file);
    const limits = { ...LIMITS, confirm_ms: parts.confirm_seconds * 1000 };
    const done = await crawl(
      settingsOf(order),
      { ...crawlParts(parts, { index: target.index, id, onProgress }), ...ordered },
      stop,
      limits,
    );
    await parts.store.report(id, reportOf(done));
    // Nothing goes on with what let it in.
    if (done.status === 'finished' && order.access !== undefined) await parts.access.keepForCrawl(id, undefined);
    if (done.status === 'stopped' && !pausing.signal.aborted) {
      if (order.list === undefined) await target.wantRebuild();
      signal.throwIfAborted();
      throw new Unfinished();
    }
    return await closed(parts, target, { file, done, signal });
  } finally {
    pausing.stop();
  }
}

interface Closed {
  readonly file: CrawlFile;
  readonly done: CrawlReport;
  readonly signal: AbortSignal;
}

/** What follows a crawl that has ended or was paused: a list says nothing of the site. */
async function closed(
  parts: CrawlJobParts,
  target: CrawlTarget,
  { file: { id, workspace_id, order }, done, signal }: Closed,
): Promise<readonly Alert[]> {
  if (order.list !== undefined) return [];
  const sites = await parts.sites.list(workspace_id, undefined);
  const mutings = new Map(sites.map((site) => [siteTarget(site).value, site.settings.audit]));
  const crawled = { id, urls: order.urls, sites: sites.map(siteTarget), mutings };
  const isFinished = done.status === 'finished';
  if (isFinished) await auditCrawl(parts, target.index, crawled, signal);
  await target.wantRebuild();
  signal.throwIfAborted();
  if (done.counts.fetched === 0 && isFinished) throw nothingRead(done);
  return isFinished ? await siteAlerts(parts, target.index, crawled, signal) : [];
}

/** What the order asks of the crawler beside its settings. */
async function orderedParts(
  { hosts, access, addresses }: CrawlJobParts,
  { id, workspace_id, order }: CrawlFile,
): Promise<Partial<CrawlParts>> {
  return {
    is_proven: ownersField(order) === undefined ? undefined : await hosts.proven(workspace_id),
    access: order.access === undefined ? undefined : await crawlAccess(access, id),
    ...listParts(order.list === undefined ? undefined : await crawlList(addresses, id)),
  };
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
  respect_robots,
  user_agent,
  render,
  external_links,
  list,
}: CrawlOrder): Parameters<typeof crawl>[0] {
  // A list ends with its last address.
  const most = list === undefined ? pages_max : Number.POSITIVE_INFINITY;
  const reading = { include, exclude, sitemaps, respect_robots, user_agent, render, external_links };
  return { seeds: urls, rate, pages_max: most, depth_max, stay, ...reading, concurrency: CONCURRENCY };
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
