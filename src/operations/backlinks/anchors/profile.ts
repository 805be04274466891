import { z } from 'zod';

import { counted } from '../../../kernel/grammar.ts';
import type { AnchorsRecord, CommonAnchorRecord, LinkStatus } from '../../../ports/links.ts';
import { keyed } from '../../../links/fields.ts';
import { formatPercent, shareOf } from '../../../links/quality.ts';
import { ANCHOR_INTENTS, classifyAnchor, type TargetReading } from './intent.ts';
import { readBuyingWords } from './wording.ts';

/**
 * Exact-match anchors above 10–15 % of a profile are what practitioners flag (reference/formulas.md 4.12, handed down
 * without a study behind it): up to the edge nothing is said, above the bound the profile counts as over-optimised.
 */
export const EXACT_SHARE = { edge: 0.1, over: 0.15 } as const;
/** A profile of fewer links, or of fewer sites, is chance: nothing is said of it. */
export const PROFILE_LINKS_MIN = 100;
const PROFILE_SITES_MIN = 20;
/** One buyer's search on so many sites is no chance, however small the profile: nobody words a link that way for readers. */
export const PATTERN_SITES_MIN = 5;
/** Where so much of a profile cannot be judged, what is left does not clear it. */
const UNKNOWN_SHARE_MAX = 0.5;

const shareField = z.number().nullable();

export const AnchorProfile = z.object({
  share: z
    .object({
      branded: shareField,
      exact_match: shareField,
      partial_match: shareField,
      url: shareField,
      generic: shareField,
      image: shareField,
      empty: shareField,
      foreign: shareField,
      unknown: shareField.describe('Anchor texts of unknown intent.'),
    })
    .describe('Share of the analyzed links by intent, 0-1; null when there are none.'),
  exact_match_share: shareField.describe('Share of the analyzed links, 0-1.'),
  exact_match_site_share: shareField.describe(
    'The same with each site counted once per anchor text, so that sitewide links count as one.',
  ),
  over_optimized: z.boolean().nullable().describe('Null when the profile is too small or too much of it is unknown.'),
  reason: z.string(),
  groups: z.int().describe('Anchor texts analyzed: the most common ones, before filters.'),
  backlinks: z.int().describe('Links with those anchor texts.'),
  covered_share: shareField.describe('Share of all links to the target with the requested status, 0-1.'),
});
export type AnchorProfile = z.infer<typeof AnchorProfile>;

const INTENTS = [...ANCHOR_INTENTS, 'unknown'] as const;

/** Reads the profile as a whole from the commonest anchors, whatever page of the list was asked for. */
export function readProfile(record: AnchorsRecord, reading: TargetReading, status: LinkStatus): AnchorProfile {
  const counts = keyed(INTENTS, () => ({ links: 0, sites: 0 }));
  let bought: Pick<CommonAnchorRecord, 'anchor' | 'referring_main_domains'> | undefined;
  for (const group of record.commonest) {
    const intent = classifyAnchor(group, reading).intent ?? 'unknown';
    if (
      intent === 'exact_match' &&
      isPattern(group) &&
      group.referring_main_domains > (bought?.referring_main_domains ?? 0)
    )
      bought = group;
    const count = counts[intent];
    count.links += group.backlinks;
    count.sites += group.referring_main_domains;
  }
  const links = Object.values(counts).reduce((sum, each) => sum + each.links, 0);
  const sites = Object.values(counts).reduce((sum, each) => sum + each.sites, 0);
  const share = keyed(INTENTS, (intent) => shareOf(counts[intent].links, links));
  const exact_sites = shareOf(counts.exact_match.sites, sites);
  const unknown_sites = shareOf(counts.unknown.sites, sites) ?? 0;
  return {
    share,
    exact_match_share: share.exact_match,
    exact_match_site_share: exact_sites,
    ...judgeProfile({ links, sites, exact_links: share.exact_match, exact_sites, unknown_sites, bought }, status),
    groups: record.commonest.length,
    backlinks: links,
    covered_share: shareOf(links, record.backlinks),
  };
}

interface Figures {
  readonly links: number;
  readonly sites: number;
  readonly exact_links: number | null;
  readonly exact_sites: number | null;
  readonly unknown_sites: number;
  /** The buyer's search that most sites use as the text of their link. */
  readonly bought: Pick<CommonAnchorRecord, 'anchor' | 'referring_main_domains'> | undefined;
}

export function isPattern({
  anchor,
  referring_main_domains,
}: Pick<CommonAnchorRecord, 'anchor' | 'referring_main_domains'>): boolean {
  return referring_main_domains >= PATTERN_SITES_MIN && readBuyingWords(anchor) !== undefined;
}

function judgeProfile(figures: Figures, status: LinkStatus): Pick<AnchorProfile, 'over_optimized' | 'reason'> {
  const { links, sites, exact_links: byLinks, exact_sites: bySites, unknown_sites: unknown, bought } = figures;
  if (byLinks === null || bySites === null) return { over_optimized: null, reason: 'There are no links to judge.' };
  if (status === 'lost') return { over_optimized: null, reason: 'Lost links say nothing about today’s profile.' };
  if (bought !== undefined && bought.referring_main_domains > sites * EXACT_SHARE.over) {
    return {
      over_optimized: true,
      reason: `${counted(bought.referring_main_domains, 'site')} use the same buyer’s search, “${bought.anchor}”, as their anchor text (${formatPercent(bought.referring_main_domains / sites)} of all combinations of site and text), which hardly happens unless links are placed.`,
    };
  }
  if (links < PROFILE_LINKS_MIN || sites < PROFILE_SITES_MIN) {
    return {
      over_optimized: null,
      reason: `${counted(links, 'link')} and ${counted(sites, 'combination')} of site and text are too few to judge; at least ${PROFILE_LINKS_MIN} and ${PROFILE_SITES_MIN} are needed.`,
    };
  }
  const both = `Exact-match anchors make up ${formatPercent(byLinks)} of the links, or ${formatPercent(bySites)} when each site counts once per text`;
  if (bySites > EXACT_SHARE.over)
    return {
      over_optimized: true,
      reason: `${both}; anything above ${formatPercent(EXACT_SHARE.over)} counts as over-optimized.`,
    };
  if (unknown > UNKNOWN_SHARE_MAX)
    return {
      over_optimized: null,
      reason: `${both}, but ${formatPercent(unknown)} of the anchor texts cannot be judged.`,
    };
  if (bySites > EXACT_SHARE.edge)
    return {
      over_optimized: false,
      reason: `${both}: borderline (${formatPercent(EXACT_SHARE.edge)} to ${formatPercent(EXACT_SHARE.over)}).`,
    };
  if (byLinks > EXACT_SHARE.over)
    return {
      over_optimized: false,
      reason: `${both}: a few sites repeat them on many pages, and each of those is a single choice of text.`,
    };
  return { over_optimized: false, reason: `${both}: within the normal range.` };
}
