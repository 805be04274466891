import type { TargetPagesQuery } from '../../../ports/links.ts';
import { READ } from '../../names.ts';
import { urlOfKeys } from '../address.ts';
import { keysOfPage } from '../rows.ts';
import type { PageFact } from '../page-facts.ts';
import type { PAGE_COLUMNS, PagesAnswer } from '../target-pages.ts';
import { groupsOf, type HeldGroup, pageOfGroups, wholeOf } from './figures.ts';
import type { HeldLink } from './links.ts';
import { containsFolded, distinct } from './order.ts';

type PageLink = Pick<HeldLink, (typeof PAGE_COLUMNS)[number]>;

interface PageGroup extends HeldGroup<PageLink> {
  readonly hosts: number;
  readonly flags: number;
  readonly fact: PageFact | undefined;
}

/** Links by the page where they end, as the engine would count them; `facts` are those of all these pages, where they decide. */
export function heldPages(
  links: readonly PageLink[],
  query: TargetPagesQuery,
  facts: ReadonlyMap<string | number, PageFact>,
): PagesAnswer {
  const groups = groupsOf(links, query.status, ({ final_page }) => final_page).map((group) => ({
    ...group,
    hosts: distinct(group.asked, ({ source_host }) => source_host),
    flags: flagsOf(group.asked),
    fact: facts.get(group.id),
  }));
  const passing = groups.filter((group) => passes(group, query));
  const page = pageOfGroups(passing, { by: SORTS[query.sort_by], limit: query.limit, offset: query.offset });
  return {
    total: passing.length,
    ...wholeOf(groups),
    page: page.map(({ id, asked, hosts, flags, figures }) => [
      id,
      flags,
      hosts,
      distinct(asked, ({ source_domain }) => source_domain),
      figures,
    ]),
  };
}

/** How the newest link spells the address. */
function flagsOf(links: readonly PageLink[]): number {
  let newest = -1;
  for (const { last_seen, final_flags } of links) newest = Math.max(newest, last_seen * 256 + final_flags);
  return newest % 256;
}

function passes({ id, asked, hosts, flags, fact }: PageGroup, query: TargetPagesQuery): boolean {
  const { status, readable, title } = fact ?? UNKNOWN;
  const { backlinks_min = 0, referring_domains_min = 0, page_filter, title_filter, status_code } = query;
  return (
    asked.length >= backlinks_min &&
    hosts >= referring_domains_min &&
    (status_code === undefined || status === status_code) &&
    (title_filter === undefined || (readable !== 0 && containsFolded(title, title_filter))) &&
    (page_filter === undefined || containsFolded(writtenUrl(id, flags), page_filter))
  );
}

const UNKNOWN = { status: 0, readable: 0, title: '' };

function writtenUrl(id: string, flags: number): string {
  const { host_key, path_key } = keysOfPage(id);
  return urlOfKeys(host_key, path_key, flags);
}

const SORTS: Readonly<Record<TargetPagesQuery['sort_by'], (group: PageGroup) => number | null>> = {
  backlinks: ({ asked }) => asked.length,
  referring_domains: ({ hosts }) => hosts,
  rank: ({ fact }) => fact?.page_above ?? null,
  spam_score: ({ figures }) => figures[5],
  broken_backlinks: ({ figures }) => figures[3],
  first_visited: ({ fact }) => (fact === undefined || fact.first_visited === 0 ? null : fact.first_visited),
  words_count: ({ fact }) => (fact?.readable === READ ? fact.word_count : null),
  external_links: ({ fact }) => (fact === undefined || fact.readable === 0 ? null : fact.external_links),
};
