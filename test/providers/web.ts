import { createHash } from 'node:crypto';

import { findThreads, showOnResultPage } from './threads.ts';

/**
 * A small made-up web that all fake providers look into, so that what one says of a keyword or a domain is what the others
 * say as well. Everything follows from hashes: the same question has the same answer in every run.
 */

export interface WebPage {
  readonly url: string;
  readonly host: string;
  readonly title: string;
  readonly description: string;
  /** A day. */
  readonly date: string | null;
}

interface Business {
  readonly title: string;
  readonly website: string | null;
  readonly phone: string;
  readonly address: string;
  readonly cid: string;
  readonly rating: number;
  readonly reviews: number;
}

interface Overview {
  /** `late`: the page loads it after everything else. */
  readonly status: 'present' | 'late' | 'absent';
  readonly markdown: string;
  readonly references: readonly { readonly url: string; readonly title: string }[];
}

/** What a search engine shows for a keyword, page by page. */
export interface Results {
  readonly spell: string | null;
  readonly total: number;
  /** Organic results: eight to ten a page. */
  readonly pages: readonly (readonly WebPage[])[];
  /** The page that the featured snippet quotes: one of the first organic results. */
  readonly snippet: WebPage | undefined;
  readonly overview: Overview;
  readonly questions: readonly { readonly question: string; readonly answer: string; readonly page: WebPage }[];
  readonly related: readonly string[];
  readonly businesses: readonly Business[];
  readonly discussions: readonly WebPage[];
}

export type WebEngine = 'google' | 'brave';

/** Keywords for which the made-up web holds something special. */
export const KEYWORDS = {
  plain: 'bicycle wheel truing',
  misspelt: 'bycicle weel truign',
  nothing: 'qzxv wqjk vvkq',
  snippet: 'how to descale a kettle',
  overview: 'what is compound interest',
  late_overview: 'best time to plant tulips',
  local: 'plumber near me',
  pair: 'cast iron skillet',
  tracked: 'running shoes',
  international: 'bücher online kaufen',
  right_to_left: 'مطاعم في دبي',
  /** Has 13 results in all. */
  small: 'zyzzogeton trapping season',
  dated: 'spring tide calendar',
  discussed: 'is a heat pump worth it',
} as const;

const FIRST = ['north', 'bright', 'clever', 'daily', 'open', 'prime', 'true', 'urban', 'vivid', 'whole'];
const SECOND = ['harbor', 'ledger', 'garden', 'atlas', 'signal', 'workshop', 'kitchen', 'summit'];
const DOMAINS = FIRST.flatMap((one) => SECOND.map((other) => `${one}${other}.example`));
const RESULTS_MIN = 35;
const RESULTS_MAX = 78;
const PAGE_MIN = 8;

/** What `site:` and `-site:` ask for, and the words without them. */
function parseQuery(query: string): { words: string; only: string[]; without: string[] } {
  const only: string[] = [];
  const without: string[] = [];
  const words = query.replaceAll(/(-?)site:([^\s)]+)/g, (_match, minus: string, host: string) => {
    (minus === '-' ? without : only).push(host);
    return '';
  });
  return {
    words: words
      .replaceAll(/[()]|\bOR\b/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    only,
    without,
  };
}

export function lookUp(query: string, engine: WebEngine = 'google', honours_sites = true): Results {
  const { words, only, without } = parseQuery(query);
  const spell = words === KEYWORDS.misspelt ? KEYWORDS.plain : null;
  if (spell !== null || words === KEYWORDS.nothing) return { ...EMPTY, spell };
  const ranked = [...threadPages(words, only), ...rankedPages(words, engine)].filter(
    ({ host }) =>
      !honours_sites ||
      (!without.some((domain) => isOn(host, domain)) &&
        (only.length === 0 || only.some((domain) => isOn(host, domain)))),
  );
  const [first, second, third] = ranked;
  const references = [first, third, ranked[5]].filter((page) => page !== undefined);
  const status = words === KEYWORDS.overview ? 'present' : words === KEYWORDS.late_overview ? 'late' : 'absent';
  return {
    spell: null,
    total: words === KEYWORDS.small ? ranked.length : ranked.length * 1000 + number(words, 'total', 1000),
    pages: paged(words, ranked),
    snippet: words === KEYWORDS.snippet ? second : undefined,
    overview: {
      status,
      markdown: `**${words}**: the short answer, from several sites.`,
      references: references.map(({ url, title }) => ({ url, title })),
    },
    questions: ranked.slice(0, 3).map((page, at) => ({
      question: `${['What', 'How', 'Why'][at]} about ${words}?`,
      answer: `An answer from ${page.host}.`,
      page,
    })),
    related: [`${words} guide`, `${words} for beginners`],
    businesses: words === KEYWORDS.local ? BUSINESSES : [],
    discussions: words === KEYWORDS.discussed ? ranked.slice(0, 2) : [],
  };
}

