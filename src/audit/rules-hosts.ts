import { type HostProbe, SECURITY_HEADERS } from '../ports/crawl-records.ts';
import type { SiteFacts } from '../ports/site-facts.ts';
import { joinWords } from '../kernel/grammar.ts';
import type { Finding } from './rule.ts';
import { finding } from './rules-answers.ts';
import type { SiteView } from './view.ts';

/** Smaller answers hardly gain from it. */
const UNCOMPRESSED_BYTES_MAX = 10_000;

/** How the hosts of the site answer, whatever the page: one finding a host, and never one a page. */
export function judgeHosts(view: SiteView): Finding[] {
  const hosts = Map.groupBy(view.facts.probes, ({ host }) => host);
  return [
    ...judgeDowngrades(view),
    ...[...hosts.values()].flatMap((probes) => {
      const homes = probes.filter(({ kind }) => kind !== 'missing');
      return [...judgeVariants(homes), ...judgeMissing(probes), ...judgeHome(homes)];
    }),
  ];
}

/** Rules whose answers the crawl does not have. */
export function listUnasked({ probes }: SiteFacts): readonly string[] {
  const isOpen = probes.some(({ kind, status }) => kind !== 'missing' && status === 200);
  const isMissingAsked = probes.some(({ kind }) => kind === 'missing');
  return [...(isOpen ? [] : OF_HOMES), ...(isMissingAsked ? [] : ['host.soft-404'])];
}

const OF_HOMES = ['host.variants', 'redirect.https-down', 'sec.headers', 'perf.uncompressed'];

function judgeVariants(homes: readonly HostProbe[]): Finding[] {
  const open = homes.filter(({ way, status }) => status === 200 && originsOf(way).length === 1);
  const [first, second] = open.map(({ way }) => way[0] ?? '');
  if (first !== undefined && second !== undefined) {
    const detail = `${joinWords(open.map(({ way }) => way[0] ?? ''))} ${open.length === 2 ? 'both' : 'all'} answer 200`;
    return [finding('host.variants', -1, { url: first, detail })];
  }
  const long = homes.find(({ way }) => hopsOf(originsOf(way)) > 1);
  return long === undefined
    ? []
    : [finding('host.variants', -1, { url: long.way[0] ?? '', detail: long.way.join(' → ') })];
}

/** Each origin on the way once. */
function originsOf(way: readonly string[]): readonly string[] {
  const origins = way.map((url) => URL.parse(url)?.origin ?? '');
  return origins.filter((origin, at) => origin !== origins[at - 1]);
}

/** Browsers put a host on their list of https alone only where http leads to https on the same host before anything else. */
function hopsOf([first = '', second = '', ...rest]: readonly string[]): number {
  const isUpgrade = first.replace('http:', 'https:') === second && first !== second;
  return rest.length + (second === '' || isUpgrade ? 0 : 1);
}

function judgeMissing(probes: readonly HostProbe[]): Finding[] {
  return probes.flatMap(({ kind, status, way }) => {
    const [asked = ''] = way;
    const end = URL.parse(way.at(-1) ?? '');
    // Elsewhere than to the home page it may be sent to a login.
    const isTaken = way.length === 1 || end?.pathname === '/';
    if (kind !== 'missing' || status !== 200 || !isTaken) return [];
    const detail = way.length === 1 ? `${asked} answers 200` : `${asked} redirects to the home page`;
    return [finding('host.soft-404', -1, { url: new URL('/', asked).href, detail })];
  });
}

function judgeDowngrades({ facts, pages }: SiteView): Finding[] {
  const ofPages = pages.flatMap(({ note }, at) =>
    note === 'https_down' ? [finding('redirect.https-down', at, {})] : [],
  );
  const ofHomes = facts.probes.flatMap(({ way }) => {
    const isDown = way.some((url, at) => url.startsWith('http:') && way[at - 1]?.startsWith('https:') === true);
    return isDown ? [finding('redirect.https-down', -1, { url: way[0] ?? '', detail: way.join(' → ') })] : [];
  });
  return [...ofPages, ...ofHomes];
}

function judgeHome(homes: readonly HostProbe[]): Finding[] {
  const home = homes.find(({ status, bytes }) => status === 200 && bytes > 0);
  const url = home?.way.at(-1);
  if (home === undefined || url === undefined) return [];
  const isSecure = url.startsWith('https:');
  const meant = SECURITY_HEADERS.filter((name) => isSecure || name !== 'Strict-Transport-Security');
  const missing = meant.filter((name) => !home.headers.includes(name.toLowerCase()));
  const isPlain = home.encoding === '' && home.bytes > UNCOMPRESSED_BYTES_MAX;
  return [
    ...(missing.length === 0 ? [] : [finding('sec.headers', -1, { url, detail: `without ${missing.join(', ')}` })]),
    ...(isPlain
      ? [finding('perf.uncompressed', -1, { url, detail: `${Math.round(home.bytes / 1000)} kB of HTML` })]
      : []),
  ];
}
