import {
  type Arbitrary,
  array,
  boolean,
  constantFrom,
  integer,
  option,
  record,
  shuffledSubarray,
  subarray,
  tuple,
  uniqueArray,
} from 'fast-check';

import { pageAddress, type PageAddress } from '../../src/web/url.ts';
import type { PageFact } from '../../src/ports/index.ts';
import { day, pageFact } from '../index-engine.ts';
import type { LinkFact } from '../../src/web/facts/records.ts';

/** Small webs of any shape: what was fetched, in the order in which the index hears of it. */

/** Pages that are visited. Hosts that begin alike, hosts below hosts, a port, and addresses with a query. */
const PAGES = [
  'https://target.com/',
  'https://target.com/x',
  'https://target.com/X?q=1',
  'http://sub.target.com/x',
  'https://target.com:8443/x',
  'https://targeting.com/',
  'https://a.com/',
  'https://a.com/x/',
  'https://www.a.com/x',
  'http://b.co.uk/?q=1',
  'https://shop.b.co.uk/b',
  'https://c.de/',
  'https://c.de/c/d',
] as const;

/** Where links lead: also to other spellings of the pages, and to pages that nobody visits. */
const DESTINATIONS = [
  ...PAGES,
  'https://target.com/',
  'https://target.com/x',
  'http://target.com/x/',
  'http://sub.target.com/x/',
  'https://target.com/unseen',
  'http://b.co.uk/unseen',
  'https://d.net/',
] as const;

/** Around a turn of the year, days in a row, and days more than a month later. */
const TIMES = [-62, -60, 1, 2, 3, 4, 5, 6, 7, 8, 9, 39, 40, 41, 43] as const;

export interface Visit {
  readonly url: string;
  readonly at: number;
  /** The clock of a crawler has milliseconds; those of the index are cut off. */
  readonly milliseconds: number;
  readonly status: number;
  /** False: an answer of status 200 that is no document. */
  readonly is_document: boolean;
  readonly to: string;
  readonly canonical: string | null;
  readonly nofollow: boolean;
  readonly title: string;
  readonly language: string;
  readonly platform_type: string;
  readonly spam_score: number;
  readonly word_count: number;
  readonly external_links: number;
  readonly internal_links: number;
  readonly links: readonly VisitedLink[];
}

export interface VisitedLink {
  readonly to: string;
  readonly type: 'anchor' | 'image' | 'alternate';
  readonly anchor: string;
  readonly alt: string;
  readonly dofollow: boolean;
  readonly attributes: readonly string[];
  readonly position: LinkFact['position'];
  readonly count: number;
  readonly around: boolean;
}

const links: Arbitrary<VisitedLink> = record({
  to: constantFrom(...DESTINATIONS),
  type: constantFrom('anchor', 'anchor', 'anchor', 'anchor', 'image', 'alternate'),
  anchor: constantFrom('one', 'one', 'One', 'two', "it's ünï", ''),
  alt: constantFrom('', '', 'a logo', 'B'),
  dofollow: boolean(),
  attributes: subarray(['nofollow', 'ugc', 'sponsored', 'noopener', 'noreferrer', 'external']),
  position: constantFrom('content', 'content', 'footer', 'navigation', 'head', null),
  count: integer({ min: 1, max: 3 }),
  around: boolean(),
});

/** Of a web that stays where it is, and of one that moves: there several moves in a row lead from page to page. */
export type WebKind = 'settled' | 'moving';

const STATUSES = {
  settled: [200, 200, 200, 200, 200, 200, 301, 302, 304, 404, 410, 500],
  moving: [200, 200, 200, 301, 301, 302, 304],
} as const;