/** Keywords of the made-up web for which a domain is among the results: what `lookUp` shows, seen from the other side. */
export function rankedKeywords(domain: string): { keyword: string; rank: number; url: string }[] {
  return Object.values(KEYWORDS).flatMap((keyword) => {
    const ranked = lookUp(keyword).pages.flat();
    const at = ranked.findIndex(({ host }) => isOn(host, domain));
    return at === -1 ? [] : [{ keyword, rank: at + 1, url: ranked[at]?.url ?? '' }];
  });
}

/** A number below `below` that follows from the parts. */
export function number(...parts: readonly [...(string | number)[], number]): number {
  const below = parts[parts.length - 1];
  const digest = createHash('sha256').update(parts.slice(0, -1).join('\0')).digest();
  return digest.readUInt32BE(0) % Number(below);
}

function isOn(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

const EMPTY: Results = {
  spell: null,
  total: 0,
  pages: [],
  snippet: undefined,
  overview: { status: 'absent', markdown: '', references: [] },
  questions: [],
  related: [],
  businesses: [],
  discussions: [],
};

const BUSINESSES: readonly Business[] = [1, 2, 3].map((at) => ({
  title: `Plumber ${at} & Sons`,
  website: at === 3 ? null : `https://plumber${at}.example/?utm_source=gbp`,
  phone: `+1 512-555-010${at}`,
  address: `${at}00 Congress Ave, Austin, TX`,
  cid: `1${at}234567890123456789`,
  rating: 5 - at / 10,
  reviews: 100 * at,
}));

/** What forums hold: only searches of one site bring up much of it. */
function threadPages(words: string, only: readonly string[]): WebPage[] {
  if (only.length === 0) return [];
  return findThreads(words).map((thread) => ({
    url: thread.url,
    host: new URL(thread.url).hostname,
    ...showOnResultPage(thread),
    date: thread.day,
  }));
}

function rankedPages(words: string, engine: WebEngine): WebPage[] {
  const count = words === KEYWORDS.small ? 13 : RESULTS_MIN + number(words, 'count', RESULTS_MAX - RESULTS_MIN);
  const order = DOMAINS.toSorted(
    (one, other) => number(engine, words, one, 2 ** 31) - number(engine, words, other, 2 ** 31),
  );
  const pages = order.slice(0, count).map((host) => pageOn(host, words, ''));
  if (words === KEYWORDS.pair) pages.splice(2, 0, pageOn(order[1] ?? '', words, 'care'));
  return pages;
}

function pageOn(domain: string, words: string, more: string): WebPage {
  const slug = [words.replaceAll(/[^a-z0-9]+/gi, '-').replaceAll(/^-|-$/g, '') || 'page', more]
    .filter(Boolean)
    .join('/');
  const host = number(domain, 'www', 2) === 0 ? domain : `www.${domain}`;
  const plain: WebPage = {
    url: `https://${host}/${slug}`,
    host,
    title: `${words} – ${domain.split('.')[0]}${more === '' ? '' : ` (${more})`}`,
    description: `What ${domain} says about ${words}.`,
    date: words === KEYWORDS.dated ? `2026-0${1 + number(domain, 'month', 9)}-1${number(domain, 'day', 10)}` : null,
  };
  switch (words) {
    case KEYWORDS.tracked:
      return { ...plain, url: `${plain.url}?color=red&srsltid=AfmBOo${number(domain, 'id', 10 ** 9)}&size=9` };
    case KEYWORDS.international:
      return { ...plain, url: `https://${domain.replace('.', '-bücher.')}/straße/ä b?q=é`, host: `xn--${domain}` };
    case KEYWORDS.right_to_left:
      return { ...plain, title: `\u202bأفضل ${words} ${domain.length}\u202c` };
    default:
      return plain;
  }
}

/** Eight to ten a page, as Google does. */
function paged(words: string, ranked: readonly WebPage[]): WebPage[][] {
  const pages: WebPage[][] = [];
  let at = 0;
  while (at < ranked.length) {
    const size = PAGE_MIN + number(words, 'page', pages.length, 3);
    pages.push(ranked.slice(at, at + size));
    at += size;
  }
  return pages;
}
