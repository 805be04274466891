import { access, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { openIndex } from '../compose/own-index.ts';
import { type Flags, readConfig } from '../config.ts';
import type { ExportOrder } from '../index/export.ts';
import { closingAfter } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { parseTarget } from '../web/target.ts';
import { version } from '../version.ts';
import { formatOf } from './export-format.ts';
import { stoppable } from './stop-signal.ts';
import { processTerminal } from './terminal.ts';

export interface ExportFlags extends Flags {
  readonly format?: ExportOrder['format'];
  readonly target?: string;
  readonly force?: boolean;
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
  await stoppable((signal) =>
    closingAfter(async (closing) => {
      const { exports } = closing.add(await openIndex(config));
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
    throw new AppError('invalid_input', 'Parquet is nothing for a terminal.', { fix: 'Name a file, or pipe it on.' });
  }
  return { what, format, target };
}

async function requireAbsent(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (!isThere) return;
  throw new AppError('invalid_input', `${file} is there already.`, { fix: 'Choose another name, or add --force.' });
}
