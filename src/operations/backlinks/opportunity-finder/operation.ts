import { z } from 'zod';

import {
  CAMPAIGN_GOALS,
  firstPage,
  opportunityFinder,
  opportunityPlan,
  OpportunityReport,
  opportunitySummary,
  OwnedAsset,
  Prospect,
} from './opportunity-finder.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import { Level } from '../../../kernel/level.ts';

const PROSPECTS_MAX = 1000;
const ASSETS_MAX = 100;
/** A plan that repeats the request has to stay readable. */
const REPEATED_PROSPECTS_MAX = 50;

export default defineOperation({
  id: 'backlinks.opportunity-finder',
  method: 'POST',
  path: '/backlinks/opportunity-finder',
  group: 'Backlinks',
  title: 'Find link opportunities',
  description:
    'Turns prospects that you have (link-gap exports, lists of pages) and your own assets into outreach, reclaim, repair and ' +
    'digital-PR actions with scores, and says of every other prospect why it is set apart. Makes no outside call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: [],

  input: z.object({
    target: z.string().trim().min(1).max(2048).describe('Your domain, brand or site.'),
    prospects: z
      .array(Prospect)
      .min(1)
      .max(PROSPECTS_MAX)
      .describe(
        'Sites that could link; rows of one domain are folded. Columns without a field are ignored and named in notes.',
      ),
    owned_assets: z.array(OwnedAsset).max(ASSETS_MAX).optional().describe('Pages of yours that are worth a link.'),
    campaign_goal: z
      .enum(CAMPAIGN_GOALS)
      .default('mixed')
      .describe('What the campaign is for: decides actions, weights and what is left out.'),
    max_spam_score: z.int().min(0).max(100).default(35).describe('Prospects above it are rejected.'),
    min_priority: Level.default('medium').describe('Prospects below it are rejected; low keeps all that are no spam.'),
  }),
  result: OpportunityReport,

  price: { rule: '2 credits', credits: () => 2 },
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
    const report = await context.compute(opportunityFinder, input);
    return {
      result: report,
      guidance: { ...opportunityPlan(report), next_calls: nextCalls(report, input) },
      markdown_summary: opportunitySummary(report),
    };
  },
});

interface Asked {
  readonly [field: string]: unknown;
  readonly prospects: readonly unknown[];
  readonly min_priority: Level;
}

function nextCalls(report: OpportunityReport, asked: Asked): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const page = firstPage(report);
  if (page !== undefined)
    calls.push({
      operation: 'extract',
      body: { url: page },
      reason: 'Reads the page of the best prospect before anyone writes to it.',
    });
  const best = report.opportunities[0]?.prospect.domain;
  if (best !== undefined)
    calls.push({
      operation: 'backlinks.summary',
      body: { target: best },
      reason: 'Shows how strong and how clean the best prospect is in the index.',
    });
  const below = report.rejected.some(({ reason }) => reason === 'below_min_priority' || reason === 'not_for_this_goal');
  if (below && asked.prospects.length <= REPEATED_PROSPECTS_MAX)
    calls.push({
      operation: 'backlinks.opportunity-finder',
      body: { ...asked, min_priority: 'low' },
      reason: 'Shows what the prospects below min_priority could be used for.',
    });
  const [own] = report.target.domains;
  if (calls.length === 0 && own !== undefined)
    calls.push({
      operation: 'backlinks.list',
      body: { target: own, backlinks_status_type: 'lost' },
      reason: 'Lost links to your site are the likeliest prospects.',
    });
  return calls;
}
