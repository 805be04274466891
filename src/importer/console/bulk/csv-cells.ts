import type { BulkColumn, BulkColumns } from './columns.ts';
import type { BulkCells } from './rows.ts';

/** Cells of one row after another, so that no object is made for each of millions. */
export class CsvCells implements BulkCells {
  cells: readonly string[] = [];
  readonly #columns: BulkColumns;

  constructor(columns: BulkColumns) {
    this.#columns = columns;
  }

  text(column: BulkColumn): string {
    return this.cells[this.#columns.places.get(column) ?? -1] ?? '';
  }

  figure(column: BulkColumn): number | undefined {
    const text = this.text(column);
    return text === '' ? undefined : Number(text);
  }

  isTrue(column: BulkColumn): boolean {
    return isTrue(this.text(column));
  }

  looks(place: number): boolean {
    return isTrue(this.cells[this.#columns.appearances[place]?.at ?? -1] ?? '');
  }
}

function isTrue(text: string): boolean {
  return text === 'true' || text === 'TRUE' || text === 'True';
}
