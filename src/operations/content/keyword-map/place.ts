import { tokenize } from '../../../web/words.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import { findPlaces } from '../../../text/places.ts';
import { judgeSuppliedPage } from '../../../text/page-type/supplied.ts';
import type { KeywordMapPage } from './input.ts';

/** `Bike Shop in Bristol & Bath`: a name with a capital letter after a preposition of place, and those joined to it. */
const AFTER_PREPOSITION =
  /(?:^|\s)(?:in|near|en|à|em|te)\s+(\p{Lu}\p{Ll}{2,30})(?:\s*(?:,|&|and|und|y|et|e|en)\s+(\p{Lu}\p{Ll}{2,30}))?/gu;
/** Pages that say where a business is. */
const HERE: ReadonlySet<string> = new Set(['homepage', 'contact', 'about', 'local_landing_page']);
const PAGES_MAX = 400;

/**
 * Words that name the places of the business: those that its home, contact and local pages say it is in.
 *
 * A page that names no place is of these places all the same, as it is of the brand; a page that names another is not.
 */
export function placesOf(pages: readonly KeywordMapPage[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const { url, title, page_type: type } of pages.slice(0, PAGES_MAX)) {
    const clean = cleanText(title, 300);
    if (!HERE.has(judgeSuppliedPage({ url, title: clean, page_type: type, language: '' }).value)) continue;
    for (const found of clean.matchAll(AFTER_PREPOSITION))
      for (const name of found.slice(1)) if (name !== undefined) places.add(foldPhrase(name));
    const words = tokenize(clean);
    for (const { at, size, city } of findPlaces(words))
      if (city) for (const word of words.slice(at, at + size)) places.add(word);
  }
  return places;
}
