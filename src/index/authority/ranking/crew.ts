import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

import { AskedThread } from '../../../kernel/asked-thread.ts';
import { siblingModule } from '../../../kernel/sibling-module.ts';
import { BOUNDS, END_CHUNK, HEADER_BYTES, NEXT_CHUNK, RESULTS } from './header.ts';
import { compileKernels, type Kernel, type KernelName, openKernels, type SharedMemory } from './kernels.ts';

/** Threads that share the chunks of one round. */
export interface Crew {
  readonly threads: number;
  /** Runs a kernel over the chunks that the header names. */
  run(kernel: KernelName): Promise<void>;
  /** The same on the calling thread, for a kernel that threads cannot share. */
  runAlone(kernel: KernelName): void;
  close(): Promise<void>;
}

/** What the threads of a crew start with. */
export interface CrewData {
  readonly memory: SharedMemory;
  readonly module: object;
}

const THREADS_MAX = 8;

/** As many threads as the machine runs at once, at most eight. */
export function threadsByCores(): number {
  return Math.min(THREADS_MAX, availableParallelism());
}

/** With one thread the calling one does the work itself. */
export function startCrew(memory: SharedMemory, threads: number): Crew {
  const module = compileKernels();
  const kernels = openKernels(module, memory);
  const runAlone = (name: KernelName): void => workOff(kernels[name], memory);
  if (threads > 1) return new WorkerCrew({ memory, module }, Math.min(THREADS_MAX, threads), runAlone);
  return {
    threads: 1,
    runAlone,
    run: async (name) => {
      runAlone(name);
      return Promise.resolve();
    },
    close: async () => Promise.resolve(),
  };
}

/** Takes chunks until none is left. Which thread takes which changes nothing: each writes results of its own. */
export function workOff(kernel: Kernel, { buffer }: SharedMemory): void {
  const header = new Int32Array(buffer, 0, HEADER_BYTES / 4);
  const end = header[END_CHUNK / 4] ?? 0;
  const bounds = new Uint32Array(buffer, (header[BOUNDS / 4] ?? 0) >>> 0);
  const results = (header[RESULTS / 4] ?? 0) >>> 0;
  for (;;) {
    const chunk = Atomics.add(header, NEXT_CHUNK / 4, 1);
    if (chunk >= end) return;
    kernel(bounds[chunk] ?? 0, bounds[chunk + 1] ?? 0, results + chunk * 16);
  }
}

class WorkerCrew implements Crew {
  readonly runAlone: (kernel: KernelName) => void;
  private readonly hands: readonly AskedThread<KernelName, 'done'>[];

  constructor(data: CrewData, threads: number, runAlone: (kernel: KernelName) => void) {
    this.runAlone = runAlone;
    this.hands = Array.from({ length: threads }, () => {
      const worker = new Worker(siblingModule(import.meta.url, 'crew-thread'), { workerData: data });
      return new AskedThread(worker, 'A thread that ranks ended.');
    });
  }

  get threads(): number {
    return this.hands.length;
  }

  async run(kernel: KernelName): Promise<void> {
    await Promise.all(this.hands.map((hand) => hand.ask(kernel)));
  }

  async close(): Promise<void> {
    await Promise.all(this.hands.map((hand) => hand.close()));
  }
}
