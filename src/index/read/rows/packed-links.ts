import { z } from 'zod';

import { hostKey, hostOfKey, publicSuffix, registrableDomain } from '../../../web/url.ts';
import { BRIEFLY } from '../../database/database.ts';
import { textId } from '../../database/ids.ts';
import { RANK_UNKNOWN, SPAM_UNKNOWN } from '../../database/names.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { type Fact, factsBehind, type HeldColumn, type HeldLink, linksOf, storedLinks } from './held-facts.ts';
import { pageKey, type PageKeys } from './pages.ts';
import { domainKeyOf, isInTarget, type LinkScope } from './scope.ts';

/**
 * What a pack says of its links: a line for each fact, with a JSON list of the values of all links. Packs lie on disk, so a
 * change here comes with a migration that writes a row of no links for each.
 */
export const PACKED: Readonly<Record<Fact, Sql>> = {
  target_host: sql`target_host`,
  target_path: sql`target_path`,
  source_host: sql`source_host`,
  source_path: sql`source_path`,
  source_domain_length: sql`source_domain_length`,
  source_tld: sql`toString(source_tld)`,
  type: sql`type`,
  anchor: sql`anchor`,
  alt: sql`alt`,
  first_seen: sql`toUInt32(first_seen)`,
  seen: sql`toUInt32(tupleElement(newest, 'seen'))`,
  dofollow: sql`tupleElement(newest, 'dofollow')`,
  source_flags: sql`tupleElement(newest, 'source_flags')`,
  target_flags: sql`tupleElement(newest, 'target_flags')`,
  attributes: sql`tupleElement(newest, 'attributes')`,
  position: sql`tupleElement(newest, 'position')`,
  count: sql`tupleElement(newest, 'count')`,
  lost_at: sql`ifNull(toUInt32(lost_at), 0)`,
  confirmed_at: sql`ifNull(toUInt32(confirmed_at), 0)`,
  page_read_before: sql`ifNull(page_read_before, 0)`,
  page_rank: sql`ifNull(page_rank, ${RANK_UNKNOWN})`,
  domain_rank: sql`ifNull(domain_rank, ${RANK_UNKNOWN})`,
  link_rank: sql`ifNull(link_rank, ${RANK_UNKNOWN})`,
  spam: sql`ifNull(spam, ${SPAM_UNKNOWN})`,
  spam_signs: sql`ifNull(spam_signs, 0)`,
  repeated: sql`ifNull(repeated, 0)`,
  language: sql`ifNull(toString(language), '')`,
  platform: sql`ifNull(toString(platform), '')`,
  target_status: sql`ifNull(target_status, 0)`,
};

const LINES: ReadonlyMap<string, number> = new Map(Object.keys(PACKED).map((fact, line) => [fact, line]));
const Values = z.array(z.unknown());

/** Asks the engine for one text; '' where it finds none. */
export type AskText = (query: Sql) => Promise<string>;

/** What tells whether a link of the domain lies in a scope. */
const SCOPE_COLUMNS = ['source_domain', 'target_page', 'dofollow'] as const satisfies readonly HeldColumn[];
type ScopeColumn = (typeof SCOPE_COLUMNS)[number];

/** The pack of a larger site takes longer to read than the columns of the links to a few of its pages. */
const PACKED_BESIDE_MAX = 1000;

/** Whether links of the scope are among those that packs hold: from other domains, to hosts of one registrable domain. */
export function mayBePacked({ target, exclude_internal_backlinks }: LinkScope): boolean {
  return exclude_internal_backlinks && publicSuffix(target.host) !== target.host;
}

/**
 * The links of the scope from the pack of its domain: one text in the place of some thirty columns, each in files of its own.
 * Undefined where there is no pack, or links of the domain were written or judged since.
 */
export async function packedLinks<Column extends HeldColumn>(
  ask: AskText,
  scope: LinkScope,
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column>[] | undefined> {
  const domain = textId(domainKeyOf(scope.target));
  const pack = await ask(sql`SELECT pack FROM link_packs FINAL PREWHERE domain = ${domain} ${BRIEFLY}`);
  if (pack === '') return undefined;
  const isAsked = isInTarget(scope);
  return linksIn(pack.split('\n'), columns).filter(
    ({ target_page, dofollow }) => isAsked(target_page) && (!scope.dofollow_only || dofollow === 1),
  );
}

/**
 * The links of the scope to pages of other sites, from the packs of these. Undefined where one of them has none that holds, or
 * a large one.
 */
export async function packedLinksBeside<Column extends HeldColumn>(
  ask: AskText,
  { scope, pages }: { readonly scope: LinkScope; readonly pages: readonly PageKeys[] },
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column | 'target_page'>[] | undefined> {
  // A host with a port has its domain as the host alone has it.
  if (pages.some(({ host_key }) => host_key.includes(':'))) return undefined;
  const domains = new Set(pages.map(({ host_key }) => textId(hostKey(registrableDomain(hostOfKey(host_key))))));
  const packs = await ask(sql`SELECT concat(if(links <= ${PACKED_BESIDE_MAX}, pack, ''), '\n') FROM link_packs FINAL
    PREWHERE domain IN ${[...domains]} ${BRIEFLY}`);
  const lines = packs.split('\n').slice(0, -1);
  if (lines.includes('') || lines.length !== domains.size * LINES.size) return undefined;
  const names = new Set(pages.map(pageKey));
  const own = domainKeyOf(scope.target);
  const isAsked = ({ source_domain, target_page, dofollow }: Pick<HeldLink, ScopeColumn>): boolean =>
    names.has(target_page) &&
    (!scope.dofollow_only || dofollow === 1) &&
    (!scope.exclude_internal_backlinks || source_domain !== own);
  return Array.from({ length: domains.size }, (_, at) =>
    linksIn(lines.slice(at * LINES.size, (at + 1) * LINES.size), columns).filter(isAsked),
  ).flat();
}

function linksIn<Column extends HeldColumn>(
  lines: readonly string[],
  columns: readonly Column[],
): readonly Pick<HeldLink, Column | ScopeColumn>[] {
  const wanted = [...new Set([...columns, ...SCOPE_COLUMNS])];
  const facts = factsBehind(wanted);
  const found = facts.map((fact) => Values.parse(JSON.parse(lines[LINES.get(fact) ?? lines.length] ?? '')));
  return linksOf(storedLinks(facts, found), wanted);
}
