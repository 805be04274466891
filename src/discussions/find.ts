import type { Discussion, DiscussionPlatform, DiscussionsQuery } from '../ports/discussions.ts';
import { DISCUSSION_PLATFORMS } from '../ports/discussions.ts';
import type { Location } from '../ports/locations.ts';
import type { Ports } from '../ports/sources.ts';
import { planSerpQuery } from '../serp/query.ts';
import { foldCopies, mergeThreads, type Thread } from './merge.ts';
import { flagPromotions, type Promoters } from './promotional.ts';
import { quoteAround } from './quote.ts';
import { readDiscussions } from './result-page.ts';
import { describeSight, type Looked, lookThrough, type PlatformSight } from './sight.ts';

export interface DiscussionsQuestion {
  readonly query: string;
  /** Empty takes all. */
  readonly platforms: readonly DiscussionPlatform[];
  /** Hosts of forums to search by name, such as `forums.example.com`; at most ten count. */
  readonly forums: readonly string[];
  /** ISO 639-1; null takes any. */
  readonly language: string | null;
  readonly location: Location | null;
  readonly since: Date | undefined;
  readonly limit: number;
  /** Whose own posts are flagged as promotional. */
  readonly promoters: Promoters;
  readonly now: Date;
}

/** A thread or post, quoted. */
export interface FoundDiscussion extends Thread {
  /** Where the words stand: at most 300 characters. `text` is for counting and is not to be shown whole. */
  readonly quote: string | null;
  /** Sentences that say what makes it look like an advertisement; empty where nothing does. */
  readonly promotional: readonly string[];
}

export interface FoundDiscussions {
  /** Best match first. Removed ones are among them, with their `state`. */
  readonly discussions: readonly FoundDiscussion[];
  /** Each platform that was asked for: one that nothing saw says nothing about what is written there. */
  readonly platforms: readonly PlatformSight[];
  /** Threads that were found in all, before `limit`. */
  readonly found: number;
  /** Threads that were left out, as they are older than `since`. */
  readonly too_old: number;
  /** Threads of unknown date, which `since` keeps. */
  readonly undated: number;
}

const FORUMS_MAX = 10;
/** Results that one page holds, and two: further ones are seldom about the words. */
const DEPTH_STEP = 10;
const DEPTH_MAX = 20;
const DAY_MS = 86_400_000;
/** Platforms that result pages show best, by the hosts that they are asked for. */
const ON_RESULT_PAGES: readonly (readonly [DiscussionPlatform, readonly string[]])[] = [
  ['reddit', ['reddit.com']],
  ['x', ['x.com', 'twitter.com']],
];
/** Platforms whose sources are asked together: what shows one of them shows the others. */
const ASKED_TOGETHER: readonly (readonly DiscussionPlatform[])[] = [
  ['hacker_news'],
  ['stack_exchange'],
  ['reddit', 'x', 'forum'],
];

/**
 * What people write about some words in forums, from the sources of discussions and from result pages that are limited to
 * forums: web evidence, not a count of all that is written there.
 *
 * Sources that fail, and platforms that nothing sees, are told in `platforms`; nothing is thrown for them. Callers that can say
 * nothing without any platform call `requireSight`.
 *
 * @throws AppError invalid_input and what else is the caller's own doing
 */
export async function findDiscussions(
  ports: Pick<Ports, 'discussions' | 'serp'>,
  question: DiscussionsQuestion,
): Promise<FoundDiscussions> {
  const wanted = wantedPlatforms(question);
  const looked = await Promise.all([
    ...askSources(ports, question, wanted),
    ...askResultPages(ports, question, wanted),
  ]);
  const threads = mergeThreads(looked.map(({ discussions }) => discussions)).map((each) =>
    withoutFuture(each, question.now),
  );
  const recent = threads.filter((thread) => !isBefore(thread, question.since));
  const reasons = flagPromotions(recent, question.promoters);
  const flagged = new Map(recent.map(({ key }, at) => [key, reasons[at] ?? []]));
  const once = foldCopies(recent);
  return {
    discussions: once.slice(0, question.limit).map((thread) => ({
      ...thread,
      quote: quoteAround(thread.text, question.query),
      promotional: flagged.get(thread.key) ?? [],
    })),
    platforms: wanted.map((platform) => describeSight(platform, looked, countOf(once, platform))),
    found: once.length,
    too_old: threads.length - recent.length,
    undated: recent.filter(({ published_at }) => published_at === null).length,
  };
}

