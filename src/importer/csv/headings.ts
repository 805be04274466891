import { readDataRows } from '../../kernel/data.ts';
import type { ColumnMap, ColumnName } from '../../web/csv/column-map.ts';
import { placeOf, plainWord, wordLists } from './heading-words.ts';
import { type FigureColumn, figureColumns, isKnownHeading, toolOf } from './tool-figures.ts';

/** What a column in a table of links can mean. */
const FIELDS = [
  'source_url',
  'target_url',
  'anchor',
  'alt',
  'alt_flag',
  'image_url',
  'nofollow',
  'ugc',
  'sponsored',
  'follow',
  'rel',
  'type',
  'image',
  'redirect',
  'form',
  'frame',
  'position',
  'link_position',
  'count',
  'text_before',
  'text_after',
  'first_seen',
  'last_seen',
  'lost',
  'state',
] as const;
export type Field = (typeof FIELDS)[number];

/** Of a report of the domains that link to a site: how many links each has, and not where they are. */
const DOMAIN_FIELDS = ['domain', 'backlinks', 'dofollow_backlinks', 'referring_pages', 'target_pages'] as const;
type DomainField = (typeof DOMAIN_FIELDS)[number] | 'first_seen' | 'last_seen' | 'lost' | 'state';

/** Of a report of a site's own pages that others link to. */
const PAGE_FIELDS = ['target_page', 'incoming_links', 'linking_sites'] as const;
type PageField = (typeof PAGE_FIELDS)[number];

const TIMES = ['first_seen', 'last_seen', 'lost', 'state'] as const;

const ROWS = readDataRows(import.meta.url, './data/link-headings.tsv');
const HEADINGS = wordLists(ROWS, 'field');
const DOMAIN_HEADINGS = wordLists(ROWS, 'domain');
const PAGE_HEADINGS = wordLists(ROWS, 'page');

interface Columns {
  /** Whose table it is; undefined where its headings do not tell. */
  readonly tool: string | undefined;
  readonly figures: readonly FigureColumn[];
  /** Unrecognized headings, as written. */
  readonly unknown: readonly string[];
  /** Recognized but not kept. */
  readonly passed_over: readonly string[];
}

type Places<Name extends string> = ReadonlyMap<Name, number>;

/** Which column says what, by the kind of table. */
export type Headings =
  | (Columns & { readonly kind: 'links'; readonly places: Places<Field> })
  | (Columns & { readonly kind: 'domains'; readonly places: Places<DomainField> })
  | (Columns & { readonly kind: 'pages'; readonly places: Places<PageField> });

interface Row {
  readonly cells: readonly string[];
  readonly names: readonly string[];
  readonly written: readonly string[];
}

/**
 * What a row says as the headings of a table; undefined for a row that is none.
 *
 * In some languages one heading names the page that links and the number of those that do: beside domains it is the number.
 */
export function headingsOf(cells: readonly string[], told?: ColumnMap): Headings | undefined {
  const row = { cells, names: cells.map(plainWord), written: cells.map((cell) => cell.trim().toLowerCase()) };
  if (told !== undefined) return toldHeadings(row, told);
  const domains = placesOf([...DOMAIN_FIELDS, ...TIMES], { ...row, headings: domainHeading });
  const pages = placesOf(PAGE_FIELDS, { ...row, headings: (field) => PAGE_HEADINGS.get(field) });
  const links = placesOf(FIELDS, { ...row, headings: (field) => HEADINGS.get(field) });
  const isCount = links.get('source_url') === domains.get('referring_pages');
  if (links.has('source_url') && !(isCount && domains.has('domain'))) return withColumns(row, 'links', links);
  if (pages.has('target_page') && pages.size > 1) return withColumns(row, 'pages', pages);
  return domains.has('domain') && domains.size > 1 ? withColumns(row, 'domains', domains) : undefined;
}

function domainHeading(field: DomainField): readonly string[] | undefined {
  return DOMAIN_HEADINGS.get(field) ?? HEADINGS.get(field);
}

