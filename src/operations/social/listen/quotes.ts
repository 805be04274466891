import type { DiscussionPlatform } from '../../../ports/discussions.ts';
import { compareText } from '../../../text/normalize.ts';
import { weighPain } from './opinion.ts';
import type { Post, PostSentence } from './posts.ts';

/** A sentence of a post with all that is needed to cite it. */
export interface Quote {
  readonly url: string;
  readonly platform: DiscussionPlatform;
  readonly community: string | null;
  readonly quote: string;
  readonly published_at: string | null;
  readonly attribution: string | null;
}

export function quoteFrom({ discussion }: Post, { text }: PostSentence): Quote {
  const { url, platform, forum, published_at, attribution } = discussion;
  return { url, platform, community: forum, quote: text, published_at, attribution };
}

/** Complaints say most, statements more than questions, and what people wrote in the text more than a title. */
export function chooseTelling({ language }: Post, sentences: readonly PostSentence[]): PostSentence | undefined {
  const points = (sentence: PostSentence): number => {
    const { is_question, is_title, text } = sentence;
    const pain = Math.min(1, weighPain(sentence, language));
    return pain + (is_question ? 0 : 2) + (is_title ? 0 : 1) + (text.endsWith('…') || text.endsWith('...') ? -2 : 0);
  };
  return sentences.toSorted((one, other) => points(other) - points(one))[0];
}

/** Where posts were written, each once: `r/diyuk`, `superuser.com`. */
export function listCommunities(posts: readonly Post[]): string[] {
  return [...new Set(posts.flatMap(({ discussion: { forum } }) => forum ?? []))].toSorted(compareText);
}

/** People, as far as they are known by name: one who writes three times is one voice. */
export function countVoices(posts: readonly Post[]): number {
  return new Set(
    posts.map(({ discussion: { platform, author, key } }) => (author === null ? key : `${platform} ${author}`)),
  ).size;
}
