import { afterEach, describe, expect, it, vi } from 'vitest';

import { endless, hungry, nested, refusing, stuck, swelling, whereRun } from '../../test/offload-tasks.ts';
import { extractContent } from '../operations/search/extract/extract.ts';
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
  it('runs small inputs where they are and large ones in another process', async () => {
    const offload = open();
    expect(await offload.run(whereRun, { text: 'small' }, never)).toEqual({ pid: process.pid, characters: 5 });
    const large = await offload.run(whereRun, LARGE, never);
    expect(large.characters).toBe(300_000);
    expect(large.pid).not.toBe(process.pid);
    // The process stays for the next one.
    expect(await offload.run(whereRun, LARGE, never)).toEqual(large);
  });

  it('keeps the process of a page that needed much memory, once that is cleared', async () => {
    const offload = open();
    const html = `<main>${'<p>The press has printed books since.</p>'.repeat(20_000)}</main>`;
    const input = { html, url: 'https://a.example/', format: 'text' as const, include_images: false };
    const first = await offload.run(whereRun, LARGE, never);
    expect(await offload.run({ ...extractContent, limits: undefined }, input, never)).toMatchObject({
      method: 'text_model',
    });
    expect(await offload.run(whereRun, LARGE, never)).toEqual(first);
  });

  it('gives up a task that does not end, and goes on with the next', async () => {
    const offload = open({ workers_max: 1, timeout_ms: 5_000 });
    await expect(offload.run(stuck, LARGE, never)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await offload.run(whereRun, LARGE, never)).toMatchObject({ characters: 300_000 });
  });

  it('survives a task that eats all memory', async () => {
    const offload = open({ workers_max: 1, memory_mb_max: 32 });
    await expect(offload.run(hungry, LARGE, never)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await offload.run(whereRun, LARGE, never)).toMatchObject({ characters: 300_000 });
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
    expect(await offload.run(whereRun, LARGE, never)).toMatchObject({ characters: 300_000 });
    const again = { ...whereRun, limits: task.limits };
    expect(await offload.run(again, LARGE, never)).toMatchObject({ characters: 300_000 });
  });

  it('survives one list that does not fit into the memory', async () => {
    const offload = open({ workers_max: 1 });
    const task = { ...swelling, limits: { cpu_ms_max: undefined, memory_mb_max: 64 } };
    await expect(offload.run(task, LARGE, never)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The input needs too much memory to be analysed.',
    });
    expect(await offload.run(whereRun, LARGE, never)).toMatchObject({ characters: 300_000 });
  });

  it('refuses what is nested without end', async () => {
    await expect(open().run(nested, LARGE, never)).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The input is nested too deeply to be analysed.',
    });
  });

  it('ends a process that has had no work for a while, and starts another one for the next', async () => {
    const offload = open({ workers_max: 1, idle_ms_max: 20 });
    const { pid } = await offload.run(whereRun, LARGE, never);
    await vi.waitUntil(() => !isRunning(pid), 10_000);
    expect((await offload.run(whereRun, LARGE, never)).pid).not.toBe(pid);
  });

  it('goes on when a process that waited was killed', async () => {
    const offload = open({ workers_max: 1 });
    const { pid } = await offload.run(whereRun, LARGE, never);
    process.kill(pid, 'SIGKILL');
    await expect
      .poll(() => offload.run(whereRun, LARGE, never).catch(() => undefined))
      .toMatchObject({ characters: 300_000 });
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

  it('answers every caller when more wait than there are processes', async () => {
    const offload = open({ workers_max: 1 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => offload.run(whereRun, LARGE, never)));
    expect(answers).toHaveLength(8);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
