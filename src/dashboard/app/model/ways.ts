import type { UserRowView } from '../../views.ts';
import { siteAddress } from './subject.ts';
import { valueAt } from './values.ts';

/** How somebody in the dashboard does what the service names a command, an endpoint or a setting for. */
export interface Way {
  readonly title: string;
  /** The least role that may. */
  readonly role: UserRowView['role'];
  /** As in “Viewers cannot import data”. */
  readonly what: string;
  /** @param site the one that is looked at */
  readonly address: (site: string | undefined) => string;
}

const CRAWL: Way = {
  title: 'Crawl a site',
  role: 'member',
  what: 'start crawls',
  address: () => '/dashboard/start?crawl=',
};
const CRAWL_SITE: Way = {
  ...CRAWL,
  title: 'Crawl the site',
  address: (site) => (site === undefined ? CRAWL.address(site) : `${siteAddress(site)}/data`),
};
const TRACK: Way = {
  title: 'Track keywords',
  role: 'member',
  what: 'change tracked keywords',
  address: (site) => (site === undefined ? '/dashboard/rankings' : `${siteAddress(site)}/rankings`),
};
/** Sources are paid and set up by whoever runs the service. */
const CONNECT: Way = {
  title: 'Connect a source',
  role: 'owner',
  what: 'connect sources',
  address: () => '/dashboard/settings/sources',
};
const TEST: Way = { ...CONNECT, title: 'Test the sources', role: 'member', what: 'test sources' };
const READ_FILES: Way = {
  title: 'How to import files',
  role: 'owner',
  what: 'import files on the server',
  address: () => '/docs/importing',
};

function importing(kind: 'console' | 'keywords' | 'links', title: string): Way {
  return {
    title,
    role: 'member',
    what: 'import data',
    address: (site) =>
      `${site === undefined ? '/dashboard/settings/imports' : `${siteAddress(site)}/data/imports`}?kind=${kind}`,
  };
}

const IMPORT_LINKS = importing('links', 'Import links');

/** What a text names, and the page for it. */
const WAYS: readonly (readonly [named: RegExp, way: Way])[] = [
  [/seamark import console/, importing('console', 'Import Search Console data')],
  [/seamark import keywords/, importing('keywords', 'Import keywords')],
  [/seamark import (?:links|wat|warc)|\bimport (?:link data|sites|pages of)/, IMPORT_LINKS],
  [/seamark import (?:ranks|locations)/, READ_FILES],
  [/\bcrawl (?:the|your) site\b/i, CRAWL_SITE],
  [/\bcrawl (?:or import|the (?:target|sites)|sites|directories)|POST \/crawls|seamark crawl/i, CRAWL],
  [/POST \/rank\/t/, TRACK],
  [/seamark sources test/, TEST],
  [/\bconnect (?:a|an|another) [^.,:;]*?(?:source|provider)\b|SEAMARK_\w+_(?:URL|KEY|LOGIN)|SEAMARK_SOURCES/i, CONNECT],
];

/** The pages for what a text advises, in its order. */
export function waysIn(text: string): readonly Way[] {
  const found = WAYS.flatMap(([named, way]) => {
    const at = text.search(named);
    return at < 0 ? [] : [{ at, way }];
  });
  const inOrder = found.toSorted((one, other) => one.at - other.at).map(({ way }) => way);
  // Whoever crawls the site is not sent to crawl any site as well.
  return inOrder.filter((way) => way !== CRAWL || !inOrder.includes(CRAWL_SITE));
}

/** Operations that a plan names next and that have a page in place of a form. */
export function wayOfCall(operation: string, body: unknown): Way | undefined {
  const urls = valueAt(body, 'urls');
  const [url] = Array.isArray(urls) ? urls.map(String) : [];
  if (operation === 'imports.create') return IMPORT_LINKS;
  if (operation === 'rank.targets.add') return TRACK;
  if (operation !== 'crawls.create') return undefined;
  if (url === undefined) return CRAWL;
  const host = url.replace(/^https?:\/\//, '').replace(/\/$/, '');
  return { ...CRAWL, title: `Crawl ${host}`, address: (site) => CRAWL.address(site) + encodeURIComponent(url) };
}

const COMMAND = String.raw`(?:\x60seamark (?:import|crawl|sources)\b[^\x60]*\x60|seamark (?:import \w+(?: FILE)?|sources lists them))`;
const ENDPOINT = String.raw`POST /(?:crawls|imports|rank)[\w/]*(?: with \{.*?\})?`;
const SETTING = String.raw`SEAMARK_(?:SOURCES|\w+_(?:URL|KEY|LOGIN|PASSWORD|MODEL|FOR))\b(?:=[^\s,;]*[^\s,;.])?`;
const NAME = `(?:${COMMAND}|${ENDPOINT}|${SETTING})`;
const NAMES = `${NAME}(?:(?:,? or|,? and|,) ${NAME})*`;
const NAMED = new RegExp(NAME);

/** How a sentence adds names to what it says without them. */
const ADDED = [
  new RegExp(String.raw`\s*\([^()]*${NAME}[^()]*\)`, 'g'),
  new RegExp(String.raw`\s+with ${NAMES}`, 'g'),
  new RegExp(String.raw`[:;](?: set)? ${NAMES}`, 'g'),
] as const;

/** What a text advises without commands, endpoints and settings: '' where it says nothing else. */
export function withoutCommands(text: string): string {
  if (!NAMED.test(text)) return text;
  const plain = ADDED.reduce((left, pattern) => left.replaceAll(pattern, ''), text);
  const sentences = plain
    .split(/(?<=[.!?]) /)
    .map((sentence) => sentence.replace(/^Or: /, ''))
    .filter((sentence) => !NAMED.test(sentence));
  return [...new Set(sentences)].join(' ');
}
