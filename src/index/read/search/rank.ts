import { withoutAccents } from '../../../text/search-terms.ts';
import { terms as stemsOf } from '../../../text/stems.ts';
import { compareText } from '../../../text/normalize.ts';
import type { Candidate, WeighedTerm } from './candidates.ts';
import type { FoundDocument } from './documents.ts';

/** A document with what its place follows from. */
export interface RankedDocument {
  readonly document: FoundDocument;
  readonly score: number;
}

export interface RankingQuery {
  readonly terms: readonly WeighedTerm[];
  readonly language: string;
  /** The day that recent documents are measured from, where the search asks for recent ones. */
  readonly recent_from: Date | undefined;
}

/** What a title and a heading that say the search and nothing else are worth, as multiples of all its idf. */
const TITLE_GAIN = 2;
const HEADING_GAIN = 2;

/** How much the highest rank of domain and of page adds to a score. */
const DOMAIN_RANK_GAIN = 0.2;
const PAGE_RANK_GAIN = 0.2;

/** Pages in a language other than requested are of less use; those of unknown language may help. */
const UNKNOWN_LANGUAGE_SHARE = 0.9;
const OTHER_LANGUAGE_SHARE = 0.6;

/** From this percentage of links in its text on a page leads elsewhere, and at this one it does nothing else. */
const LINKS_FROM = 35;
const LINKS_ALL = 70;
const LINKS_LOSS = 0.3;

/** What a document of today gains where recent ones are asked for; it halves every half a year. */
const RECENT_GAIN = 1;
const RECENT_HALF_DAYS = 180;
const DAY_MS = 86_400_000;

/**
 * Puts documents in their order; of equal ones the newer is first, then ties break by their page.
 *
 * `(words + idf·(2·title^1.5 + 2·heading²)) · language · links · authority · recency`, where `words` is the score of
 * `findCandidates`, `idf` the sum over all words of the search, and `title` and `heading` the likeness (0–1, by shared words) of the
 * search with the title and with the most similar heading; `language` is 1, 0.9 if unknown, 0.6 if another; `links` takes up to 30 %
 * from a table of contents, less the more its own title is what was searched; `authority` is `1 + 0.2·domain rank/1000 + 0.2·page
 * rank/1000`. Weights were found on known-item searches (`bench/search.ts`).
 */
export function rankDocuments(
  query: RankingQuery,
  candidates: readonly Candidate[],
  documents: readonly FoundDocument[],
): readonly RankedDocument[] {
  const scores = new Map(candidates.map(({ document, score }) => [document, score]));
  return documents
    .map((document) => ({ document, score: scoreOf(query, scores.get(document.document) ?? 0, document) }))
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        compareText(dayOf(other.document), dayOf(one.document)) ||
        compareText(one.document.page, other.document.page),
    );
}

function scoreOf({ terms, language, recent_from }: RankingQuery, words: number, document: FoundDocument): number {
  const asked = terms.filter(({ standing }) => standing !== 'excluded');
  const idf = asked.reduce((sum, term) => sum + (term.documents === 0 ? 0 : term.idf), 0);
  const likeness = (text: string): number => likenessOf(asked, stemsOf(text, document.language));
  const title = Math.max(...namesIn(document.title).map(likeness));
  const heading = Math.max(0, ...document.headings.map(likeness));
  const score =
    (words + idf * (TITLE_GAIN * title ** 1.5 + HEADING_GAIN * heading ** 2)) *
    languageShare(language, document.language) *
    (1 - LINKS_LOSS * (1 - title) * linkShare(document.link_share)) *
    (1 + (DOMAIN_RANK_GAIN * document.domain_rank + PAGE_RANK_GAIN * document.page_rank) / 1000) *
    (1 + RECENT_GAIN * recency(dayOf(document), recent_from));
  return Math.round(score * 1e9) / 1e9;
}

/**
 * What a title may be without the name of its site or book, and without the number of its chapter: "Chapter 14. Security — The
 * Handbook" is also "Security".
 */
function namesIn(title: string): readonly string[] {
  const parts = title.split(/\s+[-–—|·:»]\s+/u);
  const names = parts.map((part) => part.replace(/^\s*(?:\p{L}+\s+)?[\dA-Z]{1,3}(?:\.\d+)*\.\s+/u, ''));
  return [...new Set([title, ...parts, ...names])];
}

/** Dice's coefficient of the words asked and the words of a text, both as sets. */
function likenessOf(asked: readonly WeighedTerm[], stems: readonly string[]): number {
  const own = new Set(stems);
  if (own.size === 0) return 0;
  const typed = new Set(stems.map(withoutAccents));
  const shared = asked.filter(({ forms }) => forms.some((form) => own.has(form) || typed.has(form))).length;
  return (2 * shared) / (own.size + asked.length);
}

function languageShare(asked: string, own: string): number {
  if (own === '') return UNKNOWN_LANGUAGE_SHARE;
  return own === asked ? 1 : OTHER_LANGUAGE_SHARE;
}

function linkShare(percent: number): number {
  return Math.min(1, Math.max(0, (percent - LINKS_FROM) / (LINKS_ALL - LINKS_FROM)));
}

/** The day of a document, or else the last year that its title names; '' for neither. */
function dayOf({ published_at, title }: FoundDocument): string {
  if (published_at !== '') return published_at.slice(0, 10);
  return (
    title
      .match(/\b20\d\d\b/g)
      ?.toSorted(compareText)
      .at(-1) ?? ''
  );
}

function recency(published_at: string, from: Date | undefined): number {
  const published = from === undefined ? Number.NaN : Date.parse(published_at);
  if (from === undefined || Number.isNaN(published)) return 0;
  const days = Math.max(0, (from.getTime() - published) / DAY_MS);
  return 2 ** (-days / RECENT_HALF_DAYS);
}
