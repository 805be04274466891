import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { FigureSource } from '../model/figure-source.ts';
import type { Sort } from '../model/row-order.ts';
import { plainText, valueAt } from '../model/values.ts';
import { labelOf } from '../model/words.ts';
import type { Fields } from '../model/report.ts';
import { announce } from './announcer.tsx';
import { Cell, firstOf, hasMore, WholeRow } from './cells.tsx';
import { FigureMark } from './sources.tsx';
import { useRowWindow, WINDOW_FROM } from './row-window.ts';

interface RowGridProps {
  readonly title: string;
  readonly rows: readonly Fields[];
  readonly columns: readonly string[];
  readonly numeric: ReadonlySet<string>;
  /** Columns that rest on something else than the rest of the report. */
  readonly marks: ReadonlyMap<string, FigureSource>;
  /** The column that names the rows. */
  readonly main: string | undefined;
  readonly mayConnect: boolean;
  readonly sort: Sort | undefined;
  readonly onSort: (column: string) => void;
  readonly isNew: (row: Fields) => boolean;
  readonly selected: ReadonlySet<Fields>;
  readonly onSelect: (rows: ReadonlySet<Fields>) => void;
  readonly onExport: () => void;
  /** Draws a list within a row. */
  readonly inner: (name: string, rows: readonly Fields[]) => VNode;
}

/** Rows under headings; long lists scroll in their own box and draw what is in view. Arrow keys walk the rows. */
export function RowGrid(props: RowGridProps): VNode {
  const { title, rows, columns, numeric, sort, onSort, selected } = props;
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<Fields>>(new Set());
  const [active, setActive] = useState<number>();
  const drawn = useRowWindow(box, rows.length);
  const toggle = (row: Fields): void => setOpen(withOrWithout(open, row));
  useFocusOn(box, active);
  const isWindowed = rows.length > WINDOW_FROM;
  return (
    <div
      ref={box}
      class={isWindowed ? 'wide-table is-windowed' : 'wide-table'}
      onKeyDown={(event) => onKey(event, props, { box, active, setActive, toggle })}
    >
      <table class="rows narrow" role="grid" aria-rowcount={rows.length + 1}>
        <caption class="unseen">{title}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Heading
                key={column}
                column={column}
                kind={numeric.has(firstOf(column)) ? 'number' : column === props.main ? 'main' : undefined}
                source={props.marks.get(firstOf(column))}
                mayConnect={props.mayConnect}
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
          <Spacer height_px={drawn.above_px} columns={columns.length + 1} />
          {rows.slice(drawn.from, drawn.to).map((row, at) => (
            <Row
              key={String(drawn.from + at)}
              at={drawn.from + at}
              row={row}
              columns={columns}
              numeric={numeric}
              isNew={props.isNew(row)}
              isOpen={open.has(row)}
              isSelected={selected.has(row)}
              isFirst={(active ?? 0) === drawn.from + at}
              onToggle={() => toggle(row)}
              onSelect={() => props.onSelect(withOrWithout(selected, row))}
              inner={props.inner}
            />
          ))}
          <Spacer height_px={drawn.below_px} columns={columns.length + 1} />
        </tbody>
      </table>
    </div>
  );
}

function withOrWithout(rows: ReadonlySet<Fields>, row: Fields): ReadonlySet<Fields> {
  const next = new Set(rows);
  if (!next.delete(row)) next.add(row);
  return next;
}

/** A row that is walked to is scrolled into view and has the focus. */
function useFocusOn(box: { readonly current: HTMLElement | null }, active: number | undefined): void {
  useLayoutEffect(() => {
    if (active === undefined) return;
    const row = box.current?.querySelector(`tr[data-row="${active}"]`);
    if (row instanceof HTMLElement) {
      row.focus({ preventScroll: true });
      row.scrollIntoView({ block: 'nearest' });
    }
  }, [active]);
}