function placesOf<Name extends string>(
  fields: readonly Name[],
  { names, written, headings }: Row & { readonly headings: (field: Name) => readonly string[] | undefined },
): Map<Name, number> {
  const places = new Map<Name, number>();
  const used = new Set<number>();
  for (const field of fields) {
    const at = placeOf(headings(field) ?? [], { names, written }, (place) => !used.has(place));
    if (at === undefined) continue;
    places.set(field, at);
    used.add(at);
  }
  return places;
}

type Kind = { readonly [Known in Headings as Known['kind']]: Known };

function withColumns<Name extends keyof Kind>(
  row: Row,
  kind: Name,
  places: Kind[Name]['places'],
): Columns & { readonly kind: Name; readonly places: Kind[Name]['places'] } {
  const tool = toolOf(row) ?? (isOfConsole(places, row) ? 'search-console' : undefined);
  const used = new Set(places.values());
  const figures = figureColumns(row, { tool, used, isAboutDomains: kind === 'domains' });
  for (const { at } of figures) used.add(at);
  const others = row.cells.flatMap((cell, at) => {
    const name = row.names[at] ?? '';
    return used.has(at) || name === '' ? [] : [{ name, heading: cell.trim().slice(0, 60) }];
  });
  return {
    kind,
    places,
    tool,
    figures,
    unknown: others.filter(({ name }) => !isKnownHeading(name)).map(({ heading }) => heading),
    passed_over: others.filter(({ name }) => isKnownHeading(name)).map(({ heading }) => heading),
  };
}

/** Tables of Search Console are told in any language by the columns that they have, and no others. */
const OF_CONSOLE = [
  ['source_url', 'last_seen'],
  ['domain', 'referring_pages', 'target_pages'],
  ['target_page', 'incoming_links', 'linking_sites'],
] as const;

function isOfConsole(places: ReadonlyMap<string, number>, { cells }: Row): boolean {
  return OF_CONSOLE.some((names) => cells.length === names.length && names.every((name) => places.has(name)));
}

const FIELDS_OF_COLUMNS: Readonly<Partial<Record<ColumnName, Field>>> = { source: 'source_url', target: 'target_url' };

/** Headings by what the caller says of them; undefined while the row does not have them. */
function toldHeadings(row: Row, told: ColumnMap): Headings | undefined {
  const places = new Map<string, number>();
  for (const [name, heading] of told) {
    const at = typeof heading === 'number' ? heading - 1 : headingPlace(row, heading);
    if (at === -1 || at >= row.cells.length) return undefined;
    places.set(FIELDS_OF_COLUMNS[name] ?? name, at);
  }
  if (told.has('source')) return withColumns(row, 'links', only(FIELDS, places));
  if (told.has('domain')) return withColumns(row, 'domains', only([...DOMAIN_FIELDS, ...TIMES], places));
  return withColumns(row, 'pages', only(PAGE_FIELDS, places));
}

function headingPlace({ cells, names }: Row, heading: string): number {
  const exact = cells.findIndex((cell) => cell.trim() === heading.trim());
  return exact === -1 ? names.indexOf(plainWord(heading)) : exact;
}

function only<Name extends string>(fields: readonly Name[], places: ReadonlyMap<string, number>): Map<Name, number> {
  return new Map(
    fields.flatMap((field) => {
      const at = places.get(field);
      return at === undefined ? [] : [[field, at] as const];
    }),
  );
}

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** What separates the cells of a table, by the lines that it begins with. */
export function separatorOf(lines: readonly string[]): string {
  const named = /^\s*"?sep=(.)"?\s*$/i.exec(lines[0] ?? '')?.[1];
  if (named !== undefined) return named;
  const counts = SEPARATORS.map((separator) => ({
    separator,
    count: Math.max(0, ...lines.map((line) => outsideQuotes(line).split(separator).length - 1)),
  }));
  const best = counts.reduce((one, other) => (other.count > one.count ? other : one));
  return best.separator;
}

function outsideQuotes(line: string): string {
  return line.slice(0, 20_000).replaceAll(/"[^"]*"/g, '');
}
