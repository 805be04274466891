import { z } from 'zod';

import { agree } from '../../../kernel/grammar.ts';
import { Level, priorityOf } from '../../../kernel/level.ts';
import { sharedOut } from '../../../kernel/points.ts';
import { onScale, type RankScale } from '../../../kernel/rank.ts';
import { RankScaleView, TargetView } from '../../../links/fields.ts';
import { describeLinking, formatPart, roundTenths, shareOf } from '../../../links/quality.ts';
import type { LinkCompetitorsRecord } from '../../../ports/links.ts';
import { LARGE_DOMAINS, type LargeKind } from '../../../text/large-domains.ts';
import type { Target } from '../../../web/target.ts';
import { hostKey } from '../../../web/url.ts';

/**
 * Ranks the sites that are linked to by the same sites as the target.
 *
 * No public standard exists. Overlap is the cosine of the two profiles: a site that everybody links to shares much with the
 * target but is a small part of what it has, and a small site the other way round; a rival is high on both. The
 * weights and bounds are ours and pinned by competitors.test.ts.
 */
const WEIGHT = { overlap: 0.6, authority_lead: 0.2, unique_sites: 0.2 } as const;
/** Shared domains from which on a share is trusted more than not: so many are as good as none. */
const FEW_SHARED = 2;
/** What is shared says so much less than what the target's sites say on average: farms and link lists alone have both. */
const SPAM_SHARE = 0.25;
/** A lead of so many points of 100 is as much as a lead can count. */
const LEAD_FULL = 50;
/** As many sites to win as can count: nobody writes to more. */
const UNIQUE_FULL = 1000;

/** A domain of this rank (out of 1,000) with so many linking domains is linked to from everywhere. */
const LARGE_RANK = 750;
const LARGE_LINKING_DOMAINS = 10_000;
/** Large is large beside the target: what is of its own size stays. */
const LARGE_TIMES = 20;
const LEFT_OUT_SHOWN_MAX = 20;

const Competitor = z.object({
  domain: z.string(),
  rank: z.number().nullable(),
  intersections: z.int().describe('Registrable domains that link to both.'),
  intersection_share: z.number().nullable().describe('Share of the domains that link to the target, 0-1.'),
  referring_main_domains: z.int().describe('Registrable domains that link to the competitor.'),
  unique_referring_domains: z
    .int()
    .describe('Those that do not link to the target; includes the target’s own domain if it links to the competitor.'),
  overlap_score: z
    .number()
    .describe(
      '0-100: √(share of the domains that link to the target × share of those that link to the competitor), × n / (n + 2) for n shared ' +
        'domains. The first share goes by what the domains say, where that is known: domains that link to few others and are trusted ' +
        'say more than directories.',
    ),
  opportunity_score: z
    .number()
    .describe(
      '0-100: overlap × (0.6, and up to 0.2 for its lead in rank, in full at 50 points out of 100, and up to 0.2 for its unique domains ' +
        'on a log scale, in full at 1,000).',
    ),
  score_components: z.object({
    overlap: z.number(),
    authority_lead: z.number().describe('Also 0 when either rank is unknown.'),
    unique_sites: z.number(),
  }),
  priority: Level,
  reason: z.string(),
});
type Competitor = z.infer<typeof Competitor>;

export const CompetitorReport = z.object({
  target: TargetView,
  rank_scale: RankScaleView,
  rank: z.number().nullable().describe('Rank of the target.'),
  referring_main_domains: z.int().nullable().describe('Registrable domains that link to the target.'),
  items: z.array(Competitor),
  total_count: z
    .int()
    .nullable()
    .describe('Competitors you can page through: at most the 1,000 with the most intersections.'),
  candidate_count: z.int().nullable().describe('All that match, including those beyond the 1,000.'),
  limit: z.int(),
  offset: z.int(),
  left_out_as_large: z
    .array(z.string())
    .describe(
      'Left out by their figures rather than by the list of platforms: rank of at least 750 out of 1,000, and at least 10,000 ' +
        'linking domains and 20 times as many as the target. Lists at most 20.',
    ),
  left_out_as_spam: z
    .array(z.string())
    .describe('Left out because most of the sites they share with the target are not trusted. Lists at most 20.'),
});
export type CompetitorReport = z.infer<typeof CompetitorReport>;

export interface CompetitorsQuestion {
  readonly target: Target;
  readonly rank_scale: RankScale;
  readonly main_domain: boolean;
  readonly exclude_large_domains: boolean;
  readonly sort_by: 'opportunity' | 'rank' | 'intersections';
  readonly limit: number;
  readonly offset: number;
}

type Candidate = LinkCompetitorsRecord['competitors'][number];

export function analyzeCompetitors(record: LinkCompetitorsRecord, question: CompetitorsQuestion): CompetitorReport {
  const { target, rank_scale: scale } = question;
  const kept: Candidate[] = [];
  const large: string[] = [];
  const spam: string[] = [];
  for (const candidate of record.competitors) {
    if (isSpam(candidate, record)) spam.push(candidate.domain);
    else if (!question.exclude_large_domains) kept.push(candidate);
    else if (isLarge(candidate, record)) large.push(candidate.domain);
    else if (question.main_domain || !isFreeHost(candidate.domain)) kept.push(candidate);
  }
  const dropped = record.competitors.length - kept.length;
  const sorted = kept.map((one) => judge(one, record, scale)).toSorted(ORDERS[question.sort_by]);
  return {
    target: { value: target.value, type: target.type },
    rank_scale: scale,
    rank: onScale(record.rank, scale),
    referring_main_domains: record.referring_main_domains,
    items: sorted.slice(question.offset, question.offset + question.limit).map(({ row }) => row),
    total_count: record.total_count === null ? null : kept.length,
    candidate_count: record.total_count === null ? null : Math.max(kept.length, record.total_count - dropped),
    limit: question.limit,
    offset: question.offset,
    left_out_as_large: large.slice(0, LEFT_OUT_SHOWN_MAX),
    left_out_as_spam: spam.slice(0, LEFT_OUT_SHOWN_MAX),
  };
}

