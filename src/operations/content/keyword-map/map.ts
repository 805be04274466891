import { guessLanguages } from '../../../text/language.ts';
import { cleanText, compareText, foldPhrase } from '../../../text/normalize.ts';
import { readBrandName } from '../../../text/address.ts';
import { noteIgnoredFields } from '../../../text/cells.ts';
import { nameOnePage } from '../../../text/page-types.ts';
import { type AskedKeyword, askKeyword, type OwnSite } from './asked.ts';
import { type Fit, fitsOf } from './fit.ts';
import { type KeywordMapInput, KeywordMapPage } from './input.ts';
import { checklistOf } from './checklist.ts';
import type { MatchLevel } from './match.ts';
import { missingPages } from './missing.ts';
import { placesOf } from './place.ts';
import { type MapPage, readPages } from './pages.ts';
import type { KeywordMapReport, Mapping, WeakMatch } from './report.ts';
import { type Placed, pageLoads, risksOf } from './risks.ts';

const ALTERNATIVES_MAX = 3;

/**
 * Gives each keyword its one place: a page that can answer it, a page that nearly can, or a page to be made.
 *
 * Neither the order of the keywords nor that of the pages has an effect.
 */
export function mapKeywords(input: KeywordMapInput): KeywordMapReport {
  const site: OwnSite = {
    brand: input.target === undefined ? '' : readBrandName(input.target),
    places: placesOf(input.pages),
  };
  const { asked, duplicates, unreadable, languages } = readKeywords(input, site);
  const titles = input.pages.map((page) => cleanText(`${page.title} ${page.description ?? ''}`, 400));
  const pages = readPages(input.pages, guessLanguages(titles).each, site.places);
  const placed = asked.map((keyword) => place(keyword, pages)).sort(byScore);
  const mapped = placed.filter(({ level }) => level === 'strong' || level === 'medium');
  const kept = mapped.slice(0, input.max_mappings);
  const weak = placed.filter(({ level }) => level === 'weak');
  const lost = placed.filter(({ level }) => level === 'none');
  const beyond = mapped.slice(input.max_mappings).map(({ keyword }) => ({
    keyword: keyword.text,
    why: `Beyond max_mappings ${input.max_mappings}.`,
  }));
  const missing = missingPages(lost, pages);
  const core = {
    mappings: kept.flatMap(toMapping),
    weak_matches: weak.flatMap(toWeakMatch),
    missing_pages: missing,
    cannibalization_risks: risksOf([...kept, ...weak]),
    page_load: pageLoads(pages, kept, weak),
  };
  const leftOut = [...unreadable, ...beyond].sort((one, other) => compareText(one.keyword, other.keyword));
  return {
    ...core,
    checklist: checklistOf(core),
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
    notes: notesOf(input, pages),
  };
}

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
    const keyword = askKeyword(text, languages[at] ?? '', site);
    if (keyword.reading.terms.length === 0)
      unreadable.push({ keyword: ordered[at] ?? text, why: text === '' ? 'It is empty.' : 'It has no word.' });
    else asked.set(folded, keyword);
  }
  const found = [...new Set([...asked.values()].map(({ reading }) => reading.language))].filter((code) => code !== '');
  return { asked: [...asked.values()], duplicates, unreadable, languages: found.sort(compareText) };
}

function place(keyword: AskedKeyword, pages: readonly MapPage[]): Placed {
  const ranked = fitsOf(keyword, pages).map((fit) => ({ fit, level: fit.level }));
  const best = ranked[0];
  const others = ranked.slice(1).filter(({ level }) => level !== 'none');
  return { keyword, best: best?.fit, level: best?.level ?? 'none', others };
}

/** Of equals the keyword that the page itself names comes first, then the one that its title has word for word. */
function byScore(one: Placed, other: Placed): number {
  return (
    (other.best?.score ?? 0) - (one.best?.score ?? 0) ||
    Number(other.best?.targets ?? false) - Number(one.best?.targets ?? false) ||
    literalShare(other) - literalShare(one) ||
    compareText(one.keyword.text, other.keyword.text)
  );
}

function literalShare({ best, keyword }: Placed): number {
  return best === undefined ? 0 : best.literal / Math.max(1, keyword.reading.words.length);
}

function toMapping({ keyword, best, level, others }: Placed): Mapping[] {
  if (best === undefined || level === 'none') return [];
  const alternatives = others
    .slice(0, ALTERNATIVES_MAX)
    .flatMap(({ fit, level: match }) => (match === 'none' ? [] : [{ url: fit.page.url, score: fit.score, match }]));
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
      why: whyOf(best, level),
    },
  ];
}

function whyOf(fit: Fit, level: MatchLevel): string {
  const parts = [
    fit.missing.length === 0
      ? 'It has every telling word of the keyword'
      : `It lacks ${fit.missing.map((word) => `"${word}"`).join(', ')}`,
  ];
  if (fit.place_of_site) parts.push('the place is that of the business, not named on the page');
  if (fit.narrower !== undefined) parts.push(`it is for "${fit.narrower.word}" alone`);
  if (fit.targets) parts.push('it names the keyword among its own');
  if (fit.focus < 0.5) parts.push(`the keyword is a small part of what it is about (${Math.round(fit.focus * 100)} %)`);
  if (fit.intent_fit < 0.4) parts.push(`${nameOnePage(fit.page.type.value)} is not what the search is after`);
  return `${parts.join('; ')}: a ${level} match.`;
}

function toWeakMatch(placed: Placed): WeakMatch[] {
  const [mapping] = toMapping(placed);
  const { best } = placed;
  if (mapping === undefined || best === undefined) return [];
  return [{ ...mapping, missing_words: [...best.missing], advice: adviceFor(placed, best) }];
}

function adviceFor({ keyword }: Placed, fit: Fit): string {
  const wanted = nameOnePage(keyword.wanted.value);
  if (fit.intent_fit < 0.4) return `Make ${wanted} for it and link it with this page.`;
  if (fit.missing.length > 0)
    return `Add a section on ${fit.missing.map((word) => `"${word}"`).join(', ')} if it belongs to the page; else make ${wanted} for it.`;
  if (fit.narrower !== undefined) return `Make ${wanted} for everybody, and link it with this page.`;
  return 'Give the keyword a heading and a section of its own, or a page of its own.';
}

function notesOf(input: KeywordMapInput, pages: readonly MapPage[]): string[] {
  const notes: string[] = [];
  const folded = input.pages.length - pages.length;
  if (folded > 0)
    notes.push(
      `${folded === 1 ? '1 row repeats' : `${folded} rows repeat`} the address of another page and ${folded === 1 ? 'was' : 'were'} read with it.`,
    );
  if (input.pages.every(({ headings }) => headings === null || headings === undefined))
    notes.push('No page has headings: matches were judged by title, address, description and current keywords alone.');
  return [...notes, ...noteIgnoredFields('pages', input.pages, KeywordMapPage.shape)];
}
