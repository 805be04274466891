import type { ComponentChildren, VNode } from 'preact';

import type { Loaded } from '../model/load.ts';
import { ProblemNotice } from './problem-notice.tsx';

interface WithDataProps<Data> {
  readonly of: Loaded<Data>;
  readonly children: (data: Data) => ComponentChildren;
}

/** What was loaded; what went wrong stands above what is still known. */
export function WithData<Data>({ of, children }: WithDataProps<Data>): VNode {
  return (
    <>
      {of.problem === undefined ? null : (
        <div>
          <ProblemNotice problem={of.problem} />
          <button type="button" onClick={of.reload}>
            Try again
          </button>
        </div>
      )}
      {of.data === undefined ? of.problem === undefined && <p class="loading">Loading…</p> : children(of.data)}
    </>
  );
}
