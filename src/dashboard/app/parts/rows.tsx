import type { ComponentChildren, VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';

import { changesOfRows } from '../model/change.ts';
import { count, day } from '../model/format.ts';
import { filtered, type Sort, sorted } from '../model/row-order.ts';
import { readSort } from '../model/table-address.ts';
import { useTableChoice } from '../model/table-choice.ts';
import { isFields, isRows, plainText, valueAt } from '../model/values.ts';
import { labelOf } from '../model/words.ts';
import type { Fields } from '../reports/report.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { csv, download } from './download.ts';
import { Facts } from './facts.tsx';
import { Level, LEVEL_FIELDS } from './level.tsx';
import { Value } from './value.tsx';

const PAGE = 50;
const COLUMNS_MAX = 7;
const GONE_COLUMNS = 2;
const FILTER_FROM = 10;
/** What names a row, the most telling first. */
const LEADING = [
  'severity',
  'status',
  'order',
  'position',
  'keyword',
  'title',
  'name',
  'domain',
  'url',
  'topic',
  'question',
  'text',
  'value',
];

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
}

/** Rows of an answer: sorted by a press on a heading, filtered by words, fifty a page, each opened for all that it has. */
export function Rows({ title, name, rows, columns: declared, sort: preferred, before }: RowsProps): VNode {
  const { choice, choose } = useTableChoice(name);
  const { words } = choice;
  const sort = choice.sort ?? readSort(preferred);
  const preset = useMemo(() => (declared.length > 0 ? declared : columnsOf(rows)), [rows, declared]);
  const all = useMemo(() => allColumns(rows), [rows]);
  const columns = useMemo(() => choice.columns ?? preset, [choice.columns, preset]);
  const numeric = useMemo(() => numericOf(rows, columns), [rows, columns]);
  const changes = useMemo(() => changesOfRows(rows, before?.rows), [rows, before?.rows]);
  const [page, setPage] = useState(0);
  const shown = useMemo(() => sorted(filtered(rows, words), sort), [rows, words, sort]);
  const pages = Math.max(1, Math.ceil(shown.length / PAGE));
  const from = Math.min(page, pages - 1) * PAGE;
  const sortBy = (column: string): void => {
    const isDown = sort?.column === column ? !sort.isDown : numeric.has(column);
    choose({ sort: { column, isDown } });
    setPage(0);
  };
  const find = (text: string): void => {
    choose({ words: text });
    setPage(0);
  };
  return (
    <section class="panel">
      <Head title={title} rows={rows} shown={shown} words={words} onWords={find}>
        <ColumnChooser
          title={title}
          preset={preset}
          all={all}
          columns={columns}
          onChoose={(next) => choose({ columns: next })}
        />
      </Head>
      <Body
        title={title}
        rows={shown.slice(from, from + PAGE)}
        columns={columns}
        numeric={numeric}
        sort={sort}
        onSort={sortBy}
        isNew={(row) => changes?.isNew(row) ?? false}
      />
      {pages > 1 ? <Foot from={from} total={shown.length} go={setPage} /> : null}
      {before === undefined || changes === undefined ? null : (
        <Gone rows={changes.gone} columns={columns} at={before.at} />
      )}
    </section>
  );
}

interface BodyProps {
  readonly title: string;
  readonly rows: readonly Fields[];
  readonly columns: readonly string[];
  readonly numeric: ReadonlySet<string>;
  readonly sort: Sort | undefined;
  readonly onSort: (column: string) => void;
  readonly isNew: (row: Fields) => boolean;
}

function Body({ title, rows, columns, numeric, sort, onSort, isNew }: BodyProps): VNode {
  const [open, setOpen] = useState<ReadonlySet<Fields>>(new Set());
  const toggle = (row: Fields): void => {
    const next = new Set(open);
    if (!next.delete(row)) next.add(row);
    setOpen(next);
  };
  return (
    <div class="wide-table">
      <table class="rows narrow">
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading
                key={column}
                column={column}
                isNumber={numeric.has(firstOf(column))}
                sort={sort}
                onSort={() => onSort(firstOf(column))}
              />
            ))}
            <th scope="col">
              <span class="unseen">More</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <Row
              key={String(at)}
              row={row}
              columns={columns}
              numeric={numeric}
              isNew={isNew(row)}
              isOpen={open.has(row)}
              onToggle={() => toggle(row)}
            />
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <p class="empty">No row has these words.</p> : null}
    </div>
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
        {rows.slice(0, PAGE).map((row, index) => (
          <li key={String(index)}>
            {names.map((column) => (
              <span key={column}>
                <Cell row={row} column={column} />
              </span>
            ))}
          </li>
        ))}
      </ul>
      {rows.length > PAGE ? <p class="muted">and {rows.length - PAGE} more</p> : null}
    </details>
  );
}

interface HeadProps {
  readonly title: string;
  readonly rows: readonly Fields[];
  /** Those that have the words. */
  readonly shown: readonly Fields[];
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly children: ComponentChildren;
}

function Head({ title, rows, shown, words, onWords, children }: HeadProps): VNode {
  const file = `${title.toLowerCase().replaceAll(/\W+/g, '-')}.csv`;
  return (
    <header>
      <h2>{title}</h2>
      <span class="muted">{count(rows.length, 'row')}</span>
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
      <button type="button" class="quiet" onClick={() => download(file, 'text/csv', csvOf(shown))}>
        CSV
      </button>
    </header>
  );
}

