import { placementOf, RANK_UNKNOWN, SPAM_UNKNOWN } from '../../database/names.ts';
import { joined, Sql, sql } from '../../database/sql.ts';
import { type LinkColumn, type NameColumn, pageName } from './columns.ts';

type TextColumn = NameColumn | 'tld' | 'language' | 'platform';
type NumberColumn = Exclude<LinkColumn, TextColumn | 'source_page_id'>;

/** A column that can be held: ids of 64 bits are left to the engine. */
export type HeldColumn = TextColumn | NumberColumn;

/** One link with what columns say of it, in their words; names are their own ids. */
export type HeldLink = Readonly<Record<TextColumn, string> & Record<NumberColumn, number>>;

/** What `links` stores of a link; null is what no rebuild has judged yet. Times are Unix seconds. */
interface StoredLink {
  target_host: string;
  target_path: string;
  source_host: string;
  source_path: string;
  source_domain_length: number;
  source_tld: string;
  type: number;
  anchor: string;
  alt: string;
  first_seen: number;
  seen: number;
  dofollow: number;
  source_flags: number;
  target_flags: number;
  attributes: number;
  position: number;
  count: number;
  lost_at: number | null;
  confirmed_at: number | null;
  page_read_before: number | null;
  page_rank: number | null;
  domain_rank: number | null;
  link_rank: number | null;
  spam: number | null;
  spam_signs: number | null;
  repeated: number | null;
  language: string | null;
  platform: string | null;
  target_status: number | null;
}

export type Fact = keyof StoredLink;

/** As the engine writes them, where that is not the column itself. */
const WRITTEN: Partial<Record<Fact, Sql>> = {
  first_seen: sql`toUInt32(first_seen)`,
  seen: sql`toUInt32(tupleElement(newest, 'seen'))`,
  dofollow: sql`tupleElement(newest, 'dofollow')`,
  source_flags: sql`tupleElement(newest, 'source_flags')`,
  target_flags: sql`tupleElement(newest, 'target_flags')`,
  attributes: sql`tupleElement(newest, 'attributes')`,
  position: sql`tupleElement(newest, 'position')`,
  count: sql`tupleElement(newest, 'count')`,
  lost_at: sql`toUInt32(lost_at)`,
  confirmed_at: sql`toUInt32(confirmed_at)`,
};

export function factSql(fact: Fact): Sql {
  return WRITTEN[fact] ?? new Sql(fact);
}

export function factsSql(facts: readonly Fact[]): Sql {
  return joined(facts.map(factSql), ', ');
}

/** What each column is worked out from. */
const BEHIND: { readonly [Column in HeldColumn]: Rule<HeldLink[Column]> } = {
  source_domain: [['source_host', 'source_domain_length'], domainOf],
  source_host: [['source_host'], ({ source_host }) => source_host],
  source_page: [['source_host', 'source_path'], ({ source_host, source_path }) => pageName(source_host, source_path)],
  target_page: [['target_host', 'target_path'], targetPage],
  final_page: [['target_host', 'target_path'], targetPage],
  anchor: [['anchor'], ({ anchor }) => anchor],
  alt: [['alt'], ({ alt }) => alt],
  type: [['type'], ({ type }) => type],
  dofollow: [['dofollow'], ({ dofollow }) => dofollow],
  attributes: [['attributes'], ({ attributes }) => attributes],
  position: [['position'], ({ position }) => position],
  count: [['count'], ({ count }) => count],
  source_flags: [['source_flags'], ({ source_flags }) => source_flags],
  target_flags: [['target_flags'], ({ target_flags }) => target_flags],
  final_flags: [['target_flags'], ({ target_flags }) => target_flags],
  is_indirect: [['type'], () => 0],
  first_seen: [['first_seen'], ({ first_seen }) => first_seen],
  last_seen: [['seen', 'confirmed_at'], ({ seen, confirmed_at }) => Math.max(seen, confirmed_at ?? 0)],
  lost_at: [['seen', 'lost_at'], lostAt],
  page_read_before: [['page_read_before'], ({ page_read_before }) => page_read_before ?? 0],
  page_rank: [['page_rank'], ({ page_rank }) => page_rank ?? RANK_UNKNOWN],
  domain_rank: [['domain_rank'], ({ domain_rank }) => domain_rank ?? RANK_UNKNOWN],
  link_rank: [['link_rank'], ({ link_rank }) => link_rank ?? RANK_UNKNOWN],
  spam: [['spam'], ({ spam }) => spam ?? SPAM_UNKNOWN],
  spam_signs: [['spam_signs'], ({ spam_signs }) => spam_signs ?? 0],
  placement: [['position', 'repeated'], ({ position, repeated }) => placementOf(position, repeated ?? 0)],
  target_status: [['target_status'], ({ target_status }) => target_status ?? 0],
  tld: [['source_tld'], ({ source_tld }) => source_tld],
  language: [['language'], ({ language }) => language ?? ''],
  platform: [['platform'], ({ platform }) => platform ?? ''],
};

type Rule<Value> = readonly [facts: readonly Fact[], value: (stored: StoredLink) => Value];

/** Host keys are ASCII, so their bytes are their letters. */
function domainOf({ source_host, source_domain_length }: StoredLink): string {
  return source_host.slice(0, source_domain_length);
}

