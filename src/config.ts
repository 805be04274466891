import { resolve } from 'node:path';

import { parsePlans, type Plans } from './engine/plans.ts';
import { AppError } from './kernel/errors.ts';
import { looksLikeKey } from './kernel/key-form.ts';
import { CAPABILITY_NAMES } from './ports/capability-names.ts';

/**
 * Every environment variable, read once, here and nowhere else.
 *
 * The table is also docs/configuration.md: `npm run gen` writes it.
 */
export const VARIABLES = [
  { name: 'SEAMARK_DATA', preset: './data', what: 'Folder of the embedded databases. `--data DIR` overrides it.' },
  { name: 'SEAMARK_HOST', preset: '127.0.0.1', what: 'Address to listen on. `--host` overrides it.' },
  { name: 'SEAMARK_PORT', preset: '8787', what: 'Port to listen on; 0 picks a free port. `--port` overrides it.' },
  {
    name: 'SEAMARK_PUBLIC_URL',
    preset: '',
    what: 'Public URL of the service, such as https://seamark.example.com. /mcp accepts requests for this host as well as local ones.',
  },
  {
    name: 'SEAMARK_TRUST_PROXY',
    preset: '',
    what: 'Addresses or networks of the proxies in front of Seamark, separated by commas, such as `127.0.0.1` or `172.16.0.0/12`. X-Forwarded-For is believed from these alone, so that limits and logs know callers by their own addresses.',
  },
  { name: 'DATABASE_URL', preset: '', what: 'PostgreSQL to use instead of the embedded one.' },
  {
    name: 'CLICKHOUSE_URL',
    preset: '',
    what: 'ClickHouse server or cluster (24.8 or newer) to use instead of the embedded index.',
  },
  {
    name: 'SEAMARK_INIT_API_KEY',
    preset: '',
    what: 'A key (`sk_live_…`) to create at the first start, for unattended installs.',
  },
  {
    name: 'SEAMARK_INIT_EMAIL',
    preset: '',
    what: 'Email address of the first dashboard user, for unattended installs. Requires SEAMARK_INIT_PASSWORD.',
  },
  { name: 'SEAMARK_INIT_PASSWORD', preset: '', what: 'Password of that user, at least 10 characters.' },
  {
    name: 'SEAMARK_SECRET',
    preset: '',
    what: 'Encrypts stored secrets, such as the signing secrets of webhooks and the passwords of staging sites; at least 32 characters. If unset, Seamark uses a key file in the data folder. Set it when several machines share DATABASE_URL.',
  },
  {
    name: 'SEAMARK_SECRET_BEFORE',
    preset: '',
    what: 'The SEAMARK_SECRET that you have just replaced. At its next start, Seamark encrypts everything anew with the current one; remove this setting afterwards.',
  },
  {
    name: 'SEAMARK_PLANS',
    preset: '',
    what: 'Plans by name, as JSON: `{"starter":{"requests_per_minute":60,"concurrent_jobs":2,"credits_per_month":1000}}`. The plan `self_hosted` always exists.',
  },
  {
    name: 'SEAMARK_METRICS_TOKEN',
    preset: '',
    what: 'Bearer token for /metrics. If unset, only this machine can read /metrics.',
  },
  { name: 'SEAMARK_API_KEY', preset: '', what: 'The API key that `seamark call --url` sends.' },
  {
    name: 'SEAMARK_USER_AGENT',
    preset: '',
    what: 'User agent for crawling and fetching. Say who you are and how to reach you.',
  },
  {
    name: 'SEAMARK_CONFIRM_SECONDS',
    preset: '90',
    what: 'How long after its first failure a crawl fetches a page again that used to work, so that a deployment is not told as dead pages; 0 asks at once.',
  },
  {
    name: 'SEAMARK_RESOLVE',
    preset: '',
    what: 'Addresses to use instead of DNS, like curl’s `--resolve`: `host:port:address`, separated by commas. The address can include a port.',
  },
  {
    name: 'SEAMARK_ALLOW_NETWORKS',
    preset: '',
    what: 'Private networks to allow fetching from, in CIDR notation, separated by commas.',
  },
  {
    name: 'SEAMARK_ALLOW_PORTS',
    preset: '',
    what: 'Ports to allow fetching from besides 80 and 443, separated by commas.',
  },
  {
    name: 'SEAMARK_BROWSER_URL',
    preset: '',
    what: 'Chromium that runs the scripts of pages: its DevTools endpoint, such as `http://127.0.0.1:9222`, or a WebSocket, such as `ws://127.0.0.1:3000?token=…` of browserless. Every request of a page still goes through the guarded fetch. It also makes the PDF files of reports in the dashboard. If unset, pages are read as their servers send them.',
  },
  {
    name: 'SEAMARK_OAUTH_REGISTRATION',
    preset: 'open',
    what: 'Which apps may connect to /mcp by OAuth: `open` for those that register themselves and those that have a document at their own URL, `cimd` for the latter alone, `off` for none that is not known yet. Apps in the cloud need an https SEAMARK_PUBLIC_URL.',
  },
  { name: 'SEAMARK_BODY_BYTES_MAX', preset: '2000000', what: 'Maximum request body in bytes.' },
  {
    name: 'SEAMARK_SYNC_TIMEOUT',
    preset: '60',
    what: 'Seconds a caller waits for an answer; after that, the call continues as a job.',
  },
  {
    name: 'SEAMARK_JOBS',
    preset: '4',
    what: 'Jobs one process runs at a time; 0 leaves them to `seamark work`.',
  },
  { name: 'SEAMARK_JOB_TIMEOUT', preset: '600', what: 'Maximum seconds for one attempt of a job.' },
  {
    name: 'SEAMARK_IMPORTS',
    preset: 'operator',
    what: 'Who may import files into the index over HTTP: `operator` for keys of the first workspace, `all` for every key, `off` for none. Keywords, Search Console figures and imports into a workspace’s own index need no permission but `off`.',
  },
  {
    name: 'SEAMARK_SMTP_URL',
    preset: '',
    what: 'Mail server for scheduled reports, alerts and invitations by e-mail: `smtp://user:password@mail.example.com:587`, or `smtps://` for port 465.',
  },
  {
    name: 'SEAMARK_MAIL_FROM',
    preset: '',
    what: 'Sender of those e-mails, such as `Seamark <seamark@example.com>`. If unset, the user name of SEAMARK_SMTP_URL.',
  },
  { name: 'SEAMARK_RESULT_DAYS', preset: '30', what: 'Days to keep job results.' },
  {
    name: 'SEAMARK_SOURCES',
    preset: '',
    what: 'Sources by capability, in order of preference: `serp=searxng,index;links=index`. An empty list disables a capability.',
  },
  {
    name: 'SEAMARK_USD_PER_DAY',
    preset: '',
    what: 'Maximum USD a day, in UTC, for all paid sources together. `SEAMARK_<SOURCE>_USD_PER_DAY` limits one of them, `SEAMARK_<SOURCE>_KEEP_DAYS` how long its data are kept; docs/sources lists the settings of each.',
  },
  { name: 'NO_COLOR', preset: '', what: 'Set to any value to print without colours.' },
  {
    name: 'SEAMARK_LOG_LEVEL',
    preset: '',
    what: 'Minimum level to log to standard error, as JSON: `trace`, `debug`, `info`, `warn`, `error` or `silent`. If unset: `info` for `serve` without a terminal, otherwise `warn`.',
  },
] as const;

