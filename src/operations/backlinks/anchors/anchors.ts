import { z } from 'zod';

import { Level, priorityOf } from '../../../kernel/level.ts';
import { groupFigures, scoreFields, scoreGroup, showFigures } from '../../../links/link-group.ts';
import { allBacklinks, groupList, type GroupQuestion, shareOfAll, showGroupPage } from '../../../links/link-list.ts';
import { shareOf } from '../../../links/quality.ts';
import type { AnchorRecord, AnchorsRecord } from '../../../ports/links.ts';
import { ANCHOR_INTENTS, classifyAnchor, readTarget, type TargetReading } from './intent.ts';
import { AnchorProfile, readProfile } from './profile.ts';
import { findRepairSignals, findRiskSignals, rateUrgency, RepairSignal, RiskSignal } from './signals.ts';

/** Reads a link profile through the words that other sites link with. */

const AnchorGroup = z.object({
  anchor: z.string().describe('Exact text; empty for images and links without text.'),
  anchor_intent: z.enum(ANCHOR_INTENTS).nullable().describe('Null when the available data does not say.'),
  intent_reason: z.string(),
  share: shareOfAll,
  ...groupFigures,
  referring_domains: z.int().describe('Linking hosts.'),
  referring_main_domains: z.int().describe('Linking registrable domains.'),
  image_backlinks: z.int().describe('Image links.'),
  image_alt: z.string().describe('Alt text of most of the images; empty when they have none.'),
  language: z.string().nullable().describe('Language of most linking pages.'),
  target_url: z.string().nullable().describe('The page that most of the links point to; null when unknown.'),
  target_title: z.string().nullable().describe('Null when that page has not been crawled.'),
  risk_signals: z.array(RiskSignal),
  repair_signals: z.array(RepairSignal),
  ...scoreFields,
  priority: Level,
});
export type AnchorGroup = z.infer<typeof AnchorGroup>;

export const AnchorList = groupList(
  {
    items: z.array(AnchorGroup),
    backlinks: allBacklinks,
    brand: z.object({
      label: z.string().describe('The name in the domain.'),
      names: z.array(z.string()).describe('Names of the site, letters only, from its domain and titles.'),
    }),
    main_language: z
      .string()
      .nullable()
      .describe('Language of the linked pages or, if no title is known, of most anchor texts.'),
    profile: AnchorProfile,
  },
  'Anchor texts',
);
export type AnchorList = z.infer<typeof AnchorList>;

/** @param names of the brand of the caller's project, where the target is one of its sites */
export function analyzeAnchors(
  record: AnchorsRecord,
  question: GroupQuestion,
  names: readonly string[] = [],
): AnchorList {
  const reading = readTarget(question.target, record.commonest, names);
  return {
    ...showGroupPage(record, question),
    items: record.anchors.map((anchor) => judge(anchor, record.backlinks, reading, question)),
    brand: { label: reading.brand.label, names: [...reading.brand.keys] },
    main_language: reading.main.language === '' ? null : reading.main.language,
    profile: readProfile(record, reading, question.status),
  };
}

function judge(
  record: AnchorRecord,
  total: number | null,
  reading: TargetReading,
  { rank_scale, status }: GroupQuestion,
): AnchorGroup {
  const verdict = classifyAnchor(record, reading);
  const context = { status, total, reading };
  const risks = findRiskSignals(record, verdict, context);
  const repairs = findRepairSignals(record, verdict, context);
  const weight = scoreGroup(
    rateUrgency(record, { risks, repairs }, status),
    record.rank,
    record.referring_main_domains,
  );
  return {
    ...showFigures(record, rank_scale),
    anchor_intent: verdict.intent,
    intent_reason: verdict.reason,
    share: shareOf(record.backlinks, total),
    risk_signals: risks,
    repair_signals: repairs,
    ...weight,
    priority: priorityOf(weight.score),
  };
}
