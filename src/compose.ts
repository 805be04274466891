import type { Logger } from 'pino';

import { readBacklog } from './adapters/postgres/backlog.ts';
import type { Database } from './adapters/postgres/database.ts';
import { PostgresDashboardUsers } from './adapters/postgres/dashboard-users.ts';
import { PostgresCrawls } from './adapters/postgres/crawls.ts';
import { PostgresIndexOwners } from './adapters/postgres/index-owners.ts';
import { PostgresOAuth } from './adapters/postgres/oauth.ts';
import { PostgresReports } from './adapters/postgres/reports.ts';
import { PostgresSites } from './adapters/postgres/sites.ts';
import { PostgresWorkspaceLooks } from './adapters/postgres/workspace-looks.ts';
import { PostgresWorkspaces } from './adapters/postgres/workspaces.ts';
import { PostgresUpkeep } from './adapters/postgres/index-upkeep.ts';
import { type Accounts, openAccounts } from './compose/accounts.ts';
import { wireImporter } from './compose/importer.ts';
import { type CrawlJobParts, crawlJobs } from './compose/crawl-jobs.ts';
import { scheduledCrawls } from './compose/crawls.ts';
import { importJobs, scheduledImports, TURN_MS } from './compose/imports.ts';
import { type DemoDeskParts, openDemoDesk } from './compose/demo.ts';
import { createLog } from './compose/log.ts';
import { type Indexes, openIndexes } from './compose/indexes.ts';
import { openSiteDesk } from './compose/sites.ts';
import { openPlatform, type Platform, startRunners } from './compose/platform.ts';
import { pullJobs } from './compose/pulls.ts';
import { openSchedules } from './compose/schedules.ts';
import { connectSources, type Desks, openDesks } from './compose/sources.ts';
import { openBrowser, openFetch } from './compose/web.ts';
import { openWorlds, type Worlds } from './compose/worlds.ts';
import type { Config } from './config.ts';
import type { Operation } from './contract/operation.ts';
import { createPageParser, type PageParser } from './crawler/parse-pool.ts';
import { createSourceReports } from './engine/ask/reports.ts';
import type { Engine } from './engine/engine.ts';
import { createMetrics, type ReadableMetrics } from './engine/metrics.ts';
import { createOffload } from './engine/offload.ts';
import type { OwnJobs } from './engine/schedules.ts';
import { Upkeep, type UpkeepOptions } from './engine/upkeep.ts';
import type { RunJob } from './engine/worker.ts';
import { requireEngineInstalled } from './index/engine/start.ts';
import { Closing } from './kernel/closing.ts';
import { AppError, messageOf } from './kernel/errors.ts';
import createCrawl from './operations/crawls/create/operation.ts';
import createImport from './operations/imports/create/operation.ts';
import { operations } from './operations/index.ts';
import type { AccountPorts } from './ports/account.ts';
import type { Caller, KeyStore } from './ports/accounts.ts';
import type { DashboardUsers } from './ports/dashboard.ts';
import type { DemoDesk } from './ports/demo.ts';
import type { GuardedRequester } from './ports/fetch.ts';
import type { OAuthStore } from './ports/oauth.ts';
import type { ReportDesk } from './ports/reports.ts';
import type { SiteDesk } from './ports/site-registry.ts';
import type { WorkspaceLooks } from './ports/workspace-look.ts';
import type { WorkspaceStore } from './ports/workspaces.ts';
import { sources as definitions } from './sources/index.ts';
import { version } from './version.ts';

/** The wiring: what the settings say becomes running parts, closed in the order that nothing is lost. */

const SWEEP_EVERY_MS = 30_000;
const SWEEP_TOKENS_EVERY_MS = 3_600_000;
/** Ten times as long as a process that lives takes to write the usage row of a call. */
const SETTLED_BEFORE_MS = 5000;
/** How often a job is tried before it has failed. */
const ATTEMPTS_MAX = 3;

