import { keyed } from '../../../links/fields.ts';
import { type WeighedScore, weighShares } from '../../../rankings/score.ts';
import { type ChosenAction, isOfUnknownSubject } from './actions.ts';
import type { MatchedAsset } from './assets.ts';
import type { CampaignGoal } from './input.ts';
import type { Site } from './prospects.ts';

export const COMPONENTS = ['goal_fit', 'relevance', 'authority', 'competitor_links', 'link_value', 'trust'] as const;
type Component = (typeof COMPONENTS)[number];

/** Points that each component can earn, in their order, by goal; each row adds up to 100. Our own weights, pinned by the tests. */
const WEIGHTS: Readonly<Record<CampaignGoal, readonly number[]>> = {
  mixed: [28, 22, 20, 12, 10, 8],
  link_gap: [20, 20, 20, 25, 8, 7],
  broken_link_building: [35, 25, 20, 5, 8, 7],
  digital_pr: [25, 25, 30, 5, 5, 10],
  resource_page: [30, 30, 15, 10, 8, 7],
  reclaim_lost_links: [45, 10, 25, 0, 12, 8],
  protect_authority: [30, 10, 40, 0, 12, 8],
};

/** A prospect that the campaign has no use for stays in the low band, however strong its domain. */
const SKIPPED_SHARE = 0.33;
/** A link that anyone can place is never a high priority, however strong the domain it is on. */
const OPEN_SHARE = 0.66;

type Score = WeighedScore<Component>;

/**
 * The worth of a prospect for the campaign, 0–100: `Σ weight × value`, in tenths.
 *
 * Values are 0–1: goal_fit by the action, relevance to the matched asset, authority 60 % domain and 40 % page
 * rank, competitor_links 0.5, 0.75 and 1 for one, two and more, link_value for followed links, trust 1 − spam ÷ 100.
 * What the request does not say is left out, and its weight goes to the others in proportion.
 */
export function scoreSite(
  site: Site,
  action: ChosenAction,
  asset: MatchedAsset | null,
  campaign: { readonly goal: CampaignGoal; readonly assets: boolean },
): Score {
  const weights = keyed(COMPONENTS, (name) => WEIGHTS[campaign.goal][COMPONENTS.indexOf(name)] ?? 0);
  const values: Record<Component, number | null> = {
    goal_fit: action.fit,
    relevance: campaign.assets ? measureRelevance(site, asset) : null,
    authority: measureAuthority(site),
    competitor_links: site.says_competitors ? ([0, 0.5, 0.75][site.competitors_count] ?? 1) : null,
    link_value: site.dofollow === null ? null : Number(site.dofollow),
    trust: site.spam_score === null ? null : 1 - site.spam_score / 100,
  };
  const scale = action.type === 'skip' ? SKIPPED_SHARE : action.channel === 'editor' ? 1 : OPEN_SHARE;
  return weighShares(
    keyed(COMPONENTS, (name) => weights[name] / 100),
    keyed(COMPONENTS, (name) => (values[name] === null ? null : scale * values[name])),
  );
}

/** What a row without topics and title is about is not known, unless its address says it; nor is that of a page of links. */
function measureRelevance(site: Site, asset: MatchedAsset | null): number | null {
  const isUnknown = (site.topics.length === 0 && site.title === '') || isOfUnknownSubject(site);
  return asset?.relevance ?? (isUnknown ? null : 0);
}

function measureAuthority({ domain_rank: domain, page_rank: page }: Site): number | null {
  if (domain !== null && page !== null) return (0.6 * domain + 0.4 * page) / 100;
  const rank = domain ?? page;
  return rank === null ? null : rank / 100;
}