function isSpam({ intersections, weighted_share }: Candidate, record: LinkCompetitorsRecord): boolean {
  const share = shareOf(intersections, record.referring_main_domains);
  return share !== null && weighted_share !== null && weighted_share < SPAM_SHARE * share;
}

function isLarge(candidate: Candidate, { rank, referring_main_domains }: LinkCompetitorsRecord): boolean {
  if (candidate.rank === null || candidate.rank < LARGE_RANK) return false;
  if (rank !== null && rank >= LARGE_RANK) return false;
  const domains = candidate.referring_main_domains;
  return domains >= LARGE_LINKING_DOMAINS && domains >= LARGE_TIMES * (referring_main_domains ?? 0);
}

interface Judged {
  readonly row: Competitor;
  /** 0-1000: finer than the scale that is shown. */
  readonly rank: number | null;
  readonly key: string;
}

function judge(candidate: Candidate, record: LinkCompetitorsRecord, scale: RankScale): Judged {
  const own = record.referring_main_domains;
  const { domain, rank, intersections, referring_main_domains: theirs } = candidate;
  const unique = Math.max(0, theirs - intersections);
  const overlap = measureOverlap(candidate, own);
  const { score, components } = scoreOpportunity(overlap, unique, measureLead(rank, record.rank));
  const row = {
    domain,
    rank: onScale(rank, scale),
    intersections,
    intersection_share: shareOf(intersections, own),
    referring_main_domains: theirs,
    unique_referring_domains: unique,
    overlap_score: roundTenths(100 * overlap),
    opportunity_score: score,
    score_components: components,
    priority: priorityOf(score),
    reason: describeOverlap(intersections, own, unique),
  };
  return { row, rank, key: hostKey(domain) };
}

/** 0-1. Where the target's own count is unknown, the competitor's share stands for both. */
function measureOverlap(
  { intersections: shared, referring_main_domains, weighted_share }: Candidate,
  own: number | null,
): number {
  const ofTheirs = Math.min(1, shared / Math.max(1, referring_main_domains));
  const ofOwn = weighted_share ?? shareOf(shared, own) ?? ofTheirs;
  return Math.sqrt(Math.min(1, ofOwn) * ofTheirs) * (shared / (shared + FEW_SHARED));
}

/** Points of 100 by which the competitor is ahead; 0 when either rank is unknown or it is behind. */
function measureLead(rank: number | null, ownRank: number | null): number {
  const theirs = onScale(rank, 'one_hundred');
  const own = onScale(ownRank, 'one_hundred');
  return theirs === null || own === null ? 0 : Math.max(0, theirs - own);
}

/** Who shares most with the target comes first; among those, who is ahead and has sites that can still be won. */
function scoreOpportunity(
  overlap: number,
  unique: number,
  lead: number,
): { score: number; components: Competitor['score_components'] } {
  const parts = [
    WEIGHT.overlap,
    WEIGHT.authority_lead * Math.min(1, lead / LEAD_FULL),
    WEIGHT.unique_sites * Math.min(1, Math.log1p(unique) / Math.log1p(UNIQUE_FULL)),
  ].map((part) => 100 * overlap * part);
  const score = roundTenths(parts.reduce((sum, part) => sum + part, 0));
  const [shared = 0, authority_lead = 0, unique_sites = 0] = sharedOut(parts, score, 0.1);
  return { score, components: { overlap: shared, authority_lead, unique_sites } };
}

function describeOverlap(shared: number, own: number | null, unique: number): string {
  const both =
    own === null
      ? `${describeLinking(shared, 'domain')} to both`
      : `${formatPart(shared, own, 'domain')} that ${agree(own, 'links')} to the target also ${agree(shared, 'links')} to it`;
  const alone =
    unique === 0 ? 'no other domain does' : `${describeLinking(unique, 'domain')} to it but not to the target`;
  return `${both}; ${alone}.`;
}

type Order = (one: Judged, other: Judged) => number;

const byKey: Order = (one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0);
const byIntersections: Order = (one, other) => other.row.intersections - one.row.intersections || byKey(one, other);

/** Best first, unknown last; equal ones by intersections, then by the name from its end (`com.example.`). */
const ORDERS: Readonly<Record<CompetitorsQuestion['sort_by'], Order>> = {
  opportunity: (one, other) => other.row.opportunity_score - one.row.opportunity_score || byIntersections(one, other),
  rank: (one, other) => (other.rank ?? -1) - (one.rank ?? -1) || byIntersections(one, other),
  intersections: byIntersections,
};

const FREE_HOSTS = listDomains((kind) => kind === 'free_host');
const PLATFORMS = listDomains((kind) => kind !== 'free_host');

function listDomains(isKind: (kind: LargeKind) => boolean): readonly string[] {
  return [...LARGE_DOMAINS].flatMap(([domain, kind]) => (isKind(kind) ? [domain] : []));
}

/**
 * Registrable domains that are never answered as competitors while large ones are left out. Asked for hosts, the names
 * below a free host stay: each is a site of its own owner and may well compete.
 */
export function listLargeDomains(mainDomain: boolean): readonly string[] {
  return mainDomain ? [...PLATFORMS, ...FREE_HOSTS] : PLATFORMS;
}

/** Whether a host is the free host itself (`www.wordpress.com`) and not a name that it gave away. */
function isFreeHost(host: string): boolean {
  return FREE_HOSTS.includes(host.replace(/^www\./, ''));
}
