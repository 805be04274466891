import { z } from 'zod';

import type { SourceFailures } from '../../ports/source-failure.ts';
import { Figure, readAnswer, Text, vendorFailure } from '../result-pages/answer-shape.ts';
import { type SerpFacts, UNSEEN_AI_OVERVIEW } from '../result-pages/compose-serp.ts';
import { draftItem, type ItemDraft } from '../result-pages/items.ts';
import type { ResultPage } from '../result-pages/read-pages.ts';
import { readHtmlText, readPublishedAt } from '../result-pages/texts.ts';
import { readResultUrl } from '../result-pages/urls.ts';

export const TITLE = 'Brave Search';

const Link = z.object({ title: Text, url: Text });
const Row = Link.extend({
  description: Text,
  page_age: Text,
  age: Text,
  deep_results: z
    .object({ buttons: z.array(Link).nullish() })
    .nullish()
    .catch(null),
});
const Place = Link.extend({
  id: Text,
  postal_address: z.object({ displayAddress: Text }).nullish().catch(null),
  contact: z.object({ telephone: Text }).nullish().catch(null),
  rating: z.object({ ratingValue: Figure, reviewCount: Figure }).nullish().catch(null),
});
const Block = z.object({ results: z.array(Link) }).nullish();
/** Where a result is on the page: `all` is a whole block of its type. */
const Reference = z.object({ type: z.string(), index: Figure, all: z.boolean().nullish().catch(null) });
const References = z.array(Reference).nullish().catch(null);

const Answer = z.object({
  type: Text,
  error: z.object({ code: Text, detail: Text }).nullish().catch(null),
  query: z
    .object({ original: Text, altered: Text, more_results_available: z.boolean().nullish().catch(null) })
    .nullish(),
  mixed: z.object({ main: References, top: References }).nullish().catch(null),
  web: z.object({ results: z.array(Row) }).nullish(),
  discussions: Block,
  news: Block,
  videos: Block,
  faq: z.object({ results: z.array(Link.extend({ question: Text, answer: Text })) }).nullish(),
  infobox: z
    .object({ results: z.array(Link.extend({ description: Text })) })
    .nullish()
    .catch(null),
  locations: z.object({ results: z.array(Place) }).nullish(),
});
type Answer = z.infer<typeof Answer>;

interface PageContext {
  readonly page: number;
  readonly now: Date;
  readonly usd: number;
  readonly failures: SourceFailures;
}

/** One page of Brave Search. @throws SourceFailure */
export function readResultPage(body: unknown, { page, now, usd, failures }: PageContext): ResultPage {
  const answer = readAnswer(Answer, body, TITLE);
  checkAnswer(answer, failures);
  const order = [...(answer.mixed?.top ?? []), ...(answer.mixed?.main ?? [])];
  const more = answer.query?.more_results_available ?? undefined;
  return {
    drafts: inOrder(itemsByType(answer, page, now), order),
    more,
    has_results: more === true || order.some(({ type }) => type === 'web'),
    usd,
    facts: readFacts(answer, now),
  };
}

function checkAnswer({ type, error }: Answer, failures: SourceFailures): void {
  if (type !== 'ErrorResponse') return;
  throw vendorFailure(failures, { title: TITLE, code: error?.code ?? '', words: error?.detail ?? '' });
}

function readFacts(answer: Answer, now: Date): SerpFacts {
  return {
    spell: spellOf(answer),
    total_results: null,
    check_url: null,
    checked_at: now.toISOString(),
    ai_overview: UNSEEN_AI_OVERVIEW,
    people_also_ask: (answer.faq?.results ?? []).flatMap(({ question, answer: text, url }) => {
      const asked = readHtmlText(question);
      return asked === null ? [] : [{ question: asked, answer: readHtmlText(text), url: readResultUrl(url) }];
    }),
    related_searches: null,
  };
}

function spellOf({ query }: Answer): string | null {
  const altered = readHtmlText(query?.altered);
  return altered === null || altered === query?.original ? null : altered;
}

/** Items by Brave's name of their block, in the order of the block. */
function itemsByType(answer: Answer, page: number, now: Date): Map<string, ItemDraft[]> {
  const places = (answer.locations?.results ?? []).map((place) =>
    draftItem({
      type: 'local_pack',
      page,
      url: place.url,
      title: readHtmlText(place.title),
      place_id: place.id,
      phone: place.contact?.telephone,
      address: place.postal_address?.displayAddress,
      rating: place.rating?.ratingValue,
      reviews: place.rating?.reviewCount,
    }),
  );
  const panels = (answer.infobox?.results ?? []).map(({ title, url, description }) =>
    draftItem({
      type: 'knowledge_graph',
      page,
      url,
      title: readHtmlText(title),
      description: readHtmlText(description),
    }),
  );
  const asked = (answer.faq?.results ?? []).map(({ question, url }) => ({ title: readHtmlText(question), url }));
  return new Map([
    ['infobox', panels],
    ['web', organicItems(answer, page, now)],
    ['locations', places],
    ['faq', asked.length === 0 ? [] : [draftItem({ type: 'people_also_ask', page, children: asked })]],
    ['discussions', blockItem('discussions_and_forums', answer.discussions, page)],
    ['news', blockItem('top_stories', answer.news, page)],
    ['videos', blockItem('video', answer.videos, page)],
  ]);
}

function organicItems({ web }: Answer, page: number, now: Date): ItemDraft[] {
  return (web?.results ?? []).map((row) =>
    draftItem({
      type: 'organic',
      page,
      url: row.url,
      title: readHtmlText(row.title),
      description: readHtmlText(row.description),
      published_at: readPublishedAt(row.page_age ?? row.age, now),
      children: row.deep_results?.buttons?.map(({ title, url }) => ({ title: readHtmlText(title), url })),
    }),
  );
}

function blockItem(
  type: 'discussions_and_forums' | 'top_stories' | 'video',
  block: z.infer<typeof Block>,
  page: number,
): ItemDraft[] {
  const children = (block?.results ?? []).map(({ title, url }) => ({ title: readHtmlText(title), url }));
  return children.length === 0 ? [] : [draftItem({ type, page, children })];
}

/** As `mixed` lists them; items that it does not mention come last. */
function inOrder(
  byType: ReadonlyMap<string, readonly ItemDraft[]>,
  order: readonly z.infer<typeof Reference>[],
): ItemDraft[] {
  const listed = order.flatMap(({ type, index, all }) => {
    const items = byType.get(type) ?? [];
    // Blocks are one item for us, whichever of their rows is meant.
    const isWhole = all === true || (type !== 'web' && type !== 'locations');
    return isWhole ? items : items.slice(index ?? items.length, (index ?? items.length) + 1);
  });
  return [...new Set([...listed, ...[...byType.values()].flat()])];
}