export interface Service extends Pick<Platform, 'limiter'> {
  readonly account: AccountPorts;
  close(): Promise<void>;
  readonly engine: Engine;
  readonly keys: KeyStore;
  readonly users: DashboardUsers;
  readonly oauth: OAuthStore;
  /** One guarded GET, past which nothing is fetched. */
  readonly requester: GuardedRequester;
  readonly reports: ReportDesk;
  readonly workspaces: WorkspaceStore;
  readonly looks: WorkspaceLooks;
  readonly demo: DemoDesk;
  readonly metrics: ReadableMetrics;
  /**
   * Makes the first key, or the one that the settings name, on a database without keys.
   *
   * Answers a secret that was made here, which nobody can see again: call it when it can be shown.
   */
  readonly makeFirstKey: () => Promise<string | undefined>;
  /** Resolves when the databases answer. */
  readonly ready: () => Promise<void>;
  /** Ends what runs jobs and webhooks: what is under way may finish, the rest goes back into the queue. */
  readonly drain: () => Promise<void>;
  /** Lets calls that somebody waits for continue as jobs, and answers those who wait. */
  readonly handOver: () => void;
}

export interface ServiceOptions {
  readonly clock?: () => Date;
  /** Operations besides those of the registry, for tests of the path itself. */
  readonly operations?: readonly Operation[];
  /** A command makes one call; serve and work run jobs and deliver webhooks; serve alone says what the plans are. */
  readonly role: 'serve' | 'work' | 'command';
}

export async function openService(config: Config, options: ServiceOptions): Promise<Service> {
  const log = createLog(config);
  const closing = new Closing();
  try {
    // Wrong settings of the fetch are told before databases are started for them.
    const web = closing.add(openFetch(config, options.clock));
    const [accounts, indexes] = await openBoth(config, closing);
    const { database, keys, ledger } = accounts;
    const owners = new PostgresIndexOwners(database);
    const offload = closing.add(createOffload());
    await sweepRegularly(accounts, { log, closing, role: options.role });
    const clock = options.clock ?? (() => new Date());
    const handOver = new AbortController();
    const connected = connectSources(config, { database, web, closing, clock });
    const places = { locations: indexes.shared.locations, connected, owners, indexes, web, clock };
    const platform = await openPlatform(config, accounts, places, log, closing);
    const metrics = closing.add(createMetrics({ version, log, backlog: () => readBacklog(database) }));
    const running = new Closing();
    closing.defer(() => running.close());
    const upkeep = new PostgresUpkeep(database);
    const worlds = openWorlds({ web, browser: openBrowser(config), connected }, clock);
    const opened = { database, indexes, owners, worlds, closing, clock };
    const parser = closing.add(createPageParser());
    const runImport = importsOf(config, { ...opened, parser }, upkeep);
    const runCrawl = crawlsOf(config, { ...platform.crawls, ...opened, parser, log }, upkeep);
    const parts = { engine: () => engine, metrics, closing: running, runImport, runCrawl };
    const runners = options.role !== 'command' ? startRunners(config, platform, parts, log) : undefined;
    if (options.role === 'serve') closing.add(new Upkeep({ notes: upkeep, rebuild: rebuildOf(indexes), log })).start();
    const desks = openDesks(config, { ...opened, offload, log, metrics });
    const operator = (): Promise<Caller> => keys.operator();
    const sources = createSourceReports({ desk: desks.shared, connected, definitions, operator });
    const sites = sitesOf(opened, platform, () => schedules);
    const scheduling = { database, platform, engine: () => engine, own: ownJobs(platform, sites), log };
    const schedules = openSchedules(scheduling, runners && running);
    const account = { ...platform.account, sources, schedules, sites };
    const engine: Engine = {
      operations: byId([...operations, ...(options.operations ?? [])]),
      desk: desks.shared,
      deskOf: (workspaceId) => desks.of(workspaceId),
      ledger,
      usage: accounts.usage,
      account,
      memory: platform.memory,
      metrics,
      offload,
      clock,
      log,
      inline_timeout_ms: config.inline_timeout_ms,
      hand_over: handOver.signal,
      attempts_max: ATTEMPTS_MAX,
      carryOn: runners?.carryOn,
    };
    return {
      engine,
      keys,
      account,
      limiter: platform.limiter,
      ...dashboardStores(config, accounts, web),
      demo: demoOf(config, opened, { desks, account, parser, log }),
      metrics,
      makeFirstKey: () => makeFirstKey(keys, config, log),
      ready: () => Promise.all([database.ready(), indexes.shared.ready()]).then(() => undefined),
      drain: () => running.close().then(() => runners?.worker.stop()),
      handOver: () => handOver.abort(),
      close: () => closing.close(),
    };
  } catch (thrown) {
    await closing.close().catch(() => undefined);
    throw thrown;
  }
}

