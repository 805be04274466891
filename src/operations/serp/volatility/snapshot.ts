import { hostOfKey, pageAddress, registrableDomain } from '../../../web/url.ts';
import { cleanText, compareText, foldPhrase } from '../../../text/normalize.ts';

/** A snapshot as the caller sent it, with its time read. */
export interface GivenSnapshot {
  readonly checked_at: string;
  readonly checked_at_ms: number;
  readonly results: readonly GivenResult[];
  readonly serp_features?: readonly string[] | undefined;
}

interface GivenResult {
  readonly position: number;
  readonly url: string;
  readonly domain?: string | undefined;
  readonly serp_features?: readonly string[] | undefined;
}

export interface Row {
  /** The same for all addresses of one page. */
  readonly key: string;
  readonly url: string;
  readonly host: string;
  /** Registrable domain. */
  readonly domain: string;
  readonly position: number;
}

export interface Snapshot {
  readonly checked_at: string;
  readonly checked_at_ms: number;
  /** Each page once, at its best position; in the order of positions, ties by address. */
  readonly rows: readonly Row[];
  readonly by_key: ReadonlyMap<string, Row>;
  /** The largest position seen: below it nothing is known. */
  readonly depth: number;
  /** null if no features were sent: unknown, which is not none. */
  readonly features: ReadonlySet<string> | null;
}

export interface ReadSnapshots {
  /** In the order of their time. */
  readonly snapshots: readonly Snapshot[];
  readonly warnings: readonly string[];
}

/** Reads and orders the snapshots. One without results says nothing about the ranking and is left out. */
export function readSnapshots(given: readonly GivenSnapshot[]): ReadSnapshots {
  const warnings: string[] = [];
  const addresses = new Map<string, Address>();
  const read: Snapshot[] = [];
  let repeated = 0;
  for (const [at, snapshot] of given.entries()) {
    const rows = readRows(snapshot.results, addresses);
    if (rows.length === 0) {
      warnings.push(`snapshots[${at}] has no results and was left out: an empty list may be a failed check.`);
      continue;
    }
    repeated += snapshot.results.length - rows.length;
    read.push(readSnapshot(snapshot, rows));
  }
  const snapshots = read.sort(compareTimes);
  if (repeated > 0) {
    warnings.push(`Repeated URLs within a snapshot: ${repeated}. Each counts once, at its best position.`);
  }
  if (snapshots.some((one, at) => at > 0 && one.checked_at_ms === snapshots[at - 1]?.checked_at_ms)) {
    warnings.push('Some snapshots have the same checked_at, so they are ordered by their results.');
  }
  if (new Set(snapshots.map(({ depth }) => depth)).size > 1) {
    warnings.push(
      'The snapshots reach different depths: below the shallower one, a page counts as unknown, not as gone.',
    );
  }
  return { snapshots, warnings };
}

function readSnapshot(
  { checked_at, checked_at_ms, results, serp_features }: GivenSnapshot,
  rows: readonly Row[],
): Snapshot {
  return {
    checked_at: cleanText(checked_at, 40),
    checked_at_ms,
    rows,
    by_key: new Map(rows.map((row) => [row.key, row])),
    depth: rows.reduce((deepest, { position }) => Math.max(deepest, position), 0),
    features: readFeatures(results, serp_features),
  };
}

function compareTimes(one: Snapshot, other: Snapshot): number {
  return one.checked_at_ms - other.checked_at_ms || compareText(formatSignature(one), formatSignature(other));
}

function formatSignature({ rows, features }: Snapshot): string {
  return [...rows.map(({ position, key }) => `${position} ${key}`), ...(features ?? [])].join('\n');
}

interface Address {
  readonly key: string;
  readonly url: string;
  readonly host: string;
  readonly domain: string;
}

function readRows(results: readonly GivenResult[], addresses: Map<string, Address>): Row[] {
  const best = new Map<string, Row>();
  for (const { position, url, domain } of results) {
    const known = addresses.get(url);
    const address = known ?? readAddress(url, domain);
    if (known === undefined) addresses.set(url, address);
    const before = best.get(address.key);
    if (
      before === undefined ||
      position < before.position ||
      (position === before.position && address.url < before.url)
    ) {
      best.set(address.key, { ...address, position });
    }
  }
  return [...best.values()].sort((one, other) => one.position - other.position || compareText(one.key, other.key));
}

/** Addresses that differ in scheme, `www.`, trailing slash or tracking parameters are one page, as in the index. */
function readAddress(text: string, given: string | undefined): Address {
  const page =
    pageAddress(text) ?? (/^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(text) ? pageAddress('https://' + text) : undefined);
  if (page === undefined) {
    const domain = readDomain(given ?? '');
    const url = cleanText(text, 500);
    return { key: `${domain} ${url}`, url, host: domain, domain };
  }
  const host = hostOfKey(page.host_key).replace(/^www\./, '');
  return { key: `${host} ${page.path_key}`, url: page.url, host: page.host.replace(/^www\./, ''), domain: page.domain };
}

function readDomain(given: string): string {
  const host = pageAddress(given) ?? pageAddress('https://' + given);
  return host === undefined ? '' : registrableDomain(host.host);
}

function readFeatures(
  results: readonly GivenResult[],
  features: readonly string[] | undefined,
): ReadonlySet<string> | null {
  const lists = [features, ...results.map((result) => result.serp_features)].filter((list) => list !== undefined);
  if (lists.length === 0) return null;
  const names = lists.flat().map((name) => foldPhrase(name, 60).replaceAll(/[\s-]+/g, '_'));
  return new Set(names.filter((name) => name !== '').sort(compareText));
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Milliseconds since 1970; NaN for a date that does not exist. */
export function parseCheckTime(text: string): number {
  const [, date = '', time = '00:00', zone = 'Z'] = ISO.exec(text) ?? [];
  // Otherwise a day that its month does not have would silently become one of the next.
  const day = Date.parse(date);
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== date) return NaN;
  return Date.parse(`${date}T${time}${zone.toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`);
}
