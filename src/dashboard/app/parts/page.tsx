import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { DemoBadge } from './demo-badge.tsx';

interface PageProps {
  readonly title: string;
  /** Beside the title. */
  readonly badge?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** Also where nobody is logged in; left out, the session says whether what is shown is made up. */
  readonly isDemo?: boolean;
  /** Part of a page that has a heading: its own is one level down. */
  readonly isInside?: boolean | undefined;
  readonly children: ComponentChildren;
}

let isFirst = true;

/** The frame of a page. Who comes from another page starts at its heading, as after a load. */
export function Page(props: PageProps): VNode {
  return props.isInside === true ? <Inside {...props} /> : <Whole {...props} />;
}

function Inside({ title, actions, children }: PageProps): VNode {
  return (
    <section>
      <div class="page-head">
        <h2>{title}</h2>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

function Whole({ title, badge, actions, isDemo, children }: PageProps): VNode {
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
          {title} <DemoBadge isDemo={isDemo} /> {badge}
        </h1>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
