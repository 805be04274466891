import { z } from 'zod';

import { type SourceFailures, SourceFailure } from '../../ports/source-failure.ts';
import { Figure, readAnswer, Text, vendorFailure } from '../result-pages/answer-shape.ts';
import { UNSEEN_AI_OVERVIEW } from '../result-pages/compose-serp.ts';
import { draftItem, type ItemDraft } from '../result-pages/items.ts';
import type { ResultPage } from '../result-pages/read-pages.ts';
import { readPublishedAt, readText } from '../result-pages/texts.ts';
import { readResultUrl } from '../result-pages/urls.ts';

export const TITLE = 'Serper';

const Link = z.object({ title: Text, link: Text });
const Row = Link.extend({ snippet: Text, date: Text, sitelinks: z.array(Link).nullish() });
const Place = z.object({
  title: Text,
  address: Text,
  phoneNumber: Text,
  website: Text,
  rating: Figure,
  ratingCount: Figure,
  cid: Text,
});

/** Blocks without content are left out of the answer. */
const Answer = z.object({
  message: Text,
  statusCode: Figure,
  searchInformation: z.object({ showingResultsFor: Text }).nullish(),
  answerBox: z.object({ title: Text, snippet: Text, answer: Text, link: Text, date: Text }).nullish(),
  knowledgeGraph: z
    .object({ title: Text, description: Text, website: Text, rating: Figure, ratingCount: Figure })
    .nullish(),
  topStories: z.array(Link).nullish(),
  places: z.array(Place).nullish(),
  organic: z.array(Row).nullish(),
  peopleAlsoAsk: z.array(z.object({ question: z.string(), snippet: Text, title: Text, link: Text })).nullish(),
  relatedSearches: z.array(z.object({ query: z.string() })).nullish(),
  credits: Figure,
});
type Answer = z.infer<typeof Answer>;

interface PageContext {
  readonly page: number;
  readonly now: Date;
  /** Of one credit. */
  readonly usd: number;
  readonly failures: SourceFailures;
}

/** One page of Google as Serper answers it. @throws SourceFailure */
export function readResultPage(body: unknown, context: PageContext): ResultPage {
  const answer = readAnswer(Answer, body, TITLE);
  const usd = (answer.credits ?? 1) * context.usd;
  checkAnswer(answer, context);
  const drafts = [...topItems(answer, context), ...organicItems(answer, context), ...lowerItems(answer, context)];
  return {
    drafts,
    more: undefined,
    has_results: drafts.length > 0,
    usd,
    facts: {
      spell: readText(answer.searchInformation?.showingResultsFor),
      total_results: null,
      check_url: null,
      checked_at: context.now.toISOString(),
      ai_overview: UNSEEN_AI_OVERVIEW,
      people_also_ask: (answer.peopleAlsoAsk ?? []).map(({ question, snippet, link }) => ({
        question,
        answer: readText(snippet),
        url: readResultUrl(link),
      })),
      related_searches: (answer.relatedSearches ?? []).map(({ query }) => query),
    },
  };
}

/** An answer without the list of results is an error that came with a good status. */
function checkAnswer({ organic, message, statusCode }: Answer, { failures }: PageContext): void {
  if (organic !== undefined && organic !== null) return;
  if (message !== null && message !== undefined) {
    throw vendorFailure(failures, { title: TITLE, code: String(statusCode ?? ''), words: message });
  }
  throw new SourceFailure('broken', `${TITLE} sent an answer without a list of results.`);
}

/** What stands above the results. Serper does not say where exactly blocks stand. */
function topItems({ answerBox, knowledgeGraph, topStories, places }: Answer, { page, now }: PageContext): ItemDraft[] {
  const box = answerBox ?? undefined;
  const panel = knowledgeGraph ?? undefined;
  const stories = (topStories ?? []).map(({ title, link }) => ({ title, url: link }));
  return [
    ...(box === undefined
      ? []
      : [
          draftItem({
            // What has an owner is a snippet of its page; what has none is Google's own.
            type: readResultUrl(box.link) === null ? 'answer_box' : 'featured_snippet',
            page,
            url: box.link,
            title: box.title,
            description: box.snippet ?? box.answer,
            published_at: readPublishedAt(box.date, now),
          }),
        ]),
    ...(panel === undefined
      ? []
      : [
          draftItem({
            type: 'knowledge_graph',
            page,
            url: panel.website,
            title: panel.title,
            description: panel.description,
            rating: panel.rating,
            reviews: panel.ratingCount,
          }),
        ]),
    ...(stories.length === 0 ? [] : [draftItem({ type: 'top_stories', page, children: stories })]),
    ...(places ?? []).map((place) =>
      draftItem({
        type: 'local_pack',
        page,
        url: place.website,
        title: place.title,
        place_id: place.cid,
        phone: place.phoneNumber,
        address: place.address,
        rating: place.rating,
        reviews: place.ratingCount,
      }),
    ),
  ];
}

function organicItems({ organic }: Answer, { page, now }: PageContext): ItemDraft[] {
  return (organic ?? []).map((row) =>
    draftItem({
      type: 'organic',
      page,
      url: row.link,
      title: row.title,
      description: row.snippet,
      published_at: readPublishedAt(row.date, now),
      children: row.sitelinks?.map(({ title, link }) => ({ title, url: link })),
    }),
  );
}

function lowerItems({ peopleAlsoAsk, relatedSearches }: Answer, { page }: PageContext): ItemDraft[] {
  const asked = (peopleAlsoAsk ?? []).map(({ question, link }) => ({ title: question, url: link }));
  const related = (relatedSearches ?? []).map(({ query }) => ({ title: query }));
  return [
    ...(asked.length === 0 ? [] : [draftItem({ type: 'people_also_ask', page, children: asked })]),
    ...(related.length === 0 ? [] : [draftItem({ type: 'related_searches', page, children: related })]),
  ];
}
