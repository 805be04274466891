import { readSearches } from '../../../keywords/known-searches.ts';
import { z } from 'zod';

import { BrandCounts, countBranded } from '../../../keywords/branded-keywords.ts';
import { KnownElsewhere } from '../../../keywords/elsewhere.ts';
import { measureKeywords } from '../../../keywords/measure.ts';
import { KeywordMetrics } from '../../../keywords/metrics.ts';
import { findOwnRankings, measureGains, OwnRanking, type ReadRate } from '../../../keywords/own-ranking.ts';
import { describePages, PagesUsed, type ResultPages } from '../../../keywords/result-pages.ts';
import type { FoundEvidence } from '../../../keywords/measure.ts';
import type { KeywordDifficulty, KeywordFact } from '../../../ports/keywords.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { readKeyword } from '../../../text/keyword.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { type Collected, DROP_REASONS, type Idea } from './collect.ts';
import { groupIdeas, IdeaGroup } from './groups.ts';
import { IDEA_TYPES } from './idea-type.ts';

const EVIDENCE_KINDS = [
  'suggestion',
  'console',
  'people_also_ask',
  'related_search',
  'title',
  'heading',
  'anchor',
  'import',
  'provider',
  'ranking_page',
] as const;

const IdeaRow = KeywordMetrics.extend({
  idea_type: z
    .enum(IDEA_TYPES)
    .describe('How it differs from the seed. also_rank_for: pages that rank for the seed also rank for it.'),
  evidence: z
    .array(z.object({ kind: z.enum(EVIDENCE_KINDS), source: z.string(), seen: z.int() }))
    .describe('Where it was found, and how often.'),
  already_ranking: OwnRanking.nullable().describe('null without target, or if no result page is known.'),
});
export type IdeaRow = z.infer<typeof IdeaRow>;

const Count = z.int();

export const KeywordIdeas = z.object({
  location: z.object({ code: z.int(), name: z.string() }).nullable().describe('null: worldwide.'),
  language: z.string(),
  coverage: z.enum(['sample', 'none']).describe('sample: no list of ideas is complete. none: no source has any.'),
  result_pages: PagesUsed.nullable().describe(
    'Stored result pages behind intent, Seamark’s own difficulty and rankings; null if there are none.',
  ),
  seed: KeywordMetrics.extend({ already_ranking: OwnRanking.nullable() }),
  items: z.array(IdeaRow).describe('Highest opportunity first; if it is unknown, by volume, then by evidence.'),
  total_count: Count.describe('Ideas that passed every filter; items lists a page of them.'),
  limit: Count,
  offset: Count,
  idea_types: z.record(z.string(), Count).describe('Ideas that passed every filter, by type.'),
  by_brand: BrandCounts,
  groups: z.array(IdeaGroup),
  known_elsewhere: KnownElsewhere,
  unknown_volume_excluded: Count.describe('Ideas that min_search_volume leaves out because their volume is unknown.'),
  dropped: z.object({
    same_as_seed: Count,
    near_duplicate: Count.describe('Variants of a better-known idea in word order, number or spelling.'),
    adult: Count,
    brand: Count.describe('Bare names of other brands; ideas with your own brand stay.'),
    other_language: Count,
    no_words: Count,
    below_min_search_volume: Count,
  }),
  dropped_examples: z.array(
    z.object({ keyword: z.string(), reason: z.enum(DROP_REASONS), duplicate_of: z.string().nullable() }),
  ),
});
export type KeywordIdeas = z.infer<typeof KeywordIdeas>;

export interface IdeasInput {
  readonly seed: string;
  readonly collected: Collected;
  readonly facts: readonly KeywordFact[];
  readonly location: { readonly code: number; readonly name: string } | null;
  readonly language: string;
  readonly limit: number;
  readonly offset: number;
  readonly min_search_volume: number;
  readonly pages: ResultPages | undefined;
  /** On Seamark's own scale, by folded keyword. */
  readonly difficulties: ReadonlyMap<string, KeywordDifficulty>;
  /** Host of the caller's site. */
  readonly host: string | undefined;
  /** Click rates of that site where they are known; undefined reads the published ones. */
  readonly readRate: ReadRate | undefined;
  readonly brand: BrandNames | null;
}

const EXAMPLES_MAX = 20;

