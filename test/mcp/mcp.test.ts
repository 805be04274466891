import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestService, type TestService } from '../service.ts';
import { runs, TEST_OPERATIONS } from '../test-operations.ts';
import { ask, fieldsOf, listOf, type Question, textOf, type Told } from './ask.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({
    operations: TEST_OPERATIONS,
    environment: {
      SEAMARK_SYNC_TIMEOUT: '2',
      SEAMARK_PLANS: '{"self_hosted":{"requests_per_minute":100000}}',
    },
  });
});
afterAll(async () => service.close());

type Asked = Partial<Question>;

const list = (question: Asked = {}): Promise<Told> =>
  ask(service.base, 'tools/list', {}, { key: service.key, ...question });
const call = (name: string, input: Record<string, unknown> = {}, question: Asked = {}): Promise<Told> =>
  ask(service.base, 'tools/call', { name, arguments: input }, { key: service.key, ...question });
const namesOf = (told: Told): unknown[] => listOf(told.result['tools']).map((tool) => tool['name']);

async function until<Value>(look: () => Promise<Value | undefined>): Promise<Value> {
  const end = performance.now() + 20_000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error('It has not happened.');
    await sleep(50);
  }
}

describe('who may call', () => {
  it('takes the key as bearer or in x-api-key, in both eras', async () => {
    for (const era of ['2025-11-25', '2026-07-28'] as const) {
      expect((await list({ era })).status).toBe(200);
      expect((await list({ era, headers: { authorization: '', 'x-api-key': service.key } })).status).toBe(200);
    }
  });

  it('tells a client whose key does not work what to send, and nothing of a login', async () => {
    for (const headers of [{ authorization: 'Bearer sk_live_wrong' }, { authorization: 'Basic abc' }]) {
      const told = await list({ headers });
      expect(told.status).toBe(401);
      expect(told.headers.get('www-authenticate')).toContain('Send your sk_live_ key as Authorization: Bearer');
      expect(told.headers.get('www-authenticate')).not.toContain('resource_metadata');
      expect(told.error['message']).toContain('Authorization: Bearer sk_live_');
    }
  });

  it('refuses a key that is restricted to domains, with the reason, whatever the origin', async () => {
    const key = await service.makeKey({ name: 'widget', allowed_domains: ['shop.example.com'] });
    const told = await list({ key });
    expect(told.status).toBe(403);
    expect(told.error['message']).toMatch(/"widget" is restricted to pages on shop\.example\.com.*Use a key without/);
  });

  it('refuses names that somebody else has pointed here, and pages of others', async () => {
    const spoofed = await rawPost(service, { host: 'evil.example.com' });
    expect(spoofed).toBe(403);
    expect(await rawPost(service, { host: '127.0.0.1', origin: 'https://evil.example.com' })).toBe(403);
    expect(await rawPost(service, { host: '127.0.0.1', origin: 'null' })).toBe(403);
    expect(await rawPost(service, { host: 'localhost:9999', origin: 'http://localhost:6274' })).toBe(200);
  });

  it('answers GET and DELETE with 405, and a batch or broken JSON with an error of the protocol', async () => {
    for (const method of ['GET', 'DELETE']) {
      const response = await fetch(`${service.base}/mcp`, { method });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
    }
    for (const [body, code] of [
      ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32_700],
      ['{"jsonrpc"', -32_700],
      ['{"jsonrpc":"1.0"}', -32_600],
      ['null', -32_600],
    ] as const) {
      const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' };
      const response = await fetch(`${service.base}/mcp`, { method: 'POST', headers, body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
    }
  });

  it('counts against the plan and says how it stands', async () => {
    const told = await list();
    expect(told.headers.get('ratelimit-policy')).toBe('"default";q=100000;w=60');
    expect(told.headers.get('ratelimit')).toMatch(/^"default";r=\d+;t=\d+$/);
    expect(told.headers.get('x-request-id')).toMatch(/^req_/);
  });
});

async function rawPost({ base, key }: TestService, headers: Record<string, string>): Promise<number> {
  const { request } = await import('node:http');
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  return new Promise((resolve, reject) => {
    const sent = request(
      `${base}/mcp`,
      {
        method: 'POST',
        setHost: false,
        headers: {
          ...headers,
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'content-length': body.length,
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('what is offered', () => {
  it('is every operation under its name, in the same order each time', async () => {
    const first = await list();
    expect(namesOf(first)).toEqual(namesOf(await list({ era: '2026-07-28' })));
    expect(namesOf(first)).toEqual(
      expect.arrayContaining(['backlinks_summary', 'get_job', 'cancel_job', 'list_jobs', 'get_credits']),
    );
    expect(new Set(namesOf(first)).size).toBe(namesOf(first).length);
  });

  it('says truly what a tool does', async () => {
    // What the protocol takes for granted of a hint that is not there.
    const granted = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true };
    // Some, since the list of all leaves out that a tool reads nothing outside, which clients then take for possible.
    const some = ['extract', 'content_keyword_map', 'get_job', 'cancel_job', 'webhooks_endpoints_delete'];
    const asked = [...some, 'webhooks_endpoints_create', 'webhooks_endpoints_test'].join(',');
    const tools = new Map(
      listOf((await list({ path: `/mcp?tools=${asked}` })).result['tools']).map((tool) => [
        tool['name'],
        { ...granted, ...fieldsOf(tool['annotations']) },
      ]),
    );
    expect(tools.get('extract')).toMatchObject({ readOnlyHint: true, openWorldHint: true });
    expect(tools.get('content_keyword_map')).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(tools.get('get_job')).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(tools.get('cancel_job')).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(tools.get('webhooks_endpoints_delete')).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(tools.get('webhooks_endpoints_create')).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(tools.get('webhooks_endpoints_test')).toMatchObject({ openWorldHint: true });
  });

  it('can be a part: by path, address or header, without some, or only what reads', async () => {
    const set = ['backlinks_list', 'backlinks_opportunity_finder', 'backlinks_summary', 'get_job'];
    const some = async (question: Asked): Promise<unknown[]> => namesOf(await list(question));
    for (const question of [
      { path: '/mcp?toolsets=backlinks' },
      { path: '/mcp/x/backlinks' },
      { headers: { 'x-mcp-toolsets': 'Backlinks' } },
    ]) {
      expect(await some(question)).toEqual(expect.arrayContaining(set));
      expect(await some(question)).not.toContain('search');
    }
    expect(await some({ path: '/mcp?tools=search,backlinks.summary' })).toEqual(['backlinks_summary', 'search']);
    expect(await some({ path: '/mcp?toolsets=backlinks&exclude_tools=get_job,backlinks_list' })).not.toContain(
      'get_job',
    );
    const reading = await some({ path: '/mcp?read_only=1' });
    expect(reading).toContain('list_jobs');
    expect(reading).not.toContain('cancel_job');
    expect(reading).not.toContain('webhooks_endpoints_create');
  });

  it('names what it does not know, before anything is answered', async () => {
    const told = await list({ path: '/mcp?toolsets=backlink&tools=serch&mode=tiny' });
    expect(told.status).toBe(422);
    expect(told.error['message']).toContain('"backlink" is unknown; did you mean backlinks?');
    expect(told.error['message']).toContain('"serch" is unknown; did you mean search?');
    expect((await list({ path: '/mcp?mode=tiny' })).error['message']).toContain('Use full, compact');
  });

  it('is what the scopes of the key allow', async () => {
    const key = await service.makeKey({ scopes: ['search', 'jobs.get'] });
    expect(namesOf(await list({ key }))).toEqual(['get_job', 'search']);
    expect((await call('backlinks_summary', { target: 'example.com' }, { key })).error).toMatchObject({
      code: -32_602,
    });
  });

  it('cannot be called when it was left out', async () => {
    const told = await call('cancel_job', { id: 'job_1' }, { path: '/mcp?read_only=1' });
    expect(told.error).toMatchObject({
      code: -32_602,
      message: expect.stringContaining('Tool "cancel_job" was not found'),
    });
    expect((await call('get_jobs')).error['message']).toContain('Did you mean get_job?');
  });

  it('comes with output schemas that its answers fit, when asked', async () => {
    const tools = listOf((await list({ path: '/mcp?output_schemas=1' })).result['tools']);
    for (const tool of tools) expect(fieldsOf(tool['outputSchema'])['type']).toBe('object');
    expect(JSON.stringify(tools)).not.toContain('#/components/');
    expect(listOf((await list()).result['tools']).filter((tool) => 'outputSchema' in tool)).toEqual([]);
  });
});

describe('an answer', () => {
  it('is structured, and the same as text', async () => {
    const told = await call('backlinks_summary', { target: 'example.com' });
    const structured = fieldsOf(told.result['structuredContent']);
    expect(structured).toMatchObject({
      success: true,
      target: { value: 'example.com' },
      meta: { credits: { charged: 0 } },
    });
    expect(JSON.parse(textOf(told.result))).toEqual(structured);
    expect(told.result['isError']).toBeUndefined();
    expect(told.headers.get('content-type')).toContain('application/json');
  });

  it('can have its summary as text, with or without the rest', async () => {
    const both = await call('backlinks_summary', { target: 'example.com' }, { path: '/mcp?content=summary' });
    expect(textOf(both.result)).toMatch(/^## Backlinks of example\.com/);
    expect(both.result['structuredContent']).toMatchObject({ success: true });
    const alone = await call('backlinks_summary', { target: 'example.com' }, { path: '/mcp?content=summary_only' });
    expect(textOf(alone.result)).toBe(textOf(both.result));
    expect(alone.result['structuredContent']).toBeUndefined();
  });

  it('to a wrong call is an error that names every field and the fix, and costs nothing', async () => {
    const told = await call('backlinks_summary', { targt: 'example.com', internal_list_limit: 0 });
    expect(told.result['isError']).toBe(true);
    const { error } = fieldsOf(told.result['structuredContent']);
    expect(error).toMatchObject({
      code: 'invalid_input',
      fix: expect.stringContaining('Correct every field'),
      errors: expect.arrayContaining([
        { path: 'target', message: 'is required: send a string' },
        { path: 'internal_list_limit', message: 'must be at least 1' },
        { path: 'targt', message: expect.stringContaining('did you mean target?') },
      ]),
    });
    expect(JSON.parse(textOf(told.result))).toEqual(told.result['structuredContent']);
  });

  it('to a fault of ours tells nothing of it', async () => {
    const told = await call('test_inline', { label: 'fault', failures: 1, failure_code: 'internal' });
    expect(fieldsOf(told.result['structuredContent'])['error']).toMatchObject({ code: 'internal' });
    expect(told.text).not.toContain('secret detail');
    expect(told.text).not.toMatch(/\.ts:\d+|node_modules/);
  });

  it('books project and workflow, and is in the usage as a call of an agent', async () => {
    const headers = { 'x-project-id': 'acme', 'x-workflow-id': 'spring-audit' };
    await call('test_inline', { label: 'booked' }, { headers });
    const row = await until(async () => {
      const rows = await service.rows(
        "select operation, transport, project_id, credits, status from usage_rows where workflow_id = 'spring-audit'",
      );
      return rows[0];
    });
    expect(row).toMatchObject({ operation: 'test.inline', transport: 'mcp', project_id: 'acme', status: 200 });
    expect(Number(row['credits'])).toBe(3);
  });

  it('is given again for the same idempotency key, and nothing runs or is charged twice', async () => {
    const meta = { 'seamark/idempotency-key': 'once-1' };
    const first = await call('test_inline', { label: 'once' }, { meta });
    const second = await call('test_inline', { label: 'once' }, { meta });
    expect(second.result['structuredContent']).toEqual(first.result['structuredContent']);
    expect(runs.get('once')).toBe(1);
    const wrong = await call('test_inline', {}, { meta: { 'seamark/idempotency-key': 7 } });
    expect(fieldsOf(wrong.result['structuredContent'])['error']).toMatchObject({ code: 'invalid_input' });
  });

  it('to a dry run is the price, and nothing runs', async () => {
    const told = await call('test_inline', { label: 'priced', dry_run: true });
    expect(told.result['structuredContent']).toMatchObject({ dry_run: true, credits: 3 });
    expect(runs.has('priced')).toBe(false);
  });
});

describe('long work', () => {
  it('is waited for, with its progress, when it ends soon', async () => {
    const told = await call('test_queued', { label: 'soon', wait_ms: 300 }, { meta: { progressToken: 'p1' } });
    const news = told.messages.filter((message) => message['method'] === 'notifications/progress');
    expect(news.map((message) => fieldsOf(message['params'])['progressToken'])).toContain('p1');
    const shares = news.map((message) => Number(fieldsOf(message['params'])['progress']));
    expect(shares).toEqual(shares.toSorted((left, right) => left - right));
    expect(shares).toContain(40);
    expect(told.result['structuredContent']).toMatchObject({ success: true, label: 'soon' });
  });

  it('that outlives the wait answers its job, which get_job then has', async () => {
    for (const tool of ['test_queued', 'test_inline']) {
      const label = `late ${tool}`;
      const told = await call(tool, { label, wait_ms: 2600 });
      const answer = fieldsOf(told.result['structuredContent']);
      expect(answer).toMatchObject({ success: true, poll_with: 'get_job', job_id: expect.stringMatching(/^job_/) });
      expect(answer['status']).toMatch(/^(queued|running)$/);
      const id = answer['job_id'];
      const job = await until(async () => {
        const polled = await call('get_job', { id });
        const found = fieldsOf(fieldsOf(polled.result['structuredContent'])['job']);
        return found['status'] === 'completed' ? found : undefined;
      });
      expect(job['result']).toMatchObject({ label });
    }
  });

  it('that fails is an error result like any other', async () => {
    const told = await call('test_queued', { label: 'fails', failures: 100, failure_code: 'unfetchable_url' });
    expect(told.result['isError']).toBe(true);
    expect(fieldsOf(told.result['structuredContent'])['error']).toMatchObject({
      code: 'unfetchable_url',
      fix: 'Wait.',
    });
  });

  it('in a batch answers a job for each item', async () => {
    const told = await call('test_batch', { items: [{ label: 'b1' }, { label: 'b2' }] });
    const answer = fieldsOf(told.result['structuredContent']);
    expect(answer).toMatchObject({ status: 'queued', poll_with: 'get_job' });
    expect(answer['jobs']).toHaveLength(2);
  });

  it('stops when the client closes the request, and costs nothing', async () => {
    const spent = async (): Promise<unknown> => {
      const told = await call('get_credits');
      return fieldsOf(told.result['structuredContent'])['spent_this_month'];
    };
    const settled = (): Promise<true> =>
      until(async () => {
        const open = "select id from credit_reservations where state not in ('released', 'settled')";
        return (await service.rows(open)).length === 0 ? true : undefined;
      });
    await settled();
    const before = await spent();
    for (const tool of ['test_inline', 'test_queued']) {
      const workflow = `closed-${tool}`;
      const leaving = new AbortController();
      const headers = { 'x-workflow-id': workflow };
      const asked = call(tool, { label: workflow, wait_ms: 60_000 }, { headers, signal: leaving.signal });
      await until(() => Promise.resolve(runs.get(workflow)));
      leaving.abort();
      await expect(asked).rejects.toThrow('aborted');
      await settled();
      expect(await spent()).toBe(before);
    }
    const [job] = await service.rows("select status from jobs where workflow_id = 'closed-test_queued'");
    expect(job?.['status']).toBe('cancelled');
  });
});

describe('a client that knows tasks', () => {
  const tasks = { era: '2026-07-28', capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } } as const;
  const task = (method: string, taskId: unknown, question: Asked = {}): Promise<Told> =>
    ask(service.base, method, { taskId }, { key: service.key, ...tasks, ...question });

  it('is given its job as a task, and the answer of the tool with it', async () => {
    const made = await call('test_queued', { label: 'task', wait_ms: 200 }, tasks);
    expect(made.result).toMatchObject({
      resultType: 'task',
      status: 'working',
      taskId: expect.stringMatching(/^job_/),
    });
    const done = await until(async () => {
      const told = await task('tasks/get', made.result['taskId']);
      return told.result['status'] === 'completed' ? told : undefined;
    });
    const result = fieldsOf(done.result['result']);
    expect(result['structuredContent']).toMatchObject({ success: true, label: 'task' });
    expect(JSON.parse(textOf(result))).toEqual(result['structuredContent']);
  });

  it('can cancel it, also twice, and others do not know of it', async () => {
    const made = await call('test_queued', { label: 'cancelled task', wait_ms: 60_000 }, tasks);
    const id = made.result['taskId'];
    const stranger = await service.makeKey({ project_id: undefined, scopes: ['search'] });
    expect((await task('tasks/get', id, { key: stranger })).error).toMatchObject({ code: -32_602 });
    expect((await task('tasks/cancel', id, { key: stranger })).error).toMatchObject({ code: -32_602 });
    expect((await task('tasks/cancel', id)).result['resultType']).toBe('complete');
    expect((await task('tasks/cancel', id)).result['resultType']).toBe('complete');
    await until(async () => ((await task('tasks/get', id)).result['status'] === 'cancelled' ? true : undefined));
  });

  it('only where it says so, and never in the older era', async () => {
    const plain = await call('test_queued', { label: 'no task' }, { era: '2026-07-28' });
    expect(plain.result).toMatchObject({ resultType: 'complete', structuredContent: { label: 'no task' } });
    expect((await task('tasks/get', 'job_1', { capabilities: {} })).error).toMatchObject({ code: -32_021 });
    expect((await task('tasks/get', 'job_1', { era: '2025-11-25' })).error).toMatchObject({ code: -32_601 });
  });
});
