import type { PostgresIndexOwners } from '../adapters/postgres/index-owners.ts';
import { AuditSource } from '../audit/source.ts';
import { AUDIT_RULES } from '../audit/rule.ts';
import { CRAWL_DEFAULTS } from '../contract/crawl-view.ts';
import { ownProject } from '../contract/own-project.ts';
import { AddressFilter } from '../crawler/filter.ts';
import { AppError, renameFields } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import type { Caller } from '../ports/accounts.ts';
import { type CrawlDesk, type CrawlFile, ownersField } from '../ports/crawls.ts';
import type { HostDesk } from '../ports/hosts.ts';
import type { Brand } from '../ports/projects.ts';
import { type Muting, NO_MUTING } from '../ports/sites.ts';
import { accessNames, type AccessStore, changedAccess, isAccessChange, type SiteAccess } from '../ports/site-access.ts';
import type { ScheduleDesk } from '../ports/schedules.ts';
import type {
  Site,
  SiteChange,
  SiteCrawlSettings,
  SiteDesk,
  SiteReport,
  SiteSettings,
  SiteStore,
} from '../ports/site-registry.ts';
import { isOnSite, isPartOf, parseSite, type SiteAddress } from '../web/site.ts';
import { parsePattern } from '../web/address-pattern.ts';
import { parseTarget } from '../web/target.ts';
import { needsOwnIndex, requireOneOrigin } from './access.ts';
import { type AuditedIndex, auditsOf } from './large-audits.ts';
import { readHost, registrableDomain } from '../web/url.ts';

/** Crawls among which those of a site are looked for. */
const CRAWLS_MAX = 200;
const CRAWLS_SHOWN_MAX = 10;
const LOOK_UP_MS_MAX = 30_000;

export interface SiteDeskParts {
  readonly store: SiteStore;
  readonly crawls: Pick<CrawlDesk, 'list'>;
  readonly hosts: Pick<HostDesk, 'require'>;
  readonly access: AccessStore;
  readonly owners: Pick<PostgresIndexOwners, 'indexOf'>;
  readonly schedules: () => ScheduleDesk;
  /** What crawls of a workspace are kept in. */
  readonly indexOf: (workspaceId: string) => Promise<AuditedIndex>;
  readonly clock: () => Date;
}

export function openSiteDesk(parts: SiteDeskParts): SiteDesk {
  const { store } = parts;
  const find: SiteDesk['find'] = async ({ workspace_id, project_id }, asked) => {
    const sites = await store.list(workspace_id, project_id);
    const target = targetOf(asked);
    return sites.find(({ id }) => id === asked) ?? sites.find((site) => site.target === target);
  };
  return {
    find,
    async brand(workspaceId, projectId) {
      const sites = await store.list(workspaceId, projectId);
      return brandOf(sites.filter((site) => site.project_id === projectId));
    },
    async list(caller, { project_id, limit, offset }, signal) {
      const sites = await store.list(caller.workspace_id, ownProject(caller, project_id));
      const shown = sites.slice(offset, offset + limit);
      const facts = await factsOf(parts, caller, sites);
      const reports = await Promise.all(shown.map((site) => reportOf(facts, site, false, signal)));
      return { total_count: sites.length, sites: reports };
    },
    async report(caller, site, signal) {
      const facts = await factsOf(parts, caller, await store.list(caller.workspace_id, site.project_id));
      return reportOf(facts, site, true, signal);
    },
    async audit(caller, { target, settings }, listed, signal) {
      const of = { crawl_id: undefined, compare_with: undefined, muted: [], cause: undefined };
      const query = { ...of, ...listed, site: parseTarget(target), muting: settings.audit };
      return (await (await auditsFor(parts, caller)).audit(query, signal)).value;
    },
    async auditedPages(caller, { target, settings }, listed, signal) {
      return (await auditsFor(parts, caller)).pages(parseTarget(target), listed, signal, settings.audit);
    },
    async create(caller, target, projectId, change) {
      const address = parseSite(target);
      const settings = changed(address, blank(address), change);
      const { workspace_id } = caller;
      await requireProven(parts, workspace_id, settings.crawl, change);
      const access = await accessOf(parts, workspace_id, undefined, { crawl: settings.crawl, change });
      const project_id = ownProject(caller, projectId);
      const named = withAccess(settings, access);
      const place = { id: newId('site'), workspace_id, project_id, target: address.target };
      const site = await store.add({ ...place, settings: named });
      try {
        if (access !== undefined) await parts.access.keepForSite(workspace_id, site.id, access);
        await reschedule(parts, caller, site, undefined);
      } catch (thrown) {
        await store.remove(workspace_id, site.id);
        throw thrown;
      }
      return site;
    },
    async update(caller, id, change) {
      const site = await find(caller, id);
      if (site === undefined) return undefined;
      const settings = changed(parseSite(site.target), site.settings, change);
      const { workspace_id } = caller;
      await requireProven(parts, workspace_id, settings.crawl, change);
      const access = await accessOf(parts, workspace_id, site.id, { crawl: settings.crawl, change });
      await reschedule(parts, caller, { ...site, settings }, site.settings.crawl);
      await parts.access.keepForSite(workspace_id, site.id, access);
      return store.change(workspace_id, site.id, withAccess(settings, access));
    },
    async remove(caller, id) {
      const site = await find(caller, id);
      if (site === undefined) return false;
      await parts.schedules().remove(caller, scheduleIdOf(site));
      return store.remove(caller.workspace_id, site.id);
    },
  };
}

