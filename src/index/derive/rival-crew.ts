import { Worker } from 'node:worker_threads';

import { AskedThread } from '../../kernel/asked-thread.ts';
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
    const hands = Array.from({ length: threads }, () => startHand(graphs));
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

function startHand({ domain, host }: CrewGraphs): RivalHand & { close(): Promise<void> } {
  const workerData: CrewGraphs = { domain, host };
  const worker = new Worker(siblingModule(import.meta.url, 'rival-thread'), { workerData, execArgv: [] });
  const thread = new AskedThread<RivalsAsked, Rivals>(worker, 'A thread that counts competitors ended.');
  return {
    // A part of a longer list would be sent with all of that.
    count: ({ linking, ...asked }) => thread.ask({ ...asked, linking: linking.slice() }),
    close: () => thread.close(),
  };
}
