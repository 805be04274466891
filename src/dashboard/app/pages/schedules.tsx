import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { ScheduleListView, ScheduleRowView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { count } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { failedRun, scheduleTitle } from './schedule-news.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge, Time } from '../parts/badge.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { RecipientsDialog, ScheduleDialog } from './schedule-form.tsx';

type Open = { readonly is: 'create' } | { readonly is: 'remove' | 'recipients'; readonly schedule: ScheduleRowView };

export function Schedules({ isInside }: { readonly isInside?: boolean }): VNode {
  const schedules = useLoad('schedules', (signal) => get<ScheduleListView>('/schedules', {}, signal));
  const [open, setOpen] = useState<Open>();
  const [problem, setProblem] = useState<Problem>();
  const close = (): void => setOpen(undefined);
  const done = (text: string): void => {
    close();
    schedules.reload();
    announce(text);
  };
  const toggle = (schedule: ScheduleRowView): void => {
    setProblem(undefined);
    pauseOrResume(schedule).then(done, (thrown: unknown) => setProblem(asProblem(thrown)));
  };
  return (
    <Page
      isInside={isInside}
      title="Schedules"
      actions={
        <OnlyFor role="member" what="schedule calls">
          <button type="button" class="primary" onClick={() => setOpen({ is: 'create' })}>
            Create schedule
          </button>
        </OnlyFor>
      }
    >
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <WithData of={schedules}>
        {(data) => (
          <Table
            caption="Calls that run again and again"
            columns={columnsOf(setOpen, toggle)}
            rows={data.schedules}
            keyOf={(schedule) => schedule.id}
            empty={
              <p>
                No schedules yet. A schedule runs a call daily, weekly, monthly or by cron: use “Create schedule”, for
                example to check your tracked keywords or to import Search Console every day.
              </p>
            }
          />
        )}
      </WithData>
      {open?.is === 'create' ? <ScheduleDialog onClose={close} onDone={done} /> : null}
      {open?.is === 'recipients' ? <RecipientsDialog schedule={open.schedule} onClose={close} onDone={done} /> : null}
      {open?.is === 'remove' ? (
        <Confirm
          title={`Delete ${open.schedule.id}?`}
          action="Delete schedule"
          work={() => send('DELETE', addressOf(open.schedule))}
          onDone={() => done(`Schedule ${open.schedule.id} deleted.`)}
          onClose={close}
        >
          <p>Jobs that it has queued still run.</p>
        </Confirm>
      ) : null}
    </Page>
  );
}

function addressOf({ id }: ScheduleRowView): string {
  return `/schedules/${encodeURIComponent(id)}`;
}

async function pauseOrResume(schedule: ScheduleRowView): Promise<string> {
  const is_paused = !schedule.is_paused;
  await send('PATCH', addressOf(schedule), { is_paused });
  return is_paused ? 'Schedule paused.' : 'Schedule resumed.';
}

function columnsOf(
  setOpen: (open: Open) => void,
  toggle: (schedule: ScheduleRowView) => void,
): readonly Column<ScheduleRowView>[] {
  return [
    {
      title: 'Schedule',
      kind: 'main',
      cell: (schedule) => (
        <>
          {scheduleTitle(schedule)}
          <div class="muted">
            {schedule.id} · <code>{schedule.operation}</code>
          </div>
        </>
      ),
    },
    { title: 'State', cell: (schedule) => <ScheduleState schedule={schedule} /> },
    {
      title: 'Runs',
      cell: ({ cadence, cron, time_zone }) => (
        <>
          {cadence === 'cron' ? <code>{cron}</code> : cadence}
          <div class="muted">{time_zone}</div>
        </>
      ),
    },
    { title: 'Next run', cell: ({ next_due, is_paused }) => <Time at={is_paused ? null : next_due} /> },
    { title: 'Last run', cell: (schedule) => <LastRun schedule={schedule} /> },
    { title: 'Report to', cell: (schedule) => <Recipients schedule={schedule} /> },
    { title: 'Credits', kind: 'number', cell: ({ credits }) => credits ?? '–' },
    {
      title: 'Actions',
      kind: 'actions',
      cell: (schedule) => (
        <OnlyFor role="member" what="schedule calls" isSilent>
          <button
            type="button"
            aria-label={`${schedule.is_paused ? 'Resume' : 'Pause'} ${schedule.id}`}
            onClick={() => toggle(schedule)}
          >
            {schedule.is_paused ? 'Resume' : 'Pause'}
          </button>
          <button
            type="button"
            aria-label={`Recipients of ${schedule.id}`}
            onClick={() => setOpen({ is: 'recipients', schedule })}
          >
            Recipients
          </button>
          <button
            type="button"
            aria-label={`Delete ${schedule.id}`}
            onClick={() => setOpen({ is: 'remove', schedule })}
          >
            Delete
          </button>
        </OnlyFor>
      ),
    },
  ];
}

export function ScheduleState({ schedule }: { readonly schedule: ScheduleRowView }): VNode {
  if (schedule.is_paused) return <Badge tone="quiet" text="paused" />;
  if (schedule.is_stale) return <Badge tone="bad" text="failing" />;
  return failedRun(schedule) === undefined ? (
    <Badge tone="good" text="active" />
  ) : (
    <Badge tone="warn" text="last run failed" />
  );
}

function LastRun({ schedule }: { readonly schedule: ScheduleRowView }): VNode {
  const { last } = schedule;
  if (last === null) return <span class="muted">–</span>;
  return (
    <>
      <Time at={last.at} />
      {last.job_id === null ? null : (
        <>
          {' '}
          <a href={`/dashboard/settings/jobs/${last.job_id}`}>job</a>
        </>
      )}
      {last.error === null ? null : <div class="muted">{last.error}</div>}
      {last.missed === 0 ? null : <div class="muted">Makes up for {count(last.missed, 'missed run')}</div>}
    </>
  );
}

const TONES: Readonly<Record<Recipient['state'], 'good' | 'warn' | 'bad' | 'quiet'>> = {
  waiting: 'quiet',
  sending: 'quiet',
  delivered: 'good',
  retrying: 'warn',
  failed: 'bad',
  paused: 'bad',
  stopped: 'quiet',
};

type Recipient = NonNullable<ScheduleRowView['report']>['recipients'][number];

/** Who gets the answers, and whether the last one arrived. */
function Recipients({ schedule: { report } }: { readonly schedule: ScheduleRowView }): VNode {
  if (report === null) return <span class="muted">nobody</span>;
  return (
    <>
      <ul class="plain">
        {report.recipients.map((recipient) => (
          <li key={recipient.endpoint_id}>
            <span class="address">{recipient.to}</span> <Badge tone={TONES[recipient.state]} text={recipient.state} />
            {recipient.reason === null ? null : <div class="muted">{recipient.reason}</div>}
            {recipient.next_attempt_at === null ? null : (
              <div class="muted">
                Next attempt <Time at={recipient.next_attempt_at} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {report.last?.is_sent === false ? (
        <div class="muted">
          Nothing had changed on <Time at={report.last.at} />, so nothing was sent.
        </div>
      ) : null}
    </>
  );
}
