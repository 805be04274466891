import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

import { send } from '../model/api.ts';
import { useLoad } from '../model/load.ts';
import { takeToken } from '../model/token.ts';
import { Field, Form, secretOf, textOf } from '../parts/form.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

export function Setup({ onDone }: { readonly onDone: () => void }): VNode {
  const [token] = useState(takeToken);
  const check = useLoad('setup', () => send<{ valid: boolean }>('POST', '/setup/check', { token }));
  useLayoutEffect(() => {
    document.title = 'Set up · Seamark';
  }, []);
  return (
    <main class="entrance">
      <h1>Set up Seamark</h1>
      {check.problem === undefined ? null : (
        <>
          <ProblemNotice problem={check.problem} />
          <p>
            <a href="/dashboard">Go to login</a>
          </p>
        </>
      )}
      {check.data === undefined ? null : <FirstUser token={token} onDone={onDone} />}
    </main>
  );
}

function FirstUser({ token, onDone }: { readonly token: string; readonly onDone: () => void }): VNode {
  const create = async (values: FormData): Promise<void> => {
    await send('POST', '/setup', { token, email: textOf(values, 'email'), password: secretOf(values, 'password') });
    onDone();
  };
  return (
    <>
      <p>Create the first dashboard user. The setup link works only once.</p>
      <Form action="Create user and log in" onSubmit={create}>
        <Field name="email" label="Email">
          {(control) => <input {...control} type="email" autocomplete="username" required autofocus />}
        </Field>
        <Field name="password" label="Password" hint="At least 10 characters.">
          {(control) => <input {...control} type="password" autocomplete="new-password" required minLength={10} />}
        </Field>
      </Form>
    </>
  );
}
