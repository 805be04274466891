import { z } from 'zod';

import { Level, priorityOf } from '../../../kernel/level.ts';
import { onScale, type RankScale } from '../../../kernel/rank.ts';
import { BacklinkView, showBacklink } from '../../../links/backlink.ts';
import { countEach, countFields, RankScaleView, TargetView } from '../../../links/fields.ts';
import {
  EXTERNAL_LINKS_MAX,
  formatDate,
  formatRank,
  RANK_STRONG,
  rateSpam,
  roundTenths,
  scoreRank,
} from '../../../links/quality.ts';
import { describeSign } from '../../../links/spam-evidence.ts';
import type { BacklinkPage, BacklinkRecord } from '../../../ports/links.ts';
import type { Target } from '../../../web/target.ts';

/**
 * Says of each backlink what it is good for.
 *
 * The score is the value of the link (0-60: authority of its page and domain, followed, placed in the content)
 * plus how pressing its class is (0-40): a strong link that points at a missing page is mended before a weak
 * one is admired. A link under review earns nothing for being followed or well placed, or a farm's links would stand
 * before an editor's. Weights are ours and pinned by list.test.ts.
 */
const WEIGHT = { page_authority: 20, domain_authority: 20, followed: 12, in_content: 8 } as const;

const URGENCY = {
  broken_target_repair: 40,
  lost_link_reclaim: 35,
  quality_review: 30,
  authority_protection: 20,
  outreach_reference: 5,
} as const;

const INDIRECT = 'The link reaches the target through a redirect or canonical of the page it names.';

export const CLASSES = [
  'authority_protection',
  'broken_target_repair',
  'lost_link_reclaim',
  'quality_review',
  'outreach_reference',
] as const;
type Classification = (typeof CLASSES)[number];

const Backlink = BacklinkView.extend({
  classification: z.enum(CLASSES),
  reason: z.string(),
  score: z.number(),
  score_components: z.record(z.string(), z.number()),
  priority: Level,
});
export type Backlink = z.infer<typeof Backlink>;

export const BacklinkList = z.object({
  target: TargetView,
  rank_scale: RankScaleView,
  items: z.array(Backlink),
  total_count: z
    .int()
    .nullable()
    .describe('Rows that match, before limit and offset; null where the source does not say.'),
  limit: z.int(),
  offset: z.int(),
  classification_counts: countFields(CLASSES).describe('Of the rows in this response.'),
});
export type BacklinkList = z.infer<typeof BacklinkList>;

export interface ListQuestion {
  readonly target: Target;
  readonly rank_scale: RankScale;
  readonly limit: number;
  readonly offset: number;
}

export function classifyBacklinks(page: BacklinkPage, question: ListQuestion): BacklinkList {
  const { target, rank_scale, limit, offset } = question;
  const items = page.backlinks.map((record) => classifyBacklink(record, rank_scale));
  return {
    target: { value: target.value, type: target.type },
    rank_scale,
    items,
    total_count: page.total_count,
    limit,
    offset,
    classification_counts: countEach(
      CLASSES,
      items.map(({ classification }) => classification),
    ),
  };
}

export function classifyBacklink(record: BacklinkRecord, scale: RankScale): Backlink {
  const [classification, reason] = chooseClass(record, scale);
  const score_components = scoreLink(record, classification);
  const score = roundTenths(Object.values(score_components).reduce((sum, points) => sum + points, 0));
  return {
    ...showBacklink(record, scale),
    classification,
    reason: record.is_indirect_link ? `${reason} ${INDIRECT}` : reason,
    score,
    score_components,
    priority: priorityOf(score),
  };
}

function chooseClass(record: BacklinkRecord, scale: RankScale): [Classification, string] {
  const { backlink_spam_score: spam, domain_from_rank: rank } = record;
  if (spam !== null && rateSpam(spam) === 'high')
    return [
      'quality_review',
      `The page has a spam score of ${Math.round(spam)} out of 100. ${describeSign(record.spam_signs)}`.trimEnd(),
    ];
  if (record.is_lost)
    return [
      'lost_link_reclaim',
      `The link was on the page on ${formatDate(record.last_seen)} and gone on ${formatDate(record.lost_date)}.`,
    ];
  if (record.is_broken === true)
    return ['broken_target_repair', `The linked page returns ${record.url_to_status_code ?? 'an error'}.`];
  const doubt = findDoubt(record);
  if (doubt !== undefined) return ['quality_review', doubt];
  if (!record.dofollow)
    return ['outreach_reference', 'A live link that passes no authority; it shows who already covers the target.'];
  if (rank === null) return ['outreach_reference', 'A live followed link; the authority of its domain is unknown.'];
  const source = `followed link from a domain of rank ${formatRank(rank, scale)}.`;
  return (onScale(rank, 'one_hundred') ?? 0) >= RANK_STRONG
    ? ['authority_protection', `A ${source}`]
    : ['outreach_reference', `A live ${source}`];
}

function findDoubt({ placement, page_from_external_links: outgoing }: BacklinkRecord): string | undefined {
  if (placement === 'hidden') return 'Readers do not see the link on its page.';
  return outgoing !== null && outgoing > EXTERNAL_LINKS_MAX
    ? `The page has ${outgoing.toLocaleString('en-US')} outgoing links.`
    : undefined;
}

function scoreLink(record: BacklinkRecord, classification: Classification): Record<string, number> {
  const isSound = classification !== 'quality_review';
  return {
    page_authority: roundTenths(WEIGHT.page_authority * scoreRank(record.page_from_rank)),
    domain_authority: roundTenths(WEIGHT.domain_authority * scoreRank(record.domain_from_rank)),
    followed: record.dofollow && isSound ? WEIGHT.followed : 0,
    in_content: record.placement === 'content' && isSound ? WEIGHT.in_content : 0,
    urgency: URGENCY[classification],
  };
}
