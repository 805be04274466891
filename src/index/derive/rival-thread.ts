import { parentPort, workerData } from 'node:worker_threads';

import { type CrewGraphs, rivalCounter, type RivalsAsked } from './rival-crew.ts';

/** One thread of a crew: each message names the sites that link to a target, and is answered with its competitors. */
function listen(port: NonNullable<typeof parentPort>, graphs: CrewGraphs): void {
  const count = rivalCounter(graphs);
  port.on('message', (asked: RivalsAsked) => port.postMessage(count(asked)));
}

/** Only a crew starts this thread, with its data. */
const data: CrewGraphs = workerData;
if (parentPort !== null) listen(parentPort, data);
