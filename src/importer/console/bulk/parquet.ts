import { gunzipSync, zstdDecompressSync } from 'node:zlib';

import { type AsyncBuffer, type DecodedArray, type FileMetaData, parquetMetadataAsync, parquetScan } from 'hyparquet';

import { AppError, messageOf } from '../../../kernel/errors.ts';
import type { SourceFile } from '../../files/source.ts';
import { type BulkColumn, bulkColumns, type BulkColumns, KNOWN } from './columns.ts';
import type { Memo } from './memo.ts';
import type { BulkCells } from './rows.ts';

/** What a group of rows takes when it is unpacked; BigQuery writes some tens of megabytes. */
const GROUP_BYTES_MAX = 256 * 1024 * 1024;
const GROUP_ROWS_MAX = 2_000_000;
const FOOTER_BYTES_MAX = 16 * 1024 * 1024;
const DAY_MS = 86_400_000;

export interface ParquetTable {
  readonly columns: BulkColumns;
  readonly rows_count: number;
  /** One group of rows after another, each read when it is asked for. */
  groups(): AsyncGenerator<ParquetGroup>;
}

interface ParquetGroup {
  /** Number of its first row, from 1. */
  readonly first: number;
  readonly length: number;
  /** Moves to a row of the group. */
  at(row: number): BulkCells;
}

/**
 * A Parquet file of the bulk export, read group by group.
 *
 * @throws AppError for files that are damaged, hold something else, or have groups too large to be read in bounded memory
 */
export async function openParquet(file: SourceFile, location: string): Promise<ParquetTable> {
  const buffer = bufferOf(file, location);
  const metadata = await reading(location, () => metadataOf(buffer, location));
  const names = metadata.schema.slice(1).map(({ name }) => name);
  const columns = bulkColumns(names, location);
  if (columns === undefined) {
    throw new AppError(
      'invalid_input',
      `${location} is a Parquet file of something else: its columns are ${names.slice(0, 8).join(', ')}.`,
      { fix: 'Export searchdata_site_impression or searchdata_url_impression from BigQuery.' },
    );
  }
  const large = metadata.row_groups.find(
    ({ total_byte_size, num_rows }) => total_byte_size > GROUP_BYTES_MAX || num_rows > GROUP_ROWS_MAX,
  );
  if (large !== undefined) {
    throw new AppError(
      'invalid_input',
      `${location} has a row group of ${large.num_rows} rows, which takes too much memory.`,
      {
        fix: 'Export it as CSV with gzip, which is read row by row.',
      },
    );
  }
  return {
    columns,
    rows_count: Number(metadata.num_rows),
    groups: () => groupsOf(buffer, metadata, columns, location),
  };
}

async function metadataOf(buffer: AsyncBuffer, location: string): Promise<FileMetaData> {
  const end = new DataView(await buffer.slice(Math.max(0, buffer.byteLength - 8), buffer.byteLength));
  const length = end.byteLength === 8 ? end.getUint32(0, true) : 0;
  if (length > FOOTER_BYTES_MAX) throw damaged(location, `its footer takes ${length} bytes`);
  return parquetMetadataAsync(buffer);
}

async function* groupsOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: BulkColumns,
  location: string,
): AsyncGenerator<ParquetGroup> {
  const wanted = KNOWN.filter((name) => columns.places[name] !== -1);
  const appearances = columns.appearances.map(({ name }) => `is_${name}`);
  const scan = await reading(location, () =>
    parquetScan({
      file,
      metadata,
      columns: [...wanted, ...appearances],
      useOffsetIndex: false,
      compressors: COMPRESSORS,
      parsers: { dateFromDays: (days: number) => days },
    }),
  );
  for (const { rowStart, rowEnd } of scan.ranges) {
    const read = (column: string): Promise<DecodedArray> =>
      reading(location, () => scan.readColumn({ column, rowStart, rowEnd }));
    const values = new Map<BulkColumn, DecodedArray>();
    for (const column of wanted) values.set(column, await read(column));
    // Thirty columns of flags are read one at a time into the bits of one number.
    const looks = new Uint32Array(rowEnd - rowStart);
    for (const [place, column] of appearances.entries()) {
      const flags = await read(column);
      for (let row = 0; row < looks.length; row += 1) {
        if (flags[row] === true) looks[row] = (looks[row] ?? 0) | (1 << place);
      }
    }
    const cells = new ParquetCells(values, looks);
    yield { first: rowStart + 1, length: rowEnd - rowStart, at: (row) => cells.moveTo(row) };
  }
}

class ParquetCells implements BulkCells {
  readonly #values: ReadonlyMap<BulkColumn, DecodedArray>;
  readonly #looks: Uint32Array;
  #row = 0;

  constructor(values: ReadonlyMap<BulkColumn, DecodedArray>, looks: Uint32Array) {
    this.#values = values;
    this.#looks = looks;
  }

  moveTo(row: number): this {
    this.#row = row;
    return this;
  }

  text(column: BulkColumn): string {
    const value = this.#value(column);
    if (typeof value === 'string') return value;
    // A DATE counts days since 1970.
    if (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 1e7) {
      return new Date(value * DAY_MS).toISOString().slice(0, 10);
    }
    return '';
  }

  find<Value>(column: BulkColumn, memo: Memo<Value>): Value {
    return memo.get(this.text(column));
  }

  figure(column: BulkColumn): number | undefined {
    const value = this.#value(column);
    if (value === undefined || value === null) return undefined;
    return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : Number.NaN;
  }

  isTrue(column: BulkColumn): boolean {
    return this.#value(column) === true;
  }

  looks(place: number): boolean {
    return (((this.#looks[this.#row] ?? 0) >>> place) & 1) === 1;
  }

  #value(column: BulkColumn): unknown {
    return this.#values.get(column)?.[this.#row];
  }
}

const COMPRESSORS = {
  GZIP: (packed: Uint8Array, length: number): Uint8Array => gunzipSync(packed, { maxOutputLength: length }),
  ZSTD: (packed: Uint8Array, length: number): Uint8Array => zstdDecompressSync(packed, { maxOutputLength: length }),
};

function bufferOf(file: SourceFile, location: string): AsyncBuffer {
  const { length } = file;
  if (length === undefined) {
    throw new AppError(
      'invalid_input',
      `Nobody says how long ${location} is, and a Parquet file is read from its end.`,
      {
        fix: 'Download it, and import the file; or export it as CSV.',
      },
    );
  }
  return { byteLength: length, slice: (start, end = length) => sliceOf(file, start, Math.min(end, length)) };
}

async function sliceOf(file: SourceFile, start: number, end: number): Promise<ArrayBuffer> {
  const slice = new Uint8Array(Math.max(0, end - start));
  let at = 0;
  if (slice.byteLength === 0) return slice.buffer;
  for await (const chunk of file.bytes(start)) {
    const part = chunk.subarray(0, slice.byteLength - at);
    slice.set(part, at);
    at += part.byteLength;
    if (at >= slice.byteLength) break;
  }
  return slice.buffer;
}

/** A file that cannot be read is no fault of this program. */
async function reading<Result>(location: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof AppError || (thrown instanceof Error && thrown.name === 'AbortError')) throw thrown;
    throw damaged(location, messageOf(thrown));
  }
}

function damaged(location: string, why: string): AppError {
  return new AppError('invalid_input', `${location} cannot be read as Parquet: ${why}.`, {
    fix: 'Get the file again. None of it has been imported.',
  });
}
