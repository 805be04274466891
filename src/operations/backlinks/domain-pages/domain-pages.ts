import { z } from 'zod';

import { agree, counted } from '../../../kernel/grammar.ts';
import { onScale } from '../../../kernel/rank.ts';
import { actionFields, actionList, showActions, showJudged } from '../../../links/action-list.ts';
import { countLiveLinks, countLost, describeLost, groupFigures, hasLostMuch } from '../../../links/link-group.ts';
import { type GroupQuestion, shareOfAll } from '../../../links/link-list.ts';
import { describeLinking, formatRank, RANK_STRONG, rateSpam } from '../../../links/quality.ts';
import { countFarmSites, describeSpamOf } from '../../../links/spam-evidence.ts';
import { showMetrics, ToolMetricsView } from '../../../links/tool-metrics.ts';
import type { LinkStatus, TargetPageRecord, TargetPagesRecord } from '../../../ports/links.ts';
import type { Target } from '../../../web/target.ts';
import { pageAddress } from '../../../web/url.ts';

/** Says of each linked page what to do so that its links are not wasted. */

export const ACTIONS = ['protect', 'redirect', 'restore', 'improve', 'monitor'] as const;
type PageAction = (typeof ACTIONS)[number];

/** Links from so many sites mean that people want what the page had. */
const RESTORE_SITES_MIN = 3;
const PROTECT_SITES_MIN = 5;
/** Pages under a hundred words are counted as thin by link-quality checks (reference/formulas.md 4.5). */
const THIN_WORDS_MAX = 99;
/** A single lost link says nothing about the page. */
const LOST_MIN = 2;
/** Answers that a crawler gets and a visitor may not. */
const REFUSALS = new Set([401, 403, 406, 407, 429, 451]);
const PERMANENT = new Set([301, 308]);

const URGENCY = { protect: 0.3, improve: 0.35, monitor: 0 } as const;

const LinkedPage = z.object({
  url: z.string(),
  title: z.string().nullable(),
  status_code: z.int().nullable().describe('Null when the page has never been crawled.'),
  redirect_target: z.string().nullable(),
  page_rank: z.number().nullable().describe('Authority of the page; null when unknown.'),
  ...groupFigures,
  share: shareOfAll,
  referring_domains: z.int().describe('Linking hosts.'),
  referring_main_domains: z.int().describe('Linking registrable domains.'),
  first_visited: z.string().nullable().describe('Null when the page has never been crawled.'),
  words_count: z.int().nullable(),
  internal_links: z.int().nullable(),
  external_links: z.int().nullable(),
  tool_metrics: ToolMetricsView,
  ...actionFields(ACTIONS),
});
export type LinkedPage = z.infer<typeof LinkedPage>;

export const DomainPageList = actionList(LinkedPage, ACTIONS, 'Linked pages');
export type DomainPageList = z.infer<typeof DomainPageList>;

export function analyzeDomainPages(record: TargetPagesRecord, question: GroupQuestion): DomainPageList {
  const items = record.pages.map((page) => judge(page, record, question));
  return showActions(record, items, question, ACTIONS);
}

interface Judgement {
  readonly action: PageAction;
  /** 0-1. */
  readonly urgency: number;
  readonly reason: string;
}

function judge(record: TargetPageRecord, found: TargetPagesRecord, question: GroupQuestion): LinkedPage {
  const { action, urgency, reason } = chooseAction(record, question);
  const judged = showJudged(record, found, question, {
    action,
    reasons: [reason, ...listCaveats(record, question.status)],
    urgency,
    rank: record.page_rank,
    reach: record.referring_main_domains,
  });
  return {
    ...judged,
    tool_metrics: showMetrics(record.tool_metrics),
    page_rank: onScale(record.page_rank, question.rank_scale),
  };
}

/** By what the page answers, since a link is worth nothing where the page behind it fails. */
function chooseAction(record: TargetPageRecord, question: GroupQuestion): Judgement {
  const { status_code: code } = record;
  if (code === null)
    return {
      action: 'monitor',
      urgency: URGENCY.monitor,
      reason: 'The page has never been crawled, so its status is unknown.',
    };
  if (REFUSALS.has(code))
    return {
      action: 'monitor',
      urgency: 0.2,
      reason: `The page returns ${code} to the crawler: open it in a browser to check what visitors get.`,
    };
  const live = countLiveLinks(record, question.status);
  if (code >= 400) return live === null || live === 0 ? judgeUnlinkedError(record, code) : judgeError(record, code);
  return code >= 300 ? judgeRedirect(record, code, question.target) : judgeWorking(record, question);
}

