import { z } from 'zod';

import { clusterKeywords, ClusterPlan, clusterSummary, clusterWorkflow } from './cluster.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';

const KEYWORDS_MAX = 200;
const KEYWORD_CHARACTERS_MAX = 700;

/**
 * Makes no outside call. The analysis takes search results of the keywords and lets their overlap decide; no source
 * keeps results by keyword yet, so none are handed to it and `method` says `lexical`.
 */
export default defineOperation({
  id: 'keyword-cluster.build',
  method: 'POST',
  path: '/keyword-cluster/build',
  group: 'Keywords and competitors',
  title: 'Group keywords into pages',
  description:
    'Groups up to 200 keywords into clusters that one page each can answer, in any language, with head keyword, intent, buyer ' +
    'stage, page type, slug and which pages to link. Word order, plurals, stop words and spellings make no difference; model ' +
    'numbers, brands and direction (pdf to word) do. Makes no outside call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: [],

  input: z.object({
    keywords: z
      .array(z.string().max(KEYWORD_CHARACTERS_MAX))
      .min(1)
      .max(KEYWORDS_MAX)
      .describe('Keywords of any language, in any order. They are answered as they were sent.'),
  }),
  result: z.object({ cluster_plan: ClusterPlan }),

  price: { rule: '2 credits', credits: () => 2 },
  example: {
    keywords: [
      'running shoes for flat feet',
      'flat feet running shoe',
      'running socks',
      'best running socks',
      'how to clean running shoes',
      'cleaning running shoes',
      'bike repair near me',
    ],
  },

  async run(input, { compute }) {
    const plan = await compute(clusterKeywords, { keywords: input.keywords, serps: [] });
    const workflow = clusterWorkflow(plan);
    return {
      result: { cluster_plan: plan },
      guidance: { ...workflow, next_calls: nextCalls(plan) },
      markdown_summary: clusterSummary(plan),
    };
  },
});

/** Reads who ranks for the largest cluster, since that tells what words cannot. */
function nextCalls(plan: ClusterPlan): PlannedCall[] {
  const query = (plan.clusters[0]?.head_keyword ?? plan.unclustered[0]?.keyword ?? '').trim();
  if (query === '') return [];
  return [
    {
      operation: 'search',
      body: { query, ...languageOf(plan) },
      reason: 'Shows which pages answer the largest cluster now.',
    },
  ];
}

function languageOf(plan: ClusterPlan): { language?: string } {
  const language = plan.clusters[0]?.language ?? plan.unclustered[0]?.language ?? '';
  return language === '' ? {} : { language };
}
