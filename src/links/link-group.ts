import { z } from 'zod';

import { counted } from '../kernel/grammar.ts';
import { onScale, type RankScale } from '../kernel/rank.ts';
import type { LinkGroupFigures, LinkStatus } from '../ports/links.ts';

/** What groups of links by anchor, host or page have in common: the same figures, and the same way to weigh them. */

/** Bands of the published spam score: low to 30, medium to 60, high above. */
export const SPAM_HIGH = 61;
export const SPAM_MEDIUM = 31;
/** From this authority on, on 0-100, a domain or page is one of the established or stronger. */
export const RANK_STRONG = 45;
/** Below it a domain has hardly any authority to pass. */
export const RANK_WEAK = 20;
/** More links than this from one site come from a template rather than from an editor. */
export const LINKS_A_SITE_MAX = 50;
/** A few of many links come and go by themselves; from this share on the loss is worth asking about. */
const LOST_SHARE_MIN = 0.2;

/** Most points of each part of a score; without anything to do a group stays below the medium priority. */
const WEIGHT = { urgency: 67, authority: 20, reach: 13 } as const;

export const groupFigures = {
  backlinks: z.int().describe('Links with the asked status.'),
  dofollow_backlinks: z.int(),
  dofollow_share: z.number().nullable().describe('Of backlinks, 0-1.'),
  referring_pages: z.int().describe('Pages that link.'),
  broken_backlinks: z
    .int()
    .nullable()
    .describe('Links whose target page answered 4xx or 5xx; null when no target page was read.'),
  lost_backlinks: z.int().describe('Links that a newer read of their page no longer has, whatever status is asked.'),
  spam_score: z
    .number()
    .nullable()
    .describe('Mean of the linking pages, 0-100, higher is worse; null when none was read.'),
  rank: z.number().nullable().describe('Rank of the strongest link: what it passes on; null when not known.'),
  first_seen: z.string(),
  last_seen: z.string(),
  lost_date: z.string().nullable().describe('When the newest lost link was lost.'),
};

const GroupFigures = z.object(groupFigures);
type GroupFigures = z.infer<typeof GroupFigures>;

export function figuresOf(record: LinkGroupFigures, scale: RankScale): GroupFigures {
  return {
    backlinks: record.backlinks,
    dofollow_backlinks: record.dofollow_backlinks,
    dofollow_share: shareOf(record.dofollow_backlinks, record.backlinks),
    referring_pages: record.referring_pages,
    broken_backlinks: record.broken_backlinks,
    lost_backlinks: record.lost_backlinks,
    spam_score: record.spam_score,
    rank: onScale(record.rank, scale),
    first_seen: record.first_seen,
    last_seen: record.last_seen,
    lost_date: record.lost_date,
  };
}

/** Links of the group that are still there; null where lost ones alone were asked for. */
export function liveLinks(record: LinkGroupFigures, status: LinkStatus): number | null {
  if (status === 'lost') return null;
  return status === 'live' ? record.backlinks : Math.max(0, record.backlinks - record.lost_backlinks);
}

/** Which share of the links that the group ever had is gone; null where lost ones alone were asked for. */
function lostShare(record: LinkGroupFigures, status: LinkStatus): number | null {
  const live = liveLinks(record, status);
  return live === null ? null : shareOf(record.lost_backlinks, live + record.lost_backlinks);
}

/** Whether so much was lost that it is no ordinary coming and going. */
export function hasLostMuch(record: LinkGroupFigures, status: LinkStatus): boolean {
  return record.lost_backlinks > 0 && (lostShare(record, status) ?? 1) >= LOST_SHARE_MIN;
}

/** How pressing links are that lead to failing pages, 0-1: for the fault, for its share of the links, for its size. */
export function brokenUrgency(record: LinkGroupFigures): number {
  const broken = record.broken_backlinks ?? 0;
  if (broken === 0) return 0;
  return 0.35 + 0.25 * (shareOf(broken, record.backlinks) ?? 0) + 0.4 * Math.min(1, broken / 10);
}

/** How pressing lost links are, 0-1: less than broken ones, since somebody else has to act; hardly, where few of many went. */
export function lostUrgency(record: LinkGroupFigures, status: LinkStatus): number {
  if (!hasLostMuch(record, status)) return record.lost_backlinks > 0 ? 0.1 : 0;
  return 0.35 + 0.15 * (lostShare(record, status) ?? 1) + 0.2 * Math.min(1, record.lost_backlinks / 10);
}

export interface Weighed {
  readonly score: number;
  readonly score_components: { readonly urgency: number; readonly authority: number; readonly reach: number };
}

/**
 * Score of a group: how pressing its action is (0-67), what authority is at stake (0-20), how many sites, links or
 * pages it is about (0-13, on a logarithmic scale that a thousand fills). Ours; pinned by the tests of its callers.
 */
export function weighed(urgency: number, rank: number | null, reach: number): Weighed {
  const parts = {
    urgency: tenths(WEIGHT.urgency * Math.min(1, urgency)),
    authority: tenths((WEIGHT.authority * (onScale(rank, 'one_hundred') ?? 0)) / 100),
    reach: tenths(WEIGHT.reach * Math.min(1, Math.log10(1 + reach) / 3)),
  };
  return { score: tenths(parts.urgency + parts.authority + parts.reach), score_components: parts };
}

export const scoreFields = {
  score: z.number(),
  score_components: z.object({ urgency: z.number(), authority: z.number(), reach: z.number() }),
};

export function shareOf(part: number, whole: number | null): number | null {
  if (whole === null || whole === 0) return null;
  return Math.round((part / whole) * 10_000) / 10_000;
}

/** A share in words; what rounds to nothing or to all without being it says so. */
export function percent(share: number): string {
  if (share > 0 && share < 0.005) return 'under 1 %';
  if (share < 1 && share >= 0.995) return 'over 99 %';
  return `${Math.round(share * 100)} %`;
}

function day(moment: string | null): string {
  return moment?.slice(0, 10) ?? 'an unknown day';
}

export function shownRank(rank: number | null, scale: RankScale): string {
  return `${onScale(rank, scale)?.toLocaleString('en-US') ?? 'unknown'} of ${scale === 'one_thousand' ? '1,000' : '100'}`;
}

export function brokenSentence(record: LinkGroupFigures): string {
  const broken = record.broken_backlinks ?? 0;
  return `${ofAll(broken, record.backlinks)} ${broken === 1 ? 'leads' : 'lead'} to a page that fails.`;
}

export function lostSentence(record: LinkGroupFigures): string {
  const lost = record.lost_backlinks;
  const when =
    record.lost_date === null
      ? ''
      : lost === 1
        ? `, on ${day(record.lost_date)}`
        : `, the last on ${day(record.lost_date)}`;
  return `${counted(lost, 'link')} ${lost === 1 ? 'was' : 'were'} lost${when}.`;
}

function ofAll(part: number, whole: number): string {
  if (part >= whole)
    return whole === 1 ? 'The only link' : whole === 2 ? 'Both links' : `All ${counted(whole, 'link')}`;
  return `${part.toLocaleString('en-US')} of ${counted(whole, 'link')}`;
}

function tenths(points: number): number {
  return Math.round(points * 10) / 10;
}
