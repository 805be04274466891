import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { asProblem, send } from '../model/api.ts';
import { pageWithoutIds } from '../model/place.ts';
import { titleOfRole, useMay } from '../model/roles.ts';
import { useSession } from '../model/session.ts';
import { announce } from '../parts/announcer.tsx';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';

/** Shows the current user and workspace, and lets them switch workspace, open their account or log out. */
export function AccountMenu(): VNode {
  const { me, logOut } = useSession();
  const [isOpen, setOpen] = useState(false);
  const isOwner = useMay('owner');
  return (
    <Menu
      class="account"
      label={`Account of ${me.user.email}`}
      isOpen={isOpen}
      onToggle={setOpen}
      button={<Icon name="user" />}
    >
      <p class="muted">
        {me.user.email}, {titleOfRole(me.user.role).toLowerCase()}
      </p>
      {me.workspaces.length > 1 ? <Workspaces /> : null}
      <a href="/dashboard/settings/account">Account</a>
      <a href="/dashboard/settings/workspace">Workspace</a>
      {isOwner ? <a href="/dashboard/settings/users">Users and roles</a> : null}
      <a href="/docs">Guides</a>
      <button type="button" class="quiet" onClick={logOut}>
        Log out
      </button>
      <p class="muted small">Seamark {me.version}</p>
    </Menu>
  );
}

/** The page stays; what it was about may be unknown in the other workspace, so that its list is shown instead. */
function Workspaces(): VNode {
  const { me } = useSession();
  const [isBusy, setBusy] = useState(false);
  const go = (id: string): void => {
    setBusy(true);
    send('POST', '/workspace/switch', { id }).then(
      () => location.assign(pageWithoutIds(location)),
      (thrown: unknown) => {
        setBusy(false);
        announce(asProblem(thrown).message);
      },
    );
  };
  return (
    <div class="workspaces" role="group" aria-label="Workspaces">
      {me.workspaces.map(({ id, name, role }) => (
        <button
          key={id}
          type="button"
          class="quiet"
          aria-current={id === me.user.workspace_id ? 'true' : undefined}
          disabled={isBusy}
          onClick={() => go(id)}
        >
          <span>{name}</span> <small>{titleOfRole(role)}</small>
        </button>
      ))}
    </div>
  );
}
