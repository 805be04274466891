import type { Logger } from 'pino';

import type { Database } from '../adapters/postgres/database.ts';
import type { PostgresJobs } from '../adapters/postgres/jobs.ts';
import { PostgresSchedules } from '../adapters/postgres/schedules.ts';
import { openScheduleDesk } from '../engine/schedule-desk.ts';
import { ScheduleRunner, type ScheduleParts } from '../engine/schedules.ts';
import type { Closing } from '../kernel/closing.ts';
import type { ScheduleDesk } from '../ports/schedules.ts';

export interface ScheduleWiring extends ScheduleParts {
  readonly database: Database;
  readonly jobs: PostgresJobs;
  readonly log: Logger;
}

/** @param closing closes what runs them; undefined where nothing is to run */
export function openSchedules(wiring: ScheduleWiring, closing: Closing | undefined): ScheduleDesk {
  const { database, jobs, log, ...parts } = wiring;
  const store = new PostgresSchedules(database, jobs);
  closing?.add(new ScheduleRunner(store, parts, log)).start();
  return openScheduleDesk(store, parts);
}
