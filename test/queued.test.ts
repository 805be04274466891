import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestService, type TestAnswer, type TestService } from './service.ts';
import { runs, TEST_OPERATIONS } from './test-operations.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ operations: TEST_OPERATIONS, environment: { SEAMARK_SYNC_TIMEOUT: '1' } });
});
afterAll(async () => {
  await service.close();
});

const label = (): string => randomUUID();

describe('an operation that is queued by default', () => {
  it('answers 202 with the job, where it is and where it can be watched', async () => {
    const answer = await service.call('/test/queued', { label: label() });
    const id = String(answer.json['job_id']);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({
      success: true,
      message: 'The job is queued.',
      job_id: id,
      jobs: [id],
      status_url: `/api/v1/jobs/${id}`,
      events_url: `/api/v1/jobs/${id}/events`,
    });
    expect(answer.headers.get('location')).toBe(`/api/v1/jobs/${id}`);
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('has the whole answer of the call as the result of its job', async () => {
    const name = label();
    const job = await endOf(await service.call('/test/queued', { label: name }));
    expect(job).toMatchObject({
      operation: 'test.queued',
      status: 'completed',
      progress: { percent: 100 },
      attempts: { made: 1, max: 3, last_error: null },
      credits: { reserved: 3, charged: 3 },
      error: null,
      result: { success: true, label: name, runs: 1, markdown_summary: '## Test', meta: { credits: { charged: 3 } } },
    });
  });

  it('is answered at once with sync=true', async () => {
    const answer = await service.call('/test/queued?sync=true', { label: label() });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ success: true, runs: 1 });
  });

  it('runs again after a failure that may pass, and is charged once', async () => {
    const job = await endOf(await service.call('/test/queued', { label: label(), failures: 1 }));
    expect(job).toMatchObject({
      status: 'completed',
      attempts: { made: 2, last_error: { code: 'source_failed' } },
      credits: { charged: 3 },
    });
  });

  it('fails for good where another try could not help, charges nothing and shows the fix', async () => {
    const input = { label: label(), failures: 9, failure_code: 'unfetchable_url' };
    const job = await endOf(await service.call('/test/queued', input));
    expect(job).toMatchObject({
      status: 'failed',
      attempts: { made: 1 },
      credits: { reserved: 3, charged: 0 },
      error: { code: 'unfetchable_url', message: 'Run 1 fails.', fix: 'Wait.' },
      result: null,
    });
  });

  it('shows nothing of a bug of ours', async () => {
    const input = { label: label(), failures: 9, failure_code: 'internal' };
    const queued = await service.call('/test/queued', input);
    const job = await ended(
      queued,
      (seen) => seen['attempts'],
      (attempts) => JSON.stringify(attempts).includes('internal'),
    );
    expect(JSON.stringify(job)).not.toContain('secret detail');
    await service.call(`/jobs/${String(queued.json['job_id'])}/cancel`, {});
  });

  it('checks its input before it is queued', async () => {
    const answer = await service.call('/test/queued', { wait_ms: -1 });
    expect(answer.status).toBe(422);
    expect(answer.json['errors']).toEqual([expect.objectContaining({ path: 'wait_ms' })]);
  });

  it('prices and checks with dry_run=true, and queues nothing', async () => {
    const name = label();
    const answer = await service.call('/test/queued?dry_run=true', { label: name });
    expect(answer.json).toMatchObject({ dry_run: true, credits: 3 });
    const jobs = await service.rows(`select id from jobs where input like '%${name}%'`);
    expect(jobs).toEqual([]);
  });
});

describe('an operation that is inline by default', () => {
  it('becomes a job with Prefer: respond-async', async () => {
    const answer = await service.call('/test/inline', { label: label() }, { prefer: 'respond-async, wait=5' });
    expect(answer.status).toBe(202);
    expect(await endOf(answer)).toMatchObject({ status: 'completed', operation: 'test.inline' });
  });

  it('goes on as a job when it outlives the wait, in the same run and with the same reservation', async () => {
    const name = label();
    const answer = await service.call('/test/inline', { label: name, wait_ms: 1500 });
    expect(answer.status).toBe(202);
    const job = await endOf(answer);
    expect(job).toMatchObject({ status: 'completed', result: { label: name, runs: 1 }, credits: { charged: 3 } });
    expect(runs.get(name)).toBe(1);
    const entries = await service.rows(
      `select kind from credit_entries join credit_reservations on credit_reservations.id = reservation_id
       where job_id = '${String(job['id'])}' order by credit_entries.id`,
    );
    expect(entries.map((entry) => entry['kind'])).toEqual(['reserve', 'settle']);
  });
});

describe('a batch', () => {
  it('queues one job for each item and answers with their ids', async () => {
    const answer = await service.call('/test/batch', { items: [{ label: label() }, { label: label() }] });
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({
      success: true,
      message: '2 jobs queued. Poll GET /api/v1/jobs/{id} with each id.',
      jobs: [expect.stringMatching(/^job_/), expect.stringMatching(/^job_/)],
    });
  });

  it('is refused whole when one item is bad, and names the item', async () => {
    const name = label();
    const answer = await service.call('/test/batch', { items: [{ label: name }, { wait_ms: 'long' }] });
    expect(answer.status).toBe(422);
    expect(answer.json['errors']).toEqual([expect.objectContaining({ path: 'items[1].wait_ms' })]);
    expect(await service.rows(`select id from jobs where input like '%${name}%'`)).toEqual([]);
  });

  it('is refused at once for a place of several names, and names the item', async () => {
    const name = label();
    const items = [
      { label: name, location: 'Germany' },
      { label: name, location: 'Springfield' },
    ];
    const answer = await service.call('/test/batch', { items });
    expect(answer.status).toBe(422);
    expect(answer.json['errors']).toEqual([
      expect.objectContaining({
        path: 'items[1].location',
        message: expect.stringContaining(
          'several places: Springfield,Missouri,United States; Springfield,Massachusetts,',
        ),
      }),
    ]);
    expect(await service.rows(`select id from jobs where input like '%${name}%'`)).toEqual([]);
    expect((await service.call('/test/queued', { location: 'Springfield' })).status).toBe(422);
  });
});

