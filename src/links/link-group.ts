import { z } from 'zod';

import { agree, counted } from '../kernel/grammar.ts';
import { onScale, type RankScale } from '../kernel/rank.ts';
import type { LinkGroupFigures, LinkStatus } from '../ports/links.ts';
import { showShares, SpamSharesView } from './spam-evidence.ts';
import { formatDate, formatPart, roundTenths, scoreRank, shareOf } from './quality.ts';

/** What groups of links by anchor, host or page have in common: the same figures, and the same way to weigh them. */

/** More links than this from one site come from a template rather than from an editor. */
export const LINKS_A_SITE_MAX = 50;
/** A few of many links come and go by themselves; from this share on the loss is worth asking about. */
const LOST_SHARE_MIN = 0.2;

/** Most points of each part of a score; without anything to do a group stays below the medium priority. */
const WEIGHT = { urgency: 67, authority: 20, reach: 13 } as const;

export const groupFigures = {
  backlinks: z.int().describe('Links with the requested status.'),
  dofollow_backlinks: z.int(),
  dofollow_share: z.number().nullable().describe('Share of backlinks, 0-1.'),
  referring_pages: z.int().describe('Linking pages.'),
  broken_backlinks: z
    .int()
    .nullable()
    .describe('Links whose target page returned 4xx or 5xx; null when no target page has been crawled.'),
  lost_backlinks: z
    .int()
    .nullable()
    .describe(
      'Links that were gone when their page was last crawled, whatever status is requested; null when unknown.',
    ),
  spam_score: z
    .number()
    .nullable()
    .describe('Average of the linking pages, 0-100, higher is worse; null when none has been crawled.'),
  spam_signs: SpamSharesView,
  boilerplate_backlinks: z
    .int()
    .nullable()
    .describe('Links in menus, headers, footers and sidebars, and links that most pages of their host repeat.'),
  hidden_backlinks: z.int().nullable().describe('Links that readers do not see.'),
  rank: z.number().nullable().describe('Rank of the strongest link, which is what it passes on; null when unknown.'),
  first_seen: z.string(),
  last_seen: z.string().nullable().describe('Null when the source does not say.'),
  lost_date: z.string().nullable().describe('When the most recently lost link was lost.'),
};

/** A group as answers show it: the facts of its record, with its rank on the scale that was asked for. */
export function showFigures<Group extends LinkGroupFigures>(record: Group, scale: RankScale) {
  return {
    ...record,
    spam_signs: showShares(record.spam_signs),
    dofollow_share: shareOf(record.dofollow_backlinks, record.backlinks),
    rank: onScale(record.rank, scale),
  };
}

/** Links of the group that are still there; null where only lost ones were asked for. */
export function countLiveLinks(record: LinkGroupFigures, status: LinkStatus): number | null {
  if (status === 'lost') return null;
  return status === 'live' ? record.backlinks : Math.max(0, record.backlinks - countLost(record));
}

/** Lost links that are known of. */
export function countLost({ lost_backlinks }: Pick<LinkGroupFigures, 'lost_backlinks'>): number {
  return lost_backlinks ?? 0;
}

/** Which share of the links that the group ever had is gone; null where only lost ones were asked for. */
function measureLoss(record: LinkGroupFigures, status: LinkStatus): number | null {
  const live = countLiveLinks(record, status);
  return live === null ? null : shareOf(countLost(record), live + countLost(record));
}

/** Whether more was lost than ordinary coming and going explains. */
export function hasLostMuch(record: LinkGroupFigures, status: LinkStatus): boolean {
  return countLost(record) > 0 && (measureLoss(record, status) ?? 1) >= LOST_SHARE_MIN;
}

/** How pressing links are that lead to failing pages, 0-1: for the fault, for its share of the links, for its size. */
export function rateBroken(record: LinkGroupFigures): number {
  const broken = record.broken_backlinks ?? 0;
  if (broken === 0) return 0;
  return 0.35 + 0.25 * (shareOf(broken, record.backlinks) ?? 0) + 0.4 * Math.min(1, broken / 10);
}

/** How pressing lost links are, 0-1: less than broken ones, since somebody else has to act; hardly, where few of many went. */
export function rateLost(record: LinkGroupFigures, status: LinkStatus): number {
  if (!hasLostMuch(record, status)) return countLost(record) > 0 ? 0.1 : 0;
  return 0.35 + 0.15 * (measureLoss(record, status) ?? 1) + 0.2 * Math.min(1, countLost(record) / 10);
}

export const scoreFields = {
  score: z.number(),
  score_components: z.object({ urgency: z.number(), authority: z.number(), reach: z.number() }),
};

/**
 * Score of a group: how pressing its action is (0-67), what authority is at stake (0-20), how many sites, links or
 * pages it is about (0-13, on a logarithmic scale that a thousand fills). Ours; pinned by the tests of its callers.
 */
export function scoreGroup(urgency: number, rank: number | null, reach: number) {
  const score_components = {
    urgency: roundTenths(WEIGHT.urgency * Math.min(1, urgency)),
    authority: roundTenths(WEIGHT.authority * scoreRank(rank)),
    reach: roundTenths(WEIGHT.reach * Math.min(1, Math.log10(1 + reach) / 3)),
  };
  const { urgency: pressing, authority, reach: reached } = score_components;
  return { score: roundTenths(pressing + authority + reached), score_components };
}

export function describeBroken(record: LinkGroupFigures): string {
  const broken = record.broken_backlinks ?? 0;
  const pages = agree(broken, 'a page that returns an error', 'pages that return an error');
  return `${formatPart(broken, record.backlinks, 'link')} ${agree(broken, 'points')} to ${pages}.`;
}

export function describeLost(record: LinkGroupFigures): string {
  const { lost_date: date } = record;
  const lost = countLost(record);
  const when = date === null ? '' : agree(lost, ' on ', ', most recently on ') + formatDate(date);
  return `${counted(lost, 'link')} ${agree(lost, 'was')} lost${when}.`;
}
