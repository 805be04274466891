import { findPlaces } from './places.ts';
import { type KeywordReading, readKeyword } from './keyword.ts';
import { stripAccents } from './normalize.ts';
import { isService } from './services.ts';
import { isStopWord } from './stop-words.ts';
import { readWords } from './word-lists.ts';

/** A search for one business by its name: alone, with a place, or for how to reach it. */
export type BrandedSearch = 'name' | 'place' | 'contact';

/** What people who know a business look for beside its name: `opening times`, `phone number`. */
const CONTACT = readWords('reach');

/**
 * Whether a search names a brand and nothing but where it is or how to reach it: undefined for all others.
 *
 * @param places words that name places beside the large cities
 */
export function readBrandedSearch(
  reading: KeywordReading,
  name: string,
  places: ReadonlySet<string>,
): BrandedSearch | undefined {
  const brand = readKeyword(name, reading.language);
  if (brand.terms.length === 0 || !brand.terms.every((term) => reading.terms.includes(term))) return undefined;
  if (brand.terms.length === reading.terms.length) return 'name';
  // A shop called Bike Shop shares its name with every search for one.
  if (brand.words.some((word) => isService(word, reading.language))) return undefined;
  const named = new Set(brand.words);
  const sited = new Set(findPlaces(reading.words).flatMap(({ at, size }) => reading.words.slice(at, at + size)));
  const rest = reading.words.filter((word) => !named.has(word) && !isStopWord(word, reading.language));
  const others = rest.filter((word) => !sited.has(word) && !places.has(word));
  if (others.length === 0) return 'place';
  return others.every((word) => CONTACT.has(stripAccents(word))) ? 'contact' : undefined;
}
