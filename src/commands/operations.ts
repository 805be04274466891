import { fieldsOf } from '../kernel/fields-of.ts';
import { wholeInputSchema } from '../mcp/input-schema.ts';
import { operations } from '../operations/index.ts';
import { operationNamed } from './operation-named.ts';
import { columns, processTerminal } from './terminal.ts';

export function listOperations(name: string | undefined, isJson: boolean): void {
  const terminal = processTerminal(false);
  if (name !== undefined) {
    const operation = operationNamed(name);
    const schema = wholeInputSchema(operation);
    const { id, title, description, method, path, price_rule, example } = operation;
    const facts = { operation: id, title, description, method, path, price: price_rule, input: schema, example };
    terminal.out(isJson ? JSON.stringify(facts, undefined, 2) : described(facts));
    return;
  }
  if (isJson) {
    const rows = operations.map(({ id, title, group, method, path, price_rule }) => {
      return { operation: id, title, group, method, path, price: price_rule };
    });
    terminal.out(JSON.stringify(rows, undefined, 2));
    return;
  }
  const rows = operations.map((operation) => [operation.id, operation.title, operation.price_rule]);
  terminal.out(columns([['OPERATION', 'WHAT IT DOES', 'PRICE'], ...rows]));
}

interface Facts {
  readonly operation: string;
  readonly description: string;
  readonly price: string;
  readonly input: object;
  readonly example: unknown;
}

function described({ operation, description, price, input, example }: Facts): string {
  const { properties, required } = fieldsOf(input);
  const needed = new Set(Array.isArray(required) ? required : []);
  const rows = Object.entries(fieldsOf(properties)).map(([name, field]) => {
    const facts = fieldsOf(field);
    const preset = facts['default'] === undefined ? '' : JSON.stringify(facts['default']);
    const about = typeof facts['description'] === 'string' ? facts['description'] : '';
    return [`--${name.replaceAll('_', '-')}`, typeOf(facts), needed.has(name) ? 'required' : preset, about];
  });
  const body = JSON.stringify(example);
  return [
    `${operation}: ${description}`,
    `Price: ${price}`,
    '',
    columns([['FIELD', 'TYPE', 'DEFAULT', 'WHAT IT IS'], ...rows]),
    '',
    `Example: seamark call ${operation} --json '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}

/** `text`, `number`, `one of a, b`, `list`. */
function typeOf(field: Readonly<Record<string, unknown>>): string {
  const { enum: choices, type } = field;
  if (Array.isArray(choices)) return choices.join('|');
  const types = [type].flat().filter((each) => typeof each === 'string' && each !== 'null');
  return types.map((each) => NAMES.get(String(each)) ?? String(each)).join(' or ') || 'text';
}

const NAMES = new Map([
  ['string', 'text'],
  ['integer', 'whole number'],
  ['number', 'number'],
  ['boolean', 'switch'],
  ['array', 'list'],
  ['object', 'record'],
]);
