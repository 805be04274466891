import type { AnchorsQuery } from '../../../ports/links.ts';
import { LINK_TYPES } from '../../names.ts';
import type { ANCHOR_COLUMNS, AnchorDetails, AnchorsAnswer } from '../anchors.ts';
import { groupsOf, type HeldGroup, pageOfGroups, wholeOf } from './figures.ts';
import type { HeldLink } from './links.ts';
import { containsFolded, countBy, distinct, mostOf } from './order.ts';

type AnchorLink = Pick<HeldLink, (typeof ANCHOR_COLUMNS)[number]>;

const IMAGE = LINK_TYPES.indexOf('image');

interface AnchorGroup extends HeldGroup<AnchorLink> {
  readonly hosts: number;
  readonly images: number;
}

/** Links by their text, as the engine would count them, with so many of the commonest texts. */
export function heldAnchors(links: readonly AnchorLink[], query: AnchorsQuery, commonestMax: number): AnchorsAnswer {
  const groups = groupsOf(links, query.status, ({ anchor }) => anchor).map((group) => ({
    ...group,
    hosts: distinct(group.asked, ({ source_host }) => source_host),
    images: group.asked.filter(isImage).length,
  }));
  const passing = groups.filter(
    ({ id, asked, hosts }) =>
      (query.anchor_filter === undefined || containsFolded(id, query.anchor_filter)) &&
      asked.length >= (query.backlinks_min ?? 0) &&
      hosts >= (query.referring_domains_min ?? 0),
  );
  const page = pageOfGroups(passing, { by: SORTS[query.sort_by], limit: query.limit, offset: query.offset });
  const commonest = pageOfGroups(groups, { by: ({ asked }) => asked.length, limit: commonestMax, offset: 0 });
  return {
    total: passing.length,
    ...wholeOf(groups),
    page: page.map((group) => [group.id, group.hosts, domainsOf(group), group.images, group.figures, detailsOf(group)]),
    commonest: commonest.map((group) => [
      group.id,
      group.asked.length,
      domainsOf(group),
      group.images,
      detailsOf(group),
    ]),
  };
}

function isImage({ type }: AnchorLink): boolean {
  return type === IMAGE;
}

function domainsOf({ asked }: AnchorGroup): number {
  return distinct(asked, ({ source_domain }) => source_domain);
}

const SORTS: Readonly<Record<AnchorsQuery['sort_by'], (group: AnchorGroup) => number | null>> = {
  backlinks: ({ asked }) => asked.length,
  rank: ({ figures }) => figures[6],
  referring_domains: ({ hosts }) => hosts,
  spam_score: ({ figures }) => figures[5],
  broken_backlinks: ({ figures }) => figures[3],
};

function detailsOf({ asked }: AnchorGroup): AnchorDetails {
  const images = asked.filter((link) => isImage(link) && link.alt !== '');
  const page = mostOf(countBy(asked, ({ target_page }) => target_page));
  let [spelling, spelt_at] = [0, -1];
  for (const { target_page, last_seen, target_flags } of asked) {
    if (target_page !== page || last_seen * 256 + target_flags <= spelt_at) continue;
    spelt_at = last_seen * 256 + target_flags;
    spelling = target_flags;
  }
  return [mostOf(countBy(images, ({ alt }) => alt)), languageOf(asked), page, spelling];
}

/** Of pages, however many links each has. */
function languageOf(links: readonly AnchorLink[]): string {
  const pages = new Map(
    links
      .filter(({ language }) => language !== '')
      .map((link) => [`${link.language}\n${link.source_page}`, link.language]),
  );
  return mostOf(countBy(pages.values(), (language) => language));
}
