import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';

import type { EarlierReportsView, JobRequestView, JobRowView } from '../../views.ts';
import { addressOf, get, getFile } from '../model/api.ts';
import { askAddress } from '../model/asking.ts';
import type { Before } from '../model/change.ts';
import { day, dayAndMinute } from '../model/format.ts';
import { type Loaded, useLoad } from '../model/load.ts';
import { useSession } from '../model/session.ts';
import { Advice } from '../parts/advice.tsx';
import { fileName, saveWhenMade } from '../parts/download.ts';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { ReportBody } from '../parts/report-body.tsx';
import type { RowSite } from '../parts/row-actions.tsx';
import { titleOf } from '../reports/index.ts';
import type { Fields } from '../model/report.ts';
import { isLive, JobState } from './job-table.tsx';
import { PrintHead } from './print-head.tsx';
import { RepeatDialog } from './repeat-dialog.tsx';
import { ShareDialog } from './share-dialog.tsx';

/** A kept answer: the job that made it, as a report. */
export function Report(): VNode {
  const id = useRoute().params['id'] ?? '';
  return <Kept key={id} id={id} />;
}

function Kept({ id }: { readonly id: string }): VNode {
  const { route } = useLocation();
  const path = `/jobs/${encodeURIComponent(id)}`;
  const loaded = useLoad(id, (signal) => get<{ job: JobRowView }>(path, {}, signal));
  const asked = useLoad(`${id} request`, (signal) => get<JobRequestView>(`${path}/request`, {}, signal));
  const [before, setBefore] = useState<Before>();
  useProgress(path, loaded);
  const job = loaded.data?.job;
  const input = asked.data?.input ?? {};
  const title = job === undefined || asked.data === undefined ? 'Report' : titleOf(job.operation, input);
  return (
    <Page title={title} actions={job === undefined ? undefined : <Actions job={job} title={title} input={input} />}>
      <WithData of={loaded}>
        {(data) => (
          <>
            <PrintHead />
            <p class="muted report-line">
              {dayAndMinute(data.job.created_at)} · <JobState job={data.job} /> ·{' '}
              <a href={`/dashboard/settings/jobs/${data.job.id}`}>Job</a>
              {data.job.result === null ? null : <Compare id={id} onChange={setBefore} />}
            </p>
            <Answer
              job={data.job}
              input={input}
              before={before}
              onAsk={(operation, fields) => route(askAddress(operation, fields))}
            />
          </>
        )}
      </WithData>
    </Page>
  );
}

interface ActionsProps {
  readonly job: JobRowView;
  readonly title: string;
  readonly input: Fields;
}

/** What can be done with an answer that is there. */
function Actions({ job, title, input }: ActionsProps): VNode {
  const [open, setOpen] = useState<'share' | 'repeat'>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      {job.result === null ? null : (
        <>
          <OnlyFor role="member" what="share reports" isSilent>
            {' '}
            <button type="button" onClick={() => setOpen('share')}>
              Share
            </button>
            <button type="button" onClick={() => setOpen('repeat')}>
              Schedule
            </button>
          </OnlyFor>{' '}
          <button type="button" onClick={() => void saveFile(job.id, title, 'workbook')}>
            Excel
          </button>
          <PdfButton id={job.id} title={title} />
        </>
      )}
      <OnlyFor role="member" what="run reports">
        {' '}
        <a class="button" href={askAddress(job.operation, input)}>
          Run again
        </a>
      </OnlyFor>{' '}
      {open === 'share' ? <ShareDialog report={job.id} onClose={close} /> : null}
      {open === 'repeat' ? (
        <RepeatDialog operation={job.operation} input={input} title={title} onClose={close} />
      ) : null}
    </>
  );
}

/** By the browser of the operator where there is one, else by the reader's own. */
function PdfButton({ id, title }: { readonly id: string; readonly title: string }): VNode {
  const { can_print } = useSession().me;
  const [isBusy, setBusy] = useState(false);
  if (!can_print) {
    return (
      <button type="button" onClick={() => print()}>
        Print or PDF
      </button>
    );
  }
  const make = (): void => {
    setBusy(true);
    void saveFile(id, title, 'pdf').finally(() => setBusy(false));
  };
  return (
    <button type="button" disabled={isBusy} onClick={make}>
      {isBusy ? 'Making the PDF…' : 'PDF'}
    </button>
  );
}

const FILES = { workbook: 'xlsx', pdf: 'pdf' } as const;

function saveFile(id: string, title: string, kind: keyof typeof FILES): Promise<void> {
  return saveWhenMade(getFile(`/reports/${encodeURIComponent(id)}/${kind}`), fileName(title, FILES[kind]));
}

interface CompareProps {
  readonly id: string;
  readonly onChange: (before: Before | undefined) => void;
}

/** Earlier answers to the same question; the last of them is compared with unless another is chosen. */
function Compare({ id, onChange }: CompareProps): VNode | null {
  const path = `/reports/${encodeURIComponent(id)}/earlier`;
  const { data } = useLoad(path, (signal) => get<EarlierReportsView>(path, {}, signal));
  const [chosen, setChosen] = useState<string>();
  const reports = data?.reports ?? [];
  const compared = chosen ?? reports[0]?.id ?? '';
  useEffect(() => {
    const report = reports.find((each) => each.id === compared);
    if (report === undefined) {
      onChange(undefined);
      return undefined;
    }
    const gone = new AbortController();
    get<{ job: JobRowView }>(`/jobs/${encodeURIComponent(report.id)}`, {}, gone.signal).then(
      ({ job }) => onChange(job.result === null ? undefined : { at: report.created_at, answer: { ...job.result } }),
      () => undefined,
    );
    return () => gone.abort();
  }, [compared, data]);
  if (reports.length === 0) return null;
  return (
    <label class="compare">
      {' · Compared with '}
      <select value={compared} onChange={(event) => setChosen(event.currentTarget.value)}>
        {reports.map(({ id: earlier, created_at }) => (
          <option key={earlier} value={earlier}>
            {dayAndMinute(created_at)}
          </option>
        ))}
        <option value="none">nothing</option>
      </select>
    </label>
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
  readonly input: Fields;
  readonly before: Before | undefined;
  readonly onAsk: (operation: string, input: Fields) => void;
}

/** A report that was asked about a site counts toward it as its workflow. */
function siteOf({ id, attribution }: JobRowView, { target }: Fields): RowSite | undefined {
  const { workflow_id } = attribution;
  if (workflow_id?.startsWith('site_') !== true) return undefined;
  return { id: workflow_id, target: typeof target === 'string' ? target : undefined, job_id: id };
}

function Answer({ job, input, before, onAsk }: AnswerProps): VNode {
  if (job.result !== null) {
    return (
      <ReportBody
        operation={job.operation}
        answer={{ ...job.result }}
        input={input}
        before={before}
        onAsk={onAsk}
        site={siteOf(job, input)}
      />
    );
  }
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
        {job.error.fix === null ? null : <Advice text={job.error.fix} />}
      </div>
    );
  }
  return (
    <p class="muted">
      {job.expired ? `This answer of ${day(job.created_at)} is no longer kept. Run it again.` : 'There is no answer.'}
    </p>
  );
}