type VariableName = (typeof VARIABLES)[number]['name'];

export interface Config {
  readonly data_dir: string;
  readonly host: string;
  readonly port: number;
  readonly public_url: string | undefined;
  readonly trust_proxy: readonly string[];
  readonly database_url: string | undefined;
  readonly clickhouse_url: string | undefined;
  readonly init_api_key: string | undefined;
  readonly user_agent: string;
  readonly confirm_seconds: number;
  readonly resolve: readonly string[];
  readonly allow_networks: readonly string[];
  readonly allow_ports: readonly number[];
  readonly browser_url: string | undefined;
  readonly oauth_registration: (typeof REGISTRATIONS)[number];
  readonly body_bytes_max: number;
  readonly inline_timeout_ms: number;
  readonly jobs_max: number;
  readonly job_timeout_ms: number;
  readonly result_days: number;
  readonly smtp_url: string | undefined;
  readonly mail_from: string | undefined;
  /** Who may import over HTTP. */
  readonly imports: (typeof IMPORTERS)[number];
  readonly plans: Plans;
  /** Set with both or not at all. */
  readonly init_user: { readonly email: string; readonly password: string } | undefined;
  readonly secret: string | undefined;
  readonly secret_before: string | undefined;
  readonly metrics_token: string | undefined;
  readonly sources: ReadonlyMap<string, readonly string[]>;
  /** USD that may be spent in a day on all paid sources together. */
  readonly usd_per_day: number | undefined;
  /** Every SEAMARK_ variable, for sources, whose definitions say what they read. */
  readonly source_settings: Readonly<Record<string, string | undefined>>;
  readonly log_level: string;
  readonly color: boolean;
}

