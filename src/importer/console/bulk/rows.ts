import type { ConsoleRow, ConsoleSearchType } from '../../../ports/console.ts';
import { findCountry } from '../../../text/countries.ts';
import { readProperty } from '../../../web/search-property.ts';
import { parseDate } from '../../../web/dates.ts';
import { shownCell } from '../../csv/table-rows.ts';
import type { ConsoleLoad, LoadedTable } from '../load/console-load.ts';
import type { RowKey } from '../load/held-rows.ts';
import type { QueryIdeas } from '../load/query-ideas.ts';
import type { BulkColumn, BulkColumns } from './columns.ts';
import { Memo } from './memo.ts';

/** One row as it is written. Cells of Parquet are turned into the text that CSV has. */
export interface BulkCells {
  text(column: BulkColumn): string;
  /** What a memo has for the text of a column. */
  find<Value>(column: BulkColumn, memo: Memo<Value>): Value;
  /** Undefined for a cell that is empty. */
  figure(column: BulkColumn): number | undefined;
  isTrue(column: BulkColumn): boolean;
  /** Whether a column of `appearances` is true, by its place in that list. */
  looks(place: number): boolean;
}

/** Why a row is left out; undefined for one that was taken. */
export type BulkProblem = { readonly kind: string; readonly text: string } | undefined;

export interface BulkSinks {
  readonly columns: BulkColumns;
  readonly load: ConsoleLoad;
  readonly ideas: QueryIdeas;
  /** Later days are not there yet. */
  readonly last_day: string;
}

type Device = NonNullable<ConsoleRow['device']>;

/** Values that a file has few of. */
const FEW = 10_000;
/** Texts that are told apart by number; what is forgotten gets another one, and its rows add up in the index. */
const TYPES_HELD_MAX = 20;
const QUERIES_HELD_MAX = 65_000;
const PAGES_HELD_MAX = 50_000;

/**
 * Takes rows of a bulk export into the grains that they can be added up to.
 *
 * Rows by page give the detail, pages and kinds of result; rows by property give totals, places and queries, since a search
 * that shows two pages of a property counts once there and twice by page. The sums of positions are zero-based.
 */
