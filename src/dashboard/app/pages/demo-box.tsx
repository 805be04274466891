import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { DemoView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { useEvery, useLoad } from '../model/load.ts';
import { OnlyFor } from '../parts/only-for.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

const LOOK_AGAIN_MS = 700;

/** Offers the demo to whoever has nothing of their own to look at yet, and takes them there once it is loaded. */
export function DemoBox(): VNode | null {
  const demo = useLoad('demo', (signal) => get<DemoView>('/demo', {}, signal));
  const [isAwaited, setAwaited] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const state = demo.data?.state;
  const isUnderWay = state === 'loading' || state === 'removing';
  useEvery(isUnderWay ? LOOK_AGAIN_MS : undefined, demo.reload);
  const attempt = (work: Promise<unknown>, next: () => void): void => {
    setProblem(undefined);
    work.then(next, (thrown: unknown) => setProblem(asProblem(thrown)));
  };
  const enter = (): void => attempt(send('POST', '/demo/enter'), () => location.assign('/dashboard'));
  const load = (): void => {
    setAwaited(true);
    attempt(send<DemoView>('POST', '/demo'), demo.reload);
  };
  const remove = (): void => attempt(send('DELETE', '/demo'), demo.reload);
  useEffect(() => {
    if (isAwaited && state === 'ready') enter();
  }, [isAwaited, state]);
  if (demo.data === undefined) return null;
  return (
    <section class="panel">
      <header>
        <h2>Demo</h2>
      </header>
      <div class="inside">
        <p>
          Look around with a made-up shop: nine weeks of links, audits, rankings and AI answers, all labelled Demo. It
          is kept apart from your data.
        </p>
        {problem === undefined ? null : <ProblemNotice problem={problem} />}
        <DemoState demo={demo.data} />
        <div class="buttons">
          {state === 'ready' ? (
            <button type="button" onClick={enter}>
              Open the demo
            </button>
          ) : (
            <OnlyFor role="member" what="load or remove the demo" isSilent>
              <button type="button" disabled={isUnderWay} onClick={load}>
                Try it with the demo site
              </button>
            </OnlyFor>
          )}
          {state === 'ready' || state === 'unfinished' ? (
            <OnlyFor role="member" what="load or remove the demo" isSilent>
              <button type="button" onClick={remove}>
                Remove the demo
              </button>
            </OnlyFor>
          ) : null}
        </div>
      </div>
    </section>
  );
}

function DemoState({ demo: { state, progress, failure } }: { readonly demo: DemoView }): VNode | null {
  if (state === 'loading') {
    return (
      <p role="status">
        {progress === null ? 'Loading' : progress.stage}…{' '}
        <progress max={100} value={progress?.percent ?? 0} aria-label="Loading the demo" />
      </p>
    );
  }
  if (state === 'removing') return <p role="status">Removing the demo…</p>;
  if (state === 'unfinished') return <p role="status">The demo was not loaded completely. {failure ?? 'Try again.'}</p>;
  return null;
}
