import { z } from 'zod';

import type { PlannedCall, WorkflowDraft } from '../contract/workflow.ts';
import { describePastEnd, firstPageCall, GO_BACK, isPastEnd, nextPageCalls, type Page } from '../guidance/list-page.ts';
import { type Confidence, confidenceOf, makePlan, type StepDraft } from '../guidance/plan.ts';
import { formatSummary, type SummaryDraft } from '../guidance/summary.ts';
import { counted } from '../kernel/grammar.ts';
import type { Level } from '../kernel/level.ts';
import { inline } from '../kernel/markdown.ts';
import type { RankScale } from '../kernel/rank.ts';
import type { LinkStatus } from '../ports/links.ts';
import type { Target } from '../web/target.ts';
import { RankScaleView, TargetView } from './fields.ts';
import { anyLinksCall, crawlCall } from './next-calls.ts';
import { findHighest, formatPercent } from './quality.ts';

/** Lists of links or of groups of them: why one is empty, their plans and summaries. */

export function sortByScore<Row extends { readonly score: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => other.score - one.score);
}

/** The answer of a list of groups: what its analysis reports, with the target, the scale and the page. */
export function groupList<Report extends z.ZodRawShape>(report: Report, rows: string) {
  return z.object({
    target: TargetView,
    rank_scale: RankScaleView,
    ...report,
    total_count: z
      .int()
      .nullable()
      .describe(`${rows} that match the filters, before limit and offset; null where the source does not say.`),
    limit: z.int(),
    offset: z.int(),
  });
}

export const allBacklinks = z
  .int()
  .nullable()
  .describe('All links to the target with the requested status, before filters.');

export const shareOfAll = z
  .number()
  .nullable()
  .describe('Share of all links to the target with the requested status, 0-1.');

export interface GroupQuestion {
  readonly target: Target;
  readonly rank_scale: RankScale;
  readonly status: LinkStatus;
  readonly limit: number;
  readonly offset: number;
}

/** What the answer of a list of groups says beside its rows. */
export function showGroupPage(
  { total_count, backlinks }: { readonly total_count: number | null; readonly backlinks: number | null },
  { target, rank_scale, limit, offset }: GroupQuestion,
) {
  return { target: { value: target.value, type: target.type }, rank_scale, backlinks, total_count, limit, offset };
}

export interface GroupList extends Page {
  readonly target: { readonly value: string; readonly type: Target['type'] };
  readonly items: readonly { readonly score: number; readonly priority: Level; readonly backlinks: number }[];
  /** All links of the target with the asked status, without the filters. */
  readonly backlinks: number | null;
}

/** The checked request, as far as a plan repeats it. */
export interface AskedGroups {
  readonly [field: string]: unknown;
  readonly backlinks_status_type: LinkStatus;
  readonly rank_scale: RankScale;
}

export interface GroupKind {
  readonly operation: string;
  /** What a row is, such as `anchor text`. */
  readonly row: string;
  /** Fields of the request that leave rows out. */
  readonly filters: readonly string[];
}

interface GroupAdvice {
  /** What the rows say, after their number: `: keep 3, repair 1.` */
  readonly verdict: string;
  readonly steps: readonly StepDraft[];
  /** Where it is not that of the row with the highest score. */
  readonly priority?: Level | undefined;
  readonly confidence: Confidence;
  readonly guardrails: readonly string[];
  readonly next_calls: readonly PlannedCall[];
}

export function planGroups(list: GroupList, asked: AskedGroups, kind: GroupKind, advice: GroupAdvice): WorkflowDraft {
  const { verdict, steps, priority, confidence, guardrails, next_calls } = advice;
  const worst = findHighest(list.items, ({ score }) => score);
  const rest = { priority: priority ?? worst?.priority ?? 'medium', guardrails };
  if (worst !== undefined)
    return makePlan({
      ...rest,
      summary: `${describeMatches(list, kind)}${verdict}`,
      steps,
      confidence,
      next_calls: [...next_calls, ...nextPageCalls(kind.operation, asked, list)],
    });
  const { why, action, owner_hint, call } = explainEmpty(list, asked, kind);
  const evidence = [`total_count: ${list.total_count ?? 'null'}`, `backlinks: ${list.backlinks ?? 'null'}`];
  return makePlan({
    ...rest,
    summary: why,
    steps: [...steps, { action, why, evidence, owner_hint }],
    confidence: NOTHING_FOUND,
    next_calls: [...next_calls, call],
  });
}