/** Audits of what crawls of the caller's workspace saw. */
async function auditsFor({ indexOf, clock }: SiteDeskParts, { workspace_id }: Caller): Promise<AuditSource> {
  return new AuditSource(auditsOf(await indexOf(workspace_id), clock));
}

/** Of their domain: what is set for it, or else its name. */
function brandOf(sites: readonly Site[]): Brand | undefined {
  const domains = [...new Set(sites.map(({ target }) => registrableDomain(parseSite(target).host)))];
  const [domain] = domains;
  if (domain === undefined || domains.length > 1) return undefined;
  const set = sites.find(({ settings }) => settings.brand !== undefined)?.settings.brand;
  const label = domain.split('.', 1)[0] ?? domain;
  const name = set?.name ?? sites.find(({ settings }) => settings.name !== undefined)?.settings.name ?? label;
  const aliases = [...new Set([...(set?.spellings ?? []), label])].filter((alias) => alias !== name);
  return { name, aliases, domains: [domain] };
}

/** Undefined for what is no address: then it may be an id. */
function targetOf(asked: string): string | undefined {
  try {
    return parseSite(asked).target;
  } catch {
    return undefined;
  }
}

function blank({ start_url }: SiteAddress): SiteSettings {
  const crawl = { ...CRAWL_DEFAULTS, urls: [start_url] };
  return { name: undefined, brand: undefined, competitors: [], markets: [], crawl, audit: NO_MUTING };
}

/** @throws AppError invalid_input */
function changed(address: SiteAddress, before: SiteSettings, change: SiteChange): SiteSettings {
  const competitors = change.competitors ?? before.competitors;
  requireOthers(address, competitors);
  const crawl = changedCrawl(before.crawl, change.crawl ?? {});
  requireInside(address, crawl);
  return {
    name: pick(change.name, before.name),
    brand: pick(change.brand, before.brand),
    competitors,
    markets: change.markets ?? before.markets,
    crawl,
    audit: changedMuting(before.audit, change.audit ?? {}),
  };
}

/** @throws AppError invalid_input */
function changedMuting(before: Muting, { muted, unmuted }: NonNullable<SiteChange['audit']>): Muting {
  const unknown = muted?.findIndex(({ rule }) => !AUDIT_RULES.has(rule)) ?? -1;
  if (unknown !== -1) throw unknownRule(`audit.mute[${unknown}].rule`);
  const shown = unmuted?.findIndex((rule) => AUDIT_RULES.get(rule)?.severity !== 'notice') ?? -1;
  if (shown !== -1) throw unknownRule(`audit.unmute[${shown}]`, 'of a notice');
  const after = { muted: muted ?? before.muted, unmuted: unmuted ?? before.unmuted };
  // Patterns that cannot be read are refused.
  for (const { url } of after.muted) if (url !== undefined) parsePattern(url);
  return after;
}

function unknownRule(path: string, which = 'of a rule'): AppError {
  return refuse(path, `must be the id ${which}`, 'Use an id that `rules` of POST /site/audit lists.');
}

