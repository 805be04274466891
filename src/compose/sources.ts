import type { Logger } from 'pino';

import { createSourceClients } from '../adapters/sources/source-http.ts';
import { PostgresCheckRuns, SerpFailureStore } from '../adapters/postgres/check-runs.ts';
import { PostgresClaims } from '../adapters/postgres/claims.ts';
import type { Database } from '../adapters/postgres/database.ts';
import type { PostgresIndexOwners } from '../adapters/postgres/index-owners.ts';
import { PostgresMoneyGuard } from '../adapters/postgres/money.ts';
import { InboxFlusher, PostgresObservationInbox } from '../adapters/postgres/observation-inbox.ts';
import { PostgresSourceTurns } from '../adapters/postgres/source-turns.ts';
import { createRedirects } from '../adapters/fetch/redirects.ts';
import type { GuardedFetch } from '../adapters/fetch/guarded-fetch.ts';
import { ChangeSource } from '../audit/changes.ts';
import { AuditSource } from '../audit/source.ts';
import { createPageReader } from '../adapters/pages/reader.ts';
import type { Config } from '../config.ts';
import type { SourceDesk, SourceTable } from '../engine/ask/desk.ts';
import { Flights } from '../engine/ask/flights.ts';
import { SourceHealth } from '../engine/ask/health.ts';
import { listAssistants } from '../engine/ask/assistants.ts';
import { connectOwn, type OwnSource } from '../engine/ask/internal.ts';
import { countedMoney } from '../engine/counted-money.ts';
import type { Offload } from '../engine/offload.ts';
import type { Closing } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import type { FactStores } from '../index/facts/stores.ts';
import { OWN_ENGINE } from '../ports/serp.ts';
import type { BrowserSource, PageRenderer } from '../ports/browser.ts';
import { type Capability, CAPABILITY_NAMES, capabilities } from '../ports/capabilities.ts';
import { isDemoIndex } from '../ports/demo.ts';
import { type ConnectedSource, type ConnectParts, connectSentence } from '../ports/define-source.ts';
import type { Metrics } from '../ports/metrics.ts';
import { nameItemType } from '../ports/serp-item-names.ts';
import type { SerpQuery } from '../ports/serp.ts';
import type { SitesSource } from '../ports/sites.ts';
import type { ObservationInbox, Store } from '../ports/store.ts';
import { listClickRates } from '../serp/click-rate.ts';
import { sources as definitions } from '../sources/index.ts';
import type { Index, Indexes } from './indexes.ts';
import type { World, Worlds } from './worlds.ts';
import { auditsOf } from './large-audits.ts';

export interface SourceParts {
  readonly database: Database;
  readonly indexes: Indexes;
  readonly owners: PostgresIndexOwners;
  readonly worlds: Worlds;
  readonly offload: Offload;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly closing: Closing;
  readonly clock: () => Date;
}

/** The connected sources with all that asking them runs on: a desk for the index that workspaces share, and one for each own index. */
export interface Desks {
  readonly shared: SourceDesk;
  of(workspaceId: string): Promise<SourceDesk>;
  /** Of an index that is about to be removed: nothing is moved into it any more. */
  forget(indexId: string): Promise<void>;
}

export function openDesks(config: Config, parts: SourceParts): Desks {
  const { database, indexes, owners, log, metrics, closing, clock } = parts;
  const flushers = new Map<string, InboxFlusher>();
  const kept = (count: number): void => flushers.forEach((flusher) => flusher.kept(count));
  const money = closing.add(new PostgresMoneyGuard(database, log, { kept }));
  const common: CommonDesk = {
    checkRuns: new PostgresCheckRuns(database),
    money: countedMoney(money, metrics),
    claims: closing.add(new PostgresClaims(database, log)),
    flights: new Flights(),
    health: new SourceHealth(),
    locations: indexes.shared.locations,
    limits: ({ usd_per_day }) => ({ source_usd: usd_per_day, total_usd: config.usd_per_day }),
    deleteAt: ({ keep_days }, observed) => deleteAt(keep_days, observed),
    clock,
    log,
  };
  const open = (index_id: string, index: Index): SourceDesk => {
    const inbox = new PostgresObservationInbox(database, index.observations, index_id);
    const flusher = closing.add(new InboxFlusher(inbox, log));
    flusher.start();
    flushers.set(index_id, flusher);
    return { ...common, index_id, ...remembering(config, parts, { index_id, index }, inbox) };
  };
  const shared = open('', indexes.shared);
  const own = new Map<string, SourceDesk>();
  return {
    shared,
    async of(workspaceId) {
      const indexId = await owners.indexOf(workspaceId);
      if (indexId === '') return shared;
      const index = await indexes.open(indexId);
      const desk = own.get(indexId) ?? open(indexId, index);
      own.set(indexId, desk);
      return desk;
    },
    async forget(indexId) {
      own.delete(indexId);
      await flushers.get(indexId)?.close();
      flushers.delete(indexId);
    },
  };
}

