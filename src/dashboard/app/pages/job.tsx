import type { VNode } from 'preact';
import { useRoute } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';

import type { JobEventView, JobRequestView, JobRowView } from '../../views.ts';
import { addressOf, get, send } from '../model/api.ts';
import { localTime, number } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { Time } from '../parts/badge.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { JsonView } from '../parts/json-view.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { Advice } from '../parts/advice.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { isLive, JobState, took } from './job-table.tsx';

const EVENTS_SHOWN_MAX = 500;

export function Job(): VNode {
  const id = useRoute().params['id'] ?? '';
  const path = `/jobs/${encodeURIComponent(id)}`;
  const loaded = useLoad(id, (signal) => get<{ job: JobRowView }>(path, {}, signal));
  const request = useLoad(`${id} request`, (signal) => get<JobRequestView>(`${path}/request`, {}, signal));
  const events = useEvents(path, loaded.reload);
  const [isAsking, setAsking] = useState(false);
  const job = loaded.data?.job;
  return (
    <Page
      title={`Job ${id}`}
      actions={
        job !== undefined && isLive(job) ? (
          <OnlyFor role="member" what="cancel jobs" isSilent>
            <button type="button" onClick={() => setAsking(true)}>
              Cancel job
            </button>
          </OnlyFor>
        ) : undefined
      }
    >
      <WithData of={loaded}>{(data) => <Detail job={data.job} request={request.data} events={events} />}</WithData>
      {isAsking ? (
        <Confirm
          title="Cancel this job?"
          action="Cancel job"
          work={() => send('POST', `${path}/cancel`)}
          onDone={() => {
            setAsking(false);
            loaded.reload();
            announce('Job cancelled.');
          }}
          onClose={() => setAsking(false)}
        >
          <p>Its reserved credits are released. A running job stops at its next step.</p>
        </Confirm>
      ) : null}
    </Page>
  );
}

/** What has happened and what happens, until the job ends. Each event makes the page look at the job again. */
function useEvents(path: string, reload: () => void): readonly JobEventView[] {
  const [events, setEvents] = useState<readonly JobEventView[]>([]);
  useEffect(() => {
    setEvents([]);
    const source = new EventSource(addressOf(`${path}/events`));
    source.addEventListener('event', (message) => {
      const event = eventOf(message.data);
      setEvents((before) => [...before.filter((other) => other.id !== event.id), event].slice(-EVENTS_SHOWN_MAX));
      reload();
    });
    source.addEventListener('end', () => {
      source.close();
      reload();
    });
    return () => source.close();
  }, [path]);
  return events;
}

/** The guarantee: the service of the same version writes the event from the same type. */
function eventOf(data: unknown): JobEventView {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return JSON.parse(String(data)) as JobEventView;
}

interface DetailProps {
  readonly job: JobRowView;
  /** Undefined until it is loaded. */
  readonly request: JobRequestView | undefined;
  readonly events: readonly JobEventView[];
}

function Detail({ job, request, events }: DetailProps): VNode {
  return (
    <>
      <dl class="facts">
        {factsOf(job, request).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {job.error === null ? null : <Failure title="Why it failed" failure={job.error} />}
      {job.error === null && job.attempts.last_error !== null ? (
        <Failure title="Why the last attempt failed" failure={job.attempts.last_error} />
      ) : null}
      <h2>What happened</h2>
      <Table
        caption="Job events"
        columns={EVENT_COLUMNS}
        rows={events}
        keyOf={(event) => String(event.id)}
        empty={<p>Nothing yet. Events appear here as they happen.</p>}
      />
      <h2>Answer</h2>
      <Answer job={job} />
      <h2>Input</h2>
      {request === undefined ? null : <JsonView value={request.input} what="Input" />}
    </>
  );
}

function factsOf(job: JobRowView, request: JobRequestView | undefined): readonly (readonly [string, VNode | string])[] {
  return [
    ['State', <JobState key="state" job={job} />],
    ['Operation', job.operation],
    ['Attempts', `${job.attempts.made} of ${job.attempts.max}`],
    ['Credits', `${number(job.credits.reserved)} reserved, ${number(job.credits.charged)} charged`],
    ['Created', <Time key="created" at={job.created_at} />],
    ['Started', <Time key="started" at={job.started_at} />],
    ['Finished', <Time key="finished" at={job.finished_at} />],
    ['Took', took(job)],
    ['Project', job.attribution.project_id ?? '–'],
    ['Workflow', job.attribution.workflow_id ?? '–'],
    ['Key', job.attribution.key_id ?? '–'],
    ['Request', <code key="request">{request?.request_id ?? '–'}</code>],
  ];
}

interface FailureProps {
  readonly title: string;
  readonly failure: NonNullable<JobRowView['error']>;
}

function Failure({ title, failure }: FailureProps): VNode {
  return (
    <div class="problem">
      <h2>{title}</h2>
      <p>
        <strong>{failure.message}</strong> <code>{failure.code}</code>
      </p>
      {failure.fix === null ? null : <Advice text={failure.fix} />}
      {failure.errors.length === 0 ? null : (
        <ul>
          {failure.errors.map((error) => (
            <li key={error.path}>
              <code>{error.path}</code> {error.message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const EVENT_COLUMNS: readonly Column<JobEventView>[] = [
  {
    title: 'Time',
    kind: 'main',
    cell: (event) => <time dateTime={event.created_at}>{localTime(event.created_at)}</time>,
  },
  { title: 'Event', cell: (event) => event.type },
  { title: 'What', cell: (event) => wordsOf(event) },
];

function wordsOf({ status, percent, stage, message }: JobEventView): string {
  const parts = [status, percent === null ? null : `${percent} %`, stage, message].filter((part) => part !== null);
  return [...new Set(parts)].join(' · ') || '–';
}

function Answer({ job }: { readonly job: JobRowView }): VNode {
  if (job.result !== null) return <JsonView value={job.result} what="Answer" />;
  if (job.expired) return <p>The answer has expired. Send the call again to get a new one.</p>;
  return <p class="muted">{isLive(job) ? 'The answer appears here when the job is done.' : 'No answer.'}</p>;
}
