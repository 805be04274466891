import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';

import type { TaskView } from '../../views.ts';
import { count, day } from '../model/format.ts';
import { useKept } from '../model/kept.ts';
import { pageAddress, type Subject } from '../model/subject.ts';
import type { Question } from '../model/questions.ts';
import { OnlyFor } from '../parts/only-for.tsx';
import { type TaskStatus, type Tasks, useTasks } from '../parts/tasks.ts';
import { WithData } from '../parts/loading.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { PlanCalendar } from './plan-calendar.tsx';
import { QuestionPanel } from './question-panel.tsx';
import { SubjectPage } from './subject-page.tsx';
import { TaskDialog } from './task-form.tsx';

type SiteSubject = Extract<Subject, { kind: 'site' }>;

const VIEWS = [
  ['', 'Board'],
  ['calendar', 'Calendar'],
  ['weeks', 'Weeks and risks'],
] as const;

interface PlanPageProps {
  readonly subject: SiteSubject;
  readonly tab: string;
}

/** What is to be done for a site, and by when. */
export function PlanPage({ subject, tab }: PlanPageProps): VNode {
  const tasks = useTasks(subject.id, 'task');
  const [open, setOpen] = useState<TaskView | 'new'>();
  return (
    <SubjectPage
      subject={subject}
      title={`Plan for ${subject.name}`}
      actions={
        <OnlyFor role="member" what="change the plan">
          <button type="button" class="primary" onClick={() => setOpen('new')}>
            Add task
          </button>
        </OnlyFor>
      }
    >
      <Tabs
        label="Plan"
        current={tab}
        tabs={VIEWS.map(([id, title]) => ({ id, title, address: pageAddress(subject, 'plan', id) }))}
      />
      <WithData of={tasks.loaded}>
        {(data) => <View subject={subject} tab={tab} list={data.tasks} tasks={tasks} onOpen={setOpen} />}
      </WithData>
      {open === undefined ? null : (
        <TaskDialog
          kind="task"
          task={open === 'new' ? undefined : open}
          tasks={tasks}
          onClose={() => setOpen(undefined)}
        />
      )}
    </SubjectPage>
  );
}

interface ViewProps extends PlanPageProps {
  readonly list: readonly TaskView[];
  readonly tasks: Tasks;
  readonly onOpen: (task: TaskView) => void;
}

function View({ subject, tab, list, tasks, onOpen }: ViewProps): VNode {
  if (list.length === 0) {
    return (
      <p class="empty">
        Nothing is planned yet. Press “Add to plan” at any report of this site, for example on its{' '}
        <a href={pageAddress(subject, '')}>overview</a>, or add a task of your own.
      </p>
    );
  }
  return (
    <>
      <p class="answer">{sentenceOf(list)}</p>
      {tab === 'calendar' ? (
        <PlanCalendar tasks={list} onOpen={onOpen} />
      ) : tab === 'weeks' ? (
        <Weeks subject={subject} list={list} />
      ) : (
        <Board list={list} tasks={tasks} onOpen={onOpen} />
      )}
    </>
  );
}

const WEEK_MS = 7 * 86_400_000;

function sentenceOf(list: readonly TaskView[]): string {
  const today = new Date().toISOString().slice(0, 10);
  const soon = new Date(Date.now() + WEEK_MS).toISOString().slice(0, 10);
  const open = list.filter(({ status }) => status === 'todo' || status === 'doing');
  const due = open.filter(({ due_date }) => due_date !== null && due_date >= today && due_date <= soon);
  const late = open.filter(({ due_date }) => due_date !== null && due_date < today);
  const done = list.length - open.length;
  return `${count(open.length, 'task')} open, ${due.length} this week, ${late.length} late; ${done} done.`;
}

const COLUMNS: readonly (readonly [status: TaskStatus, title: string])[] = [
  ['todo', 'To do'],
  ['doing', 'Doing'],
  ['done', 'Done'],
];

interface BoardProps extends Pick<ViewProps, 'list' | 'tasks' | 'onOpen'> {}

/** Cards go from column to column by drag and drop, or by the list on each. */
function Board({ list, tasks, onOpen }: BoardProps): VNode {
  const drop = (event: DragEvent, status: TaskStatus): void => {
    event.preventDefault();
    const id = event.dataTransfer?.getData('text/plain');
    const task = list.find((each) => each.id === id);
    if (task !== undefined && task.status !== status) tasks.change(task, { status });
  };
  return (
    <div class="board">
      {COLUMNS.map(([status, title]) => {
        const shown = list.filter((task) => task.status === status);
        return (
          <section
            key={status}
            class="panel"
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, status)}
          >
            <header>
              <h2>{title}</h2>
              <span class="muted small">{shown.length}</span>
            </header>
            <ul>
              {shown.map((task) => (
                <Card key={task.id} task={task} tasks={tasks} onOpen={onOpen} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface CardProps extends Pick<ViewProps, 'tasks' | 'onOpen'> {
  readonly task: TaskView;
}

function Card({ task, tasks, onOpen }: CardProps): VNode {
  const { id, title, why, owner, due_date, status } = task;
  const isLate = due_date !== null && status !== 'done' && due_date < new Date().toISOString().slice(0, 10);
  return (
    <li draggable onDragStart={(event) => event.dataTransfer?.setData('text/plain', id)}>
      <button type="button" class="quiet title" onClick={() => onOpen(task)}>
        {title}
      </button>
      {why === null ? null : <p class="under">{why}</p>}
      <div class="card-foot">
        <select
          aria-label={`State of ${title}`}
          value={status}
          onChange={(event) => {
            const next = COLUMNS.find(([each]) => each === event.currentTarget.value);
            if (next !== undefined) tasks.change(task, { status: next[0] });
          }}
        >
          {COLUMNS.map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
        <span class="grow" />
        {owner === null ? null : <span class="muted small">{owner}</span>}
        {due_date === null ? null : <span class={isLate ? 'bad small' : 'muted small'}>{day(due_date)}</span>}
      </div>
    </li>
  );
}

interface WeeksProps {
  readonly subject: SiteSubject;
  readonly list: readonly TaskView[];
}

/** The open tasks laid out over the next weeks, with what could go wrong. */
function Weeks({ subject, list }: WeeksProps): VNode {
  const { path } = useLocation();
  const open = list.filter(({ status }) => status === 'todo' || status === 'doing');
  const question: Question = {
    operation: 'content.action-plan',
    title: 'Weeks and risks',
    input: () =>
      open.length === 0
        ? undefined
        : {
            target: subject.target,
            items: open.slice(0, 100).map(({ title, url, why }) => ({
              title,
              ...(url === null ? {} : { url }),
              ...(why === null ? {} : { reason: why }),
            })),
          },
  };
  const kept = useKept(subject, [question], {});
  return (
    <QuestionPanel
      key={path}
      subject={subject}
      question={question}
      kept={kept.of(question)}
      hasTitle={false}
      onRun={open.length === 0 ? undefined : () => kept.run([question], {})}
    />
  );
}
