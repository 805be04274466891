import { findPlaces, type ReadText } from './candidates.ts';
import { roundToHundredths } from '../text/verdict.ts';
import { cleanHeading } from './headings.ts';
import type { ComparedPage } from './kinds.ts';
import { type Passage, quoteTerms } from './text.ts';

/** Where a topic stands on one of the compared pages. */
export interface TopicSighting {
  /** Place among the organic results. */
  readonly position: number;
  readonly url: string;
  /** The section, by its place on the page. */
  readonly section: number;
  /** Of the heading that names the topic; 0 where only text does. */
  readonly level: number;
  /** The heading that names the topic, or else the one that it stands under; null where there is none. */
  readonly heading: string | null;
  readonly is_in_heading: boolean;
  /** Words under the headings that name it, or else of the passages that hold it. */
  readonly words: number;
  /** Where on the page it is treated: 0 at the top, 1 at the end. */
  readonly place: number;
  /** At most 220 characters, word for word. */
  readonly quote: string;
}

/** Where and how a page treats a topic; undefined where it does not. */
export function sight(
  terms: readonly string[],
  { position, url, page }: Pick<ComparedPage, 'page' | 'position' | 'url'>,
  text: ReadText,
): TopicSighting | undefined {
  const own = findPlaces(text, terms).flatMap((at) => {
    const passage = text.passages[at];
    return passage === undefined ? [] : [{ at, passage }];
  });
  const held = own.map((each) => each.passage);
  const heading = own.find(({ at }) => text.headings.has(at))?.passage;
  const passage = heading ?? held.find(({ is_heading }) => !is_heading) ?? held[0];
  if (passage === undefined) return undefined;
  return {
    position,
    url,
    section: passage.section,
    level: heading === undefined ? 0 : (page.sections[heading.section]?.level ?? 0),
    heading: cleanHeading(page.sections[passage.section]?.heading ?? '') || null,
    is_in_heading: heading !== undefined,
    words: heading === undefined ? countWords(held) : countSectionWords(own, page, text),
    place: roundToHundredths(passage.section / Math.max(1, page.sections.length - 1)),
    quote: quoteTerms(findStatement(passage, held, text), terms),
  };
}

function countWords(passages: readonly Passage[]): number {
  return passages.reduce((sum, { words }) => sum + words.length, 0);
}

function countSectionWords(
  own: readonly { readonly at: number; readonly passage: Passage }[],
  { sections }: ComparedPage['page'],
  { headings }: ReadText,
): number {
  const named = new Set(own.flatMap(({ at, passage }) => (headings.has(at) ? [passage.section] : [])));
  return [...named].reduce((sum, section) => sum + (sections[section]?.word_count ?? 0), 0);
}

/** Below a heading, the passage that says most of it, or else the first; a heading without text stands for itself. */
function findStatement(first: Passage, held: readonly Passage[], text: ReadText): Passage {
  const isUnder = ({ section, is_heading }: Passage): boolean => section === first.section && !is_heading;
  return held.find(isUnder) ?? text.passages.find(isUnder) ?? first;
}
