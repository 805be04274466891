import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

import type { ConnectingView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { useLoad } from '../model/load.ts';
import { Field, Form, textOf } from '../parts/form.tsx';
import { WithData } from '../parts/loading.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Where somebody lets an app into the workspace by OAuth, or turns it away. */
export function Connect({ email }: { readonly email: string }): VNode {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  const asked = useLoad('connect', (signal) => get<ConnectingView>('/connect', query, signal));
  useLayoutEffect(() => {
    document.title = 'Connect an app · Seamark';
  }, []);
  return (
    <main class="entrance connect">
      <WithData of={asked}>{(data) => <Consent asked={data} query={query} email={email} />}</WithData>
    </main>
  );
}

interface ConsentProps {
  readonly asked: ConnectingView;
  readonly query: Readonly<Record<string, string>>;
  readonly email: string;
}

function Consent({ asked: { app, projects }, query, email }: ConsentProps): VNode {
  const [problem, setProblem] = useState<Problem>();
  const [project, setProject] = useState('');
  const decide = async (decision: object): Promise<void> => {
    const { redirect_to } = await send<{ redirect_to: string }>('POST', '/connect', { query, ...decision });
    location.assign(redirect_to);
  };
  const allow = (values: FormData): Promise<void> => {
    const limit = textOf(values, 'credits_a_month');
    return decide({
      is_allowed: true,
      may_write: values.get('may_write') !== null,
      project_id: project === '' ? null : project,
      credits_a_month: project !== '' || limit === '' ? null : Number(limit),
    });
  };
  const deny = (): void => {
    decide({ is_allowed: false }).catch((thrown: unknown) => setProblem(asProblem(thrown)));
  };
  return (
    <>
      <h1>Connect {app.client_name} to Seamark?</h1>
      <p class="hint">You are logged in as {email}.</p>
      <AppFacts app={app} />
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <Form action="Allow" onSubmit={allow} onCancel={deny}>
        <p>It can run every analysis on your credits, and read your sites, reports, jobs and usage.</p>
        {app.scopes.includes('write') ? (
          <label class="switch">
            <input type="checkbox" name="may_write" value="yes" /> It can also make changes: start crawls and imports,
            and edit sites, schedules, projects and webhooks.
          </label>
        ) : null}
        {projects.length === 0 ? null : (
          <Field name="project_id" label="Project" hint="Its calls count toward this project and its budget.">
            {(control) => (
              <select {...control} value={project} onChange={(event) => setProject(event.currentTarget.value)}>
                <option value="">None</option>
                {projects.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {project === '' ? (
          <Field
            name="credits_a_month"
            label="Monthly limit in credits"
            hint="Leave it empty for no limit. Once it is reached, the app’s calls are refused until the next month."
          >
            {(control) => <input {...control} type="number" min="0" step="1" inputMode="numeric" />}
          </Field>
        ) : null}
      </Form>
      <p class="hint">The app stays connected until you disconnect it under Connected apps.</p>
    </>
  );
}

function AppFacts({ app }: { readonly app: ConnectingView['app'] }): VNode {
  return (
    <dl class="facts">
      <dt>App</dt>
      <dd>
        {app.client_name} ·{' '}
        {app.client_host === null
          ? 'it chose this name itself, and nobody has checked it'
          : `described at ${app.client_host}`}
      </dd>
      <dt>Sends you to</dt>
      <dd>
        <strong>{app.host}</strong>
        {app.is_local ? ', a program on this computer. Continue only if you have just started it.' : ''}
      </dd>
    </dl>
  );
}
