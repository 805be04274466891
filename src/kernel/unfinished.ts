import { AppError } from './errors.ts';

/** Thrown by work that has written down how far it is and wants to go on in another run, so that others get their turn. */
export class Unfinished extends AppError {
  /** When to go on; undefined for as soon as others had their turn. */
  readonly until: Date | undefined;

  constructor(until?: Date) {
    super('unavailable', 'The work continues in another run.', { fix: 'Wait: its job is queued.' });
    this.name = 'Unfinished';
    this.until = until;
  }
}
