import { z } from 'zod';

import type { BacklinkRecord, LinkGroupFigures, LinkPlacement } from '../../ports/links.ts';
import type { LinkPosition, LinkType } from '../../web/facts/records.ts';
import { readTime } from './live-task.ts';

const count = z.number().nullable().default(null);
const text = z.string().nullable().default(null);
/** Null where there is nothing. */
const written = text.transform((words) => words ?? '');
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true);
const counts = z.record(z.string(), z.number().nullable()).nullable().default(null);

/** A link: the fields we read of all that the provider returns. */
export const BacklinkRow = z.object({
  domain_from: z.string(),
  url_from: z.string(),
  domain_to: z.string(),
  url_to: z.string(),
  tld_from: written,
  item_type: text,
  anchor: written,
  alt: text,
  image_url: text,
  text_pre: written,
  text_post: written,
  semantic_location: text,
  attributes: z.array(z.string()).nullable().default(null),
  dofollow: z.boolean(),
  links_count: count,
  group_count: count,
  first_seen: z.string(),
  last_seen: text,
  is_new: flag,
  is_lost: flag,
  is_broken: z.boolean().nullable().default(null),
  url_to_status_code: count,
  url_to_redirect_target: text,
  is_indirect_link: flag,
  rank: count,
  page_from_rank: count,
  domain_from_rank: count,
  page_from_title: text,
  page_from_language: text,
  page_from_status_code: count,
  page_from_external_links: count,
  page_from_internal_links: count,
  backlink_spam_score: count,
});
export type BacklinkRow = z.infer<typeof BacklinkRow>;

export function readBacklink(row: BacklinkRow): BacklinkRecord {
  const { item_type, is_lost, ...facts } = row;
  const first_seen = readTime(row.first_seen) ?? row.first_seen;
  const last_seen = readTime(row.last_seen) ?? first_seen;
  return {
    ...facts,
    is_lost,
    item_type: readType(item_type ?? 'anchor'),
    semantic_location: readPosition(row.semantic_location),
    placement: readPlacement(readPosition(row.semantic_location)),
    spam_signs: null,
    attributes: row.attributes ?? [],
    links_count: Math.max(1, row.links_count ?? 1),
    group_count: Math.max(1, row.group_count ?? 1),
    first_seen,
    last_seen,
    // Rows have no date of the loss: the newest visit of the crawler is when it missed the link.
    lost_date: is_lost ? last_seen : null,
    // It calls links to pages that it never visited unbroken.
    is_broken: row.url_to_status_code === null ? null : row.is_broken,
    page_from_word_count: null,
    tool_metrics: [],
  };
}

/** Its further types, `link` and `meta`, stand in the head of a page, as `alternate` does. */
function readType(type: string): LinkType {
  switch (type) {
    case 'image':
    case 'canonical':
    case 'redirect':
    case 'alternate':
      return type;
    case 'link':
    case 'meta':
      return 'alternate';
    default:
      return 'anchor';
  }
}

/** Elements of HTML as the parts of a page that they make; null where the provider names none. */
export function readPosition(element: string | null): LinkPosition | null {
  switch (element) {
    case null:
    case '':
      return null;
    case 'nav':
      return 'navigation';
    case 'aside':
      return 'sidebar';
    case 'header':
    case 'footer':
    case 'head':
      return element;
    default:
      return 'content';
  }
}

function readPlacement(position: LinkPosition | null): LinkPlacement | null {
  switch (position) {
    case 'navigation':
    case 'header':
    case 'footer':
    case 'sidebar':
      return 'boilerplate';
    case 'content':
    case 'head':
    case 'hidden':
    case null:
      return position;
  }
}

/** Figures of a group of links, which it has for anchors, hosts and pages alike. */
export const LinkAgg = z.object({
  rank: count,
  backlinks: z.number(),
  first_seen: z.string(),
  lost_date: text,
  backlinks_spam_score: count,
  broken_backlinks: count,
  broken_pages: count,
  referring_domains: z.number().default(0),
  referring_main_domains: z.number().default(0),
  referring_pages: z.number().default(0),
  referring_links_attributes: counts,
  referring_links_types: counts,
});
export type LinkAgg = z.infer<typeof LinkAgg>;

/** Without it the lists inside a group would be cut off at ten, and missing entries would read as zero. */
export const WHOLE_LISTS = { internal_list_limit: 100 } as const;

export function readFigures(group: LinkAgg): LinkGroupFigures {
  return {
    backlinks: group.backlinks,
    dofollow_backlinks: group.backlinks - (group.referring_links_attributes?.['nofollow'] ?? 0),
    referring_pages: group.referring_pages,
    broken_backlinks: group.broken_backlinks,
    lost_backlinks: null,
    spam_score: group.backlinks_spam_score,
    spam_signs: null,
    boilerplate_backlinks: null,
    hidden_backlinks: null,
    rank: group.rank,
    first_seen: readTime(group.first_seen) ?? group.first_seen,
    last_seen: null,
    lost_date: readTime(group.lost_date),
  };
}
