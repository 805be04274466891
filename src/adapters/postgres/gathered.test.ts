import { describe, expect, it } from 'vitest';

import { Gathered } from './ledger-statements.ts';

describe('what is gathered', () => {
  it('goes together when it comes together, and meanwhile waits for what is under way', async () => {
    const sent: (readonly number[])[] = [];
    const first = Promise.withResolvers<void>();
    const doubled = new Gathered<number, number>(async (inputs) => {
      sent.push(inputs);
      if (sent.length === 1) await first.promise;
      return inputs.map((input) => input * 2);
    });
    const early = [doubled.ask(1), doubled.ask(2)];
    await expect.poll(() => sent.length).toBe(1);
    const late = [doubled.ask(3), doubled.ask(4)];
    first.resolve();
    expect(await Promise.all([...early, ...late])).toEqual([2, 4, 6, 8]);
    expect(sent).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('fails those of its part alone, and goes on with the next', async () => {
    let parts = 0;
    const failing = new Gathered<number, number>(async (inputs) => {
      parts += 1;
      if (parts === 1) throw new Error('away');
      return inputs;
    });
    await expect(failing.ask(1)).rejects.toThrow('away');
    expect(await failing.ask(2)).toBe(2);
  });

  it('tells a statement that answered too few rows from a lost one', async () => {
    const short = new Gathered<number, number>(async () => []);
    await expect(short.ask(1)).rejects.toThrow('fewer rows');
  });

  it('sends a flood in parts', async () => {
    const sizes: number[] = [];
    const counted = new Gathered<number, number>(async (inputs) => {
      sizes.push(inputs.length);
      return inputs;
    });
    await Promise.all(Array.from({ length: 450 }, (_none, at) => counted.ask(at)));
    expect(sizes).toEqual([200, 200, 50]);
  });
});
