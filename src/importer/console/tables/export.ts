import type { ConsoleDay, ConsoleGrain, ConsoleSearchType } from '../../../ports/console.ts';
import { counted, joinWords } from '../../../kernel/grammar.ts';
import { addDays, type DayPeriod, periodBetween } from '../../../web/day-period.ts';
import type { ReadContext } from '../../files/reading.ts';
import { type ConsoleLoad, type LoadedTable } from '../load/console-load.ts';
import type { QueryIdeas } from '../load/query-ideas.ts';
import { type FigureRow, readFigureRows, type ReadRows, type RowFigures, type RowNames } from './figure-rows.ts';
import type { ExportFilters } from './filters.ts';
import { type ExportPeriods, type PeriodClues, periodsOf, shiftBetween } from './period.ts';
import { dayInName, propertyOf, requireOwnPages } from './property.ts';
import { narrowedRows, noClicks, noPeriod, noUsableRow, unusableGrain, wrongColumns } from './refusals.ts';
import { sumFigures, sumRows, withheldOf } from './sums.ts';
import type { FigureTable } from './table.ts';
import { type Dimension, searchTypeIn } from './words.ts';

/** The tables of one export: what one of them does not say, another does. */
export interface TableExport {
  readonly tables: readonly FigureTable[];
  readonly filters: ExportFilters | undefined;
  /** Of the file or folder. */
  readonly name: string;
}

export interface ExportSinks {
  readonly context: ReadContext;
  readonly load: ConsoleLoad;
  readonly ideas: QueryIdeas;
}

export interface ExportCounts {
  readonly read: number;
  readonly taken: number;
  readonly skipped: number;
}

/** Tables of Search Console end here. */
const CUT_ROWS = 1000;
/** Days that Search Console still counts when an export is made. */
const COUNTING_DAYS = 3;
const MISMATCHES_MIN = 5;
const MISMATCHED_SHARE_MAX = 0.3;

/**
 * Takes an export of Search Console's reports into the index.
 *
 * @throws AppError where the property or the period is not known, or the export is only a part of the property's figures
 */
export function takeExport(written: TableExport, sinks: ExportSinks): ExportCounts {
  return new ExportReader(written, sinks).take();
}

interface ReadTable extends ReadRows {
  readonly table: FigureTable;
  readonly grain: ConsoleGrain;
}

class ExportReader {
  readonly #written: TableExport;
  readonly #sinks: ExportSinks;
  readonly #exportedOn: string;
  readonly #tables: readonly ReadTable[];

  constructor(written: TableExport, sinks: ExportSinks) {
    this.#written = written;
    this.#sinks = sinks;
    const seen = sinks.context.seen_at.toISOString().slice(0, 10);
    const named = dayInName(written.name);
    this.#exportedOn = named !== undefined && named <= seen ? named : seen;
    this.#tables = this.#readTables();
  }

  take(): ExportCounts {
    const { context } = this.#sinks;
    this.#refuseNarrowed();
    const property = propertyOf(context.options.property, this.#written.name, context.location);
    this.#requireUsable(property);
    const search_type = this.#searchType();
    const periods = this.#periods();
    context.note(
      `Read as Search Console figures of ${property}, search type ${search_type.replace('_', ' ')}${periods === undefined ? '' : `, ${periodText(periods)}`}.`,
    );
    for (const read of this.#tables) this.#takeTable(read, { property, search_type, periods });
    return this.#counts();
  }

  #readTables(): readonly ReadTable[] {
    const { context } = this.#sinks;
    const lastDay = addDays(context.seen_at.toISOString().slice(0, 10), 1);
    const byDimensions = new Map<string, ReadTable>();
    for (const table of this.#written.tables) {
      const dimensions = [...table.dimensions.keys()];
      const grain = grainOf(dimensions);
      if (!table.current.has('clicks') && table.current.has('position')) throw noClicks(table, context.location);
      if (grain === undefined) throw unusableGrain(table, context.location);
      const key = dimensions.toSorted().join();
      if (byDimensions.has(key)) {
        context.note(`${table.name} was not used: ${byDimensions.get(key)?.table.name ?? ''} has the same rows.`);
        continue;
      }
      byDimensions.set(key, { ...readFigureRows(table, lastDay), table, grain });
    }
    return [...byDimensions.values()];
  }

  #refuseNarrowed(): void {
    const { filters } = this.#written;
    const { context } = this.#sinks;
    for (const text of filters?.unknown ?? []) context.note(`Filter not understood: ${text}.`);
    if (filters === undefined || filters.narrowing.length === 0) return;
    throw narrowedRows(filters.narrowing, context.location);
  }

