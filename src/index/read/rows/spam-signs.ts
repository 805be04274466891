import { z } from 'zod';

import { type LinkStatus, SPAM_SIGNS, type SpamEvidence, type SpamShare, type SpamSign } from '../../../ports/links.ts';
import { PAGE_SPAM_SCORES, type PageSpamSign, pointsOfPageSign } from '../../../web/facts/spam-score.ts';
import { BRIEFLY } from '../../database/database.ts';
import { pageId, textId } from '../../database/ids.ts';
import { NEIGHBOUR_POINTS, type NeighbourSign, signBits, signsOf } from '../../database/names.ts';
import { sql } from '../../database/sql.ts';
import { columnSql, keysOfPage, type NameColumn, NameId, pageName } from './columns.ts';
import type { Reading } from './coverage.ts';
import type { HeldLink } from './held-facts.ts';
import { hasStatus } from './held-order.ts';
import type { LinkRows } from './rows.ts';
import { withStatus } from './scope.ts';

/** Why pages that link score as spam: one link at a time, and over a group of links. */

/** What is known of a score that no sign explains is not known: an import brought it. */
export function knownSigns<Sign>(score: number | null, signs: readonly Sign[]): readonly Sign[] | null {
  return score === null || (score > 0 && signs.length === 0) ? null : signs;
}

interface Signed {
  readonly source_domain: string;
  readonly source_page: string;
  readonly spam_signs: number;
}

/** How many sites share a sign, of the domain or the page that has it. */
export type Peers = (link: Omit<Signed, 'spam_signs'>, sign: SpamSign) => number | null;

const PeersRow = z.object({ id: z.string(), sign: z.string(), peers: z.int() });

/** Asked only where a link has a sign that others share. */
export async function readPeers({ database, coverage, signal }: Reading, links: readonly Signed[]): Promise<Peers> {
  const shared = links.filter(({ spam_signs }) => signsOf(spam_signs).some(isShared));
  if (shared.length === 0) return () => null;
  const ids = [...new Set(shared.flatMap((link) => idsOf(link)))];
  const rows = await database.rows(
    PeersRow,
    sql`SELECT toString(id) AS id, toString(sign) AS sign, max(peers) AS peers FROM spam_signs
      WHERE version = ${coverage.authority_version} AND spam_signs.id IN ${ids} GROUP BY spam_signs.id, spam_signs.sign ${BRIEFLY}`,
    signal,
  );
  const known = new Map(rows.map(({ id, sign, peers }) => [`${id} ${sign}`, peers]));
  return (link, sign) =>
    idsOf(link)
      .map((id) => known.get(`${id} ${sign}`))
      .find((peers) => peers !== undefined) ?? null;
}

function idsOf({ source_domain, source_page }: Omit<Signed, 'spam_signs'>): readonly bigint[] {
  const { host_key, path_key } = keysOfPage(source_page);
  return [textId(source_domain), pageId(host_key, path_key)];
}

/** The signs of one link, as a rebuild judged them. */
export function evidenceOf(link: Signed, peers: Peers): readonly SpamEvidence[] {
  return signsOf(link.spam_signs).map((sign) =>
    isShared(sign)
      ? { sign, points: NEIGHBOUR_POINTS[sign], peers: peers(link, sign) }
      : { sign, points: pointsOfPageSign(sign), peers: null },
  );
}

/** The signs of a page that no rebuild has judged yet: what it shows of itself. */
export function ownEvidence(score: number): readonly SpamEvidence[] {
  return (PAGE_SPAM_SCORES.get(score) ?? []).map((sign: PageSpamSign) => ({
    sign,
    points: pointsOfPageSign(sign),
    peers: null,
  }));
}

/** The same of domains, each the only one of its group, with how many sites share the signs. */
export async function withPeers(
  reading: Reading,
  groups: readonly { readonly domain: string; readonly signs: readonly SpamShare[] }[],
): Promise<readonly SpamShare[][]> {
  const keyed = groups.map(({ domain, signs }) => ({
    source_domain: domain,
    source_page: NO_PAGE,
    spam_signs: signBits(signs.map(({ sign }) => sign)),
    signs,
  }));
  const peers = await readPeers(reading, keyed);
  return keyed.map((group) => group.signs.map((share) => ({ ...share, peers: peers(group, share.sign) })));
}