type CommonDesk = Omit<SourceDesk, 'index_id' | 'table' | 'stores'>;

/** What depends on the index that is asked. */
function remembering(
  config: Config,
  parts: SourceParts,
  { index_id, index }: { readonly index_id: string; readonly index: Index },
  inbox: ObservationInbox,
): Pick<SourceDesk, 'table' | 'stores'> {
  const world = parts.worlds(index_id);
  // The operator's order is of sources that the demo does not ask.
  const sources: Config['sources'] = isDemoIndex(index_id) ? new Map() : config.sources;
  const table = tableOf({ sources }, world.connected, ownSources({ ...parts, ...world }, index, inbox));
  const facts = index.recollect(inbox);
  const assistants = { ...facts.assistants, connected: listAssistants(table.assistants) };
  const failures = anyStore(new SerpFailureStore(parts.database));
  return { table, stores: new Map([...storesOf({ ...facts, assistants }), ['serp.failures', failures]]) };
}

/** Every source that has its settings. */
export function connectSources(
  config: Config,
  {
    database,
    web,
    closing,
    clock,
  }: Pick<SourceParts, 'database' | 'closing' | 'clock'> & { readonly web?: Pick<GuardedFetch, 'requester'> },
): readonly ConnectedSource[] {
  const clients = closing.add(createSourceClients({ user_agent: config.user_agent }));
  const parts: ConnectParts = {
    http: (failures, secrets) => clients.http(failures, secrets),
    turns: new PostgresSourceTurns(database),
    ...(web === undefined ? {} : { redirects: createRedirects(web.requester) }),
    now: clock,
  };
  return definitions.flatMap((definition) => definition.connect(config.source_settings, parts) ?? []);
}

/** What Seamark has of its own; none of it costs anything. */
function ownSources(
  { web, browser, offload, clock, log }: SourceParts & World,
  index: Index,
  inbox: ObservationInbox,
): Partial<SourceTable> {
  const own = { name: 'index', title: 'Your own index' };
  const rankings = index.serpRankings(inbox, listClickRates());
  const fetcher = { name: 'fetch', title: 'Seamark’s fetcher' };
  const pages = createPageReader({
    requester: web.requester,
    robots: (query, signal) => web.source.robots(query, signal),
    reads: index.pageReads,
    run: (task, input, signal) => offload.run(task, input, signal),
    clock,
    warn: (message) => log.warn(message),
  });
  return {
    links: [connectOwn({ ...own, capability: 'links', source: index.links })],
    keywords: [connectOwn({ ...own, capability: 'keywords', source: index.keywordIdeas })],
    rankings: [connectOwn({ ...own, capability: 'rankings', source: rankings, lacks: RANKINGS_LACK })],
    serp: [
      connectOwn({
        ...own,
        capability: 'serp',
        sees: ['organic'],
        source: index.serp,
        lacks: { check: ownSearchLacks },
      }),
    ],
    fetch: [connectOwn({ ...fetcher, capability: 'fetch', source: web.source })],
    pages: [connectOwn({ ...fetcher, capability: 'pages', source: pages })],
    ...(browser === undefined ? {} : { browser: [connectBrowser(browser, web, clock)] }),
    sites: [connectOwn({ ...own, capability: 'sites', source: sitesOf(index, clock) })],
  };
}

function connectBrowser(browser: PageRenderer, { requester }: World['web'], clock: () => Date): ConnectedSource {
  const source: BrowserSource = {
    async render(query, signal) {
      const value = await browser.render(query, requester, signal);
      return {
        value,
        source: {
          source: 'browser',
          observed_at: clock().toISOString(),
          cached: false,
          coverage: value.cut || value.missing.length > 0 ? 'partial' : 'full',
          measure: 'measured',
          note: 'The scripts of the page were run in your browser.',
        },
      };
    },
  };
  return connectOwn({ name: 'browser', title: 'Your browser', capability: 'browser', source });
}

function sitesOf(index: Index, clock: () => Date): SitesSource {
  const audits = new AuditSource(auditsOf(index, clock));
  const changes = new ChangeSource(index, clock);
  return {
    audit: (query, signal) => audits.audit(query, signal),
    pages: index.sitePages,
    texts: index.siteTexts,
    crawled: index.siteUrls,
    changes: (query, signal) => changes.changes(query, signal),
  };
}

