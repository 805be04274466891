import { cutWords } from '../../../mentions/text-words.ts';
import { jaccard } from '../../../text/similarity.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { tokenize } from '../../../web/words.ts';
import { compareText } from '../../../text/normalize.ts';
import { ASPECT_CUES, findCues } from './cues.ts';
import { nameAspect } from './names.ts';
import { type PhraseUse, writeRun } from './phrases.ts';
import type { Post, PostSentence } from './posts.ts';
import { countVoices } from './quotes.ts';
import type { Subject } from './subject.ts';

/** What several posts bring up. */
export interface FoundTheme {
  readonly id: string;
  readonly name: string;
  /** `aspect`: of the list of what people weigh everywhere; `phrase`: words that these posts share. */
  readonly kind: 'aspect' | 'phrase';
  /** How people put it, most posts first. */
  readonly words: readonly string[];
  readonly uses: readonly ThemeUse[];
}

/** One post with its sentences on the theme. */
interface ThemeUse {
  readonly post: Post;
  readonly sentences: readonly PostSentence[];
}

/** Fewer posts are opinions of a few and no theme. */
export const THEME_POSTS_MIN = 3;
const THEMES_MAX = 10;
const WORDS_MAX = 5;
/** Two themes that so many of the same posts bring up in the same sentences are one. */
const SAME = 0.6;

/**
 * What at least three posts of three people bring up: aspects that people weigh everywhere, found by the words for them, and
 * phrases that these posts share and no aspect holds. Most posts first.
 */
export function findThemes(posts: readonly Post[], shared: readonly PhraseUse[], subject: Subject): FoundTheme[] {
  const aspects = findAspects(posts, subject);
  const phrases = shared
    .filter(({ written }) => !written.some((phrase) => listAspects(phrase, subject.language).length > 0))
    .map(readPhrase);
  const themes: FoundTheme[] = [];
  for (const theme of [...aspects, ...phrases].filter(isShared)) {
    if (!themes.some((known) => isSame(known, theme) || isWithin(theme, known))) themes.push(theme);
  }
  return themes.sort(byPosts).slice(0, THEMES_MAX);
}

function isShared({ uses }: FoundTheme): boolean {
  return uses.length >= THEME_POSTS_MIN && countVoices(uses.map(({ post }) => post)) >= THEME_POSTS_MIN;
}

function byPosts(one: FoundTheme, other: FoundTheme): number {
  return other.uses.length - one.uses.length || compareText(one.name, other.name);
}

function isSame(known: FoundTheme, theme: FoundTheme): boolean {
  const sentences = ({ uses }: FoundTheme): Set<string> =>
    new Set(uses.flatMap((use) => use.sentences.map(({ text }) => text)));
  return jaccard(sentences(known), sentences(theme)) >= SAME;
}

/** A phrase that only posts on one theme have, and half of them or more, belongs to that theme. */
function isWithin(phrase: FoundTheme, theme: FoundTheme): boolean {
  if (phrase.kind === 'aspect' || phrase.uses.length * 2 < theme.uses.length) return false;
  return phrase.uses.every(({ post }) => theme.uses.some((use) => use.post === post));
}

function findAspects(posts: readonly Post[], subject: Subject): FoundTheme[] {
  const asked = new Set(listAspects(subject.query, subject.language));
  const found = new Map<string, { uses: Map<Post, PostSentence[]>; words: Map<string, Set<Post>> }>();
  for (const post of posts) {
    for (const sentence of post.sentences) {
      for (const { kind, written } of findCues(sentence.text, sentence.words, {
        table: ASPECT_CUES,
        language: post.language,
      })) {
        if (asked.has(kind)) continue;
        const theme = found.get(kind) ?? { uses: new Map<Post, PostSentence[]>(), words: new Map<string, Set<Post>>() };
        const own = theme.uses.get(post) ?? [];
        if (!own.includes(sentence)) own.push(sentence);
        theme.uses.set(post, own);
        const word = writeRun(written, post.language);
        theme.words.set(word, (theme.words.get(word) ?? new Set()).add(post));
        found.set(kind, theme);
      }
    }
  }
  return [...found]
    .map(([kind, { uses, words }]) => ({
      id: kind,
      name: nameAspect(kind),
      kind: 'aspect' as const,
      words: [...words]
        .sort(([one, mine], [other, theirs]) => theirs.size - mine.size || compareText(one, other))
        .map(([word]) => word)
        .filter((word) => isPhrase(word, subject.language))
        .slice(0, WORDS_MAX),
      uses: [...uses].map(([post, sentences]) => ({ post, sentences })),
    }))
    .sort(byPosts);
}

function listAspects(text: string, language: string): string[] {
  return findCues(text, cutWords(text), { table: ASPECT_CUES, language }).map(({ kind }) => kind);
}

/** `bill is` finds a theme and is no phrase to write with. */
function isPhrase(written: string, language: string): boolean {
  const words = tokenize(written);
  return ![words[0], words.at(-1)].some((word) => word === undefined || isStopWord(word, language));
}

function readPhrase({ term, written, uses }: PhraseUse): FoundTheme {
  return {
    id: `phrase:${term}`,
    name: capitalize(written[0] ?? term),
    kind: 'phrase',
    words: written.slice(0, WORDS_MAX),
    uses,
  };
}

function capitalize(written: string): string {
  return written.charAt(0).toUpperCase() + written.slice(1);
}
