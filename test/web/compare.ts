import { canTell, compareGroups } from './compare-groups.ts';
import { addressOf, domainOf } from './count-address.ts';
import { externalByDomain, referrersBy } from './count.ts';
import type { CountedLink, WebCount } from './count.ts';
import { listOf } from './product.ts';
import type { Call, Json } from './product.ts';

/**
 * Holds the answers of the backlink operations against the independent count, one external domain at a time.
 *
 * Compared are the figures of the summary, every row of the list (which page links where, with which words), and every
 * row of the referring domains, anchors and pages.
 * A row that only one side has is a difference, so is a figure that is off by one.
 */
export interface Comparison {
  readonly domains: number;
  /** Domains that no request can name, such as `localhost`; their links are left out of all figures. */
  readonly not_askable: readonly string[];
  readonly links_counted: number;
  readonly links_listed: number;
  /** Domains whose hosts, anchors and pages were compared too. */
  readonly grouped: number;
  readonly differences: readonly Difference[];
}

interface Difference {
  readonly domain: string;
  readonly what: string;
  readonly counted: string | number;
  readonly answered: string | number;
}

const CALLS_AT_ONCE = 4;
const LIST_LIMIT = 100;
const OFFSET_MAX = 20_000;
/** Anchors are compared up to here: the index may cut long ones. */
const ANCHOR_LENGTH = 200;
/** A name with a top-level domain: not an address in numbers, not a bare name. */
const DOMAIN = /\.(?:[a-z]{2,}|xn--[a-z0-9-]+)$/;
const ORIGIN = new URL('http://localhost/');

/** Compares every external domain of the count; `listed` says for which of them the rows are compared too. */
export async function compareWeb(
  call: Call,
  count: WebCount,
  listed: (domain: string, links: readonly CountedLink[]) => boolean = () => true,
): Promise<Comparison> {
  const all = [...externalByDomain(count.links)];
  const byDomain = all.filter(([domain]) => DOMAIN.test(domain));
  const results: DomainResult[] = [];
  const next = byDomain.values();
  const work = async (): Promise<void> => {
    for (const [domain, links] of next) results.push(await compareDomain(call, domain, links, listed(domain, links)));
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  const notAskable = all.map(([domain]) => domain).filter((domain) => !DOMAIN.test(domain));
  return {
    domains: byDomain.length,
    not_askable: notAskable,
    links_counted: byDomain.reduce((sum, [, links]) => sum + links.length, 0),
    links_listed: results.reduce((sum, result) => sum + result.rows, 0),
    grouped: results.filter((result) => result.is_grouped).length,
    differences: results.flatMap((result) => result.differences),
  };
}

interface DomainResult {
  readonly rows: number;
  readonly is_grouped: boolean;
  readonly differences: readonly Difference[];
}

async function compareDomain(
  call: Call,
  domain: string,
  links: readonly CountedLink[],
  withRows: boolean,
): Promise<DomainResult> {
  const figures = await compareSummary(call, domain, links);
  if (!withRows) return { rows: 0, is_grouped: false, differences: figures };
  const answered = await listRows(call, domain);
  if (typeof answered === 'string') {
    const failure = { domain, what: 'list', counted: links.length, answered };
    return { rows: 0, is_grouped: false, differences: [...figures, failure] };
  }
  const rows = compareRows(domain, links, answered);
  const groups = canTell(links) ? await compareGroups(call, domain, links, keyOf) : undefined;
  return {
    rows: answered.length,
    is_grouped: groups !== undefined,
    differences: [...figures, ...rows, ...(groups ?? [])],
  };
}

async function compareSummary(call: Call, domain: string, links: readonly CountedLink[]): Promise<Difference[]> {
  const { status, body } = await call('/backlinks/summary', {
    target: domain,
    include_indirect_links: false,
    exclude_internal_backlinks: true,
  });
  if (status !== 200) return [{ domain, what: 'status of summary', counted: 200, answered: status }];
  const expected = referrersBy(links, () => true);
  return [
    figure(domain, 'backlinks', expected.backlinks, body),
    figure(domain, 'referring_pages', expected.pages, body),
    figure(domain, 'referring_domains', expected.hosts, body),
    figure(domain, 'referring_main_domains', expected.domains, body),
  ].flat();
}

function figure(domain: string, name: string, counted: number, body: Json): Difference[] {
  const answered = body[name];
  if (answered === counted) return [];
  return [
    { domain, what: name, counted, answered: typeof answered === 'number' ? answered : JSON.stringify(answered) },
  ];
}

/** All links to a domain from other registrable domains, as the list answers them; a text when it fails. */
async function listRows(call: Call, domain: string): Promise<readonly Json[] | string> {
  const rows: Json[] = [];
  for (let offset = 0; offset <= OFFSET_MAX; offset += LIST_LIMIT) {
    const { status, body } = await call('/backlinks/list', {
      target: domain,
      mode: 'as_is',
      limit: LIST_LIMIT,
      offset,
    });
    if (status !== 200) return `status ${status} at offset ${offset}: ${JSON.stringify(body).slice(0, 300)}`;
    const page = listOf(body['items']);
    rows.push(...page);
    if (page.length < LIST_LIMIT) break;
  }
  return rows.filter((row) => domainOf(hostOf(text(row['url_from']))) !== domain && row['is_indirect_link'] !== true);
}

function compareRows(domain: string, links: readonly CountedLink[], rows: readonly Json[]): Difference[] {
  const counted = new Map(links.map((link) => [identityOf(link), link]));
  const answered = new Map(rows.map((row) => [identityOfRow(row), row]));
  const differences: Difference[] = [];
  for (const identity of counted.keys()) {
    if (!answered.has(identity)) differences.push({ domain, what: 'link', counted: identity, answered: 'none' });
  }
  for (const identity of answered.keys()) {
    if (!counted.has(identity)) differences.push({ domain, what: 'link', counted: 'none', answered: identity });
  }
  if (answered.size !== rows.length) {
    differences.push({ domain, what: 'rows that come twice', counted: 0, answered: rows.length - answered.size });
  }
  return differences;
}

function identityOf(link: CountedLink): string {
  const words = `${link.anchor.slice(0, ANCHOR_LENGTH)} (${link.alt.slice(0, ANCHOR_LENGTH)})`;
  return `${link.source} → ${link.target.key} [${link.type}${link.nofollow ? ', nofollow' : ''}] ${words}`;
}

function identityOfRow(row: Json): string {
  const words = `${text(row['anchor']).slice(0, ANCHOR_LENGTH)} (${text(row['alt']).slice(0, ANCHOR_LENGTH)})`;
  const type = text(row['item_type']) + (row['dofollow'] === false ? ', nofollow' : '');
  return `${keyOf(text(row['url_from']))} → ${keyOf(text(row['url_to']))} [${type}] ${words}`;
}

/** The key under which the count knows an address. */
export function keyOf(url: string): string {
  return addressOf(url, ORIGIN)?.key ?? url;
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? '';
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
