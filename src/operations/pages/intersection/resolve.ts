import type { KnownPage } from '../../../ports/links.ts';
import { pageAddress } from '../../../web/url.ts';
import { type AskedPage, keyOf } from './addresses.ts';

/** A page as it is compared: search engines rank where an address leads to, not the address itself. */
export interface ResolvedPage extends AskedPage {
  readonly compared_as: string;
  /** What led there, in order. */
  readonly via: readonly ('redirect' | 'canonical')[];
  /** Of the address as it was sent; null where it was never crawled. */
  readonly status_code: number | null;
  readonly title: string | null;
}

/** Browsers give up later, search engines do not follow more. */
const HOPS_MAX = 5;

type Look = (urls: readonly string[]) => Promise<readonly KnownPage[]>;

/** Follows redirects and canonicals as far as the index knows them. Patterns stand as they are. */
export async function resolvePages(pages: readonly AskedPage[], look: Look): Promise<ResolvedPage[]> {
  const known = new Map<string, KnownPage>();
  let next = pages.flatMap(({ value, is_pattern }) => (is_pattern ? [] : [value]));
  for (let hop = 0; hop <= HOPS_MAX && next.length > 0; hop += 1) {
    const found = await look([...new Set(next)]);
    for (const page of found) known.set(keyOf(page.url), page);
    next = found.flatMap((page) => {
      const step = stepFrom(page);
      return step === undefined || known.has(keyOf(step.to)) ? [] : [step.to];
    });
  }
  return pages.map((page) => followPage(page, known));
}

interface Step {
  readonly to: string;
  readonly via: 'redirect' | 'canonical';
}

function stepFrom({ url, redirect_url, canonical_url }: KnownPage): Step | undefined {
  const written = redirect_url ?? canonical_url;
  const to = written === null ? undefined : pageAddress(written, url)?.url;
  if (to === undefined || keyOf(to) === keyOf(url)) return undefined;
  return { to, via: redirect_url === null ? 'canonical' : 'redirect' };
}

/** A circle, and a chain that is too long, lead nowhere: the page is compared as it was sent. */
function followPage(page: AskedPage, known: ReadonlyMap<string, KnownPage>): ResolvedPage {
  const first = page.is_pattern ? undefined : known.get(keyOf(page.value));
  const facts = { status_code: first?.status_code ?? null, title: first?.title ?? null };
  const via: Step['via'][] = [];
  const seen = new Set([keyOf(page.value)]);
  let compared_as = page.value;
  for (let at = first; at !== undefined; at = known.get(keyOf(compared_as))) {
    const step = stepFrom(at);
    if (step === undefined) break;
    if (seen.has(keyOf(step.to)) || via.length === HOPS_MAX)
      return { ...page, ...facts, compared_as: page.value, via: [] };
    seen.add(keyOf(step.to));
    via.push(step.via);
    compared_as = step.to;
  }
  return { ...page, ...facts, compared_as, via };
}

export interface Parties {
  /** Each page that is compared once, in the order of the request. */
  readonly pages: readonly ResolvedPage[];
  readonly excluded: readonly ResolvedPage[];
  /** Addresses that lead to a page that is compared already. */
  readonly folded: readonly { readonly page: string; readonly same_as: string }[];
}

/** The pages of a request by where they lead to. */
export function foldResolved(pages: readonly ResolvedPage[], excluded: readonly ResolvedPage[]): Parties {
  const kept: ResolvedPage[] = [];
  const folded: { page: string; same_as: string }[] = [];
  for (const page of pages) {
    const same = kept.find((other) => keyOf(other.compared_as) === keyOf(page.compared_as));
    if (same === undefined) kept.push(page);
    else folded.push({ page: page.sent, same_as: same.sent });
  }
  return { pages: kept, excluded, folded };
}
