import { parentPort, workerData } from 'node:worker_threads';

import { type CrewData, workOff } from './crew.ts';
import { type KernelName, openKernels } from './kernels.ts';

/** One thread of a crew: each message names the kernel of a round, and is answered when no chunk of it is left. */
function listen(port: NonNullable<typeof parentPort>, { memory, module }: CrewData): void {
  const kernels = openKernels(module, memory);
  port.on('message', (name: KernelName) => {
    workOff(kernels[name], memory);
    port.postMessage('done');
  });
}

/** Only a crew starts this thread, with its data. */
const data: CrewData = workerData;
if (parentPort !== null) listen(parentPort, data);
