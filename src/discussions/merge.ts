import type { Discussion } from '../ports/discussions.ts';
import { nearDuplicates } from '../text/near-duplicate.ts';
import { compareText, foldPhrase } from '../text/normalize.ts';
import { readThreadAddress } from '../web/discussions/thread-address.ts';
import { pageAddress } from '../web/url.ts';
import { tokenize } from '../web/words.ts';
import { isRemovedText } from './removed.ts';

/** One thread, merged from all that showed it. */
export interface Thread extends Omit<Discussion, 'source'> {
  /** What its addresses are compared by. */
  readonly key: string;
  readonly sources: readonly string[];
  /** Other threads that say the same. */
  readonly copies: readonly { readonly url: string; readonly author: string | null }[];
}

/** Cormack's constant for merging ranked lists: the first places of one list do not outweigh the agreement of several. */
const RANK_OFFSET = 60;
/** Share of shingles from which two texts are one. */
const ALIKE = 0.8;
/** Shorter texts are alike by chance. */
const WORDS_MIN = 8;

/**
 * Threads of several lists, each once, those first that stand high in many lists (reciprocal rank fusion). What lists differ in
 * is taken from the first that says it, so the sources that know a platform best come first.
 */
export function mergeThreads(lists: readonly (readonly Discussion[])[]): Thread[] {
  const threads = new Map<string, { thread: Thread; weight: number }>();
  for (const list of lists) {
    const seen = new Set<string>();
    for (const [at, discussion] of list.entries()) {
      const key = threadKey(discussion.url);
      const held = threads.get(key);
      const thread = held === undefined ? threadOf(discussion, key) : joinThread(held.thread, discussion);
      const weight = (held?.weight ?? 0) + (seen.has(key) ? 0 : 1 / (RANK_OFFSET + at + 1));
      seen.add(key);
      threads.set(key, { thread, weight });
    }
  }
  return [...threads.values()]
    .sort((one, other) => other.weight - one.weight || compareText(one.thread.key, other.thread.key))
    .map(({ thread }) => thread);
}

function threadKey(url: string): string {
  const thread = readThreadAddress(url, true);
  if (thread !== undefined) return thread.key;
  const address = pageAddress(url);
  return address === undefined ? url : address.host.replace(/^(?:www|m)\./, '') + address.path_key;
}

function threadOf({ source, ...discussion }: Discussion, key: string): Thread {
  const isRemoved = discussion.state === 'removed' || [discussion.title, discussion.text].some(isRemovedText);
  return {
    ...discussion,
    key,
    sources: [source],
    copies: [],
    state: isRemoved ? 'removed' : discussion.state,
    text: isRemovedText(discussion.text) ? null : discussion.text,
    title: isRemovedText(discussion.title) ? null : discussion.title,
  };
}

/** A longer text holds more of what was said; a removal is told whoever else still shows the post. */
function joinThread(thread: Thread, discussion: Discussion): Thread {
  const other = threadOf(discussion, thread.key);
  return {
    ...thread,
    forum: known(thread.forum, other.forum),
    url: thread.forum === null && other.forum !== null ? other.url : thread.url,
    title: known(thread.title, other.title),
    text: longer(thread.text, other.text),
    links: [...new Set([...thread.links, ...other.links])],
    author: known(thread.author, other.author),
    published_at: known(thread.published_at, other.published_at),
    score: known(thread.score, other.score),
    replies: known(thread.replies, other.replies),
    state: [thread.state, other.state].includes('removed') ? 'removed' : known(thread.state, other.state),
    attribution: known(thread.attribution, other.attribution),
    sources: [...new Set([...thread.sources, ...other.sources])],
  };
}

function known<Value>(one: Value | null, other: Value | null): Value | null {
  return one ?? other;
}

function longer(one: string | null, other: string | null): string | null {
  return (other?.length ?? 0) > (one?.length ?? 0) ? other : one;
}

/** Each text once: threads whose text is nearly that of an earlier one are its copies. */
export function foldCopies(threads: readonly Thread[]): Thread[] {
  const words = threads.map(({ text }) => {
    const tokens = text === null ? [] : tokenize(foldPhrase(text));
    return tokens.length < WORDS_MIN ? [] : tokens;
  });
  const first = threads.map((_, at) => at);
  const originOf = (at: number): number => {
    const origin = first[at] ?? at;
    return origin === at ? at : originOf(origin);
  };
  for (const { one, other } of nearDuplicates(words, ALIKE)) {
    const [origin, copy] = [originOf(one), originOf(other)].sort((a, b) => a - b);
    if (origin !== undefined && copy !== undefined && origin !== copy) first[copy] = origin;
  }
  return threads.flatMap((thread, at) => {
    if (originOf(at) !== at) return [];
    const copies = threads.filter((_, other) => other !== at && originOf(other) === at);
    return [{ ...thread, copies: copies.map(({ url, author }) => ({ url, author })) }];
  });
}