export class BulkRows {
  readonly #sinks: BulkSinks;
  readonly #isByPage: boolean;
  readonly #days = new Memo(dayOf, FEW);
  readonly #countries = new Memo(countryOf, FEW);
  readonly #devices = new Memo(deviceOf, FEW);
  readonly #types = new Memo((text) => text, FEW);
  readonly #sites = new Memo((site) => ({ site, tables: new Map<string, GrainTables | string>() }), FEW);
  readonly #queries = new Memo(
    (text) => this.#numbered(text),
    QUERIES_HELD_MAX,
    (query) => {
      this.#noteIdea(query);
    },
  );
  readonly #pages = new Memo((text) => this.#numbered(text), PAGES_HELD_MAX);
  readonly #withheld: ShownText = { number: 0, text: '', impressions: 0 };
  #numbers = 0;
  /** The same objects for all rows: tables copy what they keep. */
  readonly #row: DraftRow = { ...BLANK, day: '', clicks: null, impressions: 0, position_sum: null };
  readonly #key: DraftKey = { query: 0, page: 0, rest: 0 };

  constructor(sinks: BulkSinks) {
    this.#sinks = sinks;
    this.#isByPage = sinks.columns.table === 'searchdata_url_impression';
  }

  take(cells: BulkCells): BulkProblem {
    const day = cells.find('data_date', this.#days);
    if (day === undefined) return { kind: 'date', text: `${shownCell(cells.text('data_date'))} is not a date` };
    if (day.text > this.#sinks.last_day) return { kind: 'future', text: `${day.text} lies in the future` };
    const tables = this.#findTables(cells);
    if (typeof tables === 'string') return { kind: 'table', text: tables };
    const problem = this.#readFigures(cells);
    if (problem !== undefined) return { kind: 'figures', text: problem };
    if (this.#row.impressions > 0) this.#add(tables, day, cells);
    return undefined;
  }

  #findTables(cells: BulkCells): GrainTables | string {
    const { site, tables } = cells.find('site_url', this.#sites);
    const type = cells.find('search_type', this.#types);
    const known = tables.get(type);
    if (known !== undefined) return known;
    const made = this.#tablesOf(type, site);
    if (tables.size < TYPES_HELD_MAX) tables.set(type, made);
    return made;
  }

  /** When there are no more rows. */
  end(): void {
    this.#queries.forget();
  }

  #add(tables: GrainTables, day: NumberedText, cells: BulkCells): void {
    const row = this.#row;
    const key = this.#key;
    row.day = day.text;
    if (this.#isByPage) this.#addByPage(tables, day, cells);
    else this.#addByProperty(tables, day, cells);
    row.query = null;
    row.page = null;
    row.country = null;
    row.device = null;
    key.query = 0;
    key.page = 0;
  }

  #addByPage(tables: GrainTables, day: NumberedText, cells: BulkCells): void {
    const row = this.#row;
    const key = this.#key;
    this.#addLooks(tables, cells, day);
    const page = cells.find('url', this.#pages);
    row.page = page.text;
    key.page = page.number;
    key.rest = day.number;
    addTo(tables.page, row, key);
    if (!tables.hasQueries) return;
    const query = this.#queryOf(cells);
    row.query = query.text;
    key.query = query.number;
    this.#setPlace(day, cells);
    addTo(tables.detail, row, key);
  }

  #addByProperty(tables: GrainTables, day: NumberedText, cells: BulkCells): void {
    const row = this.#row;
    const key = this.#key;
    key.rest = day.number;
    addTo(tables.total, row, key);
    if (tables.hasQueries) {
      const query = this.#queryOf(cells);
      row.query = query.text;
      key.query = query.number;
      addTo(tables.query, row, key);
      row.query = null;
      key.query = 0;
    }
    this.#setPlace(day, cells);
    addTo(tables.place, row, key);
  }

  #queryOf(cells: BulkCells): ShownText {
    if (cells.isTrue('is_anonymized_query')) return this.#withheld;
    const query = cells.find('query', this.#queries);
    query.impressions += this.#row.impressions;
    return query;
  }

  #setPlace(day: NumberedText, cells: BulkCells): void {
    const country = cells.find('country', this.#countries);
    const device = cells.find('device', this.#devices);
    this.#row.country = country.text;
    this.#row.device = device.device;
    this.#key.rest = (day.number * COUNTRIES_MAX + country.number) * DEVICES_MAX + device.number;
  }

  #addLooks(tables: GrainTables, cells: BulkCells, day: NumberedText): void {
    const row = this.#row;
    const { appearances } = this.#sinks.columns;
    for (let at = 0; at < appearances.length; at += 1) {
      if (!cells.looks(at)) continue;
      row.appearance = appearances[at]?.name ?? null;
      this.#key.query = at;
      this.#key.rest = day.number;
      addTo(tables.appearance, row, this.#key);
    }
    row.appearance = null;
    this.#key.query = 0;
  }

  #numbered(text: string): ShownText {
    this.#numbers += 1;
    return { number: this.#numbers, text, impressions: 0 };
  }

  #noteIdea({ text, impressions }: ShownText): void {
    if (text !== '' && impressions > 0) this.#sinks.ideas.add(text, impressions);
  }

  /** A text says why they are none. */
  #readFigures(cells: BulkCells): string | undefined {
    const row = this.#row;
    const impressions = cells.figure('impressions') ?? 0;
    const clicks = cells.figure('clicks') ?? 0;
    const sum = cells.figure(this.#isByPage ? 'sum_position' : 'sum_top_position');
    if (!isCount(impressions) || !isCount(clicks)) {
      return `${clicks} clicks and ${impressions} impressions are not counts`;
    }
    if (clicks > impressions) return `${clicks} clicks of ${impressions} impressions cannot be`;
    if (sum !== undefined && !(sum >= 0)) return `${sum} is not a sum of positions`;
    row.impressions = impressions;
    row.clicks = clicks;
    row.position_sum = sum === undefined ? null : sum + impressions;
    return undefined;
  }

  /** A text says why there is none. */
  #tablesOf(type: string, site: string): GrainTables | string {
    const search_type = SEARCH_TYPES[type.toUpperCase()];
    if (search_type === undefined) return `${shownCell(type)} is not a kind of search`;
    const property = readProperty(site);
    if (property === undefined) return `${shownCell(site)} is not a property`;
    const of = (grain: LoadedTable['part']['grain']): (() => LoadedTable) => {
      let table: LoadedTable | undefined;
      return () => (table ??= this.#sinks.load.table({ engine: 'google', property, search_type, grain }));
    };
    return {
      hasQueries: search_type !== 'discover' && search_type !== 'google_news',
      total: of('total'),
      place: of('place'),
      query: of('query'),
      page: of('page'),
      detail: of('detail'),
      appearance: of('appearance'),
    };
  }
}

type DraftRow = { -readonly [Field in keyof ConsoleRow]: ConsoleRow[Field] };
type DraftKey = { -readonly [Field in keyof RowKey]: RowKey[Field] };

/** A text with a number, by which rows are told apart at less cost than by the text. Equal texts may have several. */
interface NumberedText {
  readonly number: number;
  readonly text: string;
}

/** Tables are made when their first row comes, so that none is published that has no rows. */
type GrainTables = {
  readonly hasQueries: boolean;
} & Readonly<Record<LoadedTable['part']['grain'], () => LoadedTable>>;

const SEARCH_TYPES: Readonly<Record<string, ConsoleSearchType>> = {
  WEB: 'web',
  IMAGE: 'image',
  VIDEO: 'video',
  NEWS: 'news',
  DISCOVER: 'discover',
  GOOGLE_NEWS: 'google_news',
  GOOGLENEWS: 'google_news',
};

const BLANK = {
  days: 1,
  query: null,
  page: null,
  country: null,
  device: null,
  appearance: null,
} satisfies Partial<ConsoleRow>;

function addTo(table: () => LoadedTable, row: ConsoleRow, key: RowKey): void {
  const found = table();
  if (!found.hasDay(row.day, 1)) found.addDay({ day: row.day, days: 1, is_final: true, is_cut: false });
  found.add(row, key);
}

interface ShownText extends NumberedText {
  /** Of the rows since it was read: what comes often is added up here, and told as an idea once. */
  impressions: number;
}

const DAY_MS = 86_400_000;

function dayOf(text: string): NumberedText | undefined {
  const day = parseDate(text)?.slice(0, 10);
  return day === undefined ? undefined : { text: day, number: Date.parse(day) / DAY_MS };
}

const LETTER_A = 65;
const LETTERS = 26;
/** All pairs of letters, and none. */
const COUNTRIES_MAX = LETTERS * LETTERS + 1;

function countryOf(text: string): NumberedText {
  const code = findCountry(text)?.code ?? '';
  const number = code === '' ? 0 : (code.charCodeAt(0) - LETTER_A) * LETTERS + code.charCodeAt(1) - LETTER_A + 1;
  return { text: code, number };
}

const DEVICES: readonly Device[] = ['', 'desktop', 'mobile', 'tablet'];
const DEVICES_MAX = DEVICES.length;

function deviceOf(text: string): { readonly device: Device; readonly number: number } {
  const number = Math.max(
    0,
    DEVICES.findIndex((device) => device.toUpperCase() === text),
  );
  return { device: DEVICES[number] ?? '', number };
}

/** No property has more on one day, and the index keeps counts in 32 bits. */
const COUNT_MAX = 2 ** 32 - 1;

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= COUNT_MAX;
}
