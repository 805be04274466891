import { fieldsOf } from '../kernel/fields-of.ts';
import { fieldSchemas, type KnownOperation, knownOperations, operationNamed } from './known-operations.ts';
import { COMMAND } from './own-command.ts';
import { columns, processTerminal } from './terminal.ts';

export function listOperations(name: string | undefined, isJson: boolean): void {
  const terminal = processTerminal(false);
  if (name !== undefined) {
    const operation = operationNamed(name);
    terminal.out(isJson ? JSON.stringify(factsOf(operation), undefined, 2) : described(operation));
    return;
  }
  if (isJson) {
    const rows = knownOperations().map(({ id, title, group, method, path, price }) => {
      return { operation: id, title, group, method, path, price };
    });
    terminal.out(JSON.stringify(rows, undefined, 2));
    return;
  }
  const rows = knownOperations().map(({ id, title, price }) => [id, title, price]);
  terminal.out(columns([['OPERATION', 'WHAT IT DOES', 'PRICE'], ...rows]));
}

function factsOf({ id, title, description, method, path, price, input, example }: KnownOperation): object {
  return { operation: id, title, description, method, path, price, input, example };
}

function described(operation: KnownOperation): string {
  const { id, description, price, input, example } = operation;
  const { required } = input;
  const needed = new Set(Array.isArray(required) ? required : []);
  const rows = Object.entries(fieldSchemas(operation)).map(([name, field]) => {
    const facts = fieldsOf(field);
    const preset = facts['default'] === undefined ? '' : JSON.stringify(facts['default']);
    const about = typeof facts['description'] === 'string' ? facts['description'] : '';
    return [`--${name.replaceAll('_', '-')}`, typeOf(facts), needed.has(name) ? 'required' : preset, about];
  });
  const body = JSON.stringify(example);
  return [
    `${id}: ${description}`,
    `Price: ${price}`,
    '',
    columns([['FIELD', 'TYPE', 'DEFAULT', 'WHAT IT IS'], ...rows]),
    '',
    `Options of every call: ${COMMAND} call --help`,
    `Example: ${COMMAND} call ${id} --json '${body.replaceAll("'", String.raw`'\''`)}'`,
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
