import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { CreatedKeyView, KeyView, OperationView, ProjectView } from '../../views.ts';
import { get, send } from '../model/api.ts';
import { count } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf, useMessages } from '../parts/form.tsx';
import { useSession } from '../model/session.ts';

interface KeyDialogProps {
  /** Undefined for a new key. */
  readonly item: KeyView | undefined;
  readonly onClose: () => void;
  readonly onCreated: (key: CreatedKeyView) => void;
  readonly onChanged: (text: string) => void;
}

export function KeyDialog({ item, onClose, onCreated, onChanged }: KeyDialogProps): VNode {
  const { me } = useSession();
  const projects = useLoad('projects', (signal) => get<{ projects: readonly ProjectView[] }>('/projects', {}, signal));
  const submit = async (values: FormData): Promise<void> => {
    const form = formOf(values, item);
    if (item === undefined) {
      onCreated((await send<{ key: CreatedKeyView }>('POST', '/keys', form)).key);
      return;
    }
    await send('PATCH', `/keys/${item.id}`, form);
    onChanged(`Key ${form.name} updated.`);
  };
  return (
    <Dialog title={item === undefined ? 'Create a key' : `Change ${item.name}`} onClose={onClose}>
      <Form action={item === undefined ? 'Create key' : 'Save changes'} onSubmit={submit} onCancel={onClose}>
        <Field name="name" label="Name" hint="What the key is for, such as “Website” or “Reports”.">
          {(control) => <input {...control} defaultValue={item?.name ?? ''} maxLength={100} autofocus required />}
        </Field>
        <Field
          name="allowed_domains"
          label="Origins"
          hint="Browsers can use the key only from these hosts, one per line, such as app.example.com or *.example.com. Leave empty for a server key."
        >
          {(control) => (
            <textarea {...control} rows={2} spellcheck={false} defaultValue={item?.allowed_domains.join('\n') ?? ''} />
          )}
        </Field>
        <Scopes operations={me.operations} chosen={item?.scopes ?? []} />
        <Field name="project_id" label="Project" hint="Every call with this key counts toward the project. Optional.">
          {(control) => (
            <>
              <input {...control} list="known-projects" defaultValue={item?.project_id ?? ''} maxLength={128} />
              <datalist id="known-projects">
                {projects.data?.projects.map((project) => (
                  <option key={project.id} value={project.id}>
                    {project.name}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field name="expires_at" label="Last day" hint="The key stops working after this day (UTC). Optional.">
          {(control) => <input {...control} type="date" defaultValue={item?.expires_at?.slice(0, 10) ?? ''} />}
        </Field>
      </Form>
    </Dialog>
  );
}

interface ScopesProps {
  readonly operations: readonly OperationView[];
  readonly chosen: readonly string[];
}

function Scopes({ operations, chosen }: ScopesProps): VNode {
  const [picked, setPicked] = useState<readonly string[]>(chosen);
  const messages = useMessages('scopes');
  const pick = (id: string, isPicked: boolean): void =>
    setPicked(isPicked ? [...picked, id] : picked.filter((other) => other !== id));
  return (
    <details class="field scopes" open={messages.length > 0}>
      <summary>Operations: {picked.length === 0 ? 'all' : `${count(picked.length, 'operation')} only`}</summary>
      <fieldset>
        <legend class="hint">
          Choose the operations the key can call. If you choose none, it can call all of them.
        </legend>
        {operations.map((operation) => (
          <label key={operation.id}>
            <input
              type="checkbox"
              name="scopes"
              value={operation.id}
              checked={picked.includes(operation.id)}
              onChange={(event) => pick(operation.id, event.currentTarget.checked)}
            />{' '}
            {operation.id} <span class="muted">{operation.title}</span>
          </label>
        ))}
      </fieldset>
      {messages.length === 0 ? null : <p class="error">Operations: {messages.join('; ')}.</p>}
    </details>
  );
}

interface KeyForm {
  readonly name: string;
  readonly allowed_domains: readonly string[];
  readonly scopes: readonly string[];
  readonly project_id: string | null;
  readonly expires_at: string | null;
}

function formOf(values: FormData, item: KeyView | undefined): KeyForm {
  const day = textOf(values, 'expires_at');
  return {
    name: textOf(values, 'name'),
    allowed_domains: textOf(values, 'allowed_domains')
      .split(/[\s,]+/)
      .filter((domain) => domain !== ''),
    scopes: values.getAll('scopes').map(String),
    project_id: textOf(values, 'project_id') || null,
    expires_at: expiryOf(day, item?.expires_at ?? null),
  };
}

/** The end of the day; a day that was not touched keeps its time. */
function expiryOf(day: string, before: string | null): string | null {
  if (day === '') return null;
  return before?.slice(0, 10) === day ? before : `${day}T23:59:59Z`;
}
