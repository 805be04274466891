import type { PageFact } from '../../src/ports/index.ts';
import { findSentences } from '../../src/text/sentences.ts';
import { isStopWord } from '../../src/text/stop-words.ts';
import { foldText, tokenize } from '../../src/web/words.ts';

export const KINDS = ['title', 'heading', 'paraphrase'] as const;
type Kind = (typeof KINDS)[number];

/** A search of which one page is known to be meant. */
export interface KnownItem {
  readonly kind: Kind;
  readonly query: string;
  readonly language: string;
  readonly url: string;
  /** Half of the searches, by their page, was never looked at while the search was made. */
  readonly unseen: boolean;
}

const WORDS_MIN = 60;
const PARAPHRASE_WORDS = 6;
const SENTENCE_WORDS_MIN = 8;
/** What stands on as many of a site's titles is the name of the site or of the book. */
const SUFFIX_PAGES = 10;
/** Words on more of a host's pages in one language are its navigation or its subject as a whole. */
const COMMON_SHARE = 0.2;

type Document = NonNullable<PageFact['document']>;
interface Page {
  readonly url: string;
  readonly document: Document;
  readonly title: string;
}

/**
 * Searches by a fixed rule, of pages with a title that no other page has:
 *
 * - title: the page's own title, without the parts that ten titles of its host share;
 * - heading: its first section heading of two words or more that no other page has;
 * - paraphrase: the content words of the first sentence that has four which few pages of its host and language have, six at
 *   most, in reverse order.
 */
export function knownItems(facts: readonly PageFact[]): KnownItem[] {
  const pages = readTitles(facts);
  const titles = countOf(pages.map(({ title, document }) => `${document.language} ${foldText(title)}`));
  const headings = countOf(
    pages.flatMap(({ document }) => [...new Set(document.headings.map(({ text }) => nameOf(text)))]),
  );
  const commonness = countWords(pages);
  const eligible = pages.filter(
    ({ title, document }) =>
      document.word_count >= WORDS_MIN && title !== '' && titles.get(`${document.language} ${foldText(title)}`) === 1,
  );
  return eligible.flatMap(({ url, title, document }) => {
    const { language } = document;
    const heading = document.headings.find(
      ({ level, text }) => level > 1 && tokenize(nameOf(text)).length > 1 && headings.get(nameOf(text)) === 1,
    );
    const queries: Readonly<Record<Kind, string | undefined>> = {
      title,
      heading: heading === undefined ? undefined : nameOf(heading.text),
      paraphrase: paraphraseOf(document, commonness.get(groupOf(url, language))),
    };
    return KINDS.flatMap((kind): KnownItem[] => {
      const query = queries[kind];
      return query === undefined ? [] : [{ kind, query, language, url, unseen: hashOf(url) % 2 === 1 }];
    });
  });
}

function readTitles(facts: readonly PageFact[]): Page[] {
  const all = facts.flatMap(({ url, document }) => (document === undefined ? [] : [{ url, document }]));
  const partsOf = (title: string): string[] => title.split(/\s+[-–—|]\s+/).map((part) => part.trim());
  const shared = countOf(all.flatMap(({ url, document }) => partsOf(document.title).map((part) => hostOf(url) + part)));
  return all.map(({ url, document }) => {
    const own = partsOf(document.title).filter((part) => (shared.get(hostOf(url) + part) ?? 0) < SUFFIX_PAGES);
    return { url, document, title: nameOf(own.join(' ')) };
  });
}

/** Without the number of the section, as a person would type it. */
function nameOf(text: string): string {
  return text
    .replace(/^\s*(?:chapter|appendix|kapitel|chapitre|capítulo)?\s*(?:[A-Z]|\d+)(?:\.\d+)*\.?\s+/iu, '')
    .replaceAll(/[¶#"“”«»:-]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

interface Group {
  readonly pages: number;
  readonly words: ReadonlyMap<string, number>;
}

function groupOf(url: string, language: string): string {
  return `${hostOf(url)} ${language}`;
}

/** On how many pages of a host in one language each word stands. */
function countWords(pages: readonly Page[]): ReadonlyMap<string, Group> {
  const lists = Map.groupBy(pages, ({ url, document }) => groupOf(url, document.language));
  return new Map(
    [...lists].map(([group, members]) => [
      group,
      {
        pages: members.length,
        words: countOf(members.flatMap(({ document }) => [...new Set(tokenize(document.text))])),
      },
    ]),
  );
}

function paraphraseOf({ text, language }: Document, group: Group | undefined): string | undefined {
  const isOwn = (word: string): boolean =>
    word.length > 1 &&
    !isStopWord(word, language) &&
    (group?.words.get(word) ?? 0) <= COMMON_SHARE * (group?.pages ?? 0);
  for (const { start, end } of findSentences(text.slice(0, 20_000))) {
    const words = tokenize(text.slice(start, end));
    if (words.length < SENTENCE_WORDS_MIN) continue;
    const own = [...new Set(words.filter(isOwn))];
    if (own.length >= 4) return own.slice(0, PARAPHRASE_WORDS).toReversed().join(' ');
  }
  return undefined;
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function countOf(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function hashOf(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value >>> 7;
}
