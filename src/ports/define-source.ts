import { AppError } from '../kernel/errors.ts';
import { joinWords } from '../kernel/grammar.ts';
import { type Capability, CAPABILITY_NAMES, type Sources } from './capabilities.ts';
import type { ConsoleSource } from './console-source.ts';
import type { Coverage, Imported, Measure, QueryOf, ValueOf } from './source.ts';
import type { SourceFailures } from './source-failure.ts';
import type { SourceHttp } from './source-http.ts';
import type { Redirects } from './redirects.ts';
import type { SourceTurns } from './source-turns.ts';

/** One variable of the environment that connects a source or changes how it works. */
export interface SourceSetting {
  readonly kind: 'url' | 'text' | 'secret' | 'number';
  /** All values that it can have. */
  readonly one_of?: readonly string[];
  /** One sentence: what it is, and how to get one. */
  readonly what: string;
  /** Undefined makes it a setting that connects the source: without it the source is not there. */
  readonly preset?: string;
  /** A value that docs show, for those that are no secret. */
  readonly example?: string;
}

export type SourceSettings = Readonly<Record<`SEAMARK_${string}`, SourceSetting>>;

/** The settings' values by their variables; '' for optional ones that are not set. */
export type SettingValues<Settings extends SourceSettings> = { readonly [Name in keyof Settings]: string };

