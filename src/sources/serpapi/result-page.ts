import type { SerpItemType } from '../../ports/serp.ts';
import { SourceFailure, type SourceFailures } from '../../ports/source-failure.ts';
import { readAnswer, vendorFailure } from '../result-pages/answer-shape.ts';
import type { SerpFacts } from '../result-pages/compose-serp.ts';
import { draftItem, type ItemDraft } from '../result-pages/items.ts';
import type { ResultPage } from '../result-pages/read-pages.ts';
import { readPublishedAt, readText } from '../result-pages/texts.ts';
import { readResultUrl } from '../result-pages/urls.ts';
import { Answer, type VendorPlace } from './answer.ts';
import { readOverview } from './overview.ts';

export const TITLE = 'SerpApi';

/** SerpApi reports Google's empty page as an error with this sentence. */
const NO_RESULTS = /hasn['’]t returned any results/i;

interface PageContext {
  readonly page: number;
  readonly now: Date;
  /** Of one search. */
  readonly usd: number;
  readonly failures: SourceFailures;
}

/** One page of Google as SerpApi answers it. */
export interface VendorPage extends ResultPage {
  /** With which the AI Overview can be fetched, when the page has one that is not in the answer. */
  readonly overview_token: string | null;
}

/** @throws SourceFailure */
export function readResultPage(body: unknown, context: PageContext): VendorPage {
  const answer = readAnswer(Answer, body, TITLE);
  checkAnswer(answer, context.failures);
  const isEmpty = NO_RESULTS.test(answer.error ?? '');
  const facts = readFacts(answer, context);
  const drafts = [...topItems(answer, context), ...organicItems(answer, context), ...lowerItems(answer, context)];
  return {
    drafts,
    more: answer.serpapi_pagination === undefined ? undefined : hasNext(answer),
    has_results: !isEmpty && ((facts.total_results ?? 0) > 0 || hasNext(answer)),
    usd: context.usd,
    overview_token: facts.ai_overview.status === 'async_not_loaded' ? (answer.ai_overview?.page_token ?? null) : null,
    facts,
  };
}

function checkAnswer({ error, search_metadata }: Answer, failures: SourceFailures): void {
  const status = search_metadata?.status ?? '';
  if (status === 'Processing' || status === 'Queued') {
    throw new SourceFailure('unfinished', `${TITLE} has not finished the search yet: ${status}.`);
  }
  const isError = status === 'Error' || (error !== null && error !== undefined);
  if (isError && !NO_RESULTS.test(error ?? '')) {
    throw vendorFailure(failures, { title: TITLE, code: 'an error', words: error ?? 'no reason given' });
  }
}

function hasNext({ serpapi_pagination }: Answer): boolean {
  return readText(serpapi_pagination?.next) !== null;
}

function readFacts(answer: Answer, { now }: PageContext): SerpFacts {
  const { search_information: information, search_metadata: metadata } = answer;
  const stated = readPublishedAt(metadata?.created_at, now);
  return {
    spell: readText(information?.showing_results_for) ?? emptySpelling(answer),
    total_results: information?.total_results ?? null,
    check_url: metadata?.google_url ?? null,
    checked_at: stated?.includes('T') === true ? new Date(stated).toISOString() : now.toISOString(),
    ai_overview: readOverview(answer.ai_overview),
    people_also_ask: (answer.related_questions ?? []).flatMap(({ question, snippet, link }) => {
      const asked = readText(question);
      return asked === null ? [] : [{ question: asked, answer: readText(snippet), url: readResultUrl(link) }];
    }),
    related_searches: (answer.related_searches ?? []).flatMap(({ query }) => readText(query) ?? []),
  };
}

/** Google proposes a spelling beside results of the keyword as well; where there are none, it is all that there is. */
function emptySpelling({ search_information: information, organic_results }: Answer): string | null {
  return (organic_results ?? []).length === 0 ? readText(information?.spelling_fix) : null;
}

function topItems(answer: Answer, { page, now }: PageContext): ItemDraft[] {
  const { ads, ai_overview, answer_box: box, knowledge_graph: panel } = answer;
  const items: ItemDraft[] = (ads ?? [])
    .filter(({ block_position }) => block_position !== 'bottom')
    .map((ad) => adItem(ad, page));
  if (ai_overview !== null && ai_overview !== undefined) {
    const { markdown, references } = readOverview(ai_overview);
    items.push(draftItem({ type: 'ai_overview', page, description: markdown, children: references }));
  }
  if (box !== null && box !== undefined) {
    items.push(
      draftItem({
        type: readResultUrl(box.link) === null ? 'answer_box' : 'featured_snippet',
        page,
        url: box.link,
        title: box.title,
        description: box.snippet ?? box.answer,
        published_at: readPublishedAt(box.date, now),
      }),
    );
  }
  if (panel !== null && panel !== undefined) {
    const { title, website, description, rating } = panel;
    items.push(draftItem({ type: 'knowledge_graph', page, url: website, title, description, rating }));
  }
  return [
    ...items,
    ...placesIn(answer).map((place) => placeItem(place, page)),
    ...blockItem('top_stories', answer, page),
  ];
}

function organicItems({ organic_results }: Answer, { page, now }: PageContext): ItemDraft[] {
  return (organic_results ?? []).map((row) =>
    draftItem({
      type: 'organic',
      page,
      url: row.link,
      title: row.title,
      description: row.snippet,
      published_at: readPublishedAt(row.date, now),
      rating: row.rating,
      reviews: row.reviews,
      children: [...(row.sitelinks?.inline ?? []), ...(row.sitelinks?.expanded ?? [])].map(({ title, link }) => ({
        title,
        url: link,
      })),
    }),
  );
}

function lowerItems(answer: Answer, { page }: PageContext): ItemDraft[] {
  const asked = (answer.related_questions ?? []).map(({ question, link }) => ({ title: question, url: link }));
  const related = (answer.related_searches ?? []).map(({ query }) => ({ title: query }));
  const post = answer.twitter_results;
  return [
    ...(asked.length === 0 ? [] : [draftItem({ type: 'people_also_ask', page, children: asked })]),
    ...LOWER_BLOCKS.flatMap((type) => blockItem(type, answer, page)),
    ...(post === null || post === undefined
      ? []
      : [draftItem({ type: 'twitter', page, url: post.link, title: post.title })]),
    ...(related.length === 0 ? [] : [draftItem({ type: 'related_searches', page, children: related })]),
    ...(answer.ads ?? []).filter(({ block_position }) => block_position === 'bottom').map((ad) => adItem(ad, page)),
  ];
}

/** SerpApi's names of blocks that are lists of links. */
const BLOCKS = {
  top_stories: 'top_stories',
  video: 'inline_videos',
  short_videos: 'short_videos',
  images: 'inline_images',
  shopping: 'shopping_results',
  recipes: 'recipes_results',
  events: 'events_results',
  perspectives: 'perspectives',
  discussions_and_forums: 'discussions_and_forums',
} as const satisfies Partial<Record<SerpItemType, keyof Answer>>;
type BlockType = keyof typeof BLOCKS;

const LOWER_BLOCKS: readonly BlockType[] = [
  'discussions_and_forums',
  'perspectives',
  'video',
  'short_videos',
  'images',
  'shopping',
  'recipes',
  'events',
];

function blockItem(type: BlockType, answer: Answer, page: number): ItemDraft[] {
  const links = answer[BLOCKS[type]] ?? [];
  const children = links.map(({ title, link }) => ({ title, url: link }));
  return children.length === 0 ? [] : [draftItem({ type, page, children })];
}

function adItem(ad: NonNullable<Answer['ads']>[number], page: number): ItemDraft {
  return draftItem({ type: 'paid', page, url: ad.link, title: ad.title, description: ad.description ?? ad.snippet });
}

function placesIn({ local_results: local }: Answer): readonly VendorPlace[] {
  if (local === null || local === undefined) return [];
  return Array.isArray(local) ? local : (local.places ?? []);
}

function placeItem(place: VendorPlace, page: number): ItemDraft {
  return draftItem({
    type: 'local_pack',
    page,
    url: place.links?.website,
    title: place.title,
    place_id: place.place_id,
    phone: place.phone,
    address: place.address,
    rating: place.rating,
    reviews: place.reviews,
  });
}
