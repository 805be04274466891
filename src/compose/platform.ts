import type { Logger } from 'pino';

import { createMailer, type Mailer } from '../adapters/mail/mailer.ts';
import { AddressGuard } from '../adapters/fetch/guard.ts';
import { createHostProofs } from '../adapters/fetch/host-proofs.ts';
import { createLookup } from '../adapters/fetch/lookup.ts';
import type { GuardedFetch } from '../adapters/fetch/guarded-fetch.ts';
import { createGuardedPost, type GuardedPost } from '../adapters/fetch/guarded-post.ts';
import { PostgresCallMemory } from '../adapters/postgres/call-memory.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { PostgresCrawlAddresses } from '../adapters/postgres/crawl-addresses.ts';
import { PostgresCrawls } from '../adapters/postgres/crawls.ts';
import { PostgresImports } from '../adapters/postgres/imports.ts';
import type { PostgresIndexOwners } from '../adapters/postgres/index-owners.ts';
import { PostgresJobs } from '../adapters/postgres/jobs.ts';
import { PostgresProvenHosts } from '../adapters/postgres/proven-hosts.ts';
import { PostgresMembers } from '../adapters/postgres/members.ts';
import { PostgresProjects } from '../adapters/postgres/projects.ts';
import { PostgresRankTargets } from '../adapters/postgres/rank-targets.ts';
import { PostgresRateLimiter } from '../adapters/postgres/rate-limiter.ts';
import { resealSecrets } from '../adapters/postgres/sealed-secrets.ts';
import { PostgresReports } from '../adapters/postgres/reports.ts';
import { PostgresScheduleReports } from '../adapters/postgres/schedule-reports.ts';
import { PostgresSiteAccess } from '../adapters/postgres/site-access.ts';
import { PostgresTasks } from '../adapters/postgres/tasks.ts';
import { PostgresUsageReports } from '../adapters/postgres/usage-reports.ts';
import { PostgresDeliveryQueue } from '../adapters/postgres/webhook-queue.ts';
import { PostgresWebhooks } from '../adapters/postgres/webhooks.ts';
import { PostgresWorkspaceLooks } from '../adapters/postgres/workspace-looks.ts';
import { openVault } from '../adapters/secrets.ts';
import type { Config } from '../config.ts';
import { jobNews } from '../contract/job-view.ts';
import { localBase } from '../dashboard/access.ts';
import type { CarryOn, Engine } from '../engine/engine.ts';
import { planNamed } from '../engine/plans.ts';
import { openTargetDesk } from '../engine/target-desk.ts';
import { noteEnd, runJob } from '../engine/run.ts';
import { DeliveryWorker } from '../engine/webhooks-worker.ts';
import { type RunJob, Worker } from '../engine/worker.ts';
import type { Closing } from '../kernel/closing.ts';
import { newId } from '../kernel/ids.ts';
import { withinRequest } from '../kernel/request-scope.ts';
import type { AccountPorts } from '../ports/account.ts';
import type { ConnectedSource } from '../ports/define-source.ts';
import type { Locations } from '../ports/locations.ts';
import type { RateLimiter } from '../ports/limits.ts';
import type { MemberDesk } from '../ports/members.ts';
import type { CallMemory } from '../ports/memory.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { AttemptOutcome, DeliveryQueue, SendMail, SendWebhook } from '../ports/webhooks.ts';
import type { Accounts } from './accounts.ts';
import { type CrawlDeskParts, isCrawl, openCrawlDesk } from './crawls.ts';
import { openHostDesk } from './hosts.ts';
import type { Indexes } from './indexes.ts';
import { type MemberDeskParts, openMemberDesk } from './members.ts';
import { openReportMails, type ReportMailParts, type ReportMails } from './report-mails.ts';
import { type ImportDeskParts, isImport, openImportDesk } from './imports.ts';

