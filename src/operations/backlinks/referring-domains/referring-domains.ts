import { z } from 'zod';

import { agree, counted } from '../../../kernel/grammar.ts';
import type { Level } from '../../../kernel/level.ts';
import { onScale, type RankScale } from '../../../kernel/rank.ts';
import { actionFields, actionList, showActions, showJudged } from '../../../links/action-list.ts';
import {
  countLiveLinks,
  describeBroken,
  countLost,
  describeLost,
  groupFigures,
  hasLostMuch,
  LINKS_A_SITE_MAX,
  rateBroken,
  rateLost,
} from '../../../links/link-group.ts';
import { type GroupQuestion, shareOfAll } from '../../../links/link-list.ts';
import { describeSpamOf } from '../../../links/spam-evidence.ts';
import { formatPart, formatRank, RANK_STRONG, RANK_WEAK, rateSpam } from '../../../links/quality.ts';
import { showMetrics, showReports, ToolMetricsView, ToolReportsView } from '../../../links/tool-metrics.ts';
import type { LinkStatus, ReferringDomainRecord, ReferringDomainsRecord } from '../../../ports/links.ts';

/** Says of each site that links what to do about it. */

export const ACTIONS = ['keep', 'strengthen', 'reclaim', 'repair', 'review', 'disavow_review'] as const;
type DomainAction = (typeof ACTIONS)[number];

/** So many links from each page of a site are a list of links rather than a text. */
const LINKS_A_PAGE_MAX = 10;
const LISTED_LINKS_MIN = 20;
/** Fewer links in a template are those of a single page. */
const TEMPLATE_LINKS_MIN = 5;
/** A strong site with no more links than this knows the target, and could say more of it. */
const FEW_LINKS_MAX = 2;

/** How pressing the actions are that no figure grades, 0-1. */
const URGENCY = { disavow_review: 0.75, review: 0.4, strengthen: 0.3, keep: 0 } as const;

const ReferringDomain = z.object({
  domain: z.string().describe('The linking host.'),
  main_domain: z.string(),
  domain_rank: z.number().nullable().describe('Authority of the main domain; null when unknown.'),
  ...groupFigures,
  share: shareOfAll,
  top_anchor: z.string().nullable().describe('Its most common anchor text; empty for images, null when unknown.'),
  sitewide_suspected: z
    .boolean()
    .describe('Its links are part of a template, or look like those of a template or a list of links.'),
  tool_metrics: ToolMetricsView,
  ...actionFields(ACTIONS),
});
export type ReferringDomain = z.infer<typeof ReferringDomain>;

export const ReferringDomainList = actionList(ReferringDomain, ACTIONS, 'Hosts').extend({
  tool_reports: ToolReportsView,
});
export type ReferringDomainList = z.infer<typeof ReferringDomainList>;

export function analyzeReferringDomains(record: ReferringDomainsRecord, question: GroupQuestion): ReferringDomainList {
  const items = record.domains.map((domain) => judge(domain, record, question));
  return { ...showActions(record, items, question, ACTIONS), tool_reports: showReports(record.tool_reports) };
}

function judge(record: ReferringDomainRecord, found: ReferringDomainsRecord, question: GroupQuestion): ReferringDomain {
  const facts = readFacts(record, question.status);
  const action = chooseAction(facts);
  const judged = showJudged(record, found, question, {
    action,
    reasons: listReasons(action, facts, question.rank_scale),
    urgency: rateUrgency(action, facts),
    rank: record.domain_rank,
    reach: record.backlinks,
  });
  return {
    ...judged,
    domain_rank: onScale(record.domain_rank, question.rank_scale),
    sitewide_suspected: facts.sitewide !== undefined,
    tool_metrics: showMetrics(record.tool_metrics),
  };
}

interface DomainFacts {
  readonly record: ReferringDomainRecord;
  readonly status: LinkStatus;
  /** On 0-100. */
  readonly rank: number | null;
  readonly spam: Level | null;
  /** Why the links look like those of a template or a list. */
  readonly sitewide: string | undefined;
  /** Whether links are there, or may be, that pass authority. */
  readonly followed: boolean;
}

function readFacts(record: ReferringDomainRecord, status: LinkStatus): DomainFacts {
  return {
    record,
    status,
    rank: onScale(record.domain_rank, 'one_hundred'),
    spam: rateSpam(record.spam_score),
    sitewide: findSitewideSign(record),
    followed: record.dofollow_backlinks > 0,
  };
}

