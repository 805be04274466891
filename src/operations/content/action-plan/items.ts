import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import { sharedOut } from '../../../kernel/points.ts';
import { nearest } from '../../../kernel/similarity.ts';
import { EFFORT_WORDS, OPEN_WORDS, PRIORITY_WORDS, STATE_WORDS } from './item-words.ts';
import { type Goal, GOAL_FIT, kindOf, type KindFound } from './kinds.ts';
import { type Precedence, precedenceOf } from './precedence.ts';

/** A row as the caller sent it, checked for its types alone. */
export interface GivenItem {
  readonly title: string;
  readonly keyword?: string | undefined;
  readonly url?: string | undefined;
  readonly priority?: string | number | undefined;
  readonly impact_score?: number | undefined;
  readonly effort?: string | number | undefined;
  readonly status?: string | undefined;
  readonly dependencies?: string | number | readonly (string | number)[] | undefined;
}

type ItemState = 'open' | 'started' | 'finished' | 'cancelled' | 'blocked';

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

const EFFORT_ASSUMED = 2;
const PRIORITY_ASSUMED = 50;
/** Work that has begun is finished before new work of the same worth begins. */
const STARTED_PRIORITY_MIN = 80;

/** Weights of the score; our own. */
const WEIGHT = { impact: 0.6, priority: 0.25, goal_fit: 0.15 } as const;

export interface ReadItems {
  readonly items: readonly Item[];
  readonly warnings: readonly string[];
}

/** Reads the rows: words become points, and what is not said is assumed and marked so. */
export function readItems(given: readonly GivenItem[], goal: Goal | undefined): ReadItems {
  const warnings: string[] = [];
  const largest = given.reduce((most, { impact_score }) => Math.max(most, impact_score ?? 0), 0);
  const scale = largest > 100 ? 100 / largest : 1;
  if (scale !== 1) {
    warnings.push(`impact_score goes up to ${largest}, so every impact_score was scaled to 0-100.`);
  }
  for (const [index, row] of given.entries()) warnings.push(...misspelt(row, index));
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

/** Rows of other answers carry fields that planning passes over; one that looks like a field it reads is worth a word. */
function misspelt(row: GivenItem, index: number): string[] {
  const names = Object.keys(row).slice(0, KEYS_MAX);
  return names.flatMap((name) => {
    const meant = FIELDS.includes(name) ? undefined : (ALIASES.get(name) ?? nearest(name, FIELDS));
    if (meant === undefined || names.includes(meant)) return [];
    return [`items[${index}].${cleanText(name, 60)} is not a field that planning reads: did you mean ${meant}?`];
  });
}

interface Reading {
  readonly goal: Goal | undefined;
  readonly scale: number;
  readonly warnings: string[];
}

function readItem(row: GivenItem, index: number, reading: Reading): Item {
  const title = cleanText(row.title, 300);
  const state = stateOf(row.status, index, reading.warnings);
  const said = priorityOf(row.priority, index, reading.warnings);
  const effort = effortOf(row.effort, index, reading.warnings);
  const kind = kindOf(`${title} ${row.keyword ?? ''}`);
  const impact = row.impact_score === undefined ? undefined : row.impact_score * reading.scale;
  const worth = worthOf({ impact, said, state, kind: kind.value, goal: reading.goal });
  return {
    index,
    title,
    keyword: row.keyword === undefined ? null : cleanText(row.keyword, 300),
    url: row.url === undefined ? null : cleanText(row.url, 2048),
    state,
    effort: effort ?? EFFORT_ASSUMED * 100,
    effort_source: effort === undefined ? 'assumed' : 'given',
    impact_source: impactSource(impact, said),
    priority_given: typeof row.priority === 'string' ? cleanText(row.priority, 60) : (row.priority ?? null),
    precedence: precedenceOf(said, worth.score),
    kind,
    ...worth,
  };
}

function impactSource(impact: number | undefined, said: number | undefined): Item['impact_source'] {
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
function worthOf(known: Known): Pick<Item, 'score' | 'score_components'> {
  const impact = known.impact ?? known.said ?? PRIORITY_ASSUMED;
  const asked = known.said ?? impact;
  const priority = known.state === 'started' ? Math.max(asked, STARTED_PRIORITY_MIN) : asked;
  const goalFit = known.goal === undefined || known.kind === 'other' ? impact : GOAL_FIT[known.goal][known.kind];
  const parts = [WEIGHT.impact * impact, WEIGHT.priority * priority, WEIGHT.goal_fit * goalFit];
  const score = Math.round(parts.reduce((sum, part) => sum + part, 0));
  const [impactPoints = 0, priorityPoints = 0, goalPoints = 0] = sharedOut(parts, score);
  return { score, score_components: { impact: impactPoints, priority: priorityPoints, goal_fit: goalPoints } };
}

function effortOf(effort: string | number | undefined, index: number, warnings: string[]): number | undefined {
  if (effort === undefined) return undefined;
  const number = typeof effort === 'number' ? effort : numberIn(effort);
  if (number !== undefined) return Math.max(1, Math.round(number * 100));
  const word = foldPhrase(String(effort), 60);
  const points = Object.hasOwn(EFFORT_WORDS, word) ? EFFORT_WORDS[word] : undefined;
  if (points !== undefined) return points * 100;
  if (word !== '') warnings.push(notRead(index, 'effort', word, 'send points, or low, medium, high'));
  return undefined;
}

function priorityOf(priority: string | number | undefined, index: number, warnings: string[]): number | undefined {
  if (priority === undefined) return undefined;
  const number = typeof priority === 'number' ? priority : numberIn(priority);
  // 1 to 4 are ranks as trackers write them, 1 the first; larger numbers are scores.
  if (number !== undefined) return number <= 4 ? [100, 80, 50, 20, 10][Math.round(number)] : Math.min(100, number);
  const word = foldPhrase(String(priority), 60);
  const points = Object.hasOwn(PRIORITY_WORDS, word) ? PRIORITY_WORDS[word] : undefined;
  if (points === undefined && word !== '') {
    warnings.push(notRead(index, 'priority', word, 'send critical, high, medium or low'));
  }
  return points;
}

function stateOf(status: string | undefined, index: number, warnings: string[]): ItemState {
  if (status === undefined) return 'open';
  const word = foldPhrase(status, 60).replaceAll(/[_-]/g, ' ');
  if (STATE_WORDS.finished.includes(word)) return 'finished';
  if (STATE_WORDS.cancelled.includes(word)) return 'cancelled';
  if (STATE_WORDS.blocked.includes(word)) return 'blocked';
  if (STATE_WORDS.started.includes(word)) return 'started';
  if (!OPEN_WORDS.has(word)) warnings.push(notRead(index, 'status', word, 'it is planned as open'));
  return 'open';
}

function notRead(index: number, field: string, word: string, advice: string): string {
  return `items[${index}].${field} "${word}" is not known: ${advice}.`;
}

function numberIn(text: string): number | undefined {
  const plain = text.trim();
  return /^\d{1,6}(?:\.\d{1,4})?$/.test(plain) ? Number(plain) : undefined;
}
