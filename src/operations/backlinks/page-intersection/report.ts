import { z } from 'zod';

import { Level } from '../../../kernel/level.ts';
import { Backlink } from '../list/list.ts';

const Link = z.object({
  url_to: z.string(),
  item_type: z.enum(['anchor', 'image', 'canonical', 'redirect', 'alternate']),
  anchor: z.string(),
  alt: z.string().nullable(),
  text_pre: z.string(),
  text_post: z.string(),
  semantic_location: Backlink.shape.semantic_location,
  attributes: z.array(z.string()),
  dofollow: z.boolean(),
  links_count: z.int().describe('Identical links on the page.'),
  rank: z.number().nullable(),
  first_seen: z.string(),
  last_seen: z.string(),
  lost_date: z.string().nullable(),
  is_new: z.boolean(),
  is_lost: z.boolean(),
  is_broken: z.boolean().nullable().describe('Null when the linked page was never read.'),
  url_to_status_code: z.int().nullable(),
  is_indirect_link: z.boolean().describe('It arrives by a redirect or a canonical.'),
});
export type Link = z.infer<typeof Link>;

const LinkedTarget = z.object({
  target: z.string(),
  links_count: z.int(),
  links: z.array(Link).describe('The strongest, at most three.'),
});

const SIGNALS = [
  'followed',
  'in_content',
  'links_to_all_targets',
  'broken_competitor_link',
  'new_link',
  'nofollow_only',
  'boilerplate_only',
  'indirect_only',
  'lost',
  'thin_page',
  'many_outgoing_links',
  'high_spam',
] as const;
const Signal = z.enum(SIGNALS);
export type Signal = z.infer<typeof Signal>;

const Quality = z.object({
  dofollow: z.boolean().describe('One of the links shown passes authority.'),
  in_content: z
    .boolean()
    .nullable()
    .describe('One of the links shown stands in the text of the page; null when their source does not say.'),
  semantic_locations: z.array(z.string()),
  spam_score: z.number().nullable(),
  spam_level: Level.nullable().describe('Low to 30, medium to 60, high above; null when the page was not read.'),
  external_links: z.int().nullable(),
  word_count: z.int().nullable(),
  signals: z.array(Signal),
});

const ScoreComponents = z.object({
  page_authority: z.number().describe('0-20, by page_rank; 0 as well when it is not known.'),
  domain_authority: z.number().describe('0-20, by domain_rank; 0 as well when it is not known.'),
  coverage: z.number().describe('0-25, by the share of the targets that it links to.'),
  followed: z.number().describe('15 when one of the links passes authority.'),
  in_content: z.number().describe('10 when one of the links stands in the text.'),
  freshness: z
    .number()
    .describe('0-10, × e^(-days / 365) for the days that its links are known to stand; 0 when that is not known.'),
  spam: z.number().describe('0 to -25, by spam_score; never more than the rest of the points.'),
});
export type ScoreComponents = z.infer<typeof ScoreComponents>;

const IntersectionRow = z.object({
  url: z.string(),
  domain: z.string(),
  title: z.string().nullable(),
  language: z.string().nullable(),
  rank: z.number().nullable().describe('Of its strongest link.'),
  page_rank: z.number().nullable(),
  domain_rank: z.number().nullable(),
  spam_score: z.number().nullable(),
  external_links: z.int().nullable(),
  word_count: z.int().nullable(),
  first_seen: z.string(),
  last_seen: z.string(),
  linked_targets: z.array(LinkedTarget),
  linked_targets_count: z.int(),
  quality: Quality,
  score: z.number().describe('0-100.'),
  score_components: ScoreComponents,
  priority: Level,
  reason: z.string(),
});
export type IntersectionRow = z.infer<typeof IntersectionRow>;

const TargetView = z.object({ value: z.string(), type: z.enum(['domain', 'subdomain', 'page']) });

export const IntersectionReport = z.object({
  targets: z.array(TargetView.extend({ pages: z.int().describe('Rows of this answer that link to it.') })),
  exclude_targets: z.array(TargetView),
  intersection_mode: z.enum(['partial', 'all']),
  rank_scale: z.enum(['one_hundred', 'one_thousand']),
  items: z.array(IntersectionRow),
  total_count: z.int().nullable().describe('Pages that fit; null where the source cannot know.'),
  limit: z.int(),
  offset: z.literal(0).describe('Always the first rows: sort and filter for others.'),
  priority_counts: z.object({ high: z.int(), medium: z.int(), low: z.int() }).describe('Of the rows in this answer.'),
  notes: z.array(z.string()),
});
export type IntersectionReport = z.infer<typeof IntersectionReport>;
