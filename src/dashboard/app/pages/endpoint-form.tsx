import type { VNode } from 'preact';

import type { EndpointView, SignedEndpointView } from '../../views.ts';
import { send } from '../model/api.ts';
import { Confirm, Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf, useMessages } from '../parts/form.tsx';
import { SecretDialog } from '../parts/secret.tsx';

export type OpenEndpoint =
  | { readonly is: 'create' }
  | { readonly is: 'change' | 'rotate' | 'remove'; readonly endpoint: EndpointView }
  | { readonly is: 'secret'; readonly signed: SignedEndpointView };

interface EndpointDialogsProps {
  readonly open: OpenEndpoint;
  readonly close: () => void;
  readonly done: (text: string) => void;
  readonly show: (signed: SignedEndpointView) => void;
}

export function EndpointDialogs({ open, close, done, show }: EndpointDialogsProps): VNode {
  switch (open.is) {
    case 'create':
      return <EndpointDialog item={undefined} onClose={close} onCreated={show} onChanged={done} />;
    case 'change':
      return <EndpointDialog item={open.endpoint} onClose={close} onCreated={show} onChanged={done} />;
    case 'rotate':
      return <RotateDialog item={open.endpoint} onClose={close} onRotated={show} />;
    case 'remove':
      return (
        <Confirm
          title="Delete this endpoint?"
          action="Delete endpoint"
          work={() => send('DELETE', `/webhooks/endpoints/${open.endpoint.id}`)}
          onDone={() => done('Endpoint deleted.')}
          onClose={close}
        >
          <p>
            <span class="address">{open.endpoint.url}</span> will receive no more events. Its deliveries stay in the
            list.
          </p>
        </Confirm>
      );
    case 'secret':
      return (
        <SecretDialog title="Signing secret" what="Secret" secret={open.signed.signing_secret ?? ''} onClose={close}>
          <p>
            Your server uses it to check the <code>webhook-signature</code> header, which proves that an event comes
            from here (Standard Webhooks).
          </p>
        </SecretDialog>
      );
  }
}

interface RotateDialogProps {
  readonly item: EndpointView;
  readonly onClose: () => void;
  readonly onRotated: (signed: SignedEndpointView) => void;
}

function RotateDialog({ item, onClose, onRotated }: RotateDialogProps): VNode {
  const rotate = async (): Promise<void> => {
    onRotated(await send<SignedEndpointView>('POST', `/webhooks/endpoints/${item.id}/rotate`));
  };
  return (
    <Dialog title="Rotate the signing secret?" onClose={onClose}>
      <p>
        Events to <span class="address">{item.url}</span> will be signed with a new secret. For 24 hours they will also
        be signed with the old one.
      </p>
      <Form action="Rotate secret" onSubmit={rotate} onCancel={onClose}>
        {null}
      </Form>
    </Dialog>
  );
}

interface EndpointDialogProps {
  /** Undefined for a new endpoint. */
  readonly item: EndpointView | undefined;
  readonly onClose: () => void;
  readonly onCreated: (signed: SignedEndpointView) => void;
  readonly onChanged: (text: string) => void;
}

function EndpointDialog({ item, onClose, onCreated, onChanged }: EndpointDialogProps): VNode {
  const submit = async (values: FormData): Promise<void> => {
    const description = textOf(values, 'description');
    const form = { url: textOf(values, 'url'), events: values.getAll('events').map(String) };
    if (item === undefined) {
      const given = description === '' ? form : { ...form, description };
      onCreated(await send<SignedEndpointView>('POST', '/webhooks/endpoints', given));
      return;
    }
    // One that only gets reports of schedules has no events, and may go on without.
    const events = form.events.length === 0 && item.events.length === 0 ? {} : { events: form.events };
    const change = { url: form.url, ...events, description: description || null };
    await send('PATCH', `/webhooks/endpoints/${item.id}`, change);
    onChanged('Endpoint updated.');
  };
  return (
    <Dialog title={item === undefined ? 'Add an endpoint' : 'Change the endpoint'} onClose={onClose}>
      <Form action={item === undefined ? 'Add endpoint' : 'Save changes'} onSubmit={submit} onCancel={onClose}>
        <Field
          name="url"
          label="Address"
          hint="Seamark sends events to this URL by POST, such as https://app.example.com/hooks."
        >
          {(control) => <input {...control} type="url" defaultValue={item?.url ?? ''} autofocus required />}
        </Field>
        <Field name="description" label="Description" hint="Optional.">
          {(control) => <input {...control} defaultValue={item?.description ?? ''} maxLength={500} />}
        </Field>
        <Events chosen={item?.events ?? USUAL_EVENTS} />
      </Form>
    </Dialog>
  );
}

const USUAL_EVENTS: EndpointView['events'] = [
  'job.completed',
  'job.failed',
  'project.budget_warning',
  'project.budget_exceeded',
];
const EVENTS: EndpointView['events'] = [
  ...USUAL_EVENTS,
  'alert.rank_changed',
  'alert.mention_changed',
  'alert.schedule_stale',
  'alert.site_changed',
];

function Events({ chosen }: { readonly chosen: readonly string[] }): VNode {
  const messages = useMessages('events');
  return (
    <fieldset class="field" aria-invalid={messages.length > 0 ? 'true' : undefined} tabIndex={-1}>
      <legend>Events</legend>
      {EVENTS.map((event) => (
        <label key={event}>
          <input type="checkbox" name="events" value={event} defaultChecked={chosen.includes(event)} /> {event}
        </label>
      ))}
      {messages.length === 0 ? null : <p class="error">Events: {messages.join('; ')}.</p>}
    </fieldset>
  );
}
