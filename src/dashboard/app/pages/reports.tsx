import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';

import type { ReportListView, ReportRowView, ScheduleListView, ScheduleRowView } from '../../views.ts';
import { get } from '../model/api.ts';
import { day } from '../model/format.ts';
import { type Loaded, useLoad } from '../model/load.ts';
import { failedRun, scheduleTitle } from './schedule-news.ts';
import { findSite, useSites } from '../model/sites.ts';
import { Time } from '../parts/badge.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { Pager } from '../parts/pager.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { REPORTS, titleOf } from '../reports/index.ts';
import { JobState } from './job-table.tsx';
import { ScheduleState } from './schedules.tsx';
import { ShareDialog } from './share-dialog.tsx';

const SIZE = 50;

const TABS = [
  ['', 'All'],
  ['shared', 'Shared'],
  ['scheduled', 'Scheduled'],
] as const;

/** Every answer that was kept, those that others can open, and those that come by themselves. */
export function Reports(): VNode {
  const { query } = useLocation();
  const tab = TABS.map(([id]) => id).find((id) => id === query['tab']) ?? '';
  return (
    <Page title="Reports">
      <Tabs label="Reports" current={tab} tabs={TABS.map(([id, title]) => ({ id, title, address: addressOf(id) }))} />
      {tab === 'scheduled' ? <Scheduled /> : <Kept key={tab} tab={tab} />}
    </Page>
  );
}

function addressOf(tab: string, offset = 0): string {
  const query = new URLSearchParams({
    ...(tab === '' ? {} : { tab }),
    ...(offset === 0 ? {} : { offset: String(offset) }),
  }).toString();
  return `/dashboard/reports${query === '' ? '' : `?${query}`}`;
}

function Kept({ tab }: { readonly tab: '' | 'shared' }): VNode {
  const { query, route } = useLocation();
  const sites = useSites();
  const [shared, setShared] = useState<string>();
  const offset = Math.max(0, Number(query['offset'] ?? 0) || 0);
  const asked = { limit: SIZE, offset, ...(tab === 'shared' ? { shared: 'true' } : {}) };
  const loaded = useLoad(JSON.stringify(asked), (signal) => get<ReportListView>('/reports', asked, signal));
  const siteOf = ({ job }: ReportRowView): string | undefined =>
    findSite(sites.data, job.attribution.workflow_id ?? undefined)?.name;
  return (
    <>
      <WithData of={loaded}>
        {({ reports, total_count }) => (
          <>
            <Table
              caption={tab === 'shared' ? 'Reports that others can open' : 'All saved reports'}
              isNarrow={tab === ''}
              columns={columnsOf(tab, siteOf, setShared)}
              rows={reports}
              keyOf={({ job }) => job.id}
              empty={tab === 'shared' ? <NoneShared /> : <None />}
            />
            <Pager
              of="reports"
              words={['Newer', 'Older']}
              size={SIZE}
              offset={offset}
              total={total_count}
              go={(next) => route(addressOf(tab, next))}
            />
          </>
        )}
      </WithData>
      {shared === undefined ? null : <ShareDialog report={shared} onClose={() => closed(setShared, loaded)} />}
    </>
  );
}

function closed(setShared: (id: undefined) => void, { reload }: Loaded<ReportListView>): void {
  setShared(undefined);
  reload();
}

function None(): VNode {
  return (
    <p>
      No reports yet. <a href="/dashboard/start">Run the first one</a>.
    </p>
  );
}

function NoneShared(): VNode {
  return (
    <p>No reports are shared yet. Open a report and choose “Share” to get a read-only link that anyone can open.</p>
  );
}

const ASKED_BY: Readonly<Record<ReportRowView['asked_by'], string>> = {
  dashboard: 'Dashboard',
  schedule: 'Schedule',
  rest: 'API',
  mcp: 'AI agent',
  cli: 'Command line',
};

function columnsOf(
  tab: '' | 'shared',
  siteOf: (row: ReportRowView) => string | undefined,
  setShared: (id: string) => void,
): readonly Column<ReportRowView>[] {
  return [
    {
      title: 'Report',
      kind: 'main',
      cell: ({ job, input }) => (
        <>
          <a href={`/dashboard/reports/${job.id}`}>{titleOf(job.operation, input)}</a>
          {job.status === 'completed' ? null : (
            <>
              {' '}
              <JobState job={job} />
            </>
          )}
        </>
      ),
    },
    { title: 'Site', isWide: true, cell: (row) => siteOf(row) ?? <span class="muted">–</span> },
    { title: 'Asked by', isWide: true, cell: ({ asked_by }) => ASKED_BY[asked_by] },
    { title: 'Date', cell: ({ job }) => <Time at={job.created_at} /> },
    {
      title: 'Shared until',
      isWide: tab === '',
      cell: ({ shared_until }) => (shared_until === null ? <span class="muted">–</span> : day(shared_until)),
    },
    ...(tab === ''
      ? []
      : [
          {
            title: 'Actions',
            kind: 'actions' as const,
            cell: ({ job, input }: ReportRowView) => (
              <OnlyFor role="member" what="share reports" isSilent>
                <button
                  type="button"
                  aria-label={`Links to ${titleOf(job.operation, input)}`}
                  onClick={() => setShared(job.id)}
                >
                  Links
                </button>
              </OnlyFor>
            ),
          },
        ]),
  ];
}

function Scheduled(): VNode {
  const loaded = useLoad('schedules', (signal) => get<ScheduleListView>('/schedules', {}, signal));
  return (
    <WithData of={loaded}>
      {({ schedules }) => (
        <>
          <Table
            caption="Reports that run by themselves"
            columns={SCHEDULED}
            rows={schedules.filter(({ operation }) => REPORTS.has(operation))}
            keyOf={({ id }) => id}
            empty={
              <p>
                No reports are scheduled yet. Open a report and choose “Schedule” to run it daily, weekly or monthly and
                have it sent by e-mail, Slack or webhook.
              </p>
            }
          />
          <p class="muted">
            <a href="/dashboard/settings/schedules">Manage schedules</a>: pause them, change who gets them, or delete
            them.
          </p>
        </>
      )}
    </WithData>
  );
}

const SCHEDULED: readonly Column<ScheduleRowView>[] = [
  {
    title: 'Report',
    kind: 'main',
    cell: (schedule) => {
      const latest = latestOf(schedule);
      const failed = failedRun(schedule);
      return (
        <>
          {latest === undefined ? (
            scheduleTitle(schedule)
          ) : (
            <a href={`/dashboard/reports/${latest}`}>{scheduleTitle(schedule)}</a>
          )}
          {failed === undefined ? null : <div class="muted">{failed}</div>}
        </>
      );
    },
  },
  { title: 'State', cell: (schedule) => <ScheduleState schedule={schedule} /> },
  {
    title: 'Runs',
    cell: ({ cadence, cron }) => (cadence === 'cron' ? <code>{cron}</code> : cadence),
  },
  { title: 'Last run', cell: ({ last }) => <Time at={last?.at ?? null} /> },
  { title: 'Next run', cell: ({ next_due, is_paused }) => <Time at={is_paused ? null : next_due} /> },
  {
    title: 'Sent to',
    cell: ({ report }) =>
      report === null ? <span class="muted">nobody</span> : report.recipients.map(({ to }) => to).join(', '),
  },
];

/** The job of the last answer. */
function latestOf({ report, last }: ScheduleRowView): string | undefined {
  const ran = last !== null && last.error === null ? last.job_id : null;
  return ran ?? report?.last?.job_id;
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
