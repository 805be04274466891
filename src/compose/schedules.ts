import type { Logger } from 'pino';

import type { Database } from '../adapters/postgres/database.ts';
import { PostgresSchedules } from '../adapters/postgres/schedules.ts';
import { openScheduleDesk, type ScheduleDeskParts } from '../engine/schedule-desk.ts';
import { ScheduleRunner } from '../engine/schedules.ts';
import type { Closing } from '../kernel/closing.ts';
import type { ScheduleDesk } from '../ports/schedules.ts';
import type { Platform } from './platform.ts';

export interface ScheduleWiring extends Omit<ScheduleDeskParts, 'webhooks'> {
  readonly database: Database;
  readonly platform: Pick<Platform, 'jobs' | 'account' | 'reportMails'>;
  readonly log: Logger;
}

/** @param closing closes what runs them; undefined where nothing is to run */
export function openSchedules(wiring: ScheduleWiring, closing: Closing | undefined): ScheduleDesk {
  const { database, platform, log, ...rest } = wiring;
  const parts = { ...rest, webhooks: platform.account.webhooks };
  const store = new PostgresSchedules(database, platform.jobs, platform.reportMails.refusalOf);
  closing?.add(new ScheduleRunner(store, parts, log)).start();
  return openScheduleDesk(store, parts);
}
