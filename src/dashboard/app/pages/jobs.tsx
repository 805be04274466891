import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';

import type { JobListView, ProjectView } from '../../views.ts';
import { get } from '../model/api.ts';
import { useEvery, useLoad } from '../model/load.ts';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { useSession } from '../model/session.ts';
import { JobTable, replaceJob } from './job-table.tsx';
import { Choice } from './usage-filters.tsx';

const PAGE = 50;
/** Jobs under way tell of themselves; new ones are looked for. */
const LOOK_EVERY_MS = 5000;
const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

export function Jobs(): VNode {
  const { query, route } = useLocation();
  const { me } = useSession();
  const asked = {
    status: STATUSES.find((status) => status === query['status']) ?? '',
    operation: query['operation'] ?? '',
    project_id: query['project_id'] ?? '',
    offset: Math.max(0, Math.trunc(Number(query['offset'] ?? 0)) || 0),
  };
  const projects = useLoad('projects', (signal) => get<{ projects: readonly ProjectView[] }>('/projects', {}, signal));
  const jobs = useLoad(JSON.stringify(asked), (signal) => get<JobListView>('/jobs', { ...asked, limit: PAGE }, signal));
  useEvery(asked.offset === 0 ? LOOK_EVERY_MS : undefined, jobs.reload);
  const select = (changes: Partial<Record<keyof typeof asked, string>>): void => {
    const next = Object.entries({ ...asked, offset: '', ...changes }).filter(([, value]) => value !== '');
    route(`/dashboard/settings/jobs?${new URLSearchParams(next).toString()}`, true);
  };
  return (
    <Page title="Jobs">
      <div class="filters" role="group" aria-label="Filters">
        <Choice
          label="State"
          value={asked.status}
          options={[['', 'All'], ...STATUSES.map((status) => [status, status] as const)]}
          onChange={(status) => select({ status })}
        />
        <Choice
          label="Operation"
          value={asked.operation}
          options={[
            ['', 'All'],
            ...me.operations.filter(({ is_account }) => !is_account).map(({ id }) => [id, id] as const),
          ]}
          onChange={(operation) => select({ operation })}
        />
        <Choice
          label="Project"
          value={asked.project_id}
          options={[['', 'All'], ...(projects.data?.projects ?? []).map(({ id, name }) => [id, name] as const)]}
          onChange={(project_id) => select({ project_id })}
        />
      </div>
      <WithData of={jobs}>
        {(data) => (
          <>
            <JobTable jobs={data.jobs} onChange={replaceJob(jobs)} />
            <Pager
              of="jobs"
              words={['Newer', 'Older']}
              size={PAGE}
              offset={asked.offset}
              total={data.total_count}
              go={(offset) => select({ offset: String(offset) })}
            />
          </>
        )}
      </WithData>
    </Page>
  );
}