function visitOf(kind: WebKind): Arbitrary<Visit> {
  return record({
    url: constantFrom(...PAGES),
    at: constantFrom(...TIMES),
    milliseconds: constantFrom(0, 0, 400, 999),
    status: constantFrom<number>(...STATUSES[kind]),
    is_document: constantFrom(true, true, true, true, true, true, true, false),
    to: kind === 'moving' ? constantFrom(...PAGES) : constantFrom(...DESTINATIONS),
    canonical: option(constantFrom(...PAGES), { freq: kind === 'moving' ? 2 : 3 }),
    nofollow: constantFrom(false, false, false, false, true),
    title: constantFrom('First page', 'Second PAGE', 'Ünï'),
    language: constantFrom('en', 'en', 'de', ''),
    platform_type: constantFrom('', 'blogs', 'news'),
    spam_score: constantFrom(0, 10, 35, 100),
    word_count: constantFrom(0, 7, 500),
    external_links: constantFrom(0, 1, 3, 40),
    internal_links: constantFrom(0, 2),
    links: array(links, { maxLength: 7, size: 'max' }),
  });
}

/** Six pages of one site: a link stands in the text of three of them, another one in that of four, and one in that of five. */
const templated: Arbitrary<readonly Visit[]> = visitOf('settled').map((visit) =>
  Array.from({ length: 6 }, (_, at): Visit => {
    const page = { ...visit, url: `https://template.org/${at}`, at: 5, status: 200, is_document: true };
    const own = [3, 4, 5].filter((pages) => at < pages).map((pages) => ({ ...REPEATED, anchor: `on ${pages} pages` }));
    return { ...page, canonical: null, nofollow: false, links: [...visit.links.slice(0, 2), ...own] };
  }),
);

const REPEATED: VisitedLink = {
  to: 'https://target.com/x',
  type: 'anchor',
  anchor: '',
  alt: '',
  dofollow: true,
  attributes: [],
  position: 'content',
  count: 1,
  around: false,
};

/** A web of any shape with a site that repeats itself. */
export function websOf(kind: WebKind, minLength: number, maxLength: number): Arbitrary<readonly Visit[]> {
  return tuple(visitsOf(kind, minLength, maxLength), templated).map(([visits, site]) => [...visits, ...site]);
}

/** No page is visited twice at the same time. */
function visitsOf(kind: WebKind, minLength: number, maxLength: number): Arbitrary<readonly Visit[]> {
  return uniqueArray(visitOf(kind), {
    minLength,
    maxLength,
    size: 'max',
    selector: ({ url, at }) => `${keyOf(url)} ${at}`,
  });
}

/** Some of the visits come a second time. */
export const repeated: Arbitrary<readonly number[]> = shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]);

/** A page whatever its spelling. */
export function keyOf(url: string): string {
  const { host_key, path_key } = addressOf(url);
  return `${host_key}\n${path_key}`;
}

export function addressOf(url: string): PageAddress {
  const address = pageAddress(url);
  if (address === undefined) throw new TypeError(`${url} is no address of a page.`);
  return address;
}

/** Whole seconds, as the index keeps them. */
export function timeOf({ at }: Visit): number {
  return day(at).getTime();
}

export function factOf(visit: Visit): PageFact {
  const { url, status, to } = visit;
  const fact = pageFact(url, {
    at: new Date(timeOf(visit) + visit.milliseconds),
    status,
    ...(status === 301 || status === 302 ? { redirect: to } : {}),
    document: {
      canonical_url: visit.canonical ?? undefined,
      nofollow: visit.nofollow,
      title: visit.title,
      language: visit.language,
      platform_type: visit.platform_type,
      spam_score: visit.spam_score,
      word_count: visit.word_count,
      external_links: visit.external_links,
      internal_links: visit.internal_links,
    },
    links: status === 200 ? visit.links.map(linkOf) : [],
  });
  return visit.is_document ? fact : { ...fact, document: undefined, links: [] };
}

export function linkOf({ around, ...link }: VisitedLink): Partial<LinkFact> & { readonly to: string } {
  return {
    ...link,
    image_url: link.type === 'image' ? 'https://images.net/1.png' : '',
    text_pre: around ? `before ${link.to} ` : '',
    text_post: around ? ' after' : '',
  };
}