function changedCrawl(before: SiteCrawlSettings, change: NonNullable<SiteChange['crawl']>): SiteCrawlSettings {
  return {
    urls: change.urls ?? before.urls,
    pages: change.pages ?? before.pages,
    depth: change.depth ?? before.depth,
    rate: pick(change.rate, before.rate),
    include: change.include ?? before.include,
    exclude: change.exclude ?? before.exclude,
    sitemaps: change.sitemaps ?? before.sitemaps,
    respect_robots: change.respect_robots ?? before.respect_robots,
    user_agent: pick(change.user_agent, before.user_agent),
    access: before.access,
    render: change.render ?? before.render,
    external_links: change.external_links ?? before.external_links,
    schedule: pick(change.schedule, before.schedule),
  };
}

function pick<Value>(said: Value | null | undefined, before: Value | undefined): Value | undefined {
  return said === undefined ? before : (said ?? undefined);
}

function requireOthers({ host }: SiteAddress, competitors: readonly string[]): void {
  const at = competitors.findIndex((competitor) => parseTarget(competitor).host.replace(/^www\./, '') === host);
  if (at === -1) return;
  throw refuse(`competitors[${at}]`, `${host} is the site itself, not a competitor`, 'Leave the site itself out.');
}

function requireInside(address: SiteAddress, { urls, include, exclude }: SiteCrawlSettings): void {
  const stray = urls.findIndex((url) => !isOnSite(url, address));
  if (stray !== -1) {
    const fix = `Start from addresses of ${address.target}.`;
    throw refuse(`crawl.urls[${stray}]`, `${(urls[stray] ?? '').slice(0, 80)} is not on ${address.target}`, fix);
  }
  const beside = include.findIndex((pattern) => !isInside(pattern, address));
  if (beside !== -1) {
    const message = `must begin with ${address.path}, since the site is that folder`;
    throw refuse(`crawl.include[${beside}]`, message, `Write a pattern such as ${address.path}guides/*.`);
  }
  new AddressFilter({ include, exclude }).admits(`https://${address.host}/`);
}

/** Where the change is about what only owners may decide. @throws AppError invalid_input */
async function requireProven(
  { hosts }: SiteDeskParts,
  workspaceId: string,
  crawl: SiteCrawlSettings,
  { crawl: change = {} }: SiteChange,
): Promise<void> {
  const { urls = [], respect_robots = true, user_agent = null } = change;
  const field = ownersField(crawl);
  if (field === undefined || (urls.length === 0 && respect_robots && user_agent === null)) return;
  const names = crawl.urls.flatMap((url) => readHost(url) ?? []);
  await hosts.require(workspaceId, names, `crawl.${field}`, AbortSignal.timeout(LOOK_UP_MS_MAX));
}

/** What is to be kept sealed. @throws AppError invalid_input, key_not_allowed_here */
async function accessOf(
  { access, owners }: SiteDeskParts,
  workspaceId: string,
  siteId: string | undefined,
  { crawl, change }: { readonly crawl: SiteCrawlSettings; readonly change: SiteChange },
): Promise<SiteAccess | undefined> {
  const { headers, cookies, basic_auth } = change.crawl ?? {};
  const own = { headers, cookies, basic_auth };
  const isWhole = headers !== undefined && cookies !== undefined && basic_auth !== undefined;
  const kept = siteId === undefined || isWhole ? undefined : await access.ofSite(workspaceId, siteId);
  if (kept === undefined && !isAccessChange(own)) return undefined;
  // What takes all of it away asks for nothing.
  if (changedAccess(kept, own, '') === undefined) return undefined;
  if ((await owners.indexOf(workspaceId)) === '') throw needsOwnIndex();
  return changedAccess(kept, own, requireOneOrigin(crawl.urls, 'crawl.urls', kept));
}

function withAccess(settings: SiteSettings, access: SiteAccess | undefined): SiteSettings {
  const names = access === undefined ? undefined : accessNames(access);
  return { ...settings, crawl: { ...settings.crawl, access: names } };
}

function isInside(pattern: string, { type, path, target }: SiteAddress): boolean {
  return type !== 'folder' || pattern.startsWith(path) || pattern.startsWith(target);
}

