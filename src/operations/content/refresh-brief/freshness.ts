import { readDataRows } from '../../../kernel/data.ts';
import { judgePurpose } from '../../../study/compare.ts';
import { cleanHeading } from '../../../study/headings.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import { findSentences } from '../../../text/sentences.ts';
import { findDatedYear, findHeadingYear, findYears } from '../../../study/years.ts';
import type { RefreshReport } from './report.ts';

type Statement = RefreshReport['freshness_signals']['outdated_statements'][number];

const DATED: ReadonlyMap<string, RegExp> = new Map(
  readDataRows(import.meta.url, 'data/dated-words.tsv').map(([language = '', pattern = '']) => [
    language,
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu'),
  ]),
);
const PRICE = /\p{Sc}\s?\p{N}|\p{N}\s?\p{Sc}/u;
const VERSION =
  /(?<![\p{L}\p{N}=?/&-])(?:v\d+(?:\.\d+)+|(?:version|android|ios|windows|macos|php|python|wordpress)\s\d+(?:\.\d+)*)(?!\p{L})/iu;
/** «Changed in version 3.2» stays true. */
const SINCE_VERSION = /\b(?:changed|new|added|introduced|removed|deprecated|since|before|older|prior)\b[^.]{0,30}$/iu;
const STATEMENTS_MAX = 12;
const TEXT_MAX = 220;

export interface DatedStatements {
  /** In the order of the page. */
  readonly statements: readonly Statement[];
  /** All that there are. */
  readonly total: number;
}

/** How strongly a sign tells that a statement ages, strongest first. */
const SIGNS = ['year', 'word', 'version', 'price'] as const;
type Sign = readonly [sign: (typeof SIGNS)[number], pattern: string];

export interface DatingQuestion {
  /** ISO 639-1. */
  readonly language: string;
  readonly now: Date;
  /** What is searched for: a year that it names is the subject, not a date. */
  readonly keyword: string;
}

/**
 * Sentences and headings that time has a hold on: years by which they are current, words such as «recently», versions and prices.
 * Nothing says that they are wrong. Of more than twelve, those with the strongest signs are named.
 */
export function findDatedStatements(page: ReadPage, { language, now, keyword }: DatingQuestion): DatedStatements {
  const seen = new Set<string>();
  const asked = new Set<number | undefined>(findYears(keyword));
  const headingYear = (text: string): number | undefined => {
    const year = findHeadingYear(text, language, now);
    return asked.has(year) ? undefined : year;
  };
  // A main heading is dated with the title, and told with it.
  const titled = headingYear(page.title ?? '');
  // Prices of a shop are kept by the shop, not by an editor.
  const purpose = judgePurpose(page);
  const isShop = purpose === 'sell' || purpose === 'price';
  const found = page.sections.flatMap(({ level, heading, blocks }) => {
    const section = cleanHeading(heading);
    const sentences = blocks.filter(({ kind }) => kind !== 'code').flatMap(({ text }) => splitSentences(text));
    const year = level === 0 ? undefined : headingYear(heading);
    const isTold = year === undefined || (level === 1 && year === titled);
    const headed = isTold ? [] : [{ text: section, sign: ['year', `the year ${year} in a heading`] as const }];
    const said = sentences.flatMap((text) => {
      const dated = findDatedYear(text, language, now);
      const sign: Sign | undefined =
        dated === undefined || asked.has(dated)
          ? findOtherSign(text, language, !isShop)
          : ['year', `the year ${dated}`];
      return sign === undefined ? [] : [{ text, sign }];
    });
    return [...headed, ...said].map((each) => ({ ...each, section: section === '' ? null : section }));
  });
  const once = found.filter(({ text }) => !seen.has(text) && seen.add(text));
  const kept = new Set(
    once.toSorted((one, other) => SIGNS.indexOf(one.sign[0]) - SIGNS.indexOf(other.sign[0])).slice(0, STATEMENTS_MAX),
  );
  return {
    statements: once
      .filter((each) => kept.has(each))
      .map(({ text, sign: [, pattern], section }) => ({
        text: text.slice(0, TEXT_MAX).toWellFormed(),
        pattern,
        section,
      })),
    total: once.length,
  };
}

function splitSentences(text: string): string[] {
  return findSentences(text).map(({ start, end }) => text.slice(start, end));
}

function findOtherSign(sentence: string, language: string, hasPrices: boolean): Sign | undefined {
  const word = DATED.get(language)?.exec(sentence)?.[0];
  if (word !== undefined) return ['word', `“${word.toLowerCase()}”`];
  const version = VERSION.exec(sentence);
  if (version !== null && !SINCE_VERSION.test(sentence.slice(0, version.index)))
    return ['version', `the version ${version[0]}`];
  return hasPrices && PRICE.test(sentence) ? ['price', 'a price'] : undefined;
}
