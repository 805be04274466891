import { readDataRows } from '../../../kernel/data.ts';
import { tokenize } from '../../../web/words.ts';

/** Kinds of work, in the order that decides between equals. */
export const WORK_KINDS = [
  'refresh',
  'technical',
  'links',
  'internal_links',
  'conversion',
  'launch',
  'new_content',
] as const;
type WorkKind = (typeof WORK_KINDS)[number];

export const GOALS = [
  'traffic_growth',
  'lead_generation',
  'refresh_decay',
  'launch_support',
  'authority_building',
] as const;
export type Goal = (typeof GOALS)[number];

const BEGINNINGS: ReadonlyMap<string, readonly string[]> = new Map(
  readDataRows(import.meta.url, './data/work-kinds.tsv').map(([kind = '', ...beginnings]) => [kind, beginnings]),
);

const GOAL_FIT: ReadonlyMap<string, number> = new Map(
  readDataRows(import.meta.url, './data/goal-fit.tsv').flatMap(([goal = '', ...fits]) =>
    WORK_KINDS.map((kind, at) => [`${goal} ${kind}`, Number(fits[at])] as const),
  ),
);

/** How well a kind of work serves a goal, 0-100; undefined for work of no known kind. */
export function getGoalFit(goal: Goal, kind: WorkKind | 'other'): number | undefined {
  return GOAL_FIT.get(`${goal} ${kind}`);
}

export interface KindFound {
  readonly value: WorkKind | 'other';
  readonly confidence: number;
  /** The words of the title that indicate it. */
  readonly evidence: readonly string[];
}

/** The kind of work that most words of a title point to; the first of the list where they are equal. */
export function findKind(title: string): KindFound {
  const words = tokenize(title).slice(0, 60);
  const line = ' ' + words.join(' ') + ' ';
  const unspaced = words.join('');
  const taken = new Set<string>();
  let best: { kind: WorkKind; points: number; evidence: string[] } | undefined;
  let all = 0;
  for (const kind of WORK_KINDS) {
    const evidence = (BEGINNINGS.get(kind) ?? []).filter(
      (start) => !taken.has(start) && occursIn(start, line, unspaced),
    );
    // A phrase says more than a word: "internal link" is not a plain "link".
    const points = evidence.reduce((sum, start) => sum + (start.trim().includes(' ') ? 2 : 1), 0);
    evidence.forEach((start) => taken.add(start));
    all += points;
    if (points > (best?.points ?? 0)) best = { kind, points, evidence };
  }
  if (best === undefined) return { value: 'other', confidence: 0, evidence: [] };
  const share = best.points / all;
  return {
    value: best.kind,
    confidence: Math.round(100 * share * (best.points > 1 ? 0.9 : 0.75)) / 100,
    evidence: [...new Set(best.evidence.map((start) => completeWord(start.trim(), words)))],
  };
}

/** The words of a title from a beginning on: `rewrit` is `rewriting` there. */
function completeWord(start: string, words: readonly string[]): string {
  const count = start.split(' ').length;
  const phrases = words.map((_word, at) => words.slice(at, at + count).join(' '));
  return phrases.find((phrase) => phrase.startsWith(start)) ?? start;
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

function occursIn(start: string, line: string, unspaced: string): boolean {
  return UNSPACED.test(start) ? unspaced.includes(start) : line.includes(start.startsWith(' ') ? start : ' ' + start);
}
