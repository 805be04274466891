import { z } from 'zod';

import type { RankTarget } from '../ports/rank-targets.ts';
import { anyLanguage, keywordText, locationCode, printable, target } from './fields.ts';

export const RANK_DEPTH = { min: 10, max: 100, preset: 30 } as const;

export const rankDepth = () =>
  z.int().min(RANK_DEPTH.min).max(RANK_DEPTH.max).describe('How many organic results a check reads.');

export const rankTag = () => z.string().trim().min(1).max(60).describe('Name of a set of tracked keywords.');

export const rankTags = () => z.array(rankTag()).max(20);

export const rankTargetIds = () =>
  z.array(printable(40)).min(1).max(1000).describe('Ids of tracked keywords (`rkt_…`).');

const QUERY_IDS_MAX = 100;

/** The same in a query string: `ids=rkt_1,rkt_2`. */
export const queryRankTargetIds = () =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',') : value),
    z
      .array(printable(40))
      .min(1)
      .max(QUERY_IDS_MAX)
      .describe('Only these tracked keywords (`rkt_…`), separated by commas.'),
  );

/** Where and how a tracked keyword is searched. */
export const RankSearch = z.object({
  location: z.string().trim().min(1).max(200).optional().describe('Name of the place to search from.'),
  location_code: locationCode(),
  language: anyLanguage(),
  device: z.enum(['desktop', 'mobile']).optional().describe('Device to search from.'),
  engine: printable(40).optional().describe('Search engine, such as google or bing.'),
  depth: rankDepth().optional(),
});

export const WrittenRankTarget = RankSearch.extend({
  keyword: keywordText(),
  url: target(),
  tags: rankTags().optional().describe('Sets that it belongs to.'),
});

export const RankTargetView = z
  .object({
    id: z.string(),
    project_id: z.string().nullable(),
    keyword: z.string(),
    url: z.string(),
    engine: z.string().nullable().describe('Null: the first source that answers.'),
    location_code: z.int().nullable(),
    location: z.string().nullable().describe('Null: the source’s own location.'),
    language: z.string(),
    device: z.enum(['desktop', 'mobile']).nullable(),
    depth: z.int(),
    tags: z.array(z.string()),
    is_paused: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'RankTarget', description: 'A keyword tracked for a page or a domain.' });

export function rankTargetView(found: RankTarget): z.infer<typeof RankTargetView> {
  const { id, project_id, keyword, url, series, depth, tags, is_paused, created_at } = found;
  const kept = { depth, tags: [...tags], is_paused, created_at: created_at.toISOString() };
  return { id, project_id: project_id ?? null, keyword, url, ...series, ...kept };
}
