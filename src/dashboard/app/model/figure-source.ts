import type { Fields, Report } from './report.ts';
import { distinctSources, sourceName } from './source-notes.ts';
import { isRows, valueAt } from './values.ts';

/** What a figure rests on, where that is not what its report rests on first. */
export interface FigureSource {
  /** How much it covers, as a mark draws it. */
  readonly coverage: string;
  /** Entries of the source line. */
  readonly sources: readonly Fields[];
  /** What the rows say of themselves: «Keyword Planner in 12 of 20 rows.» */
  readonly rows: string;
}

/** Sources of an answer: those first that its figures rest on, and of these those that answered. */
export function sourcesInOrder(meta: unknown, besides: readonly string[]): readonly Fields[] {
  const sources = valueAt(meta, 'sources');
  if (!isRows(sources)) return [];
  const rankOf = ({ capability, status }: Fields): number =>
    (status === 'answered' ? 0 : besides.length + 1) + besides.indexOf(String(capability));
  return sources.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Of a card or a column that rests on a capability of its own; undefined where it rests on what the whole report does. */
export function sourceOf(declared: Report | undefined, meta: unknown, path: string): FigureSource | undefined {
  const capability = declared?.from.get(path);
  const sources = sourcesInOrder(meta, declared?.besides ?? []);
  const own = distinctSources(sources.filter((source) => source['capability'] === capability));
  const [first] = sources;
  const [best] = own;
  if (first === undefined || best === undefined || own.every((source) => isAlike(source, first))) return undefined;
  return { coverage: best['status'] === 'answered' ? String(best['coverage']) : 'none', sources: own, rows: '' };
}

function isAlike(one: Fields, other: Fields): boolean {
  return ['source', 'coverage', 'status', 'measure'].every((name) => one[name] === other[name]);
}

/** Figures whose records say where each comes from, by the last name of the field that says it. */
const TOLD_BY: Readonly<Record<string, string>> = {
  difficulty: 'difficulty_source',
  estimated_traffic: 'traffic_source',
  intent: 'intent_source',
  keyword_difficulty: 'difficulty_source',
  search_volume: 'volume_source',
  traffic_gap: 'traffic_gap_evidence.source',
};

const WAYS: Readonly<Record<string, string>> = {
  measured: 'Measured by Search Console',
  provider: 'Estimated by the provider',
  seamark: 'Estimated by Seamark',
  words: 'Read from the words of the keyword',
};

/** Of a column whose rows, or a card whose record, say where it comes from. */
export function sourceByRows(
  declared: Report | undefined,
  meta: unknown,
  path: string,
  rows: readonly Fields[],
): FigureSource | undefined {
  const names = path.split('.');
  const teller = TOLD_BY[names.at(-1) ?? ''];
  if (teller === undefined) return undefined;
  const at = [...names.slice(0, -1), teller].join('.');
  const counts = countTold(rows, at);
  const [main] = sourcesInOrder(meta, declared?.besides ?? []);
  const told = [...counts.keys()];
  if (told.every((source) => source === main?.['source'] || source === MEANS[String(main?.['measure'])]))
    return undefined;
  const known = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    coverage: known === rows.length ? 'full' : 'partial',
    sources: [],
    rows: [...counts].map(([source, count]) => tellSource(source, count, rows.length)).join(' '),
  };
}

function countTold(rows: readonly Fields[], at: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const told = valueAt(row, at);
    if (typeof told === 'string') counts.set(told, (counts.get(told) ?? 0) + 1);
  }
  return counts;
}

/** How rows name a source that measures or estimates. */
const MEANS: Readonly<Record<string, string>> = { measured: 'measured', estimated: 'provider' };

function tellSource(source: string, count: number, of: number): string {
  const name = WAYS[source] ?? sourceName(source);
  if (of === 1) return `${name}.`;
  return count === of ? `${name}, in every row.` : `${name}, in ${count} of ${of} rows.`;
}
