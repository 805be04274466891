import type { VNode } from 'preact';

import type { JobListView, JobRowView } from '../../views.ts';
import { duration, number } from '../model/format.ts';
import { useLive } from '../model/live.ts';
import type { Loaded } from '../model/load.ts';
import { Badge, Bar, Time } from '../parts/badge.tsx';
import { type Column, Table } from '../parts/table.tsx';

interface JobTableProps {
  readonly jobs: readonly JobRowView[];
  /** Called with the newer state of a job that is under way. */
  readonly onChange: (job: JobRowView) => void;
}

const COLUMNS: readonly Column<JobRowView>[] = [
  {
    title: 'Job',
    kind: 'main',
    cell: (job) => (
      <a href={`/dashboard/settings/jobs/${job.id}`}>
        <code>{job.id}</code>
      </a>
    ),
  },
  { title: 'Operation', cell: (job) => job.operation },
  { title: 'State', cell: (job) => <JobState job={job} /> },
  { title: 'Project', cell: (job) => job.attribution.project_id ?? <span class="muted">–</span> },
  { title: 'Attempts', kind: 'number', cell: (job) => `${job.attempts.made} of ${job.attempts.max}` },
  { title: 'Credits', kind: 'number', cell: (job) => number(isLive(job) ? job.credits.reserved : job.credits.charged) },
  { title: 'Created', cell: (job) => <Time at={job.created_at} /> },
  { title: 'Took', kind: 'number', cell: (job) => took(job) },
];

/** Puts the newer state of a job into the list that was loaded. */
export function replaceJob(list: Loaded<JobListView>): (job: JobRowView) => void {
  return (job) =>
    list.replace((before) => ({ ...before, jobs: before.jobs.map((other) => (other.id === job.id ? job : other)) }));
}

export function JobTable({ jobs, onChange }: JobTableProps): VNode {
  useLive(
    jobs.filter(isLive).map((job) => job.id),
    onChange,
  );
  return (
    <Table
      caption="Jobs"
      columns={COLUMNS}
      rows={jobs}
      keyOf={(job) => job.id}
      empty={
        <p>
          No jobs found. A call becomes a job when you send it with the header <code>Prefer: respond-async</code>, or
          when its operation always runs as a job.
        </p>
      }
    />
  );
}

export function isLive({ status }: JobRowView): boolean {
  return status === 'queued' || status === 'running';
}

const TONES = { queued: 'quiet', running: 'busy', completed: 'good', failed: 'bad', cancelled: 'warn' } as const;

export function JobState({ job }: { readonly job: JobRowView }): VNode {
  return (
    <span class="state">
      <Badge tone={TONES[job.status]} text={job.status} />
      {job.status === 'running' ? (
        <span class="share">
          <Bar value={job.progress.percent} max={100} label={`Progress of ${job.id}`} />
          <span>
            {job.progress.percent} % <span class="muted">{job.progress.stage}</span>
          </span>
        </span>
      ) : null}
    </span>
  );
}

export function took(job: JobRowView): string {
  if (job.started_at === null || job.finished_at === null) return '–';
  return duration(Date.parse(job.finished_at) - Date.parse(job.started_at));
}
