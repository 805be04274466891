import { z } from 'zod';

import { type CauseName, CAUSES } from './causes.ts';
import { SEASON_BASES, STATUSES } from './judge.ts';

const CauseVerdict = z.enum(['likely', 'ruled_out', 'unknown']);

/** One field for each of `CAUSES`: schemas of records that are keyed by names do not list them. */
const CausesConsidered = z.object({
  technical: CauseVerdict,
  rank: CauseVerdict,
  demand: CauseVerdict,
  clicks_lost_above: CauseVerdict,
  cannibalised: CauseVerdict,
  competitor: CauseVerdict,
  stale: CauseVerdict,
} satisfies Record<CauseName, typeof CauseVerdict>);

const Span = z.object({ from: z.string(), to: z.string() });

const Slope = z
  .object({
    per_day: z.number().describe('Theil–Sen slope.'),
    p_value: z.number().nullable().describe('Mann–Kendall, two-sided; null for fewer than four values.'),
    n: z.int(),
  })
  .nullable();

const Scope = z.object({
  status: z.enum(STATUSES),
  decay_percent: z.number().nullable(),
  clicks: z.number(),
  previous_clicks: z.number().nullable().describe('null where there is no data of the time before.'),
  within_noise: z.boolean().nullable(),
  reason: z.string().nullable().describe('Why it could not be judged.'),
});

const Cause = z.object({
  cause: z.enum(CAUSES),
  figure: z.number().describe('In unit.'),
  unit: z.string(),
  before: z.number().nullable(),
  after: z.number().nullable(),
  lost_clicks: z
    .number()
    .nullable()
    .describe('Clicks of the window that it explains; null where it cannot be told apart from another cause.'),
  share: z.number().min(0).max(1).nullable().describe('Of the whole loss.'),
  evidence: z.array(z.string()),
});

export const DecayAudit = z.object({
  url: z.string().describe('The page that was judged: where the one you sent redirects to, if it does.'),
  keyword: z.string(),
  followed: z.array(z.string()).describe('Addresses that the page moved from, oldest first; their figures are added.'),
  decaying: z
    .boolean()
    .nullable()
    .describe('true only if the fall reaches the threshold and is larger than noise and season explain.'),
  status: z.enum(STATUSES),
  reason: z.string().nullable().describe('Why there is too little data; null where there is enough.'),
  judged_by: z
    .enum(['clicks', 'impressions', 'position'])
    .nullable()
    .describe('position: stored result pages, where there is no Search Console data.'),
  scope: z.enum(['keyword', 'page']).nullable().describe('keyword: the page for this keyword. page: for all searches.'),
  decay_percent: z
    .number()
    .nullable()
    .describe('Change against the window before. Positive is worse: fewer clicks, or a higher position number.'),
  season_adjusted: z
    .object({ percent: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .describe('The same with seasonality removed, with its 95% interval. Positive is worse.'),
  within_noise: z.boolean().nullable().describe('true: no larger than the usual noise of the series.'),
  threshold: z.number(),
  slope_per_day: z
    .number()
    .nullable()
    .describe(
      'Of what it was judged by: clicks or impressions a day, a day; or positions a day, where positive is worse.',
    ),
  slopes: z.object({ clicks: Slope, impressions: Slope, position: Slope }),
  confidence: z.number().min(0).max(1),
  first_decline_at: z
    .string()
    .nullable()
    .describe('First day of the week in which it began to fall; null unless decaying.'),
  window: z
    .object({
      from: z.string(),
      to: z.string(),
      previous_from: z.string(),
      previous_to: z.string(),
      property: z.string(),
      engine: z.enum(['google', 'bing']),
    })
    .nullable()
    .describe('Whole weeks of complete days; null without Search Console data.'),
  points: z
    .array(
      z.object({
        from: z.string(),
        to: z.string(),
        clicks: z.number().nullable(),
        impressions: z.number().nullable(),
        position: z.number().nullable(),
        last_year_clicks: z.number().nullable().describe('Of the same week a year before.'),
      }),
    )
    .describe('Weeks, or checks of the result page, oldest first.'),
  rank_history: z
    .object({
      engine: z.string(),
      device: z.string().nullable(),
      checks: z.int(),
      before: z.number().nullable(),
      after: z.number().nullable(),
      status: z.enum(STATUSES),
    })
    .nullable()
    .describe('Places on stored result pages; null where none has the page.'),
  worst_interval: z
    .object({
      from: z.string(),
      to: z.string(),
      change_percent: z.number(),
      before: z.number(),
      after: z.number(),
    })
    .nullable(),
  year_over_year: z
    .object({
      clicks: z.number(),
      last_year_clicks: z.number(),
      change_percent: z.number().nullable().describe('Negative is worse.'),
      window: Span,
    })
    .nullable()
    .describe('null without data of the same weeks a year before.'),
  seasonal_expectation: z
    .object({
      basis: z.enum(SEASON_BASES),
      expected: z.number().describe('What seasonality alone would predict.'),
      observed: z.number(),
      change_percent: z.number().describe('The effect of seasonality on these weeks.'),
    })
    .nullable(),
  traffic_at_risk: z
    .object({ clicks_per_month: z.number(), low: z.number(), high: z.number() })
    .nullable()
    .describe('Clicks a month below what was expected; null unless decaying by clicks.'),
  known_breaks: z.array(z.object({ from: z.string(), to: z.string(), note: z.string() })),
  exempt: z
    .object({ reason: z.literal('new_page'), since: z.string(), until: z.string() })
    .nullable()
    .describe('New pages are not judged.'),
  likely_causes: z.array(Cause).describe('Largest share of the loss first.'),
  causes_considered: CausesConsidered.nullable(),
  recovery_steps: z.array(z.string()),
  scopes: z.object({ keyword: Scope.nullable(), page: Scope.nullable() }),
  page: z.object({
    status_code: z.int().nullable(),
    is_indexable: z.boolean().nullable(),
    canonical_url: z.string().nullable(),
    title: z.string().nullable(),
    words_count: z.number().nullable(),
    referring_domains: z.number().nullable(),
    published_at: z.string().nullable(),
    age_days: z.int().nullable(),
    fetched_at: z.string().nullable(),
  }),
  notes: z.array(z.string()),
});
export type DecayAudit = z.infer<typeof DecayAudit>;

export const DecayReport = z.object({
  coverage: z
    .enum(['full', 'sample', 'none'])
    .describe(
      'full: your own Search Console data. sample: stored result pages only. none: nothing is known of the page.',
    ),
  state: z
    .enum(['answered', 'not_covered', 'unknown_target'])
    .describe(
      'not_covered: your console data knows the site, but has no daily figures for the page. unknown_target: no source knows the page.',
    ),
  decay_audit: DecayAudit,
});
export type DecayReport = z.infer<typeof DecayReport>;
