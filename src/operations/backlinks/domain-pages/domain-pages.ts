import { z } from 'zod';

import { counted } from '../../../kernel/grammar.ts';
import { Level, priorityOf } from '../../../kernel/level.ts';
import { onScale, type RankScale } from '../../../kernel/rank.ts';
import { pageAddress } from '../../../web/url.ts';
import type { Target } from '../../../web/target.ts';
import type { LinkStatus, TargetPageRecord, TargetPagesRecord } from '../../../ports/links.ts';
import {
  figuresOf,
  groupFigures,
  hasLostMuch,
  liveLinks,
  lostSentence,
  RANK_STRONG,
  scoreFields,
  shareOf,
  shownRank,
  SPAM_HIGH,
  weighed,
} from '../../../links/link-group.ts';

/** Says of each linked page what to do so that its links are not wasted. */

export const PAGE_ACTIONS = ['protect', 'redirect', 'restore', 'improve', 'monitor'] as const;
const PageAction = z.enum(PAGE_ACTIONS);
export type PageAction = z.infer<typeof PageAction>;

/** Links from so many sites mean that people want what the page had: it is worth having again. */
const RESTORE_SITES_MIN = 3;
const PROTECT_SITES_MIN = 5;
/** Pages under a hundred words are counted as thin by link-quality checks (reference/formulas.md 4.5). */
const THIN_WORDS_MAX = 99;
/** One link that went says nothing about the page. */
const LOST_MIN = 2;
/** Answers that a crawler gets and a visitor may not. */
const REFUSALS = new Set([401, 403, 406, 407, 429, 451]);
const PERMANENT = new Set([301, 308]);

const URGENCY = { protect: 0.3, improve: 0.35, monitor: 0 } as const;

export const LinkedPage = z.object({
  url: z.string(),
  title: z.string().nullable(),
  status_code: z.int().nullable().describe('Null when the page was never read.'),
  redirect_target: z.string().nullable(),
  page_rank: z.number().nullable().describe('Authority of the page; null when not known.'),
  ...groupFigures,
  share: z.number().nullable().describe('Of all links of the target with the asked status, 0-1.'),
  referring_domains: z.int().describe('Hosts that link.'),
  referring_main_domains: z.int().describe('Registrable domains that link.'),
  first_visited: z.string().nullable().describe('Null when the page was never read.'),
  words_count: z.int().nullable(),
  internal_links: z.int().nullable(),
  external_links: z.int().nullable(),
  action: PageAction,
  reasons: z.array(z.string()),
  ...scoreFields,
  priority: Level,
});
export type LinkedPage = z.infer<typeof LinkedPage>;

export const DomainPagesReport = z.object({
  items: z.array(LinkedPage),
  backlinks: z.int().nullable().describe('All links of the target with the asked status, without the filters.'),
  action_counts: z
    .object({ protect: z.int(), redirect: z.int(), restore: z.int(), improve: z.int(), monitor: z.int() })
    .describe('Of the rows in this answer.'),
});
export type DomainPagesReport = z.infer<typeof DomainPagesReport>;

export interface PagesQuestion {
  readonly rank_scale: RankScale;
  readonly status: LinkStatus;
}

export function analyzeDomainPages(
  target: Target,
  record: TargetPagesRecord,
  question: PagesQuestion,
): DomainPagesReport {
  const items = record.pages.map((page) => judged(page, { target, total: record.backlinks }, question));
  const action_counts = { protect: 0, redirect: 0, restore: 0, improve: 0, monitor: 0 };
  for (const { action } of items) action_counts[action] += 1;
  return { items, backlinks: record.backlinks, action_counts };
}

interface Judgement {
  readonly action: PageAction;
  /** 0-1. */
  readonly urgency: number;
  readonly reason: string;
}

function judged(
  record: TargetPageRecord,
  { target, total }: { readonly target: Target; readonly total: number | null },
  { rank_scale, status }: PagesQuestion,
): LinkedPage {
  const { action, urgency, reason } = judgementOf(record, target, { rank_scale, status });
  const { score, score_components } = weighed(urgency, record.page_rank, record.referring_main_domains);
  return {
    url: record.url,
    title: record.title,
    status_code: record.status_code,
    redirect_target: record.redirect_target,
    page_rank: onScale(record.page_rank, rank_scale),
    ...figuresOf(record, rank_scale),
    share: shareOf(record.backlinks, total),
    referring_domains: record.referring_domains,
    referring_main_domains: record.referring_main_domains,
    first_visited: record.first_visited,
    words_count: record.words_count,
    internal_links: record.internal_links,
    external_links: record.external_links,
    action,
    reasons: [reason, ...besides(record, status)],
    score,
    score_components,
    priority: priorityOf(score),
  };
}

