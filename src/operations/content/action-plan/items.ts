import { z } from 'zod';

import { readDataRows } from '../../../kernel/data.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import { sharedOut } from '../../../kernel/points.ts';
import { nearest } from '../../../kernel/similarity.ts';
import { findKind, getGoalFit, type Goal, type KindFound } from './kinds.ts';

/** A row as the caller sends it. */
export const PlanItem = z.looseObject({
  title: z.string().trim().min(1).max(1000).describe('The task.'),
  keyword: z.string().max(1000).optional(),
  url: z.string().max(2048).optional().describe('The page that it changes.'),
  priority: z
    .union([z.string().max(100), z.number().min(0).max(100)])
    .optional()
    .describe(
      'critical, high, medium or low; P0 to P3, or 1 to 4 with 1 the most urgent; or a score above 4, up to 100.',
    ),
  impact_score: z
    .number()
    .min(0)
    .max(1_000_000_000)
    .optional()
    .describe('0-100. If any is above 100, all are scaled to 0-100.'),
  effort: z
    .union([z.string().max(100), z.number().positive().max(100_000)])
    .optional()
    .describe('Effort points, or low (1), medium (2) or high (4). Defaults to 2, marked as assumed.'),
  status: z
    .string()
    .max(100)
    .optional()
    .describe('Items that are done, cancelled or blocked are not planned; items in progress come first among equals.'),
  dependencies: z
    .union([z.string().max(1000), z.int(), z.array(z.union([z.string().max(1000), z.int()])).max(100)])
    .optional()
    .describe('Titles of the items that must be done first, or their positions in the list, counted from 0.'),
});
export type GivenItem = z.output<typeof PlanItem>;

const STATES = ['open', 'started', 'finished', 'cancelled', 'blocked'] as const;
type ItemState = (typeof STATES)[number];

/** A row as it is planned with. */
export interface Item {
  readonly index: number;
  readonly title: string;
  readonly keyword: string | null;
  readonly url: string | null;
  readonly state: ItemState;
  /** Effort in hundredths of a point, so that sums are exact. */
  readonly effort: number;
  readonly effort_source: 'given' | 'assumed';
  readonly impact_source: 'given' | 'from_priority' | 'assumed';
  /** The priority as the caller wrote it. */
  readonly priority_given: string | number | null;
  readonly precedence: Precedence;
  readonly kind: KindFound;
  readonly score: number;
  readonly score_components: { readonly impact: number; readonly priority: number; readonly goal_fit: number };
}

/** Words by what they stand for, which is the first column of each row. */
const readWords = (path: string): ReadonlyMap<string, string> =>
  new Map(
    readDataRows(import.meta.url, path).flatMap(([value = '', ...words]) =>
      words.map((word) => [word, value] as const),
    ),
  );
const EFFORT_WORDS = readWords('./data/effort-words.tsv');
const PRIORITY_WORDS = readWords('./data/priority-words.tsv');
const STATE_WORDS = readWords('./data/status-words.tsv');

const EFFORT_ASSUMED = 2;
const PRIORITY_ASSUMED = 50;
/** Work in progress is finished before new work of the same worth starts. */
const STARTED_PRIORITY_MIN = 80;

/** Weights of the score; our own. */
const WEIGHT = { impact: 0.6, priority: 0.25, goal_fit: 0.15 } as const;

export interface ReadItems {
  readonly items: readonly Item[];
  readonly warnings: readonly string[];
}

/** Reads the rows: words become points, and what is missing is assumed and marked so. */
export function readItems(given: readonly GivenItem[], goal: Goal | undefined): ReadItems {
  const warnings: string[] = [];
  const largest = given.reduce((most, { impact_score }) => Math.max(most, impact_score ?? 0), 0);
  const scale = largest > 100 ? 100 / largest : 1;
  if (scale !== 1) {
    warnings.push(`impact_score goes up to ${largest}, so every impact_score was scaled to 0-100.`);
  }
  for (const [index, row] of given.entries()) warnings.push(...noteMisspelt(row, index));
  const items = given.map((row, index) => readItem(row, index, { goal, scale, warnings }));
  return { items, warnings };
}

const FIELDS = ['title', 'keyword', 'url', 'priority', 'impact_score', 'effort', 'status', 'dependencies'];
/** What other tools call these fields. */
const ALIASES = new Map([
  ['depends_on', 'dependencies'],
  ['blocked_by', 'dependencies'],
  ['impact', 'impact_score'],
  ['points', 'effort'],
  ['effort_points', 'effort'],
]);
const KEYS_MAX = 50;

/** Rows of other answers carry fields that planning ignores; one that looks like a field it reads is worth a warning. */
function noteMisspelt(row: GivenItem, index: number): string[] {
  const names = Object.keys(row).slice(0, KEYS_MAX);
  return names.flatMap((name) => {
    const meant = FIELDS.includes(name) ? undefined : (ALIASES.get(name) ?? nearest(name, FIELDS));
    if (meant === undefined || names.includes(meant)) return [];
    return [`items[${index}].${cleanText(name, 60)} is not a field of this operation: did you mean ${meant}?`];
  });
}

interface Reading {
  readonly goal: Goal | undefined;
  readonly scale: number;
  readonly warnings: string[];
}

