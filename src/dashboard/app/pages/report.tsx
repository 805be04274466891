import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';

import type { JobRequestView, JobRowView } from '../../views.ts';
import { addressOf, get } from '../model/api.ts';
import { minute } from '../model/format.ts';
import { type Loaded, useLoad } from '../model/load.ts';
import { askAddress } from '../model/asking.ts';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Words } from '../parts/problem-notice.tsx';
import { ReportBody } from '../parts/report-body.tsx';
import { titleOf } from '../reports/index.ts';
import { isLive, JobState } from './job-table.tsx';

/** A kept answer: the job that made it, as a report. */
export function Report(): VNode {
  const { route } = useLocation();
  const id = useRoute().params['id'] ?? '';
  const path = `/jobs/${encodeURIComponent(id)}`;
  const loaded = useLoad(id, (signal) => get<{ job: JobRowView }>(path, {}, signal));
  const asked = useLoad(`${id} request`, (signal) => get<JobRequestView>(`${path}/request`, {}, signal));
  useProgress(path, loaded);
  const job = loaded.data?.job;
  const input = asked.data?.input ?? {};
  const title = job === undefined || asked.data === undefined ? 'Report' : titleOf(job.operation, input);
  return (
    <Page
      title={title}
      actions={
        job === undefined ? undefined : (
          <a class="button" href={askAddress(job.operation, input)}>
            Run again
          </a>
        )
      }
    >
      <WithData of={loaded}>
        {(data) => (
          <>
            <p class="muted">
              {minute(data.job.created_at)} · <JobState job={data.job} /> ·{' '}
              <a href={`/dashboard/jobs/${data.job.id}`}>Job</a>
            </p>
            <Answer job={data.job} onAsk={(operation, fields) => route(askAddress(operation, fields))} />
          </>
        )}
      </WithData>
    </Page>
  );
}

/** Looks again with each event until the job has ended. */
function useProgress(path: string, { reload, data }: Loaded<{ job: JobRowView }>): void {
  const isRunning = data !== undefined && isLive(data.job);
  useEffect(() => {
    if (!isRunning) return undefined;
    const source = new EventSource(addressOf(`${path}/events`));
    source.addEventListener('event', reload);
    source.addEventListener('end', () => {
      source.close();
      reload();
    });
    return () => source.close();
  }, [path, isRunning]);
}

interface AnswerProps {
  readonly job: JobRowView;
  readonly onAsk: (operation: string, input: Readonly<Record<string, unknown>>) => void;
}

function Answer({ job, onAsk }: AnswerProps): VNode {
  if (job.result !== null) return <ReportBody operation={job.operation} answer={{ ...job.result }} onAsk={onAsk} />;
  if (isLive(job)) {
    return (
      <div class="running" role="status">
        <progress max={100} value={job.progress.percent} aria-label="Progress" />
        <p>{job.progress.message ?? job.progress.stage ?? 'Waiting for its turn.'}</p>
      </div>
    );
  }
  if (job.error !== null) {
    return (
      <div class="problem">
        <p>
          <strong>{job.error.message}</strong> Nothing was charged.
        </p>
        {job.error.fix === null ? null : (
          <p>
            <Words text={job.error.fix} />
          </p>
        )}
      </div>
    );
  }
  return (
    <p class="muted">
      {job.expired ? 'This answer was kept for its time and is gone. Run it again.' : 'There is no answer.'}
    </p>
  );
}
