import { z } from 'zod';

import type { IndexDatabase } from '../../src/index/database/database.ts';
import type { LinksSource } from '../../src/ports/links.ts';
import { summed, timesOf, type Times } from './measure.ts';
import { PLAIN } from './plain.ts';
import { QUESTIONS, type TargetClass } from './questions.ts';

/** Times by the name of the question and of the class of its targets. */
export type Cells = ReadonlyMap<string, Times>;

export function cellOf(question: string, { name }: Pick<TargetClass, 'name'>): string {
  return `${question} ${name}`;
}

/**
 * Every question of every class of targets, one after the other. A source keeps answers of large targets, so whoever wants
 * the time of working one out gives another source for each call.
 */
export async function askAll(
  sourceOf: () => LinksSource,
  classes: readonly TargetClass[],
  { callers, milliseconds_max }: { readonly callers: number; readonly milliseconds_max: number },
): Promise<Cells> {
  const cells = new Map<string, Times>();
  for (const target of classes) {
    for (const [name, question] of Object.entries(QUESTIONS)) {
      const asking = {
        calls: callers === 1 ? target.calls : Math.max(target.calls, 4 * callers),
        callers,
        milliseconds_max,
      };
      cells.set(cellOf(name, target), await timesOf((at) => question(sourceOf(), at, target.targets), asking));
    }
  }
  return cells;
}

/** Everything about one target before the next one, by a source that remembers; large targets again and again. */
export async function askInTurn(
  source: LinksSource,
  classes: readonly TargetClass[],
  milliseconds_max: number,
): Promise<Cells> {
  const cells = new Map<string, Times>();
  for (const target of classes) {
    const times = new Map<string, number[]>(Object.keys(QUESTIONS).map((name) => [name, []]));
    const end = performance.now() + milliseconds_max * times.size;
    for (let at = 0; at < target.calls && performance.now() < end; at += 1) {
      for (const [name, question] of Object.entries(QUESTIONS)) {
        const started = performance.now();
        await question(source, at, target.targets);
        times.get(name)?.push(performance.now() - started);
      }
    }
    for (const [name, taken] of times) cells.set(cellOf(name, target), summed(taken));
  }
  return cells;
}

const Anything = z.record(z.string(), z.unknown());
const PLAIN_CALLS = 10;

export async function askPlain(
  database: IndexDatabase,
  classes: readonly TargetClass[],
  milliseconds_max: number,
): Promise<Cells> {
  const cells = new Map<string, Times>();
  for (const target of classes) {
    for (const [name, statement] of Object.entries(PLAIN)) {
      const ask = (at: number): Promise<unknown> => {
        const [one, other, third] = [0, 1, 2].map((next) => target.targets[(at + next) % target.targets.length]);
        if (one === undefined || other === undefined || third === undefined) throw new RangeError('Too few targets.');
        return database.rows(Anything, statement([one, other, third]));
      };
      cells.set(
        cellOf(name, target),
        await timesOf(ask, { calls: Math.min(PLAIN_CALLS, target.calls), callers: 1, milliseconds_max }),
      );
    }
  }
  return cells;
}
