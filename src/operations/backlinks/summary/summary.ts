import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { listed } from '../../../guidance/plan.ts';
import { counted } from '../../../kernel/grammar.ts';
import { onScale, type RankScale } from '../../../kernel/rank.ts';
import { RankScaleView, TargetView } from '../../../links/fields.ts';
import { formatPercent, rateSpam, shareOf } from '../../../links/quality.ts';
import { ToolMetricsView, showMetrics } from '../../../links/tool-metrics.ts';
import { countFarmSites, describeSpamOf, showShares, SpamSharesView } from '../../../links/spam-evidence.ts';
import type { LinkStatus, LinkSummaryRecord } from '../../../ports/links.ts';
import type { Target } from '../../../web/target.ts';

/**
 * Reads a link profile as a whole: how strong it is, what about it is risky, and what to do first.
 *
 * Tiers and the bounds below are ours (no public standard exists) and are pinned by summary.test.ts.
 */
const TIERS = [
  { name: 'elite', rank_min: 85, domains_min: 100 },
  { name: 'strong', rank_min: 70, domains_min: 20 },
  { name: 'established', rank_min: 45, domains_min: 5 },
  { name: 'emerging', rank_min: 20, domains_min: 2 },
  { name: 'new', rank_min: 0, domains_min: 0 },
] as const;

/** More links than this from the average domain means that a few domains make the profile. */
const LINKS_A_DOMAIN_MAX = 500;
/** Nearly only followed links is unusual for a profile that grew by itself; small profiles say nothing. */
const FOLLOWED_SHARE_MAX = 0.98;
const FOLLOWED_LINKS_MIN = 100;
/** The same text on so many of the links, across several domains, is what link-spam systems look for. */
const ANCHOR_SHARE_MAX = 0.4;
const ANCHOR_DOMAINS_MIN = 5;
const LOST_SHARE_MIN = 0.1;
/** A few farms link to everybody; this many among the linking domains, and this share of them, make a profile. */
const FARM_SITES_MIN = 5;
const FARM_SHARE = { medium: 0.1, high: 0.3 } as const;

const Share = z.object({
  value: z.string(),
  backlinks: z.int(),
  share: z.number().describe('Share of all backlinks counted, 0-1.'),
});

/** Null when nothing is known about the links: an empty list would say that there are none. */
const Shares = z.array(Share).nullable();

export const BacklinkSummary = z.object({
  target: TargetView,
  rank_scale: RankScaleView,
  rank: z.number().nullable().describe('Authority of the target; null when unknown.'),
  backlinks: z.int().nullable(),
  referring_domains: z.int().nullable().describe('Linking hosts.'),
  referring_main_domains: z.int().nullable().describe('Linking registrable domains.'),
  referring_pages: z.int().nullable(),
  referring_domains_nofollow: z.int().nullable().describe('Hosts whose links are all nofollow.'),
  dofollow_share: z.number().nullable().describe('0-1.'),
  broken_backlinks: z.int().nullable().describe('Links whose target page returned 4xx or 5xx.'),
  broken_pages: z.int().nullable(),
  lost_backlinks: z.int().nullable().describe('Links that were gone when their page was last crawled.'),
  spam_score: z.number().nullable().describe('Average of the linking pages, 0-100, higher is worse.'),
  spam_signs: SpamSharesView,
  first_seen: z.string().nullable(),
  last_seen: z.string().nullable(),
  link_types: Shares,
  link_attributes: Shares,
  tlds: Shares,
  semantic_locations: Shares,
  placements: Shares.describe(
    'By where readers find the link; `boilerplate` includes what most pages of a host repeat, whatever its HTML element. Null when unknown.',
  ),
  platform_types: Shares,
  languages: Shares,
  top_anchors: z
    .array(z.object({ anchor: z.string(), backlinks: z.int(), referring_domains: z.int(), share: z.number() }))
    .nullable(),
  top_pages: z
    .array(
      z.object({ url: z.string(), backlinks: z.int(), referring_domains: z.int(), status_code: z.int().nullable() }),
    )
    .nullable(),
  authority_tier: z
    .enum(['elite', 'strong', 'established', 'emerging', 'new'])
    .nullable()
    .describe('Based on rank, as long as there are enough referring domains to back it up.'),
  risk_level: Level.nullable().describe(
    'Null when the links are unknown, or when none of the linking pages has been crawled and nothing else points to a risk.',
  ),
  risk_reasons: z.array(z.string()),
  recommended_action_type: z
    .enum(['protect_authority', 'repair_broken_links', 'reclaim_lost_links', 'review_risk', 'build_links'])
    .nullable()
    .describe('Null when the links are unknown.'),
  tool_metrics: ToolMetricsView,
});

