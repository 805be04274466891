import { addressOf } from './count-address.ts';
import type { WebCount } from './count.ts';
import { type Api, listOf, objectOf } from './product.ts';
import type { TestWeb } from './server.ts';
import type { SiteFiles } from './site-files.ts';
import type { Site } from './sites.ts';

const POLL_MS = 250;
const PAGE_OF_LIST = 1000;

/** Crawls a site over REST, to its end. */
export async function crawlSite(api: Api, { site }: SiteFiles): Promise<void> {
  const { job } = await startCrawl(api, site);
  await endOfCrawl(api, job);
}

export async function startCrawl(api: Api, site: Site): Promise<{ readonly id: string; readonly job: string }> {
  const urls = site.starts.map((start) => `${site.scheme}://${site.host}${start}`);
  const started = await api('POST', '/crawls', { urls, pages: 100_000, depth: 50, rate: 1000 });
  const crawl = objectOf(started['crawl']);
  return { id: String(crawl['id']), job: String(crawl['job_id']) };
}

export async function endOfCrawl(api: Api, job: string): Promise<void> {
  for (;;) {
    const { status, error } = objectOf((await api('GET', `/jobs/${job}`))['job']);
    if (status === 'completed') return;
    if (status !== 'queued' && status !== 'running')
      throw new Error(`The crawl ${String(status)}: ${JSON.stringify(error)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The keys of the pages that break each rule, as the audit of the newest crawl lists them; it lists those of rules that some page breaks. */
export async function auditOf(
  api: Api,
  host: string,
  rules: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rules: judged } = await api('POST', '/site/audit', { site: host });
  const broken = new Set(listOf(judged).flatMap(({ id, failing }) => (failing === 0 ? [] : [String(id)])));
  const found = new Map<string, ReadonlySet<string>>(rules.map((rule) => [rule, new Set()]));
  for (const rule of rules.filter((id) => broken.has(id))) {
    const urls: string[] = [];
    for (let offset = 0; ; offset += PAGE_OF_LIST) {
      const answer = await api('POST', '/site/audit', { site: host, rule, limit: PAGE_OF_LIST, offset });
      const items = listOf(answer['items']);
      urls.push(...items.map(({ url }) => String(url)));
      if (items.length < PAGE_OF_LIST) break;
    }
    found.set(rule, new Set(urls.map((url) => addressOf(url, new URL(url))?.key ?? url)));
  }
  return found;
}

/** `kind key` of each change of a page that the newest crawl saw. */
export async function changesOf(api: Api, host: string): Promise<ReadonlySet<string>> {
  const told = new Set<string>();
  for (let offset = 0; ; offset += PAGE_OF_LIST) {
    const answer = await api('GET', `/changes?site=${host}&limit=${PAGE_OF_LIST}&offset=${offset}`);
    const items = listOf(answer['items']);
    for (const { change, url } of items)
      told.add(`${String(change)} ${addressOf(String(url), new URL(String(url)))?.key ?? ''}`);
    if (items.length < PAGE_OF_LIST) return told;
  }
}

const KINDS = ['dead', 'redirected', 'noindexed', 'title_changed', 'canonical_changed'] as const;

export interface WebChange {
  readonly kind: (typeof KINDS)[number];
  readonly key: string;
}

/** Changes so many pages of a site, spread over all of it: a fifth each dies, redirects, leaves the index, has another title or canonical. */
export function changeWeb(web: TestWeb, files: SiteFiles, count: WebCount, changes: number): readonly WebChange[] {
  const { host, scheme, starts } = files.site;
  const root = `${scheme}://${host}`;
  const isStart = (path: string): boolean =>
    starts.includes(path) || starts.some((start) => path === `${start}index.html`);
  const pages = [...count.pages].filter(
    ([, page]) => page.host === host && !isStart(page.path) && !page.path.endsWith('/') && !page.path.includes('?'),
  );
  const step = Math.max(1, Math.floor(pages.length / changes));
  const home = `${root}${starts[0] ?? '/'}`;
  return pages
    .filter((_, at) => at % step === 0)
    .slice(0, changes)
    .map(([key, { path }], at): WebChange => {
      const kind = KINDS[at % KINDS.length] ?? 'dead';
      const mark = (inHead: string) => (html: string) => html.replace(/<head[^>]*>/i, (head) => head + inHead);
      if (kind === 'dead') web.edits.set(host + path, { kind: 'dead' });
      else if (kind === 'redirected') web.edits.set(host + path, { kind: 'moved', to: home });
      else if (kind === 'noindexed')
        web.edits.set(host + path, { kind: 'text', of: mark('<meta name="robots" content="noindex">') });
      else if (kind === 'title_changed')
        web.edits.set(host + path, {
          kind: 'text',
          of: (html) => html.replace(/<title[^>]*>/i, (title) => `${title}Changed: `),
        });
      else web.edits.set(host + path, { kind: 'text', of: mark(`<link rel="canonical" href="${home}">`) });
      return { kind, key };
    });
}

export function expectedChanges(changes: readonly WebChange[]): ReadonlySet<string> {
  return new Set(changes.map(({ kind, key }) => `${kind} ${key}`));
}