/** Flags of the command line that win over the environment. */
export interface Flags {
  readonly data?: string | undefined;
  readonly host?: string | undefined;
  readonly port?: string | undefined;
  readonly resolve?: readonly string[] | undefined;
  readonly allowNetwork?: readonly string[] | undefined;
  readonly allowPort?: readonly string[] | undefined;
  readonly userAgent?: string | undefined;
  readonly color?: boolean | undefined;
  /** Level of a command that logs more than warnings, unless SEAMARK_LOG_LEVEL says otherwise. */
  readonly logLevel?: string | undefined;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

/** @throws AppError invalid_input that names the variable or flag and the fix */
export function readConfig(version: string, flags: Flags = {}, environment: NodeJS.ProcessEnv = process.env): Config {
  const read = (name: VariableName): string => environment[name]?.trim() || preset(name);
  return {
    data_dir: resolve(flags.data ?? read('SEAMARK_DATA')),
    host: flags.host ?? read('SEAMARK_HOST'),
    port: wholeNumber('--port or SEAMARK_PORT', flags.port ?? read('SEAMARK_PORT'), 0, 65_535),
    public_url: urlOf('SEAMARK_PUBLIC_URL', read('SEAMARK_PUBLIC_URL'), ['https:', 'http:']),
    trust_proxy: networksOf('SEAMARK_TRUST_PROXY', read('SEAMARK_TRUST_PROXY')),
    database_url: urlOf('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    clickhouse_url: urlOf('CLICKHOUSE_URL', read('CLICKHOUSE_URL'), ['http:', 'https:']),
    init_api_key: keyOf('SEAMARK_INIT_API_KEY', read('SEAMARK_INIT_API_KEY')),
    user_agent: flags.userAgent ?? (read('SEAMARK_USER_AGENT') || defaultUserAgent(version)),
    resolve: both(flags.resolve, read('SEAMARK_RESOLVE')),
    allow_networks: both(flags.allowNetwork, read('SEAMARK_ALLOW_NETWORKS')),
    allow_ports: both(flags.allowPort, read('SEAMARK_ALLOW_PORTS')).map((text) =>
      wholeNumber('--allow-port or SEAMARK_ALLOW_PORTS', text, 1, 65_535),
    ),
    browser_url: urlOf('SEAMARK_BROWSER_URL', read('SEAMARK_BROWSER_URL'), ['http:', 'https:', 'ws:', 'wss:']),
    oauth_registration: oneOf('SEAMARK_OAUTH_REGISTRATION', read('SEAMARK_OAUTH_REGISTRATION'), REGISTRATIONS),
    body_bytes_max: wholeNumber('SEAMARK_BODY_BYTES_MAX', read('SEAMARK_BODY_BYTES_MAX'), 1000, 100_000_000),
    inline_timeout_ms: 1000 * wholeNumber('SEAMARK_SYNC_TIMEOUT', read('SEAMARK_SYNC_TIMEOUT'), 1, 600),
    jobs_max: wholeNumber('SEAMARK_JOBS', read('SEAMARK_JOBS'), 0, 256),
    job_timeout_ms: 1000 * wholeNumber('SEAMARK_JOB_TIMEOUT', read('SEAMARK_JOB_TIMEOUT'), 1, 86_400),
    result_days: wholeNumber('SEAMARK_RESULT_DAYS', read('SEAMARK_RESULT_DAYS'), 1, 3650),
    smtp_url: urlOf('SEAMARK_SMTP_URL', read('SEAMARK_SMTP_URL'), ['smtp:', 'smtps:']),
    mail_from: given(read('SEAMARK_MAIL_FROM')),
    imports: oneOf('SEAMARK_IMPORTS', read('SEAMARK_IMPORTS'), IMPORTERS),
    plans: parsePlans(read('SEAMARK_PLANS')),
    init_user: userOf(read('SEAMARK_INIT_EMAIL'), read('SEAMARK_INIT_PASSWORD')),
    secret: secretOf('SEAMARK_SECRET', read('SEAMARK_SECRET')),
    secret_before: secretOf('SEAMARK_SECRET_BEFORE', read('SEAMARK_SECRET_BEFORE')),
    metrics_token: given(read('SEAMARK_METRICS_TOKEN')),
    sources: sourcesOf(read('SEAMARK_SOURCES')),
    confirm_seconds: wholeNumber('SEAMARK_CONFIRM_SECONDS', read('SEAMARK_CONFIRM_SECONDS'), 0, 3600),
    usd_per_day: usdOf('SEAMARK_USD_PER_DAY', read('SEAMARK_USD_PER_DAY')),
    source_settings: Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('SEAMARK_'))),
    log_level: oneOf('SEAMARK_LOG_LEVEL', read('SEAMARK_LOG_LEVEL') || (flags.logLevel ?? 'warn'), LOG_LEVELS),
    color: flags.color !== false && colorWanted(environment),
  };
}

/** Names of everything that is set, for anyone who looks for misspelt ones. */
export function environmentNames(environment: NodeJS.ProcessEnv = process.env): readonly string[] {
  return Object.keys(environment);
}

