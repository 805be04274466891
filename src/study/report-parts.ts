import { z } from 'zod';

import { Level } from '../kernel/level.ts';
import { dateCheck } from '../serp/results.ts';
import { cleanHeading } from './headings.ts';
import { EXCLUSIONS } from './kinds.ts';
import type { Study } from './study.ts';
import type { Topic } from './topics.ts';

/** What every operation that studies a search shows of it. */

const TopicSight = z.object({
  position: z.int().describe('Place of the page among the organic results.'),
  url: z.string(),
  heading: z.string().nullable().describe('Heading that names the topic, or that it stands under.'),
  quote: z
    .string()
    .describe(
      'Sentence of that page about the topic, word for word. Under a heading that names the topic, it need not name it again.',
    ),
});

export const TopicRow = z.object({
  topic: z.string(),
  importance: z
    .int()
    .describe(
      '1-100: the share of the compared pages that cover it, weighted by position, times how telling its words are and how often it has a heading.',
    ),
  priority: Level,
  coverage: z.int().describe('Compared pages that cover it.'),
  of: z.int().describe('Compared pages.'),
  in_headings: z.int().describe('Of these, pages with a heading for it.'),
  example_headings: z.array(z.string()),
  seen_on: z.array(TopicSight),
});
export type TopicRow = z.infer<typeof TopicRow>;

const HIGH_FROM = 50;
const MEDIUM_FROM = 25;
const SIGHTS_MAX = 5;

export function describeTopic(topic: Topic): TopicRow {
  const { importance, coverage, of, in_headings, example_headings, seen_on } = topic;
  return {
    topic: topic.topic,
    importance,
    priority: importance >= HIGH_FROM ? 'high' : importance >= MEDIUM_FROM ? 'medium' : 'low',
    coverage,
    of,
    in_headings,
    example_headings: [...example_headings],
    seen_on: seen_on
      .slice(0, SIGHTS_MAX)
      .map(({ position, url, heading, quote }) => ({ position, url, heading, quote })),
  };
}

export const QuestionRow = z.object({
  question: z.string(),
  seen_in: z.enum(['people_also_ask', 'headings', 'both']),
  seen_on: z.array(z.string()).describe('Ranking pages that have it as a heading.'),
});
export type QuestionRow = z.infer<typeof QuestionRow>;

export const ComparedRow = z.object({
  position: z.int(),
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  status: z.enum(['compared', ...EXCLUSIONS]).describe('Whether the page was compared, or why not.'),
  note: z.string().nullable().describe('Why it was not compared, in words.'),
  page_type: z.string().nullable(),
  word_count: z.int().nullable().describe('Words of the main content.'),
  published_at: z.string().nullable(),
  modified_at: z.string().nullable(),
  headings: z.array(z.object({ level: z.int(), text: z.string() })),
});
export type ComparedRow = z.infer<typeof ComparedRow>;

const HEADINGS_MAX = 60;

/** Every page of the result page in its order, also those that were not compared. */
export function listPages({ compared, excluded }: Study, headingDepth: number): ComparedRow[] {
  const read = compared.map(({ position, url, domain, page }): ComparedRow => ({
    position,
    url,
    domain,
    title: page.title,
    status: 'compared',
    note: null,
    page_type: page.type,
    word_count: page.word_count,
    published_at: page.published_at,
    modified_at: page.modified_at,
    headings: listHeadings(page.sections, headingDepth),
  }));
  const left = excluded.map(({ position, url, domain, title, reason, note }): ComparedRow => ({
    position,
    url,
    domain,
    title,
    status: reason,
    note,
    page_type: null,
    word_count: null,
    published_at: null,
    modified_at: null,
    headings: [],
  }));
  return [...read, ...left].toSorted((one, other) => one.position - other.position);
}

export function listHeadings(
  sections: readonly { readonly level: number; readonly heading: string }[],
  headingDepth: number,
): { level: number; text: string }[] {
  return sections
    .filter(({ level, heading }) => level > 0 && level <= headingDepth && heading !== '')
    .slice(0, HEADINGS_MAX)
    .map(({ level, heading }) => ({ level, text: cleanHeading(heading) }));
}

export const NumberRange = z
  .object({ p25: z.int(), median: z.int(), p75: z.int() })
  .describe('The middle half of the compared pages.');

export const OutlineRow = z.object({
  h2: z.string(),
  purpose: z.string().describe('Why it is there: how many compared pages have it, or where it is asked.'),
  h3: z.array(z.string()),
  points: z.array(z.string()).describe('What the ranking pages say there without a heading for it.'),
  seen_on: z.array(z.string()).describe('Compared pages that cover it.'),
  pages: z.int(),
  of: z.int(),
  target_words: NumberRange.nullable().describe(
    'Words that pages with a heading for it spend on it; null of fewer than three.',
  ),
});

/** The search as it was looked up. */
export const StudiedSearch = z.object({
  keyword: z.string(),
  engine: z.string(),
  location: z.string().nullable(),
  location_code: z.int().nullable(),
  language: z.string(),
  device: z.string().nullable(),
  checked_at: z.string().nullable(),
  compared: z.int().describe('Ranking pages that were read and compared.'),
  ranking: z.int().describe('Organic results that were looked at.'),
});

export function describeSearch({ serp, compared, excluded }: Study): z.infer<typeof StudiedSearch> {
  return {
    keyword: serp.keyword,
    engine: serp.engine,
    location: serp.location?.name ?? null,
    location_code: serp.location?.code ?? null,
    language: serp.language,
    device: serp.device,
    checked_at: dateCheck(serp),
    compared: compared.length,
    ranking: compared.length + excluded.length,
  };
}

type SameSearch = Pick<z.infer<typeof StudiedSearch>, 'keyword' | 'location_code' | 'language' | 'device'>;

/** The same search, as the body of a further call asks for it. */
export function askSameSearch({ keyword, location_code, language, device }: SameSearch) {
  return {
    keyword,
    ...(location_code === null ? {} : { location_code }),
    language,
    ...(device === 'mobile' ? { device } : {}),
  };
}

export const SerpIntentRow = z.object({
  main: z.string().nullable(),
  shares: z.array(z.object({ intent: z.string(), share: z.number(), evidence: z.array(z.string()) })),
  is_mixed: z.boolean().describe('A second intent has a share of three tenths or more.'),
});

export function describeIntent({ intent }: Study): z.infer<typeof SerpIntentRow> {
  return {
    main: intent.main,
    shares: intent.shares.map(({ intent: name, share, evidence }) => ({
      intent: name,
      share,
      evidence: [...evidence],
    })),
    is_mixed: intent.is_mixed,
  };
}
