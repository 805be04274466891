import type { SiteAlternate } from '../ports/site-facts.ts';
import type { Finding } from './rule.ts';
import { finding, isGone } from './rules-answers.ts';
import type { SiteView } from './view.ts';

const WORDS_OF_A_LANGUAGE_MIN = 50;

/**
 * Language versions that name each other. What the crawl did not read is judged by nobody, and a page that names another as
 * its canonical has no versions at all.
 */
export function judgeLanguages(view: SiteView): Finding[] {
  const sets = new Map<number, SiteAlternate[]>();
  for (const alternate of view.facts.alternates) {
    if (view.indexable[alternate.page] !== true) continue;
    const known = sets.get(alternate.page);
    if (known === undefined) sets.set(alternate.page, [alternate]);
    else known.push(alternate);
  }
  const versions = [...sets].flatMap(([page, set]) => [
    ...set.flatMap((alternate) => judgeAlternate(view, sets, alternate)),
    ...judgeSet(page, set),
    ...judgeTargets(page, set),
    ...judgeText(view, page, set),
    ...judgeSiblings(view, sets, page),
  ]);
  return [...versions, ...judgeCopies(view)];
}

/** Duplicates whose versions nobody reads. */
function judgeCopies({ facts, pages, html }: SiteView): Finding[] {
  const named = new Set(facts.alternates.map(({ page }) => page));
  return [...named].flatMap((at) => {
    const page = pages[at];
    if (page === undefined || html[at] !== true || page.canonical < 0 || page.canonical === at) return [];
    // Where the canonical is one of the versions, the page told so itself.
    if (page.failed.includes(CONFLICT)) return [];
    return [finding(CONFLICT, at, { item: page.canonical_url })];
  });
}

const CONFLICT = 'hreflang.canonical-conflict';

function judgeAlternate(
  { pages, html }: SiteView,
  sets: ReadonlyMap<number, readonly SiteAlternate[]>,
  { page, target, language }: SiteAlternate,
): Finding[] {
  const to = pages[target];
  if (to === undefined || target === page) return [];
  const details = { item: to.url, cause: to.url, detail: `hreflang ${language}` };
  if (isGone(to)) return [finding('hreflang.dead', page, details)];
  if (to.outcome === 'moved') return [finding('hreflang.redirect', page, details)];
  if (html[target] !== true) return [];
  if (to.noindex) return [finding('hreflang.noindex', page, details)];
  if (to.canonical >= 0 && to.canonical !== target) return [finding('hreflang.not-canonical', page, details)];
  const namesBack = sets.get(target)?.some((back) => back.target === page) === true;
  return namesBack ? [] : [finding('hreflang.no-return', page, { ...details, cause: '' })];
}

/** Versions that a page does not name, and that do not name it: pairs of which one names the other lack a return link. */
function judgeSiblings(
  { pages, versions }: SiteView,
  sets: ReadonlyMap<number, readonly SiteAlternate[]>,
  page: number,
): Finding[] {
  const own = new Set((sets.get(page) ?? []).map(({ target }) => target));
  const siblings = [...own].flatMap((target) => (sets.get(target) ?? []).map((named) => named.target));
  const unknown = new Set(
    siblings.filter(
      (sibling) =>
        sibling !== page &&
        !own.has(sibling) &&
        versions[sibling] === versions[page] &&
        sets.get(sibling)?.some(({ target }) => target === page) === false,
    ),
  );
  const [first = -1] = unknown;
  if (unknown.size === 0) return [];
  return [finding('hreflang.incomplete', page, { detail: `${pages[first]?.url} is a version of it too` })];
}

function judgeSet(page: number, set: readonly SiteAlternate[]): Finding[] {
  const targets = new Map<string, Set<string>>();
  for (const { language, url } of set) targets.set(language, (targets.get(language) ?? new Set()).add(url));
  return [...targets].flatMap(([language, urls]) =>
    urls.size > 1 ? [finding('hreflang.two-for-one', page, { item: language, detail: [...urls].join(', ') })] : [],
  );
}

/** One page may serve several countries, but hardly two languages. */
function judgeTargets(page: number, set: readonly SiteAlternate[]): Finding[] {
  const stated = set.filter(({ language }) => primaryOf(language) !== 'x');
  return [...Map.groupBy(stated, ({ url }) => url)].flatMap(([url, alternates]) => {
    const languages = new Set(alternates.map(({ language }) => primaryOf(language)));
    const detail = `hreflang ${alternates.map(({ language }) => language).join(', ')}`;
    return languages.size > 1 ? [finding('hreflang.one-for-two', page, { item: url, cause: url, detail })] : [];
  });
}

/** A page in another language than it states: where it holds the text of a version in that language, nobody translated it. */
function judgeText({ pages }: SiteView, page: number, set: readonly SiteAlternate[]): Finding[] {
  const own = pages[page];
  const stated = languageOf(set, page);
  if (own === undefined || stated === undefined || own.word_count < WORDS_OF_A_LANGUAGE_MIN) return [];
  if (stated === own.language) return [];
  const source = set.find(({ target, language }) => {
    const other = pages[target];
    if (other === undefined || target === page || [stated, 'x'].includes(primaryOf(language))) return false;
    const isCopy = other.content_hash === own.content_hash;
    return isCopy || (own.language !== '' && other.language === own.language && primaryOf(language) === own.language);
  });
  if (source !== undefined) {
    const detail = `hreflang ${stated}, the text is that of ${pages[source.target]?.url} (${source.language})`;
    return [finding('hreflang.untranslated', page, { detail })];
  }
  if (own.language === '') return [];
  return [finding('hreflang.text-language', page, { detail: `hreflang ${stated}, text ${own.language}` })];
}

/** The language that a page states of itself. */
function languageOf(set: readonly SiteAlternate[], page: number): string | undefined {
  const stated = set.find(({ target, language }) => target === page && language !== 'x-default')?.language;
  return stated === undefined ? undefined : primaryOf(stated);
}

function primaryOf(language: string): string {
  return (language.split('-', 1)[0] ?? '').toLowerCase();
}