/** Result pages tell places, and neither how often a keyword is searched for nor how many people come. */
const RANKINGS_LACK = {
  keywords: ({ volume_min }) => (volume_min > 0 ? ['filtering by search volume'] : []),
  pages: ({ traffic_min }) => (traffic_min > 0 ? ['filtering by traffic'] : []),
  competitors: () => [],
  shared: ({ volume_min, has_clickstream }) => [
    ...(volume_min > 0 ? ['filtering by search volume'] : []),
    ...(has_clickstream ? ['clickstream volumes'] : []),
  ],
  traffic: () => [],
} satisfies OwnSource<'rankings'>['lacks'];

/** Our own search knows words, languages and domains; places, devices and features of other engines it does not. */
function ownSearchLacks(query: SerpQuery): readonly string[] | undefined {
  if (query.engine !== undefined && query.engine !== OWN_ENGINE) return undefined;
  return [
    ...(query.location === null ? [] : ['locations']),
    ...(query.device === null ? [] : ['devices']),
    ...query.wants.filter((type) => type !== 'organic').map(nameItemType),
  ];
}

/**
 * The operator's order where SEAMARK_SOURCES names the capability. By default what was connected comes before our own, which
 * serves where nothing better can; only links come from our own index first.
 */
function tableOf(
  config: Pick<Config, 'sources'>,
  connected: readonly ConnectedSource[],
  own: Partial<SourceTable>,
): SourceTable {
  return forEachCapability((capability) => {
    const offering = connected.filter((source) => offers(source, capability));
    const ours = mayServe(capability, config) ? (own[capability] ?? []) : [];
    const known = capability === 'links' ? [...ours, ...offering] : [...offering, ...ours];
    return chosenOf(config.sources.get(capability), known, capability);
  });
}

/** Whoever turns the fetcher off wants no page of others to be fetched, for a study neither. */
function mayServe(capability: Capability, { sources }: Pick<Config, 'sources'>): boolean {
  return !['pages', 'browser'].includes(capability) || sources.get('fetch')?.includes('fetch') !== false;
}

/** A table with a value for each capability, since the list of their names is complete. */
function forEachCapability<Value>(read: (capability: Capability) => Value): Readonly<Record<Capability, Value>> {
  const table = Object.fromEntries(CAPABILITY_NAMES.map((capability) => [capability, read(capability)]));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return table as Record<Capability, Value>;
}

function offers(source: ConnectedSource, capability: Capability): boolean {
  return Object.keys(capabilities[capability].methods).some((method) => source.offer(capability, method) !== undefined);
}

/** @throws AppError invalid_input when a name is unknown, or lacks its settings */
function chosenOf(
  names: readonly string[] | undefined,
  known: readonly ConnectedSource[],
  capability: Capability,
): readonly ConnectedSource[] {
  if (names === undefined) return known;
  return names.map((name) => {
    const found = known.find((source) => source.name === name);
    if (found !== undefined) return found;
    const defined = definitions.find((definition) => definition.name === name && definition.methods.has(capability));
    throw new AppError('invalid_input', `SEAMARK_SOURCES names "${name}" for ${capability}.`, {
      fix: defined === undefined ? knownSentence(capability, known) : connectSentence(defined),
    });
  });
}

function knownSentence(capability: Capability, known: readonly ConnectedSource[]): string {
  const names = [
    ...known.map(({ name }) => name),
    ...definitions.filter(({ methods }) => methods.has(capability)).map(({ name }) => name),
  ];
  return `The sources for ${capability} are ${[...new Set(names)].join(', ')}.`;
}

/** Null keeps nothing. */
function deleteAt(days: number | undefined, observed: Date): Date | undefined | null {
  if (days === undefined) return undefined;
  return days === 0 ? null : new Date(observed.getTime() + days * DAY_MS);
}

const DAY_MS = 86_400_000;

/** A map by `serp.check`, as the engine looks stores up. */
function storesOf(facts: Readonly<Record<keyof FactStores, object>>): ReadonlyMap<string, Store<unknown, unknown>> {
  return new Map(
    Object.entries(facts).flatMap(([capability, methods]) =>
      Object.entries(methods).map(([method, store]) => [`${capability}.${method}`, anyStore(store)] as const),
    ),
  );
}

/** Safe because the engine asks a store only with queries of its own method, under whose name it stands here. */
function anyStore(store: unknown): Store<unknown, unknown> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return store as Store<unknown, unknown>;
}
