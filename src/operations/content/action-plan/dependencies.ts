import type { InputIssue } from '../../../kernel/errors.ts';
import { nearest } from '../../../kernel/similarity.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import type { GivenItem } from './items.ts';

export interface Dependencies {
  /** For each item the indexes of those that it waits for, ascending, each once. */
  readonly of: readonly (readonly number[])[];
  readonly issues: readonly InputIssue[];
}

/**
 * Finds the items that dependencies name: by title, whatever its case, or by index, counted from 0.
 *
 * A name that no item has is refused rather than ignored: a plan that leaves out a dependency looks right and is wrong.
 */
export function readDependencies(items: readonly GivenItem[]): Dependencies {
  const byTitle = new Map<string, number[]>();
  for (const [index, { title }] of items.entries()) {
    const key = foldPhrase(title, 300);
    byTitle.set(key, [...(byTitle.get(key) ?? []), index]);
  }
  const issues: InputIssue[] = [];
  const found = items.map((item, index) => {
    const named = new Set<number>();
    for (const [at, reference] of listReferences(item.dependencies).entries()) {
      const targets = findTargets(reference, byTitle, items.length);
      if (targets === undefined) issues.push(describeUnknown(`items[${index}].dependencies[${at}]`, reference, items));
      for (const target of targets ?? []) named.add(target);
    }
    return [...named].sort((one, other) => one - other);
  });
  return { of: found, issues: [...issues, ...findCycles(found).map((cycle) => describeCycle(cycle, items))] };
}

function listReferences(dependencies: GivenItem['dependencies']): readonly (string | number)[] {
  if (dependencies === undefined) return [];
  const list = typeof dependencies === 'object' ? dependencies : [dependencies];
  return list.filter((reference) => typeof reference === 'number' || reference.trim() !== '');
}

function findTargets(
  reference: string | number,
  byTitle: ReadonlyMap<string, readonly number[]>,
  count: number,
): readonly number[] | undefined {
  if (typeof reference === 'string') {
    const titled = byTitle.get(foldPhrase(reference, 300));
    if (titled !== undefined) return titled;
    if (!/^\s*\d{1,6}\s*$/.test(reference)) return undefined;
  }
  const index = Number(reference);
  return Number.isInteger(index) && index >= 0 && index < count ? [index] : undefined;
}

function describeUnknown(path: string, reference: string | number, items: readonly GivenItem[]): InputIssue {
  const shown = cleanText(String(reference), 80);
  if (typeof reference === 'number' || /^\d+$/.test(shown)) {
    return { path, message: `names item ${shown}, but items are counted from 0 to ${items.length - 1}` };
  }
  const meant = nearest(
    shown,
    items.slice(0, 200).map(({ title }) => cleanText(title, 80)),
  );
  const advice =
    meant === undefined ? 'add that item (with status "done" if it is finished)' : `did you mean "${meant}"?`;
  return { path, message: `names "${shown}", but no item has that title: ${advice}` };
}

const CYCLES_MAX = 20;

/**
 * The cycles, each as its items in their order from its smallest index, so that all can be fixed at once. What
 * is left after so many has enough to fix first.
 */
function findCycles(dependencies: readonly (readonly number[])[]): (readonly number[])[] {
  const cycles: (readonly number[])[] = [];
  let rest = dependencies;
  while (cycles.length < CYCLES_MAX) {
    const cycle = findCycle(rest);
    if (cycle === undefined) return cycles;
    cycles.push(cycle);
    // All of its dependencies go, so that the next cycle shares none with it.
    const next = new Map(cycle.map((index, at) => [index, cycle[(at + 1) % cycle.length]]));
    rest = rest.map((list, index) => list.filter((target) => target !== next.get(index)));
  }
  return cycles;
}

/** The items of one cycle in their order, from its smallest index; undefined where there is none. */
function findCycle(dependencies: readonly (readonly number[])[]): readonly number[] | undefined {
  const free = findOutsideCycles(dependencies);
  let at = dependencies.findIndex((_list, index) => !free.has(index));
  if (at < 0) return undefined;
  // Every item that is left waits for another that is left, so following them must come full circle.
  const path: number[] = [];
  while (!path.includes(at)) {
    path.push(at);
    at = dependencies[at]?.find((target) => !free.has(target)) ?? at;
  }
  const cycle = path.slice(path.indexOf(at));
  const first = cycle.indexOf(Math.min(...cycle));
  return [...cycle.slice(first), ...cycle.slice(0, first)];
}

/** Items that can be done in some order: those that wait for nothing, then those that wait for them alone. */
function findOutsideCycles(dependencies: readonly (readonly number[])[]): ReadonlySet<number> {
  const open = dependencies.map((list) => list.length);
  const waiting = dependencies.map((): number[] => []);
  for (const [index, list] of dependencies.entries()) for (const target of list) waiting[target]?.push(index);
  const free = new Set(open.flatMap((count, index) => (count === 0 ? [index] : [])));
  // A set is walked on as it grows.
  for (const index of free) {
    for (const next of waiting[index] ?? []) {
      open[next] = (open[next] ?? 0) - 1;
      if (open[next] === 0) free.add(next);
    }
  }
  return free;
}

function describeCycle(cycle: readonly number[], items: readonly GivenItem[]): InputIssue {
  const names = [...cycle.slice(0, 8), ...(cycle.length > 8 ? [-1] : []), cycle[0] ?? 0].map((index) =>
    index < 0 ? '…' : `"${cleanText(items[index]?.title ?? '', 60)}"`,
  );
  const message =
    cycle.length === 1
      ? `makes ${names[0]} wait for itself: remove that dependency`
      : `creates a cycle in which each item waits for the next: ${names.join(' → ')}. Remove one of these dependencies`;
  return { path: `items[${cycle[0] ?? 0}].dependencies`, message };
}
