import { listResults } from '../serp/results.ts';
import type { Serp } from '../ports/serp.ts';
import { foldPhrase } from '../text/normalize.ts';
import type { ReadPage } from '../text/reading/reading.ts';
import { readHost, registrableDomain } from '../web/url.ts';
import type { ReadText } from './candidates.ts';
import type { Entity } from './entities.ts';
import type { ComparedPage } from './kinds.ts';
import type { Topic } from './topics.ts';

interface NamedSites {
  readonly serp: Serp;
  readonly pages: readonly ComparedPage[];
  readonly own: { readonly url: string; readonly page: ReadPage } | undefined;
  readonly own_domains: readonly string[];
  readonly own_names: readonly string[];
}

/** What the sites of a study are called, as letters without spaces. */
export interface SiteNames {
  /** Of the caller's own site. */
  readonly own: ReadonlySet<string>;
  /** Of those that rank, and of the own. */
  readonly all: ReadonlySet<string>;
}

/** By their domains, and by what they call themselves. */
export function listSiteNames({ serp, pages, own, own_domains, own_names }: NamedSites): SiteNames {
  const ownNames = [
    ...own_domains.map(nameDomain),
    ...own_names.map(readLetters),
    ...(own === undefined ? [] : nameSite(own)),
  ];
  const others = [...listResults(serp).map(({ site }) => nameDomain(site)), ...pages.flatMap(nameSite)];
  const setOf = (names: readonly string[]): ReadonlySet<string> => new Set(names.filter((name) => name !== ''));
  return { own: setOf(ownNames), all: setOf([...ownNames, ...others]) };
}

function nameSite({ url, page }: { readonly url: string; readonly page: ReadPage }): string[] {
  return [nameDomain(readHost(url) ?? ''), readLetters(page.site_name ?? '')];
}

function nameDomain(host: string): string {
  return readLetters(registrableDomain(host).split('.', 1)[0] ?? '');
}

function readLetters(text: string): string {
  return foldPhrase(text).replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** A site's name is no topic of its search, unless somebody writes it as a word: `tent poles` is one, on tentpoles.example too. */
export function withoutSiteNames(
  topics: readonly Topic[],
  { own, all }: SiteNames,
  texts: readonly ReadText[],
): Topic[] {
  return topics.filter(({ topic }) => {
    const letters = readLetters(topic);
    return !own.has(letters) && (!all.has(letters) || isWord(topic.toLowerCase(), texts));
  });
}

function isWord(name: string, texts: readonly ReadText[]): boolean {
  return texts.some(({ passages }) => passages.some(({ text }) => text.includes(name)));
}

/** Everybody says their own name: a name that two pages use is used by two of other sites, and is not the caller's. */
export function withoutSelfNaming(
  entities: readonly Entity[],
  { own }: SiteNames,
  pages: readonly ComparedPage[],
): Entity[] {
  const names = new Map(pages.map((page) => [page.url, new Set(nameSite(page))]));
  return entities.filter(({ name, seen_on }) => {
    const letters = readLetters(name);
    return !own.has(letters) && seen_on.filter((url) => names.get(url)?.has(letters) !== true).length >= 2;
  });
}
