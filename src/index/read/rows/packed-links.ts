import { hostKey, hostOfKey, isPublicSuffix, registrableDomain } from '../../../web/url.ts';
import { BRIEFLY } from '../../database/database.ts';
import { textId } from '../../database/ids.ts';
import { type Sql, sql } from '../../database/sql.ts';
import {
  FACTS,
  factsBehind,
  type HeldColumn,
  type HeldLink,
  judgedSql,
  LINK_KEY,
  type LinkKey,
  linkKey,
  linksOf,
  storedLinks,
} from './held-facts.ts';
import { pageKey, type PageKeys } from './pages.ts';
import { domainKeyOf, isInTarget, type LinkScope } from './scope.ts';

/**
 * What a pack says of its links: a line for each fact, with a JSON list of the values of all links. Packs lie on disk, so a
 * change of the facts or their order comes with a migration that empties their tables and writes a note for each domain. What is added
 * to packs is made from `JUDGED_COLUMNS`.
 */
export const PACKED: readonly Sql[] = FACTS.map(judgedSql);

/** Asks the engine for one text; '' where it finds none. */
export type AskText = (query: Sql) => Promise<string>;

/** Where packs are read from: an engine, and whether anything was added to its packs. */
export interface PackSource {
  readonly ask: AskText;
  readonly has_changes: boolean;
}

/** What tells whether a link of the domain lies in a scope. */
const SCOPE_COLUMNS = ['source_domain', 'target_page', 'dofollow'] as const satisfies readonly HeldColumn[];
type ScopeColumn = (typeof SCOPE_COLUMNS)[number];

/** The pack of a larger site takes longer to read than the columns of the links to a few of its pages. */
const PACKED_BESIDE_MAX = 1000;

/** Links that packs hold; undefined where they were written or judged since, or are not packed. */
interface PackedLinks<Link> {
  readonly own: readonly Link[] | undefined;
  readonly beside: readonly Link[] | undefined;
}

/**
 * The links of the scope from the pack of its domain, and `beside` them those to `pages` of other sites, from the packs of these, unless one
 * is large: one text for each domain in the place of some thirty columns, each in files of its own, and one question for all of them.
 */
export async function packedLinks<Column extends HeldColumn>(
  source: PackSource,
  { scope, pages }: { readonly scope: LinkScope; readonly pages: readonly PageKeys[] },
  columns: readonly Column[],
): Promise<PackedLinks<Pick<HeldLink, Column | ScopeColumn>>> {
  const own = mayBePacked(scope) ? textId(domainKeyOf(scope.target)) : undefined;
  // A host with a port has its domain as the host alone has it.
  const others = pages.some(({ host_key }) => host_key.includes(':'))
    ? undefined
    : pages.map(({ host_key }) => textId(hostKey(registrableDomain(hostOfKey(host_key)))));
  const rows = await readPacks(source, own, others ?? []);
  const linksTo = (domains: readonly bigint[]): readonly Pick<HeldLink, Column | ScopeColumn>[] | undefined => {
    const found = [...new Set(domains.map(String))].map((domain) => packsThatHold(rows.get(domain) ?? []));
    return found.every((packs) => packs !== undefined)
      ? found.flatMap((packs) => newestLinks(packs, columns))
      : undefined;
  };
  return {
    own: own === undefined ? undefined : linksTo([own])?.filter(isInScope(scope)),
    beside: others === undefined ? undefined : linksTo(others)?.filter(isBeside(scope, pages)),
  };
}

/** Whether links of the scope are among those that packs hold: from other domains, to hosts of one registrable domain. */
function mayBePacked({ target, exclude_internal_backlinks }: LinkScope): boolean {
  return exclude_internal_backlinks && !isPublicSuffix(target.host);
}

type ScopeFacts = Pick<HeldLink, ScopeColumn>;

function isInScope(scope: LinkScope): (link: ScopeFacts) => boolean {
  const isAsked = isInTarget(scope);
  return ({ target_page, dofollow }) => isAsked(target_page) && (!scope.dofollow_only || dofollow === 1);
}

