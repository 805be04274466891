import { stemTerm } from './keyword.ts';
import { isStopWord } from './stop-words.ts';
import { findPlaces } from './places.ts';
import { readWordLists, readWords } from './word-lists.ts';

const SERVICES = readWordLists('services.tsv');

const tables = new Map<string, ReadonlySet<string>>();

/** Whether a word names what is done for somebody at a place, or who does it. */
export function isService(word: string, language: string): boolean {
  const known = SERVICES.has(language) ? language : 'en';
  let table = tables.get(known);
  if (table === undefined) {
    table = new Set((SERVICES.get(known) ?? []).map((each) => stemTerm(each, known)));
    tables.set(known, table);
  }
  return table.has(stemTerm(word, known));
}

/** A service and the place that it is wanted at. */
export interface LocalService {
  readonly service: string;
  readonly place: string;
}

const IN = readWords('in');
/** What is no place to go to: `en ligne`, `en línea`. */
const ONLINE = readWords('online');

export function isOnline(word: string): boolean {
  return ONLINE.has(word);
}

/**
 * The service and the place of a local search; undefined where it names no such pair. A place is a large city, one of
 * `known` (a list tells its own), or what follows `in` right after the service: `cycle shop in frome`.
 */
export function findLocalService(
  words: readonly string[],
  language: string,
  known: ReadonlySet<string>,
): LocalService | undefined {
  const place =
    findPlaces(words).find(({ city }) => city)?.name ??
    words.find((word) => known.has(word)) ??
    words.at(findPlaceAfterIn(words, language) ?? words.length);
  if (place === undefined) return undefined;
  const service = words.find((word) => word !== place && isService(word, language));
  return service === undefined ? undefined : { service, place };
}

/** Place of the one word that follows `service in` at the end of a search. */
export function findPlaceAfterIn(words: readonly string[], language: string): number | undefined {
  const last = words.length - 1;
  const [service = '', preposition = '', place = ''] = words.slice(-3);
  if (words.length < 3 || !IN.has(preposition) || isOnline(place) || !isService(service, language)) return undefined;
  return isStopWord(place, language) || isService(place, language) || /\p{N}/u.test(place) ? undefined : last;
}
