import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { DemoBadge } from './demo-badge.tsx';

interface PageProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  /** Also where nobody is logged in; left out, the session says whether what is shown is made up. */
  readonly isDemo?: boolean;
  readonly children: ComponentChildren;
}

let isFirst = true;

/** The frame of a page. Who comes from another page starts at its heading, as after a load. */
export function Page({ title, actions, isDemo, children }: PageProps): VNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · Seamark`;
  }, [title]);
  useLayoutEffect(() => {
    if (!isFirst) heading.current?.focus();
    isFirst = false;
  }, []);
  return (
    <>
      <div class="page-head">
        <h1 tabIndex={-1} ref={heading}>
          {title} <DemoBadge isDemo={isDemo} />
        </h1>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
