import { coercedFields } from '../contract/coerced-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { wholeInputSchema } from './input-schema.ts';

const kept = new WeakMap<Operation, Readonly<Record<string, unknown>>>();

/** The input as the operation takes it, where a model wrote a value in another form. */
export function coerced(
  input: Readonly<Record<string, unknown>>,
  operation: Operation,
): Readonly<Record<string, unknown>> {
  const properties = kept.get(operation) ?? fieldsOf(wholeInputSchema(operation)['properties']);
  kept.set(operation, properties);
  return coercedFields(input, properties);
}
