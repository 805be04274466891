import { placementOf, RANK_UNKNOWN, SPAM_UNKNOWN } from '../../database/names.ts';
import { joined, Sql, sql } from '../../database/sql.ts';
import { type LinkColumn, type NameColumn, pageName } from './columns.ts';

type TextColumn = NameColumn | 'tld' | 'language' | 'platform';
type NumberColumn = Exclude<LinkColumn, TextColumn | 'source_page_id'>;

/** A column that can be held: ids of 64 bits are left to the engine. */
export type HeldColumn = TextColumn | NumberColumn;

/** One link with what columns say of it, in their words; names are their own ids. */
export type HeldLink = Readonly<Record<TextColumn, string> & Record<NumberColumn, number>>;

/** What `links` stores of a link, in the order in which packs have it. */
export const FACTS = [
  'target_host',
  'target_path',
  'source_host',
  'source_path',
  'source_domain_length',
  'source_tld',
  'type',
  'anchor',
  'alt',
  'first_seen',
  'seen',
  'dofollow',
  'source_flags',
  'target_flags',
  'attributes',
  'position',
  'count',
  'lost_at',
  'confirmed_at',
  'page_read_before',
  'page_rank',
  'domain_rank',
  'link_rank',
  'spam',
  'spam_signs',
  'repeated',
  'language',
  'platform',
  'target_status',
] as const;

export type Fact = (typeof FACTS)[number];

type Texts = readonly string[];
type Numbers = readonly number[];

/** What stands for a judgement of a link that no rebuild has judged yet; the engine has null for it. All other facts are there. */
export const UNJUDGED: Partial<Record<Fact, number | string>> = {
  lost_at: 0,
  confirmed_at: 0,
  page_read_before: 0,
  page_rank: RANK_UNKNOWN,
  domain_rank: RANK_UNKNOWN,
  link_rank: RANK_UNKNOWN,
  spam: SPAM_UNKNOWN,
  spam_signs: 0,
  repeated: 0,
  language: '',
  platform: '',
  target_status: 0,
};

const NONE: readonly never[] = [];

const NO_TEXTS = {
  target_host: NONE,
  target_path: NONE,
  source_host: NONE,
  source_path: NONE,
  source_tld: NONE,
  anchor: NONE,
  alt: NONE,
  language: NONE,
  platform: NONE,
} satisfies Partial<Record<Fact, Texts>>;

const NO_NUMBERS = {
  source_domain_length: NONE,
  type: NONE,
  first_seen: NONE,
  seen: NONE,
  dofollow: NONE,
  source_flags: NONE,
  target_flags: NONE,
  attributes: NONE,
  position: NONE,
  count: NONE,
  lost_at: NONE,
  confirmed_at: NONE,
  page_read_before: NONE,
  page_rank: NONE,
  domain_rank: NONE,
  link_rank: NONE,
  spam: NONE,
  spam_signs: NONE,
  repeated: NONE,
  target_status: NONE,
} satisfies Record<Exclude<Fact, TextFact>, Numbers>;

type TextFact = keyof typeof NO_TEXTS;
type NumberFact = keyof typeof NO_NUMBERS;

/** Some links as they are stored: a list for each fact, which run in parallel and are empty for what was not asked for. Times are Unix seconds. */
export interface StoredLinks extends Readonly<Record<TextFact, Texts>>, Readonly<Record<NumberFact, Numbers>> {
  readonly links: number;
}

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
const BEHIND: Readonly<Record<HeldColumn, readonly Fact[]>> = {
  source_domain: ['source_host', 'source_domain_length'],
  source_host: ['source_host'],
  source_page: ['source_host', 'source_path'],
  target_page: ['target_host', 'target_path'],
  final_page: ['target_host', 'target_path'],
  anchor: ['anchor'],
  alt: ['alt'],
  type: ['type'],
  dofollow: ['dofollow'],
  attributes: ['attributes'],
  position: ['position'],
  count: ['count'],
  source_flags: ['source_flags'],
  target_flags: ['target_flags'],
  final_flags: ['target_flags'],
  is_indirect: [],
  first_seen: ['first_seen'],
  last_seen: ['seen', 'confirmed_at'],
  lost_at: ['seen', 'lost_at'],
  page_read_before: ['page_read_before'],
  page_rank: ['page_rank'],
  domain_rank: ['domain_rank'],
  link_rank: ['link_rank'],
  spam: ['spam'],
  spam_signs: ['spam_signs'],
  placement: ['position', 'repeated'],
  target_status: ['target_status'],
  tld: ['source_tld'],
  language: ['language'],
  platform: ['platform'],
};

export const HELD_COLUMNS: readonly HeldColumn[] = Object.keys(BEHIND).filter(isHeldColumn);

function isHeldColumn(name: string): name is HeldColumn {
  return Object.hasOwn(BEHIND, name);
}

