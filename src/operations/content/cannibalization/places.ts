import { pageAddress } from '../../../web/url.ts';
import { tokenize } from '../../../web/words.ts';
import { stripSiteName } from '../../../text/address.ts';
import { foldPhrase, stripAccents } from '../../../text/normalize.ts';
import { findPlaces } from '../../../text/places.ts';
import { readWords } from '../../../text/word-lists.ts';

interface Titled {
  readonly url: string;
  readonly title: string;
}

/**
 * The places that each page is for, as written, folded and without accents.
 *
 * A place is a large city in the title, the part of the URL below `/locations/` and the like, or what changes between
 * titles that are otherwise equal: `Dental implants in Frome` and `Dental implants in Wells`.
 */
export function findPagePlaces(pages: readonly Titled[]): ReadonlyMap<Titled, ReadonlySet<string>> {
  const templates = Map.groupBy(
    pages.flatMap((page) => readTemplates(page)),
    ({ frame }) => frame,
  );
  const vocabulary = new Set(pages.flatMap(({ url }) => readPlaceFolder(url)));
  for (const filled of templates.values()) {
    const names = new Set(filled.map(({ name }) => name));
    if (names.size > 1) for (const name of names) vocabulary.add(name);
  }
  return new Map(
    pages.map((page) => {
      const words = readPlainWords(page.title);
      const cities = findPlaces(words).filter(({ city }) => city);
      const written = cities.map(({ at, size }) => words.slice(at, at + size).join(' '));
      const named = [...vocabulary].filter((name) => namesPlace(words, name));
      return [page, new Set([...written, ...named, ...readPlaceFolder(page.url)])];
    }),
  );
}

/** Whether one of the places stands in a text. */
export function namesAnyPlace(text: string, places: ReadonlySet<string>): boolean {
  if (places.size === 0) return false;
  const words = readPlainWords(text);
  return [...places].some((name) => namesPlace(words, name));
}

function namesPlace(words: readonly string[], name: string): boolean {
  return ` ${words.join(' ')} `.includes(` ${name} `);
}

function readPlainWords(text: string): string[] {
  return tokenize(foldPhrase(text, 300)).map(stripAccents);
}

const FOLDERS = readWords('place_folder');

function readPlaceFolder(url: string): string[] {
  const parts = (pageAddress(url)?.path_key ?? '').replace(/[?#].*$/, '').split('/');
  const at = parts.findIndex((part) => FOLDERS.has(part.toLowerCase()));
  const name = at === -1 ? '' : readPlainWords((parts[at + 1] ?? '').replaceAll(/[-_+]+/g, ' ')).join(' ');
  return name === '' || /\d/.test(name) ? [] : [name];
}

/** A name with a capital letter after a preposition of place. */
const AFTER_PREPOSITION =
  /(?<=\s(?:in|near|en|à|a|em|te|bei|der|nahe)\s)\p{Lu}[\p{L}'’-]+(?:\s\p{Lu}[\p{L}'’-]+){0,2}/gu;

/** Each reading of a title as a template that a place fills. */
function readTemplates({ title }: Titled): { readonly frame: string; readonly name: string }[] {
  const core = stripSiteName(title);
  return [...core.matchAll(AFTER_PREPOSITION)].map((found) => ({
    frame: foldPhrase(`${core.slice(0, found.index)}…${core.slice(found.index + found[0].length)}`, 300),
    name: readPlainWords(found[0]).join(' '),
  }));
}
