import { z } from 'zod';

import { CHANGE_KINDS } from './change.ts';
import { MATCH_TYPES } from './match.ts';

/** Parts that the answers about ranks share, so that a point reads the same wherever it stands. */

export const Noise = z.object({
  sigma: z.number().describe('Standard deviation of the difference between two checks, in positions.'),
  pairs: z.int().describe('Pairs of checks within 36 hours that it was measured from.'),
  basis: z.enum(['measured', 'default']).describe('default: under 8 pairs, so the usual noise at this level.'),
});

export const Change = z.object({
  from: z.int().nullable().describe('null: not among the results checked.'),
  to: z.int().nullable(),
  from_checked_at: z.string(),
  to_checked_at: z.string(),
  kind: z.enum(CHANGE_KINDS).describe('unknown: one of the checks was too shallow to tell.'),
  within_noise: z.boolean().describe('The two checks differ by no more than twice the noise.'),
  significant: z.boolean().describe('The last three checks confirm it against the three before.'),
  noise: Noise,
  words: z.string(),
});

export const Significant = z.object({
  at: z.string().describe('First check after the change.'),
  after: z.string().describe('Last check before it.'),
  from: z.number().nullable().describe('Median of up to three checks before; null: beyond the results checked.'),
  to: z.number().nullable().describe('Median of the three checks since.'),
  direction: z.enum(['up', 'down']),
  shown_by: z
    .enum(['beyond_noise', 'persisted'])
    .describe(
      'beyond_noise: the medians differ by more than 2 sigma. persisted: each of three checks differs by more than 1 sigma.',
    ),
  sigma: z.number(),
});

export const MatchTypeField = z
  .enum(MATCH_TYPES)
  .nullable()
  .describe(
    'exact: the tracked page, or any page of a tracked domain. same_path: the same page on another host (www, m, amp) or with idle ' +
      'parameters. same_domain: another page of the site; the tracked page itself does not rank.',
  );

export const Feature = z.object({
  type: z.string(),
  present: z.boolean().nullable().describe('null if the source cannot see it.'),
  owned: z.boolean().nullable().describe('Whether it shows your site; null if unknown.'),
});

export const Ended = z
  .enum(['depth_reached', 'no_more_results', 'stopped_on_match', 'incomplete'])
  .describe('Why reading the results ended.');

export const AiOverviewField = z.object({
  status: z.enum(['present', 'absent', 'async_not_loaded', 'unavailable']),
  cited: z.boolean().nullable().describe('Whether your site is among the references; null if they were not seen.'),
});

export const Series = {
  engine: z.string(),
  location: z.string().nullable(),
  location_code: z.int().nullable().describe('null: from the source’s own location.'),
  language: z.string(),
  device: z.enum(['desktop', 'mobile']).nullable().describe('null: the source’s own default.'),
};
