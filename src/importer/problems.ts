import type { ImportProblem } from '../ports/imports.ts';

const KINDS_MAX = 40;
const EXAMPLES_MAX = 5;
const EXAMPLE_CHARACTERS_MAX = 200;

/** Counts what was met in a file and keeps the first examples of each kind. */
export class Problems {
  readonly #byKind = new Map<string, { count: number; readonly examples: string[] }>();

  constructor(known: readonly ImportProblem[]) {
    for (const { kind, count, examples } of known) this.#byKind.set(kind, { count, examples: [...examples] });
  }

  add(kind: string, example: string | undefined, count = 1): void {
    this.#add(kind, example === undefined ? [] : [example], count);
  }

  take(others: Problems): void {
    for (const { kind, count, examples } of others.list()) this.#add(kind, examples, count);
  }

  #add(kind: string, examples: readonly string[], count: number): void {
    let problem = this.#byKind.get(kind);
    if (problem === undefined) {
      if (this.#byKind.size >= KINDS_MAX) return;
      problem = { count: 0, examples: [] };
      this.#byKind.set(kind, problem);
    }
    problem.count += count;
    for (const example of examples) {
      if (problem.examples.length < EXAMPLES_MAX) problem.examples.push(example.slice(0, EXAMPLE_CHARACTERS_MAX));
    }
  }

  list(): ImportProblem[] {
    return [...this.#byKind].map(([kind, { count, examples }]) => ({ kind, count, examples: [...examples] }));
  }
}
