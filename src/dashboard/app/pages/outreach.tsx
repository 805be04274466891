import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { TaskView } from '../../views.ts';
import { askAddress } from '../model/asking.ts';
import { count, day } from '../model/format.ts';
import { pageAddress, type Subject } from '../model/subject.ts';
import { OnlyFor } from '../parts/only-for.tsx';
import { type TaskStatus, type Tasks, useTasks } from '../parts/tasks.ts';
import { addressText, isAddress } from '../model/values.ts';
import { WithData } from '../parts/loading.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { TaskDialog } from './task-form.tsx';

type SiteSubject = Extract<Subject, { kind: 'site' }>;

const STATUSES: readonly (readonly [status: TaskStatus, title: string])[] = [
  ['todo', 'To do'],
  ['written', 'Written'],
  ['answered', 'Answered'],
  ['won', 'Won'],
  ['refused', 'Refused'],
];

/** Whom to write to about a link, and how far that is. */
export function Outreach({ subject }: { readonly subject: SiteSubject }): VNode {
  const tasks = useTasks(subject.id, 'outreach');
  const [open, setOpen] = useState<TaskView | 'new'>();
  return (
    <>
      <div class="row-actions">
        <OnlyFor role="member" what="change the plan">
          <button type="button" class="primary" onClick={() => setOpen('new')}>
            Add prospect
          </button>
        </OnlyFor>
        <a class="button" href={askAddress('backlinks.opportunity-finder', { target: subject.target }, subject.id)}>
          Rank a list of prospects
        </a>
      </div>
      <WithData of={tasks.loaded}>
        {({ tasks: list }) => (
          <>
            {list.length === 0 ? null : <p class="answer">{sentenceOf(list)}</p>}
            <Table
              caption="Outreach"
              columns={columnsOf(tasks, setOpen)}
              rows={list}
              keyOf={({ id }) => id}
              empty={
                <p>
                  Your outreach list is empty. Choose “Add to outreach” for pages in the{' '}
                  <a href={pageAddress(subject, 'links', 'gap')}>link gap</a> or for{' '}
                  <a href={pageAddress(subject, 'links', 'list')}>lost links</a>, or add a prospect yourself.
                </p>
              }
            />
          </>
        )}
      </WithData>
      {open === undefined ? null : (
        <TaskDialog
          kind="outreach"
          task={open === 'new' ? undefined : open}
          tasks={tasks}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

function sentenceOf(list: readonly TaskView[]): string {
  const of = (wanted: TaskStatus): number => list.filter(({ status }) => status === wanted).length;
  return `${count(of('todo'), 'site')} to write to, ${of('written')} written, ${of('answered')} answered; ${of('won')} won and ${of('refused')} refused.`;
}

function columnsOf(tasks: Tasks, onOpen: (task: TaskView) => void): readonly Column<TaskView>[] {
  return [
    {
      title: 'Site',
      kind: 'main',
      cell: (task) => (
        <>
          <button type="button" class="quiet title" onClick={() => onOpen(task)}>
            {task.title}
          </button>
          {task.url !== null && isAddress(task.url) ? (
            <div class="under">
              <a href={task.url} target="_blank" rel="noreferrer noopener nofollow">
                {addressText(task.url)}
              </a>
            </div>
          ) : null}
        </>
      ),
    },
    { title: 'Why', cell: ({ why }) => why ?? <span class="muted">–</span>, isWide: true },
    {
      title: 'State',
      cell: (task) => (
        <select
          aria-label={`State of ${task.title}`}
          value={task.status}
          onChange={(event) => {
            const next = STATUSES.find(([each]) => each === event.currentTarget.value);
            if (next !== undefined) tasks.change(task, { status: next[0] });
          }}
        >
          {STATUSES.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      ),
    },
    { title: 'Owner', cell: ({ owner }) => owner ?? <span class="muted">–</span> },
    { title: 'Due', cell: ({ due_date }) => (due_date === null ? <span class="muted">–</span> : day(due_date)) },
  ];
}
