import { AppError } from '../src/kernel/errors.ts';
import { defineTask } from '../src/kernel/task.ts';

/** Tasks that do what pages can make an analysis do. */

interface Page {
  readonly text: string;
}

export const whereRun = defineTask(import.meta.url, 'whereRun', (page: Page) => ({
  pid: process.pid,
  characters: page.text.length,
}));

export const endless = defineTask(import.meta.url, 'endless', (page: Page) => {
  let turns = page.text.length;
  while (turns > 0) turns += 1;
  return turns;
});

/** Ends as little, and leaves the processor to others meanwhile. */
export const stuck = defineTask(import.meta.url, 'stuck', (_page: Page) =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
);

export const hungry = defineTask(import.meta.url, 'hungry', (page: Page) => {
  const rows: number[][] = [];
  while (page.text.length > 0) rows.push(Array.from({ length: 100_000 }, (_, at) => at + rows.length));
  return rows.length;
});

export const refusing = defineTask(import.meta.url, 'refusing', (_page: Page): string => {
  throw new AppError('unfetchable_url', 'The page has no text.', { fix: 'Send another page.' });
});

/** One list that does not fit: nothing that V8 could stop half way. */
export const swelling = defineTask(
  import.meta.url,
  'swelling',
  (page: Page) =>
    page.text
      .repeat(400)
      .split('')
      .filter((letter) => letter === 'y').length,
);

export const nested = defineTask(import.meta.url, 'nested', (page: Page) => {
  const down = (depth: number): number => (depth === 0 ? 0 : 1 + down(depth - 1));
  return down(page.text.length * 10);
});
