import { type KnownOperation, knownOperations } from './known-operations.ts';
import { COMMAND } from './own-command.ts';

/** Commands that do more for a person than a call does. */
const COMMANDS: Readonly<Record<string, string>> = {
  'crawls.create': 'crawl URL',
  'imports.create': 'import',
  'rank.history': 'track history KEYWORD',
  'rank.overview': 'track overview',
  'rank.targets.add': 'track add KEYWORD',
  'rank.targets.check': 'track check',
  'rank.targets.list': 'track list',
  'schedules.list': 'schedules list',
  'users.list': 'users list',
};

const ROUTE = /`?\b(GET|POST|PUT|PATCH|DELETE) (?:\/api\/v1)?(\/[a-z][\w{}/-]*)(?:\?([\w=&-]+))?`?/g;

/** What texts say of HTTP beside a route. */
const HTTP_WORDS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w{}/-]+ or (?=`seamark )/g, ''],
  [/\bSend (?=(?:GET|POST|PUT|PATCH|DELETE) \/)/g, 'Run '],
  [/ of a 202 answer\b/g, ' of a call that became a job'],
  [/ or follow GET \/jobs\/\{id\}\/events/g, ''],
  [/ over REST\b/g, ''],
];

/**
 * Text about operations as somebody at a terminal can act on it: `POST /rank/track` becomes the command that calls it, and
 * each command is as this person types it. Operations and services speak of REST, which is what the callers know who read
 * their answers as JSON.
 *
 * @param command what starts this program
 */
export function inCommands(text: string, command: string = COMMAND): string {
  return inOurCommands(text).replaceAll(/(?<=^|`|: )seamark (?=[a-z])/gm, `${command} `);
}

function inOurCommands(text: string): string {
  if (!/\b(?:GET|POST|PUT|PATCH|DELETE) \/| 202 answer/.test(text)) return text;
  return HTTP_WORDS.reduce((worded, [http, said]) => worded.replaceAll(http, said), text).replaceAll(
    ROUTE,
    (found, method: string, path: string, query: string | undefined) => commandOf(method, path, query) ?? found,
  );
}

function commandOf(method: string, path: string, query: string | undefined): string | undefined {
  for (const operation of knownOperations()) {
    const values = operation.method === method ? valuesIn(operation, path) : undefined;
    if (values === undefined) continue;
    const fields = [...values, ...(query === undefined ? [] : query.split('&'))];
    const command = fields.length === 0 ? COMMANDS[operation.id] : undefined;
    return `\`${['seamark', command ?? `call ${operation.id}`, ...fields].join(' ')}\``;
  }
  return undefined;
}

/** What a path has in place of the braces of its operation; undefined for the path of another one. */
function valuesIn(operation: KnownOperation, path: string): readonly string[] | undefined {
  const parts = path.split('/');
  const wanted = operation.path.split('/');
  if (parts.length !== wanted.length) return undefined;
  const values: string[] = [];
  for (const [at, part] of parts.entries()) {
    const name = /^\{(\w+)\}$/.exec(wanted[at] ?? '')?.[1];
    if (part === wanted[at]) continue;
    if (name === undefined) return undefined;
    values.push(`${name}=${part}`);
  }
  return values;
}
