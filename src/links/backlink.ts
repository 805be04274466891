import { z } from 'zod';

import { onScale, type RankScale } from '../kernel/rank.ts';
import type { BacklinkRecord } from '../ports/links.ts';
import { showSigns, SpamSignsView } from './spam-evidence.ts';
import { showMetrics, ToolMetricsView } from './tool-metrics.ts';

/** One link as every answer shows it: the facts of its record, with ranks on the scale that was asked for. */
export const BacklinkView = z.object({
  domain_from: z.string(),
  url_from: z.string(),
  domain_to: z.string(),
  url_to: z.string(),
  tld_from: z.string(),
  item_type: z.enum(['anchor', 'image', 'canonical', 'redirect', 'alternate']),
  anchor: z.string(),
  alt: z.string().nullable(),
  image_url: z.string().nullable(),
  text_pre: z.string(),
  text_post: z.string(),
  semantic_location: z
    .enum(['navigation', 'header', 'footer', 'sidebar', 'content', 'head', 'hidden'])
    .nullable()
    .describe(
      '`hidden` is a link that readers do not see. Null when the source does not say where on the page the link is.',
    ),
  placement: z
    .enum(['content', 'boilerplate', 'hidden', 'head'])
    .nullable()
    .describe(
      '`boilerplate` is part of a menu, header, footer or sidebar, or repeated on most pages of its host, whatever its HTML element. Null when unknown.',
    ),
  attributes: z.array(z.string()),
  dofollow: z.boolean(),
  links_count: z.int().describe('Identical links on the page.'),
  group_count: z.int().describe('Links that the mode grouped into this row.'),
  first_seen: z.string(),
  last_seen: z.string(),
  lost_date: z.string().nullable(),
  is_new: z.boolean(),
  is_lost: z.boolean(),
  is_broken: z.boolean().nullable().describe('Null when the target page has not been crawled.'),
  url_to_status_code: z.int().nullable(),
  url_to_redirect_target: z.string().nullable(),
  is_indirect_link: z
    .boolean()
    .describe('The link names another page that redirects or canonicalizes to the target; url_to is that page.'),
  rank: z.number().nullable(),
  page_from_rank: z.number().nullable(),
  domain_from_rank: z.number().nullable(),
  page_from_title: z.string().nullable(),
  page_from_language: z.string().nullable(),
  page_from_status_code: z.int().nullable(),
  page_from_external_links: z.int().nullable(),
  page_from_internal_links: z.int().nullable(),
  page_from_word_count: z.int().nullable(),
  backlink_spam_score: z.number().nullable(),
  spam_signs: SpamSignsView,
  tool_metrics: ToolMetricsView,
});
export type BacklinkView = z.infer<typeof BacklinkView>;

export function showBacklink(record: BacklinkRecord, scale: RankScale): BacklinkView {
  return {
    ...record,
    attributes: [...record.attributes],
    spam_signs: showSigns(record.spam_signs),
    tool_metrics: showMetrics(record.tool_metrics),
    rank: onScale(record.rank, scale),
    page_from_rank: onScale(record.page_from_rank, scale),
    domain_from_rank: onScale(record.domain_from_rank, scale),
  };
}

/** A link that no longer leads anywhere: it still stands, and its target page returns an error. */
export function isDead({ is_broken, is_lost }: BacklinkRecord): boolean {
  return is_broken === true && !is_lost;
}