function targetPage({ target_host, target_path }: StoredLink): string {
  return pageName(target_host, target_path);
}

/** A link that was judged lost and seen again since is live at once. */
function lostAt({ seen, lost_at }: StoredLink): number {
  return lost_at !== null && lost_at > seen ? lost_at : 0;
}

export const HELD_COLUMNS: readonly HeldColumn[] = Object.keys(BEHIND).filter(isHeldColumn);

function isHeldColumn(name: string): name is HeldColumn {
  return Object.hasOwn(BEHIND, name);
}

/** The facts that the columns are worked out from. */
export function factsBehind(columns: readonly HeldColumn[]): readonly Fact[] {
  return [...new Set(columns.flatMap((column) => BEHIND[column][0]))];
}

export function linksOf<Column extends HeldColumn>(
  stored: readonly StoredLink[],
  columns: readonly Column[],
): readonly Pick<HeldLink, Column>[] {
  // Links of one shape: each is a copy of the empty one with its own values, which are worked out column by column.
  const links = stored.map(() => ({ ...NO_LINK }));
  for (const column of columns) tell(links, stored, column);
  return links;
}

function tell(
  links: readonly Record<HeldColumn, string | number>[],
  stored: readonly StoredLink[],
  column: HeldColumn,
): void {
  const [, valueOf] = BEHIND[column];
  for (let at = 0; at < links.length; at += 1) {
    const [link, facts] = [links[at], stored[at]];
    if (link !== undefined && facts !== undefined) link[column] = valueOf(facts);
  }
}

/**
 * Links from an answer of the engine, which has a list of values for each fact.
 *
 * @throws TypeError when the engine answers a value of another kind than the fact's
 */
export function storedLinks(facts: readonly Fact[], found: readonly (readonly unknown[])[]): readonly StoredLink[] {
  const links = Array.from({ length: found[0]?.length ?? 0 }, () => ({ ...NOTHING_STORED }));
  for (const [at, fact] of facts.entries()) store(links, fact, found[at] ?? []);
  return links;
}

function store(links: readonly Record<Fact, unknown>[], fact: Fact, values: readonly unknown[]): void {
  const isKind = KINDS[fact];
  for (let at = 0; at < links.length; at += 1) {
    const value = values[at];
    if (!isKind(value)) throw new TypeError(`A link has ${JSON.stringify(value)} for its ${fact}.`);
    const link = links[at];
    if (link !== undefined) link[fact] = value;
  }
}

type Kind = (value: unknown) => boolean;

const isText: Kind = (value) => typeof value === 'string';
const isNumber: Kind = (value) => typeof value === 'number';
const isNumberOrNull: Kind = (value) => value === null || typeof value === 'number';
const isTextOrNull: Kind = (value) => value === null || typeof value === 'string';

const KINDS: Readonly<Record<Fact, Kind>> = {
  target_host: isText,
  target_path: isText,
  source_host: isText,
  source_path: isText,
  source_domain_length: isNumber,
  source_tld: isText,
  type: isNumber,
  anchor: isText,
  alt: isText,
  first_seen: isNumber,
  seen: isNumber,
  dofollow: isNumber,
  source_flags: isNumber,
  target_flags: isNumber,
  attributes: isNumber,
  position: isNumber,
  count: isNumber,
  lost_at: isNumberOrNull,
  confirmed_at: isNumberOrNull,
  page_read_before: isNumberOrNull,
  page_rank: isNumberOrNull,
  domain_rank: isNumberOrNull,
  link_rank: isNumberOrNull,
  spam: isNumberOrNull,
  spam_signs: isNumberOrNull,
  repeated: isNumberOrNull,
  language: isTextOrNull,
  platform: isTextOrNull,
  target_status: isNumberOrNull,
};

export const FACTS: readonly Fact[] = Object.keys(KINDS).filter(isFact);

function isFact(name: string): name is Fact {
  return Object.hasOwn(KINDS, name);
}

const NOTHING_STORED: StoredLink = {
  target_host: '',
  target_path: '',
  source_host: '',
  source_path: '',
  source_domain_length: 0,
  source_tld: '',
  type: 0,
  anchor: '',
  alt: '',
  first_seen: 0,
  seen: 0,
  dofollow: 0,
  source_flags: 0,
  target_flags: 0,
  attributes: 0,
  position: 0,
  count: 0,
  lost_at: null,
  confirmed_at: null,
  page_read_before: null,
  page_rank: null,
  domain_rank: null,
  link_rank: null,
  spam: null,
  spam_signs: null,
  repeated: null,
  language: null,
  platform: null,
  target_status: null,
};

const NO_LINK: HeldLink = {
  source_domain: '',
  source_host: '',
  source_page: '',
  target_page: '',
  final_page: '',
  anchor: '',
  alt: '',
  type: 0,
  dofollow: 0,
  attributes: 0,
  position: 0,
  count: 0,
  source_flags: 0,
  target_flags: 0,
  final_flags: 0,
  is_indirect: 0,
  first_seen: 0,
  last_seen: 0,
  lost_at: 0,
  page_read_before: 0,
  page_rank: 0,
  domain_rank: 0,
  link_rank: 0,
  spam: 0,
  spam_signs: 0,
  placement: 0,
  target_status: 0,
  tld: '',
  language: '',
  platform: '',
};
