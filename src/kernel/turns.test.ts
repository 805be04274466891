import { describe, expect, it } from 'vitest';

import { turns } from './turns.ts';

const never = new AbortController().signal;

describe('turns', () => {
  it('run no more than the bound at once, all of them, in their order', async () => {
    const inTurn = turns(2);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    const answers = await Promise.all(
      Array.from({ length: 7 }, (_, at) =>
        inTurn(never, async () => {
          begun.push(at);
          running += 1;
          most = Math.max(most, running);
          await Promise.resolve();
          running -= 1;
          return at;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(answers).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('go on after one that fails', async () => {
    const inTurn = turns(1);
    const failed = inTurn(never, () => Promise.reject(new Error('no such file')));
    const next = inTurn(never, () => Promise.resolve('read'));
    await expect(failed).rejects.toThrow('no such file');
    expect(await next).toBe('read');
  });

  it('let go of one that nobody waits for any more', async () => {
    const inTurn = turns(1);
    const first = Promise.withResolvers<string>();
    const running = inTurn(never, () => first.promise);
    const gone = new AbortController();
    let ran = false;
    const left = inTurn(gone.signal, async () => {
      ran = true;
    });
    gone.abort(new Error('the client closed the connection'));
    await expect(left).rejects.toThrow('the client closed the connection');
    first.resolve('done');
    expect(await running).toBe('done');
    expect(ran).toBe(false);
    expect(await inTurn(never, () => Promise.resolve('free'))).toBe('free');
  });
});
