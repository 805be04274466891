import type { VNode } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

import type { InvitationView } from '../../views.ts';
import { send } from '../model/api.ts';
import { useLoad } from '../model/load.ts';
import { titleOfRole } from '../model/roles.ts';
import { takeToken } from '../model/token.ts';
import { Field, Form, secretOf } from '../parts/form.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';

/** Where the link of an invitation leads: a new account, or one more workspace for an account that is there. */
export function Invitation({ onDone }: { readonly onDone: () => void }): VNode {
  const [token] = useState(takeToken);
  const invitation = useLoad('invitation', () => send<InvitationView>('POST', '/invitation/check', { token }));
  useLayoutEffect(() => {
    document.title = 'Invitation · Seamark';
  }, []);
  return (
    <main class="entrance">
      {invitation.problem === undefined ? null : (
        <>
          <h1>Invitation</h1>
          <ProblemNotice problem={invitation.problem} />
          <p>
            <a href="/dashboard">Go to login</a>
          </p>
        </>
      )}
      {invitation.data === undefined ? null : <Accept token={token} invitation={invitation.data} onDone={onDone} />}
    </main>
  );
}

interface AcceptProps {
  readonly token: string;
  readonly invitation: InvitationView;
  readonly onDone: () => void;
}

function Accept({ token, invitation, onDone }: AcceptProps): VNode {
  const { workspace_name, email, role, invited_by, has_account, is_logged_in } = invitation;
  const accept = async (values: FormData): Promise<void> => {
    const password = is_logged_in ? {} : { password: secretOf(values, 'password') };
    await send('POST', '/invitation', { token, ...password });
    onDone();
  };
  return (
    <>
      <h1>Join {workspace_name}</h1>
      <p>
        {invited_by} invites you to the workspace <strong>{workspace_name}</strong> as {role === 'owner' ? 'an' : 'a'}{' '}
        {titleOfRole(role).toLowerCase()}.
      </p>
      <Form action={has_account ? 'Join' : 'Create account and join'} onSubmit={accept}>
        <Field name="email" label="Email">
          {(control) => <input {...control} type="email" autocomplete="username" value={email} readOnly />}
        </Field>
        {is_logged_in ? null : (
          <Field
            name="password"
            label={has_account ? 'Your password' : 'Password'}
            hint={
              has_account ? 'You have an account already: this adds the workspace to it.' : 'At least 10 characters.'
            }
          >
            {(control) => (
              <input
                {...control}
                type="password"
                autocomplete={has_account ? 'current-password' : 'new-password'}
                required
                autofocus
                {...(has_account ? {} : { minLength: 10 })}
              />
            )}
          </Field>
        )}
      </Form>
    </>
  );
}