function readItem(row: GivenItem, index: number, reading: Reading): Item {
  const title = cleanText(row.title, 300);
  const state = readState(row.status, index, reading.warnings);
  const said = readPriority(row.priority, index, reading.warnings);
  const effort = readEffort(row.effort, index, reading.warnings);
  const kind = findKind(`${title} ${row.keyword ?? ''}`);
  const impact = row.impact_score === undefined ? undefined : row.impact_score * reading.scale;
  const worth = scoreWorth({ impact, said, state, kind: kind.value, goal: reading.goal });
  return {
    index,
    title,
    keyword: row.keyword === undefined ? null : cleanText(row.keyword, 300),
    url: row.url === undefined ? null : cleanText(row.url, 2048),
    state,
    effort: effort ?? EFFORT_ASSUMED * 100,
    effort_source: effort === undefined ? 'assumed' : 'given',
    impact_source: findImpactSource(impact, said),
    priority_given: typeof row.priority === 'string' ? cleanText(row.priority, 60) : (row.priority ?? null),
    precedence: choosePrecedence(said, worth.score),
    kind,
    ...worth,
  };
}

function findImpactSource(impact: number | undefined, said: number | undefined): Item['impact_source'] {
  if (impact !== undefined) return 'given';
  return said === undefined ? 'assumed' : 'from_priority';
}

interface Known {
  readonly impact: number | undefined;
  /** The priority that the row names, as points. */
  readonly said: number | undefined;
  readonly state: ItemState;
  readonly kind: KindFound['value'];
  readonly goal: Goal | undefined;
}

/**
 * The worth of an item, 0-100: 0.6 × impact + 0.25 × priority + 0.15 × fit with the goal.
 *
 * A part that is not known takes the value of the impact, so that it moves nothing: with impact alone the score is
 * the impact. Impact that is not given follows the priority; with neither it is 50 and marked as assumed. Our own
 * formula; the components are whole numbers that add up.
 */
function scoreWorth(known: Known): Pick<Item, 'score' | 'score_components'> {
  const impact = known.impact ?? known.said ?? PRIORITY_ASSUMED;
  const asked = known.said ?? impact;
  const priority = known.state === 'started' ? Math.max(asked, STARTED_PRIORITY_MIN) : asked;
  const goalFit = (known.goal === undefined ? undefined : getGoalFit(known.goal, known.kind)) ?? impact;
  const parts = [WEIGHT.impact * impact, WEIGHT.priority * priority, WEIGHT.goal_fit * goalFit];
  const score = Math.round(parts.reduce((sum, part) => sum + part, 0));
  const [impactPoints = 0, priorityPoints = 0, goalPoints = 0] = sharedOut(parts, score);
  return { score, score_components: { impact: impactPoints, priority: priorityPoints, goal_fit: goalPoints } };
}

function readEffort(effort: string | number | undefined, index: number, warnings: string[]): number | undefined {
  if (effort === undefined) return undefined;
  const number = typeof effort === 'number' ? effort : readNumber(effort);
  if (number !== undefined) return Math.max(1, Math.round(number * 100));
  const word = foldPhrase(String(effort), 60);
  const points = EFFORT_WORDS.get(word);
  if (points !== undefined) return Number(points) * 100;
  if (word !== '') warnings.push(warnNotRead(index, 'effort', word, 'send points, or low, medium or high'));
  return undefined;
}

function readPriority(priority: string | number | undefined, index: number, warnings: string[]): number | undefined {
  if (priority === undefined) return undefined;
  const number = typeof priority === 'number' ? priority : readNumber(priority);
  // 1 to 4 are ranks as trackers write them, 1 the first; larger numbers are scores.
  if (number !== undefined) return number <= 4 ? [100, 80, 50, 20, 10][Math.round(number)] : Math.min(100, number);
  const word = foldPhrase(String(priority), 60);
  const points = PRIORITY_WORDS.get(word);
  if (points === undefined && word !== '') {
    warnings.push(warnNotRead(index, 'priority', word, 'send critical, high, medium or low'));
  }
  return points === undefined ? undefined : Number(points);
}

function readState(status: string | undefined, index: number, warnings: string[]): ItemState {
  if (status === undefined) return 'open';
  const word = foldPhrase(status, 60).replaceAll(/[_-]/g, ' ');
  if (word === '') return 'open';
  const state = STATES.find((each) => each === STATE_WORDS.get(word));
  if (state === undefined) warnings.push(warnNotRead(index, 'status', word, 'it is planned as open'));
  return state ?? 'open';
}

function warnNotRead(index: number, field: string, word: string, advice: string): string {
  return `items[${index}].${field} "${word}" was not understood: ${advice}.`;
}

function readNumber(text: string): number | undefined {
  const plain = text.trim();
  return /^\d{1,6}(?:\.\d{1,4})?$/.test(plain) ? Number(plain) : undefined;
}

/**
 * The order in which work may claim capacity: no item of a later level takes room from one of an earlier level.
 *
 * A sum of scores alone would plan five small tasks before one repair that the whole site waits for.
 */
export const PRECEDENCES = ['critical', 'high', 'medium', 'low'] as const;
export type Precedence = (typeof PRECEDENCES)[number];

/** Where each level begins, in points of the priority that was sent or of the score; the last two as in `priority`. */
const FROM: readonly (readonly [number, Precedence])[] = [
  [90, 'critical'],
  [67, 'high'],
  [34, 'medium'],
  [0, 'low'],
];

/**
 * By the priority that the row names, or by its score where that is higher.
 *
 * Nothing becomes critical by its score alone: that word is the caller's.
 */
function choosePrecedence(said: number | undefined, score: number): Precedence {
  const named = said === undefined ? 'low' : findLevel(said);
  const scored = findLevel(Math.min(score, 89));
  return rankPrecedence(named) >= rankPrecedence(scored) ? named : scored;
}

function findLevel(points: number): Precedence {
  return FROM.find(([from]) => points >= from)?.[1] ?? 'low';
}

/** 3 for critical down to 0 for low. */
export function rankPrecedence(precedence: Precedence): number {
  return PRECEDENCES.length - 1 - PRECEDENCES.indexOf(precedence);
}
