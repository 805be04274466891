import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { Level } from '../../../kernel/level.ts';
import { CAMPAIGN_GOALS, OwnedAsset, Prospect } from './input.ts';
import { findKnownLinks } from '../../../links/known-links.ts';
import { listSites, opportunityFinder, OpportunityReport } from './opportunity-finder.ts';
import { planOpportunities, summarizeOpportunities } from './plan.ts';

const PROSPECTS_MAX = 1000;
const ASSETS_MAX = 100;
const CREDITS = 2;

export default defineOperation({
  id: 'backlinks.opportunity-finder',
  method: 'POST',
  path: '/backlinks/opportunity-finder',
  group: 'Backlinks',
  title: 'Find link opportunities',
  description:
    'Turns prospects and your own assets into scored outreach, reclaim, repair and digital PR actions. ' +
    'Prospects are link-gap exports or lists of pages. Explains why every other prospect was rejected. Makes no external calls.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { links: { optional: true } },

  input: z.object({
    target: z.string().trim().min(1).max(2048).describe('Your domain, brand or website.'),
    prospects: z
      .array(Prospect)
      .min(1)
      .max(PROSPECTS_MAX)
      .describe(
        'Sites that could link. Rows of the same domain are merged. Unknown columns are ignored and listed in notes.',
      ),
    owned_assets: z.array(OwnedAsset).max(ASSETS_MAX).optional().describe('Your pages that are worth linking to.'),
    campaign_goal: z
      .enum(CAMPAIGN_GOALS)
      .default('mixed')
      .describe('Purpose of the campaign: decides actions, weights and what is left out.'),
    max_spam_score: z.int().min(0).max(100).default(35).describe('Prospects above this are rejected.'),
    min_priority: Level.default('medium').describe(
      'Prospects below this are rejected; low keeps everything that is not spam.',
    ),
  }),
  result: OpportunityReport,

  price: { rule: `${CREDITS} credits`, credits: () => CREDITS },
  example: {
    target: 'harbour-bikes.example',
    prospects: [
      {
        source_domain: 'cycling-weekly.example',
        source_url: 'https://cycling-weekly.example/bike-repair-resources',
        title: 'Bike repair resources',
        linked_competitors: ['quick-spokes.example', 'wheelhouse.example'],
        topics: ['bike repair', 'cycling'],
        domain_rank: 62,
        spam_score: 4,
        dofollow: true,
      },
      {
        source_domain: 'harbour-news.example',
        source_url: 'https://harbour-news.example/2024/local-shops',
        title: 'Local shops we love',
        topics: ['harbour', 'local shops'],
        domain_rank: 48,
        spam_score: 9,
        lost_link: true,
      },
      { source_domain: 'lucky-casino.example', topics: ['casino bonus'], spam_score: 71 },
    ],
    owned_assets: [
      {
        url: 'http://harbour-bikes.example/repair-guide',
        title: 'Bike repair guide',
        topics: ['bike repair', 'maintenance'],
        linkable_reason: 'free, with pictures of every step',
      },
    ],
  },

  async run(input, context) {
    const { own, prospects } = listSites(input);
    const links = await findKnownLinks(context.ports.links, own, prospects);
    const report = await context.compute(opportunityFinder, { input, links });
    return {
      // An index that knows nothing of the links is no reason to give the judgement of the request away.
      credits: CREDITS,
      result: report,
      guidance: planOpportunities(report, input),
      markdown_summary: summarizeOpportunities(report),
    };
  },
});
