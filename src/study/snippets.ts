import { z } from 'zod';

import { readDataRows } from '../kernel/data.ts';
import type { Serp } from '../ports/serp.ts';
import { listResults } from '../serp/results.ts';
import { cleanText, compareText } from '../text/normalize.ts';
import type { ReadPage } from '../text/reading/reading.ts';
import { capitalizeFirst, toTitleCase } from '../text/snippet/casing.ts';
import { findFlaw } from '../text/snippet/flaws.ts';
import { type Field, fits, measure, Measured } from '../text/snippet/option.ts';
import { findPhrasing } from '../text/snippet/phrasing.ts';
import { findFormat, findOwnFormat, type Format } from './format.ts';
import type { Study } from './study.ts';

/** A title or description that could be published as it stands. */
export const SnippetOption = Measured.extend({
  text: z.string(),
  strategy: z.string().describe('How it is built.'),
  why: z.string(),
});
export type SnippetOption = z.infer<typeof SnippetOption>;

interface Template {
  readonly language: string;
  readonly field: string;
  readonly format: string;
  readonly strategy: string;
  readonly text: string;
}

const TEMPLATES: readonly Template[] = readDataRows(import.meta.url, 'data/snippet-templates.tsv').map(
  ([language = '', field = '', format = '', strategy = '', text = '']) => ({ language, field, format, strategy, text }),
);

const WHY: Readonly<Record<string, string>> = {
  step_by_step: 'Most ranking pages explain how to do it.',
  guide: 'Most ranking pages are guides.',
  compared: 'Most ranking pages compare.',
  how_to_choose: 'Most ranking pages compare, and readers still have to choose.',
  plain: 'Says what was searched for and nothing else.',
  questions: 'Answers two questions that searchers see or other pages ask.',
  question: 'Answers a question that searchers see or other pages ask.',
  topics: 'Names what the ranking pages have in common.',
};
/** Share of the titles on the result page from which on a pattern is worth following. */
const COMMON_SHARE = 0.4;
const KEYWORD_MAX = 120;

/**
 * Titles and descriptions for a page on a studied search, in its language: only those that fit into a result whole and have
 * no fault of form. A language without templates gets the search alone as its title, and no title is written where no page
 * was compared.
 */
export function writeSnippets(study: Study, field: Field, { year, own }: ForPage): SnippetOption[] {
  const { language, patterns, compared } = study;
  if (field === 'title' && compared.length === 0) return [];
  const format = findOwnFormat(own) ?? (study.is_sufficient ? findFormat(study).format : null);
  const { with_year } = patterns.titles;
  const showsYear = with_year.of > 0 && with_year.pages / with_year.of >= COMMON_SHARE;
  const known = TEMPLATES.filter((each) => each.language === language && each.field === field);
  const templates = known.length > 0 || field === 'description' ? known : [PLAIN];
  const fitting = templates.filter((each) => isFor(each, format) && (each.strategy !== 'year' || showsYear));
  return fitting.flatMap(({ strategy, text }): SnippetOption[] => {
    const filled = fill(text, study, field, year);
    if (filled === undefined || !fits(filled, field) || findFlaw(filled, { field, language }) !== undefined) return [];
    const why =
      strategy === 'year'
        ? `The year stands in ${with_year.pages} of ${with_year.of} titles on the result page. Use it only if you update the page every year.`
        : (WHY[strategy] ?? '');
    return [{ text: filled, ...measure(filled, field), strategy, why }];
  });
}

interface ForPage {
  readonly year: number;
  /** The page that they are for, where there is one. */
  readonly own?: Pick<ReadPage, 'type'>;
}

const PLAIN: Template = { language: '', field: 'title', format: 'any', strategy: 'plain', text: '{k}' };

function isFor({ format: wanted }: Template, format: Format | null): boolean {
  return wanted === 'any' || wanted === format;
}

/** Undefined where something is missing that the template needs. */
function fill(template: string, study: Study, field: Field, year: number): string | undefined {
  const questions = study.questions.map(({ question }) => question).filter((question) => question.length <= 80);
  const values: Readonly<Record<string, string | undefined>> = {
    k: writeKeyword(study, field),
    year: String(year),
    q1: questions[0],
    q2: questions[1],
    topics: listTopics(study),
  };
  const wanted = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (wanted.some((name) => values[name] === undefined)) return undefined;
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

/**
 * The search with the capitals and hyphens that most pages give it. People string words together that nobody writes in a
 * row, such as `wanderschuhe größe`: that is no title, and undefined here.
 */
function writeKeyword({ serp, language, compared }: Study, field: Field): string | undefined {
  const words = cleanText(serp.keyword, KEYWORD_MAX)
    .split(/[\s-]+/)
    .filter((word) => word !== '');
  const written = new RegExp(
    String.raw`(?<![\p{L}\p{N}])${words.map(allowSpellings).join(String.raw`[\s-]+`)}(?![\p{L}\p{N}])`,
    'giu',
  );
  const { titles, sentences } = listTexts(serp, compared);
  const [inSentence, inTitle] = [findMost(sentences, written), findMost(titles, written)];
  // English titles have a capital on every word, which says nothing of how sentences write it.
  const most = inSentence ?? (language === 'en' && inTitle !== undefined ? words.join(' ') : inTitle);
  if (most === undefined) return undefined;
  const keyword = capitalizeFirst(most);
  return language === 'en' && field === 'title' ? toTitleCase(keyword) : keyword;
}

/** Letters and digits as they are, and either apostrophe. */
function allowSpellings(word: string): string {
  return word
    .replaceAll(/[^\p{L}\p{N}'’]/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`)
    .replaceAll(/['’]/g, "['’]");
}

function listTexts(serp: Serp, compared: Study['compared']): Readonly<Record<'titles' | 'sentences', string[]>> {
  const sections = compared.flatMap(({ page }) => page.sections);
  return {
    titles: [...listResults(serp).map(({ title }) => title ?? ''), ...sections.map(({ heading }) => heading)],
    sentences: sections.flatMap(({ blocks }) => blocks.map(({ text }) => text)),
  };
}

/** The most common of the ways in which texts write something; undefined where none does. */
function findMost(texts: readonly string[], written: RegExp): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [found] of text.matchAll(written)) counts.set(found, (counts.get(found) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1] || compareText(one[0], other[0]))[0]?.[0];
}

const TOPICS_NAMED = 4;
const TOPIC_CHARACTERS_MAX = 30;

function listTopics({ topics, language }: Study): string | undefined {
  const named = topics
    .filter(({ topic, in_headings }) => in_headings > 0 && topic.length <= TOPIC_CHARACTERS_MAX && !/[?!]/.test(topic))
    .slice(0, TOPICS_NAMED)
    .map(({ topic }) => (language === 'de' ? topic : topic.charAt(0).toLowerCase() + topic.slice(1)));
  const join = findPhrasing(language)?.join;
  return named.length < 3 || join === undefined ? undefined : join(named);
}
