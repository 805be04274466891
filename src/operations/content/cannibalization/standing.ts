import { compareText } from '../../../text/normalize.ts';
import { buildAddressKey } from '../../../text/address.ts';
import type { Page } from './pages.ts';
import { readBaseAddress, type VariantKind } from './variants.ts';

export const STANDINGS = ['competes', 'noindex', 'canonicalised', 'variant'] as const;

/** Whether a page competes at all, and if not, why. */
export interface Standing {
  readonly status: (typeof STANDINGS)[number];
  readonly why: string;
  /** The page that it is a variant of or gives way to, if it is in the request. */
  readonly of: Page | undefined;
  readonly variant_kind: VariantKind | null;
}

export const COMPETES: Standing = {
  status: 'competes',
  why: 'It can appear in search results.',
  of: undefined,
  variant_kind: null,
};

/** Judges whether each page competes: by noindex, then canonical, then its URL. */
export function judgeStandings(pages: readonly Page[]): ReadonlyMap<Page, Standing> {
  const byKey = new Map(pages.map((page) => [page.key, page]));
  const families = new Map<string, Page[]>();
  for (const page of pages) {
    if (page.base === undefined) continue;
    const name = `${page.base.key}\n${page.base.language}`;
    families.set(name, [...(families.get(name) ?? []), page]);
  }
  const heads = new Map<Page, Page>();
  for (const family of families.values()) {
    const [head] = family.toSorted(comparePlainness);
    if (head === undefined || isListPage(head)) continue;
    for (const page of family) if (page !== head) heads.set(page, head);
  }
  return new Map(pages.map((page) => [page, judgeStanding(page, heads.get(page), byKey)]));
}

function judgeStanding(page: Page, head: Page | undefined, byKey: ReadonlyMap<string, Page>): Standing {
  if (page.indexable === false)
    return { status: 'noindex', why: 'It is not indexable.', of: undefined, variant_kind: null };
  const canonical = page.canonical_url;
  if (canonical !== null && !isSelf(page, canonical)) {
    const target = byKey.get(buildAddressKey(canonical));
    return {
      status: 'canonicalised',
      why: `Its canonical points to ${canonical}.`,
      of: target,
      variant_kind: page.base?.kinds[0] ?? null,
    };
  }
  if (head === undefined && isListPage(page))
    return { status: 'variant', why: 'It is a later page of a list.', of: undefined, variant_kind: 'pagination' };
  if (head === undefined) return COMPETES;
  const kind = page.base?.kinds[0] ?? 'host';
  return {
    status: 'variant',
    why: `Its URL is a variant of ${head.url} (${kind.replaceAll('_', ' ')}).`,
    of: head,
    variant_kind: kind,
  };
}

/** Page 2 of a list is no page of its own, even where page 1 is not in the request. */
function isListPage({ base }: Page): boolean {
  return base?.kinds.includes('pagination') === true;
}

/** A canonical with or without `www.` or an index file is the page itself; one without its parameters is not. */
function isSelf(page: Page, canonical: string): boolean {
  if (buildAddressKey(canonical) === page.key) return true;
  const there = readBaseAddress(canonical);
  const kindsOf = (kinds: readonly VariantKind[]): string => kinds.filter((kind) => kind !== 'index_file').join();
  return (
    there !== undefined &&
    page.base !== undefined &&
    there.key === page.base.key &&
    kindsOf(there.kinds) === kindsOf(page.base.kinds)
  );
}

/** The URL without any sign of a variant heads its family, then the shortest. */
function comparePlainness(one: Page, other: Page): number {
  return (
    (one.base?.kinds.length ?? 0) - (other.base?.kinds.length ?? 0) ||
    one.url.length - other.url.length ||
    compareText(one.url, other.url)
  );
}

/** Search engines consolidate some variants themselves, and others are meant to be found; these need a canonical. */
export function needsCanonical(standing: Standing): boolean {
  if (standing.status !== 'variant') return false;
  return (
    standing.variant_kind === 'parameter' ||
    standing.variant_kind === 'host' ||
    standing.variant_kind === 'index_file' ||
    standing.variant_kind === 'print'
  );
}