/** The facts that the columns are worked out from, and the target of each link, by which links are told apart in any case. */
export function factsBehind(columns: readonly HeldColumn[]): readonly Fact[] {
  return [...new Set<Fact>(['target_host', ...columns.flatMap((column) => BEHIND[column])])];
}

/**
 * Links from an answer of the engine, which has a list of values for each fact.
 *
 * @throws TypeError when the engine answers a value of another kind than the fact's
 */
export function storedLinks(facts: readonly Fact[], found: readonly unknown[]): StoredLinks {
  const texts: Record<TextFact, Texts> = { ...NO_TEXTS };
  const numbers: Record<NumberFact, Numbers> = { ...NO_NUMBERS };
  let links = 0;
  for (const [at, fact] of facts.entries()) {
    const told = found[at] ?? [];
    if (!Array.isArray(told)) throw new TypeError(`The links have no list of their ${fact}.`);
    const unjudged = UNJUDGED[fact];
    const values: readonly unknown[] = unjudged === undefined ? told : told.map((value: unknown) => value ?? unjudged);
    links = values.length;
    if (isTextFact(fact)) texts[fact] = textsOf(fact, values);
    else numbers[fact] = numbersOf(fact, values);
  }
  return { links, ...texts, ...numbers };
}

function isTextFact(fact: Fact): fact is TextFact {
  return Object.hasOwn(NO_TEXTS, fact);
}

function textsOf(fact: Fact, values: readonly unknown[]): Texts {
  if (values.every((value) => typeof value === 'string')) return values;
  throw new TypeError(`A link has something else than a text for its ${fact}.`);
}

function numbersOf(fact: Fact, values: readonly unknown[]): Numbers {
  if (values.every((value) => typeof value === 'number')) return values;
  throw new TypeError(`A link has something else than a number for its ${fact}.`);
}

/**
 * What columns say of the links. Those that were not asked for say nothing: a link of one shape with all of them is made sooner than
 * one of only some.
 */
export function linksOf(stored: StoredLinks): readonly HeldLink[] {
  const targetPage = rememberingPageNames();
  const links: HeldLink[] = [];
  for (let at = 0; at < stored.links; at += 1) links.push(linkAt(stored, at, targetPage));
  return links;
}

function linkAt(stored: StoredLinks, at: number, targetPage: (host: string, path: string) => string): HeldLink {
  const source_host = textAt(stored.source_host, at);
  const target_page = targetPage(textAt(stored.target_host, at), textAt(stored.target_path, at));
  const [seen, lost_at] = [numberAt(stored.seen, at), numberAt(stored.lost_at, at)];
  const [target_flags, position] = [numberAt(stored.target_flags, at), numberAt(stored.position, at)];
  return {
    // Host keys are ASCII, so their bytes are their letters.
    source_domain: source_host.slice(0, numberAt(stored.source_domain_length, at)),
    source_host,
    source_page: pageName(source_host, textAt(stored.source_path, at)),
    target_page,
    final_page: target_page,
    anchor: textAt(stored.anchor, at),
    alt: textAt(stored.alt, at),
    type: numberAt(stored.type, at),
    dofollow: numberAt(stored.dofollow, at),
    attributes: numberAt(stored.attributes, at),
    position,
    count: numberAt(stored.count, at),
    source_flags: numberAt(stored.source_flags, at),
    target_flags,
    final_flags: target_flags,
    is_indirect: 0,
    first_seen: numberAt(stored.first_seen, at),
    last_seen: Math.max(seen, numberAt(stored.confirmed_at, at)),
    // A link that was judged lost and seen again since is live at once.
    lost_at: lost_at > seen ? lost_at : 0,
    page_read_before: numberAt(stored.page_read_before, at),
    page_rank: numberAt(stored.page_rank, at),
    domain_rank: numberAt(stored.domain_rank, at),
    link_rank: numberAt(stored.link_rank, at),
    spam: numberAt(stored.spam, at),
    spam_signs: numberAt(stored.spam_signs, at),
    placement: placementOf(position, numberAt(stored.repeated, at)),
    target_status: numberAt(stored.target_status, at),
    tld: textAt(stored.source_tld, at),
    language: textAt(stored.language, at),
    platform: textAt(stored.platform, at),
  };
}

function textAt(texts: Texts, at: number): string {
  return texts[at] ?? '';
}

function numberAt(numbers: Numbers, at: number): number {
  return numbers[at] ?? 0;
}

/** Links lie in the order of their targets, so the same text names many of them, and is compared by where it lies. */
function rememberingPageNames(): (host: string, path: string) => string {
  let [last_host, last_path, name] = ['', '', pageName('', '')];
  return (host, path) => {
    if (host === last_host && path === last_path) return name;
    [last_host, last_path, name] = [host, path, pageName(host, path)];
    return name;
  };
}
