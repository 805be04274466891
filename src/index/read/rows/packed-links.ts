import { hostKey, hostOfKey, isPublicSuffix, registrableDomain } from '../../../web/url.ts';
import { BRIEFLY } from '../../database/database.ts';
import { textId } from '../../database/ids.ts';
import { type Sql, sql } from '../../database/sql.ts';
import {
  FACTS,
  factsBehind,
  factSql,
  type HeldColumn,
  type HeldLink,
  linksOf,
  storedLinks,
  UNJUDGED,
} from './held-facts.ts';
import { pageKey, type PageKeys } from './pages.ts';
import { domainKeyOf, isInTarget, type LinkScope } from './scope.ts';

/**
 * What a pack says of its links: a line for each fact, with a JSON list of the values of all links. Packs lie on disk, so a
 * change of the facts or their order comes with a migration that writes a row of no links for each.
 */
export const PACKED: readonly Sql[] = FACTS.map((fact) => {
  const unjudged = UNJUDGED[fact];
  return unjudged === undefined ? factSql(fact) : sql`ifNull(${factSql(fact)}, ${unjudged})`;
});

/** Asks the engine for one text; '' where it finds none. */
export type AskText = (query: Sql) => Promise<string>;

/** In the place of a pack: links of the domain were written since, or are too many. A domain without a row has no links. */
const NOT_PACKED = '-';

/** What tells whether a link of the domain lies in a scope. */
const SCOPE_COLUMNS = ['source_domain', 'target_page', 'dofollow'] as const satisfies readonly HeldColumn[];
type ScopeColumn = (typeof SCOPE_COLUMNS)[number];

/** The pack of a larger site takes longer to read than the columns of the links to a few of its pages. */
const PACKED_BESIDE_MAX = 1000;

/** Whether links of the scope are among those that packs hold: from other domains, to hosts of one registrable domain. */
export function mayBePacked({ target, exclude_internal_backlinks }: LinkScope): boolean {
  return exclude_internal_backlinks && !isPublicSuffix(target.host);
}

/**
 * The links of the scope from the pack of its domain: one text in the place of some thirty columns, each in files of its own.
 * Undefined where links of the domain are not packed, or were written or judged since.
 */
export async function packedLinks<Column extends HeldColumn>(
  ask: AskText,
  scope: LinkScope,
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column>[] | undefined> {
  const links = await readPack(ask, textId(domainKeyOf(scope.target)), columns);
  const isAsked = isInTarget(scope);
  return links?.filter(({ target_page, dofollow }) => isAsked(target_page) && (!scope.dofollow_only || dofollow === 1));
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
  const links = await readPacks(ask, [...domains], columns);
  const names = new Set(pages.map(pageKey));
  const own = domainKeyOf(scope.target);
  return links?.filter(
    ({ source_domain, target_page, dofollow }) =>
      names.has(target_page) &&
      (!scope.dofollow_only || dofollow === 1) &&
      (!scope.exclude_internal_backlinks || source_domain !== own),
  );
}

/** All links that the pack of a domain holds; undefined where it has none. */
async function readPack<Column extends HeldColumn>(
  ask: AskText,
  domain: bigint,
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column | ScopeColumn>[] | undefined> {
  const pack = await ask(
    sql`SELECT if(pack = '', ${NOT_PACKED}, pack) FROM link_packs FINAL PREWHERE domain = ${domain} ${BRIEFLY}`,
  );
  if (pack === '') return [];
  const lines = pack.split('\n');
  return lines.length === FACTS.length ? linksIn(lines, columns) : undefined;
}

/** The same of some domains; undefined where one has none, or one of too many links. */
async function readPacks<Column extends HeldColumn>(
  ask: AskText,
  domains: readonly bigint[],
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column | ScopeColumn>[] | undefined> {
  const packs =
    await ask(sql`SELECT concat(if(pack = '' OR links > ${PACKED_BESIDE_MAX}, ${NOT_PACKED}, pack), '\n') FROM link_packs FINAL
    PREWHERE domain IN ${domains} ${BRIEFLY}`);
  const lines = packs.split('\n').slice(0, -1);
  if (lines.includes(NOT_PACKED) || lines.length % FACTS.length !== 0) return undefined;
  return Array.from({ length: lines.length / FACTS.length }, (_, at) =>
    linksIn(lines.slice(at * FACTS.length, (at + 1) * FACTS.length), columns),
  ).flat();
}

function linksIn<Column extends HeldColumn>(
  lines: readonly string[],
  columns: readonly Column[],
): readonly Pick<HeldLink, Column | ScopeColumn>[] {
  const wanted = [...new Set([...columns, ...SCOPE_COLUMNS])];
  const facts = factsBehind(wanted);
  const found = facts.map((fact): unknown => JSON.parse(lines[FACTS.indexOf(fact)] ?? ''));
  return linksOf(storedLinks(facts, found));
}
