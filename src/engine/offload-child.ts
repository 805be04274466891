import { getHeapStatistics } from 'node:v8';

import { AppError } from '../kernel/errors.ts';

/** The other side of the offload: loads the module that an order names, runs its task, sends the output back. */
process.on('message', (order: { module: string; name: string; input: unknown }) => {
  void answer(order).then((reply) => {
    process.send?.({ reply });
    // Nobody waits for the answer while the heap is cleared.
    setImmediate(() => process.send?.({ held_bytes: heldBytes() }));
  });
});
// Nobody is left to answer to.
process.on('disconnect', () => process.exit(0));

/**
 * What the heap has taken from the system and would keep. A page leaves more garbage than V8 clears by itself before
 * the next one comes: cleared at once, the process can stay.
 */
function heldBytes(): number {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  const { total_heap_size, external_memory, malloced_memory } = getHeapStatistics();
  return total_heap_size + external_memory + malloced_memory;
}

async function answer(order: { module: string; name: string; input: unknown }): Promise<object> {
  try {
    const exports: unknown = await import(order.module);
    // A task that reads a stream answers a promise.
    return { output: await taskOf(exports, order.name)(order.input) };
  } catch (thrown) {
    if (thrown instanceof AppError) return { refused: { code: thrown.code, message: thrown.message, fix: thrown.fix } };
    if (isTooDeep(thrown)) return { refused: { code: 'invalid_input', message: TOO_DEEP, fix: 'Reduce the nesting.' } };
    return { error: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown) };
  }
}

const TOO_DEEP = 'The input is nested too deeply to be analysed.';

/** What follows nested parts by calling itself ends so when somebody nests them without end. */
function isTooDeep(thrown: unknown): boolean {
  return thrown instanceof RangeError && thrown.message.startsWith('Maximum call stack size exceeded');
}

/** The named export has to be a task; anything else is a wrong `module` or `name` in its definition. */
function taskOf(exports: unknown, name: string): (input: unknown) => unknown {
  const task: unknown = typeof exports === 'object' && exports !== null ? Reflect.get(exports, name) : undefined;
  const run: unknown = typeof task === 'object' && task !== null ? Reflect.get(task, 'run') : undefined;
  if (typeof run !== 'function') throw new Error(`The module exports no task named ${name}.`);
  return (input): unknown => Reflect.apply(run, undefined, [input]);
}
