import { z } from 'zod';

import { limit, offset, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import {
  chargeRows,
  checkExport,
  exportRows,
  isExport,
  ROWS_PRICE,
  withRowsAsked,
} from '../../../contract/export-rows.ts';
import { checkMinRank, findRankFloor, minRank } from '../../../links/fields.ts';
import { parseTarget } from '../../../web/target.ts';
import { analyzeCompetitors, CompetitorReport, listLargeDomains } from './competitors.ts';
import { planCompetitors, summarizeCompetitors } from './plan.ts';

export default defineOperation({
  id: 'backlinks.competitors',
  method: 'POST',
  path: '/backlinks/competitors',
  group: 'Backlinks',
  title: 'Find link competitors',
  description:
    'Finds sites that get links from the same sites as the target. ' +
    'Shows how many linking domains they share, how similar the profiles are, and how many domains link to each but not to the target. ' +
    'backlinks.page-intersection finds pages to pitch.',
  runs: 'inline',
  guidance: 'workflow',
  needs: { links: {} },

  input: z.object({
    target: target(),
    limit: limit({ max: 100, default: 25 }),
    offset: offset(),
    export_rows: exportRows(),
    min_rank: minRank('Minimum rank of a competitor, on rank_scale; those of unknown rank are left out.'),
    min_intersections: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .default(2)
      .describe('Minimum number of registrable domains that link to both. One may be chance.'),
    main_domain: z
      .boolean()
      .default(true)
      .describe('True: competitors are registrable domains; false: hosts, so each subdomain is listed separately.'),
    exclude_large_domains: z
      .boolean()
      .default(true)
      .describe(
        'Leave out platforms that everybody links to: social networks, search engines, marketplaces, code hosts.',
      ),
    sort_by: z
      .enum(['opportunity', 'rank', 'intersections'])
      .default('opportunity')
      .describe('Highest first; ties by intersections, then by name.'),
    rank_scale: rankScale(),
  }),
  result: CompetitorReport,

  price: ROWS_PRICE,
  always_queues: isExport,
  example: { target: 'harbour-bikes.example', limit: 5 },

  rules: (input) => [...checkMinRank(input), ...checkExport(input)],

  async run(input, { ports }) {
    const parsed = parseTarget(input.target);
    const record = await ports.links.competitors({
      target: parsed,
      main_domain: input.main_domain,
      exclude_domains: input.exclude_large_domains ? listLargeDomains(input.main_domain) : [],
      rank_min: findRankFloor(input),
      intersections_min: input.min_intersections,
    });
    const report = analyzeCompetitors(record, { ...withRowsAsked(input), target: parsed });
    return {
      ...chargeRows(input, report.items.length),
      result: report,
      guidance: planCompetitors(report, input),
      markdown_summary: summarizeCompetitors(report),
    };
  },
});
