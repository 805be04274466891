import { defineCapability } from './capability.ts';
import type { Sourced } from './source.ts';

/** What people write about a subject in forums and other places of discussion. */
export interface DiscussionsSource {
  /** Discussions in which the words stand, best match first. */
  find(query: DiscussionsQuery, signal: AbortSignal): Promise<Sourced<readonly Discussion[]>>;
}

export const DISCUSSION_PLATFORMS = ['reddit', 'x', 'hacker_news', 'stack_exchange', 'forum'] as const;
export type DiscussionPlatform = (typeof DISCUSSION_PLATFORMS)[number];

export interface DiscussionsQuery {
  readonly query: string;
  /** Empty takes them all. */
  readonly platforms: readonly DiscussionPlatform[];
  /** ISO 639-1; null takes any. */
  readonly language: string | null;
  /** Those that say no date are kept. */
  readonly since: Date | undefined;
  readonly limit: number;
}

export const DISCUSSION_STATES = ['open', 'closed', 'removed'] as const;

/** One thread or post as one source shows it. What the source does not show is null. */
export interface Discussion {
  readonly source: string;
  readonly platform: DiscussionPlatform;
  /** `r/bicycling`, `superuser.com`: where on the platform. */
  readonly forum: string | null;
  readonly url: string;
  readonly title: string | null;
  /** What it says, as plain text; at most 2,000 characters. */
  readonly text: string | null;
  /** Pages that it links to, at most 20. */
  readonly links: readonly string[];
  readonly author: string | null;
  /** A day, or a time with its zone. */
  readonly published_at: string | null;
  readonly score: number | null;
  readonly replies: number | null;
  /** `closed`: takes no more replies; `removed`: its text is gone. Null where the source does not say. */
  readonly state: (typeof DISCUSSION_STATES)[number] | null;
  /** What the licence asks to be shown beside the text. */
  readonly attribution: string | null;
}

const DAY_S = 86_400;

export const capability = defineCapability<DiscussionsSource>({
  name: 'discussions',
  title: 'Discussions',
  ways: [
    'Set SEAMARK_HACKER_NEWS_URL=https://hn.algolia.com for discussions on Hacker News, without a key.',
    'Set SEAMARK_STACK_EXCHANGE_URL=https://api.stackexchange.com for questions and answers, without a key.',
  ],
  methods: {
    find: {
      mode: 'gather',
      fresh_s: DAY_S,
      identity: ({ query, platforms, language, since, limit }) =>
        JSON.stringify([query, platforms.toSorted(), language, since?.toISOString().slice(0, 10), limit]),
      merge: mergeDiscussions,
    },
  },
});

/** Each source keeps its own view of a thread: what they show of it differs. */
function mergeDiscussions(one: readonly Discussion[], other: readonly Discussion[]): readonly Discussion[] {
  const known = new Set(one.map(({ source, url }) => `${source} ${url}`));
  return [...one, ...other.filter(({ source, url }) => !known.has(`${source} ${url}`))];
}
