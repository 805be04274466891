import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { newSecret } from '../src/kernel/api-key.ts';
import { serving, type Serving } from './command-line.ts';
import { fieldsOf } from './mcp/ask.ts';
import { call, type TestAnswer } from './service.ts';
import { canMount, smallDisk } from './small-disk.ts';

/** A service with its embedded databases on a real disk that is full for a while. */
describe.skipIf(!canMount())('while the disk of the service is full', () => {
  const disk = smallDisk(350);
  const key = newSecret();
  let service: Serving;
  let charged = 0;
  let failed = 0;
  const jobs: string[] = [];

  beforeAll(async () => {
    service = await serving(['--data', disk.folder, '--port', '0'], { SEAMARK_INIT_API_KEY: key }, disk.launcher);
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    disk.remove();
  });

  const ask = (path: string, body?: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> =>
    call(`${service.base}${path}`, body, { 'x-api-key': key, ...headers });

  let calls = 0;
  /** Each under another project, so that the databases have more to keep. */
  async function analyze(headers: Record<string, string> = {}): Promise<number> {
    calls += 1;
    const body = { markdown: `# Bicycle repair ${calls}\n\n${'How to mend a flat tyre. '.repeat(400)}` };
    const answer = await ask('/api/v1/content/technical-qa', body, { 'x-project-id': `project ${calls}`, ...headers });
    const { credits } = fieldsOf(answer.json['meta']);
    const told = fieldsOf(credits)['charged'];
    if (typeof told === 'number') charged += told;
    const id = answer.json['job_id'];
    if (typeof id === 'string') jobs.push(id);
    if (answer.status === 503) {
      failed += 1;
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(answer.json).toMatchObject({ code: 'unavailable', detail: expect.stringMatching(/database/) });
    }
    return answer.status;
  }

  it('calls, jobs and /readyz are 503 and never 500, and all goes on when there is room again', async () => {
    expect(await analyze()).toBe(200);
    expect(await analyze({ prefer: 'respond-async' })).toBe(202);
    const statuses = new Set<number>();
    await vi.waitFor(
      async () => {
        // What PostgreSQL had taken beforehand lasts for some calls.
        disk.fill(service.pid);
        statuses.add(await analyze());
        statuses.add(await analyze({ prefer: 'respond-async' }));
        expect(statuses).toContain(503);
      },
      { timeout: 30_000, interval: 1 },
    );
    expect([...statuses].filter((status) => ![200, 202, 503].includes(status))).toEqual([]);
    expect((await ask('/readyz')).status).toBe(503);
    disk.free(service.pid);
    await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 20_000 });
    expect(await analyze()).toBe(200);
    expect(await analyze({ prefer: 'respond-async' })).toBe(202);
  }, 60_000);

  it('no job is lost, and the usage has every call, those that failed too', async () => {
    await vi.waitFor(
      async () => {
        const answers = await Promise.all(jobs.map((id) => ask(`/api/v1/jobs/${id}`)));
        const ended = answers.map(({ json }) => fieldsOf(json['job']));
        expect(ended.map(({ status }) => status)).toEqual(jobs.map(() => 'completed'));
        const ofJobs = ended.reduce((sum, { credits }) => sum + Number(fieldsOf(credits)['charged']), 0);
        const { json } = await ask('/api/v1/usage');
        expect(json['total']).toMatchObject({ calls, failed_calls: failed, credits: charged + ofJobs });
      },
      { timeout: 30_000, interval: 250 },
    );
  }, 40_000);
});