/** By what the page answers, since a link is worth nothing where the page behind it fails. */
function judgementOf(record: TargetPageRecord, target: Target, question: PagesQuestion): Judgement {
  const code = record.status_code;
  if (code === null)
    return {
      action: 'monitor',
      urgency: URGENCY.monitor,
      reason: 'The page was never read: whether it answers is not known.',
    };
  if (REFUSALS.has(code))
    return {
      action: 'monitor',
      urgency: 0.2,
      reason: `The page answers ${code} to the crawler: open it in a browser to see whether visitors get it.`,
    };
  const live = liveLinks(record, question.status);
  if (code >= 400) return live === null || live === 0 ? failsUnlinked(record, code) : fails(record, code);
  if (code >= 300) return redirects(record, code, target);
  return answers(record, question);
}

function fails(record: TargetPageRecord, code: number): Judgement {
  const urgency = 0.5 + 0.5 * Math.min(1, record.referring_main_domains / 10);
  const linked = linkedBy(record);
  if (code >= 500)
    return { action: 'restore', urgency, reason: `The page fails with ${code}, a fault of the server, and ${linked}.` };
  if (code !== 410 && isWorthHaving(record))
    return {
      action: 'restore',
      urgency,
      reason: `The page answers ${code}, and ${linked}: enough to have it again, or a page that does the same.`,
    };
  return {
    action: 'redirect',
    urgency,
    reason: `The page answers ${code}${code === 410 ? ', gone on purpose' : ''}, and ${linked}: send them to the page that comes nearest.`,
  };
}

/** Links to a page that fails are often dropped for that very reason. */
function failsUnlinked(record: TargetPageRecord, code: number): Judgement {
  return {
    action: isWorthHaving(record) ? 'restore' : 'monitor',
    urgency: isWorthHaving(record) ? 0.3 : 0.1,
    reason: `The page answers ${code}, which may be why these links were dropped: have it answer before you ask for them back.`,
  };
}

function isWorthHaving(record: TargetPageRecord): boolean {
  return record.referring_main_domains >= RESTORE_SITES_MIN && (record.spam_score ?? 0) < SPAM_HIGH;
}

function redirects({ redirect_target: to }: TargetPageRecord, code: number, target: Target): Judgement {
  if (to === null)
    return {
      action: 'redirect',
      urgency: 0.6,
      reason: `The page answers ${code} without saying where to: name the page that comes nearest.`,
    };
  if (pageAddress(to)?.domain !== target.domain)
    return {
      action: 'redirect',
      urgency: 0.4,
      reason: `The page leads to another domain (${to}), and its links with it: make sure that this is meant.`,
    };
  if (PERMANENT.has(code))
    return {
      action: 'monitor',
      urgency: URGENCY.monitor,
      reason: `The page leads to ${to} for good (${code}): its links arrive there.`,
    };
  return {
    action: 'redirect',
    urgency: 0.3,
    reason: `The page leads to ${to} for the time being (${code}): make it permanent (301) if it is.`,
  };
}

function answers(record: TargetPageRecord, question: PagesQuestion): Judgement {
  const gain = improvement(record, question.status);
  if (gain !== undefined) return { action: 'improve', urgency: URGENCY.improve, reason: gain };
  const linked = linkedBy(record);
  const rank = onScale(record.page_rank, 'one_hundred') ?? 0;
  if (record.referring_main_domains < PROTECT_SITES_MIN && rank < RANK_STRONG)
    return { action: 'monitor', urgency: URGENCY.monitor, reason: `The page answers, and ${linked}.` };
  const strength =
    record.page_rank === null ? '' : ` and has a rank of ${shownRank(record.page_rank, question.rank_scale)}`;
  return {
    action: 'protect',
    urgency: URGENCY.protect,
    reason: `The page answers${strength}, and ${linked}: keep its address and what it is liked for.`,
  };
}

/** Why a page that answers should be better; undefined where nothing says so. */
function improvement(record: TargetPageRecord, status: LinkStatus): string | undefined {
  const { words_count: words, backlinks } = record;
  if (status === 'lost')
    return `The page answers, and ${counted(backlinks, 'link')} to it ${backlinks === 1 ? 'was' : 'were'} dropped: see what is linked there instead.`;
  if (words !== null && words <= THIN_WORDS_MAX)
    return `The page has ${counted(words, 'word')} only, and ${linkedBy(record)}.`;
  if (record.lost_backlinks < LOST_MIN || !hasLostMuch(record, status)) return undefined;
  return `${lostSentence(record)} Others may be better to link to by now.`;
}

function linkedBy({ referring_main_domains: sites }: TargetPageRecord): string {
  return `${counted(sites, 'site')} ${sites === 1 ? 'links' : 'link'} to it`;
}

function besides(record: TargetPageRecord, status: LinkStatus): string[] {
  const reasons: string[] = [];
  if (record.spam_score !== null && record.spam_score >= SPAM_HIGH)
    reasons.push(
      `The pages that link to it have a mean spam score of ${Math.round(record.spam_score)} of 100: look at them before you act.`,
    );
  if (status !== 'lost' && record.lost_backlinks > 0 && !hasLostMuch(record, status))
    reasons.push(lostSentence(record));
  if (record.backlinks > 0 && record.dofollow_backlinks === 0) reasons.push('None of the links to it is followed.');
  return reasons;
}
