import { keyed } from '../../../links/fields.ts';
import type { ChosenAction } from './actions.ts';
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

interface Score {
  readonly score: number;
  readonly components: Record<Component, number>;
}

/**
 * The worth of a prospect for the campaign, 0–100: `Σ weight × value`, each part in whole points.
 *
 * Values are 0–1: goal_fit by the action, relevance to the matched asset, authority 60 % domain and 40 % page
 * rank, competitor_links 0.5, 0.75 and 1 for one, two and more, link_value for followed links, trust 1 − spam ÷ 100.
 * What is not known earns nothing, so that a row that says more scores higher. Without any owned asset relevance
 * cannot be judged and its points go to the others in proportion.
 */
export function scoreSite(
  site: Site,
  action: ChosenAction,
  asset: MatchedAsset | null,
  campaign: { readonly goal: CampaignGoal; readonly assets: boolean },
): Score {
  const weights = keyed(COMPONENTS, (name) => WEIGHTS[campaign.goal][COMPONENTS.indexOf(name)] ?? 0);
  const isSkipped = action.type === 'skip';
  const scale = (campaign.assets ? 1 : 100 / (100 - weights.relevance)) * (isSkipped ? SKIPPED_SHARE : 1);
  const values: Record<Component, number> = {
    goal_fit: action.fit,
    relevance: campaign.assets ? (asset?.relevance ?? 0) : 0,
    authority: measureAuthority(site) / 100,
    competitor_links: [0, 0.5, 0.75][site.competitors_count] ?? 1,
    link_value: site.dofollow === true ? 1 : 0,
    trust: site.spam_score === null ? 0 : 1 - site.spam_score / 100,
  };
  // Rounded down where the weights themselves are fractions, so that the sum never passes 100.
  const whole = scale === 1 ? Math.round : Math.floor;
  const components = keyed(COMPONENTS, (name) => whole(weights[name] * scale * values[name]));
  return { score: Object.values(components).reduce((sum, points) => sum + points, 0), components };
}

function measureAuthority({ domain_rank: domain, page_rank: page }: Site): number {
  if (domain !== null && page !== null) return 0.6 * domain + 0.4 * page;
  return domain ?? page ?? 0;
}
