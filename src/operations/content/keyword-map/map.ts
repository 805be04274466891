import { listed } from '../../../guidance/plan.ts';
import { agree, counted, joinWords, quoteWords } from '../../../kernel/grammar.ts';
import type { JudgedSearch } from '../../../keywords/known-searches.ts';
import { defineRowsTask, type Task } from '../../../kernel/task.ts';
import { readBrandName } from '../../../text/address.ts';
import { noteIgnoredFields } from '../../../text/cells.ts';
import { guessLanguages } from '../../../text/language.ts';
import { cleanText, compareText, foldPhrase } from '../../../text/normalize.ts';
import { nameOnePage } from '../../../text/page-types.ts';
import { type AskedKeyword, findShortBrand, type OwnSite, readAskedKeyword } from './asked.ts';
import { type Fit, INTENT_ENOUGH, type MatchLevel, type PlacedKeyword, placeKeyword } from './fit.ts';
import { compareLetters } from './letters.ts';
import { listMissingPages } from './missing.ts';
import {
  findBusinessPlaces,
  findCommonTerms,
  findHomeTerms,
  KeywordMapPage,
  type MapPage,
  readPages,
} from './pages.ts';
import { buildChecklist } from './plan.ts';
import type { KeywordMapReport, Mapping, WeakMatch } from './report.ts';
import { findRisks, listPageLoads } from './risks.ts';

export interface KeywordMapInput {
  readonly keywords: readonly string[];
  readonly pages: readonly KeywordMapPage[];
  readonly target?: string | undefined;
  /** What result pages say of some keywords, by folded keyword. */
  readonly judged?: ReadonlyMap<string, JudgedSearch> | undefined;
  readonly max_mappings: number;
}

const ALTERNATIVES_MAX = 3;

/**
 * Gives each keyword its one place: a page that can answer it, a page that nearly can, or a page to create.
 *
 * Neither the order of the keywords nor that of the pages has an effect.
 */
export function mapKeywords(input: KeywordMapInput): KeywordMapReport {
  const brand = input.target === undefined ? '' : readBrandName(input.target);
  const site: OwnSite = {
    brand,
    short_brand: findShortBrand(
      brand,
      input.pages.map(({ title }) => cleanText(title, 300)),
    ),
    judged: input.judged ?? new Map(),
    places: findBusinessPlaces(input.pages),
    common: findCommonTerms(input.pages),
    granted: findHomeTerms(input.pages),
  };
  const { asked, duplicates, unreadable, languages } = readKeywords(input, site);
  const titles = input.pages.map((page) => cleanText(`${page.title} ${page.description ?? ''}`, 400));
  const pages = readPages(input.pages, guessLanguages(titles).each, site);
  const lettersOf = compareLetters(asked, pages);
  const placed = asked.map((keyword) => placeKeyword(keyword, pages, lettersOf(keyword))).sort(compareScore);
  const mapped = placed.filter(({ level }) => level === 'strong' || level === 'medium');
  const kept = mapped.slice(0, input.max_mappings);
  const weak = placed.filter(({ level }) => level === 'weak');
  const none = placed.filter(({ level }) => level === 'none');
  const lost = none.filter(({ keyword }) => !isOwnLogin(keyword));
  const logins = none.flatMap(({ keyword }) =>
    isOwnLogin(keyword) ? [{ keyword: keyword.text, why: OWN_LOGIN }] : [],
  );
  const beyond = mapped.slice(input.max_mappings).map(({ keyword }) => ({
    keyword: keyword.text,
    why: `Over the max_mappings limit of ${input.max_mappings}.`,
  }));
  const missing = listMissingPages(lost, pages);
  const core = {
    mappings: kept.flatMap(toMapping),
    weak_matches: weak.flatMap(toWeakMatch),
    missing_pages: missing,
    cannibalization_risks: findRisks([...kept, ...weak], pages),
    page_load: listPageLoads(pages, kept, weak),
  };
  const leftOut = [...unreadable, ...logins, ...beyond].sort((one, other) => compareText(one.keyword, other.keyword));
  return {
    ...core,
    checklist: buildChecklist(core),
    duplicates,
    left_out: leftOut,
    counts: {
      keywords: input.keywords.length,
      pages: pages.length,
      strong: kept.filter(({ level }) => level === 'strong').length,
      medium: kept.filter(({ level }) => level === 'medium').length,
      weak: weak.length,
      missing: lost.length,
      missing_pages: missing.length,
      duplicates: duplicates.length,
      left_out: leftOut.length,
    },
    languages,
    notes: listNotes(input, pages),
  };
}

const OWN_LOGIN = 'It is a search for your login, which needs no page of content: link the login from the home page.';

function isOwnLogin({ own_words: own, wanted }: AskedKeyword): boolean {
  return own.size > 0 && wanted.value === 'login';
}

export const keywordMap: Task<KeywordMapInput, KeywordMapReport> = defineRowsTask(
  import.meta.url,
  'keywordMap',
  mapKeywords,
);

interface ReadKeywords {
  readonly asked: readonly AskedKeyword[];
  readonly duplicates: KeywordMapReport['duplicates'];
  readonly unreadable: KeywordMapReport['left_out'];
  readonly languages: string[];
}

