import type { ComponentChildren, RefObject, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

export interface FigureTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface FigureProps {
  readonly title: string;
  readonly legend?: ComponentChildren;
  /** The same in figures. */
  readonly table: FigureTable;
  readonly children: ComponentChildren;
}

/** A chart with its legend, which can be read as a table instead. */
export function Figure({ title, legend, table, children }: FigureProps): VNode {
  const [isTable, setTable] = useState(false);
  return (
    <figure class="figure">
      <figcaption>
        {legend}
        <span class="grow" />
        <button type="button" class="quiet as-table" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
          <span class="unseen">: {title}</span>
        </button>
      </figcaption>
      {isTable ? <AsTable title={title} table={table} /> : children}
    </figure>
  );
}

function AsTable({ title, table: { columns, rows } }: { readonly title: string; readonly table: FigureTable }): VNode {
  return (
    <div class="figure-table" tabIndex={0} role="group" aria-label={`${title}, as a table`}>
      <table class="rows narrow">
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" class={at > 0 ? 'number' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={String(row)}>
              {cells.map((cell, at) => (
                <td key={String(at)} class={at > 0 ? 'number' : undefined}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export interface LegendItem {
  readonly name: string;
  /** Of the colours of series, from 1; 7 is all others. */
  readonly color: number;
  readonly isBefore?: boolean | undefined;
  readonly value?: string | undefined;
}

export function Legend({ items, says }: { readonly items: readonly LegendItem[]; readonly says?: string }): VNode {
  return (
    <div class="legend" aria-live="polite">
      {says === undefined ? null : <b>{says}</b>}
      {items.map(({ name, color, isBefore, value }) => (
        <span key={name}>
          <Swatch color={color} isBefore={isBefore} />
          {name} {value === undefined ? null : <b>{value}</b>}
        </span>
      ))}
    </div>
  );
}

function Swatch({ color, isBefore = false }: Pick<LegendItem, 'color' | 'isBefore'>): VNode {
  return (
    <svg class="swatch-mark" width="10" height="10" aria-hidden="true">
      {isBefore ? (
        <path class="line-before" d="M0 5H10" />
      ) : (
        <rect class={fillOf(color)} width="10" height="10" rx="2" />
      )}
    </svg>
  );
}

/** After six series all others share one colour. */
export function fillOf(color: number): string {
  return color > 6 ? 'fill-other' : `fill-${color}`;
}

const WIDTH_AT_FIRST = 640;

/** Charts are drawn as wide as their place, so that their labels keep their size. */
export function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(WIDTH_AT_FIRST);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = (): void => setWidth(Math.max(200, element.clientWidth));
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    measure();
    return () => resized.disconnect();
  }, []);
  return width;
}

/** The place that arrow keys or the pointer tell; Escape leaves. */
export function nextPlace(key: string, at: number | undefined, count: number): number | undefined | 'stay' {
  if (key === 'Escape') return undefined;
  if (key === 'ArrowRight') return at === undefined ? 0 : Math.min(count - 1, at + 1);
  if (key === 'ArrowLeft') return at === undefined ? count - 1 : Math.max(0, at - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return 'stay';
}
