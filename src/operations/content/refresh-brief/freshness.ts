import { readDataRows } from '../../../kernel/data.ts';
import { cleanHeading } from '../../../study/headings.ts';
import type { ReadPage } from '../../../text/reading/reading.ts';
import { findSentences } from '../../../text/sentences.ts';
import type { RefreshReport } from './report.ts';

type Statement = RefreshReport['freshness_signals']['outdated_statements'][number];

const DATED: ReadonlyMap<string, RegExp> = new Map(
  readDataRows(import.meta.url, 'data/dated-words.tsv').map(([language = '', pattern = '']) => [
    language,
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'iu'),
  ]),
);
const YEAR = /(?<![\p{L}\p{N}.,:/-])(?:19|20)\d\d(?![\p{L}\p{N}%/-])/gu;
const PRICE = /\p{Sc}\s?\p{N}|\p{N}\s?\p{Sc}/u;
const VERSION = /(?<!\p{L})(?:v|version|android|ios|windows|macos|php|python|wordpress)\s?\d+(?:\.\d+)*/iu;
const STATEMENTS_MAX = 12;
const TEXT_MAX = 220;

/** Sentences that time has a hold on: years gone by, words such as «recently», prices and versions. Nothing says that they are wrong. */
export function findDatedStatements(page: ReadPage, language: string, now: Date): Statement[] {
  const found = page.sections.flatMap(({ heading, blocks }) =>
    blocks
      .filter(({ kind }) => kind !== 'code')
      .flatMap(({ text }) =>
        findSentences(text).flatMap(({ start, end }): Statement[] => {
          const sentence = text.slice(start, end);
          const pattern = findPattern(sentence, language, now);
          if (pattern === undefined) return [];
          const section = cleanHeading(heading);
          return [
            { text: sentence.slice(0, TEXT_MAX).toWellFormed(), pattern, section: section === '' ? null : section },
          ];
        }),
      ),
  );
  return found.slice(0, STATEMENTS_MAX);
}

function findPattern(sentence: string, language: string, now: Date): string | undefined {
  const year = (sentence.match(YEAR) ?? []).find((each) => Number(each) >= 2000 && Number(each) < now.getUTCFullYear());
  if (year !== undefined) return `the year ${year}`;
  const word = DATED.get(language)?.exec(sentence)?.[0];
  if (word !== undefined) return `“${word.toLowerCase()}”`;
  if (PRICE.test(sentence)) return 'a price';
  const version = VERSION.exec(sentence)?.[0];
  return version === undefined ? undefined : `the version ${version}`;
}

export function findYears(text: string | null): number[] {
  return [...new Set((text?.match(YEAR) ?? []).map(Number))];
}
