import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

import type { EntryView } from '../../views.ts';
import { get, send } from '../model/api.ts';
import { useLoad } from '../model/load.ts';
import { Field, Form, secretOf, textOf } from '../parts/form.tsx';

export function Login({ onDone }: { readonly onDone: () => void }): VNode {
  const entry = useLoad('entry', (signal) => get<EntryView>('/entry', {}, signal));
  useLayoutEffect(() => {
    document.title = 'Log in · Seamark';
  }, []);
  const logIn = async (values: FormData): Promise<void> => {
    await send('POST', '/login', { email: textOf(values, 'email'), password: secretOf(values, 'password') });
    onDone();
  };
  return (
    <main class="entrance">
      <h1>Log in to Seamark</h1>
      {entry.data?.needs_setup === true ? (
        <p class="notice">
          No users exist yet. Open the setup link that the service printed at startup, or create a new one with{' '}
          <code>seamark admin setup-url</code>.
        </p>
      ) : null}
      <Form action="Log in" onSubmit={logIn}>
        <Field name="email" label="Email">
          {(control) => <input {...control} type="email" autocomplete="username" required autofocus />}
        </Field>
        <Field name="password" label="Password">
          {(control) => <input {...control} type="password" autocomplete="current-password" required />}
        </Field>
      </Form>
      <p class="hint">
        Forgot your password? Run <code>seamark admin reset-password</code> on the machine that runs the service.
      </p>
    </main>
  );
}
