import { z } from 'zod';

import {
  analyzeIntersection,
  conflictsOf,
  intersectionPlan,
  IntersectionReport,
  intersectionSummary,
  partiesOf,
} from './page-intersection.ts';
import { bestOf } from './plan.ts';
import { backlinksStatus, limit, rankScale, target } from '../../../contract/fields.ts';
import { defineOperation } from '../../../contract/operation.ts';
import { blocks } from '../../../contract/price.ts';
import type { PlannedCall } from '../../../contract/workflow.ts';
import { onScale } from '../../../kernel/rank.ts';
import type { IntersectingPage } from '../../../ports/links.ts';

const TARGETS_MAX = 5;
const LIMIT_MAX = 100;
/** Rows that a follow-up call repeats; more would make the answer twice as long. */
const PROSPECTS_MAX = 25;

export default defineOperation({
  id: 'backlinks.page-intersection',
  method: 'POST',
  path: '/backlinks/page-intersection',
  group: 'Backlinks',
  title: 'Find pages that link to competitors',
  description:
    'Pages that link to competitors and not to you: who to write to, with the links, the quality of the page and a score for ' +
    'each. Name your own site in exclude_targets. Then backlinks.opportunity-finder to plan the campaign.',
  runs: 'inline',
  guidance: 'workflow',
  needs: ['links'],

  input: z.object({
    targets: z
      .array(target())
      .min(1)
      .max(TARGETS_MAX)
      .describe('Competitors: domains, subdomains or absolute URLs. One that is named twice counts once.'),
    exclude_targets: z
      .array(target())
      .max(TARGETS_MAX)
      .optional()
      .describe('Pages that hold a live link to one of these are left out: name your own site.'),
    limit: limit({ max: LIMIT_MAX, default: 25 }),
    backlinks_status_type: backlinksStatus(),
    dofollow_only: z.boolean().default(false).describe('Only links to the targets without nofollow, ugc or sponsored.'),
    intersection_mode: z
      .enum(['partial', 'all'])
      .default('partial')
      .describe('partial: pages that link to at least one target; all: to every one.'),
    max_spam_score: z
      .int()
      .min(0)
      .max(100)
      .optional()
      .describe('Highest spam score of a page, 0-100; pages whose score is not known stay.'),
    sort_by: z
      .enum(['rank', 'domain_rank', 'page_rank', 'first_seen', 'last_seen'])
      .default('rank')
      .describe(
        'Highest or newest first: rank of the strongest link, of the domain, of the page; first and last sighting.',
      ),
    rank_scale: rankScale(),
  }),
  result: IntersectionReport,

  price: { rule: '5 credits per 100 requested items, minimum 5', credits: (input) => 5 * blocks(input.limit, 100) },
  example: {
    targets: ['chainring.example', 'forum.pedalfolk.example'],
    exclude_targets: ['harbour-bikes.example'],
    limit: 5,
  },

  rules: (input) => conflictsOf(input.targets, input.exclude_targets ?? []),

  async run(input, { ports }) {
    const parties = partiesOf(input.targets, input.exclude_targets ?? []);
    const record = await ports.links.pageIntersection({
      targets: parties.targets,
      exclude_targets: parties.exclude_targets,
      status: input.backlinks_status_type,
      dofollow_only: input.dofollow_only,
      mode: input.intersection_mode,
      spam_score_max: input.max_spam_score,
      sort_by: input.sort_by,
      limit: input.limit,
    });
    const report = analyzeIntersection(record, {
      ...parties,
      ...input,
      exclude_targets: parties.exclude_targets,
      targets: parties.targets,
    });
    return {
      result: report,
      guidance: { ...intersectionPlan(report), next_calls: nextCalls(report, record.pages, input) },
      markdown_summary: intersectionSummary(report),
    };
  },
});

/** The checked request, as far as the plan repeats it. */
interface Asked {
  readonly [field: string]: unknown;
  readonly limit: number;
  readonly rank_scale: 'one_hundred' | 'one_thousand';
  readonly dofollow_only: boolean;
  readonly max_spam_score?: number | undefined;
  readonly backlinks_status_type: 'live' | 'all' | 'lost';
}

function nextCalls(report: IntersectionReport, pages: readonly IntersectingPage[], asked: Asked): PlannedCall[] {
  if (report.total_count === null) return [];
  if (report.items.length === 0) return emptyCalls(report, asked);
  const calls: PlannedCall[] = [];
  const [own] = report.exclude_targets;
  if (own !== undefined)
    calls.push({
      operation: 'backlinks.opportunity-finder',
      body: {
        target: own.value,
        campaign_goal: 'link_gap',
        ...(asked.max_spam_score === undefined ? {} : { max_spam_score: asked.max_spam_score }),
        prospects: pages.slice(0, PROSPECTS_MAX).map(prospectOf),
      },
      reason: 'Turns the pages into a campaign: whom to write to first, and whom to leave.',
    });
  const best = bestOf(report);
  if (best !== undefined)
    calls.push({
      operation: 'extract',
      body: { url: best.url },
      reason: 'Reads the best page before anyone writes to its owner.',
    });
  else
    calls.push({
      operation: 'backlinks.page-intersection',
      body: { ...asked, max_spam_score: 60 },
      reason: 'The pages without a high spam score: all of these have one.',
    });
  if (report.total_count > asked.limit && asked.limit < LIMIT_MAX)
    calls.push({
      operation: 'backlinks.page-intersection',
      body: { ...asked, limit: LIMIT_MAX },
      reason: 'Up to 100 pages.',
    });
  if (own === undefined) {
    const [first] = report.targets;
    if (first !== undefined)
      calls.push({
        operation: 'backlinks.competitors',
        body: { target: first.value, rank_scale: asked.rank_scale },
        reason: 'Who else is linked to by the same sites.',
      });
  }
  return calls;
}

/** Ranks on 0-100: the finder would take thousandths below 100 for hundredths. */
function prospectOf(page: IntersectingPage): Record<string, unknown> {
  const links = page.linked_targets.flatMap((one) => one.links);
  const broken = links.find((link) => link.is_broken === true && !link.is_lost);
  return {
    source_domain: page.domain,
    source_url: page.url,
    ...(page.title === null ? {} : { title: page.title.slice(0, 300) }),
    linked_competitors: page.linked_targets.map(({ target: value }) => value),
    rank: onScale(page.rank, 'one_hundred'),
    domain_rank: onScale(page.domain_rank, 'one_hundred'),
    page_rank: onScale(page.page_rank, 'one_hundred'),
    spam_score: page.spam_score,
    dofollow: links.some(({ dofollow }) => dofollow),
    ...(broken === undefined ? {} : { broken_link: broken.url_to }),
  };
}

function emptyCalls(report: IntersectionReport, asked: Asked): PlannedCall[] {
  const calls: PlannedCall[] = [];
  const isNarrow =
    report.intersection_mode === 'all' ||
    asked.dofollow_only ||
    asked.max_spam_score !== undefined ||
    asked.backlinks_status_type !== 'all';
  const { max_spam_score: _, ...rest } = asked;
  if (isNarrow)
    calls.push({
      operation: 'backlinks.page-intersection',
      body: { ...rest, intersection_mode: 'partial', dofollow_only: false, backlinks_status_type: 'all' },
      reason: 'Shows every page that links or linked to one of the targets, without the filters.',
    });
  const [first] = report.targets;
  if (first !== undefined)
    calls.push({
      operation: 'backlinks.summary',
      body: { target: first.value, backlinks_status_type: 'all', rank_scale: asked.rank_scale },
      reason: 'Shows whether the index knows any link to the first target.',
    });
  return calls;
}
