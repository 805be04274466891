import { AppError } from './errors.ts';

/** Thrown by work that has written down how far it is and wants to go on in another run, so that others get their turn. */
export class Unfinished extends AppError {
  constructor() {
    super('unavailable', 'The work continues in another run.', { fix: 'Wait: its job is queued.' });
    this.name = 'Unfinished';
  }
}
