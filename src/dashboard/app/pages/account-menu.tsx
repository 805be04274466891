import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import { useSession } from '../model/session.ts';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';

/** Who is logged in, and the way out. */
export function AccountMenu(): VNode {
  const { me, logOut } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu
      class="account"
      label={`Account of ${me.user.email}`}
      isOpen={isOpen}
      onToggle={setOpen}
      button={<Icon name="user" />}
    >
      <p class="muted">{me.user.email}</p>
      <a href="/dashboard/settings/account">Account</a>
      <a href="/docs">Guides</a>
      <button type="button" class="quiet" onClick={logOut}>
        Log out
      </button>
      <p class="muted small">Seamark {me.version}</p>
    </Menu>
  );
}
