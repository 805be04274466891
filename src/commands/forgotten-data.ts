import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Command } from 'commander';

import { namesData } from '../config.ts';

/** They say themselves where they work, or that there is nothing. */
const TELLING = new Set(['serve', 'work', 'doctor', 'backup', 'restore']);

/** Says which folder a command takes that was told none and finds no data there: more often forgotten than meant. */
export function describeForgottenData(
  command: Command,
  environment?: NodeJS.ProcessEnv,
  folder = resolve('data'),
): string | undefined {
  const takesFolder = command.options.some(({ long }) => long === '--data');
  const { data, url } = command.opts<{ readonly data?: string; readonly url?: string }>();
  if (!takesFolder || data !== undefined || url !== undefined || namesData(environment) || TELLING.has(command.name()))
    return undefined;
  if (existsSync(folder)) return undefined;
  return `There is no data in ${folder} yet. If yours is elsewhere, name its folder with --data or SEAMARK_DATA.`;
}
