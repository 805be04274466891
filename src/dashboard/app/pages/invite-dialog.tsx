import type { VNode } from 'preact';

import type { NewInvitationView } from '../../views.ts';
import { send } from '../model/api.ts';
import { ROLES } from '../model/roles.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Form, textOf } from '../parts/form.tsx';
import { Copy } from '../parts/secret.tsx';

const USUAL = 'member';

interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onMade: (made: NewInvitationView) => void;
}

export function InviteDialog({ onClose, onMade }: InviteDialogProps): VNode {
  const submit = async (values: FormData): Promise<void> => {
    const asked = { email: textOf(values, 'email'), role: textOf(values, 'role') };
    onMade(await send<NewInvitationView>('POST', '/invitations', asked));
  };
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form action="Invite" onSubmit={submit} onCancel={onClose}>
        <Field name="email" label="Email">
          {(control) => <input {...control} type="email" autocomplete="off" required autofocus />}
        </Field>
        <fieldset class="field choices">
          <legend>Role</legend>
          {ROLES.map(({ role, title, may }) => (
            <label key={role}>
              <input type="radio" name="role" value={role} defaultChecked={role === USUAL} />
              <span>
                <strong>{title}</strong>
                <span class="hint">{may}</span>
              </span>
            </label>
          ))}
        </fieldset>
      </Form>
    </Dialog>
  );
}

interface LinkDialogProps {
  readonly made: NewInvitationView;
  readonly onClose: () => void;
}

/** The one-time link, where no mail server has sent it. */
export function LinkDialog({ made: { invitation, url, problem }, onClose }: LinkDialogProps): VNode {
  // The service may not know the name that this page came by.
  const address = `${location.origin}${(url ?? '').replace(/^https?:\/\/[^/]+/, '')}`;
  return (
    <Dialog title={`Invitation for ${invitation.email}`} onClose={onClose}>
      {problem === null ? null : <p class="notice">It was not sent by e-mail: {problem}</p>}
      <p>Send this link yourself. It works once, within seven days, and is not shown again.</p>
      <div class="secret">
        <input
          class="code"
          readOnly
          autofocus
          aria-label="Invitation link"
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
        {'clipboard' in navigator ? <Copy text={() => address} what="Link" /> : null}
      </div>
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}
