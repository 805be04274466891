/**
 * A pure computation that may run in another process.
 *
 * Pages come from outside and can be made to be slow to analyse. A task names the module that exports it,
 * so that the engine can load it elsewhere and give up on it after a time limit without harm.
 * Its input and output are plain data (structured clone).
 */
export interface Task<Input, Output> {
  /** `import.meta.url` of the module that exports this task as `name`. */
  readonly module: string;
  readonly name: string;
  readonly run: (input: Input) => Output;
  /** Inputs with so much text take long enough that they must not run where requests are answered. */
  readonly heavy_characters: number;
  /** What one run in another process may take before it is given up; undefined leaves that to the engine. */
  readonly limits: TaskLimits | undefined;
}

export interface TaskLimits {
  /** Time of its own process, so that a busy machine fails nothing that is quick elsewhere; undefined for no such limit. */
  readonly cpu_ms_max: number | undefined;
  readonly memory_mb_max: number;
}

/** Of a task that reads text once, such as a page. */
const HEAVY_CHARACTERS = 200_000;

export function defineTask<Input, Output>(
  module: string,
  name: string,
  run: (input: Input) => Output,
  heavy_characters: number = HEAVY_CHARACTERS,
): Task<Input, Output> {
  return { module, name, run, heavy_characters, limits: undefined };
}

/** Rows are compared with each other, so a request is heavy long before a page of that size is. */
const ROWS_HEAVY_CHARACTERS = 10_000;

/** A task that compares the rows of a request with each other. */
export function defineRowsTask<Input, Output>(
  module: string,
  name: string,
  run: (input: Input) => Output,
): Task<Input, Output> {
  return defineTask(module, name, run, ROWS_HEAVY_CHARACTERS);
}

/** Ten megabytes of anything are read within these; whoever asks for a page gets an answer or an error in five seconds. */
const PAGE_LIMITS: TaskLimits = { cpu_ms_max: 4200, memory_mb_max: 144 };

/** A task that reads one page, which may be made to take all the time and memory there is. */
export function definePageTask<Input, Output>(
  module: string,
  name: string,
  run: (input: Input) => Output,
): Task<Input, Output> {
  return { ...defineTask(module, name, run), limits: PAGE_LIMITS };
}
