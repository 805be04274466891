import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { asProblem, type Problem, send } from '../model/api.ts';
import { DemoBadge } from '../parts/demo-badge.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** On every page of the demo: what it is, and the two ways out. */
export function DemoBar(): VNode {
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const end = (work: () => Promise<unknown>): void => {
    setBusy(true);
    work().then(
      // Everything that was loaded belongs to the demo.
      () => location.assign('/dashboard'),
      (thrown: unknown) => {
        setBusy(false);
        setProblem(asProblem(thrown));
      },
    );
  };
  return (
    <aside class="demo-bar" aria-label="Demo">
      <DemoBadge /> <span>The sites and every figure here are made up.</span>
      <span class="grow" />
      <button type="button" disabled={isBusy} onClick={() => end(() => send('POST', '/demo/leave'))}>
        Leave the demo
      </button>
      <OnlyFor role="member" what="load or remove the demo" isSilent>
        <button type="button" disabled={isBusy} onClick={() => end(() => send('DELETE', '/demo'))}>
          Remove the demo
        </button>
      </OnlyFor>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
    </aside>
  );
}
