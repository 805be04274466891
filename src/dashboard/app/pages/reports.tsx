import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';

import type { ReportListView, ReportRowView } from '../../views.ts';
import { get } from '../model/api.ts';
import { useLoad } from '../model/load.ts';
import { Time } from '../parts/badge.tsx';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { titleOf } from '../reports/index.ts';
import { JobState } from './job-table.tsx';

const SIZE = 50;

/** Every answer that was kept, the newest first. */
export function Reports(): VNode {
  const { query, route } = useLocation();
  const offset = Math.max(0, Number(query['offset'] ?? 0) || 0);
  const loaded = useLoad(String(offset), (signal) => get<ReportListView>('/reports', { limit: SIZE, offset }, signal));
  return (
    <Page title="Reports">
      <WithData of={loaded}>
        {({ reports, total_count }) =>
          reports.length === 0 ? (
            <p class="empty">
              No reports yet. <a href="/dashboard/start">Run the first one</a>.
            </p>
          ) : (
            <>
              <ReportList reports={reports} />
              <Pager
                of="reports"
                words={['Newer', 'Older']}
                size={SIZE}
                offset={offset}
                total={total_count}
                go={(next) => route(`/dashboard/reports${next === 0 ? '' : `?offset=${next}`}`)}
              />
            </>
          )
        }
      </WithData>
    </Page>
  );
}

export function ReportList({ reports }: { readonly reports: readonly ReportRowView[] }): VNode {
  return (
    <ul class="report-list">
      {reports.map(({ job, input }) => (
        <li key={job.id}>
          <a href={`/dashboard/reports/${job.id}`}>{titleOf(job.operation, input)}</a>
          <span class="grow" />
          {job.status === 'completed' ? null : <JobState job={job} />}
          <span class="muted">
            <Time at={job.created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
