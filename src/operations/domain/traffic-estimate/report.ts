import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { ClicksChange } from '../../../rankings/changes.ts';
import { Evidence } from '../../../rankings/evidence.ts';

export const SORTS = ['organic_traffic', 'total_traffic', 'paid_traffic', 'opportunity', 'target'] as const;

export const CHANNELS = ['organic', 'paid', 'featured_snippet', 'local_pack'] as const;
export type Channel = (typeof CHANNELS)[number];

export const FOOTPRINTS = [
  'organic_led',
  'paid_led',
  'local_led',
  'snippet_led',
  'balanced',
  'minimal',
  'unknown',
] as const;

export const BANDS = ['very_high', 'high', 'medium', 'low', 'minimal'] as const;

const clicks = z.number().nullable();
const share = z.number().nullable();

export const TargetTraffic = z.object({
  target: z.string().describe('As you sent it.'),
  type: z.enum(['domain', 'subdomain', 'page']),
  found: z.boolean().describe('false: no source knows its traffic, which does not mean that it has none.'),
  state: z
    .enum(['answered', 'not_covered', 'unknown_target'])
    .describe(
      'not_covered: a source knows the target, but not its clicks; stored result pages show how many keywords it ranks for. ' +
        'unknown_target: no source knows it at all.',
    ),
  measure: z
    .enum(['measured', 'estimated'])
    .nullable()
    .describe('What organic_traffic is: clicks counted in your own console, or a vendor’s estimate.'),
  window: Evidence.window,
  organic_traffic: clicks.describe(
    'Counted clicks are those of 28 days; where window is longer, its clicks are brought to 28 days. Estimates are clicks a month.',
  ),
  organic_low: clicks.describe('Bounds of organic_traffic; equal to it where clicks are counted.'),
  organic_high: clicks,
  previous_organic: clicks.describe('Of the time before.'),
  organic_change: ClicksChange.nullable().describe('Only where clicks are counted.'),
  paid_traffic: clicks.describe('null where it was not requested or is unknown.'),
  featured_snippet_traffic: clicks,
  local_pack_traffic: clicks,
  total_traffic: clicks.describe('Sum of the channels asked for; null where one of them is unknown.'),
  measured_clicks: clicks.describe('Clicks of 28 days from your own console, shown next to an estimate as well.'),
  estimate_ratio: z
    .number()
    .nullable()
    .describe(
      'The vendor’s estimate ÷ measured_clicks brought to a month, where both are known: how far its estimates are off here.',
    ),
  keywords_considered: z.object({
    organic: z.int().nullable(),
    paid: z.int().nullable(),
    featured_snippet: z.int().nullable(),
    local_pack: z.int().nullable(),
  }),
  channel_mix: z
    .object({ organic: share, paid: share, featured_snippet: share, local_pack: share })
    .nullable()
    .describe('Shares of total_traffic, 0-1; null where that is unknown or 0. A channel not asked for is null.'),
  footprint_type: z
    .enum(FOOTPRINTS)
    .describe(
      '…_led: at least 60% of the traffic. minimal: under 100 clicks. unknown: less than two channels are known.',
    ),
  traffic_band: z
    .enum(BANDS)
    .nullable()
    .describe('Only where no number is known: read from how well linked the domain is, so a hint, not traffic.'),
  band_rank: z.number().nullable().describe('The rank, 0-1000, that the band is read from.'),
  relative_share: share.describe(
    'Of the organic traffic of all targets with this measure, 0-1. null if there is one alone, or it lies inside another target.',
  ),
  contained_in: z.string().nullable().describe('Another target of which this is a part; its traffic counts there.'),
  opportunity_score: z.number().min(0).max(100).nullable(),
  score_components: z.object({
    gap_to_leader: z.number().nullable().describe('Traffic of the leader that it does not have.'),
    paid_dependence: z.number().nullable().describe('Share of ads in search traffic, part of which could be earned.'),
    decline: z.number().nullable().describe('Share of its organic traffic that it has lost.'),
  }),
  score_coverage: z.number().min(0).max(1),
  priority: Level.nullable(),
});
export type TargetTraffic = z.infer<typeof TargetTraffic>;

export const TrafficEstimate = z.object({
  coverage: z
    .enum(['full', 'partial', 'none'])
    .describe('full: a traffic figure for every target. none: no source knows the traffic of any of them.'),
  location: Evidence.location.describe('Of estimates.'),
  language: z.string(),
  measured_location: Evidence.location.describe('Of counted clicks; null: all countries.'),
  compared_by: z
    .enum(['measured', 'estimated'])
    .nullable()
    .describe(
      'The measure that leader is based on: the one that most targets have. Figures of the other are not compared with it.',
    ),
  leader: z
    .object({ target: z.string(), organic_traffic: z.number(), measure: z.enum(['measured', 'estimated']) })
    .nullable()
    .describe('null with less than two targets of one measure.'),
  items: z.array(TargetTraffic),
  total_count: z.int(),
  limit: z.int(),
  offset: z.int(),
  duplicates: z
    .array(z.object({ target: z.string(), duplicate_of: z.string() }))
    .describe('Targets that name the same site or page as another one; they have no row of their own.'),
  found: z.int(),
  units: z.record(z.string(), z.string()),
});
export type TrafficEstimate = z.infer<typeof TrafficEstimate>;
