import type { ComponentChildren, VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { changesOfRows } from '../model/change.ts';
import { count, day } from '../model/format.ts';
import type { FigureSource } from '../model/figure-source.ts';
import { filtered, sorted } from '../model/row-order.ts';
import { readSort } from '../model/table-address.ts';
import { useTableChoice } from '../model/table-choice.ts';
import { isFields, isRows, valueAt } from '../model/values.ts';
import { labelOf } from '../model/words.ts';
import type { Fields } from '../model/report.ts';
import { Cell, firstOf } from './cells.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { allColumns, copyRows, saveCsv, saveWorkbook } from './row-export.ts';
import { RowFilters } from './row-filters.tsx';
import { RowGrid } from './row-grid.tsx';
import { PRINTED_MAX } from './row-window.ts';
import { OFTEN_NONE } from './value.tsx';

const COLUMNS_MAX = 7;
const GONE_COLUMNS = 2;
const GONE_MAX = 50;
const FILTER_FROM = 10;
/** Names of a row, the most telling first: their column gets the room. */
const NAMES = ['keyword', 'title', 'name', 'domain', 'url', 'topic', 'question', 'text', 'value'];
/** What stands first in a row. */
const LEADING = ['severity', 'status', 'order', 'position', ...NAMES];

interface RowsProps {
  readonly title: string;
  /** In the address of the page, which keeps how the table is sorted and filtered and which columns it shows; left out, nothing is kept. */
  readonly name?: string;
  readonly rows: readonly Fields[];
  /** Chosen by what the rows have where it is empty. */
  readonly columns: readonly string[];
  /** At first, `-rank` for the highest first; left out, the order of the service. */
  readonly sort?: string | undefined;
  /** The rows of an earlier answer, to tell which are new and which are gone. */
  readonly before?: { readonly at: string; readonly rows: unknown } | undefined;
  /** How many there are in all, where these are but some of them. */
  readonly total?: number | undefined;
  /** Asks for the next ones. */
  readonly onMore?: (() => void) | undefined;
  /** Asks for all of them. */
  readonly onExport?: (() => void) | undefined;
  /** What a column rests on, where that is not what the report rests on. */
  readonly sourceOf?: ((column: string) => FigureSource | undefined) | undefined;
  readonly mayConnect?: boolean;
  /** Further buttons for selected rows. */
  readonly actionsOf?: ((rows: readonly Fields[]) => VNode) | undefined;
}

/** Rows of an answer: sorted by a press on a heading, filtered, selected, saved, each opened for all that it has. */
export function Rows(props: RowsProps): VNode {
  const { title, rows, before, total, onMore, onExport, actionsOf } = props;
  const looked = useLooked(props);
  const { shown, columns, filters, choose } = looked;
  const changes = useMemo(() => changesOfRows(rows, before?.rows), [rows, before?.rows]);
  const [selected, select] = useState<ReadonlySet<Fields>>(new Set());
  const marks = useMemo(() => marksOf(columns, props.sourceOf), [rows, columns]);
  return (
    <section class="panel">
      <Head title={title} rows={rows} shown={shown} words={looked.words} onWords={(words) => choose({ words })}>
        <ColumnChooser
          title={title}
          preset={looked.preset}
          all={looked.all}
          columns={columns}
          onChoose={(next) => choose({ columns: next })}
        />
      </Head>
      {rows.length > FILTER_FROM || filters.length > 0 ? (
        <RowFilters
          title={title}
          rows={rows}
          fields={looked.fields}
          filters={filters}
          onFilter={(next) => choose({ filters: next })}
        />
      ) : null}
      <Selection
        title={title}
        selected={selected}
        columns={columns.map(firstOf)}
        actionsOf={actionsOf}
        onClear={() => select(new Set())}
      />
      <RowGrid
        title={title}
        rows={shown}
        columns={columns}
        numeric={looked.numeric}
        main={columns.find((column) => NAMES.includes(firstOf(column)))}
        marks={marks}
        mayConnect={props.mayConnect === true}
        sort={looked.sort}
        onSort={looked.sortBy}
        isNew={(row) => changes?.isNew(row) ?? false}
        selected={selected}
        onSelect={select}
        onExport={() => saveCsv(title, shown)}
        inner={(key, list) => <Rows key={key} title={labelOf(key)} rows={list} columns={NONE} />}
      />
      {shown.length > 0 ? null : (
        <Nothing filters={filters.length} onClear={() => choose({ filters: [], words: '' })} />
      )}
      {looked.unknown.length === 0 ? null : (
        <p class="unknown-columns">No value in any row: {looked.unknown.map(labelOf).join(', ')}.</p>
      )}
      <CutOnPaper shown={shown.length} total={Math.max(total ?? 0, shown.length)} />
      <Foot shown={shown.length} rows={rows.length} total={total} onMore={onMore} onExport={onExport} />
      {before === undefined || changes === undefined ? null : (
        <Gone rows={changes.gone} columns={columns} at={before.at} />
      )}
    </section>
  );
}

/** What a table on paper leaves out, which cannot be scrolled to or asked for there. */
function CutOnPaper({ shown, total }: { readonly shown: number; readonly total: number }): VNode | null {
  const printed = Math.min(shown, PRINTED_MAX);
  if (printed === total) return null;
  return (
    <p class="unknown-columns on-paper">
      The first {printed.toLocaleString('en')} of {count(total, 'row')}. Export the report in Seamark for all of them.
    </p>
  );
}

/** How somebody looks at the rows, and which of them that shows. */
function useLooked({ name, rows, columns: declared, sort: preferred }: RowsProps) {
  const { choice, choose } = useTableChoice(name);
  const { words, filters } = choice;
  const sort = choice.sort ?? readSort(preferred);
  const wanted = useMemo(() => (declared.length > 0 ? declared : columnsOf(rows)), [rows, declared]);
  const preset = useMemo(() => knownColumns(rows, wanted), [rows, wanted]);
  const all = useMemo(() => allColumns(rows), [rows]);
  const columns = choice.columns ?? preset;
  const numeric = useMemo(() => numericOf(rows, columns), [rows, columns]);
  const fields = useMemo(() => singleFields(rows, preset), [rows, preset]);
  const matching = useMemo(() => filtered(rows, words, filters), [rows, words, filters]);
  const shown = useMemo(() => sorted(matching, sort), [matching, sort?.column, sort?.isDown]);
  const sortBy = (column: string): void => {
    choose({ sort: { column, isDown: sort?.column === column ? !sort.isDown : numeric.has(column) } });
  };
  const unknown = wanted
    .map(firstOf)
    .filter((column) => !columns.map(firstOf).includes(column) && isUnknown(rows, column));
  return { words, filters, choose, sort, sortBy, preset, all, columns, numeric, fields, shown, unknown };
}

function Nothing({ filters, onClear }: { readonly filters: number; readonly onClear: () => void }): VNode {
  return (
    <p class="empty inside">
      No row matches {filters > 0 ? `these ${count(filters, 'filter')}` : 'these words'}.{' '}
      <button type="button" onClick={onClear}>
        Clear filters
      </button>
    </p>
  );
}

interface GoneProps {
  readonly rows: readonly Fields[];
  readonly columns: readonly string[];
  readonly at: string;
}

function Gone({ rows, columns, at }: GoneProps): VNode | null {
  if (rows.length === 0) return null;
  const names = columns.slice(0, GONE_COLUMNS);
  return (
    <details class="gone">
      <summary>
        {count(rows.length, 'row')} of {day(at)} no longer in this list
      </summary>
      <ul>
        {rows.slice(0, GONE_MAX).map((row, index) => (
          <li key={String(index)}>
            {names.map((column) => (
              <span key={column}>
                <Cell row={row} column={column} />
              </span>
            ))}
          </li>
        ))}
      </ul>
      {rows.length > GONE_MAX ? <p class="muted">and {rows.length - GONE_MAX} more</p> : null}
    </details>
  );
}

interface HeadProps {
  readonly title: string;
  readonly rows: readonly Fields[];
  /** Those that match. */
  readonly shown: readonly Fields[];
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly children: ComponentChildren;
}

function Head({ title, rows, shown, words, onWords, children }: HeadProps): VNode {
  return (
    <header>
      <h2>{title}</h2>
      <span class="faint">{count(rows.length, 'row')}</span>
      <span class="grow" />
      {rows.length > FILTER_FROM ? (
        <input
          type="search"
          aria-label={`Filter ${title}`}
          placeholder="Filter"
          value={words}
          onInput={(event) => onWords(event.currentTarget.value)}
        />
      ) : null}
      {children}
      <button type="button" class="quiet" onClick={() => saveCsv(title, shown)}>
        CSV
      </button>
      <button type="button" class="quiet" onClick={() => void saveWorkbook(title, shown)}>
        XLSX
      </button>
    </header>
  );
}

interface SelectionProps {
  readonly title: string;
  readonly selected: ReadonlySet<Fields>;
  readonly columns: readonly string[];
  readonly actionsOf: ((rows: readonly Fields[]) => VNode) | undefined;
  readonly onClear: () => void;
}

/** What can be done with the rows that are selected. */
function Selection({ title, selected, columns, actionsOf, onClear }: SelectionProps): VNode | null {
  if (selected.size === 0) return null;
  const rows = [...selected];
  return (
    <div class="selection" role="group" aria-label="Selected rows">
      <b>{count(rows.length, 'row')} selected</b>
      {actionsOf?.(rows)}
      {'clipboard' in globalThis.navigator ? (
        <button type="button" onClick={() => copyRows(rows, columns)}>
          Copy
        </button>
      ) : null}
      <button type="button" onClick={() => saveCsv(title, rows)}>
        Export CSV
      </button>
      <button type="button" onClick={() => void saveWorkbook(title, rows)}>
        Export XLSX
      </button>
      <button type="button" class="quiet" onClick={onClear}>
        Clear
      </button>
    </div>
  );
}

interface FootProps {
  readonly shown: number;
  readonly rows: number;
  readonly total: number | undefined;
  readonly onMore: (() => void) | undefined;
  readonly onExport: (() => void) | undefined;
}

function Foot({ shown, rows, total, onMore, onExport }: FootProps): VNode | null {
  const isPart = total !== undefined && total > rows;
  if (rows <= FILTER_FROM && !isPart) return null;
  return (
    <footer class="table-foot">
      <span>
        {shown === rows ? '' : `${shown.toLocaleString('en')} of `}
        {count(rows, 'row')}
        {isPart ? `; ${total.toLocaleString('en')} in all` : ''}
      </span>
      {isPart && onMore !== undefined ? (
        <button type="button" onClick={onMore}>
          Ask for the next ones
        </button>
      ) : null}
      {isPart && onExport !== undefined ? (
        <button type="button" onClick={onExport}>
          Export all rows…
        </button>
      ) : null}
      <span class="grow" />
      <span class="key-hints" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> row · <kbd>Enter</kbd> open · <kbd>x</kbd> select · <kbd>c</kbd> copy · <kbd>e</kbd>{' '}
        export
      </span>
    </footer>
  );
}

const NONE: readonly string[] = [];
const SAMPLE = 20;

/** Single values, those first that name the row. */
function columnsOf(rows: readonly Fields[]): readonly string[] {
  const names = allColumns(rows.slice(0, SAMPLE)).filter((name) =>
    rows.slice(0, SAMPLE).some((row) => !isFields(row[name]) && !isRows(row[name]) && row[name] !== null),
  );
  const rankOf = (name: string): number => (LEADING.includes(name) ? LEADING.indexOf(name) : LEADING.length);
  return names.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, COLUMNS_MAX);
}