describe('an idempotency key', () => {
  it('gives the same job again, and queues and charges nothing more', async () => {
    const name = label();
    const headers = { 'idempotency-key': label() };
    const first = await service.call('/test/queued', { label: name }, headers);
    const second = await service.call('/test/queued', { label: name, wait_ms: 0 }, headers);
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    await endOf(first);
    expect(runs.get(name)).toBe(1);
  });

  it('gives the same answer of an inline call byte for byte, and charges once', async () => {
    const name = label();
    const headers = { 'idempotency-key': label(), 'x-project-id': name };
    const first = await service.call('/test/inline', { label: name }, headers);
    const second = await service.call('/test/inline', { label: name }, headers);
    expect(second.text).toBe(first.text);
    expect(runs.get(name)).toBe(1);
    const charges = await service.rows(`select credits from credit_reservations where project_id = '${name}'`);
    expect(charges).toHaveLength(1);
  });

  it('is refused with other input, naming the header', async () => {
    const headers = { 'idempotency-key': label() };
    await service.call('/test/inline', { label: label() }, headers);
    const answer = await service.call('/test/inline', { label: label() }, headers);
    expect(answer.status).toBe(422);
    expect(answer.json['errors']).toEqual([expect.objectContaining({ path: 'Idempotency-Key' })]);
  });

  it('is a conflict while the first call is under way', async () => {
    const name = label();
    const headers = { 'idempotency-key': label() };
    const first = service.call('/test/inline', { label: name, wait_ms: 700 }, headers);
    await expect.poll(() => runs.get(name)).toBe(1);
    expect((await service.call('/test/inline', { label: name, wait_ms: 700 }, headers)).status).toBe(409);
    expect((await first).status).toBe(200);
  });

  it('may be used again after a failure', async () => {
    const name = label();
    const headers = { 'idempotency-key': label() };
    expect((await service.call('/test/inline', { label: name, failures: 1 }, headers)).status).toBe(502);
    expect((await service.call('/test/inline', { label: name, failures: 1 }, headers)).status).toBe(200);
  });

  it('does not keep what is shown once', async () => {
    const headers = { 'idempotency-key': label() };
    const body = { url: 'https://hooks.example.com/seamark' };
    const first = await service.call('/webhooks/endpoints', body, headers);
    const second = await service.call('/webhooks/endpoints', body, headers);
    expect(first.json['signing_secret']).toMatch(/^whsec_/);
    expect(second.status).toBe(201);
    expect(second.json).toEqual({ ...first.json, signing_secret: null });
  });

  it('of another operation is another key', async () => {
    const headers = { 'idempotency-key': label() };
    expect((await service.call('/test/inline', { label: label() }, headers)).status).toBe(200);
    expect((await service.call('/test/queued', { label: label() }, headers)).status).toBe(202);
  });
});

describe('attribution', () => {
  it('is carried from the headers into job, usage and ledger', async () => {
    const project = `client-${label()}`;
    const headers = { 'x-project-id': project, 'x-workflow-id': 'run 7' };
    const job = await endOf(await service.call('/test/queued', { label: label() }, headers));
    expect(job['attribution']).toMatchObject({ project_id: project, workflow_id: 'run 7' });
    expect(job['result']).toMatchObject({ meta: { project_id: project, workflow_id: 'run 7' } });
    const used = (): Promise<unknown> =>
      service.rows(`select workflow_id, credits, status from usage_rows where project_id = '${project}'`);
    // Usage is written in batches.
    await expect.poll(used).toEqual([{ workflow_id: 'run 7', credits: 3, status: 200 }]);
    const reserved = await service.rows(`select state from credit_reservations where project_id = '${project}'`);
    expect(reserved).toEqual([{ state: 'settled' }]);
  });
});

describe('a job that is cancelled', () => {
  it('stops while it runs, and its credits are released', async () => {
    const name = label();
    const queued = await service.call('/test/queued', { label: name, wait_ms: 30_000 });
    await expect.poll(() => runs.get(name), { timeout: 5000 }).toBe(1);
    const id = String(queued.json['job_id']);
    expect((await service.call(`/jobs/${id}/cancel`, {})).status).toBe(200);
    expect(await endOf(queued)).toMatchObject({ status: 'cancelled', credits: { charged: 0 }, result: null });
    expect((await service.call(`/jobs/${id}/cancel`, {})).status).toBe(409);
  });
});

async function endOf(accepted: TestAnswer): Promise<Record<string, unknown>> {
  return ended(
    accepted,
    (job) => job['status'],
    (status) => ['completed', 'failed', 'cancelled'].includes(String(status)),
  );
}

/** Polls the job until what is asked for is as it should be. */
async function ended(
  accepted: TestAnswer,
  part: (job: Record<string, unknown>) => unknown,
  isThere: (value: unknown) => boolean,
): Promise<Record<string, unknown>> {
  let job: Record<string, unknown> = {};
  const look = async (): Promise<boolean> => {
    const { json } = await service.call(`/jobs/${String(accepted.json['job_id'])}`, undefined);
    const { job: seen } = json;
    job = typeof seen === 'object' && seen !== null ? { ...seen } : {};
    return isThere(part(job));
  };
  await expect.poll(look, { timeout: 15_000, interval: 50 }).toBe(true);
  return job;
}