/** The best ideas for a seed with what is known about each, and what was left out and why. */
export function buildIdeas(input: IdeasInput): Omit<KeywordIdeas, 'known_elsewhere'> {
  const { collected, limit, offset, location, language } = input;
  const { seed, rows } = measureIdeas(input);
  const passed = rows.filter((row) => isAtLeast(row, input.min_search_volume) === true).toSorted(compareIdeas);
  const below = rows.filter((row) => isAtLeast(row, input.min_search_volume) === false).length;
  const items = orderVaried(passed, limit).slice(offset, offset + limit);
  const counts = Map.groupBy(collected.dropped, ({ reason }) => reason);
  const countOf = (reason: (typeof DROP_REASONS)[number]): number => counts.get(reason)?.length ?? 0;
  const types = Map.groupBy(passed, ({ idea_type }) => idea_type);
  const readings = new Map(collected.kept.map(({ keyword, reading }) => [keyword, reading]));
  return {
    location: location === null ? null : { code: location.code, name: location.name },
    language,
    coverage: rows.length === 0 ? 'none' : 'sample',
    result_pages: input.pages === undefined ? null : describePages(input.pages),
    seed,
    items,
    total_count: passed.length,
    limit,
    offset,
    idea_types: Object.fromEntries(IDEA_TYPES.map((type) => [type, types.get(type)?.length ?? 0])),
    by_brand: countBranded(passed, input.brand !== null),
    groups: groupIdeas(
      items.map((row) => ({ ...row, reading: readings.get(row.keyword) ?? readKeyword(row.keyword, row.language) })),
      readKeyword(input.seed, seed.language),
    ),
    unknown_volume_excluded: rows.length - passed.length - below,
    dropped: {
      same_as_seed: countOf('same_as_seed'),
      near_duplicate: countOf('near_duplicate'),
      adult: countOf('adult'),
      brand: countOf('brand'),
      other_language: countOf('other_language'),
      no_words: countOf('no_words'),
      below_min_search_volume: below,
    },
    dropped_examples: collected.dropped.slice(0, EXAMPLES_MAX),
  };
}

function measureIdeas({ seed: text, collected, pages, host, readRate, ...input }: IdeasInput): {
  readonly seed: KeywordIdeas['seed'];
  readonly rows: IdeaRow[];
} {
  const rankings = findOwnRankings(pages, host);
  const searches = readSearches(pages?.pages ?? new Map(), input.brand);
  const byKey = new Map(collected.kept.map((idea) => [foldPhrase(idea.keyword), idea]));
  const [seed, ...rows] = measureKeywords({
    keywords: [text, ...collected.kept.map(({ keyword }) => keyword)],
    ...input,
    searches,
    gains: measureGains(pages, { rankings, searches, readRate }),
    evidence: new Map([...byKey].map(([key, { evidence }]) => [key, evidence.filter(isOfSource)])),
  });
  if (seed === undefined) throw new Error('Every keyword has a row.');
  return {
    seed: { ...seed, already_ranking: rankings.get(foldPhrase(text)) ?? null },
    rows: rows.flatMap((row) => {
      const key = foldPhrase(row.keyword);
      const idea = byKey.get(key);
      if (idea === undefined) return [];
      const { idea_type, evidence } = idea;
      return [{ ...row, idea_type, evidence: [...evidence], already_ranking: rankings.get(key) ?? null }];
    }),
  };
}

function isOfSource(evidence: Idea['evidence'][number]): evidence is FoundEvidence {
  return evidence.kind !== 'ranking_page';
}

/** Undefined if unknown. A keyword of which only bounds are known passes where its lower bound does. */
function isAtLeast({ search_volume, volume_low, volume_high }: IdeaRow, minimum: number): boolean | undefined {
  if (minimum === 0 || (search_volume ?? volume_low ?? -1) >= minimum) return true;
  return search_volume !== null || (volume_high !== null && volume_high < minimum) ? false : undefined;
}

/** Known before unknown at every step; the text at last, so that the order is total. */
function compareIdeas(one: IdeaRow, other: IdeaRow): number {
  return (
    compareFigures(scoreOf(one), scoreOf(other)) ||
    compareFigures(one.search_volume ?? one.volume_low, other.search_volume ?? other.volume_low) ||
    compareFigures(one.bing_impressions, other.bing_impressions) ||
    compareFigures(one.evidence.length, other.evidence.length) ||
    compareFigures(countSightings(one), countSightings(other)) ||
    (one.keyword < other.keyword ? -1 : 1)
  );
}

function scoreOf({ priority, opportunity_score }: IdeaRow): number | null {
  return priority === null ? null : opportunity_score;
}

function countSightings({ evidence }: IdeaRow): number {
  return evidence.reduce((sum, { seen }) => sum + seen, 0);
}

function compareFigures(one: number | null, other: number | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return other - one;
}

/** A first page with the first of each type, so that one type does not crowd out the others, then the rest; both in the order of the list. */
function orderVaried(rows: readonly IdeaRow[], limit: number): IdeaRow[] {
  const firsts = new Set(IDEA_TYPES.flatMap((type) => rows.find(({ idea_type }) => idea_type === type) ?? []));
  const kept = new Set([...firsts, ...rows.filter((row) => !firsts.has(row))].slice(0, limit));
  return [...rows.filter((row) => kept.has(row)), ...rows.filter((row) => !kept.has(row))];
}
