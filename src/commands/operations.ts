import { operations } from '../operations/index.ts';
import { columns, processTerminal } from './terminal.ts';

export function listOperations(): void {
  const rows = operations.map((operation) => [operation.id, operation.title, operation.price_rule]);
  processTerminal(false).out(columns([['OPERATION', 'WHAT IT DOES', 'PRICE'], ...rows]));
}
