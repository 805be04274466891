import type { ComponentChildren, VNode } from 'preact';

import { type Role, titleOfRole, useMay } from '../model/roles.ts';
import { useSession } from '../model/session.ts';
import { Page } from './page.tsx';

interface OnlyForProps {
  /** The least role that may. */
  readonly role: Role;
  /** As in “Viewers cannot start crawls”. */
  readonly what: string;
  /** Leaves a gap rather than the sentence, where a page has said it already. */
  readonly isSilent?: boolean;
  readonly children: ComponentChildren;
}

/** A button for those who may press it; whom to ask for everybody else. */
export function OnlyFor({ role, what, isSilent = false, children }: OnlyForProps): VNode | null {
  const { me } = useSession();
  const may = useMay(role);
  if (may) return <>{children}</>;
  if (isSilent) return null;
  return (
    <span class="not-yours">
      {titleOfRole(me.user.role)}s cannot {what}. Ask {me.owner ?? 'an owner'}.
    </span>
  );
}

interface OwnersPageProps {
  readonly title: string;
  readonly what: string;
  readonly children: ComponentChildren;
}

/** A page for owners; others read on it whom to ask. */
export function OwnersPage({ title, what, children }: OwnersPageProps): VNode {
  const may = useMay('owner');
  if (may) return <>{children}</>;
  return (
    <Page title={title}>
      <p>
        <OnlyFor role="owner" what={what}>
          {null}
        </OnlyFor>
      </p>
    </Page>
  );
}
