import { readDataRows } from '../../../kernel/data.ts';
import { cleanHeading } from '../../../study/headings.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import { findSentences } from '../../../text/sentences.ts';
import { findDatedYear, findHeadingYear } from './years.ts';
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

/**
 * Sentences and headings that time has a hold on: years by which they are current, words such as «recently», versions and prices.
 * Nothing says that they are wrong. Of more than twelve, those with the strongest signs are named.
 */
export function findDatedStatements(page: ReadPage, language: string, now: Date): DatedStatements {
  const seen = new Set<string>();
  const found = page.sections.flatMap(({ level, heading, blocks }) => {
    const section = cleanHeading(heading);
    const sentences = blocks.filter(({ kind }) => kind !== 'code').flatMap(({ text }) => splitSentences(text));
    const year = level === 0 ? undefined : findHeadingYear(heading, language, now);
    const headed =
      year === undefined ? [] : [{ text: section, sign: ['year', `the year ${year} in a heading`] as const }];
    const said = sentences.flatMap((text) => {
      const sign = findSign(text, language, now);
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

function findSign(sentence: string, language: string, now: Date): Sign | undefined {
  const year = findDatedYear(sentence, language, now);
  if (year !== undefined) return ['year', `the year ${year}`];
  const word = DATED.get(language)?.exec(sentence)?.[0];
  if (word !== undefined) return ['word', `“${word.toLowerCase()}”`];
  const version = VERSION.exec(sentence);
  if (version !== null && !SINCE_VERSION.test(sentence.slice(0, version.index)))
    return ['version', `the version ${version[0]}`];
  return PRICE.test(sentence) ? ['price', 'a price'] : undefined;
}