  #requireUsable(property: string): void {
    const { context } = this.#sinks;
    for (const { table, rows, problems, skipped, mismatched, compared } of this.#tables) {
      for (const { line, kind, text } of problems) context.problem(kind, `${table.name}, line ${line}: ${text}`);
      if (skipped > rows.length) throw noUsableRow(table, problems[0], context.location);
      if (mismatched >= MISMATCHES_MIN && mismatched > compared * MISMATCHED_SHARE_MAX)
        throw wrongColumns(table, context.location);
      requireOwnPages(
        property,
        rows.flatMap(({ page }) => page ?? []),
        context.location,
      );
    }
  }

  #searchType(): ConsoleSearchType {
    const told = this.#written.filters?.search_type;
    // Only the report on generative answers has neither clicks nor positions.
    if (this.#tables.every(({ table }) => !table.current.has('clicks'))) return 'generative_ai';
    const named = told ?? reportIn(this.#written.name);
    if (named !== undefined) return named;
    const hasPositions = this.#tables.some(({ table }) => table.current.has('position'));
    if (!hasPositions) return 'discover';
    this.#sinks.context.note('The export does not name its search type, so it counts as web search.');
    return 'web';
  }

  /** Undefined where every table names its days. */
  #periods(): ExportPeriods | undefined {
    const { context } = this.#sinks;
    const periods = periodsOf(this.#periodClues());
    if (periods?.isCounted === true) {
      context.note(
        `The export names only the length of its period, so its last day was taken to be ${lastDayOf(periods.current)}. Pass period to correct it.`,
      );
    }
    if (periods === undefined && this.#tables.some(({ table }) => !table.dimensions.has('date')))
      throw noPeriod(context.location);
    return periods;
  }

  #periodClues(): PeriodClues {
    const dated = this.#tables.filter(({ table }) => table.dimensions.has('date'));
    const rows = (dated.find(({ grain }) => grain === 'total') ?? dated[0])?.rows ?? [];
    const compared = this.#tables.find(({ table }) => table.previous !== undefined)?.table;
    return {
      option: this.#sinks.context.options.period,
      dates: spanOf(rows.map(({ day }) => day)),
      previous_dates: spanOf(rows.map(({ previous_day }) => previous_day)),
      heading: this.#headingOf(this.#tables[0]?.table.current),
      previous_heading: compared === undefined ? undefined : this.#headingOf(compared.previous),
      written: this.#written.filters?.periods ?? [],
      exported_on: this.#exportedOn,
    };
  }

  #headingOf(places: ReadonlyMap<string, number> | undefined): string {
    const at = places?.get('impressions');
    const table = this.#tables.find((read) => read.table.current === places || read.table.previous === places)?.table;
    return at === undefined ? '' : (table?.headings[at] ?? '');
  }

  #takeTable(read: ReadTable, scope: ExportScope): void {
    const { table, grain, rows, skipped } = read;
    this.#sinks.context.note(columnsText(table));
    if (isByDevice(read)) return this.#takeDevices(read, scope);
    const target = this.#target(grain, scope);
    this.#addRows(target, rows, scope, rows.length + skipped === CUT_ROWS);
    if (grain !== 'query') return;
    for (const { query, current, previous } of rows) {
      if (query !== null) this.#sinks.ideas.add(query, (current?.impressions ?? 0) + (previous?.impressions ?? 0));
    }
    this.#addWithheld(target, rows, scope);
  }

  /** Rows by country and rows by device of the same searches would add up to twice as many, so one of them is kept. */
  #takeDevices({ table, grain, rows }: ReadTable, scope: ExportScope): void {
    const hasTotals = this.#tables.some((other) => other.grain === 'total');
    if (!hasTotals) this.#addRows(this.#target('total', scope), sumRows(rows), scope, false);
    if (this.#tables.some(({ table: { dimensions } }) => dimensions.has('country') && !dimensions.has('query'))) {
      const use = hasTotals ? 'not used' : 'used for the totals only';
      this.#sinks.context.note(`${table.name} was ${use}: rows by country are kept.`);
    } else this.#addRows(this.#target(grain, scope), rows, scope, false);
  }

  #target(grain: ConsoleGrain, { property, search_type }: ExportScope): LoadedTable {
    return this.#sinks.load.table({ engine: 'google', property, search_type, grain });
  }

  #addRows(target: LoadedTable, rows: readonly FigureRow[], scope: ExportScope, isCut: boolean): void {
    const { current, previous } = scope.periods ?? { current: undefined, previous: undefined };
    const hasDays = rows.some(({ day }) => day !== undefined);
    if (!hasDays) {
      for (const { from, days } of [current, previous].flatMap((period) => period ?? [])) {
        target.addDay({ day: from, days, is_final: true, is_cut: isCut });
      }
    }
    for (const { day, previous_day, current: now, previous: before, ...names } of rows) {
      const earlier = previous_day ?? earlierDay(day, scope.periods);
      this.#addFigures(target, dayOrPeriod(day, current), names, now);
      if (previous !== undefined) this.#addFigures(target, dayOrPeriod(earlier, previous), names, before);
    }
  }

  #addFigures(target: LoadedTable, at: DayPeriod | undefined, names: RowNames, figures: RowFigures | null): void {
    if (at === undefined) return;
    // A day without searches is known to have none.
    if (!target.hasDay(at.from, at.days)) target.addDay(this.#dayOf(at.from));
    if (figures !== null) target.addRow({ ...names, ...figures, day: at.from, days: at.days });
  }

  #dayOf(day: string): ConsoleDay {
    return { day, days: 1, is_final: day <= addDays(this.#exportedOn, -COUNTING_DAYS), is_cut: false };
  }

  /** Searches that stand in no row of queries, as rare ones do and those beyond the last row. */
  #addWithheld(target: LoadedTable, rows: readonly FigureRow[], scope: ExportScope): void {
    for (const side of ['current', 'previous'] as const) {
      const period = scope.periods?.[side];
      const total = period === undefined ? undefined : this.#totalOf(side);
      if (period === undefined || total === undefined || rows.some(({ day }) => day !== undefined)) continue;
      const rest = withheldOf(total, sumFigures(rows.map((row) => row[side])));
      if (rest === undefined) continue;
      target.addRow({
        day: period.from,
        days: period.days,
        query: '',
        page: null,
        country: null,
        device: null,
        appearance: null,
        ...rest,
      });
    }
  }

  /** By day, else by device; never by query. */
  #totalOf(side: 'current' | 'previous'): RowFigures | undefined {
    const read = this.#tables.find(({ grain }) => grain === 'total') ?? this.#tables.find(isByDevice);
    return read === undefined ? undefined : sumFigures(read.rows.map((row) => row[side]));
  }

  #counts(): ExportCounts {
    let taken = 0;
    let skipped = 0;
    for (const read of this.#tables) {
      taken += read.rows.length;
      skipped += read.skipped;
    }
    return { read: taken + skipped, taken, skipped };
  }
}