/** Jobs, webhooks, projects and limits of a service, without anything that runs them. */
export interface Platform {
  readonly account: Omit<AccountPorts, 'sources' | 'schedules' | 'sites'>;
  readonly imports: ImportDeskParts;
  readonly crawls: CrawlDeskParts;
  readonly memory: CallMemory;
  readonly limiter: RateLimiter;
  readonly jobs: PostgresJobs;
  readonly deliveries: DeliveryQueue;
  readonly send: SendWebhook;
  readonly mail: SendMail;
  readonly reportMails: ReportMails;
}

export interface PlatformParts {
  readonly locations: Locations;
  readonly connected: readonly ConnectedSource[];
  readonly owners: PostgresIndexOwners;
  readonly indexes: Indexes;
  readonly web: Pick<GuardedFetch, 'requester'>;
  readonly clock: () => Date;
}

export async function openPlatform(
  config: Config,
  { database, keys }: Accounts,
  { locations, connected, owners, indexes, web, clock }: PlatformParts,
  log: Logger,
  closing: Closing,
): Promise<Platform> {
  const { secret, secret_before, data_dir, plans, result_days, user_agent, allow_networks, allow_ports, resolve } =
    config;
  const vault = await openVault({ secret, secret_before, data_dir });
  const { resealed, unreadable } = await resealSecrets(database, vault);
  if (resealed > 0) log.info({ resealed }, 'secrets are encrypted with the current key now');
  if (unreadable > 0)
    log.warn({ unreadable }, 'secrets are encrypted with a key that is not set: name it in SEAMARK_SECRET_BEFORE');
  const post = closing.add(createGuardedPost({ user_agent, allow_networks, allow_ports, resolve }));
  const mailer = closing.add(createMailer({ smtp_url: config.smtp_url, from: config.mail_from }));
  // In the database, since a second process may serve from the same one.
  const limiter = closing.add(new PostgresRateLimiter(database, log));
  const members = membersOf(config, { store: new PostgresMembers(database), limiter, clock, log }, mailer);
  const jobs = closing.add(new PostgresJobs(database, log, { describe: jobNews, keep_days: result_days }));
  const store = new PostgresImports(database);
  const guard = new AddressGuard({ allow_networks, allow_ports, resolve }, createLookup());
  const fileUrl = (url: string): URL => guard.checkUrl(url);
  const imports = { store, jobs, keys, who: config.imports, locations, connected, owners, checkUrl: fileUrl };
  const hosts = openHostDesk({
    store: new PostgresProvenHosts(database),
    find: createHostProofs({ requester: web.requester }),
    clock,
  });
  const crawls = {
    store: new PostgresCrawls(database),
    jobs,
    keys,
    who: config.imports,
    owners,
    indexes,
    hosts,
    access: new PostgresSiteAccess(database, vault),
    addresses: new PostgresCrawlAddresses(database),
  };
  const webhooks = new PostgresWebhooks({ database, vault, checkUrl: (url) => checkUrl(url, { post, mailer }) });
  const memory = new PostgresCallMemory(database);
  return {
    account: {
      jobs,
      answers: memory,
      webhooks,
      projects: new PostgresProjects(database),
      usage: new PostgresUsageReports(database, { plan: (name) => planNamed(plans, name) }),
      imports: openImportDesk(imports),
      crawls: openCrawlDesk(crawls),
      hosts,
      tasks: new PostgresTasks(database),
      members,
      targets: openTargetDesk(new PostgresRankTargets(database), locations),
    },
    imports,
    crawls,
    memory,
    limiter,
    jobs,
    deliveries: new PostgresDeliveryQueue({ database, vault, log }),
    send: post.send,
    mail: mailer.send,
    reportMails: reportMailsOf(config, { database, jobs, clock, log }),
  };
}

function reportMailsOf(
  config: Config,
  { database, ...parts }: Pick<ReportMailParts, 'jobs' | 'clock' | 'log'> & { readonly database: Database },
): ReportMails {
  return openReportMails({
    ...parts,
    orders: new PostgresScheduleReports(database),
    reports: new PostgresReports(database),
    looks: new PostgresWorkspaceLooks(database),
    members: new PostgresMembers(database),
    base: baseOf(config),
  });
}

