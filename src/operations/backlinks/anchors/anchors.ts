import { z } from 'zod';

import { Level, priorityOf } from '../../../kernel/level.ts';
import type { RankScale } from '../../../kernel/rank.ts';
import type { Target } from '../../../web/target.ts';
import type { AnchorRecord, AnchorsRecord, LinkStatus } from '../../../ports/links.ts';
import { ANCHOR_INTENTS, intentOf, readTarget, type TargetReading } from './intent.ts';
import { AnchorProfile, profileOf } from './profile.ts';
import { RepairSignal, repairSignalsOf, RiskSignal, riskSignalsOf, urgencyOf } from './signals.ts';
import { figuresOf, groupFigures, scoreFields, shareOf, weighed } from '../../../links/link-group.ts';

/** Reads a link profile through the words that other sites link with. */

export const AnchorGroup = z.object({
  anchor: z.string().describe('Exact text; empty for images and links without text.'),
  anchor_intent: z.enum(ANCHOR_INTENTS).nullable().describe('Null when nothing that is known tells it.'),
  intent_reason: z.string(),
  share: z.number().nullable().describe('Of all links of the target with the asked status, 0-1.'),
  ...groupFigures,
  referring_domains: z.int().describe('Hosts that link.'),
  referring_main_domains: z.int().describe('Registrable domains that link.'),
  image_backlinks: z.int().describe('Links whose content is an image.'),
  image_alt: z.string().describe('Alternative text of most of the images; empty when they have none.'),
  language: z.string().nullable().describe('Of most of the linking pages.'),
  target_url: z.string().describe('The page that most of the links name.'),
  target_title: z.string().nullable().describe('Null when that page was not read.'),
  risk_signals: z.array(RiskSignal),
  repair_signals: z.array(RepairSignal),
  ...scoreFields,
  priority: Level,
});
export type AnchorGroup = z.infer<typeof AnchorGroup>;

export const AnchorReport = z.object({
  items: z.array(AnchorGroup),
  backlinks: z.int().nullable().describe('All links of the target with the asked status, without the filters.'),
  brand: z.object({
    label: z.string().describe('The name in the domain.'),
    names: z.array(z.string()).describe('Names of the site as letters alone, from the domain and from titles.'),
  }),
  main_language: z
    .string()
    .nullable()
    .describe('Of the linked pages or, where no title is known, of most anchor texts.'),
  profile: AnchorProfile,
});
export type AnchorReport = z.infer<typeof AnchorReport>;

export interface AnchorsQuestion {
  readonly rank_scale: RankScale;
  readonly status: LinkStatus;
}

export function analyzeAnchors(target: Target, record: AnchorsRecord, question: AnchorsQuestion): AnchorReport {
  const reading = readTarget(target, record.commonest);
  return {
    items: record.anchors.map((anchor) => groupOf(anchor, record.backlinks, reading, question)),
    backlinks: record.backlinks,
    brand: { label: reading.brand.label, names: [...reading.brand.keys] },
    main_language: reading.main.language === '' ? null : reading.main.language,
    profile: profileOf(record, reading, question.status),
  };
}

function groupOf(
  record: AnchorRecord,
  total: number | null,
  reading: TargetReading,
  { rank_scale, status }: AnchorsQuestion,
): AnchorGroup {
  const verdict = intentOf(record, reading);
  const context = { status, total, reading };
  const risks = riskSignalsOf(record, verdict, context);
  const repairs = repairSignalsOf(record, verdict, context);
  const weight = weighed(urgencyOf(record, { risks, repairs }, status), record.rank, record.referring_main_domains);
  return {
    anchor: record.anchor,
    anchor_intent: verdict.intent,
    intent_reason: verdict.reason,
    share: shareOf(record.backlinks, total),
    ...figuresOf(record, rank_scale),
    referring_domains: record.referring_domains,
    referring_main_domains: record.referring_main_domains,
    image_backlinks: record.image_backlinks,
    image_alt: record.image_alt,
    language: record.language,
    target_url: record.target_url,
    target_title: record.target_title,
    risk_signals: risks,
    repair_signals: repairs,
    ...weight,
    priority: priorityOf(weight.score),
  };
}
