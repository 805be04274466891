import { backUp, restore } from '../compose/backups.ts';
import { type Flags, readConfig } from '../config.ts';
import { version } from '../version.ts';
import { stoppable } from './stop-signal.ts';
import { processTerminal } from './terminal.ts';

export async function writeBackup(folder: string, flags: Flags): Promise<void> {
  const config = readConfig(version, flags);
  const backup = await stoppable((signal) => backUp(config, folder, signal));
  const terminal = processTerminal(config.color);
  terminal.out(`${backup.folder}: ${(backup.bytes / 1e6).toFixed(1)} MB.`);
  if (!backup.has_index)
    terminal.err('CLICKHOUSE_URL is set: back up the index with the BACKUP statement of your server.');
  terminal.err(
    backup.has_key
      ? 'It holds the key that opens your secrets. Keep it as safe as the data folder.'
      : 'It does not hold SEAMARK_SECRET: keep that elsewhere, or webhook secrets and logins of staging sites are lost.',
  );
}

export async function readBackup(folder: string, flags: Flags): Promise<void> {
  const config = readConfig(version, flags);
  const terminal = processTerminal(config.color);
  const { made_at, has_index, has_key } = await stoppable((signal) => restore(config, folder, signal));
  terminal.out(`Restored the backup of ${made_at.slice(0, 16).replace('T', ' ')} UTC. Start it with: seamark serve`);
  if (!has_index)
    terminal.err('The backup has no index: restore that with the RESTORE statement of your ClickHouse server.');
  if (!has_key) terminal.err('Set SEAMARK_SECRET to the value that it had, so that secrets can be opened.');
}