export const NOTHING_FOUND = confidenceOf(0.2, ['No rows were found to judge.']);

/** @param told what is known although no row is */
export function summarizeGroups(
  list: GroupList,
  asked: AskedGroups,
  kind: GroupKind,
  draft: SummaryDraft,
  told: readonly string[] = [],
): string {
  if (list.items.length > 0) return formatSummary(draft);
  const { why, action } = explainEmpty(list, asked, kind);
  return formatSummary({ heading: draft.heading, intro: inline(why, 400), facts: told, next: action });
}

/** How many rows match and are shown: `52 anchor texts for example.com (25 shown)`. */
export function describeMatches({ items, total_count, target }: GroupList, { row }: GroupKind): string {
  const shown = items.length.toLocaleString('en-US');
  if (total_count === null) return `${counted(items.length, row)} for ${target.value} shown, total unknown`;
  return `${counted(total_count, row)} for ${target.value} (${shown} shown)`;
}

/** The links of the rows that are shown, and their share of all: `18 links (30% of the total)`. */
export function describeLinks({ items, backlinks }: GroupList): string {
  const here = countLinks(items);
  const links = counted(here, 'link');
  return backlinks === null || backlinks === 0 ? links : `${links} (${formatPercent(here / backlinks)} of the total)`;
}

export function countLinks(items: readonly { readonly backlinks: number }[]): number {
  return items.reduce((sum, item) => sum + item.backlinks, 0);
}

interface Emptiness {
  readonly why: string;
  readonly action: string;
  readonly owner_hint: string;
  readonly call: PlannedCall;
}

const STATUS_NOUNS: Readonly<Record<LinkStatus, string>> = { live: 'live link', lost: 'lost link', all: 'link' };

/** Why there are no rows, and the way on that each reason has. */
function explainEmpty(list: GroupList, asked: AskedGroups, { operation, row, filters }: GroupKind): Emptiness {
  const { value } = list.target;
  const { backlinks } = list;
  const status = asked.backlinks_status_type;
  const links = STATUS_NOUNS[status];
  const owner_hint = 'SEO';
  if (isPastEnd(list))
    return {
      why: describePastEnd(list, row),
      action: GO_BACK,
      owner_hint,
      call: firstPageCall(operation, asked),
    };
  const none = `The index has no ${links} from another domain to ${value}.`;
  if (backlinks !== null && backlinks > 0 && filters.some((name) => asked[name] !== undefined)) {
    const wider = Object.fromEntries(Object.entries(asked).filter(([name]) => !filters.includes(name)));
    return {
      why: `The index has ${counted(backlinks, links)} to ${value}, but no ${row} matches the filters.`,
      action: 'Remove or loosen the filters and try again.',
      owner_hint,
      call: { operation, body: { ...wider, offset: 0 }, reason: 'Runs the same request without filters.' },
    };
  }
  if (backlinks !== null && status === 'lost')
    return {
      why: none,
      action: 'The index shows no lost links: look at the live ones instead.',
      owner_hint,
      call: {
        operation,
        body: { ...asked, backlinks_status_type: 'live', offset: 0 },
        reason: 'Shows the live links.',
      },
    };
  if (backlinks !== null && status === 'live')
    return {
      why: none,
      action: 'Try again with backlinks_status_type "all"; if that is empty too, crawl or import sites in the niche.',
      owner_hint,
      call: { operation, body: { ...asked, backlinks_status_type: 'all', offset: 0 }, reason: 'Includes lost links.' },
    };
  return {
    why:
      backlinks === null
        ? `Links to ${value} are unknown: the index has not crawled enough of the web around it.`
        : none,
    action: 'Crawl or import pages of partners, directories and publications in the niche.',
    owner_hint: 'service operator',
    call: backlinks === null ? crawlCall(value) : anyLinksCall(value, { exclude_internal_backlinks: false }),
  };
}

/** How far a plan made from so many links can be trusted: ten give a rough picture, a thousand a steady one. */
export function confidenceFromLinks(links: number | null, reasons: readonly (string | undefined)[]): Confidence {
  if (links === null || links === 0) return confidenceOf(0.2, reasons);
  return confidenceOf(Math.min(0.85, 0.3 + 0.2 * Math.log10(links)), reasons);
}
