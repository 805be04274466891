import { isSamePage, type PageAddress } from '../../src/web/url.ts';
import { addressOf, linkOf, timeOf, type Visit } from './web.ts';
import type { LinkPosition, LinkType } from '../../src/web/facts/records.ts';

/** What a reader who remembers everything knows after some visits, in whatever order they came. */

export interface KnownPage {
  readonly address: PageAddress;
  /** The newest visit that was not answered "unchanged"; undefined when there is none. */
  readonly newest: Fetch | undefined;
  readonly first_visited: number;
}

export interface Fetch {
  readonly address: PageAddress;
  readonly at: number;
  readonly status: number;
  readonly readable: boolean;
  readonly move: Move | undefined;
  readonly visit: Visit;
}

interface Move {
  readonly to: PageAddress;
  readonly type: 'redirect' | 'canonical';
}

export interface KnownLink {
  /** As the newest visit that showed the link spells both. */
  readonly source: PageAddress;
  readonly target: PageAddress;
  readonly type: LinkType;
  readonly anchor: string;
  readonly alt: string;
  readonly dofollow: boolean;
  readonly attributes: readonly string[];
  readonly position: LinkPosition | null;
  readonly count: number;
  readonly image_url: string;
  readonly text_pre: string;
  readonly text_post: string;
  readonly first: number;
  /** The last visit that showed it. */
  readonly last: number;
}

export interface KnownWeb {
  readonly fetches: readonly Fetch[];
  readonly pages: ReadonlyMap<string, KnownPage>;
  readonly links: readonly KnownLink[];
}

export function pageKey({ host_key, path_key }: Pick<PageAddress, 'host_key' | 'path_key'>): string {
  return `${host_key}\n${path_key}`;
}

export function knownWeb(visits: readonly Visit[]): KnownWeb {
  const fetches = visits.flatMap((visit) => fetchOf(visit) ?? []);
  return { fetches, pages: pagesOf(fetches), links: linksOf(fetches) };
}

/** A redirect to the page itself in its other spelling is not even a visit. */
function fetchOf(visit: Visit): Fetch | undefined {
  const { url, status } = visit;
  const address = addressOf(url);
  const isMove = status === 301 || status === 302;
  if (isMove && isSamePage(addressOf(visit.to), address)) return undefined;
  const readable = status === 200 && visit.is_document;
  const canonical = readable && visit.canonical !== null ? addressOf(visit.canonical) : undefined;
  const move: Move | undefined = isMove
    ? { to: addressOf(visit.to), type: 'redirect' }
    : canonical === undefined || isSamePage(canonical, address)
      ? undefined
      : { to: canonical, type: 'canonical' };
  return { address, at: timeOf(visit), status, readable, move, visit };
}

/** A visit that would have shown the links of its page: read, moved or gone, but not failed and not unchanged. */
export function isTelling({ readable, status }: Fetch): boolean {
  return readable || status === 301 || status === 302 || status === 404 || status === 410;
}

function pagesOf(fetches: readonly Fetch[]): ReadonlyMap<string, KnownPage> {
  const pages = new Map<string, KnownPage>();
  for (const fetch of fetches) {
    const known = pages.get(pageKey(fetch.address));
    const isNewer = fetch.status !== 304 && fetch.at > (known?.newest?.at ?? Number.NEGATIVE_INFINITY);
    pages.set(pageKey(fetch.address), {
      address: fetch.address,
      newest: isNewer ? fetch : known?.newest,
      first_visited: Math.min(fetch.at, known?.first_visited ?? fetch.at),
    });
  }
  return pages;
}

function linksOf(fetches: readonly Fetch[]): readonly KnownLink[] {
  const known = new Map<string, KnownLink>();
  for (const fetch of fetches) {
    for (const [key, seen] of seenOn(fetch)) {
      const before = known.get(key);
      const newest = before !== undefined && before.last > seen.last ? before : seen;
      known.set(key, {
        ...newest,
        first: Math.min(seen.first, before?.first ?? seen.first),
        last: Math.max(seen.last, before?.last ?? seen.last),
      });
    }
  }
  return [...known.values()];
}

/** The links of one visit; those of one type and text to one page are one link. */
function seenOn(fetch: Fetch): ReadonlyMap<string, KnownLink> {
  const seen = new Map<string, KnownLink>();
  for (const link of shownBy(fetch)) {
    const key = [pageKey(fetch.address), pageKey(link.target), link.type, link.anchor, link.alt].join('\n');
    const same = seen.get(key);
    seen.set(
      key,
      same === undefined ? link : { ...same, count: same.count + link.count, dofollow: same.dofollow || link.dofollow },
    );
  }
  return seen;
}

function shownBy({ address, at, readable, move, visit }: Fetch): readonly KnownLink[] {
  const seen = { source: address, first: at, last: at };
  const follows = !(readable && visit.nofollow);
  const links = (readable ? visit.links : []).map((link): KnownLink => {
    const { to, image_url = '', text_pre = '', text_post = '' } = linkOf(link);
    const { type, anchor, alt, attributes, position, count } = link;
    const text = { type, anchor, alt, image_url, text_pre, text_post };
    return { ...seen, ...text, target: addressOf(to), dofollow: link.dofollow && follows, attributes, position, count };
  });
  if (move === undefined) return links;
  const text = { anchor: '', alt: '', image_url: '', text_pre: '', text_post: '' };
  const implied = {
    target: move.to,
    type: move.type,
    dofollow: follows,
    attributes: [],
    position: 'head',
    count: 1,
  } as const;
  return [...links, { ...seen, ...text, ...implied }];
}
