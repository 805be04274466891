import type { ComponentChildren, VNode } from 'preact';

export interface Column<Row> {
  readonly title: string;
  /** In place of the title, such as a box that selects every row. */
  readonly head?: ComponentChildren;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are right-aligned so that their digits line up. */
  readonly kind?: 'number' | 'actions' | 'main' | 'pick';
  /** Left out on a phone by a table that stays one there. */
  readonly isWide?: boolean;
}

interface TableProps<Row> {
  /** What the table lists, for readers who cannot see the heading above it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What to do while the table is empty. */
  readonly empty: ComponentChildren;
  /** Stays a table on a phone, with fewer columns. */
  readonly isNarrow?: boolean;
  /** A row of its own below a row. */
  readonly below?: (row: Row) => ComponentChildren;
}

/**
 * Rows under columns; on a phone each row is a block of its own.
 *
 * The roles say again what the elements mean, because browsers forget it when a table is not drawn as one.
 */
export function Table<Row>({ caption, columns, rows, keyOf, empty, isNarrow = false, below }: TableProps<Row>): VNode {
  if (rows.length === 0) return <div class="empty">{empty}</div>;
  return (
    <table role="table" class={isNarrow ? 'narrow' : undefined}>
      <caption class="unseen">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.title} role="columnheader" scope="col" class={classOf(column)}>
              {column.kind === 'actions' ? <span class="unseen">{column.title}</span> : (column.head ?? column.title)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <Rows key={keyOf(row)} row={row} columns={columns} below={below?.(row)} />
        ))}
      </tbody>
    </table>
  );
}

function classOf<Row>({ kind, isWide = false }: Column<Row>): string | undefined {
  return isWide ? `${kind ?? ''} wide` : kind;
}

interface RowsProps<Row> {
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly below: ComponentChildren;
}

function Rows<Row>({ row, columns, below }: RowsProps<Row>): VNode {
  return (
    <>
      <tr role="row">
        {columns.map((column) => (
          <td key={column.title} role="cell" class={classOf(column)} data-title={column.title}>
            <div>{column.cell(row)}</div>
          </td>
        ))}
      </tr>
      {below === undefined || below === null ? null : (
        <tr role="row" class="below">
          <td role="cell" colSpan={columns.length}>
            {below}
          </td>
        </tr>
      )}
    </>
  );
}
