import { expect } from 'vitest';

import { fieldsOf } from '../src/kernel/fields-of.ts';
import type { TestService } from './service.ts';

/** A job as its answer tells it once it has ended. */
export async function endedJob(service: TestService, id: unknown): Promise<Readonly<Record<string, unknown>>> {
  let job: Readonly<Record<string, unknown>> = {};
  const readStatus = async (): Promise<unknown> => {
    job = fieldsOf((await service.call(`/jobs/${String(id)}`, undefined)).json['job']);
    return job['status'];
  };
  await expect.poll(readStatus, { timeout: 60_000 }).toMatch(/completed|failed|cancelled/);
  return job;
}
