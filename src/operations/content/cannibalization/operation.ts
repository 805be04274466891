import { z } from 'zod';

import {
  cannibalization,
  CannibalizationPage,
  cannibalizationPlan,
  CannibalizationReport,
  cannibalizationSummary,
  SENSITIVITIES,
} from './cannibalization.ts';
import { defineOperation } from '../../../contract/operation.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import { pageAddress } from '../../../web/url.ts';

const PAGES_MAX = 250;

export default defineOperation({
  id: 'content.cannibalization',
  method: 'POST',
  path: '/content/cannibalization',
  group: 'Content and page quality',
  title: 'Find pages that compete with each other',
  description:
    'Finds pages of a site that are after the same searches, also in different words, and says which to keep and what to do ' +
    'about the others. Understands noindex, canonicals, parameters, AMP, language versions, hubs and children. Makes no outside call.',
  runs: 'inline',
  guidance: 'workflow',
  needs: [],

  input: z.object({
    pages: z
      .array(CannibalizationPage)
      .min(2)
      .max(PAGES_MAX)
      .describe(
        'Pages of one site. ranking_queries make the answer surest. Other columns are ignored and named in notes.',
      ),
    target: z
      .string()
      .trim()
      .max(2048)
      .optional()
      .describe('Domain or brand of the site: its name tells no page from another.'),
    focus_keywords: z
      .array(z.string().max(700))
      .max(100)
      .optional()
      .describe('Keywords that matter most: conflicts about them are graver, and each is looked for.'),
    sensitivity: z
      .enum(SENSITIVITIES)
      .default('balanced')
      .describe('conservative: only what is beyond doubt. aggressive: also what is merely near.'),
  }),
  result: CannibalizationReport,

  price: { rule: '2 credits', credits: () => 2 },
  example: {
    pages: [
      {
        url: 'http://harbour-bikes.example/repair',
        title: 'Bike repair in the harbour | Harbour Bikes',
        primary_keyword: 'bike repair',
        ranking_queries: ['bike repair', 'bike repair harbour', 'bike shop repair'],
        clicks: 120,
        impressions: 2400,
        avg_position: 4.2,
      },
      {
        url: 'http://harbour-bikes.example/services/bike-repairs',
        title: 'Bike repairs | Harbour Bikes',
        primary_keyword: 'bike repairs',
        ranking_queries: ['bike repair', 'bike repair harbour', 'bike service'],
        clicks: 14,
        impressions: 900,
        avg_position: 11.5,
      },
      { url: 'http://harbour-bikes.example/repair?sort=price', title: 'Bike repair in the harbour | Harbour Bikes' },
      { url: 'http://harbour-bikes.example/rental', title: 'Bike rental by the hour | Harbour Bikes' },
    ],
    focus_keywords: ['bike repair'],
  },

  async run(input, context) {
    const report = await context.compute(cannibalization, input);
    return {
      result: report,
      guidance: { ...cannibalizationPlan(report), next_calls: nextCalls(report, input) },
      markdown_summary: cannibalizationSummary(report, input.target),
    };
  },
});

interface Asked {
  readonly [field: string]: unknown;
  readonly pages: readonly { readonly url: string; readonly title: string }[];
}

const REPEATED_PAGES_MAX = 30;

function nextCalls(report: CannibalizationReport, asked: Asked): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const readable = report.clusters.find(({ preferred_url: url }) => pageAddress(url) !== undefined);
  if (readable !== undefined)
    calls.push({
      operation: 'extract',
      body: { url: readable.preferred_url },
      reason: 'Reads the page to keep before anything is merged into it.',
    });
  const canonical = report.clusters.find(({ action }) => action === 'canonicalise');
  const version = canonical?.pages.find((url) => url !== canonical.preferred_url && pageAddress(url) !== undefined);
  if (canonical !== undefined && version !== undefined)
    calls.push({
      operation: 'content.technical-qa',
      body: { url: version, expected_canonical: canonical.preferred_url },
      reason: 'Checks whether the version names the plain address as canonical.',
    });
  const missing = report.focus_keywords.filter(({ status }) => status === 'no_page').map(({ keyword }) => keyword);
  if (missing.length > 0)
    calls.push({
      operation: 'content.keyword-map',
      body: {
        keywords: missing.slice(0, 100),
        pages: report.pages.slice(0, REPEATED_PAGES_MAX).map(({ url, signals }) => ({ url, title: signals.title })),
      },
      reason: 'Looks for the page that is nearest to the focus keywords without one.',
    });
  if (report.clusters.length === 0 && report.sensitivity !== 'aggressive' && asked.pages.length <= REPEATED_PAGES_MAX)
    calls.push({
      operation: 'content.cannibalization',
      body: { ...asked, sensitivity: 'aggressive' },
      reason: 'Shows pages that are merely near to each other.',
    });
  return calls;
}