interface ExportScope {
  readonly property: string;
  readonly search_type: ConsoleSearchType;
  readonly periods: ExportPeriods | undefined;
}

function isByDevice({ grain, table }: ReadTable): boolean {
  return grain === 'place' && !table.dimensions.has('country');
}

function earlierDay(day: string | undefined, periods: ExportPeriods | undefined): string | undefined {
  return day === undefined || periods === undefined ? undefined : addDays(day, -shiftBetween(periods));
}

function dayOrPeriod(day: string | undefined, period: DayPeriod | undefined): DayPeriod | undefined {
  return day === undefined ? period : { from: day, days: 1 };
}

/** What rows are split by, apart from days. */
const GRAINS: Readonly<Record<string, ConsoleGrain>> = {
  query: 'query',
  page: 'page',
  appearance: 'appearance',
  country: 'place',
  device: 'place',
  'country,device': 'place',
  'page,query': 'detail',
  'country,page,query': 'detail',
  'device,page,query': 'detail',
  'country,device,page,query': 'detail',
};

/** Undefined for rows that are split in a way that no figure is kept by. */
function grainOf(dimensions: readonly Dimension[]): ConsoleGrain | undefined {
  const split = dimensions.filter((dimension) => dimension !== 'date').toSorted();
  if (split.length === 0) return dimensions.length > 0 ? 'total' : undefined;
  return GRAINS[split.join()];
}

/** The kind of search that the name of a report tells: `…-Performance-on-Discover-2026-11-20`. */
function reportIn(name: string): ConsoleSearchType | undefined {
  const report = /-Performance-on-(\D+?)-?\d{4}-/i.exec(name)?.[1];
  return report === undefined || /^search$/i.test(report) ? undefined : searchTypeIn(report);
}

function spanOf(days: readonly (string | undefined)[]): DayPeriod | undefined {
  const known = days.flatMap((day) => day ?? []).toSorted();
  const [first] = known;
  const last = known.at(-1);
  return first === undefined || last === undefined ? undefined : periodBetween(first, last);
}

function lastDayOf({ from, days }: DayPeriod): string {
  return addDays(from, days - 1);
}

function periodText({ current, previous }: ExportPeriods): string {
  const text = (period: DayPeriod): string => `${period.from} to ${lastDayOf(period)}`;
  return previous === undefined ? text(current) : `${text(current)}, compared with ${text(previous)}`;
}

function columnsText({ name, headings, dimensions, previous_date, current, previous, rows }: FigureTable): string {
  const used = new Set([
    ...dimensions.values(),
    ...current.values(),
    ...(previous?.values() ?? []),
    previous_date ?? -1,
  ]);
  const shown = (heading: string): string => heading.trim().replaceAll(/\p{C}/gu, '').slice(0, 60);
  const usedNames = headings.filter((_, at) => used.has(at)).map(shown);
  const unused = headings.filter((heading, at) => !used.has(at) && heading.trim() !== '').map(shown);
  const not = unused.length === 0 ? '' : ` Not used: ${joinWords(unused, 10)}.`;
  return `${name}: ${counted(rows.length, 'row')} by ${joinWords([...dimensions.keys()])}. Columns used: ${usedNames.join(', ')}.${not}`;
}
