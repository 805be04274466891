import { AppError } from '../kernel/errors.ts';

/** Why a worker stops a run; the run itself sees it as the reason of its signal. */

export class Cancelled extends AppError {
  constructor() {
    super('conflict', 'The job was cancelled.');
  }
}

/** Another worker has the job by now, or will have it. */
export class LeaseLost extends AppError {
  constructor() {
    super('unavailable', 'The worker has lost the job.');
  }
}

export class Stopping extends AppError {
  constructor() {
    super('unavailable', 'The worker stops; the job goes back to the queue.');
  }
}

/** Not tried again: it would most likely take as long. */
export class TooLong extends AppError {
  constructor(limit_ms: number) {
    super('source_timeout', `The job took longer than ${Math.round(limit_ms / 1000)} s and was given up.`, {
      fix: 'Ask for less (a lower limit, fewer items) and queue it again. Nothing was charged.',
    });
  }
}