function refuse(path: string, message: string, fix: string): AppError {
  return new AppError('invalid_input', `${path}: ${message}.`, { fix, issues: [{ path, message }] });
}

function scheduleIdOf({ id }: Site): string {
  return `crawl-${id}`;
}

/** Lets the schedules know when to crawl the site; the settings themselves are read when it does. */
async function reschedule(
  { schedules }: SiteDeskParts,
  caller: Caller,
  site: Site,
  before: SiteCrawlSettings | undefined,
): Promise<void> {
  const { schedule, pages } = site.settings.crawl;
  if (schedule === undefined && before?.schedule === undefined) return;
  if (isUnchanged(site.settings.crawl, before)) return;
  requireMaySchedule(caller);
  if (schedule === undefined) return void (await schedules().remove(caller, scheduleIdOf(site)));
  const { cadence, cron, time_zone } = schedule;
  const call = { operation: 'crawls.create', input: { site: site.id, pages } };
  const times = { cadence, cron, time_zone, is_paused: undefined, project_id: site.project_id ?? null };
  try {
    await schedules().set(caller, scheduleIdOf(site), { ...call, ...times });
  } catch (thrown) {
    throw ofSchedule(thrown);
  }
}

function isUnchanged(now: SiteCrawlSettings, before: SiteCrawlSettings | undefined): boolean {
  return now.pages === before?.pages && JSON.stringify(now.schedule) === JSON.stringify(before.schedule);
}

function requireMaySchedule({ project_id }: Caller): void {
  if (project_id === undefined) return;
  throw new AppError('key_not_allowed_here', `The key belongs to project ${project_id} and cannot schedule crawls.`, {
    fix: 'Leave out crawl.schedule, or use a key without a project.',
  });
}

const SCHEDULE_FIELDS = new Set(['cadence', 'cron', 'time_zone']);

/** Fields of the schedule are fields of the site's crawl settings here. */
function ofSchedule(thrown: unknown): unknown {
  return renameFields(thrown, (path) => (SCHEDULE_FIELDS.has(path) ? `crawl.schedule.${path}` : path));
}

/** What is known of all sites of a workspace, read once. */
interface Facts {
  readonly sites: readonly Site[];
  readonly crawls: readonly CrawlFile[];
  /** By the id of the schedule. */
  readonly next: ReadonlyMap<string, Date | undefined>;
  readonly audits: AuditSource;
}

async function factsOf(parts: SiteDeskParts, caller: Caller, sites: readonly Site[]): Promise<Facts> {
  const { workspace_id } = caller;
  const [{ crawls }, schedules, index] = await Promise.all([
    parts.crawls.list(workspace_id, { status: undefined, limit: CRAWLS_MAX, offset: 0 }),
    parts.schedules().list(caller),
    parts.indexOf(workspace_id),
  ]);
  const next = new Map(
    schedules.map(({ schedule }) => [schedule.id, schedule.is_paused ? undefined : schedule.next_due]),
  );
  return { sites, crawls, next, audits: new AuditSource(auditsOf(index, parts.clock)) };
}

async function reportOf(
  { sites, crawls, next, audits }: Facts,
  site: Site,
  mayAudit: boolean,
  signal: AbortSignal,
): Promise<SiteReport> {
  const address = parseSite(site.target);
  const own = crawls.filter(
    ({ order }) => order.list === undefined && order.urls.some((url) => isOnSite(url, address)),
  );
  return {
    site,
    overlaps: overlapsOf(site, address, sites),
    last_crawl: own[0],
    crawls: own.slice(0, CRAWLS_SHOWN_MAX),
    next_crawl: next.get(scheduleIdOf(site)),
    audit: await audits.standing(parseTarget(site.target), mayAudit, signal, site.settings.audit),
  };
}

function overlapsOf(site: Site, address: SiteAddress, sites: readonly Site[]): SiteReport['overlaps'] {
  return sites
    .filter(({ id, project_id }) => id !== site.id && project_id === site.project_id)
    .flatMap(({ id, target }): readonly SiteReport['overlaps'][number][] => {
      const other = parseSite(target);
      if (isPartOf(other, address)) return [{ id, target, is: 'part' }];
      return isPartOf(address, other) ? [{ id, target, is: 'whole' }] : [];
    });
}
