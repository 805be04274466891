import { compareText } from '../../../text/normalize.ts';
import { findCues, WORD_CUES } from './cues.ts';
import type { Post, PostSentence } from './posts.ts';
import { isOfSubject, readTerms, type Subject } from './subject.ts';

export interface NamedProduct {
  readonly name: string;
  readonly uses: readonly { readonly post: Post; readonly sentences: readonly PostSentence[] }[];
}

const POSTS_MIN = 2;
const NAMES_MAX = 15;
const CAPITAL = String.raw`\p{Lu}[\p{L}\p{N}&’'-]*`;
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}.@/])(?:${CAPITAL}(?: ${CAPITAL}){0,2}|\p{Ll}{1,2}\p{Lu}\p{Ll}+)(?![\p{L}\p{N}])`,
  'gu',
);
const SENTENCE_START = /(?:^|[.!?¡¿:…•|“"(]\s*)$/u;
/** German writes every noun with a capital, so that names of one word cannot be told there. */
const CAPITAL_NOUNS: ReadonlySet<string> = new Set(['de']);

/**
 * Names that at least two posts have and one of them writes with a capital within a sentence: products and brands, and other
 * names among them. Words that the posts also write small are no names.
 */
export function listProducts(posts: readonly Post[], subject: Subject): NamedProduct[] {
  const found = new Set<string>();
  const small = new Set(
    posts.flatMap(({ sentences }) =>
      sentences.flatMap(({ text }) => text.match(/(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{N}]+/gu) ?? []),
    ),
  );
  const counted = posts.filter(({ language }) => !CAPITAL_NOUNS.has(language));
  for (const post of counted) {
    for (const sentence of post.sentences) {
      for (const name of namesIn(sentence, post, subject)) {
        if (!small.has(name.toLowerCase())) found.add(name);
      }
    }
  }
  return [...found]
    .map((name) => ({ name, uses: findUses(name, counted) }))
    .filter(({ uses }) => uses.length >= POSTS_MIN)
    .sort((one, other) => other.uses.length - one.uses.length || compareText(one.name, other.name))
    .slice(0, NAMES_MAX);
}

function namesIn({ text }: PostSentence, { language }: Post, subject: Subject): string[] {
  return [...text.matchAll(NAME)].flatMap(({ 0: written, index }) => {
    const isFirst = SENTENCE_START.test(text.slice(Math.max(0, index - 3), index));
    // `Tried Acme`: the capital of the first word is that of the sentence.
    const name = isFirst ? written.replace(/^\S+\s*/, '') : written;
    const isShort = name.length < 3 || /^\p{Lu}{2,4}s?$/u.test(name);
    if (isShort || isKnownWord(name, language)) return [];
    return readTerms(name, language).some((term) => isOfSubject(term, subject)) ? [] : [name];
  });
}

function isKnownWord(name: string, language: string): boolean {
  const words = [{ word: name.toLowerCase(), start: 0, end: name.length }];
  return findCues(name, words, { table: WORD_CUES, language }).some(({ kind }) => kind === 'no_name');
}

/** Whether a post has one of the names. */
export function namesOne(post: Post, products: readonly NamedProduct[]): boolean {
  return products.some(({ name }) => findUses(name, [post]).length > 0);
}

/** What is a name in one sentence is one at the beginning of another. */
function findUses(name: string, posts: readonly Post[]): NamedProduct['uses'] {
  const letters = /[\p{L}\p{N}]/u;
  return posts.flatMap((post) => {
    const sentences = post.sentences.filter(({ text }) => {
      const at = text.indexOf(name);
      return at >= 0 && !letters.test(text.charAt(at - 1)) && !letters.test(text.charAt(at + name.length));
    });
    return sentences.length === 0 ? [] : [{ post, sentences }];
  });
}
