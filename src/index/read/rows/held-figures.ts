import type { z } from 'zod';

import type { LinkStatus } from '../../../ports/links.ts';
import { LINK_PLACEMENTS, SPAM_UNKNOWN } from '../../database/names.ts';
import { isBroken } from './columns.ts';
import type { FIGURE_COLUMNS, Figures } from './groups.ts';
import type { HeldLink } from './held-facts.ts';
import { above, distinct, falling, firstInOrder, hasStatus, inTurn, named } from './held-order.ts';

type FigureLink = Pick<HeldLink, (typeof FIGURE_COLUMNS)[number]>;

/** Links that have a name in common. `asked` are those with the status that was asked for. */
export interface HeldGroup<Link> {
  readonly id: string;
  readonly asked: readonly Link[];
  readonly all: readonly Link[];
  readonly figures: z.infer<typeof Figures>;
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
    return asked.length === 0 ? [] : [{ id, asked, all, figures: figuresOfLinks(asked, all) }];
  });
}

/** The figures that every group of links has. */
function figuresOfLinks(asked: readonly FigureLink[], all: readonly FigureLink[]): z.infer<typeof Figures> {
  let [dofollow, known, broken, scored, score, rank, last, lost, lost_at] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  let [boilerplate, hidden] = [0, 0];
  let first = Number.POSITIVE_INFINITY;
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
    rank = Math.max(rank, above(link.link_rank));
    first = Math.min(first, link.first_seen);
    last = Math.max(last, link.last_seen);
  }
  for (const link of all) {
    if (link.lost_at !== 0) lost += 1;
    lost_at = Math.max(lost_at, link.lost_at);
  }
  const pages = distinct(asked, ({ source_page }) => source_page);
  const mean = scored === 0 ? null : Math.floor((score / scored) * 10 + 0.5) / 10;
  const figures = [lost, mean, rank, first, last, lost_at, boilerplate, hidden] as const;
  return [asked.length, dofollow, pages, known === 0 ? null : broken, ...figures];
}

interface HeldPage<Group> {
  /** A number to order by, falling; null stands last. Ties go by links, then by name. */
  readonly by: (group: Group) => number | null;
  readonly limit: number;
  readonly offset: number;
}

export function pageOfGroups<Group extends Pick<HeldGroup<unknown>, 'id' | 'asked'>>(
  groups: readonly Group[],
  { by, limit, offset }: HeldPage<Group>,
): readonly Group[] {
  const order = inTurn<Group>(
    falling((group) => by(group) ?? -1),
    falling(({ asked }) => asked.length),
    named(({ id }) => id),
  );
  return firstInOrder(groups, order, offset + limit).slice(offset);
}

/** What the groups hold together: all links with the status, and the newest sighting of them. */
export function wholeOf(groups: readonly HeldGroup<FigureLink>[]): { readonly whole: number; readonly newest: number } {
  let [whole, newest] = [0, 0];
  for (const { asked, figures } of groups) {
    whole += asked.length;
    newest = Math.max(newest, figures[8]);
  }
  return { whole, newest };
}
