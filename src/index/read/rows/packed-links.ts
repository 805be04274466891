import { hostKey, hostOfKey, isPublicSuffix, registrableDomain } from '../../../web/url.ts';
import { BRIEFLY } from '../../database/database.ts';
import { textId } from '../../database/ids.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { FACTS, factsBehind, type HeldColumn, type HeldLink, judgedSql, linksOf, storedLinks } from './held-facts.ts';
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

/** Whether links of the scope are among those that packs hold: from other domains, to hosts of one registrable domain. */
export function mayBePacked({ target, exclude_internal_backlinks }: LinkScope): boolean {
  return exclude_internal_backlinks && !isPublicSuffix(target.host);
}

/**
 * The links of the scope from the pack of its domain: one text in the place of some thirty columns, each in files of its own.
 * Undefined where links of the domain are not packed, or were written or judged since.
 */
export async function packedLinks<Column extends HeldColumn>(
  source: PackSource,
  scope: LinkScope,
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column>[] | undefined> {
  const links = await readPacks(source, { which: sql`domain = ${textId(domainKeyOf(scope.target))}` }, columns);
  const isAsked = isInTarget(scope);
  return links?.filter(({ target_page, dofollow }) => isAsked(target_page) && (!scope.dofollow_only || dofollow === 1));
}

/**
 * The links of the scope to pages of other sites, from the packs of these. Undefined where one of them has none that holds, or
 * a large one.
 */
export async function packedLinksBeside<Column extends HeldColumn>(
  source: PackSource,
  { scope, pages }: { readonly scope: LinkScope; readonly pages: readonly PageKeys[] },
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column | 'target_page'>[] | undefined> {
  // A host with a port has its domain as the host alone has it.
  if (pages.some(({ host_key }) => host_key.includes(':'))) return undefined;
  const domains = new Set(pages.map(({ host_key }) => textId(hostKey(registrableDomain(hostOfKey(host_key))))));
  const links = await readPacks(
    source,
    { which: sql`domain IN ${[...domains]}`, links_max: PACKED_BESIDE_MAX },
    columns,
  );
  const names = new Set(pages.map(pageKey));
  const own = domainKeyOf(scope.target);
  return links?.filter(
    ({ source_domain, target_page, dofollow }) =>
      names.has(target_page) &&
      (!scope.dofollow_only || dofollow === 1) &&
      (!scope.exclude_internal_backlinks || source_domain !== own),
  );
}

interface WantedPacks {
  /** Condition on `domain`. */
  readonly which: Sql;
  /** Of a domain with a pack of more links none is read; all of them where it is left out. */
  readonly links_max?: number;
}

/** All links to some domains; undefined where one has no packs that hold, or a pack of too many links. */
async function readPacks<Column extends HeldColumn>(
  { ask, has_changes }: PackSource,
  { which, links_max }: WantedPacks,
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column | ScopeColumn>[] | undefined> {
  const isLeftOut = links_max === undefined ? sql`pack = ''` : sql`pack = '' OR links > ${links_max}`;
  // An empty line ends a row.
  const pack = sql`if(${isLeftOut}, '-', pack)`;
  const packs = sql`SELECT ${rowText(sql`if(is_note, 'note', 'whole')`, pack)} FROM link_packs FINAL PREWHERE ${which}`;
  const changes = sql` UNION ALL SELECT ${rowText(sql`'change'`, pack)} FROM link_pack_changes PREWHERE ${which}`;
  const text = await ask(sql`${packs}${has_changes ? changes : sql``} ${BRIEFLY}`);
  const domains = Map.groupBy(text.split('\n\n').slice(0, -1).map(packRow), ({ domain }) => domain);
  const found = Array.from(domains.values(), packsThatHold);
  return found.every((of) => of !== undefined) ? found.flatMap((of) => newestLinks(of, columns)) : undefined;
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

/** What tells a link from all others. */
const KEY = ['source_page', 'target_page', 'type', 'anchor', 'alt'] as const satisfies readonly HeldColumn[];

/** The links of the packs of a domain, each as the last one says that has it. */
function newestLinks<Column extends HeldColumn>(
  packs: readonly PackRow[],
  columns: readonly Column[],
): readonly Pick<HeldLink, Column | ScopeColumn>[] {
  const [oldest, ...changes] = packs;
  if (oldest === undefined) return [];
  if (changes.length === 0) return linksIn(oldest.facts, columns);
  const wanted = [...columns, ...KEY];
  const newest = new Map<string, Pick<HeldLink, Column | ScopeColumn | (typeof KEY)[number]>>();
  for (const link of changes.flatMap(({ facts }) => linksIn(facts, wanted))) newest.set(keyOf(link), link);
  const pages = new Set(Array.from(newest.values(), ({ source_page }) => source_page));
  const unchanged = linksIn(oldest.facts, wanted).filter(
    (link) => !pages.has(link.source_page) || !newest.has(keyOf(link)),
  );
  return [...unchanged, ...newest.values()];
}

function keyOf({ source_page, target_page, type, anchor, alt }: Pick<HeldLink, (typeof KEY)[number]>): string {
  return [source_page, target_page, type, anchor.length, anchor, alt].join('\n');
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
