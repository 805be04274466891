import { AppError, isNotConnected, isSourceFailure } from '../kernel/errors.ts';
import { joinWords } from '../kernel/grammar.ts';
import type { Discussion, DiscussionPlatform } from '../ports/discussions.ts';
import { OWN_ENGINE, type Serp } from '../ports/serp.ts';

/** One place where discussions were looked for, and what came of it. */
export interface Looked {
  readonly way: 'source' | 'result_page';
  readonly platforms: readonly DiscussionPlatform[];
  readonly discussions: readonly Discussion[];
  /** The page that was read, of a result page. */
  readonly page?: Serp | undefined;
  readonly failure?: AppError | undefined;
}

/**
 * How much of a platform was seen. `seen`: all ways that are connected answered; `partial`: some failed or saw less;
 * `failed`: all of them failed; `unavailable`: nothing that is connected sees it. After the last two, no discussion means
 * nothing.
 */
export interface PlatformSight {
  readonly platform: DiscussionPlatform;
  readonly status: 'seen' | 'partial' | 'failed' | 'unavailable';
  /** Null where nothing saw the platform: how much is written there is unknown. */
  readonly found: number | null;
  /** Sentences on what was not seen, and how to see it; empty where all is well. */
  readonly notes: readonly string[];
  readonly failures: readonly AppError[];
}

const NAMES: Readonly<Record<DiscussionPlatform, string>> = {
  reddit: 'Reddit',
  x: 'X',
  hacker_news: 'Hacker News',
  stack_exchange: 'Stack Exchange',
  forum: 'other forums',
};
const RESULT_PAGES =
  'Connect a source of result pages, such as SearXNG with SEAMARK_SEARXNG_URL, or Brave with SEAMARK_BRAVE_KEY.';
const WAYS: Readonly<Record<DiscussionPlatform, string>> = {
  reddit: RESULT_PAGES,
  x: RESULT_PAGES,
  hacker_news: 'Set SEAMARK_HACKER_NEWS_URL=https://hn.algolia.com; it needs no key.',
  stack_exchange: 'Set SEAMARK_STACK_EXCHANGE_URL=https://api.stackexchange.com; it needs no key.',
  forum: 'Name the forums to search, or set SEAMARK_BRAVE_KEY.',
};

/** Looks in one place; a failure of its source is part of the outcome. */
export async function lookThrough(
  place: Pick<Looked, 'way' | 'platforms'>,
  look: () => Promise<Pick<Looked, 'discussions' | 'page'>>,
): Promise<Looked> {
  try {
    return { ...place, ...(await look()) };
  } catch (thrown) {
    if (!isSourceFailure(thrown)) throw thrown;
    return { ...place, discussions: [], failure: thrown };
  }
}

export function describeSight(platform: DiscussionPlatform, looked: readonly Looked[], found: number): PlatformSight {
  const ways = looked.filter(({ platforms }) => platforms.includes(platform));
  const failed = ways.flatMap(({ failure }) => (failure === undefined || isNotConnected(failure) ? [] : [failure]));
  const answered = ways.filter(({ failure }) => failure === undefined);
  const own = answered.filter(({ page }) => page?.engine === OWN_ENGINE);
  const others = answered.filter(({ page }) => page?.engine !== OWN_ENGINE);
  const notes = [
    ...failed.map(({ message }) => message),
    ...others.flatMap(({ page }) =>
      page?.ended === 'incomplete' ? [`${page.source} returned only part of its results.`] : [],
    ),
  ];
  const facts = { platform, found, failures: failed };
  if (others.length > 0) return { ...facts, status: notes.length === 0 ? 'seen' : 'partial', notes };
  if (own.some(({ discussions }) => discussions.length > 0)) {
    const note = `Only pages in your own index were searched for ${NAMES[platform]}. ${WAYS[platform]}`;
    return { ...facts, status: 'partial', notes: [...notes, note] };
  }
  if (failed.length > 0) return { ...facts, found: null, status: 'failed', notes };
  const note = `No connected source sees ${NAMES[platform]}. ${WAYS[platform]}`;
  return { ...facts, found: null, status: 'unavailable', notes: [note] };
}

/**
 * For callers to whom an answer without any platform is none.
 *
 * @throws AppError the first failure of a source; source_not_configured where nothing sees any of the platforms
 */
export function requireSight(platforms: readonly PlatformSight[]): void {
  if (platforms.some(({ status }) => status === 'seen' || status === 'partial')) return;
  const [failure] = platforms.flatMap(({ failures }) => failures);
  if (failure !== undefined) throw failure;
  const names = joinWords(platforms.map(({ platform }) => NAMES[platform]));
  throw new AppError('source_not_configured', `No connected source sees ${names}.`, {
    fix: [...new Set(platforms.map(({ platform }) => WAYS[platform]))].join(' Or: '),
  });
}
