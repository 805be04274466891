import { Worker } from 'node:worker_threads';

import { siblingModule } from '../../kernel/sibling-module.ts';
import { COMPETITORS_MAX } from '../read/competitors.ts';
import { threadsByCores } from '../authority/ranking/crew.ts';
import { type OwnSites, type Rivals, RivalCounter, type SiteGraph } from './rival-counter.ts';

export type Side = 'domain' | 'host';

/** Graphs over the same linking sites. Threads share their lists, which lie in shared memory. */
export type CrewGraphs = Readonly<Record<Side, SiteGraph | undefined>>;

export interface RivalsAsked {
  readonly side: Side;
  /** Places of the sites that link to the target. */
  readonly linking: Uint32Array;
  readonly own: OwnSites;
}

/** One of a crew, who counts for one target at a time. */
export interface RivalHand {
  count(asked: RivalsAsked): Promise<Rivals>;
}

export interface RivalCrew {
  readonly hands: readonly RivalHand[];
  close(): Promise<void>;
}

/** A thread takes as long to start as some hundred thousand links take to count. */
const LINKS_ALONE_MAX = 1_000_000;

/** As many threads as the machine runs at once; where there is little to count, the calling one does it. */
export function startRivalCrew(graphs: CrewGraphs, links_alone_max = LINKS_ALONE_MAX): RivalCrew {
  const threads = threadsByCores();
  if (threads > 1 && (graphs.domain?.linked.length ?? 0) > links_alone_max) {
    const hands = Array.from({ length: threads }, () => new ThreadHand(graphs));
    return { hands, close: async () => void (await Promise.all(hands.map((hand) => hand.close()))) };
  }
  const count = rivalCounter(graphs);
  return { hands: [{ count: (asked) => Promise.resolve(count(asked)) }], close: () => Promise.resolve() };
}

/** Counts by either graph. */
export function rivalCounter(graphs: CrewGraphs): (asked: RivalsAsked) => Rivals {
  const counters = { domain: counterOf(graphs.domain), host: counterOf(graphs.host) };
  return ({ side, linking, own }) => {
    const counter = counters[side];
    if (counter === undefined) throw new TypeError(`There is no graph of links by ${side}.`);
    return counter.count(linking, own, COMPETITORS_MAX);
  };
}

function counterOf(graph: SiteGraph | undefined): RivalCounter | undefined {
  return graph === undefined ? undefined : new RivalCounter(graph);
}

class ThreadHand implements RivalHand {
  private readonly worker: Worker;
  private waiting: { readonly done: (rivals: Rivals) => void; readonly failed: (error: Error) => void } | undefined;
  private failure: Error | undefined;

  constructor({ domain, host }: CrewGraphs) {
    const workerData: CrewGraphs = { domain, host };
    this.worker = new Worker(siblingModule(import.meta.url, 'rival-thread'), { workerData, execArgv: [] });
    this.worker.on('message', (rivals: Rivals) => {
      const { waiting } = this;
      this.waiting = undefined;
      waiting?.done(rivals);
    });
    this.worker.on('error', (error) => this.fail(error instanceof Error ? error : new Error(String(error))));
    this.worker.on('exit', () => this.fail(new Error('A thread that counts competitors ended.')));
  }

  count({ side, linking, own }: RivalsAsked): Promise<Rivals> {
    return new Promise((done, failed) => {
      if (this.failure !== undefined) {
        failed(this.failure);
        return;
      }
      this.waiting = { done, failed };
      // A part of a longer list would be sent with all of that.
      this.worker.postMessage({ side, linking: linking.slice(), own } satisfies RivalsAsked);
    });
  }

  async close(): Promise<void> {
    await this.worker.terminate();
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.waiting?.failed(this.failure);
    this.waiting = undefined;
  }
}
