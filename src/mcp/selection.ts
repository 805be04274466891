import type { Operation } from '../contract/operation.ts';
import { AppError } from '../kernel/errors.ts';
import { nearest } from '../kernel/similarity.ts';
import { onlyReads } from './annotations.ts';
import { fieldsOf } from '../kernel/fields-of.ts';
import { toolName, toolsetOf } from './tool-names.ts';

/** What the text of an answer is, beside its structured content. */
export type ContentForm = 'full' | 'summary' | 'summary_only';

/** What a client has asked for in its address and headers. */
export interface Selection {
  readonly operations: readonly Operation[];
  readonly is_compact: boolean;
  readonly is_read_only: boolean;
  readonly has_output_schemas: boolean;
  readonly content: ContentForm;
}

export interface Asked {
  /** Path and query as they came. */
  readonly address: string;
  readonly query: unknown;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** From the path /mcp/x/{toolset}. */
  readonly toolset: string | undefined;
}

interface Lists {
  readonly toolsets: readonly string[];
  readonly tools: readonly string[];
  readonly excluded: readonly string[];
}

/** Without those about users, since what a page says to an agent that reads it must not invite anybody. */
export function forAgents(operations: Iterable<Operation>): readonly Operation[] {
  return [...operations].filter(({ group }) => group !== 'Users');
}

/** Every queued call needs it, so it comes with every selection. */
const ALWAYS = 'jobs.get';
const NAMES_MAX = 100;

/**
 * The operations that the client chose and its key may call, in the order of the registry.
 *
 * @throws AppError invalid_input that names what is not known
 */
export function selectionOf(known: readonly Operation[], asked: Asked, scopes: readonly string[]): Selection {
  const lists = listsOf(asked);
  requireKnown(known, lists);
  const isReadOnly = flag(asked, 'read_only') || isYes(headerOf(asked, 'x-mcp-readonly'));
  const chooses = lists.toolsets.length > 0 || lists.tools.length > 0;
  const isChosen = (operation: Operation): boolean =>
    !chooses ||
    lists.toolsets.includes('all') ||
    lists.toolsets.includes(toolsetOf(operation)) ||
    isNamed(operation, lists.tools) ||
    (operation.id === ALWAYS && lists.tools.length === 0);
  const operations = known.filter(
    (operation) =>
      isChosen(operation) &&
      !isNamed(operation, lists.excluded) &&
      (!isReadOnly || onlyReads(operation)) &&
      (scopes.length === 0 || scopes.includes(operation.id)),
  );
  return {
    operations,
    is_compact: choice(asked, 'mode', ['full', 'compact']) === 'compact',
    is_read_only: isReadOnly,
    has_output_schemas: flag(asked, 'output_schemas'),
    content: choice(asked, 'content', ['full', 'summary', 'summary_only']),
  };
}

const CHOOSING_HEADERS = ['x-mcp-toolsets', 'x-mcp-tools', 'x-mcp-exclude-tools', 'x-mcp-readonly'];

/** All that a choice is made of, as it was written. */
export function writtenChoice({ address, headers }: Asked, scopes: readonly string[]): string {
  return JSON.stringify([address, ...CHOOSING_HEADERS.map((name) => headers[name] ?? null), scopes]);
}

/** The same for the same choice, however it was written. */
export function keyOf({ operations, is_compact, is_read_only, has_output_schemas, content }: Selection): string {
  return JSON.stringify([operations.map(({ id }) => id), is_compact, is_read_only, has_output_schemas, content]);
}

function listsOf(asked: Asked): Lists {
  const inPath = asked.toolset === undefined ? [] : names(asked.toolset);
  return {
    toolsets: inPath.length > 0 ? inPath : either(asked, 'toolsets', 'x-mcp-toolsets'),
    tools: either(asked, 'tools', 'x-mcp-tools'),
    excluded: either(asked, 'exclude_tools', 'x-mcp-exclude-tools'),
  };
}

function either(asked: Asked, parameter: string, header: string): string[] {
  const given = names(parameterOf(asked, parameter));
  return given.length > 0 ? given : names(headerOf(asked, header));
}

function names(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
    .slice(0, NAMES_MAX);
}

function requireKnown(known: readonly Operation[], { toolsets, tools, excluded }: Lists): void {
  const sets = [...new Set(known.map(toolsetOf)), 'all'];
  const offered = known.map(toolName);
  const issues = [
    ...toolsets.filter((name) => !sets.includes(name)).map((name) => unknown('toolsets', name, sets)),
    ...[
      { path: 'tools', list: tools },
      { path: 'exclude_tools', list: excluded },
    ].flatMap(({ path, list }) =>
      list.filter((name) => !known.some((each) => isNamed(each, [name]))).map((name) => unknown(path, name, offered)),
    ),
  ];
  if (issues.length === 0) return;
  throw new AppError('invalid_input', 'The URL or a header names tools that do not exist.', {
    fix: `Toolsets are ${sets.join(', ')}.`,
    issues,
  });
}

function unknown(path: string, name: string, among: readonly string[]): { path: string; message: string } {
  const meant = nearest(name, among);
  const hint = meant === undefined ? '' : `; did you mean ${meant}?`;
  return { path, message: `"${name.slice(0, 60)}" is unknown${hint}` };
}

function isNamed(operation: Operation, list: readonly string[]): boolean {
  return list.includes(toolName(operation)) || list.includes(operation.id);
}

function choice<Value extends string>(asked: Asked, name: string, values: readonly [Value, ...Value[]]): Value {
  const given = parameterOf(asked, name);
  const found = values.find((value) => value === given);
  if (found !== undefined || given === '') return found ?? values[0];
  throw new AppError('invalid_input', `The URL parameter ${name} is not valid.`, {
    fix: `Use ${values.join(', ')}, or leave it out.`,
    issues: [{ path: name, message: `must be one of ${values.join(', ')}` }],
  });
}

function flag(asked: Asked, name: string): boolean {
  const given = parameterOf(asked, name);
  return isYes(given) || (given === '' && name in fieldsOf(asked.query));
}

function isYes(text: string): boolean {
  return text === '1' || text === 'true';
}

function parameterOf(asked: Asked, name: string): string {
  const value = fieldsOf(asked.query)[name];
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string').join(',');
  return typeof value === 'string' ? value : '';
}

function headerOf({ headers }: Asked, name: string): string {
  return [headers[name] ?? ''].flat().join(',');
}
