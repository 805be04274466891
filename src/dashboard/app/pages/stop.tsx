import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

import type { SubscriptionView } from '../../views.ts';
import { asProblem, type Problem, send } from '../model/api.ts';
import { useLoad } from '../model/load.ts';
import { takeToken } from '../model/token.ts';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { titleOf } from '../reports/index.ts';

/** Where the link at the end of a report's e-mail leads. */
export function Stop(): VNode {
  const [token] = useState(takeToken);
  const loaded = useLoad('stop', () => send<SubscriptionView>('POST', '/stop-report', { token }));
  const [stopped, setStopped] = useState<SubscriptionView>();
  const [problem, setProblem] = useState<Problem>();
  useLayoutEffect(() => {
    document.title = 'Stop a report · Seamark';
  }, []);
  const stop = (): void => {
    setProblem(undefined);
    send<SubscriptionView>('POST', '/stop-report', { token, stop: true }).then(setStopped, (thrown: unknown) =>
      setProblem(asProblem(thrown)),
    );
  };
  const shown = stopped ?? loaded.data;
  const refused = problem ?? loaded.problem;
  return (
    <main class="entrance">
      <h1>{shown?.is_stopped === true ? 'Stopped' : 'Stop this report?'}</h1>
      {refused === undefined ? null : <ProblemNotice problem={refused} />}
      {shown === undefined ? null : <Subscription shown={shown} onStop={stop} />}
    </main>
  );
}

interface SubscriptionProps {
  readonly shown: SubscriptionView;
  readonly onStop: () => void;
}

function Subscription({ shown, onStop }: SubscriptionProps): VNode {
  const title = titleOf(shown.operation, shown.input);
  if (shown.is_stopped) {
    return (
      <p role="status">
        <strong>{shown.to}</strong> gets no more reports “{title}”. To have them again, ask {shown.workspace_name}.
      </p>
    );
  }
  return (
    <>
      <p>
        {shown.workspace_name} sends “{title}” to <strong>{shown.to}</strong>.
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={onStop}>
          Stop these emails
        </button>
      </div>
    </>
  );
}
