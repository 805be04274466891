import { z } from 'zod';

import {
  analyzeCompetitors,
  CompetitorReport,
  competitorsPlan,
  competitorsSummary,
  largeDomains,
} from './competitors.ts';
import { isBehindEnd, strongest } from './plan.ts';
import { limit, offset, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import { rankFloor } from '../../../kernel/rank.ts';
import { parseTarget } from '../../../web/target.ts';

/** Competitors that one page intersection takes. */
const TARGETS_MAX = 5;

export default defineOperation({
  id: 'backlinks.competitors',
  method: 'POST',
  path: '/backlinks/competitors',
  group: 'Backlinks',
  title: 'Find link competitors',
  description:
    'Sites that are linked to by the same sites as the target: how many they share, how alike the profiles are, and how many ' +
    'linking domains each has that the target lacks. Then backlinks.page-intersection for the pages to write to.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['links'],

  input: z.object({
    target: target(),
    limit: limit({ max: 100, default: 25 }),
    offset: offset(),
    min_rank: z
      .int()
      .min(0)
      .max(1000)
      .optional()
      .describe('Least rank of a competitor, on rank_scale; those of unknown rank are left out.'),
    min_intersections: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe('Fewest registrable domains that link to both.'),
    main_domain: z
      .boolean()
      .default(true)
      .describe('True: competitors are registrable domains; false: hosts, so that subdomains stand on their own.'),
    exclude_large_domains: z
      .boolean()
      .default(true)
      .describe(
        'Leave out platforms that everybody links to: social networks, search engines, shops for all, code hosts.',
      ),
    sort_by: z
      .enum(['opportunity', 'rank', 'intersections'])
      .default('opportunity')
      .describe('Highest first; equal ones by intersections, then by name.'),
    rank_scale: rankScale(),
  }),
  result: CompetitorReport,

  price: { rule: '5 credits per 100 requested items, minimum 5', credits: (input) => 5 * blocks(input.limit, 100) },
  example: { target: 'harbour-bikes.example', limit: 5 },

  rules: (input) =>
    input.rank_scale === 'one_hundred' && (input.min_rank ?? 0) > 100
      ? [{ path: 'min_rank', message: 'must be at most 100 on this scale; send rank_scale one_thousand for more' }]
      : [],

  async run(input, { ports }) {
    const parsed = parseTarget(input.target);
    const record = await ports.links.competitors({
      target: parsed,
      main_domain: input.main_domain,
      exclude_domains: input.exclude_large_domains ? largeDomains(input.main_domain) : [],
      rank_min: input.min_rank === undefined ? undefined : rankFloor(input.min_rank, input.rank_scale),
      intersections_min: input.min_intersections,
    });
    const report = analyzeCompetitors(record, { ...input, target: parsed });
    return {
      result: report,
      guidance: {
        ...competitorsPlan(report, input.exclude_large_domains),
        next_calls: nextCalls(report, input),
      },
      markdown_summary: competitorsSummary(report),
    };
  },
});

/** The checked request, as far as the plan repeats it. */
interface Asked {
  readonly [field: string]: unknown;
  readonly rank_scale: 'one_hundred' | 'one_thousand';
  readonly exclude_large_domains: boolean;
  readonly min_rank?: number | undefined;
  readonly min_intersections?: number | undefined;
}

function nextCalls(report: CompetitorReport, asked: Asked): PlannedCall[] {
  const { items, total_count } = report;
  if (total_count === null) return [];
  if (items.length === 0) return emptyCalls(report, asked);
  const { rank_scale } = asked;
  const calls: PlannedCall[] = [];
  const withGap = items.filter((item) => item.unique_referring_domains > 0).slice(0, TARGETS_MAX);
  if (withGap.length > 0)
    calls.push({
      operation: 'backlinks.page-intersection',
      body: { targets: withGap.map(({ domain }) => domain), exclude_targets: [report.target.value], rank_scale },
      reason: 'The pages that link to these competitors and not to the target.',
    });
  const best = strongest(items);
  if (best !== undefined && best.unique_referring_domains > 0)
    calls.push(
      {
        operation: 'backlinks.referring-domains',
        body: { target: best.domain, rank_scale },
        reason: 'The sites that link to the competitor with the most to win.',
      },
      {
        operation: 'backlinks.domain-pages',
        body: { target: best.domain, rank_scale },
        reason: 'What that competitor is linked for.',
      },
    );
  const next = report.offset + report.limit;
  if (total_count > next && next <= 20_000)
    calls.push({
      operation: 'backlinks.competitors',
      body: { ...asked, offset: next },
      reason: 'The next competitors.',
    });
  return calls;
}

function emptyCalls(report: CompetitorReport, asked: Asked): PlannedCall[] {
  if (isBehindEnd(report))
    return [
      {
        operation: 'backlinks.competitors',
        body: { ...asked, offset: 0 },
        reason: 'The list from its beginning.',
      },
    ];
  const { min_rank, min_intersections, ...rest } = asked;
  const isFiltered = min_rank !== undefined || min_intersections !== undefined || asked.exclude_large_domains;
  const calls: PlannedCall[] = [];
  if (isFiltered && (report.referring_main_domains ?? 0) > 0)
    calls.push({
      operation: 'backlinks.competitors',
      body: { ...rest, offset: 0, exclude_large_domains: false },
      reason: 'Shows everyone who shares a linking site, large platforms and weak domains too.',
    });
  calls.push({
    operation: 'backlinks.summary',
    body: { target: report.target.value, backlinks_status_type: 'all', rank_scale: asked.rank_scale },
    reason: 'Shows whether the index knows any link to the target.',
  });
  return calls;
}
