import { z } from 'zod';

import type { Level } from '../../../kernel/level.ts';
import { ListCell } from '../../../text/cells.ts';

export const CAMPAIGN_GOALS = [
  'mixed',
  'link_gap',
  'broken_link_building',
  'digital_pr',
  'resource_page',
  'reclaim_lost_links',
  'protect_authority',
] as const;
export type CampaignGoal = (typeof CAMPAIGN_GOALS)[number];

/** A flag, or the address it is about. */
const Flag = z.union([z.boolean(), z.string().max(2048)]).nullish();

const rank = (of: string) =>
  z.number().min(0).max(1000).nullish().describe(`Authority of the ${of}: 0-100, or 0-1000 if any rank is above 100.`);

export const Prospect = z.looseObject({
  source_domain: z.string().trim().min(1).max(2048).describe('Domain or URL of the site that could link.'),
  source_url: z.string().max(2048).nullish().describe('Page that could link, or used to.'),
  title: z.string().max(2000).nullish().describe('Title of that page.'),
  source_type: z
    .string()
    .max(200)
    .nullish()
    .describe('For example blog, news, resource page, directory or guest post.'),
  linked_competitors: z
    .union([z.array(z.string().max(500)).max(100), z.string().max(5000), z.int().min(0)])
    .nullish()
    .describe('Competitors that the site links to: domains, or a count.'),
  topics: ListCell.describe('What the page is about.'),
  rank: rank('link, page or domain'),
  domain_rank: rank('domain'),
  page_rank: rank('page'),
  spam_score: z.number().min(0).max(100).nullish().describe('0-100, higher is worse.'),
  dofollow: z.boolean().nullish().describe('Whether links from this site pass authority.'),
  broken_link: Flag.describe('True, or the broken URL that the page links to.'),
  lost_link: Flag.describe('True, or your URL that the page used to link to.'),
});
export type Prospect = z.infer<typeof Prospect>;

export const OwnedAsset = z.looseObject({
  url: z.string().max(2048).nullish(),
  title: z.string().max(2000).nullish(),
  page_type: z.string().max(200).nullish(),
  topics: ListCell,
  linkable_reason: z.string().max(2000).nullish().describe('Why anyone would link to it.'),
});
export type OwnedAsset = z.infer<typeof OwnedAsset>;

export interface OpportunityFinderInput {
  readonly target: string;
  readonly prospects: readonly Prospect[];
  readonly owned_assets?: readonly OwnedAsset[] | undefined;
  readonly campaign_goal: CampaignGoal;
  readonly max_spam_score: number;
  readonly min_priority: Level;
}