function readKeywords(input: KeywordMapInput, site: OwnSite): ReadKeywords {
  const ordered = input.keywords.toSorted(compareText);
  const texts = ordered.map((keyword) => cleanText(keyword, 500));
  const languages = guessLanguages(texts).each;
  const asked = new Map<string, AskedKeyword>();
  const duplicates: { keyword: string; same_as: string }[] = [];
  const unreadable: { keyword: string; why: string }[] = [];
  for (const [at, text] of texts.entries()) {
    const folded = foldPhrase(text);
    const first = asked.get(folded);
    if (first !== undefined) {
      duplicates.push({ keyword: ordered[at] ?? text, same_as: first.text });
      continue;
    }
    const keyword = readAskedKeyword(text, languages[at] ?? '', site);
    if (keyword.reading.terms.length === 0)
      unreadable.push({ keyword: ordered[at] ?? text, why: text === '' ? 'It is empty.' : 'It has no words.' });
    else asked.set(folded, keyword);
  }
  const found = [...new Set([...asked.values()].map(({ reading }) => reading.language))].filter((code) => code !== '');
  return { asked: [...asked.values()], duplicates, unreadable, languages: found.sort(compareText) };
}

/** Among equals, the keyword that the page targets comes first, then the one that its title has word for word. */
function compareScore(one: PlacedKeyword, other: PlacedKeyword): number {
  return (
    (other.best?.score ?? 0) - (one.best?.score ?? 0) ||
    Number(other.best?.targets ?? false) - Number(one.best?.targets ?? false) ||
    measureLiteralShare(other) - measureLiteralShare(one) ||
    compareText(one.keyword.text, other.keyword.text)
  );
}

function measureLiteralShare({ best, keyword }: PlacedKeyword): number {
  return best === undefined ? 0 : best.literal / Math.max(1, keyword.reading.words.length);
}

function toMapping({ keyword, best, level, others }: PlacedKeyword): Mapping[] {
  if (best === undefined || level === 'none') return [];
  const alternatives = others
    .slice(0, ALTERNATIVES_MAX)
    .flatMap(({ page, score, level: match }) => (match === 'none' ? [] : [{ url: page.url, score, match }]));
  return [
    {
      keyword: keyword.text,
      intent: keyword.intent.value,
      primary_url: best.page.url,
      page_type: best.page.type.value,
      score: best.score,
      score_components: { ...best.components },
      match: level,
      alternatives,
      already_targeted: best.targets,
      why: explainMatch(best, level),
    },
  ];
}

function explainMatch(fit: Fit, level: MatchLevel): string {
  const parts = listed([
    fit.belongs === undefined ? describeWords(fit) : OWN_SEARCH[fit.belongs],
    fit.place_of_site && 'it does not name the place, but the business is there',
    fit.narrower !== undefined && `it is only for “${fit.narrower}”`,
    fit.names_other && 'its title names another part of the site',
    fit.targets && 'it already targets the keyword',
    fit.belongs === undefined &&
      fit.focus < 0.5 &&
      `the keyword covers only a small part of its topic (${Math.round(fit.focus * 100)}%)`,
    fit.intent_fit < INTENT_ENOUGH && `${nameOnePage(fit.page.type.value)} does not match the search intent`,
  ]);
  return `${parts.join('; ')}: a ${level} match.`;
}

const OWN_SEARCH: Readonly<Record<NonNullable<Fit['belongs']>, string>> = {
  name: 'People who search for your name want your home page',
  place: 'People who search for your name and a place want your site',
  contact: 'People who search for your name and how to reach you want your contact details',
};

/** Which words of the keyword the page has: as they are, by another word for them, or not at all. */
function describeWords({ exact, missing, lacking_content: absent, words: { written, meant, lacking } }: Fit): string {
  if (exact === 2) return 'Its title is the keyword';
  if (missing.length > 0) return `It lacks ${quoteWords(missing)}`;
  if (exact === 1 && meant.length + lacking.length === 0) return 'Its title has every word of the keyword and no other';
  if (meant.length + lacking.length === 0) return 'It has every word of the keyword';
  const has = joinWords([
    ...(written.length > 0 ? [quoteWords(written)] : []),
    ...(meant.length > 0 ? [`other words for ${quoteWords(meant)}`] : []),
  ]);
  return `It has ${has}${absent.length > 0 ? `, but not ${quoteWords(absent)}` : ''}`;
}

function toWeakMatch(placed: PlacedKeyword): WeakMatch[] {
  const [mapping] = toMapping(placed);
  const { best } = placed;
  if (mapping === undefined || best === undefined) return [];
  return [{ ...mapping, missing_words: [...best.missing], advice: adviseOn(placed, best) }];
}

function adviseOn({ keyword }: PlacedKeyword, fit: Fit): string {
  const wanted = nameOnePage(keyword.wanted.value);
  if (fit.intent_fit < INTENT_ENOUGH) return `Create ${wanted} for it, and link it with this page.`;
  if (fit.missing.length > 0)
    return `Add a section that answers “${keyword.text}” if it fits this page, which lacks ${quoteWords(fit.missing)}; otherwise create ${wanted} for it.`;
  if (fit.narrower !== undefined) return `Create ${wanted} for everyone, and link it with this page.`;
  return 'Give the keyword a heading and a section of its own, or a page of its own.';
}

function listNotes(input: KeywordMapInput, pages: readonly MapPage[]): string[] {
  const folded = input.pages.length - pages.length;
  return [
    ...listed([
      folded > 0 &&
        `${counted(folded, 'row')} ${agree(folded, 'repeats')} the URL of another page and ${agree(folded, 'was')} merged with it.`,
      input.pages.every(({ headings }) => headings === null || headings === undefined) &&
        'No page has headings, so matches were judged by title, URL, description and current keywords alone.',
    ]),
    ...noteIgnoredFields('pages', input.pages, KeywordMapPage.shape),
  ];
}
