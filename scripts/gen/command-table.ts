import type { Operation } from '../../src/contract/operation.ts';
import { wholeInputSchema } from '../../src/mcp/input-schema.ts';

/**
 * The operations as the command line knows them: what it takes to list one, to read its fields and to call it. A file of
 * data, because loading the operations themselves takes seven times as long as everything else that a call to a running
 * service does.
 */
export function commandTable(operations: readonly Operation[]): string {
  const rows = operations.map((operation) => {
    const { id, title, description, group, method, path, price_rule: price, is_batch, example } = operation;
    const input = wholeInputSchema(operation);
    return JSON.stringify({ id, title, description, group, method, path, price, is_batch, example, input });
  });
  return `[\n${rows.join(',\n')}\n]\n`;
}
