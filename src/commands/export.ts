import { access, stat } from 'node:fs/promises';
import { extname, resolve } from 'node:path';

import { openIndex } from '../compose/indexes.ts';
import { type Flags, readConfig } from '../config.ts';
import type { ExportOrder } from '../index/export.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { version } from '../version.ts';
import { parseTarget } from '../web/target.ts';
import { chosenIndex } from './chosen-workspace.ts';
import { stoppable } from './stop-signal.ts';
import { processTerminal } from './terminal.ts';

export interface ExportFlags extends Flags {
  readonly format?: ExportOrder['format'];
  readonly target?: string;
  readonly force?: boolean;
  readonly workspace?: string;
}

export async function exportIndex(
  what: ExportOrder['what'],
  file: string | undefined,
  flags: ExportFlags,
): Promise<void> {
  const config = readConfig(version, flags);
  const path = file === '-' ? undefined : file;
  const order = orderOf(what, path, flags);
  if (path !== undefined && flags.force !== true) await requireAbsent(path);
  const indexId = await chosenIndex(config, flags.workspace);
  await stoppable((signal) =>
    closingAfter(async (closing) => {
      const { exports } = closing.add(await openIndex(config, indexId));
      await (path === undefined
        ? exports.toStream(order, process.stdout, signal)
        : exports.toFile(order, path, signal));
    }),
  );
  if (path === undefined) return;
  const { size } = await stat(path);
  const format = order.format === 'csv' ? 'CSV' : 'Parquet';
  processTerminal(config.color).out(`${resolve(path)}: ${(size / 1e6).toFixed(1)} MB of ${what} as ${format}.`);
}

function orderOf(what: ExportOrder['what'], path: string | undefined, flags: ExportFlags): ExportOrder {
  const target = flags.target === undefined ? undefined : parseTarget(flags.target, '--target');
  const format = formatOf(path, flags.format);
  if (path === undefined && format === 'parquet' && process.stdout.isTTY) {
    throw new AppError('invalid_input', 'Parquet cannot be printed to a terminal.', {
      fix: 'Name a file, or pipe the output.',
    });
  }
  return { what, format, target };
}

async function requireAbsent(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new AppError('invalid_input', `${file} already exists.`, { fix: 'Choose another name, or add --force.' });
}

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
    throw new AppError('invalid_input', 'Exports are not compressed.', {
      fix: 'Drop the ending, or pipe the output: seamark export … | gzip > file.csv.gz. Parquet is already compressed.',
    });
  }
  const format = asked ?? FORMATS.get(ending);
  if (format !== undefined) return format;
  throw new AppError('invalid_input', `An export cannot write ${ending} files.`, {
    fix: 'Name a file that ends in .csv or .parquet, or pass --format csv or --format parquet.',
  });
}
