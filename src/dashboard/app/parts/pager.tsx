import type { VNode } from 'preact';

import { number } from '../model/format.ts';

interface PagerProps {
  /** What the pages list, such as jobs. */
  readonly of: string;
  readonly words: readonly [back: string, on: string];
  readonly size: number;
  readonly offset: number;
  readonly total: number;
  readonly go: (offset: number) => void;
}

/** Nothing where everything is on one page. */
export function Pager({ of, words, size, offset, total, go }: PagerProps): VNode | null {
  if (total <= size && offset === 0) return null;
  return (
    <nav class="pager" aria-label={`Pages of ${of}`}>
      <button type="button" disabled={offset === 0} onClick={() => go(Math.max(0, offset - size))}>
        {words[0]}
      </button>
      <span>
        {number(Math.min(offset + 1, total))}–{number(Math.min(offset + size, total))} of {number(total)}
      </span>
      <button type="button" disabled={offset + size >= total} onClick={() => go(offset + size)}>
        {words[1]}
      </button>
    </nav>
  );
}
