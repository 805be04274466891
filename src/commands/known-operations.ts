import { AppError } from '../kernel/errors.ts';
import { readDataText } from '../kernel/data.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { nearest } from '../kernel/similarity.ts';

/** One operation as the command line knows it, without its code. `npm run gen` writes them down. */
export interface KnownOperation {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly group: string;
  readonly method: string;
  /** Below /api/v1. */
  readonly path: string;
  readonly price: string;
  /** Always answers with one job for each of its items. */
  readonly is_batch: boolean;
  readonly example: unknown;
  /** The JSON Schema of its request. */
  readonly input: Readonly<Record<string, unknown>>;
}

let known: readonly KnownOperation[] | undefined;

export function knownOperations(): readonly KnownOperation[] {
  known ??= asWritten(JSON.parse(readDataText(import.meta.url, 'data/operations.json')));
  return known;
}

/** The guarantee: `npm run gen` writes the file from the operations, and CI refuses any other. */
function asWritten(table: unknown): readonly KnownOperation[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the guarantee is stated above
  return table as readonly KnownOperation[];
}

/** The schemas of the fields of a request, by name. */
export function fieldSchemas({ input }: KnownOperation): Readonly<Record<string, unknown>> {
  return fieldsOf(input['properties']);
}

/**
 * The operation of an id or a path, as people type them.
 *
 * @throws AppError invalid_input that names the nearest one
 */
export function operationNamed(name: string): KnownOperation {
  const wanted = name.replace(/^\/+/, '').replaceAll('/', '.').toLowerCase();
  const found = knownOperations().find(
    (operation) => operation.id === wanted || operation.path.slice(1).replaceAll('/', '.') === wanted,
  );
  if (found !== undefined) return found;
  const ids = knownOperations().map(({ id }) => id);
  const meant = nearest(wanted, ids);
  throw new AppError('invalid_input', `There is no operation "${name}".`, {
    fix:
      meant === undefined
        ? 'Run `seamark operations` to list them.'
        : `Did you mean ${meant}? \`seamark operations\` lists them all.`,
  });
}
