import type { VNode } from 'preact';

import type { AddedTargetsView } from '../../views.ts';
import { asProblem, send } from '../model/api.ts';
import type { Fields } from '../model/fields.ts';
import { count } from '../model/format.ts';
import { announce } from './announcer.tsx';
import { OnlyFor } from './only-for.tsx';
import { addTasks, hasProspects, type NewTask, prospectOf, taskOf } from './tasks.ts';

/** The site that an answer is about, and the job that keeps the answer. */
export interface RowSite {
  readonly id: string;
  /** What is tracked for it; left out where it is not known. */
  readonly target?: string | undefined;
  readonly job_id: string;
}

interface RowActionsProps {
  readonly operation: string;
  readonly input: Fields;
  readonly site: RowSite;
  readonly rows: readonly Fields[];
}

/** What can be done about the selected rows of an answer: write to their sites, track their keywords, plan them. */
export function RowActions({ operation, input, site, rows }: RowActionsProps): VNode {
  const prospects = rows.flatMap((row) => prospectOf(operation, row, site.job_id) ?? []);
  const tasks = hasProspects(operation) ? [] : rows.flatMap((row) => taskOf(row, site.job_id) ?? []);
  const keywords = rows.flatMap(({ keyword }) => (typeof keyword === 'string' ? [keyword] : []));
  const { target } = site;
  return (
    <>
      {prospects.length === 0 ? null : (
        <Action what="change the plan" onPress={() => addToList(site.id, prospects, 'outreach list')}>
          Add to outreach
        </Action>
      )}
      {tasks.length === 0 ? null : (
        <Action what="change the plan" onPress={() => addToList(site.id, tasks, 'plan')}>
          Add to plan
        </Action>
      )}
      {keywords.length === 0 || target === undefined ? null : (
        <Action what="track keywords" onPress={() => track(target, keywords, input)}>
          Track
        </Action>
      )}
    </>
  );
}

interface ActionProps {
  readonly what: string;
  readonly onPress: () => void;
  readonly children: string;
}

function Action({ what, onPress, children }: ActionProps): VNode {
  return (
    <OnlyFor role="member" what={what} isSilent>
      <button type="button" onClick={onPress}>
        {children}
      </button>
    </OnlyFor>
  );
}

/** Says what became of it; entries that are on the list already are not added twice. */
export function addToList(site: string, tasks: readonly NewTask[], list: string): void {
  addTasks(site, tasks).then(
    (added) =>
      announce(
        added === 0
          ? `All of them are in the ${list} already.`
          : `${count(added, 'entry', 'entries')} added to the ${list}.`,
      ),
    (thrown: unknown) => announce(asProblem(thrown).message),
  );
}

/** In the place and language that the answer is for, as far as it was asked for one. */
function track(url: string, keywords: readonly string[], { location, language }: Fields): void {
  const targets = [...new Set(keywords)].map((keyword) => ({ keyword }));
  const market = Object.fromEntries(
    Object.entries({ location, language }).filter(([, value]) => typeof value === 'string'),
  );
  send<AddedTargetsView>('POST', '/rank/targets', { url, targets, ...market }).then(
    ({ created }) =>
      announce(
        created === 0
          ? 'All of them are tracked already.'
          : `${count(created, 'keyword')} added. They are checked with the next check.`,
      ),
    (thrown: unknown) => announce(asProblem(thrown).message),
  );
}
