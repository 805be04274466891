import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import type {
  CrawlPlan,
  CrawlState,
  Frontier,
  FrontierCounts,
  FrontierEntry,
  FrontierResult,
} from '../ports/frontier.ts';
import type { IndexWriter, PageFact } from '../ports/index.ts';
import type { CrawlLimits, CrawlSettings } from './settings.ts';
import { LIMITS } from './settings.ts';

/** Parts for tests of the crawler: a real web server, and a frontier and an index that live in memory. */
export interface Site {
  readonly origin: string;
  readonly port: number;
  readonly requests: { readonly path: string; readonly at: number; readonly headers: IncomingMessage['headers'] }[];
  paths(): readonly string[];
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** Routes by path; a string is sent as HTML. What has no route is 404, robots.txt among it. */
export async function startSite(routes: Readonly<Record<string, string | Handler>>, other?: Handler): Promise<Site> {
  const requests: Site['requests'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push({ path, at: performance.now(), headers: request.headers });
    const route = routes[path] ?? other;
    if (typeof route === 'string') sendHtml(response, route);
    else if (route === undefined) response.writeHead(404).end();
    else route(request, response, path);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    requests,
    paths: () => requests.map((request) => request.path),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function sendHtml(response: ServerResponse, html: string, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
}

export function redirectTo(location: string, status = 301): Handler {
  return (_request, response) => response.writeHead(status, { location }).end();
}

export function pageWith(links: readonly string[], text = ''): string {
  return `<!doctype html><title>Page</title><p>${text}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join('\n')}`;
}

interface MemoryEntry extends FrontierEntry {
  state: 'open' | FrontierResult['outcome'];
  taken: boolean;
  note: string;
}

/** Behaves as the port says; leases end only when the crawl is opened again. */
export class MemoryFrontier implements Frontier {
  readonly entries = new Map<string, MemoryEntry>();
  readonly calls = { add: 0, take: 0, finish: 0 };
  status: 'running' | 'finished' | 'stopped' | 'new' = 'new';

  async open(_plan: CrawlPlan): Promise<CrawlState> {
    const resumed = this.status === 'running' || this.status === 'stopped';
    for (const entry of this.entries.values()) entry.taken = false;
    this.status = 'running';
    return { id: 'crawl_1', resumed, counts: await this.counts() };
  }

  async add(_crawl: string, entries: readonly FrontierEntry[]): Promise<number> {
    this.calls.add += 1;
    const before = this.entries.size;
    for (const entry of entries) {
      if (!this.entries.has(entry.key))
        this.entries.set(entry.key, { ...entry, state: 'open', taken: false, note: '' });
    }
    return this.entries.size - before;
  }

  async take(
    _crawl: string,
    limit: number,
    perHost: number,
    except: readonly string[] = [],
  ): Promise<readonly FrontierEntry[]> {
    this.calls.take += 1;
    const hosts = new Map<string, number>();
    const open = [...this.entries.values()].filter((entry) => entry.state === 'open' && !entry.taken);
    const taken: MemoryEntry[] = [];
    for (const entry of open.sort((left, right) => left.depth - right.depth)) {
      const ofHost = hosts.get(entry.host) ?? 0;
      if (taken.length >= limit || ofHost >= perHost || except.includes(entry.host)) continue;
      hosts.set(entry.host, ofHost + 1);
      entry.taken = true;
      taken.push(entry);
    }
    return taken;
  }

  async finish(_crawl: string, results: readonly FrontierResult[]): Promise<void> {
    this.calls.finish += 1;
    for (const { key, outcome, note } of results) {
      const entry = this.entries.get(key);
      if (entry === undefined || entry.state !== 'open') continue;
      entry.state = outcome === 'retry' ? 'open' : outcome;
      entry.taken = false;
      entry.note = note;
    }
  }

  async counts(): Promise<FrontierCounts> {
    const counts = { waiting: 0, fetched: 0, failed: 0, refused: 0 };
    for (const { state } of this.entries.values())
      counts[state === 'open' || state === 'retry' ? 'waiting' : state] += 1;
    return counts;
  }

  async close(_crawl: string, status: 'finished' | 'stopped'): Promise<void> {
    this.status = status;
  }

  /** What became of an entry, by the end of its key. */
  outcome(path: string): string {
    const entry = [...this.entries.values()].find(({ key }) => key.endsWith(path));
    return entry === undefined ? 'unknown' : `${entry.state}: ${entry.note}`;
  }
}

/** Facts by URL, the newest last; `durable` ones are those that a flush covered. */
export class MemoryWriter implements IndexWriter {
  readonly facts: PageFact[] = [];
  durable = 0;

  async write(fact: PageFact): Promise<void> {
    this.facts.push(fact);
  }

  async flush(): Promise<void> {
    this.durable = this.facts.length;
  }

  fact(path: string): PageFact | undefined {
    return this.facts.findLast((fact) => new URL(fact.url).pathname + new URL(fact.url).search === path);
  }
}

export const TEST_SETTINGS: Omit<CrawlSettings, 'seeds'> = {
  pages_max: 500,
  depth_max: 20,
  stay: 'host',
  rate: Number.POSITIVE_INFINITY,
  concurrency: 8,
  sitemaps: false,
};

/** Waits of a test last milliseconds. */
export const TEST_LIMITS: CrawlLimits = {
  ...LIMITS,
  timeout_ms: 2000,
  retry_ms: 5,
  backoff_min_ms: 5,
  backoff_max_ms: 20,
  commit_ms: 50,
  lease_wait_ms: 0,
};
