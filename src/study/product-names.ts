import { readSlugWords } from '../text/address.ts';
import { foldPhrase } from '../text/normalize.ts';
import type { Word } from '../text/reading/words.ts';
import { findPhrasing } from '../text/snippet/phrasing.ts';
import type { ReadText } from './candidates.ts';
import { startsSentence } from './entities.ts';
import type { ComparedPage } from './kinds.ts';
import type { Passage } from './text.ts';
import type { Topic } from './topics.ts';

interface NamedThings {
  /** What ranks. */
  readonly urls: readonly string[];
  readonly pages: readonly ComparedPage[];
  readonly texts: readonly ReadText[];
  readonly language: string;
}

/** A name that more sites use is one that readers expect. */
const SITES_MAX = 2;

/**
 * Leaves out topics that are only the name of a product. Its maker writes it, and whoever tests or links to it; nobody else has
 * anything to say about it, so a page can cover the search without it.
 */
export function withoutProductNames(topics: readonly Topic[], question: NamedThings): Topic[] {
  const slugs = new Set(listUrls(question).map((url) => foldPhrase(readSlugWords(url))));
  const domains = new Map(question.pages.map(({ url, domain }) => [url, domain]));
  return topics.filter((topic) => {
    const sites = new Set(topic.seen_on.map(({ url }) => domains.get(url) ?? url));
    if (sites.size > SITES_MAX) return true;
    const uses = listUses(topic, question);
    if (uses.length === 0 || uses.includes('word')) return true;
    const isModel = topic.terms.some((term) => NUMBER.test(term)) && slugs.has(foldPhrase(topic.topic));
    if (isModel) return false;
    const headed = new Set(
      topic.seen_on.filter((each) => each.is_in_heading).map(({ url }) => domains.get(url) ?? url),
    );
    return !uses.includes('name') || headed.size >= 2;
  });
}

const NUMBER = /^\p{N}+$/u;

/** What ranks, and what the compared pages link to. */
function listUrls({ urls, pages }: NamedThings): string[] {
  return [...urls, ...pages.flatMap(({ page }) => page.external_links.map(({ url }) => url))];
}

/** How a word of a topic is written: as a word, as a name, or where every word has a capital. */
type Use = 'word' | 'name' | 'unclear';

function listUses({ terms }: Topic, { texts, language }: NamedThings): Use[] {
  const named = terms.filter((term) => !NUMBER.test(term));
  const number = terms.find((term) => NUMBER.test(term));
  return named.flatMap((term) =>
    texts.flatMap(({ passages, places }) =>
      (places.get(term) ?? []).flatMap((at) => {
        const passage = passages[at];
        return passage === undefined ? [] : readUses(passage, term, number, language);
      }),
    ),
  );
}

/** @param number what has to follow the word, so that a Trail 3 is told from a trail */
function readUses(passage: Passage, term: string, number: string | undefined, language: string): Use[] {
  const { text, words, is_heading } = passage;
  const isNeutral = is_heading || findPhrasing(language)?.nouns_capital === true || isTitleCased(passage);
  return words.flatMap((word, at): Use[] => {
    if (word.term !== term) return [];
    if (number !== undefined && words[at + 1]?.term !== number) return [];
    if (!isCapital(text, word)) return ['word'];
    return isNeutral || startsSentence(text, word.start) ? ['unclear'] : ['name'];
  });
}

function isCapital(text: string, { start }: Word): boolean {
  return /^[\p{Lu}\p{N}]/u.test(text.slice(start, start + 2));
}

/** Lists of features and names of buttons have a capital at each word. */
const TITLE_CASE_SHARE = 0.5;

function isTitleCased({ text, words }: Passage): boolean {
  const later = words.slice(1);
  return later.filter((word) => isCapital(text, word)).length >= later.length * TITLE_CASE_SHARE;
}