/** A column of nothing but «not known» is said once, below the table. */
function knownColumns(rows: readonly Fields[], columns: readonly string[]): readonly string[] {
  const known = columns.filter((column, at) => at === 0 || rows.some((row) => hasValue(row, firstOf(column))));
  return known.length < 2 ? columns : known;
}

function hasValue(row: Fields, field: string): boolean {
  const value = valueAt(row, field);
  return value !== null && value !== undefined;
}

/** Whether nothing is known of it in any row, rather than that it applies to none. */
function isUnknown(rows: readonly Fields[], field: string): boolean {
  return !OFTEN_NONE.has(field.split('.').at(-1) ?? field) && !rows.some((row) => hasValue(row, field));
}

function marksOf(columns: readonly string[], sourceOf: RowsProps['sourceOf']): ReadonlyMap<string, FigureSource> {
  const fields = columns.map((column) => firstOf(column));
  return new Map(
    fields.flatMap((field) => {
      const source = sourceOf?.(field);
      return source === undefined ? [] : [[field, source] as const];
    }),
  );
}

function numericOf(rows: readonly Fields[], columns: readonly string[]): ReadonlySet<string> {
  const names = columns.map((column) => firstOf(column));
  return new Set(names.filter((name) => rows.some((row) => typeof valueAt(row, name) === 'number')));
}

/** Fields that can be filtered by, those shown first. */
function singleFields(rows: readonly Fields[], columns: readonly string[]): readonly string[] {
  const shown = columns.flatMap((column) => column.split(' › '));
  const sample = rows.slice(0, SAMPLE);
  const others = allColumns(sample).filter((name) => !shown.includes(name));
  const isSingle = (name: string): boolean =>
    sample.some((row) => ['string', 'number', 'boolean'].includes(typeof valueAt(row, name)));
  return [...shown, ...others].filter(isSingle);
}