/** What a request to a source has. It reaches the vendor through `http` alone, and `redirects` tells where pages are. */
export interface SourceContext<Settings extends SourceSettings = SourceSettings> {
  readonly settings: SettingValues<Settings>;
  readonly http: SourceHttp;
  readonly redirects: Redirects;
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Holds back the next requests to a source with `every_ms` for so long, in all processes: for vendors that ask for a pause. */
  readonly rest: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface Answered<Value> {
  readonly value: Value;
  /** When the facts were observed; by default now, null when the source does not say. */
  readonly observed_at?: string | null;
  /** `none`: the source knows nothing of what was asked, so the next one is tried. By default what `lacks` says. */
  readonly coverage?: Coverage;
  readonly measure?: Measure;
  /** An answer without a row. It counts as an answer, unless it came after a failure. */
  readonly is_empty?: boolean;
  /** What the vendor charged, where it says so; by default the price told before. */
  readonly usd?: number;
  /** One sentence that a reader of the figures should know. */
  readonly note?: string;
  /** Whose imported tables took part in the answer. */
  readonly imports?: readonly Imported[];
  /** What the vendor sent, for stores that keep it beside the value. */
  readonly raw?: unknown;
}

/** How a source answers one method of a capability. */
interface Offer<Query, Value, Settings extends SourceSettings = SourceSettings> {
  /**
   * What of the question it cannot honour, in words that complete «does not support …»; empty when it can honour all of
   * it, and undefined when it cannot answer at all.
   */
  readonly lacks: (query: Query, settings: SettingValues<Settings>) => readonly string[] | undefined;
  /** Price of the request in USD. */
  readonly usd: (query: Query, settings: SettingValues<Settings>) => number;
  readonly ask: (query: Query, context: SourceContext<Settings>) => Promise<Answered<Value>>;
  /** Of one try; 30 s by default. */
  readonly timeout_ms?: number;
}

export type Offers<Settings extends SourceSettings = SourceSettings> = {
  readonly [C in Capability]?: {
    readonly [M in keyof Sources[C]]?: Offer<QueryOf<Sources[C][M]>, ValueOf<Sources[C][M]>, Settings>;
  };
};

/**
 * What a source can show of each capability, for lists of sources: item types of result pages (`organic`, `ai_overview`),
 * fields of listings. A capability that is not here is told by the methods that the source offers.
 */
type Sees = { readonly [C in Capability]?: readonly string[] };

/** A vendor, or a program on the operator's own host, that answers questions. */
export interface SourceDefinition<Settings extends SourceSettings> {
  /** As `SEAMARK_SOURCES` and `meta.sources` call it. */
  readonly name: string;
  readonly title: string;
  /** Paragraphs of its page in docs/sources: what it gives, what it costs, how to get a key. */
  readonly docs: {
    readonly gives: string;
    readonly costs: string;
    readonly access: string;
    /** Where its terms stand that say what may be kept. */
    readonly terms: string;
  };
  /** USD a day where neither SEAMARK_<NAME>_USD_PER_DAY nor SEAMARK_USD_PER_DAY is set; undefined for free sources. */
  readonly usd_per_day?: number;
  /** How long its terms let answers be kept; undefined is without a limit, 0 not at all. SEAMARK_<NAME>_KEEP_DAYS overrides it. */
  readonly keep_days?: number;
  /** Least time between two requests to it, over all processes; undefined asks as fast as questions come. */
  readonly every_ms?: number;
  readonly settings: Settings;
  /** Sets of settings of which any one connects it; by default there is one, of all settings without a preset. */
  readonly connected_by?: readonly (readonly (keyof Settings & string)[])[];
  readonly offers: Offers<Settings>;
  /** Figures of the operator's own sites, which are pulled into the index and serve rankings from there. */
  readonly console?: (context: Omit<SourceContext<Settings>, 'signal'>) => ConsoleSource;
  readonly sees: Sees;
  /**
   * What it shows where that follows from its settings.
   *
   * @throws AppError invalid_input that names the setting
   */
  readonly seesWith?: (settings: SettingValues<Settings>) => Sees;
  /** What its HTTP statuses and own codes mean. */
  readonly failures: SourceFailures;
  /** The cheapest question that proves that the settings work, for `seamark sources test`. */
  readonly probe: (context: SourceContext<Settings>) => Promise<string>;
}

/** A definition that has its settings: what the engine asks. */
export interface ConnectedSource {
  readonly name: string;
  readonly title: string;
  readonly is_external: boolean;
  /** Most USD a day for it alone; undefined leaves it to the limit of all sources. */
  readonly usd_per_day: number | undefined;
  /** Days to keep its answers; undefined is without a limit, 0 keeps none. */
  readonly keep_days: number | undefined;
  readonly sees: Sees;
  readonly offer: (capability: string, method: string) => ConnectedOffer | undefined;
  readonly console?: ConsoleSource | undefined;
  /** Undefined for sources of our own, which have no settings to test. */
  readonly probe: ((signal: AbortSignal) => Promise<string>) | undefined;
}

/** An offer with its settings closed over. Its query is checked by the type of the port that it is asked through. */
export interface ConnectedOffer {
  lacks(query: unknown): readonly string[] | undefined;
  usd(query: unknown): number;
  ask(query: unknown, signal: AbortSignal): Promise<Answered<unknown>>;
  readonly timeout_ms: number;
}

/** A definition as lists of sources see it, whatever its settings are. */
export interface DefinedSource {
  readonly name: string;
  readonly title: string;
  readonly docs: SourceDefinition<SourceSettings>['docs'];
  readonly settings: SourceSettings;
  /** Sets of settings of which any one connects it. */
  readonly connected_by: readonly (readonly string[])[];
  /** Whether it shows figures of the operator's own sites. */
  readonly is_console: boolean;
  readonly usd_per_day: number | undefined;
  readonly keep_days: number | undefined;
  readonly sees: Sees;
  readonly failures: SourceFailures;
  /** Names of the methods that it offers, by capability. */
  readonly methods: ReadonlyMap<Capability, readonly string[]>;
  /**
   * Undefined when a setting that connects it is missing.
   *
   * @throws AppError invalid_input that names a malformed setting or limit
   */
  connect(environment: Environment, parts: ConnectParts): ConnectedSource | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

export interface ConnectParts {
  /** Requests of this source: its failures are put into words, and its secrets out of them. */
  readonly http: (failures: SourceFailures, secrets: readonly string[]) => SourceHttp;
  readonly turns: SourceTurns;
  /** By default nothing is followed. */
  readonly redirects?: Redirects;
  readonly now: () => Date;
}

const FOLLOWS_NOTHING: Redirects = { target: () => Promise.resolve(undefined) };
const ASK_MS_MAX = 30_000;

/** Closes over the type of the settings, so that a list of sources needs no cast where it is used. */
export function defineSource<const Settings extends SourceSettings>(
  definition: SourceDefinition<Settings>,
): DefinedSource {
  const { offers, probe, console: consoleOf, seesWith, ...facts } = definition;
  const connected_by = definition.connected_by ?? [unsetNames(definition.settings)];
  return {
    ...facts,
    connected_by,
    is_console: consoleOf !== undefined,
    usd_per_day: definition.usd_per_day,
    keep_days: definition.keep_days,
    methods: methodsOf(offers),
    connect(environment, parts) {
      if (!connected_by.some((names) => names.every((name) => valueOf(environment, name) !== ''))) return undefined;
      const settings = readSettings(definition.settings, environment);
      const http = inTurn(definition, parts, secretsOf(definition.settings, settings));
      const rest: SourceContext['rest'] = (ms, signal) => parts.turns.wait(definition.name, ms, signal);
      const own = { settings, http, redirects: parts.redirects ?? FOLLOWS_NOTHING, now: parts.now, rest };
      const context = (signal: AbortSignal): SourceContext<Settings> => ({ ...own, signal });
      return {
        name: definition.name,
        title: definition.title,
        is_external: true,
        ...readLimits(definition, environment),
        sees: seesWith?.(settings) ?? definition.sees,
        offer: (capability, method) => {
          const offer = offerOf(offers, capability, method);
          return offer && connectOffer(offer, settings, context);
        },
        console: consoleOf?.(own),
        probe: (signal) => probe(context(signal)),
      };
    },
  };
}

/** Requests of a source that wants time between them wait for their turn, each on its own. */
function inTurn(
  { name, every_ms, failures }: Pick<SourceDefinition<SourceSettings>, 'name' | 'every_ms' | 'failures'>,
  { http, turns }: ConnectParts,
  secrets: readonly string[],
): SourceHttp {
  const direct = http(failures, secrets);
  if (every_ms === undefined) return direct;
  return {
    json: async (request) => {
      await turns.wait(name, every_ms, request.signal);
      return direct.json(request);
    },
  };
}

function connectOffer<Settings extends SourceSettings>(
  offer: Offer<unknown, unknown, Settings>,
  settings: SettingValues<Settings>,
  context: (signal: AbortSignal) => SourceContext<Settings>,
): ConnectedOffer {
  return {
    lacks: (query) => offer.lacks(query, settings),
    usd: (query) => offer.usd(query, settings),
    ask: (query, signal) => offer.ask(query, context(signal)),
    timeout_ms: offer.timeout_ms ?? ASK_MS_MAX,
  };
}

function methodsOf<Settings extends SourceSettings>(offers: Offers<Settings>): Map<Capability, readonly string[]> {
  const offered = CAPABILITY_NAMES.filter((capability) => offers[capability] !== undefined);
  return new Map(offered.map((capability) => [capability, Object.keys(offers[capability] ?? {})]));
}

/**
 * A method's offer under a type that all offers share. Safe because the engine asks it only with queries of this very
 * capability and method, which the types of `Ports` and `Offers` hold together.
 */
function offerOf<Settings extends SourceSettings>(
  offers: Offers<Settings>,
  capability: string,
  method: string,
): Offer<unknown, unknown, Settings> | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  const table = offers as Readonly<Record<string, Readonly<Record<string, Offer<unknown, unknown, Settings>>>>>;
  return table[capability]?.[method];
}

function unsetNames(settings: SourceSettings): string[] {
  return Object.entries(settings).flatMap(([name, { preset }]) => (preset === undefined ? [name] : []));
}

function readSettings<Settings extends SourceSettings>(
  settings: Settings,
  environment: Environment,
): SettingValues<Settings> {
  const values: Record<string, string> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const given = valueOf(environment, name);
    const value = given === '' ? (setting.preset ?? '') : given;
    if (value !== '') checkSetting(name, setting, value);
    values[name] = value;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has a value for each of the settings
  return values as SettingValues<Settings>;
}

function checkSetting(name: string, { kind, one_of }: Pick<SourceSetting, 'kind' | 'one_of'>, value: string): void {
  if (one_of !== undefined && !one_of.includes(value)) throw refuse(name, `It must be one of ${one_of.join(', ')}.`);
  if (kind === 'url' && !/^https?:$/.test(URL.parse(value)?.protocol ?? '')) {
    throw refuse(name, 'It must be a URL that starts with http:// or https://.');
  }
  if (kind === 'number' && !/^\d+(?:\.\d+)?$/.test(value)) throw refuse(name, `"${value}" is not a number.`);
}

const USD_MAX = 1_000_000_000;
/** Dates of deletion have to fall before 2106, where the time stamps of the index end. */
const KEEP_DAYS_MAX = 20_000;

/** What the operator set for the source comes first; a limit for all sources takes the place of each one's preset. */
function readLimits(
  source: Pick<DefinedSource, 'name'> & Partial<Pick<DefinedSource, LimitName>>,
  environment: Environment,
): Readonly<Record<LimitName, number | undefined>> {
  const variables = limitVariables(source);
  const preset_usd = valueOf(environment, 'SEAMARK_USD_PER_DAY') === '' ? source.usd_per_day : undefined;
  return {
    usd_per_day: readLimit(environment, variables.usd_per_day, USD_MAX) ?? preset_usd,
    keep_days: readLimit(environment, variables.keep_days, KEEP_DAYS_MAX) ?? source.keep_days,
  };
}

function readLimit(environment: Environment, name: string, most: number): number | undefined {
  const value = valueOf(environment, name);
  if (value === '') return undefined;
  checkSetting(name, { kind: 'number' }, value);
  if (Number(value) > most) throw refuse(name, `It must be at most ${most}.`);
  return Number(value);
}

function valueOf(environment: Environment, name: string): string {
  return environment[name]?.trim() ?? '';
}

function refuse(name: string, problem: string): AppError {
  return new AppError('invalid_input', `${name} is not valid. ${problem}`, {
    fix: `Correct ${name}; docs/sources lists every setting.`,
  });
}

function secretsOf<Settings extends SourceSettings>(settings: Settings, values: SettingValues<Settings>): string[] {
  const given: Readonly<Record<string, string>> = values;
  return Object.entries(settings).flatMap(([name, { kind }]) => {
    const value = given[name] ?? '';
    return kind === 'secret' && value !== '' ? [value] : [];
  });
}

/** Variables of the environment that every source has besides its own settings. */
export function limitVariables({ name }: Pick<DefinedSource, 'name'>): Readonly<Record<LimitName, string>> {
  const part = name.toUpperCase().replaceAll('-', '_');
  return { usd_per_day: `SEAMARK_${part}_USD_PER_DAY`, keep_days: `SEAMARK_${part}_KEEP_DAYS` };
}

type LimitName = 'usd_per_day' | 'keep_days';

/** Settings that connect a source; where there are several ways, those of the simplest. */
export function neededSettings({ connected_by }: Pick<DefinedSource, 'connected_by'>): readonly string[] {
  return connected_by[0] ?? [];
}

export function connectSentence(source: DefinedSource): string {
  return `Set ${joinWords(neededSettings(source))} to connect ${source.title}.`;
}
