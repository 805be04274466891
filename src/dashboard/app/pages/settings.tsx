import type { VNode } from 'preact';
import { useRoute } from 'preact-iso/router';

import { Tabs } from '../parts/tabs.tsx';
import { Apps } from './apps.tsx';
import { Account } from './account.tsx';
import { Brand } from './brand.tsx';
import { WorkspaceImports } from './imports.tsx';
import { Job } from './job.tsx';
import { Jobs } from './jobs.tsx';
import { Keys } from './keys.tsx';
import { NotFound } from './not-found.tsx';
import { Overview } from './overview.tsx';
import { Projects } from './projects.tsx';
import { Schedules } from './schedules.tsx';
import { Sources } from './sources.tsx';
import { Usage } from './usage.tsx';
import { Users } from './users.tsx';
import { Webhooks } from './webhooks.tsx';
import { Workspace } from './workspace.tsx';

const PARTS: readonly (readonly [id: string, title: string, page: () => VNode])[] = [
  ['', 'Overview', Overview],
  ['workspace', 'Workspace', Workspace],
  ['users', 'Users', Users],
  ['brand', 'Brand and retention', Brand],
  ['keys', 'Keys', Keys],
  ['apps', 'Connected apps', Apps],
  ['usage', 'Usage', Usage],
  ['jobs', 'Jobs', Jobs],
  ['schedules', 'Schedules', () => <Schedules />],
  ['sources', 'Sources', () => <Sources importAddress="/dashboard/settings/imports" />],
  ['imports', 'Imports', () => <WorkspaceImports />],
  ['webhooks', 'Webhooks', Webhooks],
  ['projects', 'Projects', Projects],
  ['account', 'Account', Account],
];

/** What belongs to the workspace rather than to one site. */
export function Settings(): VNode {
  const { part = '', id } = useRoute().params;
  const found = PARTS.find(([each]) => each === part);
  if (found === undefined) return <NotFound />;
  const [, , Part] = found;
  return (
    <>
      <Tabs
        label="Settings"
        current={part}
        tabs={PARTS.map(([each, title]) => ({
          id: each,
          title,
          address: each === '' ? '/dashboard/settings' : `/dashboard/settings/${each}`,
        }))}
      />
      {part === 'jobs' && id !== undefined && id !== '' ? <Job /> : <Part />}
    </>
  );
}
