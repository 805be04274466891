import type { ConsoleRow, ConsoleSearchType } from '../../../ports/console.ts';
import { findCountry } from '../../../text/countries.ts';
import { readProperty } from '../../../web/search-property.ts';
import { parseDate } from '../../../web/dates.ts';
import { shownCell } from '../../csv/table-rows.ts';
import type { ConsoleLoad, LoadedTable } from '../load/console-load.ts';
import type { QueryIdeas } from '../load/query-ideas.ts';
import type { BulkColumn, BulkColumns } from './columns.ts';
import { Memo, numberTexts } from './memo.ts';

/** One row as it is written. Cells of Parquet are turned into the text that CSV has. */
export interface BulkCells {
  text(column: BulkColumn): string;
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
const QUERIES_HELD_MAX = 50_000;
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
  readonly #days = new Memo((text) => parseDate(text)?.slice(0, 10) ?? '', FEW);
  readonly #countries = new Memo((text) => findCountry(text)?.code ?? '', FEW);
  readonly #tables = new Memo((key) => this.#tablesOf(key), FEW);
  readonly #queries = numberTexts(QUERIES_HELD_MAX);
  readonly #pages = numberTexts(PAGES_HELD_MAX);
  /** The same object for all rows: tables copy what they keep. */
  readonly #row: DraftRow = { ...BLANK, day: '', clicks: null, impressions: 0, position_sum: null };

  constructor(sinks: BulkSinks) {
    this.#sinks = sinks;
    this.#isByPage = sinks.columns.table === 'searchdata_url_impression';
  }

  take(cells: BulkCells): BulkProblem {
    const day = this.#days.get(cells.text('data_date'));
    if (day === '') return { kind: 'date', text: `${shownCell(cells.text('data_date'))} is not a date` };
    if (day > this.#sinks.last_day) return { kind: 'future', text: `${day} lies in the future` };
    const tables = this.#tables.get(`${cells.text('search_type')}\n${cells.text('site_url')}`);
    if (typeof tables === 'string') return { kind: 'table', text: tables };
    const figures = this.#figuresOf(cells);
    if ('problem' in figures) return { kind: 'figures', text: figures.problem };
    if (figures.impressions === 0) return undefined;
    this.#add(tables, day, cells, figures);
    return undefined;
  }

  #add(tables: GrainTables, day: string, cells: BulkCells, figures: Figures): void {
    const country = this.#countries.get(cells.text('country'));
    const device = deviceOf(cells.text('device'));
    const query = this.#queries.get(cells.isTrue('is_anonymized_query') ? '' : cells.text('query'));
    if (query.text !== '' && tables.hasQueries) this.#sinks.ideas.add(query.text, figures.impressions);
    const row = this.#row;
    Object.assign(row, BLANK, figures);
    row.day = day;
    if (this.#isByPage) {
      const page = this.#pages.get(cells.text('url'));
      row.page = page.text;
      addTo(tables.page, row, `${day}${page.number}`);
      if (tables.hasQueries) {
        row.query = query.text;
        row.country = country;
        row.device = device;
        addTo(tables.detail, row, `${day}${query.number},${page.number}${country}${device}`);
      }
      this.#addLooks(tables, row, cells);
      return;
    }
    addTo(tables.total, row, day);
    if (tables.hasQueries) {
      row.query = query.text;
      addTo(tables.query, row, `${day}${query.number}`);
      row.query = null;
    }
    row.country = country;
    row.device = device;
    addTo(tables.place, row, `${day}${country}${device}`);
  }

  #addLooks(tables: GrainTables, row: DraftRow, cells: BulkCells): void {
    Object.assign(row, BLANK);
    for (const [at, { name }] of this.#sinks.columns.appearances.entries()) {
      if (!cells.looks(at)) continue;
      row.appearance = name;
      addTo(tables.appearance, row, `${row.day}${name}`);
    }
  }

  #figuresOf(cells: BulkCells): Figures | { readonly problem: string } {
    const impressions = cells.figure('impressions') ?? 0;
    const clicks = cells.figure('clicks') ?? 0;
    const sum = cells.figure(this.#isByPage ? 'sum_position' : 'sum_top_position');
    if (!isCount(impressions) || !isCount(clicks)) {
      return { problem: `${clicks} clicks and ${impressions} impressions are not counts` };
    }
    if (clicks > impressions) return { problem: `${clicks} clicks of ${impressions} impressions cannot be` };
    if (sum === undefined) return { impressions, clicks, position_sum: null };
    if (!(sum >= 0)) return { problem: `${sum} is not a sum of positions` };
    return { impressions, clicks, position_sum: sum + impressions };
  }

  /** A text says why there is none. */
  #tablesOf(key: string): GrainTables | string {
    const [type = '', site = ''] = key.split('\n');
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
type Figures = Pick<ConsoleRow, 'clicks' | 'impressions' | 'position_sum'>;

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

function addTo(table: () => LoadedTable, row: ConsoleRow, key: string): void {
  const found = table();
  if (!found.hasDay(row.day, 1)) found.addDay({ day: row.day, days: 1, is_final: true, is_cut: false });
  found.add(row, key);
}

function deviceOf(text: string): Device {
  switch (text) {
    case 'DESKTOP':
      return 'desktop';
    case 'MOBILE':
      return 'mobile';
    case 'TABLET':
      return 'tablet';
    default:
      return '';
  }
}

/** No property has more on one day, and the index keeps counts in 32 bits. */
const COUNT_MAX = 2 ** 32 - 1;

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= COUNT_MAX;
}
