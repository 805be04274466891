import { isLooseTerm } from '../../../study/candidates.ts';
import { compareText } from '../../../text/normalize.ts';
import { readWords, type Word } from '../../../text/reading/words.ts';
import { termWeight } from '../../../text/weights.ts';
import { findCues, WORD_CUES } from './cues.ts';
import type { Post, PostSentence } from './posts.ts';
import { isOfSubject, type Subject } from './subject.ts';

/** A word or a run of words that posts share, by what it means. */
export interface PhraseUse {
  readonly term: string;
  /** Words in it. */
  readonly length: number;
  /** As people write it, most posts first. */
  readonly written: readonly string[];
  readonly uses: readonly { readonly post: Post; readonly sentences: readonly PostSentence[] }[];
}

interface Counted {
  readonly length: number;
  /** Posts in which it stands where nouns stand. */
  readonly asNoun: Set<Post>;
  readonly spellings: Map<string, Set<Post>>;
  readonly uses: Map<Post, PostSentence[]>;
}

const RUN_MAX = 3;
/** What every text of everyday speech has says nothing of a subject. */
const TELLING_WEIGHT = 0.9;
/** Share of the posts of a list beyond which a phrase is another word for the subject. */
const SHARE_MAX = 0.7;
const POSTS_MIN = 2;
const LETTERS_MIN = 3;
/** Share of its posts in which a word has to stand where nouns stand; lists and titles leave the article out. */
const NOUN_SHARE = 0.4;

/**
 * Nouns and runs of two or three words that at least two posts share and the query does not hold, those of most posts first. A
 * single word has to stand where nouns stand: behind an article, or, in German, with a capital.
 */
export function findPhrases(posts: readonly Post[], subject: Subject): PhraseUse[] {
  const found = new Map<string, Counted>();
  for (const post of posts) {
    for (const sentence of post.sentences) {
      for (const run of listRuns(post, sentence, subject)) countRun(found, run, post, sentence);
    }
  }
  const most = Math.max(POSTS_MIN, SHARE_MAX * posts.length);
  const all = [...found]
    .filter(([, { uses }]) => uses.size >= POSTS_MIN && uses.size <= most)
    .filter(([, { uses, asNoun }]) => asNoun.size >= NOUN_SHARE * uses.size)
    .map(([term, { length, spellings, uses }]) => ({
      term,
      length,
      written: [...spellings]
        .sort(([one, mine], [other, theirs]) => theirs.size - mine.size || compareText(one, other))
        .map(([spelling]) => spelling),
      uses: [...uses].map(([post, sentences]) => ({ post, sentences })),
    }));
  return all
    .filter((each) => !all.some((longer) => isWithin(each, longer)))
    .sort(
      (one, other) =>
        other.uses.length - one.uses.length || other.length - one.length || compareText(one.term, other.term),
    );
}

/** A part of a longer run that as many posts have says nothing more. */
function isWithin(one: PhraseUse, longer: PhraseUse): boolean {
  return (
    longer.length > one.length && longer.uses.length >= one.uses.length && ` ${longer.term} `.includes(` ${one.term} `)
  );
}

interface Run {
  readonly term: string;
  readonly length: number;
  readonly isNoun: boolean;
  readonly written: string;
}

function countRun(
  found: Map<string, Counted>,
  { term, length, isNoun, written }: Run,
  post: Post,
  sentence: PostSentence,
): void {
  const known = found.get(term) ?? {
    length,
    asNoun: new Set<Post>(),
    spellings: new Map<string, Set<Post>>(),
    uses: new Map<Post, PostSentence[]>(),
  };
  found.set(term, known);
  if (isNoun) known.asNoun.add(post);
  known.spellings.set(written, (known.spellings.get(written) ?? new Set()).add(post));
  const own = known.uses.get(post) ?? [];
  if (!own.includes(sentence)) known.uses.set(post, [...own, sentence]);
}

function listRuns({ language }: Post, sentence: PostSentence, subject: Subject): Run[] {
  const { text } = sentence;
  const words = readWords(text, language);
  const { dull, barred, articles } = markWords(sentence, language);
  const isTelling = ({ term, start }: Word): boolean =>
    isPlain(term) && !dull.has(start) && !isLooseTerm(term, language) && termWeight(term, language) >= TELLING_WEIGHT;
  const isPart = ({ term, start }: Word): boolean =>
    isPlain(term) && !barred.has(start) && (dull.has(start) || !isLooseTerm(term, language));
  // German nouns have a capital; elsewhere an article in front of them tells, and at the beginning nothing does.
  const isNoun = (word: Word, at: number): boolean =>
    language === 'de' ? /^\p{Lu}/u.test(text.slice(word.start)) : articles.has(words[at - 1]?.start ?? -1);
  return words.flatMap((word, at): Run[] => {
    const runs: Run[] = [];
    for (let length = 1; length <= RUN_MAX; length += 1) {
      const run = words.slice(at, at + length);
      const last = run.at(-1);
      if (run.length < length || last === undefined || !isPart(last) || !isTogether(text, run)) break;
      // `Time tracking`: everyday words belong to a run that one telling word holds.
      if (!run.some(isTelling) || run.every(({ term }) => isOfSubject(term, subject))) continue;
      runs.push({
        term: run.map(({ term }) => term).join(' '),
        length,
        isNoun: length > 1 || isNoun(word, at),
        written: writeRun(text.slice(word.start, last.end), language),
      });
    }
    return runs;
  });
}

function isPlain(term: string): boolean {
  return term.length >= LETTERS_MIN && !/^\p{N}/u.test(term);
}

/** Where words of a sentence begin that name no subject (`people`, `years`), that belong to no phrase (`anyone`), and that nouns follow. */
interface Marks {
  readonly dull: ReadonlySet<number>;
  readonly barred: ReadonlySet<number>;
  readonly articles: ReadonlySet<number>;
}

function markWords({ text, words }: PostSentence, language: string): Marks {
  const cues = findCues(text, words, { table: WORD_CUES, language });
  const starts = (role: string): Set<number> =>
    new Set(cues.filter(({ kind }) => kind === role).flatMap(({ at }) => words[at]?.start ?? []));
  return { dull: starts('no_topic'), barred: starts('no_phrase'), articles: starts('before_noun') };
}

/** Nothing but spaces stands between the words. */
function isTogether(text: string, run: readonly Word[]): boolean {
  return run.every((word, at) => at === 0 || /^\s+$/.test(text.slice(run[at - 1]?.end, word.start)));
}

/** German nouns keep their capital; elsewhere one stands for the beginning of a sentence or for a name. */
export function writeRun(written: string, language: string): string {
  if (language === 'de') return written;
  return /^\p{Lu}\p{Ll}+(?: \p{Ll}+)*$/u.test(written) ? written.toLowerCase() : written;
}
