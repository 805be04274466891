import { z } from 'zod';

import { counted } from '../../../kernel/grammar.ts';
import { Level, priorityOf } from '../../../kernel/level.ts';
import { onScale, type RankScale } from '../../../kernel/rank.ts';
import type { LinkStatus, ReferringDomainRecord, ReferringDomainsRecord } from '../../../ports/links.ts';
import {
  brokenSentence,
  brokenUrgency,
  figuresOf,
  groupFigures,
  hasLostMuch,
  LINKS_A_SITE_MAX,
  liveLinks,
  lostSentence,
  lostUrgency,
  RANK_STRONG,
  RANK_WEAK,
  scoreFields,
  shareOf,
  shownRank,
  SPAM_HIGH,
  SPAM_MEDIUM,
  weighed,
} from '../../../links/link-group.ts';

/** Says of each site that links what to do about it. */

export const DOMAIN_ACTIONS = ['keep', 'strengthen', 'reclaim', 'repair', 'review', 'disavow_review'] as const;
const DomainAction = z.enum(DOMAIN_ACTIONS);
export type DomainAction = z.infer<typeof DomainAction>;

/** So many links from each page of a site are a list of links rather than a text. */
const LINKS_A_PAGE_MAX = 10;
const LISTED_LINKS_MIN = 20;
/** A strong site with no more links than this knows the target, and could say more of it. */
const FEW_LINKS_MAX = 2;

/** How pressing the actions are that no figure grades, 0-1. */
const URGENCY = { disavow_review: 0.75, review: 0.4, strengthen: 0.3, keep: 0 } as const;

export const ReferringDomain = z.object({
  domain: z.string().describe('The host that links.'),
  main_domain: z.string(),
  domain_rank: z.number().nullable().describe('Authority of the main domain itself; null when not known.'),
  ...groupFigures,
  share: z.number().nullable().describe('Of all links of the target with the asked status, 0-1.'),
  top_anchor: z.string().describe('The anchor text that most of its links have; empty for images.'),
  sitewide_suspected: z.boolean().describe('Its links look like those of a template or of a list.'),
  action: DomainAction,
  reasons: z.array(z.string()),
  ...scoreFields,
  priority: Level,
});
export type ReferringDomain = z.infer<typeof ReferringDomain>;

const ActionCounts = z.object({
  keep: z.int(),
  strengthen: z.int(),
  reclaim: z.int(),
  repair: z.int(),
  review: z.int(),
  disavow_review: z.int(),
});

export const ReferringDomainReport = z.object({
  items: z.array(ReferringDomain),
  backlinks: z.int().nullable().describe('All links of the target with the asked status, without the filters.'),
  action_counts: ActionCounts.describe('Of the rows in this answer.'),
});
export type ReferringDomainReport = z.infer<typeof ReferringDomainReport>;

export interface DomainsQuestion {
  readonly rank_scale: RankScale;
  readonly status: LinkStatus;
}

export function analyzeReferringDomains(
  record: ReferringDomainsRecord,
  question: DomainsQuestion,
): ReferringDomainReport {
  const items = record.domains.map((domain) => judged(domain, record.backlinks, question));
  const action_counts = { keep: 0, strengthen: 0, reclaim: 0, repair: 0, review: 0, disavow_review: 0 };
  for (const { action } of items) action_counts[action] += 1;
  return { items, backlinks: record.backlinks, action_counts };
}

function judged(record: ReferringDomainRecord, total: number | null, question: DomainsQuestion): ReferringDomain {
  const facts = factsOf(record, question.status);
  const action = actionOf(facts);
  const { score, score_components } = weighed(urgencyOf(action, facts), record.domain_rank, record.backlinks);
  return {
    domain: record.domain,
    main_domain: record.main_domain,
    domain_rank: onScale(record.domain_rank, question.rank_scale),
    ...figuresOf(record, question.rank_scale),
    share: shareOf(record.backlinks, total),
    top_anchor: record.top_anchor,
    sitewide_suspected: facts.sitewide !== undefined,
    action,
    reasons: reasonsFor(action, facts, question.rank_scale),
    score,
    score_components,
    priority: priorityOf(score),
  };
}

