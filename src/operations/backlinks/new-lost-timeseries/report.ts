import { z } from 'zod';

import { GROUPS } from './calendar.ts';

const Movement = {
  new_backlinks: z.int().nullable(),
  lost_backlinks: z.int().nullable(),
  new_referring_domains: z.int().nullable(),
  lost_referring_domains: z.int().nullable(),
};

const Net = {
  net_backlinks: z.int().nullable(),
  net_referring_domains: z.int().nullable(),
};

const Point = z.object({
  period: z.string().describe('First day of the period; weeks begin on Monday. The first may begin before date_from.'),
  ...Movement,
  ...Net,
  backlinks: z.int().nullable().describe('Links known and not lost at the end of the period.'),
  referring_domains: z.int().nullable().describe('Hosts with such a link.'),
  is_partial: z.boolean().describe('The range, or what was fetched, covers only a part of the period.'),
  is_baseline: z
    .boolean()
    .describe('The index began in it, so its new links are of every age: counted, but no gain and no momentum.'),
});
export type Point = z.infer<typeof Point>;

/** A point whose figures are known. */
export type ObservedPoint = { readonly [Field in keyof Point]: NonNullable<Point[Field]> };

const Extreme = z.object({
  period: z.string(),
  net_backlinks: z.int(),
  net_referring_domains: z.int(),
  new_backlinks: z.int(),
  lost_backlinks: z.int(),
});

const Standing = z.object({ backlinks: z.int(), referring_domains: z.int() });

export const MOMENTUM_RULE =
  'Net change of referring domains over the base at the beginning, the baseline period left out: above 5 % growing, below ' +
  '-5 % shrinking, else stable. Growing with four whole periods or more: accelerating when the later half won at least 1.5 ' +
  'times as many as the earlier half, slowing when at most half as many.';

const Momentum = z.enum(['accelerating', 'growing', 'stable', 'slowing', 'shrinking']);

const MomentumBasis = z.object({
  measure: z.literal('referring_domains'),
  periods: z.int().describe('Observed ones without the baseline.'),
  base: z.int().nullable().describe('Referring domains before the first of them.'),
  net: z.int(),
  change: z.number().nullable().describe('net / base; null when there was none before.'),
  earlier_net: z
    .int()
    .nullable()
    .describe('Of the first half of the whole periods; null when there are fewer than four.'),
  later_net: z.int().nullable(),
  rule: z.string(),
});
export type MomentumBasis = z.infer<typeof MomentumBasis>;

export const TimeseriesReport = z.object({
  target: z.object({ value: z.string(), type: z.enum(['domain', 'subdomain']) }),
  include_subdomains: z.boolean(),
  group_range: z.enum(GROUPS),
  date_from: z.string(),
  date_to: z.string().describe('Today at the latest.'),
  observed_from: z.string().nullable().describe('First day on which the index fetched anything.'),
  observed_to: z.string().nullable(),
  points: z
    .array(Point)
    .describe('Every period of the range, oldest first; figures are null where nothing was observed.'),
  observed_points: z.int(),
  before: Standing.nullable().describe('What stood when the range begins; null when it was not observed.'),
  after: Standing.nullable().describe('What stood at the end of the last observed period.'),
  baseline: Standing.extend({ period: z.string() })
    .nullable()
    .describe('What stood at the end of the period in which the index began; null when it began before the range.'),
  totals: z.object(Movement).describe('Over the observed periods, the baseline included.'),
  net_change: z.object({
    backlinks: z.int().nullable(),
    referring_domains: z.int().nullable(),
    backlinks_share: z.number().nullable().describe('Of the links that stood before; null when there were none.'),
    referring_domains_share: z.number().nullable(),
  }),
  loss_rate: z
    .number()
    .nullable()
    .describe('lost / (new + lost) of the backlinks without the baseline period, 0-1; null when none moved.'),
  referring_domains_loss_rate: z.number().nullable(),
  strongest_gain: Extreme.nullable().describe('Highest net change of backlinks above 0; the newest of equal ones.'),
  strongest_loss: Extreme.nullable().describe('Lowest net change of backlinks below 0; the newest of equal ones.'),
  momentum: Momentum.nullable().describe(MOMENTUM_RULE),
  momentum_basis: MomentumBasis.nullable(),
  notes: z.array(z.string()),
});
export type TimeseriesReport = z.infer<typeof TimeseriesReport>;
