import { agree, counted, joinWords } from '../../../kernel/grammar.ts';
import type { OwnPage, Study } from '../../../study/study.ts';
import { readWords } from '../../../text/reading/words.ts';
import type { RefreshReport } from './report.ts';
import { findHeadingYear, findYears } from '../../../study/years.ts';

/** What title and main heading of a page lack. */

/** Share of the titles on the result page from which on readers expect a year. */
const COMMON_SHARE = 0.4;

/** What to do about a year gone by in the title; null without one, or where the search itself asks for that year. */
export function judgeTitleYear({ page }: OwnPage, study: Study, now: Date): RefreshReport['title_year'] {
  const year = findHeadingYear(page.title ?? '', study.language, now);
  if (year === undefined || findYears(study.serp.keyword).includes(year)) return null;
  const isInHeading = page.sections.some(({ level, heading }) => level === 1 && findYears(heading).includes(year));
  const place = isInHeading ? 'the title and the main heading' : 'the title';
  const { pages, of } = study.patterns.titles.with_year;
  const isCommon = of > 0 && pages / of >= COMMON_SHARE;
  const shown =
    of === 0
      ? ''
      : `; ${pages === 0 ? 'none' : pages} of the ${counted(of, 'title')} on the result page ${agree(Math.max(1, pages), 'shows')} a year`;
  const action = isCommon
    ? `Check the whole page for ${now.getUTCFullYear()}, and then set the year in ${place} to it${shown}.`
    : `Remove ${year} from ${place}${shown}.`;
  return { year, advice: `${action} If ${year} names a product or an event, keep it.` };
}

/** The main heading is for readers, so it is changed only where it is missing, there several times, or names another subject. */
export function adviseHeading({ page }: OwnPage, { serp, language }: Study, now: Date): RefreshReport['h1_guidance'] {
  const current = page.sections.filter(({ level }) => level === 1).map(({ heading }) => heading);
  const [first] = current;
  if (first === undefined) return { current, advice: `Give the page one main heading that answers “${serp.keyword}”.` };
  if (current.length > 1)
    return { current, advice: 'Keep one main heading, and make the others headings of level two.' };
  const missing = listMissing(first, serp.keyword, language);
  if (missing.length > 0)
    return {
      current,
      advice: `Say in the main heading what people search for: it lacks ${joinWords(missing.map((word) => `“${word}”`))}.`,
    };
  const year = findHeadingYear(first, language, now);
  const dated =
    year === undefined || findYears(serp.keyword).includes(year) ? '' : ` Check whether ${year} still belongs in it.`;
  return { current, advice: `Keep the main heading: it says what people search for.${dated}` };
}

/** Words of the search, as they are written, that a text has no word for. */
export function listMissing(text: string, keyword: string, language: string): string[] {
  const held = new Set(readWords(text, language).map(({ term }) => term));
  return readWords(keyword, language)
    .filter(({ term }) => term !== '' && !held.has(term))
    .map(({ start, end }) => keyword.slice(start, end));
}
