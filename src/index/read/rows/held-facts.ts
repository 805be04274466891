import { placementOf, RANK_UNKNOWN, SPAM_UNKNOWN } from '../../database/names.ts';
import { joined, Sql, sql } from '../../database/sql.ts';
import { isNamedIn, LINK_COLUMNS, type LinkColumn, type NameColumn, pageName } from './columns.ts';

type TextColumn = NameColumn | 'tld' | 'language' | 'platform';

/** A column that can be held: ids of 64 bits are left to the engine. */
export type HeldColumn = Exclude<LinkColumn, 'source_page_id'>;
type NumberColumn = Exclude<HeldColumn, TextColumn>;

export const HELD_COLUMNS: readonly HeldColumn[] = LINK_COLUMNS.filter((column) => column !== 'source_page_id');

/** One link with what columns say of it, in their words; names are their own ids. */
export type HeldLink = Readonly<Record<TextColumn, string> & Record<NumberColumn, number>>;

/** What tells a link from all others. */
export const LINK_KEY = [
  'source_page',
  'target_page',
  'type',
  'anchor',
  'alt',
] as const satisfies readonly HeldColumn[];
export type LinkKey = Pick<HeldLink, (typeof LINK_KEY)[number]>;

export function linkKey({ source_page, target_page, type, anchor, alt }: LinkKey): string {
  return [source_page, target_page, type, anchor.length, anchor, alt].join('\n');
}

type Texts = readonly string[];
type Numbers = readonly number[];

const TEXTS: Texts = [];
const NUMBERS: Numbers = [];

/** What `links` stores of a link, in the order in which packs have it: a list for each fact, of none. */
const NO_LINKS = {
  target_host: TEXTS,
  target_path: TEXTS,
  source_host: TEXTS,
  source_path: TEXTS,
  source_domain_length: NUMBERS,
  source_tld: TEXTS,
  type: NUMBERS,
  anchor: TEXTS,
  alt: TEXTS,
  first_seen: NUMBERS,
  seen: NUMBERS,
  dofollow: NUMBERS,
  source_flags: NUMBERS,
  target_flags: NUMBERS,
  attributes: NUMBERS,
  position: NUMBERS,
  count: NUMBERS,
  lost_at: NUMBERS,
  confirmed_at: NUMBERS,
  page_read_before: NUMBERS,
  page_rank: NUMBERS,
  domain_rank: NUMBERS,
  link_rank: NUMBERS,
  spam: NUMBERS,
  spam_signs: NUMBERS,
  repeated: NUMBERS,
  language: TEXTS,
  platform: TEXTS,
  target_status: NUMBERS,
};

export type Fact = keyof typeof NO_LINKS;
type TextFact = { [Name in Fact]: (typeof NO_LINKS)[Name] extends Texts ? Name : never }[Fact];

export const FACTS: readonly Fact[] = Object.keys(NO_LINKS).filter((name) => isNamedIn(NO_LINKS, name));

/** Some links as they are stored: lists run in parallel, and are empty for what was not asked for. Times are Unix seconds. */
export interface StoredLinks extends Readonly<typeof NO_LINKS> {
  readonly links: number;
}

/** What stands for a judgement of a link that no rebuild has judged yet; the engine has null for it. All other facts are there. */
const UNJUDGED: Partial<Record<Fact, number | string>> = {
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

function factSql(fact: Fact): Sql {
  return WRITTEN[fact] ?? new Sql(fact);
}

export function factsSql(facts: readonly Fact[]): Sql {
  return joined(facts.map(factSql), ', ');
}

/** The same where what no rebuild has judged is as good as unknown. */
export function judgedSql(fact: Fact): Sql {
  const unjudged = UNJUDGED[fact];
  return unjudged === undefined ? factSql(fact) : sql`ifNull(${factSql(fact)}, ${unjudged})`;
}

/** What columns are worked out from that no fact says as it is. */
const BEHIND = {
  source_domain: ['source_host', 'source_domain_length'],
  source_page: ['source_host', 'source_path'],
  target_page: ['target_host', 'target_path'],
  final_page: ['target_host', 'target_path'],
  final_flags: ['target_flags'],
  is_indirect: [],
  last_seen: ['seen', 'confirmed_at'],
  lost_at: ['seen', 'lost_at'],
  placement: ['position', 'repeated'],
  tld: ['source_tld'],
} as const satisfies Partial<Record<HeldColumn, readonly Fact[]>>;

/** The facts that the columns are worked out from, and the target of each link, by which links are told apart in any case. */
export function factsBehind(columns: readonly HeldColumn[]): readonly Fact[] {
  return [
    ...new Set<Fact>([
      'target_host',
      ...columns.flatMap((column) => (isNamedIn(BEHIND, column) ? BEHIND[column] : column)),
    ]),
  ];
}

/**
 * Links from an answer of the engine, which has a list of values for each fact.
 *
 * @throws TypeError when the engine answers a value of another kind than the fact's
 */
export function storedLinks(facts: readonly Fact[], found: readonly unknown[]): StoredLinks {
  const stored = { ...NO_LINKS, links: 0 };
  for (const [at, fact] of facts.entries()) {
    const told = found[at] ?? [];
    if (!Array.isArray(told)) throw new TypeError(`The links have no list of their ${fact}.`);
    const unjudged = UNJUDGED[fact];
    const values: readonly unknown[] = unjudged === undefined ? told : told.map((value: unknown) => value ?? unjudged);
    stored.links = values.length;
    if (isText(fact)) stored[fact] = textsOf(fact, values);
    else stored[fact] = numbersOf(fact, values);
  }
  return stored;
}

function isText(fact: Fact): fact is TextFact {
  return NO_LINKS[fact] === TEXTS;
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