function byId(known: readonly Operation[]): ReadonlyMap<string, Operation> {
  return new Map(known.map((operation) => [operation.id, operation]));
}

type Stores = Pick<Service, 'users' | 'reports' | 'oauth' | 'requester' | 'workspaces' | 'looks'>;

function dashboardStores(
  { plans }: Config,
  { database, ledger }: Accounts,
  { requester }: Pick<Service, 'requester'>,
): Stores {
  return {
    requester,
    oauth: new PostgresOAuth(database),
    users: new PostgresDashboardUsers(database),
    reports: new PostgresReports(database),
    workspaces: new PostgresWorkspaces(database, { plans, ledger }),
    looks: new PostgresWorkspaceLooks(database),
  };
}

interface Opened {
  readonly database: Database;
  readonly indexes: Indexes;
  readonly owners: PostgresIndexOwners;
  readonly worlds: Worlds;
  readonly closing: Closing;
  readonly clock: () => Date;
}

function importsOf(config: Config, opened: Opened & { readonly parser: PageParser }, upkeep: PostgresUpkeep): RunJob {
  const { database, indexes, owners, worlds, parser, clock } = opened;
  const { user_agent } = config;
  const { shared } = indexes;
  return async (job, signal, report) => {
    const indexId = await owners.indexOf(job.workspace_id);
    const index = await indexes.open(indexId);
    const { web, connected } = worlds(indexId);
    const { importer, store } = wireImporter({ database, index, shared, streams: web.streams, parser, user_agent });
    const pulls = pullJobs({ store, index, connected, clock }, TURN_MS);
    const run = importJobs(importer, { want: () => upkeep.want(indexId) }, pulls);
    return run(job, signal, report);
  };
}

function crawlsOf(
  config: Config,
  opened: Opened & Pick<CrawlJobParts, 'hosts' | 'access' | 'addresses' | 'parser'> & { readonly log: Logger },
  upkeep: PostgresUpkeep,
): RunJob {
  const { database, indexes, owners, worlds, parser, clock, log, hosts, access, addresses } = opened;
  const store = new PostgresCrawls(database);
  const { user_agent, confirm_seconds } = config;
  const sites = new PostgresSites(database);
  const own = { sites, hosts, access, addresses };
  const parts = { store, ...own, database, parser, user_agent, confirm_seconds, clock, log };
  return async (job, signal, report) => {
    const indexId = await owners.indexOf(job.workspace_id);
    const index = await indexes.open(indexId);
    const { web, browser } = worlds(indexId);
    return crawlJobs(
      { ...parts, requester: web.requester, browser },
      { index, wantRebuild: () => upkeep.want(indexId) },
    )(job, signal, report);
  };
}

function demoOf(
  { user_agent }: Config,
  { database, indexes, clock }: Opened,
  parts: Pick<DemoDeskParts, 'account' | 'parser' | 'log'> & { readonly desks: Desks },
): DemoDesk {
  const { claims } = parts.desks.shared;
  return openDemoDesk({ database, indexes, clock, user_agent, claims, ...parts });
}

