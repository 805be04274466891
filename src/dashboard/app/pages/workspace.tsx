import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { send } from '../model/api.ts';
import { titleOfRole, useMay } from '../model/roles.ts';
import { useSession } from '../model/session.ts';
import { Confirm, Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';
import { Page } from '../parts/page.tsx';

/** The workspace as a whole: its name, other workspaces, and leaving it. */
export function Workspace(): VNode {
  const { me } = useSession();
  const [isMaking, setMaking] = useState(false);
  const isOwner = useMay('owner');
  const here = me.workspaces.find(({ id }) => id === me.user.workspace_id);
  return (
    <Page
      title="Workspace"
      actions={
        isOwner && me.may_make_workspaces ? (
          <button type="button" onClick={() => setMaking(true)}>
            New workspace
          </button>
        ) : undefined
      }
    >
      <dl class="facts">
        <div>
          <dt>Name</dt>
          <dd>{here?.name ?? 'Demo'}</dd>
        </div>
        <div>
          <dt>Id</dt>
          <dd>
            <code>{me.user.workspace_id}</code>
          </dd>
        </div>
        <div>
          <dt>Your role</dt>
          <dd>{titleOfRole(me.user.role)}</dd>
        </div>
      </dl>
      {isOwner && here !== undefined ? <Rename name={here.name} /> : null}
      {here === undefined ? null : <Leave name={here.name} />}
      {isMaking ? <NewWorkspace onClose={() => setMaking(false)} /> : null}
    </Page>
  );
}

function Rename({ name }: { readonly name: string }): VNode {
  const rename = async (values: FormData): Promise<void> => {
    await send('PATCH', '/workspace', { name: textOf(values, 'name') });
    // The name stands in the menu as well.
    location.reload();
  };
  return (
    <section class="setting">
      <h2>Name</h2>
      <Form action="Rename" onSubmit={rename}>
        <Field name="name" label="Name of the workspace" hint="Your users see it, and so do people whom you invite.">
          {(control) => <input {...control} defaultValue={name} maxLength={100} required />}
        </Field>
      </Form>
    </section>
  );
}

function Leave({ name }: { readonly name: string }): VNode {
  const { me } = useSession();
  const [isAsking, setAsking] = useState(false);
  const isOnly = me.workspaces.length === 1;
  return (
    <section class="setting">
      <h2>Leave</h2>
      <p class="muted">
        {isOnly
          ? 'This is your only workspace: leaving it deletes your account.'
          : 'You no longer see this workspace; the others stay.'}
      </p>
      <button type="button" class="danger" onClick={() => setAsking(true)}>
        Leave workspace
      </button>
      {isAsking ? (
        <Confirm
          title={`Leave ${name}?`}
          action="Leave"
          work={() => send('POST', '/workspace/leave')}
          onDone={() => location.assign('/dashboard')}
          onClose={() => setAsking(false)}
        >
          <p>Reports, sites and keys stay. An owner has to invite you again.</p>
        </Confirm>
      ) : null}
    </section>
  );
}

function NewWorkspace({ onClose }: { readonly onClose: () => void }): VNode {
  const make = async (values: FormData): Promise<void> => {
    const asked = { name: textOf(values, 'name'), has_own_index: values.get('has_own_index') !== null };
    const { id } = await send<{ id: string }>('POST', '/workspaces', asked);
    await send('POST', '/workspace/switch', { id });
    location.assign('/dashboard');
  };
  return (
    <Dialog title="New workspace" onClose={onClose}>
      <p>It has its own sites, reports, keys, users and credits: one for each client, say.</p>
      <Form action="Make workspace" onSubmit={make} onCancel={onClose}>
        <Field name="name" label="Name">
          {(control) => <input {...control} maxLength={100} required autofocus />}
        </Field>
        <fieldset class="field choices">
          <label>
            <input type="checkbox" name="has_own_index" />
            <span>
              <strong>An index of its own</strong>
              <span class="hint">
                Its crawls and imports are read by nobody else, and it does not read those of others. This cannot be
                changed later.
              </span>
            </span>
          </label>
        </fieldset>
      </Form>
    </Dialog>
  );
}
