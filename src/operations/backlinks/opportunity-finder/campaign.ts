import { z } from 'zod';

import { agree, counted } from '../../../kernel/grammar.ts';
import { Level } from '../../../kernel/level.ts';
import { readTexts } from '../../../links/tables.ts';
import { ACTION_TYPES, type ActionType, rateFit } from './actions.ts';
import { type Asset, nameAsset } from './assets.ts';
import { CAMPAIGN_GOALS, type CampaignGoal, type OpportunityFinderInput } from './input.ts';
import type { Opportunity, Rejected } from './opportunity.ts';

export const CampaignPlan = z.object({
  goal: z.enum(CAMPAIGN_GOALS),
  focus: z.string(),
  waves: z.array(
    z.object({
      order: z.int(),
      action_type: z.enum(ACTION_TYPES),
      task: z.string(),
      prospects: z.int(),
      first_domains: z.array(z.string()).describe('Ten at most, best first.'),
      effort: Level,
      owner_hint: z.string(),
      success_metric: z.string(),
    }),
  ),
  assets_in_use: z.array(z.object({ asset: z.string(), url: z.string().nullable(), opportunities: z.int() })),
  unused_assets: z.array(z.string()).describe('Owned assets that no opportunity uses; ten at most.'),
  gaps: z.array(z.string()).describe('What the campaign is missing.'),
});
type CampaignPlan = z.infer<typeof CampaignPlan>;

interface Wave {
  readonly task: string;
  readonly effort: Level;
  readonly owner_hint: string;
  readonly success_metric: string;
}

const GOALS = readTexts(import.meta.url, 'data/goals.tsv', CAMPAIGN_GOALS);
const WAVES = readTexts(import.meta.url, 'data/waves.tsv', ACTION_TYPES);

const DOMAINS_MAX = 10;

export function planCampaign(
  input: OpportunityFinderInput,
  opportunities: readonly Opportunity[],
  rejected: readonly Rejected[],
  assets: readonly Asset[],
): CampaignPlan {
  const waves = planWaves(opportunities, input.campaign_goal).map((wave, at) => ({ order: at + 1, ...wave }));
  const used = new Map<string, { url: string | null; opportunities: number }>();
  for (const { matched_asset: asset } of opportunities) {
    if (asset === null) continue;
    const name = nameAsset(asset);
    used.set(name, { url: asset.url, opportunities: (used.get(name)?.opportunities ?? 0) + 1 });
  }
  return {
    goal: input.campaign_goal,
    focus: GOALS[input.campaign_goal][0] ?? '',
    waves,
    assets_in_use: [...used]
      .map(([asset, use]) => ({ asset, ...use }))
      .toSorted((one, other) => other.opportunities - one.opportunities || (one.asset < other.asset ? -1 : 1)),
    unused_assets: [...new Set(assets.map(nameAsset))].filter((name) => !used.has(name)).slice(0, DOMAINS_MAX),
    gaps: listGaps(input, opportunities, rejected),
  };
}

/** Waves in the order in which their actions serve the goal; of equals the one with the best prospect first. */
function planWaves(
  opportunities: readonly Opportunity[],
  goal: CampaignGoal,
): Omit<CampaignPlan['waves'][number], 'order'>[] {
  const types = [...new Set(opportunities.map(({ action_type }) => action_type))];
  return types
    .toSorted((one, other) => rateFit(goal, other) - rateFit(goal, one))
    .map((type) => {
      const own = opportunities.filter(({ action_type }) => action_type === type);
      return {
        action_type: type,
        ...describeWave(type, own),
        prospects: own.length,
        first_domains: own.slice(0, DOMAINS_MAX).map(({ prospect }) => prospect.domain),
      };
    });
}

/** What a wave takes, judged by its own prospects. */
function describeWave(type: ActionType, own: readonly Opportunity[]): Wave {
  const [owner_hint = '', task = '', success_metric = ''] = WAVES[type];
  const wave = { task, effort: findCommonEffort(own), owner_hint, success_metric };
  const easy = own.filter(({ effort }) => effort === 'low').length;
  // Of all repairs, only a redirect of a page of the caller is little work.
  if (type === 'repair' && easy > 0)
    return {
      ...wave,
      task:
        easy === own.length
          ? 'Redirect your own broken URLs.'
          : 'Redirect your own broken URLs, and offer your pages as replacements for other broken links.',
      owner_hint: easy === own.length ? 'developer' : 'developer and outreach',
    };
  const open = own.filter(({ channel }) => channel !== 'editor').length;
  if (type !== 'outreach' || open === 0) return wave;
  const openTask =
    open === own.length
      ? 'Maintain your business listings and forum answers, where no editor decides.'
      : 'Pitch editors an asset that fits their page, and maintain listings and forum answers where there is no editor.';
  return { ...wave, task: openTask };
}

/** The effort of most of the prospects; of equals the higher one. */
function findCommonEffort(own: readonly Opportunity[]): Level {
  const count = (level: Level): number => own.filter(({ effort }) => effort === level).length;
  return (['high', 'medium', 'low'] as const).reduce((best, level) => (count(level) > count(best) ? level : best));
}

function listGaps(
  input: OpportunityFinderInput,
  opportunities: readonly Opportunity[],
  rejected: readonly Rejected[],
): string[] {
  const gaps: string[] = [];
  if ((input.owned_assets ?? []).length === 0)
    gaps.push('No owned_assets were given, so there is nothing specific to offer.');
  const without = opportunities.filter(
    ({ matched_asset, action_type }) => matched_asset === null && action_type !== 'reclaim',
  ).length;
  if (without > 0 && (input.owned_assets ?? []).length > 0)
    gaps.push(`${counted(without, 'opportunity')} ${agree(without, 'has', 'have')} no asset on the topic.`);
  const bare = rejected.filter(({ reason }) => reason === 'no_evidence').length;
  if (bare > 0) gaps.push(`${counted(bare, 'prospect')} came without any evidence.`);
  const unscored = opportunities.filter(({ prospect }) => prospect.spam_score === null).length;
  if (unscored > 0) gaps.push(`The spam score of ${counted(unscored, 'opportunity')} is unknown.`);
  return gaps;
}