function ownJobs({ imports, crawls }: Platform, sites: SiteDesk): readonly OwnJobs[] {
  return [scheduledImports(imports, createImport), scheduledCrawls(crawls, createCrawl, sites)];
}

function sitesOf(
  { database, indexes, owners, clock }: Opened,
  { account, crawls: { access } }: Platform,
  schedules: () => AccountPorts['schedules'],
): SiteDesk {
  const store = new PostgresSites(database);
  return openSiteDesk({
    store,
    crawls: account.crawls,
    hosts: account.hosts,
    access,
    owners,
    schedules,
    indexOf: async (workspaceId) => indexes.open(await owners.indexOf(workspaceId)),
    clock,
  });
}

/** Brings the shared index, or the own one of a workspace, up to date. */
function rebuildOf(indexes: Indexes): UpkeepOptions['rebuild'] {
  return async (indexId, signal) => {
    const index = await indexes.open(indexId);
    return (await index.admin.update(() => undefined, signal)).whole_due_at;
  };
}

/**
 * A service runs for months: while it runs, what calls that were cut off have reserved is given back, and the usage rows of
 * processes that were killed are rebuilt. A service says first what the plans are.
 */
async function sweepRegularly(
  { ledger, usage, database }: Accounts,
  { log, closing, role }: { readonly log: Logger; readonly closing: Closing; readonly role: ServiceOptions['role'] },
): Promise<void> {
  await ledger.sweep();
  if (role === 'serve') await ledger.publishPlans();
  if (role !== 'command') await usage.rebuild({ settled_before_ms: 0 });
  const sweep = (): void => {
    ledger
      .sweep()
      .catch((thrown: unknown) => log.warn({ error: messageOf(thrown) }, 'old reservations could not be given back'));
    if (role !== 'command') void usage.rebuild({ settled_before_ms: SETTLED_BEFORE_MS });
  };
  const timers = [setInterval(sweep, SWEEP_EVERY_MS).unref()];
  if (role === 'serve') timers.push(setInterval(() => void sweepTokens(database, log), SWEEP_TOKENS_EVERY_MS).unref());
  closing.defer(() => Promise.resolve(timers.forEach((timer) => clearInterval(timer))));
}

async function sweepTokens(database: Database, log: Logger): Promise<void> {
  try {
    await new PostgresOAuth(database).sweep();
  } catch (thrown) {
    log.warn({ error: messageOf(thrown) }, 'tokens that are over could not be removed');
  }
}

/** Both databases start at the same time; when one fails, the other is closed again. */
async function openBoth(config: Config, closing: Closing): Promise<[Accounts, Indexes]> {
  // No database is made for an index that cannot be.
  if (config.clickhouse_url === undefined) requireEngineInstalled();
  const [accounts, index] = await Promise.allSettled([openAccounts(config), openIndexes(config)]);
  if (accounts.status === 'fulfilled') closing.add(accounts.value);
  if (index.status === 'fulfilled') closing.add(index.value);
  if (accounts.status === 'rejected') throw accounts.reason;
  if (index.status === 'rejected') throw index.reason;
  return [accounts.value, index.value];
}

async function makeFirstKey(keys: KeyStore, config: Config, log: Logger): Promise<string | undefined> {
  const blank = { allowed_domains: [], scopes: [], project_id: undefined, expires_at: undefined };
  if (config.init_api_key !== undefined) {
    try {
      await keys.create({ ...blank, name: 'init', secret: config.init_api_key });
    } catch (thrown) {
      // The key was revoked since. That is what an operator wanted, and no reason to stay away from everybody else.
      if (!(thrown instanceof AppError) || thrown.code !== 'conflict') throw thrown;
      log.warn({ error: thrown.message }, 'SEAMARK_INIT_API_KEY names a revoked key');
    }
    return undefined;
  }
  if ((await keys.list()).length > 0) return undefined;
  const { secret } = await keys.create({ ...blank, name: 'first', secret: undefined });
  return secret;
}
