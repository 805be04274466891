import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { send } from '../model/api.ts';
import { announce } from '../parts/announcer.tsx';
import { Time } from '../parts/badge.tsx';
import { Field, Form, secretOf } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';
import { useSession } from '../model/session.ts';

export function Account(): VNode {
  const { me } = useSession();
  // A form that was sent starts anew, empty.
  const [round, setRound] = useState(0);
  const change = async (values: FormData): Promise<void> => {
    await send('POST', '/password', {
      current_password: secretOf(values, 'current_password'),
      password: secretOf(values, 'password'),
    });
    setRound(round + 1);
    announce('Password changed. All other sessions were logged out.');
  };
  return (
    <Page title="Account">
      <dl class="facts">
        <div>
          <dt>Email</dt>
          <dd>{me.user.email}</dd>
        </div>
        <div>
          <dt>Workspace</dt>
          <dd>
            <code>{me.user.workspace_id}</code>
          </dd>
        </div>
        <div>
          <dt>User since</dt>
          <dd>
            <Time at={me.user.created_at} />
          </dd>
        </div>
      </dl>
      <h2>Change the password</h2>
      <Form key={round} action="Change password" onSubmit={change}>
        {/* Password managers learn from it whose password this is. */}
        <input type="text" name="username" autocomplete="username" value={me.user.email} readOnly hidden />
        <Field name="current_password" label="Current password">
          {(control) => <input {...control} type="password" autocomplete="current-password" required />}
        </Field>
        <Field
          name="password"
          label="New password"
          hint="At least 10 characters. All other sessions will be logged out."
        >
          {(control) => <input {...control} type="password" autocomplete="new-password" required minLength={10} />}
        </Field>
      </Form>
    </Page>
  );
}
