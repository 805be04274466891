import { AppError, messageOf } from '../../kernel/errors.ts';
import type { Caller } from '../../ports/accounts.ts';
import { type Capability, CAPABILITY_NAMES, capabilities } from '../../ports/capabilities.ts';
import type { ConnectedSource, DefinedSource } from '../../ports/define-source.ts';
import type { SourceDay } from '../../ports/money.ts';
import { SERP_ITEM_TYPES } from '../../ports/serp.ts';
import type { CapabilityReport, SourceReport, SourceReports, SourceTest } from '../../ports/source-reports.ts';
import type { SourceDesk } from './desk.ts';

const TEST_MS_MAX = 30_000;
/** What figures of the operator's own sites serve. */
const OF_CONSOLES: Capability = 'rankings';

export interface ReportParts {
  readonly desk: SourceDesk;
  /** All that this version knows, connected or not. */
  readonly definitions: readonly DefinedSource[];
  /** All that have their settings, also those that are pulled and never asked. */
  readonly connected: readonly ConnectedSource[];
  /** Whose keys may spend on tests. */
  readonly operator: () => Promise<Caller>;
}

export function createSourceReports(parts: ReportParts): SourceReports {
  const { desk, definitions, operator } = parts;
  return {
    async list() {
      const today = await desk.money.today();
      return CAPABILITY_NAMES.map((capability) => reportOf(parts, capability, today));
    },
    async test(caller, name, signal) {
      if (caller.workspace_id !== (await operator()).workspace_id) throw notOperator();
      const sources = externalSources(parts).filter((source) => name === undefined || source.name === name);
      if (name !== undefined && sources.length === 0) throw notConnected(name, definitions);
      return Promise.all(sources.map((source) => testSource(source, signal)));
    },
  };
}

function reportOf(
  { desk, connected, definitions }: ReportParts,
  capability: Capability,
  today: ReadonlyMap<string, SourceDay>,
): CapabilityReport {
  const { title, ways } = capabilities[capability];
  // What was pulled answers before any source is asked.
  const sources = [...(capability === OF_CONSOLES ? consolesOf(connected) : []), ...desk.table[capability]];
  const available = definitions.filter(
    ({ name, methods, is_console }) =>
      (methods.has(capability) || (is_console && capability === OF_CONSOLES)) &&
      !sources.some((source) => source.name === name),
  );
  return {
    capability,
    title,
    sources: sources.map((source) => ({
      ...sourceReport(desk, source, today.get(source.name)),
      sees: seenBy(source, capability),
    })),
    available: available.map((source) => ({
      source: source.name,
      title: source.title,
      settings: neededSettings(source),
    })),
    ways: sources.length === 0 ? ways : [],
  };
}

/** Types of items for result pages; for other data what the source says it has, or the methods that it offers. */
function seenBy(source: ConnectedSource, capability: Capability): readonly string[] {
  if (capability === OF_CONSOLES && source.console !== undefined) return ['your own sites'];
  const isItem = (name: string): boolean => SERP_ITEM_TYPES.some((type) => type === name);
  const seen = source.sees.filter((name) => isItem(name) === (capability === 'serp'));
  if (seen.length > 0) return seen;
  return Object.entries(capabilities[capability].methods).flatMap(([name, method]) =>
    'title' in method && source.offer(capability, name) !== undefined ? [method.title] : [],
  );
}

function sourceReport(
  desk: SourceDesk,
  source: ConnectedSource,
  day: SourceDay = IDLE_DAY,
): Omit<SourceReport, 'sees'> {
  const { source_usd, total_usd } = desk.limits(source);
  const { last_failure } = day;
  return {
    source: source.name,
    title: source.title,
    is_external: source.is_external,
    usd_today: day.usd + day.reserved_usd,
    usd_per_day: source.is_external ? (source_usd ?? total_usd ?? null) : null,
    requests_today: day.requests,
    failures_today: day.failures,
    last_failure: last_failure === undefined ? null : { ...last_failure, at: last_failure.at.toISOString() },
    is_resting: desk.health.isResting(source.name),
  };
}

const IDLE_DAY: SourceDay = { usd: 0, reserved_usd: 0, requests: 0, failures: 0, last_failure: undefined };

/** Settings that connect a source; where there are several ways, those of the simplest. */
export function neededSettings({ connected_by }: DefinedSource): readonly string[] {
  return connected_by[0] ?? [];
}

function consolesOf(connected: readonly ConnectedSource[]): readonly ConnectedSource[] {
  return connected.filter((source) => source.console !== undefined);
}

function externalSources({ desk, connected }: ReportParts): readonly ConnectedSource[] {
  const all = [...Object.values(desk.table).flat(), ...consolesOf(connected)];
  return [...new Map(all.filter(({ is_external }) => is_external).map((source) => [source.name, source])).values()];
}

async function testSource(source: ConnectedSource, signal: AbortSignal): Promise<SourceTest> {
  const begun = performance.now();
  const result = async (): Promise<Pick<SourceTest, 'ok' | 'message' | 'fix'>> => {
    try {
      const probe = source.probe ?? (() => Promise.resolve('Connected.'));
      const message = await probe(AbortSignal.any([signal, AbortSignal.timeout(TEST_MS_MAX)]));
      return { ok: true, message, fix: null };
    } catch (thrown) {
      signal.throwIfAborted();
      return { ok: false, message: messageOf(thrown), fix: thrown instanceof AppError ? (thrown.fix ?? null) : null };
    }
  };
  const { name, title } = source;
  return { source: name, title, ...(await result()), duration_ms: Math.round(performance.now() - begun) };
}

function notOperator(): AppError {
  return new AppError(
    'key_not_allowed_here',
    'Testing sources spends the operator’s money, so this key may not do it.',
    {
      fix: 'Use a key of the first workspace, or run `seamark sources test` on the server.',
    },
  );
}

function notConnected(name: string, definitions: readonly DefinedSource[]): AppError {
  const known = definitions.find((definition) => definition.name === name);
  return new AppError('not_found', `The source "${name}" is not connected.`, {
    fix:
      known === undefined
        ? `The sources are ${definitions.map((definition) => definition.name).join(', ')}.`
        : `Set ${neededSettings(known).join(' and ')} to connect ${known.title}.`,
  });
}