/** No page has an empty host. */
const NO_PAGE = pageName('', '');

function isShared(sign: SpamSign): sign is NeighbourSign {
  return Object.hasOwn(NEIGHBOUR_POINTS, sign);
}

type SignedLink = Pick<HeldLink, 'source_domain' | 'spam_signs' | 'lost_at'>;

type GroupColumn = 'anchor' | 'source_host' | 'final_page';

interface Grouping<Column extends GroupColumn> {
  /** Undefined: all links are one group. */
  readonly column: Column | undefined;
  readonly ids: readonly NameId[];
  readonly status: LinkStatus;
}

const ShareRow = z.object({ id: NameId, bit: z.int(), backlinks: z.int(), domains: z.int() });
type ShareRow = z.infer<typeof ShareRow>;

const WHOLE = 0;

/** What the scores of some groups of links are made of; `links` are those of the scope where they are held. */
export async function signShares<Column extends GroupColumn = never>(
  rows: LinkRows,
  links: readonly (SignedLink & Pick<HeldLink, Column>)[] | undefined,
  grouping: Grouping<Column>,
): Promise<(id?: NameId) => readonly SpamShare[]> {
  const found = links === undefined ? await askedShares(rows, grouping) : heldShares(links, grouping);
  const byGroup = Map.groupBy(found, ({ id }) => id);
  return (id = WHOLE) =>
    (byGroup.get(id) ?? [])
      .toSorted((one, other) => other.backlinks - one.backlinks || one.bit - other.bit)
      .flatMap(({ bit, backlinks, domains }) => {
        const sign = SPAM_SIGNS[bit];
        return sign === undefined ? [] : [{ sign, backlinks, referring_main_domains: domains, peers: null }];
      });
}

async function askedShares<Column extends GroupColumn>(
  rows: LinkRows,
  { column, ids, status }: Grouping<Column>,
): Promise<readonly ShareRow[]> {
  if (column !== undefined && ids.length === 0) return [];
  const id = column === undefined ? sql`${WHOLE}` : columnSql(column);
  const isAsked = column === undefined ? sql`1` : sql`${id} IN ${[...new Set(ids)]}`;
  const columns = [...new Set<NameColumn>(['source_domain', ...(column === undefined ? [] : [column])])];
  return rows.ask(
    ShareRow,
    sql`SELECT id, bit, count() AS backlinks, ${rows.distinct('source_domain', sql`1`)} AS domains
      FROM (SELECT ${id} AS id, source_domain, arrayJoin(bitPositionsToArray(spam_signs)) AS bit
        FROM ${rows.from([...columns, 'spam_signs', 'lost_at'])} WHERE ${withStatus(status)} AND spam_signs != 0 AND ${isAsked})
      GROUP BY id, bit`,
  );
}

function heldShares<Column extends GroupColumn>(
  links: readonly (SignedLink & Pick<HeldLink, Column>)[],
  { column, ids, status }: Grouping<Column>,
): readonly ShareRow[] {
  const wanted = new Set(ids);
  const isAsked = hasStatus(status);
  const groups = new Map<string, { readonly id: NameId; readonly bit: number; links: number; domains: Set<string> }>();
  for (const link of links) {
    const id = column === undefined ? WHOLE : link[column];
    if (link.spam_signs === 0 || !isAsked(link) || (column !== undefined && !wanted.has(id))) continue;
    for (const sign of signsOf(link.spam_signs)) {
      const bit = SPAM_SIGNS.indexOf(sign);
      const group = groups.get(`${bit} ${id}`) ?? { id, bit, links: 0, domains: new Set<string>() };
      group.links += 1;
      group.domains.add(link.source_domain);
      groups.set(`${bit} ${id}`, group);
    }
  }
  return [...groups.values()].map(({ id, bit, links: backlinks, domains }) => ({
    id,
    bit,
    backlinks,
    domains: domains.size,
  }));
}