export type BacklinkSummary = z.infer<typeof BacklinkSummary>;

/** What of the question decides how the figures read. */
export interface SummaryQuestion {
  readonly rank_scale: RankScale;
  readonly status: LinkStatus;
  readonly dofollow_only: boolean;
}

export function analyzeSummary(target: Target, record: LinkSummaryRecord, question: SummaryQuestion): BacklinkSummary {
  const scale = question.rank_scale;
  const total = record.backlinks;
  const tier = rateAuthority(record);
  const risks = findRisks(record, question);
  const known = <Row>(rows: readonly Row[] | null): Row[] | null =>
    total === null || rows === null ? null : [...rows];
  const shared = <Row extends { readonly backlinks: number }>(
    rows: readonly Row[] | null,
  ): (Row & { share: number })[] | null =>
    known(rows?.map((row) => ({ ...row, share: shareOf(row.backlinks, total) ?? 0 })) ?? null);
  const { dofollow_backlinks, ...facts } = record;
  return {
    target: { value: target.value, type: target.type },
    rank_scale: scale,
    ...facts,
    rank: onScale(record.rank, scale),
    spam_signs: showShares(record.spam_signs),
    // Asked for followed links alone, the share would be one by construction.
    dofollow_share: dofollow_backlinks === null || question.dofollow_only ? null : shareOf(dofollow_backlinks, total),
    referring_domains_nofollow: question.dofollow_only ? null : record.referring_domains_nofollow,
    link_types: shared(record.link_types),
    link_attributes: shared(record.link_attributes),
    tlds: shared(record.tlds),
    semantic_locations: shared(record.semantic_locations),
    placements: shared(record.placements),
    platform_types: shared(record.platform_types),
    languages: shared(record.languages),
    top_anchors: shared(record.top_anchors),
    top_pages: known(record.top_pages),
    authority_tier: tier,
    tool_metrics: showMetrics(record.tool_metrics),
    ...rateRisk(record, risks),
    recommended_action_type: chooseAction(record, tier, { risks, status: question.status }),
  };
}

interface Risk {
  readonly level: 'medium' | 'high';
  readonly reason: string;
}

/** A rank tells the place among the domains of the index, which is high where there are few: links have to bear it out. */
function rateAuthority({ rank, referring_domains }: LinkSummaryRecord): BacklinkSummary['authority_tier'] {
  const shown = onScale(rank, 'one_hundred');
  if (shown === null) return null;
  const domains = referring_domains ?? 0;
  return TIERS.find((tier) => shown >= tier.rank_min && domains >= tier.domains_min)?.name ?? 'new';
}

function findRisks(record: LinkSummaryRecord, question: SummaryQuestion): Risk[] {
  return listed<Risk>([
    findSpamRisk(record),
    findFarmRisk(record),
    findConcentrationRisk(record),
    !question.dofollow_only && findFollowRisk(record),
    findAnchorRisk(record),
  ]);
}

