import { extname } from 'node:path';

import type { ExportOrder } from '../index/export.ts';
import { AppError } from '../kernel/errors.ts';

type Format = ExportOrder['format'];

const FORMATS: ReadonlyMap<string, Format> = new Map([
  ['', 'csv'],
  ['.csv', 'csv'],
  ['.parquet', 'parquet'],
]);
const PACKED = new Set(['.gz', '.zst', '.bz2', '.xz', '.zip']);

/**
 * The format of a file to write: the one that was asked for, else by the file's name. Undefined is standard output.
 *
 * @throws AppError for an ending that promises anything else, since what opens such a file would not understand it
 */
export function formatOf(path: string | undefined, asked: Format | undefined): Format {
  const ending = path === undefined ? '' : extname(path).toLowerCase();
  if (PACKED.has(ending)) {
    throw new AppError('invalid_input', 'Files are not written packed.', {
      fix: 'Leave the ending out, or pipe it on: seamark export … | gzip > file.csv.gz. Parquet is packed as it is.',
    });
  }
  const format = asked ?? FORMATS.get(ending);
  if (format !== undefined) return format;
  throw new AppError('invalid_input', `${ending} is no ending of a file that an export can write.`, {
    fix: 'Name a file that ends in .csv or .parquet, or say the format with --format csv or --format parquet.',
  });
}
