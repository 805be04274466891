import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

interface PageProps {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

let isFirst = true;

/** The frame of a page. Who comes from another page starts at its heading, as after a load. */
export function Page({ title, actions, children }: PageProps): VNode {
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
          {title}
        </h1>
        {actions === undefined ? null : <div class="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
