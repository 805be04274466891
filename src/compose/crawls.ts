import { PostgresCrawls } from '../adapters/postgres/crawls.ts';
import type { PostgresIndexOwners } from '../adapters/postgres/index-owners.ts';
import type { PostgresJobs } from '../adapters/postgres/jobs.ts';
import type { Config } from '../config.ts';
import { readAccess } from '../contract/access-fields.ts';
import { CrawlInput, readCrawlOrder, unknownCrawlSite } from '../contract/crawl-view.ts';
import type { Operation } from '../contract/operation.ts';
import type { OwnJobs } from '../engine/schedules.ts';
import { AddressFilter } from '../crawler/filter.ts';
import { POLITE } from '../crawler/settings.ts';
import { AppError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Caller, KeyStore, Transport } from '../ports/accounts.ts';
import { type CrawlDesk, crawlCredits, type CrawlFile, type CrawlOrder, type CrawlSecrets } from '../ports/crawls.ts';
import type { AddressStore } from '../ports/redirect-tests.ts';
import type { HostDesk } from '../ports/hosts.ts';
import { accessNames, type AccessStore, isAccessChange } from '../ports/site-access.ts';
import type { SiteDesk } from '../ports/site-registry.ts';
import { hasEnded, type Job, type NewJob } from '../ports/jobs.ts';
import { requireAllowed } from './imports.ts';
import { accessOfOrder, needsOwnIndex, NO_SECRETS, requireProven, secretsInSchedule } from './access.ts';
import type { Indexes } from './indexes.ts';
import { listInSchedule, openListDesk } from './crawl-lists.ts';

/** The operation whose jobs are crawls. */
const OPERATION = 'crawls.create';
const ATTEMPTS_MAX = 5;
const LOOK_UP_MS_MAX = 30_000;

export interface CrawlDeskParts {
  readonly store: PostgresCrawls;
  readonly jobs: PostgresJobs;
  readonly keys: KeyStore;
  /** Who may write into the shared index over HTTP, as for imports. */
  readonly who: Config['imports'];
  readonly owners: Pick<PostgresIndexOwners, 'indexOf'>;
  readonly indexes: Pick<Indexes, 'open'>;
  readonly hosts: Pick<HostDesk, 'require' | 'proven'>;
  readonly access: AccessStore;
  readonly addresses: AddressStore;
}

export function openCrawlDesk(parts: CrawlDeskParts): CrawlDesk {
  const { store } = parts;
  return {
    async start(caller, order, secrets, addresses) {
      const file = await planned(parts, caller, order, secrets);
      if (addresses !== undefined) await parts.addresses.put(file.id, addresses);
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
    ...openListDesk(parts.addresses),
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
  const orderOf = async (workspace_id: string, raw: Readonly<Record<string, unknown>>): Promise<Ordered> => {
    const input = CrawlInput.parse(operation.prepare(raw).input);
    if (isAccessChange(readAccess(input))) throw secretsInSchedule();
    if (input.redirects !== undefined) throw listInSchedule();
    if (input.site === undefined) return { order: readCrawlOrder(input, undefined), secrets: NO_SECRETS };
    const site = await sites.find({ workspace_id, project_id: undefined }, input.site);
    if (site === undefined) throw unknownCrawlSite(input.site);
    return { order: readCrawlOrder(input, site), secrets: { site_id: site.id, change: {} } };
  };
  return {
    covers: (id) => id === OPERATION,
    async require(caller, input) {
      const { order } = await orderOf(caller.workspace_id, input);
      await requireMayCrawl(parts, caller, order);
    },
    async jobsOf({ workspace_id, key_id, project_id, input }) {
      const { order, secrets } = await orderOf(workspace_id, input);
      const file = await planned(parts, { workspace_id }, order, secrets);
      if (await isUnderWay(parts, file)) return [];
      return [newJobOf({ workspace_id, key_id, project_id }, file, 'schedule')];
    },
  };
}

async function planned(
  parts: CrawlDeskParts,
  caller: Pick<Caller, 'workspace_id'>,
  asked: CrawlOrder,
  secrets: CrawlSecrets,
): Promise<CrawlFile> {
  const { workspace_id } = caller;
  const access = await accessOfOrder(parts.access, workspace_id, asked, secrets);
  const order = access === undefined ? asked : { ...asked, access: accessNames(access) };
  await requireMayCrawl(parts, caller, order);
  const file = await parts.store.plan({ workspace_id, index_id: await parts.owners.indexOf(workspace_id), order });
  // An equal crawl that goes on does so with what was sent last.
  if (access !== undefined) await parts.access.keepForCrawl(file.id, access);
  return file;
}

interface Ordered {
  readonly order: CrawlOrder;
  readonly secrets: CrawlSecrets;
}

/** @throws AppError key_not_allowed_here, invalid_input */
async function requireMayCrawl(
  { keys, who, owners, hosts }: CrawlDeskParts,
  caller: Pick<Caller, 'workspace_id'>,
  order: CrawlOrder,
): Promise<void> {
  const { rate, include, exclude, access } = order;
  const filter = new AddressFilter({ include, exclude });
  filter.admits('https://example.com/');
  const hasOwn = (await owners.indexOf(caller.workspace_id)) !== '';
  await requireAllowed(caller, hasOwn, keys, who);
  if (access !== undefined && !hasOwn) throw needsOwnIndex();
  await requireProven(hosts, caller.workspace_id, order, AbortSignal.timeout(LOOK_UP_MS_MAX));
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
