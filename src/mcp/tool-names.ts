import type { Operation } from '../contract/operation.ts';

/** Account operations under the names that agents look for; every other tool is named after its operation. */
const NAMES: Readonly<Record<string, string>> = {
  'jobs.get': 'get_job',
  'jobs.cancel': 'cancel_job',
  'jobs.list': 'list_jobs',
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

/** Text about operations as a model reads it: `backlinks.list` becomes the name of the tool that it can call. */
export class ToolWording {
  readonly #names: ReadonlyMap<string, string>;

  constructor(operations: Iterable<Operation>) {
    // A single word such as `search` is plain English too, and its tool has the same name.
    const dotted = [...operations].filter(({ id }) => id.includes('.'));
    this.#names = new Map([
      ...dotted.map((operation) => [operation.id, toolName(operation)] as const),
      ['GET /jobs/{id}', 'get_job'],
      ['GET /jobs', 'list_jobs'],
    ]);
  }

  worded(text: string): string {
    return text.replaceAll(
      /GET \/jobs(?:\/\{id\})?(?!\/)|\b[a-z][a-z-]*(?:\.[a-z-]+)+\b/g,
      (found) => this.#names.get(found) ?? found,
    );
  }
}