function rateRisk(
  record: LinkSummaryRecord,
  risks: readonly Risk[],
): Pick<BacklinkSummary, 'risk_level' | 'risk_reasons'> {
  if (record.backlinks === null || record.backlinks === 0) return { risk_level: null, risk_reasons: [] };
  const high = risks.some((risk) => risk.level === 'high') || risks.length >= 3;
  // Without a word on the pages that link, nothing says that the risk is low.
  const least = record.spam_score === null ? null : 'low';
  const level = high ? 'high' : risks.length > 0 ? 'medium' : least;
  return { risk_level: level, risk_reasons: risks.map((risk) => risk.reason) };
}

function findSpamRisk({ spam_score, spam_signs }: LinkSummaryRecord): Risk | undefined {
  const level = rateSpam(spam_score);
  return spam_score === null || level === null || level === 'low'
    ? undefined
    : { level, reason: describeSpamOf(spam_score, spam_signs) };
}

function findFarmRisk({ referring_main_domains: sites, spam_signs }: LinkSummaryRecord): Risk | undefined {
  const farms = countFarmSites(spam_signs);
  const share = shareOf(farms, sites) ?? 0;
  if (farms < FARM_SITES_MIN || share < FARM_SHARE.medium) return undefined;
  return {
    level: share >= FARM_SHARE.high ? 'high' : 'medium',
    reason: `At least ${farms.toLocaleString('en-US')} of the ${counted(sites ?? farms, 'linking domain')} show signs of a link farm.`,
  };
}

function findConcentrationRisk({ backlinks, referring_main_domains }: LinkSummaryRecord): Risk | undefined {
  if (backlinks === null || referring_main_domains === null || referring_main_domains === 0) return undefined;
  const each = backlinks / referring_main_domains;
  if (each <= LINKS_A_DOMAIN_MAX) return undefined;
  return {
    level: 'medium',
    reason: `Each domain links ${Math.round(each)} times on average, so a few domains dominate the profile.`,
  };
}

function findFollowRisk({ backlinks, dofollow_backlinks }: LinkSummaryRecord): Risk | undefined {
  if (backlinks === null || dofollow_backlinks === null || backlinks < FOLLOWED_LINKS_MIN) return undefined;
  const share = dofollow_backlinks / backlinks;
  // Links of documentation and institutions are followed throughout, so this alone is never more than a hint.
  if (share <= FOLLOWED_SHARE_MAX) return undefined;
  return {
    level: 'medium',
    reason: `${formatPercent(share)} of the links are followed, which is rare in a natural profile.`,
  };
}

function findAnchorRisk({ backlinks, top_anchors }: LinkSummaryRecord): Risk | undefined {
  if (backlinks === null || backlinks < FOLLOWED_LINKS_MIN) return undefined;
  const top = top_anchors?.find((row) => row.anchor !== '' && !/^(?:https?:|www\.)|\.[a-z]{2,}$/i.test(row.anchor));
  if (top === undefined || top.backlinks / backlinks <= ANCHOR_SHARE_MAX || top.referring_domains < ANCHOR_DOMAINS_MIN)
    return undefined;
  return {
    level: 'medium',
    reason: `One anchor text accounts for ${formatPercent(top.backlinks / backlinks)} of the links, across ${counted(top.referring_domains, 'host')}.`,
  };
}

function chooseAction(
  record: LinkSummaryRecord,
  tier: BacklinkSummary['authority_tier'],
  given: { readonly risks: readonly Risk[]; readonly status: LinkStatus },
): BacklinkSummary['recommended_action_type'] {
  if (record.backlinks === null) return null;
  if (given.risks.some((risk) => risk.level === 'high')) return 'review_risk';
  if ((record.broken_backlinks ?? 0) > 0) return 'repair_broken_links';
  const lost = record.lost_backlinks ?? 0;
  const ever = given.status === 'live' ? lost + record.backlinks : record.backlinks;
  if (lost > 0 && lost / ever >= LOST_SHARE_MIN) return 'reclaim_lost_links';
  return isEstablished(tier) && record.backlinks > 0 ? 'protect_authority' : 'build_links';
}

function isEstablished(tier: BacklinkSummary['authority_tier']): boolean {
  return tier === 'elite' || tier === 'strong' || tier === 'established';
}
