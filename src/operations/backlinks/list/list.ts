import { z } from 'zod';

import { Level, priorityOf } from '../../../kernel/level.ts';
import { onScale, type RankScale } from '../../../kernel/rank.ts';
import type { BacklinkRecord } from '../../../ports/links.ts';

/**
 * Says of each backlink what it is good for.
 *
 * The score is the value of the link (0-60: authority of its page and domain, followed, placed in the content)
 * plus how pressing its class is (0-40): a strong link that points at a missing page is mended before a weak
 * one is admired. Weights are ours and pinned by list.test.ts.
 */
const WEIGHT = { page_authority: 20, domain_authority: 20, followed: 12, in_content: 8 } as const;

const URGENCY = {
  broken_target_repair: 40,
  lost_link_reclaim: 35,
  quality_review: 30,
  authority_protection: 20,
  outreach_reference: 5,
} as const;

/** Where the published spam score starts to be high. */
const SPAM_HIGH = 61;
/** A page with more outgoing links than this is a directory or a link farm, whatever its rank. */
const EXTERNAL_LINKS_MAX = 1000;
/** From this authority of its domain on, on 0-100, losing a followed link would be felt. */
const DOMAIN_RANK_STRONG = 45;

const INDIRECT = 'It arrives by a redirect or a canonical of the page that it names.';

export const Classification = z.enum([
  'authority_protection',
  'broken_target_repair',
  'lost_link_reclaim',
  'quality_review',
  'outreach_reference',
]);
export type Classification = z.infer<typeof Classification>;

export const ClassificationCounts = z.object({
  authority_protection: z.int(),
  broken_target_repair: z.int(),
  lost_link_reclaim: z.int(),
  quality_review: z.int(),
  outreach_reference: z.int(),
});
export type ClassificationCounts = z.infer<typeof ClassificationCounts>;

export const Backlink = z.object({
  domain_from: z.string(),
  url_from: z.string(),
  domain_to: z.string(),
  url_to: z.string(),
  tld_from: z.string(),
  item_type: z.enum(['anchor', 'image', 'canonical', 'redirect', 'alternate']),
  anchor: z.string(),
  alt: z.string().nullable(),
  image_url: z.string().nullable(),
  text_pre: z.string(),
  text_post: z.string(),
  semantic_location: z
    .enum(['navigation', 'header', 'footer', 'sidebar', 'content', 'head'])
    .nullable()
    .describe('null: the source of the link does not say where it stands.'),
  attributes: z.array(z.string()),
  dofollow: z.boolean(),
  links_count: z.int().describe('Identical links on the page.'),
  group_count: z.int().describe('Links that the mode folded into this row.'),
  first_seen: z.string(),
  last_seen: z.string(),
  lost_date: z.string().nullable(),
  is_new: z.boolean(),
  is_lost: z.boolean(),
  is_broken: z.boolean().nullable().describe('Null when the target page was never read.'),
  url_to_status_code: z.int().nullable(),
  url_to_redirect_target: z.string().nullable(),
  is_indirect_link: z
    .boolean()
    .describe('It names a page elsewhere that leads to the target by a redirect or a canonical; url_to is that page.'),
  rank: z.number().nullable(),
  page_from_rank: z.number().nullable(),
  domain_from_rank: z.number().nullable(),
  page_from_title: z.string().nullable(),
  page_from_language: z.string().nullable(),
  page_from_status_code: z.int().nullable(),
  page_from_external_links: z.int().nullable(),
  page_from_internal_links: z.int().nullable(),
  page_from_word_count: z.int().nullable(),
  backlink_spam_score: z.number().nullable(),
  classification: Classification,
  reason: z.string(),
  score: z.number(),
  score_components: z.record(z.string(), z.number()),
  priority: Level,
});

export type Backlink = z.infer<typeof Backlink>;

export function classifyBacklink(record: BacklinkRecord, scale: RankScale): Backlink {
  const [classification, reason] = classOf(record, scale);
  const components = componentsOf(record, classification);
  const score = round(Object.values(components).reduce((sum, points) => sum + points, 0));
  return {
    ...record,
    attributes: [...record.attributes],
    rank: onScale(record.rank, scale),
    page_from_rank: onScale(record.page_from_rank, scale),
    domain_from_rank: onScale(record.domain_from_rank, scale),
    classification,
    reason: record.is_indirect_link ? `${reason} ${INDIRECT}` : reason,
    score,
    score_components: components,
    priority: priorityOf(score),
  };
}

export function classificationCounts(backlinks: readonly Backlink[]): ClassificationCounts {
  const counts: ClassificationCounts = {
    authority_protection: 0,
    broken_target_repair: 0,
    lost_link_reclaim: 0,
    quality_review: 0,
    outreach_reference: 0,
  };
  for (const { classification } of backlinks) counts[classification] += 1;
  return counts;
}

function classOf(record: BacklinkRecord, scale: RankScale): [Classification, string] {
  const spam = record.backlink_spam_score;
  if (spam !== null && spam >= SPAM_HIGH) {
    return ['quality_review', `The page has a spam score of ${Math.round(spam)} of 100.`];
  }
  if (record.is_lost) {
    return [
      'lost_link_reclaim',
      `The page was read on ${day(record.lost_date)} without the link it had on ${day(record.last_seen)}.`,
    ];
  }
  if (record.is_broken === true) {
    return ['broken_target_repair', `The linked page answers ${record.url_to_status_code ?? 'with an error'}.`];
  }
  const outgoing = record.page_from_external_links;
  if (outgoing !== null && outgoing > EXTERNAL_LINKS_MAX) {
    return ['quality_review', `The page has ${outgoing.toLocaleString('en-US')} outgoing links.`];
  }
  const domainRank = onScale(record.domain_from_rank, 'one_hundred');
  if (record.dofollow && domainRank !== null && domainRank >= DOMAIN_RANK_STRONG) {
    return ['authority_protection', `A followed link from a domain of rank ${shownRank(record, scale)}.`];
  }
  return ['outreach_reference', referenceReason(record, scale)];
}

function referenceReason(record: BacklinkRecord, scale: RankScale): string {
  if (!record.dofollow) return 'A working link that passes no authority; it shows who already writes about the target.';
  if (record.domain_from_rank === null) return 'A working followed link; the authority of its domain is not known.';
  return `A working followed link from a domain of rank ${shownRank(record, scale)}.`;
}

function shownRank(record: BacklinkRecord, scale: RankScale): string {
  const most = scale === 'one_thousand' ? '1,000' : '100';
  return `${onScale(record.domain_from_rank, scale) ?? '?'} of ${most}`;
}

function componentsOf(record: BacklinkRecord, classification: Classification): Record<string, number> {
  const share = (rank: number | null): number => (onScale(rank, 'one_hundred') ?? 0) / 100;
  return {
    page_authority: round(WEIGHT.page_authority * share(record.page_from_rank)),
    domain_authority: round(WEIGHT.domain_authority * share(record.domain_from_rank)),
    followed: record.dofollow ? WEIGHT.followed : 0,
    in_content: record.semantic_location === 'content' ? WEIGHT.in_content : 0,
    urgency: URGENCY[classification],
  };
}

function round(points: number): number {
  return Math.round(points * 10) / 10;
}

function day(moment: string | null): string {
  return moment?.slice(0, 10) ?? 'an unknown day';
}
