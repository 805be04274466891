import type { Operation } from '../contract/operation.ts';

/** Account operations under the names that agents look for; every other tool is named after its operation. */
const NAMES: Readonly<Record<string, string>> = {
  'jobs.get': 'get_job',
  'jobs.cancel': 'cancel_job',
  'jobs.list': 'list_jobs',
  'answers.get': 'get_answer',
  credits: 'get_credits',
  usage: 'get_usage',
};

/** `backlinks.referring-domains` as `backlinks_referring_domains`. */
export function toolName({ id }: Pick<Operation, 'id'>): string {
  return NAMES[id] ?? id.replaceAll(/[.-]/g, '_');
}

/** Groups of operations under one short word each, as addresses and headers name them. */
const TOOLSETS: Readonly<Record<string, string>> = {
  Backlinks: 'backlinks',
  'Content and page quality': 'content',
  'Jobs and webhooks': 'jobs',
  'Keywords and competitors': 'keywords',
  'Opportunities and signals': 'opportunities',
  'Rank and AI visibility': 'visibility',
  'Search and extraction': 'search',
  'Usage and credits': 'account',
};

/** A group without a short name uses its first word. Jobs are for agents, webhooks for programs: two sets. */
export function toolsetOf({ id, group }: Pick<Operation, 'id' | 'group'>): string {
  if (id.startsWith('webhooks.')) return 'webhooks';
  return TOOLSETS[group] ?? group.toLowerCase().split(' ', 1)[0] ?? group;
}

/** Text about operations as a model reads it: `backlinks.list` and `GET /jobs` become the names of the tools that it can call. */
export class ToolWording {
  readonly #names: ReadonlyMap<string, string>;
  /** Methods and paths with what may stand in the braces. */
  readonly #routes: readonly (readonly [RegExp, string])[];
  readonly #tools: ReadonlySet<string>;

  constructor(operations: Iterable<Operation>) {
    const known = [...operations];
    // A single word such as `search` is plain English too, and its tool has the same name.
    const dotted = known.filter(({ id }) => id.includes('.'));
    this.#names = new Map([
      ...dotted.map((operation) => [operation.id, toolName(operation)] as const),
      ...known.map((operation) => [`${operation.method} ${operation.path}`, toolName(operation)] as const),
    ]);
    this.#routes = known.filter(({ path }) => path.includes('{')).map(routeOf);
    this.#tools = new Set(dotted.map(toolName));
  }

  /** A single word such as `search` is no pointer to the tool of that name. */
  namesTool(text: string): boolean {
    return (text.match(/[a-z]+(?:_[a-z]+)+/g) ?? []).some((word) => this.#tools.has(word));
  }

  worded(text: string): string {
    const named = HTTP_WORDS.reduce((worded, [http, said]) => worded.replaceAll(http, said), text).replaceAll(
      /\b(?:GET|POST|PUT|PATCH|DELETE) \/[a-z{}/-]*[a-z}](?![\w/{])|\b[a-z][a-z-]*(?:\.[a-z-]+)+\b/g,
      (found) => this.#names.get(found) ?? found,
    );
    if (!/\b(?:GET|POST|PUT|PATCH|DELETE) \//.test(named)) return named;
    return this.#routes.reduce((worded, [route, tool]) => worded.replaceAll(route, tool), named);
  }
}

/** What texts say of HTTP, as a caller of tools knows it. */
const HTTP_WORDS: readonly (readonly [string | RegExp, string])[] = [
  [/,? (?:or|and) (?:follow )?(?:GET \/jobs\/\{id\}\/events|its events)/g, ''],
  ['; follow its events for progress, and', ', and you can'],
  [/\bSend (?=(?:GET|POST|PUT|PATCH|DELETE) \/)/g, 'Call '],
  [/\b(from|of) a 202 answer\b/g, '$1 a call that continues as a job'],
  ['through GET /api/v1', 'through'],
  [' over REST', ''],
];

/** `PATCH /webhooks/endpoints/whe_1` as `webhooks_endpoints_update (id whe_1)`. */
function routeOf(operation: Operation): readonly [RegExp, string] {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^\\s/.,;]+)');
  const name = /\{(\w+)\}/.exec(operation.path)?.[1] ?? 'id';
  return [new RegExp(`\\b${operation.method} ${path}(?![\\w/])`, 'g'), `${toolName(operation)} (${name} $<${name}>)`];
}
