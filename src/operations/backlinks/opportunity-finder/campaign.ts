import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { ACTION_TYPES, type ActionType, fitOf } from './actions.ts';
import { type Asset, nameOf } from './assets.ts';
import { CAMPAIGN_GOALS, type CampaignGoal, type OpportunityFinderInput } from './input.ts';
import type { Opportunity, Rejected } from './report.ts';

export const CampaignPlan = z.object({
  goal: z.enum(CAMPAIGN_GOALS),
  focus: z.string(),
  waves: z.array(
    z.object({
      order: z.int(),
      action_type: z.enum(ACTION_TYPES),
      task: z.string(),
      prospects: z.int(),
      first_domains: z.array(z.string()).describe('At most ten, best first.'),
      effort: Level,
      owner_hint: z.string(),
      success_metric: z.string(),
    }),
  ),
  assets_in_use: z.array(z.object({ asset: z.string(), url: z.string().nullable(), opportunities: z.int() })),
  unused_assets: z.array(z.string()).describe('Owned assets that no opportunity uses; at most ten.'),
  gaps: z.array(z.string()).describe('What the campaign lacks.'),
});
export type CampaignPlan = z.infer<typeof CampaignPlan>;

const FOCUS: Readonly<Record<CampaignGoal, string>> = {
  mixed: 'The likeliest links first: those that you had, those that are broken, then lists, editors and letters.',
  link_gap: 'Sites that link to competitors and not to you.',
  broken_link_building: 'Dead links that a page of yours can take the place of.',
  digital_pr: 'Editors who would report on data, studies and tools of yours.',
  resource_page: 'Pages that list the best of a subject.',
  reclaim_lost_links: 'Links that you had and lost.',
  protect_authority: 'Lost and broken links from the strongest domains.',
};

interface Wave {
  readonly task: string;
  readonly effort: Level;
  readonly owner_hint: string;
  readonly success_metric: string;
}

const WAVES: Readonly<Record<ActionType, Wave>> = {
  reclaim: {
    task: 'Ask for lost links back.',
    effort: 'low',
    owner_hint: 'outreach',
    success_metric: 'links restored',
  },
  repair: {
    task: 'Offer pages of yours in place of dead links.',
    effort: 'medium',
    owner_hint: 'outreach',
    success_metric: 'dead links that lead to a working page of yours',
  },
  resource_page: {
    task: 'Suggest assets to the keepers of lists.',
    effort: 'medium',
    owner_hint: 'outreach',
    success_metric: 'lists that name an asset',
  },
  digital_pr: {
    task: 'Prepare a story and give it to editors.',
    effort: 'high',
    owner_hint: 'PR',
    success_metric: 'articles with a link',
  },
  guest_contribution: {
    task: 'Offer articles to sites that take them.',
    effort: 'high',
    owner_hint: 'content',
    success_metric: 'articles published',
  },
  outreach: {
    task: 'Write to editors with an asset that fits their page.',
    effort: 'medium',
    owner_hint: 'outreach',
    success_metric: 'answers, and links won per letter',
  },
  skip: {
    task: 'Leave these for another campaign.',
    effort: 'low',
    owner_hint: 'SEO',
    success_metric: 'none',
  },
};

const DOMAINS_MAX = 10;

export function campaignPlan(
  input: OpportunityFinderInput,
  opportunities: readonly Opportunity[],
  rejected: readonly Rejected[],
  assets: readonly Asset[],
): CampaignPlan {
  const waves = wavesOf(opportunities, input.campaign_goal).map((wave, at) => ({ order: at + 1, ...wave }));
  const used = new Map<string, { url: string | null; opportunities: number }>();
  for (const { matched_asset: asset } of opportunities) {
    if (asset === null) continue;
    const name = nameOf(asset);
    used.set(name, { url: asset.url, opportunities: (used.get(name)?.opportunities ?? 0) + 1 });
  }
  return {
    goal: input.campaign_goal,
    focus: FOCUS[input.campaign_goal],
    waves,
    assets_in_use: [...used]
      .map(([asset, use]) => ({ asset, ...use }))
      .toSorted((one, other) => other.opportunities - one.opportunities || (one.asset < other.asset ? -1 : 1)),
    unused_assets: [...new Set(assets.map(nameOf))].filter((name) => !used.has(name)).slice(0, DOMAINS_MAX),
    gaps: gapsOf(input, opportunities, rejected),
  };
}

/** Waves in the order in which their actions serve the goal; of equals the one with the best prospect first. */
function wavesOf(
  opportunities: readonly Opportunity[],
  goal: CampaignGoal,
): Omit<CampaignPlan['waves'][number], 'order'>[] {
  const types = [...new Set(opportunities.map(({ action_type }) => action_type))];
  return types
    .toSorted((one, other) => fitOf(goal, other) - fitOf(goal, one))
    .map((type) => {
      const own = opportunities.filter(({ action_type }) => action_type === type);
      return {
        action_type: type,
        ...waveOf(type, own),
        prospects: own.length,
        first_domains: own.slice(0, DOMAINS_MAX).map(({ prospect }) => prospect.domain),
      };
    });
}

/** What a wave asks for, by what its own prospects are. */
function waveOf(type: ActionType, own: readonly Opportunity[]): Wave {
  const wave = { ...WAVES[type], effort: commonEffort(own) };
  const easy = own.filter(({ effort }) => effort === 'low').length;
  // Of repairs only a redirect of an own address is little work.
  if (type === 'repair' && easy > 0)
    return {
      ...wave,
      task:
        easy === own.length
          ? 'Redirect own dead addresses.'
          : 'Redirect own dead addresses, and offer pages in place of other dead links.',
      owner_hint: easy === own.length ? 'developer' : 'developer and outreach',
    };
  const open = own.filter(({ channel }) => channel !== 'editor').length;
  if (type !== 'outreach' || open === 0) return wave;
  const task =
    open === own.length
      ? 'Keep own business entries and answers in forums: no editor decides there.'
      : 'Write to editors with an asset that fits their page, and keep own entries and answers where there is none.';
  return { ...wave, task };
}

/** The effort of most of the prospects; of equals the higher one. */
function commonEffort(own: readonly Opportunity[]): Level {
  const count = (level: Level): number => own.filter(({ effort }) => effort === level).length;
  return (['high', 'medium', 'low'] as const).reduce((best, level) => (count(level) > count(best) ? level : best));
}

function gapsOf(
  input: OpportunityFinderInput,
  opportunities: readonly Opportunity[],
  rejected: readonly Rejected[],
): string[] {
  const gaps: string[] = [];
  if ((input.owned_assets ?? []).length === 0) gaps.push('No owned_assets were given: nothing can be offered by name.');
  const without = opportunities.filter(({ matched_asset }) => matched_asset === null).length;
  if (without > 0 && (input.owned_assets ?? []).length > 0)
    gaps.push(`${without === 1 ? '1 opportunity has' : `${without} opportunities have`} no asset on the subject.`);
  const bare = rejected.filter(({ reason }) => reason === 'no_evidence').length;
  if (bare > 0) gaps.push(`${bare === 1 ? '1 prospect was' : `${bare} prospects were`} given without any evidence.`);
  const unscored = opportunities.filter(({ prospect }) => prospect.spam_score === null).length;
  if (unscored > 0)
    gaps.push(`The spam score of ${unscored === 1 ? '1 opportunity' : `${unscored} opportunities`} is not known.`);
  return gaps;
}