function isBeside(scope: LinkScope, pages: readonly PageKeys[]): (link: ScopeFacts) => boolean {
  const names = new Set(pages.map(pageKey));
  const own = domainKeyOf(scope.target);
  return ({ source_domain, target_page, dofollow }) =>
    names.has(target_page) &&
    (!scope.dofollow_only || dofollow === 1) &&
    (!scope.exclude_internal_backlinks || source_domain !== own);
}

/** The rows of all packs of some domains, by domain. Of `others`, packs of too many links are left out. */
async function readPacks(
  { ask, has_changes }: PackSource,
  own: bigint | undefined,
  others: readonly bigint[],
): Promise<ReadonlyMap<string, readonly PackRow[]>> {
  const domains = [...new Set([...(own === undefined ? [] : [own]), ...others])];
  if (domains.length === 0) return new Map();
  const isLarge = sql`links > ${PACKED_BESIDE_MAX} AND domain != ${own ?? 0n}`;
  // An empty line ends a row.
  const pack = sql`if(pack = '' OR (${isLarge}), '-', pack)`;
  const which = domains.length === 1 ? sql`domain = ${domains[0] ?? 0n}` : sql`domain IN ${domains}`;
  const packs = sql`SELECT ${rowText(sql`if(is_note, 'note', 'whole')`, pack)} FROM link_packs FINAL PREWHERE ${which}`;
  const changes = sql` UNION ALL SELECT ${rowText(sql`'change'`, pack)} FROM link_pack_changes PREWHERE ${which}`;
  const text = await ask(sql`${packs}${has_changes ? changes : sql``} ${BRIEFLY}`);
  return Map.groupBy(text.split('\n\n').slice(0, -1).map(packRow), ({ domain }) => domain);
}

/** A row of either table as text: a line that says what it is, the lines of its pack, and an empty one. */
function rowText(kind: Sql, pack: Sql): Sql {
  return sql`concat(toString(domain), ' ', toString(toUnixTimestamp64Milli(packed_at)), ' ', ${kind}, '\n', ${pack}, '\n\n')`;
}

interface PackRow {
  readonly domain: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly kind: string;
  readonly facts: readonly string[];
}

function packRow(text: string): PackRow {
  const [head = '', ...facts] = text.split('\n');
  const [domain = '', at = '', kind = ''] = head.split(' ');
  return { domain, at: Number(at), kind, facts };
}

/**
 * The pack of all links to a domain and those of what changed since, the newest last; a domain that came since has only the latter.
 * Undefined where links were written later than any of them, or were too many to be packed.
 */
function packsThatHold(rows: readonly PackRow[]): readonly PackRow[] | undefined {
  const whole = rows.find(({ kind }) => kind === 'whole');
  const packs = rows.filter((row) => row === whole || (row.kind === 'change' && row.at > (whole?.at ?? 0)));
  const last_at = Math.max(...packs.map(({ at }) => at));
  if (rows.some(({ kind, at }) => kind === 'note' && at > last_at)) return undefined;
  return packs.every(({ facts }) => facts.length === FACTS.length)
    ? packs.toSorted((one, other) => one.at - other.at)
    : undefined;
}

/** The links of the packs of a domain, each as the last one says that has it. */
function newestLinks<Column extends HeldColumn>(
  packs: readonly PackRow[],
  columns: readonly Column[],
): readonly Pick<HeldLink, Column | ScopeColumn>[] {
  const [oldest, ...changes] = packs;
  if (oldest === undefined) return [];
  if (changes.length === 0) return linksIn(oldest.facts, columns);
  const wanted = [...columns, ...LINK_KEY];
  const newest = new Map<string, Pick<HeldLink, Column | ScopeColumn> & LinkKey>();
  for (const link of changes.flatMap(({ facts }) => linksIn(facts, wanted))) newest.set(linkKey(link), link);
  const pages = new Set(Array.from(newest.values(), ({ source_page }) => source_page));
  const unchanged = linksIn(oldest.facts, wanted).filter(
    (link) => !pages.has(link.source_page) || !newest.has(linkKey(link)),
  );
  return [...unchanged, ...newest.values()];
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
