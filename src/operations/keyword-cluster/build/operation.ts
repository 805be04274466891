import { z } from 'zod';

import { listJudged, readSearches } from '../../../keywords/known-searches.ts';
import { readMeaning } from '../../../keywords/meaning.ts';
import { readResultPages, type ResultPages } from '../../../keywords/result-pages.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { clusterKeywords, type KnownResults } from './cluster.ts';
import { planClusters, summarizeClusters } from './plan.ts';
import { ClusterPlan } from './report.ts';

const KEYWORDS_MAX = 200;
const KEYWORD_CHARACTERS_MAX = 700;

export default defineOperation({
  id: 'keyword-cluster.build',
  method: 'POST',
  path: '/keyword-cluster/build',
  group: 'Keywords and competitors',
  title: 'Group keywords into pages',
  description:
    'Groups up to 200 keywords in any language into clusters that one page each can answer. ' +
    'Each cluster has its head keyword, intent, buyer stage, page type, slug and the pages to link. ' +
    'Word order, plurals, stop words and spelling make no difference; model numbers, brands and direction (pdf to word) do. ' +
    'Goes by shared search results where result pages of the last 90 days are stored, else by words, and by meaning where an ' +
    'encoder or an embeddings source is at hand. Runs no search.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { serp: { optional: true }, embeddings: { optional: true } },

  input: z.object({
    keywords: z
      .array(z.string().max(KEYWORD_CHARACTERS_MAX))
      .min(1)
      .max(KEYWORDS_MAX)
      .describe('Keywords in any language and any order. They come back exactly as you sent them.'),
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

  async run(input, context) {
    const { compute, ports, brand, now } = context;
    const known = await readResultPages(ports.serp, {
      keywords: input.keywords,
      location_code: undefined,
      language: undefined,
      now,
    });
    const vectors = await readMeaning(input.keywords, context);
    const names = await brand();
    const plan = await compute(clusterKeywords, {
      keywords: input.keywords,
      known: known && listUrls(known),
      judged: listJudged(readSearches(known?.pages ?? new Map(), names)),
      brand: names,
      vectors,
    });
    return {
      result: { cluster_plan: plan },
      guidance: planClusters(plan),
      markdown_summary: summarizeClusters(plan),
    };
  },
});

function listUrls({ pages, ...rest }: ResultPages): KnownResults {
  const serps = [...pages.values()].map(({ keyword, items }) => ({
    keyword,
    urls: items.flatMap(({ type, url }) => (type === 'organic' && url !== null ? [url] : [])),
  }));
  return { ...rest, serps };
}