interface Walking {
  readonly box: { readonly current: HTMLElement | null };
  readonly active: number | undefined;
  readonly setActive: (at: number) => void;
  readonly toggle: (row: Fields) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** `↑ ↓` a row, `Enter` opens, `x` selects, `c` copies the first cell, `e` saves. Off inside inputs and on links. */
function onKey(event: KeyboardEvent, props: RowGridProps, walking: Walking): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLTableRowElement)) return;
  const at = walking.active ?? Number(event.target.dataset['row'] ?? 0);
  const row = props.rows[at];
  const step = STEPS[event.key];
  if (row === undefined) return;
  if (step !== undefined) walk(row, at + step, event.shiftKey, { ...props, ...walking });
  else if (!actOn(event.key, row, { ...props, ...walking })) return;
  event.preventDefault();
}

function walk(
  row: Fields,
  to: number,
  isExtending: boolean,
  { rows, selected, onSelect, setActive }: RowGridProps & Walking,
): void {
  const next = Math.min(rows.length - 1, Math.max(0, to));
  const reached = rows[next];
  if (isExtending && reached !== undefined) onSelect(new Set([...selected, row, reached]));
  setActive(next);
}

/** Whether the key means something. */
function actOn(
  key: string,
  row: Fields,
  { columns, selected, onSelect, onExport, toggle }: RowGridProps & Walking,
): boolean {
  if (key === 'Enter') toggle(row);
  else if (key === 'x') onSelect(withOrWithout(selected, row));
  else if (key === 'c') copyCell(plainText(valueAt(row, firstOf(columns[0] ?? ''))));
  else if (key === 'e') onExport();
  else return false;
  return true;
}

function copyCell(text: string): void {
  if (!('clipboard' in globalThis.navigator)) return;
  navigator.clipboard.writeText(text).then(
    () => announce('Copied.'),
    () => undefined,
  );
}

function Spacer({ height_px, columns }: { readonly height_px: number; readonly columns: number }): VNode | null {
  if (height_px <= 0) return null;
  return (
    <tr class="spacer" aria-hidden="true">
      <td colSpan={columns}>
        <svg width="1" height={height_px} />
      </td>
    </tr>
  );
}

interface HeadingProps {
  readonly column: string;
  readonly kind: 'number' | 'main' | undefined;
  readonly source: FigureSource | undefined;
  readonly mayConnect: boolean;
  readonly sort: Sort | undefined;
  readonly onSort: () => void;
}

function Heading({ column, kind, source, mayConnect, sort, onSort }: HeadingProps): VNode {
  const first = firstOf(column);
  const isSorted = sort?.column === first;
  const direction = sort?.isDown === true ? 'descending' : 'ascending';
  return (
    <th scope="col" class={kind} aria-sort={isSorted ? direction : undefined}>
      <div>
        <button type="button" onClick={onSort}>
          {labelOf(first)}
          <span aria-hidden="true">{isSorted ? (sort.isDown ? ' ↓' : ' ↑') : ''}</span>
        </button>
        <FigureMark of={labelOf(first)} source={source} mayConnect={mayConnect} />
      </div>
    </th>
  );
}

interface RowProps {
  readonly at: number;
  readonly row: Fields;
  readonly numeric: ReadonlySet<string>;
  readonly isNew: boolean;
  readonly columns: readonly string[];
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  /** Reached by the tabulator; arrow keys lead to the others. */
  readonly isFirst: boolean;
  readonly onToggle: () => void;
  readonly onSelect: () => void;
  readonly inner: RowGridProps['inner'];
}

function Row({
  at,
  row,
  numeric,
  isNew,
  columns,
  isOpen,
  isSelected,
  isFirst,
  onToggle,
  onSelect,
  inner,
}: RowProps): VNode {
  return (
    <>
      <tr
        data-row={at}
        aria-rowindex={at + 2}
        aria-selected={isSelected}
        tabIndex={isFirst ? 0 : -1}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey) onSelect();
        }}
      >
        {columns.map((column, place) => (
          <td key={column} class={numeric.has(firstOf(column)) ? 'number' : undefined}>
            {isNew && place === 0 ? <span class="badge-soft good is-new">New</span> : null}
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
            <div class="whole-row">
              <WholeRow row={row} table={inner} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}
