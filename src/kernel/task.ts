/**
 * A pure computation that may run on a worker thread.
 *
 * Pages come from outside and can be made to be slow to analyse. A task names the module that exports it,
 * so that the engine can load it on another thread and give up on it after a time limit without harm.
 * Its input and output are plain data (structured clone).
 */
export interface Task<Input, Output> {
  /** `import.meta.url` of the module that exports this task as `name`. */
  readonly module: string;
  readonly name: string;
  readonly run: (input: Input) => Output;
  /** Inputs with so much text take long enough that they must not run where requests are answered. */
  readonly heavy_characters: number;
}

/** Of a task that reads text once, such as a page. What compares rows with each other is heavy far sooner. */
const HEAVY_CHARACTERS = 200_000;

export function defineTask<Input, Output>(
  module: string,
  name: string,
  run: (input: Input) => Output,
  heavy_characters: number = HEAVY_CHARACTERS,
): Task<Input, Output> {
  return { module, name, run, heavy_characters };
}