function membersOf(
  config: Config,
  parts: Pick<MemberDeskParts, 'store' | 'limiter' | 'clock' | 'log'>,
  mailer: Mailer,
): MemberDesk {
  const { public_url, smtp_url } = config;
  return openMemberDesk({
    ...parts,
    mail: smtp_url === undefined ? undefined : mailer.send,
    base: baseOf(config),
    is_public: public_url !== undefined,
  });
}

/** Where links lead that are sent to people. */
function baseOf(config: Config): string {
  return config.public_url?.replace(/\/+$/, '') ?? localBase(config);
}

function checkUrl(url: string, { post, mailer }: { readonly post: GuardedPost; readonly mailer: Mailer }): void {
  if (/^mailto:/i.test(url)) mailer.checkAddress(url);
  else post.checkUrl(url);
}

/** With what is written afterwards, a stop takes 25 seconds at most. */
const DRAIN_MS = 20_000;

/** What runs jobs and delivers webhooks in this process. */
export interface Runners {
  readonly worker: Worker;
  readonly carryOn: CarryOn;
}

export interface RunnerParts {
  readonly engine: () => Engine;
  readonly metrics: Metrics;
  readonly closing: Closing;
  readonly runImport: RunJob;
  readonly runCrawl: RunJob;
}

/**
 * Starts a worker and a deliverer for the engine. Closing them lets what is under way finish, and puts the rest back.
 */
export function startRunners(
  config: Config,
  platform: Platform,
  { engine, metrics, closing, runImport, runCrawl }: RunnerParts,
  log: Logger,
): Runners {
  const owner = newId('worker');
  const { jobs, deliveries, send, mail, reportMails } = platform;
  const runReported: RunJob = async (job, signal, report) => {
    const outcome = await runJob(engine(), job, signal, report);
    return { ...outcome, report: await reportMails.newsOf(job, outcome) };
  };
  const worker = new Worker({
    queue: jobs,
    run: (job, signal, report) =>
      withinRequest(job.request_id, () => {
        if (isImport(job)) return runImport(job, signal, report);
        return isCrawl(job) ? runCrawl(job, signal, report) : runReported(job, signal, report);
      }),
    isResumable: (job) => isImport(job) || isCrawl(job),
    log,
    owner,
    concurrency: config.jobs_max,
    job_timeout_ms: config.job_timeout_ms,
    failedReport: (job, failure) => reportMails.failureOf(job, failure),
    ended: (job, end) => noteEnd(engine(), job, end),
  });
  const deliverer = new DeliveryWorker({
    queue: deliveries,
    send,
    mail,
    reportMail: reportMails.write,
    owner,
    log,
    observe: observeWith(metrics),
  });
  worker.start();
  deliverer.start();
  closing.defer(async () => {
    await Promise.all([worker.stop(DRAIN_MS), deliverer.stop(DRAIN_MS)]);
  });
  return { worker, carryOn: carryOnWith(worker, jobs) };
}

function observeWith(metrics: Metrics): (outcome: AttemptOutcome) => void {
  return ({ is_delivered, duration_ms }) =>
    metrics.countWebhookAttempt(is_delivered ? 'delivered' : 'failed', duration_ms);
}

function carryOnWith(worker: Worker, jobs: PostgresJobs): CarryOn {
  return async (job, reservation, running, keep) => {
    const stored = await jobs.adopt(job, reservation, worker.lease, keep);
    worker.adopt(stored, async (_job, signal) => {
      signal.addEventListener('abort', () => running.stop(signal.reason), { once: true });
      const { finish, alerts, credits: charged } = await running.done;
      return { charged, alerts, resultOf: (balance) => finish({ charged, balance }) };
    });
    return stored;
  };
}
