import type { LinkStatus } from '../../../ports/links.ts';
import { LINK_PLACEMENTS, SPAM_UNKNOWN } from '../../database/names.ts';
import { isBroken } from './columns.ts';
import type { FIGURE_COLUMNS, Figures } from './groups.ts';
import type { HeldLink } from './held-facts.ts';
import { above, distinct, falling, firstInOrder, hasStatus, inTurn, named } from './held-order.ts';

type FigureLink = Pick<HeldLink, (typeof FIGURE_COLUMNS)[number]>;

/** Links that have a name in common. `asked` are those with the status that was asked for. */
export interface HeldGroup<Link> extends Figures {
  readonly id: string;
  readonly asked: readonly Link[];
  readonly all: readonly Link[];
}

const BOILERPLATE = LINK_PLACEMENTS.indexOf('boilerplate');
const HIDDEN = LINK_PLACEMENTS.indexOf('hidden');

/** Groups that have a link with the status. */
export function groupsOf<Link extends FigureLink>(
  links: readonly Link[],
  status: LinkStatus,
  idOf: (link: Link) => string,
): readonly HeldGroup<Link>[] {
  const isAsked = hasStatus(status);
  return [...Map.groupBy(links, idOf)].flatMap(([id, all]) => {
    const asked = status === 'all' ? all : all.filter(isAsked);
    return asked.length === 0 ? [] : [{ id, asked, all, ...figuresOfLinks(asked, all) }];
  });
}

/** The figures that every group of links has. */
function figuresOfLinks(asked: readonly FigureLink[], all: readonly FigureLink[]): Figures {
  let [dofollow, known, broken, scored, score, boilerplate, hidden] = [0, 0, 0, 0, 0, 0, 0];
  let [rank_above, first_s, last_s, lost, lost_s] = [0, Infinity, 0, 0, 0];
  for (const link of asked) {
    if (link.dofollow !== 0) dofollow += 1;
    if (link.target_status !== 0) known += 1;
    if (isBroken(link)) broken += 1;
    if (link.placement === BOILERPLATE) boilerplate += 1;
    if (link.placement === HIDDEN) hidden += 1;
    if (link.spam !== SPAM_UNKNOWN) {
      scored += 1;
      score += link.spam;
    }
    rank_above = Math.max(rank_above, above(link.link_rank));
    first_s = Math.min(first_s, link.first_seen);
    last_s = Math.max(last_s, link.last_seen);
  }
  for (const link of all) {
    if (link.lost_at !== 0) lost += 1;
    lost_s = Math.max(lost_s, link.lost_at);
  }
  return {
    backlinks: asked.length,
    dofollow_backlinks: dofollow,
    referring_pages: distinct(asked, ({ source_page }) => source_page),
    broken_backlinks: known === 0 ? null : broken,
    lost_backlinks: lost,
    spam_score: scored === 0 ? null : Math.floor((score / scored) * 10 + 0.5) / 10,
    rank_above,
    first_s,
    last_s,
    lost_s,
    boilerplate_backlinks: boilerplate,
    hidden_backlinks: hidden,
  };
}

interface HeldPage<Group> {
  readonly passes: (group: Group) => boolean;
  /** A number to order by, falling; null stands last. Ties go by links, then by name. */
  readonly by: (group: Group) => number | null;
  readonly limit: number;
  readonly offset: number;
}

type Ordered = Pick<HeldGroup<unknown>, 'id' | 'backlinks' | 'last_s'>;

/** As `askGroups` answers. */
export function answerOf<Group extends Ordered>(groups: readonly Group[], { passes, ...page }: HeldPage<Group>) {
  const passing = groups.filter(passes);
  return {
    total: passing.length,
    whole: groups.reduce((sum, { backlinks }) => sum + backlinks, 0),
    newest: groups.reduce((newest, { last_s }) => Math.max(newest, last_s), 0),
    page: pageOfGroups(passing, page),
  };
}

export function pageOfGroups<Group extends Ordered>(
  groups: readonly Group[],
  { by, limit, offset }: Omit<HeldPage<Group>, 'passes'>,
): readonly Group[] {
  const order = inTurn<Group>(
    falling((group) => by(group) ?? -1),
    falling(({ backlinks }) => backlinks),
    named(({ id }) => id),
  );
  return firstInOrder(groups, order, offset + limit).slice(offset);
}

/** How the newest link spells an address. */
export function newestFlags<Link extends Pick<HeldLink, 'last_seen'>>(
  links: readonly Link[],
  flagsOf: (link: Link) => number,
): number {
  return links.reduce((newest, link) => Math.max(newest, link.last_seen * 256 + flagsOf(link)), 0) % 256;
}
