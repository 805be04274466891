import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';

import { SessionContext } from '../model/session.ts';
import { Badge } from './badge.tsx';

/** Beside whatever is made up. @param isDemo left out, the session says so */
export function DemoBadge({ isDemo }: { readonly isDemo?: boolean | undefined }): VNode | null {
  const session = useContext(SessionContext);
  return (isDemo ?? session?.me.demo.is_inside) === true ? <Badge tone="warn" text="Demo" /> : null;
}
