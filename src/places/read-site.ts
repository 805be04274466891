import { AppError } from '../kernel/errors.ts';
import type { Task } from '../kernel/task.ts';
import type { Ports } from '../ports/sources.ts';
import { readHost } from '../web/url.ts';
import type { Address } from './address.ts';
import { type PageFacts, readPageFacts } from './site-facts.ts';

/** What an operation hands over so that the site of a business can be read. */
export interface SiteContext {
  readonly fetch: Ports['fetch'];
  readonly compute: <Input, Output>(task: Task<Input, Output>, input: Input) => Promise<Output>;
  readonly signal: AbortSignal;
}

/** The outcome of reading a page of the site. */
export type SitePage =
  | { readonly status: 'read'; readonly http_status: number; readonly facts: PageFacts }
  | {
      readonly status: 'failed' | 'disallowed';
      readonly url: string;
      readonly http_status: number | null;
      readonly note: string;
    };

/** The pages of a site that were read, the first one first. */
export interface SiteReading {
  readonly first: SitePage;
  readonly pages: readonly PageFacts[];
}

/** The name by which robots.txt files address us. */
const USER_AGENT = 'Seamark';
const TYPES = ['text/html', 'application/xhtml+xml'];
/** Pages beside the first one: that of the town or of all branches, and that with the contact. */
const FURTHER_MAX = 2;

/** Where the business is, as far as it is known before its site is read. */
interface Where {
  readonly country: string | null;
  readonly address: Address | null;
}

/**
 * Reads the home page of a domain, or one page by its URL, and pages of the site that may say where the business is. A site
 * that cannot be read is an outcome, not an error.
 *
 * @param extent `enough` stops at the first page that says where; `all` reads on, so that the pages can be compared
 */
export async function readSite(
  target: string,
  where: Where,
  context: SiteContext,
  extent: 'enough' | 'all' = 'enough',
): Promise<SiteReading> {
  const first = await readFirst(target, where, context);
  if (first.status !== 'read') return { first, pages: [] };
  const pages = [first.facts];
  for (const { url } of first.facts.further.slice(0, FURTHER_MAX)) {
    if (extent === 'enough' && pages.some(saysWhere)) break;
    // oxlint-disable-next-line no-await-in-loop -- One host is asked for one page at a time.
    const page = await readSitePage(url, where, context);
    if (page.status === 'read') pages.push(page.facts);
  }
  return { first, pages };
}

/** A domain may not answer over https. */
async function readFirst(target: string, where: Where, context: SiteContext): Promise<SitePage> {
  if (/^https?:\/\//i.test(target)) return readSitePage(target, where, context);
  const secure = await readSitePage(`https://${target}/`, where, context);
  if (secure.status !== 'failed' || secure.http_status !== null) return secure;
  const plain = await readSitePage(`http://${target}/`, where, context);
  return plain.status === 'read' ? plain : secure;
}

function saysWhere({ businesses, addresses }: PageFacts): boolean {
  return (
    addresses.length > 0 || businesses.some(({ address, address_text }) => (address?.street ?? address_text) !== null)
  );
}

/** Reads one page, if robots.txt allows it. */
export async function readSitePage(url: string, { country, address }: Where, context: SiteContext): Promise<SitePage> {
  const { fetch, compute, signal } = context;
  try {
    const robots = await fetch.robots({ url, user_agent: USER_AGENT });
    if (robots.allowed !== true) {
      const status = robots.allowed === null ? 'failed' : 'disallowed';
      return { status, url, http_status: null, note: noteRobots(url, robots.allowed) };
    }
    const page = await fetch.page({ url, accept: TYPES });
    const failed = { status: 'failed', url, http_status: page.status } as const;
    if (page.status >= 400) return { ...failed, note: `${readHost(url) ?? url} answered ${page.status}.` };
    if (page.text === undefined) return { ...failed, note: `${url} is not an HTML page.` };
    const input = { html: page.text, url: page.final_url, country, town: address?.city ?? null };
    return { status: 'read', http_status: page.status, facts: await compute(readPageFacts, input) };
  } catch (thrown) {
    if (signal.aborted || !(thrown instanceof AppError)) throw thrown;
    return { status: 'failed', url, http_status: null, note: thrown.message };
  }
}

function noteRobots(url: string, allowed: boolean | null): string {
  const host = readHost(url) ?? url;
  return allowed === null
    ? `The robots.txt of ${host} could not be read.`
    : `The robots.txt of ${host} forbids reading ${url}.`;
}
