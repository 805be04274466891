import { z } from 'zod';

import { SERP_ITEM_TYPES, type SerpItemType, type SerpQuestion } from '../../ports/serp.ts';
import { Figure, Text } from '../result-pages/answer-shape.ts';
import { draftItem, type ItemDraft } from '../result-pages/items.ts';
import { readPublishedAt, readText } from '../result-pages/texts.ts';
import { readResultUrl } from '../result-pages/urls.ts';

const Reference = z.object({ title: Text, url: Text });

/** An element within an item: a story, a video, a question; related searches are plain texts. */
const Element = z.union([
  z.string(),
  z.object({
    title: Text,
    url: Text,
    expanded_element: z
      .array(z.object({ url: Text, title: Text, description: Text }))
      .nullish()
      .catch(null),
  }),
]);

/** What is read of an item of any type: fields with the same name mean the same. */
export const VendorItem = z.object({
  type: z.string(),
  page: z.number().catch(1),
  title: Text,
  featured_title: Text,
  description: Text,
  url: Text,
  phone: Text,
  cid: Text,
  timestamp: Text,
  rating: z.object({ value: Figure, votes_count: Figure }).nullish().catch(null),
  rectangle: z.object({ y: Figure, height: Figure }).nullish().catch(null),
  /** For answer boxes. */
  text: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .catch(null),
  links: z.array(Reference).nullish().catch(null),
  items: z.array(Element).nullish().catch(null),
  markdown: Text,
  asynchronous_ai_overview: z.boolean().nullish().catch(null),
  references: z.array(Reference).nullish().catch(null),
});
export type VendorItem = z.infer<typeof VendorItem>;

export function draftSerpItem(item: VendorItem, now: Date): ItemDraft {
  const type = SERP_ITEM_TYPES.find((known) => known === item.type && known !== 'other');
  return draftItem({
    type: type ?? ('other' satisfies SerpItemType),
    ...(type === undefined ? { kind: item.type } : {}),
    page: item.page,
    url: item.url,
    title: item.title ?? item.featured_title,
    description: descriptionOf(item),
    published_at: readPublishedAt(item.timestamp, now),
    place_id: item.cid,
    phone: item.phone,
    rating: item.rating?.value,
    reviews: item.rating?.votes_count,
    top_px: item.rectangle?.y,
    height_px: item.rectangle?.height,
    children: [...(item.links ?? []), ...elementsOf(item), ...(item.references ?? [])],
  });
}

function descriptionOf({ description, text, markdown }: VendorItem): string | null {
  const answer = Array.isArray(text) ? text.join(' ') : text;
  return description ?? answer ?? markdown ?? null;
}

/** Questions of «People also ask» with the answer that opens below them. */
export function questionsIn(item: VendorItem): SerpQuestion[] {
  if (item.type !== 'people_also_ask') return [];
  return (item.items ?? []).flatMap((element) => {
    if (typeof element === 'string') return [];
    const question = readText(element.title);
    const [opened] = element.expanded_element ?? [];
    if (question === null) return [];
    return [{ question, answer: readText(opened?.description), url: readResultUrl(opened?.url) }];
  });
}

export function relatedIn(item: VendorItem): string[] {
  if (item.type !== 'related_searches') return [];
  return (item.items ?? []).filter((element) => typeof element === 'string');
}

function elementsOf({ items }: VendorItem): { title: string | null; url: string | null }[] {
  return (items ?? []).map((element) => {
    if (typeof element === 'string') return { title: element, url: null };
    const [opened] = element.expanded_element ?? [];
    return { title: element.title ?? null, url: element.url ?? opened?.url ?? null };
  });
}