/** Whether the environment says where the data lies. */
export function namesData(environment: NodeJS.ProcessEnv = process.env): boolean {
  return ['SEAMARK_DATA', 'DATABASE_URL'].some((name) => (environment[name]?.trim() ?? '') !== '');
}

/** The key that `seamark call --url` sends when none is given. */
export function remoteKey(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  return environment['SEAMARK_API_KEY']?.trim() || undefined;
}

/** Whether `npx seamark …` is what the person typed: npm tells what it runs. */
export function runByNpx(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment['npm_command'] === 'exec';
}

/** NO_COLOR, as no-color.org has it. */
export function colorWanted(environment: NodeJS.ProcessEnv = process.env): boolean {
  return !environment['NO_COLOR'] && process.stdout.isTTY && process.stderr.isTTY;
}

function preset(name: VariableName): string {
  return VARIABLES.find((variable) => variable.name === name)?.preset ?? '';
}

function given(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function defaultUserAgent(version: string): string {
  return `Mozilla/5.0 (compatible; Seamark/${version}; self-hosted crawler)`;
}

const IMPORTERS = ['operator', 'all', 'off'] as const;

const REGISTRATIONS = ['open', 'cimd', 'off'] as const;

function both(flags: readonly string[] | undefined, variable: string): string[] {
  return [...(flags ?? []), ...listed(variable)];
}

function listed(text: string): string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function networksOf(name: string, text: string): string[] {
  const networks = listed(text);
  for (const network of networks) {
    if (isNetwork(network)) continue;
    throw refuse(name, `"${network}" is not an address or a network such as 172.16.0.0/12.`);
  }
  return networks;
}

/** Sockets are loaded only where somebody trusts a proxy: commands that start no service have no use for them. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = process.getBuiltinModule('node:net').isIP(address);
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  return family !== 0 && isRange && more.length === 0;
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text.trim()) && value >= least && value <= most) return value;
  throw refuse(name, `"${text}" is not a whole number from ${least} to ${most}.`);
}

function usdOf(name: string, text: string): number | undefined {
  if (text === '') return undefined;
  if (/^\d{1,9}(?:\.\d{1,6})?$/.test(text)) return Number(text);
  throw refuse(name, `"${text}" is not an amount such as 5 or 2.50.`);
}

function urlOf(name: string, text: string, protocols: readonly string[]): string | undefined {
  if (text === '') return undefined;
  const protocol = URL.parse(text)?.protocol;
  if (protocol !== undefined && protocols.includes(protocol)) return text;
  throw refuse(name, `It must be a URL that starts with ${protocols.map((known) => `${known}//`).join(' or ')}.`);
}

function oneOf<Value extends string>(name: string, text: string, allowed: readonly Value[]): Value {
  const known = allowed.find((value) => value === text);
  if (known !== undefined) return known;
  throw refuse(name, `"${text}" is not one of ${allowed.join(', ')}.`);
}

function keyOf(name: string, text: string): string | undefined {
  if (text === '' || looksLikeKey(text)) return text || undefined;
  throw refuse(name, 'It must be a key in the format of `seamark keys create`: sk_live_ and 38 characters.');
}

const SECRET_CHARACTERS_MIN = 32;
const PASSWORD_CHARACTERS_MIN = 10;

function secretOf(name: string, text: string): string | undefined {
  if (text === '' || text.length >= SECRET_CHARACTERS_MIN) return text || undefined;
  throw refuse(name, `It must have at least ${SECRET_CHARACTERS_MIN} characters.`);
}

function userOf(email: string, password: string): Config['init_user'] {
  if (email === '' && password === '') return undefined;
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    throw refuse('SEAMARK_INIT_EMAIL', 'It must be an email address such as you@example.com.');
  if (password.length < PASSWORD_CHARACTERS_MIN)
    throw refuse('SEAMARK_INIT_PASSWORD', `It must have at least ${PASSWORD_CHARACTERS_MIN} characters.`);
  return { email, password };
}

const CAPABILITIES: readonly string[] = CAPABILITY_NAMES;

function sourcesOf(text: string): Map<string, readonly string[]> {
  const parts = text.split(';').filter((part) => part.trim() !== '');
  return new Map(
    parts.map((part) => {
      const [capability = '', names] = part.split('=');
      if (names === undefined)
        throw refuse('SEAMARK_SOURCES', `"${part}" is not in the form capability=source,source.`);
      if (!CAPABILITIES.includes(capability.trim()))
        throw refuse(
          'SEAMARK_SOURCES',
          `There is no capability "${capability.trim()}"; use ${CAPABILITIES.join(', ')}.`,
        );
      return [capability.trim(), listed(names)];
    }),
  );
}

function refuse(name: string, problem: string): AppError {
  return new AppError('invalid_input', `${name} is not valid. ${problem}`, {
    fix: `Correct ${name}; docs/configuration.md lists every setting.`,
  });
}