function judgeError(record: TargetPageRecord, code: number): Judgement {
  const urgency = 0.5 + 0.5 * Math.min(1, record.referring_main_domains / 10);
  const linked = describeSites(record);
  if (code >= 500)
    return { action: 'restore', urgency, reason: `The page returns ${code}, a server error, and ${linked}.` };
  if (code !== 410 && isWorthRestoring(record))
    return {
      action: 'restore',
      urgency,
      reason: `The page returns ${code}, and ${linked}: enough to restore it or publish a replacement.`,
    };
  return {
    action: 'redirect',
    urgency,
    reason: `The page returns ${code}${code === 410 ? ' (removed on purpose)' : ''}, and ${linked}: redirect it to the closest match.`,
  };
}

/** Links to a page that fails are often dropped for that very reason. */
function judgeUnlinkedError(record: TargetPageRecord, code: number): Judgement {
  return {
    action: isWorthRestoring(record) ? 'restore' : 'monitor',
    urgency: isWorthRestoring(record) ? 0.3 : 0.1,
    reason: `The page returns ${code}, which may be why these links were dropped: fix it before you try to reclaim them.`,
  };
}

function isWorthRestoring(record: TargetPageRecord): boolean {
  return record.referring_main_domains >= RESTORE_SITES_MIN && rateSpam(record.spam_score) !== 'high';
}

function judgeRedirect({ redirect_target: to }: TargetPageRecord, code: number, target: Target): Judgement {
  if (to === null)
    return {
      action: 'redirect',
      urgency: 0.6,
      reason: `The page returns ${code} without a destination: redirect it to the closest match.`,
    };
  if (pageAddress(to)?.domain !== target.domain)
    return {
      action: 'redirect',
      urgency: 0.4,
      reason: `The page redirects to another domain (${to}) and passes its links on: make sure this is intended.`,
    };
  if (PERMANENT.has(code))
    return {
      action: 'monitor',
      urgency: URGENCY.monitor,
      reason: `The page redirects permanently (${code}) to ${to}, which receives its links.`,
    };
  return {
    action: 'redirect',
    urgency: 0.3,
    reason: `The page redirects temporarily (${code}) to ${to}: make it a 301 if the move is permanent.`,
  };
}

function judgeWorking(record: TargetPageRecord, question: GroupQuestion): Judgement {
  const honest = record.referring_main_domains - countFarmSites(record.spam_signs);
  if (honest <= 0 && question.status !== 'lost')
    return {
      action: 'monitor',
      urgency: URGENCY.monitor,
      reason: 'The page works, but every site that links to it shows signs of a link farm.',
    };
  const gain = findImprovement(record, question.status);
  if (gain !== undefined) return { action: 'improve', urgency: URGENCY.improve, reason: gain };
  const linked = describeSites(record);
  const rank = onScale(record.page_rank, 'one_hundred') ?? 0;
  if (honest < PROTECT_SITES_MIN && rank < RANK_STRONG)
    return { action: 'monitor', urgency: URGENCY.monitor, reason: `The page works, and ${linked}.` };
  const strength =
    record.page_rank === null ? '' : `, has a rank of ${formatRank(record.page_rank, question.rank_scale)}`;
  return {
    action: 'protect',
    urgency: URGENCY.protect,
    reason: `The page works${strength}, and ${linked}: keep its URL and the content that earns links.`,
  };
}

/** Why a page that answers should be better; undefined where nothing says so. */
function findImprovement(record: TargetPageRecord, status: LinkStatus): string | undefined {
  const { words_count: words, backlinks } = record;
  if (status === 'lost')
    return `The page works, but ${counted(backlinks, 'link')} to it ${agree(backlinks, 'was')} dropped: check what those pages link to instead.`;
  if (words !== null && words <= THIN_WORDS_MAX)
    return `The page has only ${counted(words, 'word')}, but ${describeSites(record)}.`;
  if (countLost(record) < LOST_MIN || !hasLostMuch(record, status)) return undefined;
  return `${describeLost(record)} Other pages may now be better to link to.`;
}

function describeSites({ referring_main_domains: sites }: TargetPageRecord): string {
  return `${describeLinking(sites, 'site')} to it`;
}

function listCaveats(record: TargetPageRecord, status: LinkStatus): string[] {
  const reasons: string[] = [];
  if (record.spam_score !== null && rateSpam(record.spam_score) === 'high')
    reasons.push(`${describeSpamOf(record.spam_score, record.spam_signs)} Check them before you act.`);
  if (status !== 'lost' && countLost(record) > 0 && !hasLostMuch(record, status)) reasons.push(describeLost(record));
  if (record.backlinks > 0 && record.dofollow_backlinks === 0) reasons.push('None of the links to it are followed.');
  return reasons;
}
