import { z } from 'zod';

import { counted } from '../../../kernel/grammar.ts';
import type { AnchorsRecord, LinkStatus } from '../../../ports/links.ts';
import { percent, shareOf } from '../../../links/link-group.ts';
import { ANCHOR_INTENTS, type AnchorIntent, intentOf, type TargetReading } from './intent.ts';

/**
 * Exact-match anchors above 10–15 % of a profile are what practitioners flag (reference/formulas.md 4.12, handed down
 * without a study behind it): up to the edge nothing is said, above the bound the profile counts as over-optimised.
 */
export const EXACT_SHARE = { edge: 0.1, over: 0.15 } as const;
/** A profile of fewer links, or of fewer sites, is chance: nothing is said of it. */
export const PROFILE_LINKS_MIN = 100;
const PROFILE_SITES_MIN = 20;
/** Where so much of a profile cannot be judged, what is left does not clear it. */
const UNKNOWN_SHARE_MAX = 0.5;

const share = z.number().nullable();

export const AnchorProfile = z.object({
  share: z
    .object({
      branded: share,
      exact_match: share,
      partial_match: share,
      url: share,
      generic: share,
      image: share,
      empty: share,
      foreign: share,
      unknown: share.describe('Texts whose intent nothing tells.'),
    })
    .describe('Share of the links that were looked at, by intent, 0-1; null when there are none.'),
  exact_match_share: share.describe('Share of the links that were looked at, 0-1.'),
  exact_match_site_share: share.describe(
    'The same with each site counted once a text, so that sitewide links weigh as one.',
  ),
  over_optimized: z
    .boolean()
    .nullable()
    .describe('Null when the profile is too small, or too little of it can be judged.'),
  reason: z.string(),
  groups: z.int().describe('Anchor texts looked at: the commonest, without the filters of the request.'),
  backlinks: z.int().describe('Links that they stand on.'),
  covered_share: share.describe('Those of all links of the target with the asked status, 0-1.'),
});
export type AnchorProfile = z.infer<typeof AnchorProfile>;

type Counts = Record<AnchorIntent | 'unknown', { links: number; sites: number }>;

/** Reads the profile as a whole from the commonest anchors, whatever page of the list was asked for. */
export function profileOf(record: AnchorsRecord, reading: TargetReading, status: LinkStatus): AnchorProfile {
  const counts = countsOf(record, reading);
  const all = Object.values(counts);
  const links = all.reduce((sum, each) => sum + each.links, 0);
  const sites = all.reduce((sum, each) => sum + each.sites, 0);
  const shares = (intent: AnchorIntent | 'unknown'): number | null => shareOf(counts[intent].links, links);
  const figures = {
    links,
    sites,
    exact_links: shares('exact_match'),
    exact_sites: shareOf(counts.exact_match.sites, sites),
    unknown_sites: shareOf(counts.unknown.sites, sites) ?? 0,
  };
  return {
    share: {
      branded: shares('branded'),
      exact_match: shares('exact_match'),
      partial_match: shares('partial_match'),
      url: shares('url'),
      generic: shares('generic'),
      image: shares('image'),
      empty: shares('empty'),
      foreign: shares('foreign'),
      unknown: shares('unknown'),
    },
    exact_match_share: figures.exact_links,
    exact_match_site_share: figures.exact_sites,
    ...verdictOf(figures, status),
    groups: record.commonest.length,
    backlinks: links,
    covered_share: shareOf(links, record.backlinks),
  };
}

function countsOf(record: AnchorsRecord, reading: TargetReading): Counts {
  const nothing = () => ({ links: 0, sites: 0 });
  const counts: Counts = {
    branded: nothing(),
    exact_match: nothing(),
    partial_match: nothing(),
    url: nothing(),
    generic: nothing(),
    image: nothing(),
    empty: nothing(),
    foreign: nothing(),
    unknown: nothing(),
  };
  for (const group of record.commonest) {
    const count = counts[intentOf(group, reading).intent ?? 'unknown'];
    count.links += group.backlinks;
    count.sites += group.referring_main_domains;
  }
  return counts;
}

interface Figures {
  readonly links: number;
  readonly sites: number;
  readonly exact_links: number | null;
  readonly exact_sites: number | null;
  readonly unknown_sites: number;
}

function verdictOf(figures: Figures, status: LinkStatus): Pick<AnchorProfile, 'over_optimized' | 'reason'> {
  const { links, sites, exact_links: byLinks, exact_sites: bySites, unknown_sites: unknown } = figures;
  if (byLinks === null || bySites === null) return { over_optimized: null, reason: 'There are no links to judge.' };
  if (status === 'lost') return { over_optimized: null, reason: 'Lost links say nothing about the profile of today.' };
  if (links < PROFILE_LINKS_MIN || sites < PROFILE_SITES_MIN) {
    return {
      over_optimized: null,
      reason: `${counted(links, 'link')} in ${counted(sites, 'pair')} of site and text are too few to judge: it takes ${PROFILE_LINKS_MIN} and ${PROFILE_SITES_MIN}.`,
    };
  }
  const both = `Exact-match texts stand on ${percent(byLinks)} of the links, and make ${percent(bySites)} when each site counts once a text`;
  if (bySites > EXACT_SHARE.over)
    return { over_optimized: true, reason: `${both}; above ${percent(EXACT_SHARE.over)} counts as over-optimised.` };
  if (unknown > UNKNOWN_SHARE_MAX)
    return { over_optimized: null, reason: `${both}, but ${percent(unknown)} of the texts cannot be judged.` };
  if (bySites > EXACT_SHARE.edge)
    return {
      over_optimized: false,
      reason: `${both}: at the edge, which is ${percent(EXACT_SHARE.edge)} to ${percent(EXACT_SHARE.over)}.`,
    };
  if (byLinks > EXACT_SHARE.over)
    return {
      over_optimized: false,
      reason: `${both}: a few sites repeat them on many pages, which is one choice of a text each.`,
    };
  return { over_optimized: false, reason: `${both}: within what is common.` };
}

/** The intents in the order in which natural profiles have them, which tables keep. */
export const INTENTS_SHOWN: readonly (AnchorIntent | 'unknown')[] = [...ANCHOR_INTENTS, 'unknown'];
