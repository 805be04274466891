import { z } from 'zod';

import { findSpamTrade } from '../../../web/spam-trades.ts';
import { foldText } from '../../../web/words.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import type { AnchorRecord, LinkStatus } from '../../../ports/links.ts';
import { listed } from '../../../guidance/plan.ts';
import {
  countLost,
  describeBroken,
  describeLost,
  LINKS_A_SITE_MAX,
  rateBroken,
  rateLost,
} from '../../../links/link-group.ts';
import { formatPercent, rateSpam, shareOf } from '../../../links/quality.ts';
import { describeSpamOf } from '../../../links/spam-evidence.ts';
import type { IntentVerdict, TargetReading } from './intent.ts';
import { EXACT_SHARE, isPattern, PATTERN_SITES_MIN, PROFILE_LINKS_MIN } from './profile.ts';

export const RiskSignal = z.object({
  signal: z.enum(['high_spam', 'raised_spam', 'spam_trade', 'repeated_keyword', 'sitewide', 'foreign_text', 'hidden']),
  reason: z.string(),
});
export type RiskSignal = z.infer<typeof RiskSignal>;

export const RepairSignal = z.object({
  signal: z.enum(['broken_target', 'lost_links', 'image_without_alt']),
  reason: z.string(),
});
export type RepairSignal = z.infer<typeof RepairSignal>;

/** How pressing each sign is for itself, 0-1. A sitewide link alone is mostly a partner's footer. */
const RISK_URGENCY: Readonly<Record<RiskSignal['signal'], number>> = {
  spam_trade: 0.75,
  high_spam: 0.7,
  repeated_keyword: 0.7,
  foreign_text: 0.3,
  hidden: 0.5,
  raised_spam: 0.25,
  sitewide: 0.1,
};
const IMAGE_URGENCY = 0.1;

/** A few foreign texts are nothing; more sites than this with the same one are seldom chance. */
const FOREIGN_SITES_MIN = 2;

/** A site is in such a trade when so many of its linked pages are: one page alone may be what somebody broke in for. */
const OWN_TRADE_SHARE_MIN = 0.2;

export interface AnchorContext {
  readonly status: LinkStatus;
  /** Links of the target with the asked status. */
  readonly total: number | null;
  readonly reading: TargetReading;
}

export function findRiskSignals(record: AnchorRecord, verdict: IntentVerdict, context: AnchorContext): RiskSignal[] {
  return listed([
    findTradeSign(record, context),
    findSpam(record),
    findRepetition(record, verdict, context),
    findForeignText(record, verdict),
    findSitewide(record),
    findHidden(record),
  ]);
}

export function findRepairSignals(
  record: AnchorRecord,
  verdict: IntentVerdict,
  { status }: AnchorContext,
): RepairSignal[] {
  const signals: RepairSignal[] = [];
  if (status !== 'lost' && (record.broken_backlinks ?? 0) > 0)
    signals.push({ signal: 'broken_target', reason: describeBroken(record) });
  if (countLost(record) > 0) signals.push({ signal: 'lost_links', reason: describeLost(record) });
  if (verdict.intent === 'image' && record.image_alt === '' && status !== 'lost')
    signals.push({
      signal: 'image_without_alt',
      reason: 'Most of the images have no alt text, which serves as the anchor text of an image link.',
    });
  return signals;
}

/** The most pressing sign decides; several together do not make a worse one. */
export function rateUrgency(
  record: AnchorRecord,
  signals: { readonly risks: readonly RiskSignal[]; readonly repairs: readonly RepairSignal[] },
  status: LinkStatus,
): number {
  const repair = signals.repairs.map(({ signal }) => {
    if (signal === 'broken_target') return rateBroken(record);
    return signal === 'lost_links' ? rateLost(record, status) : IMAGE_URGENCY;
  });
  return Math.max(0, ...signals.risks.map(({ signal }) => RISK_URGENCY[signal]), ...repair);
}

function findTradeSign({ anchor, image_alt }: AnchorRecord, { reading }: AnchorContext): RiskSignal | undefined {
  const trade = matchTrade(`${anchor} · ${image_alt}`);
  if (trade === undefined || isOwnTrade(reading)) return undefined;
  return {
    signal: 'spam_trade',
    reason: `The anchor text mentions “${trade}”, a niche known for link spam. Check that the site has not been hacked, too.`,
  };
}

function isOwnTrade({ brand, pages }: TargetReading): boolean {
  if (matchTrade(brand.label_words.join(' ')) !== undefined) return true;
  const titles = [...pages.values()]
    .map(({ subjects }) => subjects.filter(({ from }) => from === 'title').map(({ text }) => text))
    .filter((texts) => texts.length > 0);
  const inTrade = titles.filter((texts) => matchTrade(texts.join(' · ')) !== undefined);
  return inTrade.length > 0 && inTrade.length >= titles.length * OWN_TRADE_SHARE_MIN;
}

function matchTrade(text: string): string | undefined {
  return findSpamTrade(foldText(text.slice(0, 600)));
}

function findSpam({ spam_score: score, spam_signs }: AnchorRecord): RiskSignal | undefined {
  const level = rateSpam(score);
  if (score === null || level === null || level === 'low') return undefined;
  return { signal: level === 'high' ? 'high_spam' : 'raised_spam', reason: describeSpamOf(score, spam_signs) };
}

function findRepetition(
  record: AnchorRecord,
  { intent }: IntentVerdict,
  { total, status }: AnchorContext,
): RiskSignal | undefined {
  if (intent !== 'exact_match' || status === 'lost' || total === null) return undefined;
  if (total < PROFILE_LINKS_MIN && !isPattern(record)) return undefined;
  const share = shareOf(record.backlinks, total) ?? 0;
  if (share <= EXACT_SHARE.edge || record.referring_main_domains < PATTERN_SITES_MIN) return undefined;
  return {
    signal: 'repeated_keyword',
    reason: `One keyword accounts for ${formatPercent(share)} of all links, across ${counted(record.referring_main_domains, 'site')}.`,
  };
}

function findForeignText(record: AnchorRecord, verdict: IntentVerdict): RiskSignal | undefined {
  if (verdict.intent !== 'foreign' || record.referring_main_domains < FOREIGN_SITES_MIN) return undefined;
  const sites = record.referring_main_domains;
  return { signal: 'foreign_text', reason: `${verdict.reason} ${counted(sites, 'site')} ${agree(sites, 'uses')} it.` };
}

function findHidden({ backlinks, hidden_backlinks: hidden }: AnchorRecord): RiskSignal | undefined {
  if (hidden === null || hidden === 0 || hidden * 2 < backlinks) return undefined;
  return {
    signal: 'hidden',
    reason: `Readers do not see ${hidden === backlinks ? agree(hidden, 'the link', 'these links') : `${hidden.toLocaleString('en-US')} of these links`}.`,
  };
}

function findSitewide({ backlinks, referring_main_domains: sites }: AnchorRecord): RiskSignal | undefined {
  if (sites === 0 || backlinks / sites <= LINKS_A_SITE_MAX) return undefined;
  return {
    signal: 'sitewide',
    reason:
      sites === 1
        ? `One site has all ${counted(backlinks, 'link')}, which suggests a footer or sidebar.`
        : `${counted(sites, 'site')} have ${counted(backlinks, 'link')}, about ${Math.round(backlinks / sites)} each, which suggests footers and sidebars.`,
  };
}
