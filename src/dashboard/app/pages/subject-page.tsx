import type { ComponentChildren, VNode } from 'preact';

import type { Subject } from '../model/subject.ts';
import { Badge } from '../parts/badge.tsx';
import { Page } from '../parts/page.tsx';

interface SubjectPageProps {
  readonly subject: Subject;
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of every page about a subject; says where it is somebody else's. */
export function SubjectPage({ subject, title, actions, children }: SubjectPageProps): VNode {
  return (
    <Page
      title={title}
      badge={subject.kind === 'look' ? <Badge tone="quiet" text="Not your site" /> : undefined}
      actions={actions}
    >
      {children}
    </Page>
  );
}
