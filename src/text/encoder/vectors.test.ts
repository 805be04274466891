import { describe, expect, it } from 'vitest';

import type { Task } from '../../kernel/task.ts';
import { measureDense } from '../vectors/dense.ts';
import { isEncoderInstalled } from './encode.ts';
import { encodeEnglish } from './vectors.ts';

/** Runs tasks here and counts them. */
function countedCompute() {
  const runs: unknown[] = [];
  const compute = async <Input, Output>(task: Task<Input, Output>, input: Input): Promise<Output> => {
    runs.push(input);
    return task.run(input);
  };
  return { compute, runs };
}

const TEXTS = ['prenup', 'premarital agreement', 'dog food for puppies', 'what to feed a young dog', 'bike repair'];

describe.runIf(isEncoderInstalled())('encodeEnglish', () => {
  it('brings texts of one meaning nearer than texts that share none', async () => {
    const vectors = (await encodeEnglish(TEXTS, countedCompute().compute)) ?? [];
    const like = measureDense(vectors);
    expect(like(2, 3)).toBeGreaterThan(like(2, 4) + 0.3);
    expect(like(0, 1)).toBeGreaterThan(like(0, 4) + 0.1);
  });

  it('keeps the vectors of texts that it has seen', async () => {
    const { compute, runs } = countedCompute();
    await encodeEnglish(['tap repair', 'roof repair'], compute);
    await encodeEnglish(['roof repair', 'tap repair', 'door repair'], compute);
    expect(runs).toEqual([['tap repair', 'roof repair'], ['door repair']]);
  });

  it('gives a text one vector, whatever it is encoded with, and one to texts without words', async () => {
    const { compute } = countedCompute();
    const [alone] = (await encodeEnglish(['garden hose'], compute)) ?? [];
    const { encodeTexts } = await import('./encode.ts');
    const [beside] = await encodeTexts.run(['garden hose', 'a much longer text about another thing than hoses', '']);
    expect(beside).toEqual(alone);
    expect(await encodeEnglish(['', '!!!'], compute)).toHaveLength(2);
  });
});