interface DomainFacts {
  readonly record: ReferringDomainRecord;
  readonly status: LinkStatus;
  /** On 0-100. */
  readonly rank: number | null;
  readonly spam: 'unknown' | 'low' | 'medium' | 'high';
  /** Why the links look like those of a template or a list. */
  readonly sitewide: string | undefined;
  /** Whether links are there, or may be, that pass authority. */
  readonly followed: boolean;
}

function factsOf(record: ReferringDomainRecord, status: LinkStatus): DomainFacts {
  const spam = record.spam_score;
  return {
    record,
    status,
    rank: onScale(record.domain_rank, 'one_hundred'),
    spam: spam === null ? 'unknown' : spam >= SPAM_HIGH ? 'high' : spam >= SPAM_MEDIUM ? 'medium' : 'low',
    sitewide: sitewideSign(record),
    followed: record.dofollow_backlinks > 0,
  };
}

function sitewideSign({ backlinks, referring_pages: pages }: ReferringDomainRecord): string | undefined {
  if (pages > 0 && backlinks >= LISTED_LINKS_MIN && backlinks / pages >= LINKS_A_PAGE_MAX)
    return `${counted(backlinks, 'link')} stand on ${counted(pages, 'page')} only, as in a list of links.`;
  if (backlinks <= LINKS_A_SITE_MAX) return undefined;
  return `${counted(backlinks, 'link')} from ${counted(pages, 'page')} of one host look like a template: a footer, a sidebar or a menu.`;
}

/**
 * The gravest first. Nobody is told to disavow: search engines pass over most bad links by themselves, so the list names
 * what a person has to look at, and only where links are followed, pages score as spam and the site has no standing.
 */
function actionOf(facts: DomainFacts): DomainAction {
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
  return (liveLinks(record, status) ?? 0) === 0;
}

function isSpammy({ spam }: DomainFacts): boolean {
  return spam === 'high' || spam === 'medium';
}

function couldDoMore({ record, status, rank, spam, followed }: DomainFacts): boolean {
  if (rank === null || rank < RANK_STRONG || spam === 'medium') return false;
  return !followed || (liveLinks(record, status) ?? 0) <= FEW_LINKS_MAX;
}

/** One sign alone is common among good sites; followed links of a weak site with a second one are worth a look. */
function isDoubtful({ rank, spam, sitewide, followed }: DomainFacts): boolean {
  if (!followed) return false;
  const weak = rank !== null && rank < RANK_WEAK;
  return [weak, spam === 'medium', sitewide !== undefined].filter(Boolean).length >= 2;
}

function urgencyOf(action: DomainAction, facts: DomainFacts): number {
  const { record, status, spam } = facts;
  switch (action) {
    case 'repair':
      return brokenUrgency(record);
    case 'reclaim':
      return lostUrgency(record, status);
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

function reasonsFor(action: DomainAction, facts: DomainFacts, scale: RankScale): string[] {
  const { record, status, sitewide } = facts;
  const reasons: string[] = [];
  if (isSpammy(facts))
    reasons.push(`Its linking pages have a mean spam score of ${Math.round(record.spam_score ?? 0)} of 100.`);
  if (status !== 'lost' && (record.broken_backlinks ?? 0) > 0) reasons.push(brokenSentence(record));
  if (record.lost_backlinks > 0 && (action === 'reclaim' || action === 'review')) reasons.push(lostSentence(record));
  if (sitewide !== undefined) reasons.push(sitewide);
  reasons.push(standing(action, facts, scale));
  return reasons;
}

function standing(action: DomainAction, { record, rank, followed }: DomainFacts, scale: RankScale): string {
  const authority =
    rank === null
      ? 'The authority of the site is not known'
      : `The site has a rank of ${shownRank(record.domain_rank, scale)}`;
  if (!followed) return `${authority}; none of its links is followed.`;
  if (action === 'strengthen')
    return `${authority} and links ${record.backlinks === 1 ? 'once' : record.backlinks === 2 ? 'twice' : 'a few times'} only.`;
  return `${authority}; ${followedSentence(record)}`;
}

function followedSentence({ dofollow_backlinks: followed, backlinks }: ReferringDomainRecord): string {
  if (backlinks === 1) return 'its only link is followed.';
  if (followed >= backlinks) return `all ${counted(backlinks, 'link')} are followed.`;
  return `${followed.toLocaleString('en-US')} of ${counted(backlinks, 'link')} ${followed === 1 ? 'is' : 'are'} followed.`;
}
