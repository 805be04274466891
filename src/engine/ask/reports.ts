import { AppError, messageOf } from '../../kernel/errors.ts';
import type { Caller } from '../../ports/accounts.ts';
import { type Capability, CAPABILITY_NAMES, capabilities } from '../../ports/capabilities.ts';
import {
  type ConnectedSource,
  connectSentence,
  type DefinedSource,
  neededSettings,
} from '../../ports/define-source.ts';
import type { SourceDay } from '../../ports/money.ts';
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
      const tests = testsOf(parts).filter(({ source }) => name === undefined || source.name === name);
      if (name !== undefined && tests.length === 0) throw notConnected(name, definitions);
      return Promise.all(tests.map((test) => testSource(test, signal)));
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

/** Where the source says nothing of the capability, the methods that it offers. */
function seenBy(source: ConnectedSource, capability: Capability): readonly string[] {
  const seen = source.sees[capability];
  if (seen !== undefined) return seen;
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

function consolesOf(connected: readonly ConnectedSource[]): readonly ConnectedSource[] {
  return connected.filter((source) => source.console !== undefined);
}

interface Test {
  readonly source: ConnectedSource;
  readonly probe: (signal: AbortSignal) => Promise<string>;
}

/** Each source once, however many capabilities it serves. */
function testsOf({ desk, connected }: ReportParts): readonly Test[] {
  const all = [...Object.values(desk.table).flat(), ...consolesOf(connected)];
  const sources = new Map(all.map((source) => [source.name, source]));
  return [...sources.values()].flatMap((source) =>
    source.probe === undefined ? [] : [{ source, probe: source.probe }],
  );
}

async function testSource({ source, probe }: Test, signal: AbortSignal): Promise<SourceTest> {
  const begun = performance.now();
  const result = async (): Promise<Pick<SourceTest, 'ok' | 'message' | 'fix'>> => {
    try {
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
        : connectSentence(known),
  });
}
