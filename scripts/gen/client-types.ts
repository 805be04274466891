import { answerSchema } from '../../src/contract/envelope.ts';
import { jsonSchemaOf, type JsonSchema } from '../../src/contract/json-schema.ts';
import type { Operation } from '../../src/contract/operation.ts';
import { Accepted, DryRun } from '../../src/http/openapi.ts';
import { ERRORS } from '../../src/kernel/errors.ts';
import { shapesOf, type Shapes } from './client-shapes.ts';
import { COLUMNS_MAX, commentLines, type TypeTree, typeLines } from './type-tree.ts';

/** What every caller meets, whichever operation it calls. */
const SHAPES = 'shapes';

/** One file of types: shapes that several operations share, or the operations of one group. */
interface TypeFile {
  readonly path: string;
  readonly code: string;
}

const HEAD = '// Written by `npm run gen`. Do not edit.\n';

/** The request and answer of every operation as plain TypeScript, for callers that want no zod. */
export function clientTypes(operations: readonly Operation[]): TypeFile[] {
  const shared = new Map<string, JsonSchema>();
  const roots = operations.flatMap((operation) => {
    const name = pascal(operation.id);
    const request = { name: `${name}Request`, schema: jsonSchemaOf(operation.input, 'input', shared) };
    if (operation.is_batch) return [request];
    const answer = answerSchema(operation.result, operation.guidance);
    return [request, { name: `${name}Answer`, schema: jsonSchemaOf(answer, 'output', shared) }];
  });
  shared.set('ErrorCode', {
    enum: Object.keys(ERRORS),
    description: 'Stable codes of errors; newer services may have others.',
  });
  shared.set('Accepted', jsonSchemaOf(Accepted, 'output', shared));
  shared.set('DryRun', jsonSchemaOf(DryRun, 'output', shared));
  const shapes = shapesOf(roots, shared);
  const groups = Map.groupBy(operations, groupOf);
  return [
    { path: `types/${SHAPES}.ts`, code: shapesFile(shapes) },
    ...[...groups].map(([group, members]) => ({ path: `types/${group}.ts`, code: groupFile(members, shapes) })),
    { path: 'types.ts', code: typesFile(groups.keys()) },
    { path: 'operations.ts', code: operationsFile(operations) },
  ];
}

function shapesFile(shapes: Shapes): string {
  return [HEAD, ...shapes.named.flatMap(({ name, description, type }) => typeText(name, description, type)), ''].join(
    '\n',
  );
}

/** The definition of a type, with an empty line before it where it takes several. */
function typeText(name: string, description: string | undefined, type: TypeTree): string[] {
  const lines = [...commentLines(description), ...typeLines(`export type ${name} = `, type, ';')];
  return lines.length > 1 ? ['', ...lines] : lines;
}

function groupFile(operations: readonly Operation[], shapes: Shapes): string {
  const types = operations.flatMap((operation) => {
    const name = pascal(operation.id);
    const title = `${operation.title}: \`${operation.method} ${operation.path}\`.`;
    const request = typeText(`${name}Request`, title, shapes.typeOf(`${name}Request`));
    if (operation.is_batch) return request;
    return [...request, ...typeText(`${name}Answer`, undefined, shapes.typeOf(`${name}Answer`))];
  });
  const code = types.join('\n').replaceAll(/\/\*\*.*?\*\/|'[^']*'|"[^"]*"/gs, '');
  const used = shapes.named.map(({ name }) => name).filter((name) => new RegExp(String.raw`\b${name}\b`).test(code));
  return [HEAD, ...importLines(used), ...types, ''].join('\n');
}

/** As many names on a line as fit. */
function importLines(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const lines = ['import type {'];
  let line = ' ';
  for (const name of names) {
    if (line.length + name.length + 2 > COLUMNS_MAX) {
      lines.push(line);
      line = ' ';
    }
    line += ` ${name},`;
  }
  return [...lines, line, `} from './${SHAPES}.ts';`];
}

function operationsFile(operations: readonly Operation[]): string {
  const calls = operations.map((operation) => {
    const name = pascal(operation.id);
    const answer = operation.is_batch ? 'Accepted' : `${name}Answer`;
    return `  '${operation.id}': Call<'${kindOf(operation)}', types.${name}Request, types.${answer}>;`;
  });
  const routes = operations.map(({ id, method, path }) => `  '${id}': { method: '${method}', path: '${path}' },`);
  return [
    HEAD,
    "import type { Call, Operation } from './call.ts';",
    "import type * as types from './types.ts';",
    '',
    "export type * from './types.ts';",
    '',
    '/** Request and answer by operation id; the kind says what can be asked of a call. */',
    'export interface Calls {',
    ...calls,
    '}',
    '',
    '/** Every operation as a method, below the names that its id consists of. */',
    `export interface Operations ${methods(operations)}`,
    '',
    'export const ROUTES = {',
    ...routes,
    '} as const;',
    '',
  ].join('\n');
}

/** All types of operations, whichever file they stand in. */
function typesFile(groups: Iterable<string>): string {
  return [HEAD, ...[SHAPES, ...groups].map((name) => `export type * from './types/${name}.ts';`), ''].join('\n');
}

/** An analysis may become a job and can be tried; a batch is always jobs; the rest answers at once. */
function kindOf(operation: Operation): string {
  if (operation.is_batch) return 'batch';
  if (operation.is_account) return operation.csv === undefined ? 'account' : 'csv';
  return operation.csv === undefined ? 'analysis' : 'analysis-csv';
}

/** A name that is an operation and begins others, such as `audit.local`, is a method with methods. */
function methods(operations: readonly Operation[], depth = 0): string {
  const byName = Map.groupBy(operations, ({ id }) => id.split('.')[depth] ?? '');
  const lines = [...byName].map(([name, members]) => {
    const own = members.find(({ id }) => id.split('.').length === depth + 1);
    const below = members.filter((member) => member !== own);
    const method = own === undefined ? [] : [`Operation<Calls['${own.id}']>`];
    const inner = below.length === 0 ? [] : [methods(below, depth + 1)];
    const title = own === undefined ? '' : `/** ${own.title}. */ `;
    return `${title}readonly ${camel(name)}: ${[...method, ...inner].join(' & ')};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

/** Small groups that are about one thing share a file. */
function groupOf({ id, is_account }: Operation): string {
  return is_account ? 'account' : (FILES.get(id.split('.')[0] ?? '') ?? 'search');
}

const FILES = new Map([
  ['backlinks', 'backlinks'],
  ['content', 'content'],
  ['page', 'content'],
  ['domain', 'rankings'],
  ['pages', 'rankings'],
  ['opportunities', 'rankings'],
  ['content-decay', 'rankings'],
  ['keyword-ideas', 'keywords'],
  ['keyword-metrics', 'keywords'],
  ['keyword-cluster', 'keywords'],
  ['site', 'sites'],
  ['rank', 'tracking'],
  ['serp', 'tracking'],
  ['audit', 'places'],
  ['local-visibility', 'places'],
  ['llm-mentions', 'visibility'],
  ['ai-visibility', 'visibility'],
  ['ai-overview', 'visibility'],
  ['social', 'visibility'],
]);

function pascal(id: string): string {
  return id.replaceAll(/(?:^|[.-])([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}

function camel(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
}
