import type { Operation } from '../contract/operation.ts';
import { AppError } from '../kernel/errors.ts';
import { nearest } from '../kernel/similarity.ts';
import { operations } from '../operations/index.ts';

/**
 * The operation of an id or a path, as people type them.
 *
 * @throws AppError invalid_input that names the nearest one
 */
export function operationNamed(name: string): Operation {
  const wanted = name.replace(/^\/+/, '').replaceAll('/', '.').toLowerCase();
  const found = operations.find(
    (operation) => operation.id === wanted || operation.path.slice(1).replaceAll('/', '.') === wanted,
  );
  if (found !== undefined) return found;
  const known = operations.map((operation) => operation.id);
  const meant = nearest(wanted, known);
  throw new AppError('invalid_input', `There is no operation "${name}".`, {
    fix:
      meant === undefined
        ? 'Run `seamark operations` to list them.'
        : `Did you mean ${meant}? \`seamark operations\` lists them all.`,
  });
}