interface FootProps {
  readonly from: number;
  readonly total: number;
  readonly go: (page: number) => void;
}

function Foot({ from, total, go }: FootProps): VNode {
  return (
    <footer class="table-foot">
      <span>
        {from + 1}–{Math.min(from + PAGE, total)} of {total.toLocaleString('en')}
      </span>
      <button type="button" disabled={from === 0} onClick={() => go(from / PAGE - 1)}>
        Previous
      </button>
      <button type="button" disabled={from + PAGE >= total} onClick={() => go(from / PAGE + 1)}>
        Next
      </button>
    </footer>
  );
}

interface HeadingProps {
  readonly column: string;
  readonly isNumber: boolean;
  readonly sort: Sort | undefined;
  readonly onSort: () => void;
}

function Heading({ column, isNumber, sort, onSort }: HeadingProps): VNode {
  const first = firstOf(column);
  const isSorted = sort?.column === first;
  const direction = sort?.isDown === true ? 'descending' : 'ascending';
  return (
    <th scope="col" class={isNumber ? 'number' : undefined} aria-sort={isSorted ? direction : undefined}>
      <button type="button" onClick={onSort}>
        {labelOf(first)}
        <span aria-hidden="true">{isSorted ? (sort.isDown ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}

interface RowProps {
  readonly row: Fields;
  readonly numeric: ReadonlySet<string>;
  readonly isNew: boolean;
  readonly columns: readonly string[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Row({ row, numeric, isNew, columns, isOpen, onToggle }: RowProps): VNode {
  return (
    <>
      <tr>
        {columns.map((column, at) => (
          <td key={column} class={numeric.has(firstOf(column)) ? 'number' : undefined}>
            {isNew && at === 0 ? <span class="badge good is-new">New</span> : null}
            <Cell row={row} column={column} />
          </td>
        ))}
        <td class="more">
          {hasMore(row, columns) ? (
            <button type="button" class="quiet" aria-expanded={isOpen} onClick={onToggle}>
              {isOpen ? 'Less' : 'More'}
            </button>
          ) : null}
        </td>
      </tr>
      {isOpen ? (
        <tr class="below">
          <td colSpan={columns.length + 1}>
            <Whole row={row} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Cell({ row, column }: { readonly row: Fields; readonly column: string }): VNode {
  const [first = '', second] = column.split(' › ');
  const value = valueAt(row, first);
  const under = second === undefined ? undefined : valueAt(row, second);
  if (LEVEL_FIELDS.has(first) && typeof value === 'string') return <Level level={value} />;
  return (
    <>
      <Value name={first} value={value} />
      {second === undefined || under === null || under === undefined || under === '' ? null : (
        <div class="under">
          <Value name={second} value={under} />
        </div>
      )}
    </>
  );
}

/** All that a row has, lists of records as tables of their own. */
function Whole({ row }: { readonly row: Fields }): VNode {
  const entries = Object.entries(row);
  const tables = entries.flatMap(([name, value]) => (isRows(value) ? [[name, value] as const] : []));
  const records = entries.flatMap(([name, value]) => (isFields(value) ? [[name, value] as const] : []));
  return (
    <>
      <Facts of={entries.filter(([, value]) => !isRows(value) && !isFields(value))} />
      {records.map(([name, value]) => (
        <div key={name}>
          <h3>{labelOf(name)}</h3>
          <Facts of={Object.entries(value)} />
        </div>
      ))}
      {tables.map(([name, value]) => (
        <Rows key={name} title={labelOf(name)} rows={value} columns={NONE} />
      ))}
    </>
  );
}

function hasMore(row: Fields, columns: readonly string[]): boolean {
  const shown = new Set(columns.flatMap((column) => column.split(' › ')));
  return Object.keys(row).some((name) => !shown.has(name));
}

const NONE: readonly string[] = [];

function firstOf(column: string): string {
  return column.split(' › ', 1)[0] ?? column;
}

function allColumns(rows: readonly Fields[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** Begins with the mark by which spreadsheets know UTF-8. */
function csvOf(rows: readonly Fields[]): string {
  const columns = allColumns(rows);
  const cells = rows.map((row) =>
    columns.map((column) => {
      const value = row[column];
      return typeof value === 'number' ? value : plainText(value);
    }),
  );
  return `\uFEFF${csv([columns, ...cells])}`;
}

const SAMPLE = 20;

/** Single values, those first that name the row. */
function columnsOf(rows: readonly Fields[]): readonly string[] {
  const names = allColumns(rows.slice(0, SAMPLE)).filter((name) =>
    rows.slice(0, SAMPLE).some((row) => !isFields(row[name]) && !isRows(row[name]) && row[name] !== null),
  );
  const rankOf = (name: string): number => (LEADING.includes(name) ? LEADING.indexOf(name) : LEADING.length);
  return names.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, COLUMNS_MAX);
}

function numericOf(rows: readonly Fields[], columns: readonly string[]): ReadonlySet<string> {
  const names = columns.map((column) => firstOf(column));
  return new Set(names.filter((name) => rows.some((row) => typeof valueAt(row, name) === 'number')));
}
