import { capitalizeFirst } from '../../../text/snippet/casing.ts';
import { linkGroups } from '../../../kernel/average-linkage.ts';
import { quoteWords } from '../../../kernel/grammar.ts';
import { readAddressLanguage, readPathWords } from '../../../text/address.ts';
import { compareText } from '../../../text/normalize.ts';
import { nameOnePage } from '../../../text/page-types.ts';
import { findPurpose, type Purpose } from '../../../text/purpose.ts';
import type { Intent } from '../../../text/signals.ts';
import { stemTerm } from '../../../text/keyword.ts';
import { findTermMeaning } from '../../../text/synonyms.ts';
import { keywordSimilarity } from '../../../text/similarity.ts';
import { capitalizePlaces } from '../../../text/places.ts';
import { makeSlug } from '../../../text/slug.ts';
import type { AskedKeyword } from './asked.ts';
import { type Fit, INTENT_ENOUGH, type PlacedKeyword } from './fit.ts';
import type { MapPage } from './pages.ts';
import type { MissingPage, WorthComponent } from './report.ts';

/** Pages to create, each with the keywords that it would answer, the most valuable first. */
export function listMissingPages(lost: readonly PlacedKeyword[], pages: readonly MapPage[]): MissingPage[] {
  const byKeyword = new Map(lost.map((placed) => [placed.keyword, placed]));
  const languages = readSiteLanguages(pages);
  const taken = new Set(pages.map(({ url }) => readPathWords(url).trim().replaceAll(/\s+/g, '-')));
  return groupSiblings(lost.map(({ keyword }) => keyword))
    .map((group) => group.toSorted(comparePlainness))
    .sort((one, other) => other.length - one.length || compareText(one[0]?.text ?? '', other[0]?.text ?? ''))
    .flatMap((group) => {
      const [head] = group;
      return head === undefined ? [] : [toMissingPage(head, group, { placed: byKeyword, taken, languages })];
    })
    .sort(
      // What no page has a word of may not be what the business does.
      (one, other) =>
        Number(one.nearest_page === null) - Number(other.nearest_page === null) ||
        other.worth - one.worth ||
        compareText(one.keywords[0] ?? '', other.keywords[0] ?? ''),
    );
}

interface Setting {
  readonly placed: ReadonlyMap<AskedKeyword, PlacedKeyword>;
  readonly taken: Set<string>;
  readonly languages: SiteLanguages;
}

/** The shortest keyword names the group; the others refine it. */
function comparePlainness(one: AskedKeyword, other: AskedKeyword): number {
  return (
    one.reading.terms.length - other.reading.terms.length ||
    one.text.length - other.text.length ||
    compareText(one.text, other.text)
  );
}

function toMissingPage(
  head: AskedKeyword,
  group: readonly AskedKeyword[],
  { placed, taken, languages }: Setting,
): MissingPage {
  const near = placed.get(head)?.best;
  // The surest keyword of the group decides the type; the head is often the barest of them.
  const surest =
    group.toSorted(
      (one, other) => other.wanted.confidence - one.wanted.confidence || compareText(one.text, other.text),
    )[0] ?? head;
  const { worth, components, language } = scoreWorth(group, surest.intent.value, placed.get(head), languages);
  return {
    keywords: group.map(({ text }) => text),
    intent: surest.intent.value,
    buyer_stage: surest.intent.buyer_stage.value,
    suggested_page_type: surest.wanted.value,
    language: head.reading.language,
    worth,
    worth_components: components,
    suggested_title: makeTitle(head),
    suggested_slug: pickSlug(group, taken),
    nearest_page:
      near === undefined ? null : { url: near.page.url, score: near.score, missing_words: [...near.missing] },
    why:
      explainMissing(head, near) +
      (language === 'none' ? ' The site has no page in this language: decide on the language first.' : ''),
  };
}

function explainMissing(head: AskedKeyword, near: Fit | undefined): string {
  if (near === undefined) return explainNone(head);
  const closest = `The closest page, ${near.page.url},`;
  if (near.opposed !== undefined) return `${closest} is for “${near.opposed}” instead.`;
  if (near.missing.length > 0) return `${closest} lacks ${quoteWords(near.missing)}.`;
  if (near.intent_fit >= INTENT_ENOUGH) return `${closest} covers too little of it.`;
  return `${closest} is ${nameOnePage(near.page.type.value)}, which does not match the search intent.`;
}

/** Every page may have the name of the site and its place, so only the rest of the words is nowhere. */
function explainNone({ reading, own_words: own, places }: AskedKeyword): string {
  const isOwn = (word: string): boolean => {
    const stem = stemTerm(word, reading.language);
    return own.has(stem) || places.has(findTermMeaning(stem, reading.language));
  };
  const rest = reading.words.filter((word) => !isOwn(word));
  if (own.size > 0 && rest.length > 0) return `No page says ${quoteWords(rest)} with your name.`;
  const words = rest.length < reading.words.length && rest.length > 0 ? quoteWords(rest) : 'any of it';
  return `No page mentions ${words}: check first that it is part of what you offer.`;
}

