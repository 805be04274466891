import type { SerpItem, SerpItemType } from '../../ports/serp.ts';
import { readText } from './texts.ts';
import { domainOf, readResultUrl } from './urls.ts';

/** An item before its place on the whole result page is known. */
export type ItemDraft = Omit<SerpItem, 'rank_absolute' | 'rank_group'>;

interface ChildParts {
  readonly title?: string | null | undefined;
  readonly url?: string | null | undefined;
}

/** What a vendor says of an item; what it does not say is left out. */
export interface ItemParts extends ChildParts {
  readonly type: SerpItemType;
  /** The vendor's own name of a type that we have none for. */
  readonly kind?: string | undefined;
  readonly page: number;
  readonly description?: string | null | undefined;
  readonly published_at?: string | null | undefined;
  readonly place_id?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly rating?: number | null | undefined;
  readonly reviews?: number | null | undefined;
  readonly top_px?: number | null | undefined;
  readonly height_px?: number | null | undefined;
  readonly children?: readonly ChildParts[] | null | undefined;
}

/** Items of one block are no more than anybody scrolls through. */
const CHILDREN_MAX = 50;

export function draftItem(parts: ItemParts): ItemDraft {
  const url = readResultUrl(parts.url);
  return {
    type: parts.type,
    kind: parts.kind ?? null,
    page: parts.page,
    url,
    domain: domainOf(url),
    title: readText(parts.title),
    description: readText(parts.description),
    published_at: parts.published_at ?? null,
    place_id: readText(parts.place_id),
    phone: readText(parts.phone),
    address: readText(parts.address),
    rating: parts.rating ?? null,
    reviews: parts.reviews ?? null,
    top_px: parts.top_px ?? null,
    height_px: parts.height_px ?? null,
    children: (parts.children ?? []).slice(0, CHILDREN_MAX).map(draftChild),
  };
}

function draftChild(parts: ChildParts): SerpItem['children'][number] {
  const url = readResultUrl(parts.url);
  return { title: readText(parts.title), url, domain: domainOf(url) };
}

/** Places over all pages: vendors count again on every page, and pages hold eight to ten results. */
export function rankItems(drafts: readonly ItemDraft[]): SerpItem[] {
  const seen = new Map<SerpItemType, number>();
  return drafts.map((draft, at) => {
    const rank_group = (seen.get(draft.type) ?? 0) + 1;
    seen.set(draft.type, rank_group);
    return { ...draft, rank_absolute: at + 1, rank_group };
  });
}
