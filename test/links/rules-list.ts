import { publicSuffix } from '../../src/web/url.ts';
import type { BacklinkRecord, LinkListQuery } from '../../src/ports/links.ts';
import { groupedBy, type Order, descending, ordered } from './counting.ts';
import {
  dateOf,
  groupScope,
  isBroken,
  isVisible,
  knownSigns,
  type JudgedLink,
  type JudgedWeb,
  linksInto,
  saidBy,
  type ScopedLink,
  withStatus,
} from './judged.ts';
import { pageKey } from './known.ts';
import { keyOf } from './web.ts';

/** What the list has to show: its rows in the asked order, each with all the links that would stand as well in its place. */
export interface ExpectedList {
  readonly total_count: number | null;
  readonly rows: readonly ExpectedRow[];
}

interface ExpectedRow {
  readonly group_count: number;
  /** Links that are equal in what is sorted by; which of them stands first is the source's to say. */
  readonly best: readonly ScopedLink[];
  readonly sorted_by: number | null;
}

export function expectedList(web: JudgedWeb, query: LinkListQuery): ExpectedList {
  if (!isVisible(web, query.target)) return { total_count: null, rows: [] };
  const { rank_min } = query;
  const links = withStatus(
    linksInto(web, { ...groupScope(query.target, query.include_indirect_links), dofollow_only: query.dofollow_only }),
    query.status,
  )
    .filter((link) => !query.broken_only || isBroken(link))
    .filter(({ rank }) => rank_min === undefined || (rank !== null && rank >= rank_min));
  const value = SORTED_BY[query.sort_by];
  const groups = [...groupedBy(links, GROUPS[query.mode]).values()];
  const rows = groups.map((group): ExpectedRow => {
    const [first] = ordered(group, descending(value));
    const sortedBy = first === undefined ? null : value(first);
    return { group_count: group.length, best: group.filter((link) => value(link) === sortedBy), sorted_by: sortedBy };
  });
  const bySort: Order<ExpectedRow> = descending((row) => row.sorted_by);
  return { total_count: rows.length, rows: ordered(rows, bySort) };
}

const SORTED_BY: Readonly<Record<LinkListQuery['sort_by'], (link: ScopedLink) => number | null>> = {
  rank: ({ rank }) => rank,
  page_rank: ({ page_rank }) => page_rank,
  first_seen: ({ first }) => first,
  lost_date: ({ lost }) => lost,
};

const GROUPS: Readonly<Record<LinkListQuery['mode'], (link: ScopedLink) => string>> = {
  as_is: identityOf,
  one_per_domain: ({ source }) => source.host_key,
  one_per_anchor: ({ anchor }) => anchor,
};

/** What makes a link one of its own. */
export function identityOf({ source_key, target_key, type, anchor, alt }: JudgedLink): string {
  return [source_key, target_key, type, anchor, alt].join('\n');
}

export function identityOfRecord({ url_from, url_to, item_type, anchor, alt }: BacklinkRecord): string {
  return [keyOf(url_from), keyOf(url_to), item_type, anchor, alt ?? ''].join('\n');
}

/** A link as a row tells of it; `group_count` and the target of an indirect link's redirect are the caller's to add. */
export function expectedRecord(link: ScopedLink): Record<string, unknown> {
  const { source, target, named } = link;
  const status = named?.newest?.status;
  return {
    domain_from: new URL(source.url).host,
    url_from: source.url,
    domain_to: new URL(target.url).host,
    url_to: target.url,
    tld_from: publicSuffix(source.host),
    item_type: link.type,
    anchor: link.anchor,
    alt: link.alt === '' ? null : link.alt,
    image_url: link.image_url === '' ? null : link.image_url,
    text_pre: link.text_pre,
    text_post: link.text_post,
    semantic_location: link.position,
    placement: link.placement,
    attributes: link.attributes,
    dofollow: link.dofollow,
    links_count: link.count,
    first_seen: dateOf(link.first),
    last_seen: dateOf(link.seen),
    lost_date: link.lost === null ? null : dateOf(link.lost),
    is_new: link.is_new,
    is_lost: link.lost !== null,
    is_broken: status === undefined ? null : isBroken(link),
    url_to_status_code: status ?? null,
    url_to_redirect_target: destinationOf(link),
    is_indirect_link: link.is_indirect,
    rank: link.rank,
    page_from_rank: link.page_rank,
    domain_from_rank: link.domain_rank,
    ...pageFields(link),
  };
}

function pageFields({ page, spam, spam_signs }: ScopedLink): Record<string, unknown> {
  const said = saidBy(page);
  return {
    page_from_title: said.title,
    page_from_language: said.language,
    page_from_status_code: page?.newest?.status ?? null,
    page_from_external_links: said.external_links,
    page_from_internal_links: said.internal_links,
    page_from_word_count: said.word_count,
    backlink_spam_score: spam,
    spam_signs: expectedSigns(spam, spam_signs),
    tool_metrics: [],
  };
}

/** As answers tell them: sign, points and peers. */
export function expectedSigns(score: number | null, signs: JudgedLink['spam_signs']): unknown {
  return knownSigns(
    score,
    signs.map(({ sign, points, peers }) => ({ sign, points, peers })),
  );
}

/** Of an indirect link the page of the target where it ends, in whichever spelling. */
function destinationOf({ is_indirect, final, named }: ScopedLink): unknown {
  const move = named?.newest?.move;
  if (!is_indirect) return move?.type === 'redirect' ? move.to.url : null;
  return {
    asymmetricMatch: (answered: unknown): boolean => typeof answered === 'string' && keyOf(answered) === pageKey(final),
    toString: () => `a spelling of ${final.url}`,
  };
}
