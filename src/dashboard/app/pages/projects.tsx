import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { ProjectView } from '../../views.ts';
import { get, send } from '../model/api.ts';
import { number, share } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge, Bar } from '../parts/badge.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { ProjectDialog } from './project-form.tsx';

type Open =
  | { readonly is: 'create' }
  | { readonly is: 'change'; readonly project: ProjectView }
  | { readonly is: 'remove'; readonly project: ProjectView };

export function Projects(): VNode {
  const projects = useLoad('projects', (signal) => get<{ projects: readonly ProjectView[] }>('/projects', {}, signal));
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const done = (text: string): void => {
    close();
    projects.reload();
    announce(text);
  };
  return (
    <Page
      title="Projects"
      actions={
        <OnlyFor role="owner" what="manage projects">
          <button type="button" class="primary" onClick={() => setOpen({ is: 'create' })}>
            Create project
          </button>
        </OnlyFor>
      }
    >
      <WithData of={projects}>
        {(data) => (
          <Table
            caption="Projects and their budgets this month"
            columns={columnsOf(setOpen)}
            rows={data.projects}
            keyOf={(project) => project.id}
            empty={
              <p>
                No projects yet. A project groups calls, tracks their credits and can have a monthly budget: use “Create
                project”, then send its id in the header <code>x-project-id</code>, or give a key the project.
              </p>
            }
          />
        )}
      </WithData>
      {open?.is === 'create' ? <ProjectDialog item={undefined} onClose={close} onDone={done} /> : null}
      {open?.is === 'change' ? <ProjectDialog item={open.project} onClose={close} onDone={done} /> : null}
      {open?.is === 'remove' ? (
        <Confirm
          title={`Remove ${open.project.name}?`}
          action="Remove project"
          work={() => send('DELETE', `/projects/${encodeURIComponent(open.project.id)}`)}
          onDone={() => done(`Project ${open.project.name} removed.`)}
          onClose={close}
        >
          <p>
            Its budget is removed too: calls for <code>{open.project.id}</code> are no longer limited. What it has used
            stays in the usage.
          </p>
        </Confirm>
      ) : null}
    </Page>
  );
}

function columnsOf(setOpen: (open: Open) => void): readonly Column<ProjectView>[] {
  return [
    { title: 'Name', kind: 'main', cell: (project) => project.name },
    { title: 'Id', cell: (project) => <code>{project.id}</code> },
    { title: 'State', cell: (project) => <ProjectState project={project} /> },
    { title: 'Spent this month', kind: 'number', cell: (project) => number(project.month.spent) },
    { title: 'Reserved', kind: 'number', cell: (project) => number(project.month.reserved) },
    { title: 'Monthly budget', cell: (project) => <Budget project={project} /> },
    {
      title: 'When used up',
      cell: (project) =>
        project.budget_credits === null ? (
          <span class="muted">–</span>
        ) : project.is_hard ? (
          'block calls'
        ) : (
          'only notify'
        ),
    },
    {
      title: 'Actions',
      kind: 'actions',
      cell: (project) => (
        <OnlyFor role="owner" what="manage projects" isSilent>
          <button
            type="button"
            aria-label={`Change ${project.name}`}
            onClick={() => setOpen({ is: 'change', project })}
          >
            Change
          </button>
          <button
            type="button"
            aria-label={`Remove ${project.name}`}
            onClick={() => setOpen({ is: 'remove', project })}
          >
            Remove
          </button>
        </OnlyFor>
      ),
    },
  ];
}

function ProjectState({ project }: { readonly project: ProjectView }): VNode {
  if (project.month.exceeded_at !== null) {
    // A hard budget also tells of the first call that it refused, which may be before its last credit is spent.
    const isSpent = project.budget_credits !== null && project.month.spent >= project.budget_credits;
    return <Badge tone="bad" text={isSpent ? 'budget used up' : 'calls blocked'} />;
  }
  if (project.month.warned_at !== null) return <Badge tone="warn" text="warned" />;
  return project.budget_credits === null ? (
    <Badge tone="quiet" text="no budget" />
  ) : (
    <Badge tone="good" text="on budget" />
  );
}

function Budget({ project }: { readonly project: ProjectView }): VNode {
  const { budget_credits, month, warning_share, name } = project;
  if (budget_credits === null) return <span class="muted">Unlimited</span>;
  return (
    <span class="share">
      <Bar value={month.spent} max={Math.max(1, budget_credits)} label={`${name}: share of the budget spent`} />
      <span>
        {share(month.spent, budget_credits)} of {number(budget_credits)}
        <span class="muted">, warns at {share(warning_share, 1)}</span>
      </span>
    </span>
  );
}
