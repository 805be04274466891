import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { keyed } from '../../../links/fields.ts';
import { ACTION_TYPES, CHANNELS, chooseAction } from './actions.ts';
import { type Assets, matchAsset, MatchedAsset } from './assets.ts';
import type { OpportunityFinderInput } from './input.ts';
import { LinkToYou } from '../../../links/known-links.ts';
import { listRisks, rateEffort, writePitch } from './pitch.ts';
import type { Site } from './prospects.ts';
import { COMPONENTS, scoreSite } from './score.ts';
import { type Parties, Reason, screenSite } from './screen.ts';

/** Judges one prospect: an action that is worth it, or the reason why there is none. */

const ProspectSite = z.object({
  domain: z.string().describe('Registrable domain; as written in the request when it is not a domain.'),
  url: z.string().nullable(),
  title: z.string().nullable(),
  source_type: z.string().nullable(),
  topics: z.array(z.string()),
  linked_competitors: z.array(z.string()),
  linked_competitors_count: z.int(),
  domain_rank: z.number().nullable().describe('0-100.'),
  page_rank: z.number().nullable().describe('0-100.'),
  spam_score: z.number().nullable(),
  dofollow: z.boolean().nullable(),
  already_links: LinkToYou.nullable().describe(
    'A live link from that site to yours; null if your index has not seen one. A site that only has lost or broken links to yours still counts as an opportunity: ask for the link back.',
  ),
  rows: z.int().describe('Rows of the request for this site.'),
});

export const Opportunity = z.object({
  prospect: ProspectSite,
  action_type: z.enum(ACTION_TYPES),
  action_reason: z.string(),
  channel: z.enum(CHANNELS).describe('Who decides about the link: listings and forums have no editor.'),
  matched_asset: MatchedAsset.nullable(),
  pitch_angle: z.string(),
  score: z.number(),
  score_components: z
    .object(keyed(COMPONENTS, () => z.number().nullable()))
    .describe('Null for what your request does not say: it is left out, and the others weigh more.'),
  score_coverage: z.number().describe('Share of the score that is known, 0-1.'),
  priority: Level.nullable().describe('Null where less than half of the score is known.'),
  effort: Level,
  risks: z.array(z.string()),
});
export type Opportunity = z.infer<typeof Opportunity>;

export const Rejected = z.object({
  prospect: ProspectSite,
  action_type: z.literal('skip'),
  reason: Reason,
  why: z.string(),
  score: z.number().nullable().describe('Null when the prospect was rejected before scoring.'),
});
export type Rejected = z.infer<typeof Rejected>;

const BAND = { low: 0, medium: 1, high: 2 } as const;

export interface Campaign {
  readonly input: OpportunityFinderInput;
  readonly language: string;
  readonly assets: Assets;
  readonly parties: Parties;
}

export function judgeSite(site: Site, { input, language, assets, parties }: Campaign): Opportunity | Rejected {
  const asset = matchAsset(site, assets, language);
  const refusal = screenSite(site, asset, parties);
  if (refusal !== undefined) return { prospect: showSite(site), action_type: 'skip', ...refusal, score: null };
  const action = chooseAction(site, asset, input.campaign_goal, parties.own_sites);
  const scored = scoreSite(site, action, asset, { goal: input.campaign_goal, assets: parties.assets });
  const { priority, score_components, score_coverage } = scored;
  const score = scored.opportunity_score ?? 0;
  if (isBelow(action.type === 'skip' ? 'low' : priority, input.min_priority)) {
    const reason = action.type === 'skip' ? reasonToSkip(input) : 'below_min_priority';
    const why =
      action.type === 'skip'
        ? `${capitalize(action.sign)}.`
        : `It scores ${score} (${priority ?? 'unknown'}), below min_priority ${input.min_priority}; ${action.sign}.`;
    return { prospect: showSite(site), action_type: 'skip', reason, why, score };
  }
  return {
    prospect: showSite(site),
    action_type: action.type,
    action_reason: `${capitalize(action.sign)}.`,
    channel: action.channel,
    matched_asset: asset,
    pitch_angle: writePitch(action, site, asset, parties.own_sites),
    score,
    score_components,
    score_coverage,
    priority,
    effort: rateEffort(action, site, parties.own_sites),
    risks: listRisks(site, asset, parties.assets, action.type),
  };
}

/** Of what is hardly known nobody can say that it is below anything. */
function isBelow(priority: Level | null, min: Level): boolean {
  return priority !== null && BAND[priority] < BAND[min];
}

/** The mixed goal takes every kind of action: what fits none of them lacks evidence. */
function reasonToSkip({ campaign_goal }: OpportunityFinderInput): Reason {
  return campaign_goal === 'mixed' ? 'no_evidence' : 'not_for_this_goal';
}

export function showSite(site: Site): z.infer<typeof ProspectSite> {
  return {
    domain: site.site,
    url: site.url,
    title: site.title === '' ? null : site.title,
    source_type: site.source_type === '' ? null : site.source_type,
    topics: [...site.topics],
    linked_competitors: [...site.competitors],
    linked_competitors_count: site.competitors_count,
    domain_rank: site.domain_rank,
    page_rank: site.page_rank,
    spam_score: site.spam_score,
    dofollow: site.dofollow,
    already_links: site.already_links,
    rows: site.rows,
  };
}

function capitalize(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