function findSitewideSign({
  backlinks,
  referring_pages: pages,
  boilerplate_backlinks: boilerplate,
}: ReferringDomainRecord): string | undefined {
  if (pages > 0 && backlinks >= LISTED_LINKS_MIN && backlinks / pages >= LINKS_A_PAGE_MAX)
    return `${counted(backlinks, 'link')} on just ${counted(pages, 'page')} look like a list of links.`;
  if (boilerplate !== null && boilerplate >= TEMPLATE_LINKS_MIN && boilerplate * 2 > backlinks)
    return `${formatPart(boilerplate, backlinks, 'link')} ${agree(boilerplate, 'is', 'are')} part of a menu, header, footer or sidebar.`;
  if (backlinks <= LINKS_A_SITE_MAX) return undefined;
  return `${counted(backlinks, 'link')} from ${counted(pages, 'page')} of one host suggest a template: a footer, sidebar or menu.`;
}

/**
 * The most serious first. Nobody is advised to disavow: search engines ignore most bad links on their own, so the list
 * names what a person has to look at, and only where links are followed, pages score as spam and the site has no standing.
 */
function chooseAction(facts: DomainFacts): DomainAction {
  const { record, status, rank, spam, followed } = facts;
  // What is gone needs neither a repair nor a disavowal, and nobody asks for a spam link back.
  if (isGone(facts)) return isSpammy(facts) ? 'review' : 'reclaim';
  if (spam === 'high') return followed && (rank ?? 0) < RANK_STRONG ? 'disavow_review' : 'review';
  if ((record.broken_backlinks ?? 0) > 0) return 'repair';
  if (hasLostMuch(record, status)) return 'reclaim';
  if (isDoubtful(facts)) return 'review';
  return couldDoMore(facts) ? 'strengthen' : 'keep';
}

/** Whether none of its links is there any more, or lost ones alone were asked for. */
function isGone({ record, status }: DomainFacts): boolean {
  return (countLiveLinks(record, status) ?? 0) === 0;
}

/** Whether nobody sees any of its links. */
function isHidden({ record }: DomainFacts): boolean {
  return record.backlinks > 0 && record.hidden_backlinks === record.backlinks;
}

function isSpammy({ spam }: DomainFacts): boolean {
  return spam === 'high' || spam === 'medium';
}

function couldDoMore({ record, status, rank, spam, followed }: DomainFacts): boolean {
  if (rank === null || rank < RANK_STRONG || spam === 'medium') return false;
  return !followed || (countLiveLinks(record, status) ?? 0) <= FEW_LINKS_MAX;
}

/** One sign alone is common among good sites; followed links of a weak site with a second one are worth a look. */
function isDoubtful(facts: DomainFacts): boolean {
  const { rank, spam, sitewide, followed } = facts;
  if (isHidden(facts)) return true;
  if (!followed) return false;
  const weak = rank !== null && rank < RANK_WEAK;
  return [weak, spam === 'medium', sitewide !== undefined].filter(Boolean).length >= 2;
}

function rateUrgency(action: DomainAction, facts: DomainFacts): number {
  const { record, status, spam } = facts;
  switch (action) {
    case 'repair':
      return rateBroken(record);
    case 'reclaim':
      return rateLost(record, status);
    case 'review':
      // Lost links of a doubtful site are no loss.
      if (isGone(facts)) return 0;
      return spam === 'high' ? 0.5 : URGENCY.review;
    case 'disavow_review':
    case 'strengthen':
    case 'keep':
      return URGENCY[action];
  }
}

function listReasons(action: DomainAction, facts: DomainFacts, scale: RankScale): string[] {
  const { record, status, sitewide } = facts;
  const reasons: string[] = [];
  if (isSpammy(facts)) reasons.push(describeSpamOf(record.spam_score ?? 0, record.spam_signs));
  if (status !== 'lost' && (record.broken_backlinks ?? 0) > 0) reasons.push(describeBroken(record));
  if (countLost(record) > 0 && (action === 'reclaim' || action === 'review')) reasons.push(describeLost(record));
  if (isHidden(facts)) reasons.push('Readers do not see its links.');
  if (sitewide !== undefined) reasons.push(sitewide);
  reasons.push(describeStanding(action, facts, scale));
  return reasons;
}

function describeStanding(action: DomainAction, { record, rank, followed }: DomainFacts, scale: RankScale): string {
  const authority =
    rank === null
      ? 'The authority of the site is unknown'
      : `The site has a rank of ${formatRank(record.domain_rank, scale)}`;
  if (!followed) return `${authority}; none of its links are followed.`;
  if (action === 'strengthen')
    return `${authority} and links only ${record.backlinks === 1 ? 'once' : record.backlinks === 2 ? 'twice' : 'a few times'}.`;
  return `${authority}; ${describeFollowed(record)}`;
}

function describeFollowed({ dofollow_backlinks: followed, backlinks }: ReferringDomainRecord): string {
  const part = formatPart(followed, backlinks, 'link');
  return `${part.slice(0, 1).toLowerCase()}${part.slice(1)} ${agree(followed, 'is')} followed.`;
}