/** The keyword as a title: its first letter and the places in it upper case, nothing added. */
function makeTitle({ text, reading }: AskedKeyword): string {
  return capitalizeFirst(capitalizePlaces(text), reading.language);
}

function pickSlug(group: readonly AskedKeyword[], taken: Set<string>): string {
  const slugs = group.map(({ text, reading }) => makeSlug(text, reading.language)).filter((slug) => slug !== '');
  const base = slugs[0] ?? 'page';
  let slug = slugs.find((each) => !taken.has(each)) ?? base;
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`;
  taken.add(slug);
  return slug;
}

/** Points by how many keywords a page would answer; more than five add nothing. */
const BY_KEYWORDS = [0, 10, 17, 21, 24, 25] as const;
const BY_INTENT: Readonly<Record<Intent, number>> = {
  transactional: 25,
  local: 25,
  commercial: 20,
  informational: 10,
  navigational: 5,
};
/** A page in the main language of the site, in one that some of its pages have, and in one that none has. */
const BY_LANGUAGE = { main: 30, some: 15, none: 0 } as const;
const NEARNESS = 20;

/** The languages of a site, by its pages. */
interface SiteLanguages {
  readonly main: string;
  readonly all: ReadonlySet<string>;
}

/** Pages whose language is unknown are taken to be in that of most pages. */
function readSiteLanguages(pages: readonly MapPage[]): SiteLanguages {
  const counts = new Map<string, number>();
  for (const { url, language } of pages) {
    const code = readAddressLanguage(url).slice(0, 2) || language;
    if (code !== '') counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  const ranked = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  return { main: ranked[0]?.[0] ?? '', all: new Set(counts.keys()) };
}

interface Worth {
  readonly worth: number;
  readonly components: Readonly<Record<WorthComponent, number>>;
  readonly language: keyof typeof BY_LANGUAGE;
}

/**
 * What a missing page is worth, 0–100: `keywords + intent + language + nearness`. Our own points, pinned by the tests.
 *
 * keywords: how many it would answer (25 for five). intent: 25 for a search of a buyer or of someone nearby, 10 for a
 * question. language: 30 in the language of most pages, 15 in one that some are in. nearness: 20 × the share of its
 * first keyword that the nearest page has, since a page close to what a site is about is found sooner.
 */
function scoreWorth(
  group: readonly AskedKeyword[],
  intent: Intent,
  near: PlacedKeyword | undefined,
  site: SiteLanguages,
): Worth {
  const code = group[0]?.reading.language ?? '';
  const spoken = code === '' || site.main === '' || code === site.main ? 'main' : site.all.has(code) ? 'some' : 'none';
  const components = {
    keywords: BY_KEYWORDS[Math.min(group.length, BY_KEYWORDS.length - 1)] ?? 0,
    intent: BY_INTENT[intent],
    language: BY_LANGUAGE[spoken],
    nearness: Math.round(NEARNESS * Math.min(1, near?.best?.covered ?? 0)),
  };
  return {
    worth: Object.values(components).reduce((sum, points) => sum + points, 0),
    components,
    language: spoken,
  };
}

/** From this average similarity on, one page can answer all keywords of a group. */
const LIKENESS_MIN = 0.5;
const SURE = 0.4;

/**
 * Groups of keywords that one new page could answer: average linkage over keyword similarity, and never two purposes
 * (a guide and a shop page) in one group. The order of the keywords does not matter.
 */
function groupSiblings(keywords: readonly AskedKeyword[]): AskedKeyword[][] {
  const ordered = keywords.toSorted((one, other) =>
    compareText(one.reading.key + '\0' + one.text, other.reading.key + '\0' + other.text),
  );
  const count = ordered.length;
  const pairs = { count, likeness: new Float64Array(count * count), apart: new Uint8Array(count * count) };
  for (const [at, one] of ordered.entries()) {
    for (const [there, other] of ordered.slice(0, at).entries()) {
      const [here, back] = [at * count + there, there * count + at];
      if (areForOtherPurposes(one, other)) pairs.apart[here] = pairs.apart[back] = 1;
      else pairs.likeness[here] = pairs.likeness[back] = keywordSimilarity(one.reading, other.reading);
    }
  }
  return linkGroups(pairs, LIKENESS_MIN).map(({ members }) =>
    members.toSorted((one, other) => one - other).flatMap((at) => ordered[at] ?? []),
  );
}

function areForOtherPurposes(one: AskedKeyword, other: AskedKeyword): boolean {
  // The login and the reviews of a brand have nothing but its name in common.
  const shareName = one.own_words.size > 0 && other.own_words.size > 0;
  if (shareName && ![...one.weights.keys()].some((term) => other.weights.has(term))) return true;
  const [here, there] = [judgePurpose(one), judgePurpose(other)];
  return here !== undefined && there !== undefined && here !== there;
}

function judgePurpose({ wanted }: AskedKeyword): Purpose | undefined {
  return wanted.confidence > SURE ? findPurpose(wanted.value) : undefined;
}
