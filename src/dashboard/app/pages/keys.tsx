import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { CreatedKeyView, KeyView } from '../../views.ts';
import { get, send } from '../model/api.ts';
import { count } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge, Time } from '../parts/badge.tsx';
import { Confirm, Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';
import { WithData } from '../parts/loading.tsx';
import { OwnersPage } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { SecretDialog } from '../parts/secret.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { KeyDialog } from './key-form.tsx';

type Open =
  | { readonly is: 'create' }
  | { readonly is: 'change' | 'rotate' | 'revoke'; readonly key: KeyView }
  | { readonly is: 'secret'; readonly key: CreatedKeyView };

export function Keys(): VNode {
  return (
    <OwnersPage title="Keys" what="manage keys">
      <ManagedKeys />
    </OwnersPage>
  );
}

function ManagedKeys(): VNode {
  const keys = useLoad('keys', (signal) => get<{ keys: readonly KeyView[] }>('/keys', {}, signal));
  const [open, setOpen] = useState<Open>();
  const [isAll, setAll] = useState(false);
  const close = (): void => setOpen(undefined);
  const done = (text: string): void => {
    close();
    keys.reload();
    announce(text);
  };
  const show = (key: CreatedKeyView): void => {
    keys.reload();
    setOpen({ is: 'secret', key });
  };
  return (
    <Page
      title="Keys"
      actions={
        <button type="button" class="primary" onClick={() => setOpen({ is: 'create' })}>
          Create key
        </button>
      }
    >
      <WithData of={keys}>
        {(data) => <KeyTable keys={data.keys} isAll={isAll} setAll={setAll} setOpen={setOpen} />}
      </WithData>
      {open === undefined ? null : <OpenDialog open={open} close={close} done={done} show={show} />}
    </Page>
  );
}

interface KeyTableProps {
  readonly keys: readonly KeyView[];
  readonly isAll: boolean;
  readonly setAll: (isAll: boolean) => void;
  readonly setOpen: (open: Open) => void;
}

function KeyTable({ keys, isAll, setAll, setOpen }: KeyTableProps): VNode {
  const living = keys.filter((key) => key.revoked_at === null);
  const revoked = keys.length - living.length;
  const columns: readonly Column<KeyView>[] = [
    { title: 'Name', kind: 'main', cell: (key) => key.name },
    { title: 'Key', cell: (key) => <code>{key.display}</code> },
    { title: 'State', cell: (key) => <KeyState item={key} /> },
    { title: 'Restricted to', cell: (key) => <Restrictions item={key} /> },
    { title: 'Last used', cell: (key) => <Time at={key.last_used_at} /> },
    { title: 'Created', cell: (key) => <Time at={key.created_at} /> },
    { title: 'Actions', kind: 'actions', cell: (key) => <KeyActions item={key} setOpen={setOpen} /> },
  ];
  return (
    <>
      <Table
        caption="API keys"
        columns={columns}
        rows={isAll ? keys : living}
        keyOf={(key) => key.id}
        empty={
          <p>
            No keys yet. Programs need one to call the service: use “Create key”, or run{' '}
            <code>seamark keys create NAME</code>.
          </p>
        }
      />
      {revoked === 0 ? null : (
        <label class="switch">
          <input type="checkbox" checked={isAll} onChange={(event) => setAll(event.currentTarget.checked)} /> Show{' '}
          {count(revoked, 'revoked key')}
        </label>
      )}
    </>
  );
}

function KeyState({ item }: { readonly item: KeyView }): VNode {
  if (item.revoked_at !== null) return <Badge tone="bad" text="revoked" />;
  if (item.expires_at === null) return <Badge tone="good" text="active" />;
  const isOver = Date.parse(item.expires_at) <= Date.now();
  return (
    <>
      <Badge tone={isOver ? 'bad' : 'good'} text={isOver ? 'expired' : 'active'} /> {isOver ? 'since' : 'until'}{' '}
      <Time at={item.expires_at} />
    </>
  );
}

function Restrictions({ item }: { readonly item: KeyView }): VNode {
  const lines = [
    ...item.allowed_domains.map((domain) => ['origin', domain] as const),
    ...(item.scopes.length > 3
      ? [['operations', count(item.scopes.length, 'operation')] as const]
      : item.scopes.map((scope) => ['operation', scope] as const)),
    ...(item.project_id === null ? [] : [['project', item.project_id] as const]),
  ];
  if (lines.length === 0) return <span class="muted">no restriction</span>;
  return (
    <ul class="plain">
      {lines.map(([kind, name]) => (
        <li key={`${kind} ${name}`} title={kind === 'operations' ? item.scopes.join(', ') : undefined}>
          <span class="muted">{kind === 'operations' ? '' : `${kind} `}</span>
          {name}
        </li>
      ))}
    </ul>
  );
}

function KeyActions({ item, setOpen }: { readonly item: KeyView; readonly setOpen: (open: Open) => void }): VNode {
  if (item.revoked_at !== null) return <span class="muted">–</span>;
  return (
    <>
      <button type="button" aria-label={`Change ${item.name}`} onClick={() => setOpen({ is: 'change', key: item })}>
        Change
      </button>
      <button type="button" aria-label={`Rotate ${item.name}`} onClick={() => setOpen({ is: 'rotate', key: item })}>
        Rotate
      </button>
      <button type="button" aria-label={`Revoke ${item.name}`} onClick={() => setOpen({ is: 'revoke', key: item })}>
        Revoke
      </button>
    </>
  );
}

interface OpenDialogProps {
  readonly open: Open;
  readonly close: () => void;
  readonly done: (text: string) => void;
  readonly show: (key: CreatedKeyView) => void;
}

function OpenDialog({ open, close, done, show }: OpenDialogProps): VNode {
  switch (open.is) {
    case 'create':
      return <KeyDialog item={undefined} onClose={close} onCreated={show} onChanged={done} />;
    case 'change':
      return <KeyDialog item={open.key} onClose={close} onCreated={show} onChanged={done} />;
    case 'rotate':
      return <RotateDialog item={open.key} onClose={close} onRotated={show} />;
    case 'revoke':
      return (
        <Confirm
          title={`Revoke ${open.key.name}?`}
          action="Revoke key"
          work={() => send('POST', `/keys/${open.key.id}/revoke`)}
          onDone={() => done(`Key ${open.key.name} revoked.`)}
          onClose={close}
        >
          <p>
            Every call with <code>{open.key.display}</code> will be refused from now on. This cannot be undone.
          </p>
        </Confirm>
      );
    case 'secret':
      return (
        <SecretDialog title={`Key ${open.key.name}`} what="Key" secret={open.key.secret} onClose={close}>
          <p>Try it:</p>
          <pre>
            curl -s {location.origin}/api/v1/search -H 'x-api-key: …' -H 'content-type: application/json' -d '
            {'{"query":"bicycle"}'}'
          </pre>
        </SecretDialog>
      );
  }
}

interface RotateDialogProps {
  readonly item: KeyView;
  readonly onClose: () => void;
  readonly onRotated: (key: CreatedKeyView) => void;
}

function RotateDialog({ item, onClose, onRotated }: RotateDialogProps): VNode {
  const rotate = async (values: FormData): Promise<void> => {
    const grace_hours = Number(textOf(values, 'grace_hours'));
    const { key } = await send<{ key: CreatedKeyView }>('POST', `/keys/${item.id}/rotate`, { grace_hours });
    onRotated(key);
  };
  return (
    <Dialog title={`Rotate ${item.name}`} onClose={onClose}>
      <p>The key gets a new secret and keeps its name, restrictions and history.</p>
      <Form action="Rotate key" onSubmit={rotate} onCancel={onClose}>
        <Field name="grace_hours" label="The old secret works for">
          {(control) => (
            <select {...control}>
              <option value="24">another 24 hours</option>
              <option value="1">another hour</option>
              <option value="0">no longer: revoke it now</option>
            </select>
          )}
        </Field>
      </Form>
    </Dialog>
  );
}
