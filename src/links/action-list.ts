import { z } from 'zod';

import type { PlannedCall, WorkflowDraft } from '../contract/workflow.ts';
import type { StepDraft } from '../guidance/plan.ts';
import { type Column, formatRows } from '../guidance/summary.ts';
import { inline } from '../kernel/markdown.ts';
import { Level, priorityOf } from '../kernel/level.ts';
import type { LinkGroupFigures } from '../ports/links.ts';
import { countEach, countFields, formatCounts } from './fields.ts';
import { scoreFields, scoreGroup, showFigures } from './link-group.ts';
import {
  allBacklinks,
  type AskedGroups,
  confidenceFromLinks,
  countLinks,
  describeLinks,
  describeMatches,
  groupList,
  type GroupKind,
  type GroupList,
  type GroupQuestion,
  planGroups,
  showGroupPage,
  sortByScore,
  summarizeGroups,
} from './link-list.ts';
import { shareOf } from './quality.ts';
import { draftSteps, type Playbook } from './tables.ts';

/** Lists of hosts or pages that say of each row what to do about its links: their shape, judgement, plan and summary. */

/** What a row says besides its figures. */
export function actionFields<Action extends string>(actions: readonly Action[]) {
  return { action: z.enum(actions), reasons: z.array(z.string()), ...scoreFields, priority: Level };
}

/** The answer of such a list. */
export function actionList<Item extends z.ZodType, Action extends string>(
  item: Item,
  actions: readonly Action[],
  rows: string,
) {
  return groupList(
    {
      items: z.array(item),
      backlinks: allBacklinks,
      action_counts: countFields(actions).describe('Of the rows in this response.'),
    },
    rows,
  );
}

interface FoundGroups {
  readonly total_count: number | null;
  readonly backlinks: number | null;
}

/** The judged rows as the answer of a list. */
export function showActions<Action extends string, Item extends { readonly action: Action }>(
  found: FoundGroups,
  items: Item[],
  question: GroupQuestion,
  actions: readonly Action[],
) {
  const taken = items.map(({ action }) => action);
  return { ...showGroupPage(found, question), items, action_counts: countEach(actions, taken) };
}

interface Verdict<Action extends string> {
  readonly action: Action;
  readonly reasons: string[];
  /** 0-1. */
  readonly urgency: number;
  /** The authority at stake, 0-1000. */
  readonly rank: number | null;
  /** How many sites or links the group is about. */
  readonly reach: number;
}

/** A judged group as answers show it, with its share of all links of the target. */
export function showJudged<Group extends LinkGroupFigures, Action extends string>(
  record: Group,
  { backlinks }: FoundGroups,
  { rank_scale }: GroupQuestion,
  { action, reasons, urgency, rank, reach }: Verdict<Action>,
) {
  const scored = scoreGroup(urgency, rank, reach);
  return {
    ...showFigures(record, rank_scale),
    share: shareOf(record.backlinks, backlinks),
    action,
    reasons,
    ...scored,
    priority: priorityOf(scored.score),
  };
}

interface ActionRow<Action extends string> {
  readonly action: Action;
  readonly reasons: readonly string[];
  readonly score: number;
  readonly priority: Level;
  readonly backlinks: number;
}

interface ActionList<Action extends string, Row extends ActionRow<Action>> extends GroupList {
  readonly items: readonly Row[];
  readonly action_counts: Readonly<Record<Action, number>>;
}

export interface ActionKind<Action extends string, Row extends ActionRow<Action>> extends GroupKind {
  readonly playbook: Playbook<Action>;
  /** The action that needs no step where there is another. */
  readonly quiet: Action;
  /** The host or page that a row is about. */
  readonly nameOf: (row: Row) => string;
}

interface ActionAdvice {
  /** What is known of the rows, for those who weigh the plan. */
  readonly known: string;
  readonly guardrails: readonly string[];
  readonly next_calls: readonly PlannedCall[];
}

/** One step for each action, the most pressing first, with the rows that it is about. */
export function planActions<Action extends string, Row extends ActionRow<Action>>(
  list: ActionList<Action, Row>,
  asked: AskedGroups,
  kind: ActionKind<Action, Row>,
  { known, guardrails, next_calls }: ActionAdvice,
): WorkflowDraft {
  const confidence = confidenceFromLinks(countLinks(list.items), [known]);
  const verdict = `: ${formatCounts(list.action_counts)}.`;
  return planGroups(list, asked, kind, {
    verdict,
    steps: draftActions(list, kind),
    confidence,
    guardrails,
    next_calls,
  });
}

function draftActions<Action extends string, Row extends ActionRow<Action>>(
  { items }: ActionList<Action, Row>,
  { playbook, quiet, nameOf }: ActionKind<Action, Row>,
): StepDraft[] {
  const rows = sortByScore(items).map((row) => ({
    name: row.action,
    quote: `${nameOf(row)}: ${row.reasons[0] ?? ''}`,
  }));
  return draftSteps(playbook, rows, quiet);
}

interface ActionSummary<Row> {
  readonly heading: string;
  /** What stands out, after the number of links and of actions. */
  readonly findings: readonly string[];
  readonly columns: readonly Column<Row>[];
}

const ROWS_SHOWN_MAX = 10;

export function summarizeActions<Action extends string, Row extends ActionRow<Action>>(
  list: ActionList<Action, Row>,
  asked: AskedGroups,
  kind: ActionKind<Action, Row>,
  { heading, findings, columns }: ActionSummary<Row>,
): string {
  const facts = [
    `${inline(describeMatches(list, kind), 300)}: ${describeLinks(list)}`,
    `What to do: ${formatCounts(list.action_counts)}`,
    ...findings,
  ];
  const table = formatRows(list.items, ROWS_SHOWN_MAX, [
    ...columns,
    ['Action', ({ action }) => action.replaceAll('_', ' ')],
    ['Priority', ({ priority }) => priority],
  ]);
  return summarizeGroups(
    list,
    asked,
    kind,
    { heading, facts, table, next: draftActions(list, kind)[0]?.action ?? '' },
    findings,
  );
}
