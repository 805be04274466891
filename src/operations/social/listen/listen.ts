import type { FoundDiscussion, FoundDiscussions } from '../../../discussions/find.ts';
import type { PlatformSight } from '../../../discussions/sight.ts';
import { defineRowsTask, type Task } from '../../../kernel/task.ts';
import { deriveIdeas } from './ideas.ts';
import { drawInsights, type ReadPost } from './insights.ts';
import { listNotes, METHOD_NOTE } from './notes.ts';
import { type Post, readPosts } from './posts.ts';
import { listProducts, namesOne } from './product-names.ts';
import { readPost, type Reading } from './read-post.ts';
import type { Listening, Row } from './report.ts';
import { readSubject, RELEVANT_MIN, type Subject } from './subject.ts';

/** What was asked for, and what was found. */
export interface Heard {
  readonly query: string;
  readonly language: string;
  readonly platform: Listening['platform'];
  readonly location: Listening['location'];
  readonly limit: number;
  readonly offset: number;
  readonly found: Omit<FoundDiscussions, 'platforms'>;
  readonly platforms: readonly Omit<PlatformSight, 'failures'>[];
  /** An ISO time. */
  readonly now: string;
}

const YEAR_MS = 365 * 86_400_000;
/** Result pages show no more of a post than this. */
const EXCERPT_CHARACTERS = 165;

/** Reads all discussions that were found; `limit` and `offset` choose rows of the list alone, so that they change no count. */
export const listenToDiscussions: Task<Heard, Listening> = defineRowsTask(
  import.meta.url,
  'listenToDiscussions',
  listen,
);

function listen({ query, language, platform, location, limit, offset, found, platforms, now }: Heard): Listening {
  const subject = readSubject(query, language);
  const read = judgePosts(readPosts(found.discussions, language), subject);
  const counted = read.filter(({ left_out }) => left_out === null);
  const rows = read.map(describeRow);
  const insights = drawInsights(counted, subject);
  const report = {
    query,
    language,
    platform,
    location,
    method_note: METHOD_NOTE,
    platforms: platforms.map((sight) => ({ ...sight, notes: [...sight.notes] })),
    coverage: 'sample' as const,
    discussions: rows.slice(offset, offset + limit),
    total_count: found.found,
    limit,
    offset,
    read: countRead(read, found, now),
    insights: { ...insights, content_ideas: deriveIdeas(insights, rows) },
  };
  return { ...report, notes: listNotes(report) };
}

interface Judged extends ReadPost {
  readonly left_out: Row['left_out'];
}

/** Posts without the words count where they name what several of the others name: `Acme vs Beltana` is about what both are. */
function judgePosts(posts: readonly Post[], subject: Subject): Judged[] {
  const read = posts.map((post) => {
    const reading = readPost(post, subject);
    return { post, reading, left_out: findReason(post.discussion, reading) };
  });
  const plain = read.filter(({ left_out }) => left_out === null).map(({ post }) => post);
  const products = listProducts(plain, subject);
  return read
    .map((each) =>
      each.left_out === 'unclear_topic' && namesOne(each.post, products) ? { ...each, left_out: null } : each,
    )
    .sort(byRelevance);
}

/** What insights count comes first; equals stay in the order in which they were found. */
function byRelevance(one: Judged, other: Judged): number {
  return (
    Number(one.left_out !== null) - Number(other.left_out !== null) ||
    (other.reading.relevance ?? 0) - (one.reading.relevance ?? 0)
  );
}

function findReason({ state, promotional }: FoundDiscussion, { relevance }: Reading): Row['left_out'] {
  if (state === 'removed') return 'removed';
  if (promotional.length > 0) return 'promotional';
  return (relevance ?? 0) < RELEVANT_MIN ? 'unclear_topic' : null;
}

function describeRow({ post: { discussion, language }, reading, left_out }: Judged): Row {
  return {
    url: discussion.url,
    title: discussion.title,
    platform: discussion.platform,
    community: discussion.forum,
    snippet: discussion.quote,
    published_at: discussion.published_at,
    author: discussion.author,
    score: discussion.score,
    comments: discussion.replies,
    state: discussion.state,
    language,
    ...reading,
    sentiment_cues: [...reading.sentiment_cues],
    relevance_components: { ...reading.relevance_components },
    promotional: [...discussion.promotional],
    left_out,
    found_via: [...discussion.sources],
    cross_posts: discussion.copies.map(({ url }) => url),
    attribution: discussion.attribution,
  };
}

function countRead(read: readonly Judged[], found: Heard['found'], now: string): Listening['read'] {
  const counted = read.filter(({ left_out }) => left_out === null).map(({ post }) => post.discussion);
  const leftOut = (reason: Row['left_out']): number => read.filter(({ left_out }) => left_out === reason).length;
  const dates = counted
    .flatMap(({ published_at }) => published_at ?? [])
    .toSorted((one, other) => Date.parse(one) - Date.parse(other));
  const yearAgo = Date.parse(now) - YEAR_MS;
  return {
    counted: counted.length,
    removed: leftOut('removed'),
    promotional: leftOut('promotional'),
    unclear_topic: leftOut('unclear_topic'),
    cross_posts: read.reduce((sum, { post }) => sum + post.discussion.copies.length, 0),
    undated: counted.length - dates.length,
    too_old: found.too_old,
    older_than_a_year: dates.filter((date) => Date.parse(date) < yearAgo).length,
    newest: dates.at(-1) ?? null,
    oldest: dates[0] ?? null,
    short_texts: counted.filter(
      ({ text }) => text === null || (text.length <= EXCERPT_CHARACTERS && /(?:\.\.\.|…)$/.test(text)),
    ).length,
  };
}
