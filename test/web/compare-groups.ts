import { domainOf } from './count-address.ts';
import type { CountedLink } from './count.ts';
import { listOf } from './product.ts';
import type { Call, Json } from './product.ts';

/**
 * Holds the operations that group links against the independent count: hosts that link, texts that they link with, and
 * pages that they link to, each with its links and the hosts behind them.
 *
 * These operations count links that arrive by a redirect or canonical as well, which the count does not follow. Where a
 * page of another domain leads into the domain, it cannot tell, and the domain is left out.
 */
export interface GroupDifference {
  readonly domain: string;
  readonly what: string;
  readonly counted: string | number;
  readonly answered: string | number;
}

interface Grouping {
  readonly path: string;
  readonly counted: (link: CountedLink) => string;
  readonly answered: (row: Json) => string;
  /** Rows of hosts do not tell how many hosts they are. */
  readonly with_hosts: boolean;
}

const LIMIT = 100;
const OFFSET_MAX = 20_000;
/** Where the index cuts an anchor. */
const ANCHOR_LENGTH = 500;

export function canTell(links: readonly CountedLink[]): boolean {
  return links.every(({ type }) => type !== 'redirect' && type !== 'canonical');
}

export async function compareGroups(
  call: Call,
  domain: string,
  links: readonly CountedLink[],
  keyOf: (url: string) => string,
): Promise<readonly GroupDifference[]> {
  const groupings: readonly Grouping[] = [
    {
      path: '/backlinks/referring-domains',
      counted: ({ source_host }) => source_host,
      answered: (row) => String(row['domain']),
      with_hosts: false,
    },
    {
      path: '/backlinks/anchors',
      counted: ({ anchor }) => anchor.slice(0, ANCHOR_LENGTH),
      answered: (row) => String(row['anchor']),
      with_hosts: true,
    },
    {
      path: '/backlinks/domain-pages',
      counted: ({ target }) => target.key,
      answered: (row) => keyOf(String(row['url'])),
      with_hosts: true,
    },
  ];
  const differences: GroupDifference[] = [];
  for (const grouping of groupings) {
    differences.push(...(await compareGrouping(call, domain, links, grouping)));
  }
  return differences;
}

async function compareGrouping(
  call: Call,
  domain: string,
  links: readonly CountedLink[],
  grouping: Grouping,
): Promise<readonly GroupDifference[]> {
  const { path } = grouping;
  const rows = await rowsOf(call, domain, path);
  if (typeof rows === 'string') return [{ domain, what: path, counted: 200, answered: rows }];
  const counted = new Map(
    [...Map.groupBy(links, grouping.counted)].map(([name, group]) => [name, figuresOf(group, grouping)]),
  );
  const answered = new Map(rows.map((row) => [grouping.answered(row), figuresOfRow(row, grouping)]));
  const differences: GroupDifference[] = [];
  if (answered.size !== rows.length) {
    differences.push({ domain, what: `${path}: rows`, counted: answered.size, answered: rows.length });
  }
  for (const name of new Set([...counted.keys(), ...answered.keys()])) {
    const [one = 'none', other = 'none'] = [counted.get(name), answered.get(name)];
    if (one !== other) differences.push({ domain, what: `${path}: ${name}`, counted: one, answered: other });
  }
  return differences;
}

function figuresOf(group: readonly CountedLink[], { with_hosts }: Grouping): string {
  const pages = new Set(group.map(({ source }) => source)).size;
  const hosts = new Set(group.map(({ source_host }) => source_host));
  const domains = new Set([...hosts].map(domainOf)).size;
  return `${group.length} links on ${pages} pages` + (with_hosts ? ` of ${hosts.size} hosts, ${domains} domains` : '');
}

function figuresOfRow(row: Json, { with_hosts }: Grouping): string {
  const hosts = `${String(row['referring_domains'])} hosts, ${String(row['referring_main_domains'])} domains`;
  const links = `${String(row['backlinks'])} links on ${String(row['referring_pages'])} pages`;
  return links + (with_hosts ? ` of ${hosts}` : '');
}

/** All rows of an operation; a text when it fails, or counts others than it lists. */
async function rowsOf(call: Call, domain: string, path: string): Promise<readonly Json[] | string> {
  const rows: Json[] = [];
  for (let offset = 0; offset <= OFFSET_MAX; offset += LIMIT) {
    const { status, body } = await call(path, { target: domain, limit: LIMIT, offset });
    if (status !== 200) return `status ${status} at offset ${offset}: ${JSON.stringify(body).slice(0, 300)}`;
    const page = listOf(body['items']);
    rows.push(...page);
    if (page.length === LIMIT) continue;
    return body['total_count'] === rows.length ? rows : `${rows.length} rows of ${String(body['total_count'])}`;
  }
  return `more than ${OFFSET_MAX} rows`;
}
