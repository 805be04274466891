import { type Command, InvalidArgumentError } from 'commander';

import { MAX_AGE_PROBLEM, readMaxAge } from '../engine/max-age.ts';

/** Options that several commands take, and how their values are read. */

export const DATA = ['--data <dir>', 'folder of the embedded databases (default: ./data)'] as const;
/** Of commands that read or write the index. */
export const INDEX_OF = [
  '--workspace <id>',
  'work for this workspace, in its own index where it has one (default: the first workspace)',
] as const;
export const JSON_FLAG = ['--json', 'print as JSON'] as const;

/** Commander fills exactly the options declared beside each action; the flag types list the same ones. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each action names the flags that it declared
export function flagsOf<Shape>(command: Command): Shape {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return command.optsWithGlobals() as Shape;
}

export function collected(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Slower than one request in a hundred seconds, a page would come up again before its turn. */
export function rateNumber(value: string): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= 0.01 && number <= 1_000_000) return number;
  throw new InvalidArgumentError('It must be a number from 0.01, such as 0.5.');
}

export function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return number;
}

/** Of stored data, in seconds. */
export function age(value: string): number {
  const seconds = readMaxAge(value);
  if (seconds === undefined) throw new InvalidArgumentError(`It ${MAX_AGE_PROBLEM}.`);
  return seconds;
}

export function hours(value: string): number {
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (number >= 0 && number <= 24) return number;
  throw new InvalidArgumentError('It must be a number of hours from 0 to 24, such as 0.5.');
}