function askSources(
  { discussions }: Pick<Ports, 'discussions'>,
  question: DiscussionsQuestion,
  wanted: readonly DiscussionPlatform[],
): Promise<Looked>[] {
  return planSources(question, wanted).map((asked) =>
    lookThrough({ way: 'source', platforms: asked.platforms }, async () => ({
      discussions: await discussions.find(asked),
    })),
  );
}

function planSources(
  { query, language, since, limit }: DiscussionsQuestion,
  wanted: readonly DiscussionPlatform[],
): DiscussionsQuery[] {
  return ASKED_TOGETHER.flatMap((together) => {
    const platforms = together.filter((platform) => wanted.includes(platform));
    return platforms.length === 0 ? [] : [{ query, platforms, language, since: since && startOfDay(since), limit }];
  });
}

function askResultPages(
  { serp }: Pick<Ports, 'serp'>,
  question: DiscussionsQuestion,
  wanted: readonly DiscussionPlatform[],
): Promise<Looked>[] {
  return planResultPages(question, wanted).map(({ platform, hosts, asked }) =>
    lookThrough({ way: 'result_page', platforms: [platform] }, async () => {
      const page = await serp.check(asked);
      return { discussions: readDiscussions(page, [platform], hosts), page };
    }),
  );
}

function planResultPages(
  { query, language, location, limit, forums }: DiscussionsQuestion,
  wanted: readonly DiscussionPlatform[],
) {
  const hosts = [...new Set(forums.map((forum) => forum.toLowerCase()))].slice(0, FORUMS_MAX);
  const groups = [...ON_RESULT_PAGES, ...(hosts.length === 0 ? [] : [['forum', hosts] as const])];
  const depth = Math.min(DEPTH_MAX, Math.max(DEPTH_STEP, Math.ceil(limit / DEPTH_STEP) * DEPTH_STEP));
  return groups
    .filter(([platform]) => wanted.includes(platform))
    .map(([platform, include_domains]) => ({
      platform,
      hosts,
      asked: planSerpQuery({
        keyword: query,
        location,
        language: language ?? 'en',
        device: null,
        depth,
        wants: [],
        include_domains,
      }),
    }));
}

/** What finding discussions asks of its ports, so that a dry run can tell what that costs. */
export function planDiscussionAsks(question: DiscussionsQuestion) {
  const wanted = wantedPlatforms(question);
  return {
    finds: planSources(question, wanted),
    checks: planResultPages(question, wanted).map(({ asked }) => asked),
  };
}

function wantedPlatforms({ platforms }: DiscussionsQuestion): DiscussionPlatform[] {
  return DISCUSSION_PLATFORMS.filter((platform) => platforms.length === 0 || platforms.includes(platform));
}

/** Questions that differ by hours are one question of the day. */
function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}

/** A date to come is that of an event, or a mistake of whoever read the page. */
function withoutFuture(thread: Thread, now: Date): Thread {
  const time = Date.parse(thread.published_at ?? '');
  return Number.isNaN(time) || time > now.getTime() + DAY_MS ? { ...thread, published_at: null } : thread;
}

function isBefore({ published_at }: Thread, since: Date | undefined): boolean {
  if (since === undefined || published_at === null) return false;
  return Date.parse(published_at) < startOfDay(since).getTime();
}

function countOf(threads: readonly Discussion[] | readonly Thread[], platform: DiscussionPlatform): number {
  return threads.filter((thread) => thread.platform === platform).length;
}
