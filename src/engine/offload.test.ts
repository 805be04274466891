import { isMainThread } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';

import { endless, hungry, refusing, whereRun } from '../../test/offload-tasks.ts';
import { createOffload, type Offload, OFFLOAD_DEFAULTS } from './offload.ts';

const LARGE = { text: 'x'.repeat(300_000) };
const never = new AbortController().signal;
const opened: Offload[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((offload) => offload.close()));
});

const open = (changes: Partial<typeof OFFLOAD_DEFAULTS> = {}): Offload => {
  const offload = createOffload({ ...OFFLOAD_DEFAULTS, ...changes });
  opened.push(offload);
  return offload;
};

describe('the offload', () => {
  it('runs small inputs where they are and large ones on a thread', async () => {
    const offload = open();
    expect(await offload.run(whereRun, { text: 'small' }, never)).toEqual({
      thread: isMainThread ? 'main' : 'worker',
      characters: 5,
    });
    expect(await offload.run(whereRun, LARGE, never)).toEqual({ thread: 'worker', characters: 300_000 });
  });

  it('gives up a task that does not end, and goes on with the next', async () => {
    const offload = open({ workers_max: 1, timeout_ms: 1_500 });
    await expect(offload.run(endless, LARGE, never)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await offload.run(whereRun, LARGE, never)).toMatchObject({ thread: 'worker' });
  });

  it('survives a task that eats all memory', async () => {
    const offload = open({ workers_max: 1, memory_mb_max: 32 });
    await expect(offload.run(hungry, LARGE, never)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await offload.run(whereRun, LARGE, never)).toMatchObject({ thread: 'worker' });
  });

  it('gives up a task that works for longer than its own limit, long before the time of all tasks', async () => {
    const task = { ...endless, limits: { cpu_ms_max: 200, memory_mb_max: 64 } };
    const offload = open({ workers_max: 1, timeout_ms: 60_000 });
    await expect(offload.run(task, LARGE, never)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The input could not be analysed within 0.2 s.',
    });
  });

  it('gives a task the memory that it names, and the next one that of all tasks', async () => {
    const task = { ...hungry, limits: { cpu_ms_max: undefined, memory_mb_max: 32 } };
    const offload = open({ workers_max: 1 });
    await expect(offload.run(task, LARGE, never)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await offload.run(whereRun, LARGE, never)).toMatchObject({ thread: 'worker' });
    const again = { ...whereRun, limits: task.limits };
    expect(await offload.run(again, LARGE, never)).toMatchObject({ thread: 'worker' });
  });

  it('hands on a refusal of the task as it is', async () => {
    await expect(open().run(refusing, LARGE, never)).rejects.toMatchObject({
      code: 'unfetchable_url',
      message: 'The page has no text.',
      fix: 'Send another page.',
    });
  });

  it('stops a task whose caller has gone', async () => {
    const gone = new AbortController();
    const running = open({ workers_max: 1 }).run(endless, LARGE, gone.signal);
    gone.abort(new Error('the client closed the connection'));
    await expect(running).rejects.toThrow('the client closed the connection');
  });

  it('answers every caller when more wait than there are threads', async () => {
    const offload = open({ workers_max: 1 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => offload.run(whereRun, LARGE, never)));
    expect(answers).toHaveLength(8);
  });
});
