import { z } from 'zod';

import type { Offers, SourceContext, SourceSetting } from '../../ports/define-source.ts';
import type { Discussion, DiscussionsQuery } from '../../ports/discussions.ts';
import { pageAddress } from '../../web/url.ts';
import { lackingLanguage, takesAny } from '../discussions/covers.ts';
import { readAuthor, readPostHtml, readPostTitle, readUnixTime, unixSeconds } from '../discussions/post.ts';
import { Figure, readAnswer, Text } from '../result-pages/answer-shape.ts';
import { endpoint } from '../result-pages/urls.ts';

export const TITLE = 'Hacker News';

export type HackerNewsSettings = Readonly<Record<'SEAMARK_HACKER_NEWS_URL', SourceSetting>>;

/** Algolia's own limit is 1,000; an answer beyond a hundred is no longer about the words. */
const HITS_MAX = 100;

const Hit = z.object({
  objectID: z.string(),
  title: Text,
  author: Text,
  points: Figure,
  num_comments: Figure,
  url: Text,
  story_title: Text,
  story_text: Text,
  comment_text: Text,
  created_at_i: Figure,
});
type Hit = z.infer<typeof Hit>;
/** Algolia tells errors as `{ message, status }`, also with other statuses than those of HTTP. */
const Answer = z.object({ hits: z.array(Hit), nbHits: z.number() });

/** Stories and comments. */
export const discussionOffers: NonNullable<Offers<HackerNewsSettings>['discussions']> = {
  find: {
    lacks: (query) => (takesAny(query, ['hacker_news']) ? lackingLanguage(query) : undefined),
    usd: () => 0,
    ask: async (query, context) => {
      const value = await searchStories(query, context);
      return { value, measure: 'measured', ...(value.length === 0 ? { is_empty: true } : {}) };
    },
  },
};

/** @throws SourceFailure */
export async function searchStories(
  { query, since, limit }: Pick<DiscussionsQuery, 'query' | 'since' | 'limit'>,
  { http, settings, signal }: SourceContext<HackerNewsSettings>,
): Promise<readonly Discussion[]> {
  const { body } = await http.json({
    url: endpoint(settings.SEAMARK_HACKER_NEWS_URL, '/api/v1/search'),
    query: {
      query,
      tags: '(story,comment)',
      numericFilters: since === undefined ? undefined : `created_at_i>=${unixSeconds(since)}`,
      hitsPerPage: Math.min(limit, HITS_MAX),
    },
    signal,
  });
  return readAnswer(Answer, body, TITLE).hits.filter(isItem).slice(0, limit).map(readHit);
}

/** Links are built from the number, so nothing else may stand in its place. */
function isItem({ objectID }: Hit): boolean {
  return /^\d{1,12}$/.test(objectID);
}

function readHit(hit: Hit): Discussion {
  const isComment = hit.comment_text !== null && hit.comment_text !== undefined;
  const { text, links } = readPostHtml(isComment ? hit.comment_text : hit.story_text);
  const title = readPostTitle(isComment ? hit.story_title : hit.title);
  return {
    source: 'hacker-news',
    platform: 'hacker_news',
    forum: 'news.ycombinator.com',
    url: `https://news.ycombinator.com/item?id=${hit.objectID}`,
    title,
    text,
    links: isComment ? links : withStory(hit.url, links),
    author: readAuthor(hit.author),
    published_at: readUnixTime(hit.created_at_i),
    score: hit.points ?? null,
    replies: hit.num_comments ?? null,
    state: isRemoved(hit, title, text) ? 'removed' : null,
    attribution: null,
  };
}

const REMOVED = /^\[(?:dead|deleted|flagged)\]$/i;

/** Of what was deleted the number stays, without an author or with a mark in the place of its text. */
function isRemoved({ author }: Hit, title: string | null, text: string | null): boolean {
  return [title, text].some((part) => part !== null && REMOVED.test(part)) || (author ?? '') === '';
}

/** The page that a story is about comes first. */
function withStory(url: string | null | undefined, links: readonly string[]): readonly string[] {
  const address = pageAddress(url ?? '')?.url;
  return address === undefined ? links : [address, ...links.filter((link) => link !== address)].slice(0, 20);
}
