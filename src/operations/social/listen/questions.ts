import { containment } from '../../../text/similarity.ts';
import { type TermVector, weighTerms } from '../../../text/weights.ts';
import type { Post, PostSentence } from './posts.ts';
import { type PostIntent, readSentenceIntent } from './read-post.ts';
import { listOwnQuestions, readTerms, type Subject } from './subject.ts';

/** A question as somebody wrote it, and all posts that ask the same. */
export interface AskedQuestion {
  readonly question: string;
  readonly intent: PostIntent | null;
  readonly uses: readonly { readonly post: Post; readonly sentence: PostSentence }[];
}

const QUESTIONS_MAX = 15;
const PER_POST_MAX = 2;
const CHARACTERS_MAX = 200;
/** Two questions that share so much of what they ask are one. */
const SAME = 0.75;

/** Questions of the posts, each once: those that most posts ask first, then those that say most of the subject. */
export function listQuestions(posts: readonly Post[], subject: Subject): AskedQuestion[] {
  const groups: { terms: TermVector; points: number; uses: { post: Post; sentence: PostSentence }[] }[] = [];
  for (const post of posts) {
    const own = listOwnQuestions(post, subject).filter(({ sentence: { text } }) => text.length <= CHARACTERS_MAX);
    for (const { sentence, points } of own.slice(0, PER_POST_MAX)) {
      const terms = weighTerms(readTerms(sentence.text, post.language), post.language);
      const group = groups.find((each) => isSame(each.terms, terms));
      if (group === undefined) groups.push({ terms, points, uses: [{ post, sentence }] });
      else if (!group.uses.some((use) => use.post === post)) group.uses.push({ post, sentence });
    }
  }
  return groups
    .toSorted((one, other) => other.uses.length - one.uses.length || other.points - one.points)
    .slice(0, QUESTIONS_MAX)
    .flatMap(({ uses }) => {
      const [first] = uses;
      if (first === undefined) return [];
      const intent = readSentenceIntent(first.sentence, first.post.language);
      return [{ question: first.sentence.text, intent, uses }];
    });
}

function isSame(one: TermVector, other: TermVector): boolean {
  return Math.min(containment(one, other), containment(other, one)) >= SAME;
}
