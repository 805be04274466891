import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { CHAINRING } from './chainring.ts';
import { GUIDE_SITES } from './guides.ts';
import { HARBOUR_BIKES } from './harbour-bikes.ts';
import { NORTHCOVE } from './northcove.ts';
import type { SampleSite } from './page.ts';
import { PEDALFOLK } from './pedalfolk.ts';

/**
 * Serves the sample web on loopback. The same request always has the same answer, byte for byte, headers
 * included: no Date, a fixed Last-Modified, entity tags from the content.
 */
export interface SampleWeb {
  readonly port: number;
  /** `host:80:127.0.0.1:PORT` for every site, for `--resolve` or `SEAMARK_RESOLVE`. */
  readonly resolve: readonly string[];
  /** The front page of every site: where a crawl begins. */
  readonly seeds: readonly string[];
  close(): Promise<void>;
}

export const SAMPLE_SITES: readonly SampleSite[] = [HARBOUR_BIKES, CHAINRING, NORTHCOVE, PEDALFOLK];

const LAST_MODIFIED = 'Mon, 04 Aug 2025 09:00:00 GMT';
const HTML = 'text/html; charset=utf-8';
const IMAGE =
  '<svg xmlns="http://www.w3.org/1999/svg" width="640" height="400"><rect width="640" height="400" fill="#4a7c8c"/></svg>\n';
const NOT_FOUND =
  '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>Page not found</title></head>\n' +
  '<body><h1>Page not found</h1></body>\n</html>\n';

export interface SampleAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts on a free port, unless one is asked for. */
export async function startSampleWeb(port = 0): Promise<SampleWeb> {
  const server = createServer(respond);
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = portOf(server);
  return {
    port: bound,
    resolve: [...SAMPLE_SITES, ...GUIDE_SITES].map((site) => `${site.host}:80:127.0.0.1:${bound}`),
    seeds: SAMPLE_SITES.map((site) => `http://${site.host}/`),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

/** What a site answers for a path with its query; undefined for a host that is not of the sample web. */
export function sampleAnswer(host: string, path: string): SampleAnswer | undefined {
  const site = SAMPLE_SITES.find((entry) => entry.host === host);
  if (site === undefined) return guideAnswer(host, path);
  const page = site.pages.find((entry) => entry.path === path);
  if (page !== undefined) return content(HTML, page.html);
  const redirect = site.redirects.find((entry) => entry.from === path);
  if (redirect !== undefined) return { status: redirect.status, headers: { location: redirect.to }, body: '' };
  const file = site.files.find((entry) => entry.path === path);
  if (file !== undefined) return content(file.media_type, file.body);
  if (path === '/robots.txt') return content('text/plain; charset=utf-8', site.robots);
  if (path === '/sitemap.xml') return content('application/xml; charset=utf-8', sitemapOf(site));
  if (/^\/images\/[\w-]+\.svg$/.test(path)) return content('image/svg+xml', IMAGE);
  return { status: 404, headers: { 'content-type': HTML }, body: NOT_FOUND };
}

function guideAnswer(host: string, path: string): SampleAnswer | undefined {
  const guide = GUIDE_SITES.find((entry) => entry.host === host);
  if (guide === undefined) return undefined;
  if (path === guide.path) return content(HTML, guide.html);
  return { status: 404, headers: { 'content-type': HTML }, body: NOT_FOUND };
}

function content(mediaType: string, body: string): SampleAnswer {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 16)}"`;
  return { status: 200, headers: { 'content-type': mediaType, etag, 'last-modified': LAST_MODIFIED }, body };
}

function sitemapOf(site: SampleSite): string {
  const rows = site.sitemap.map(
    (path) => `  <url><loc>http://${site.host}${path}</loc><lastmod>2025-08-04</lastmod></url>`,
  );
  const open = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...rows, '</urlset>', ''].join('\n');
}

function respond(request: IncomingMessage, response: ServerResponse): void {
  response.sendDate = false;
  const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const answer = sampleAnswer(host, request.url ?? '/');
  if (answer === undefined) {
    response.writeHead(421, { 'content-type': 'text/plain' }).end('No such site here.\n');
    return;
  }
  const { etag } = answer.headers;
  if (etag !== undefined && request.headers['if-none-match'] === etag) {
    response.writeHead(304, answer.headers).end();
    return;
  }
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) });
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}

/** A server that listens on a port has an address with a port. */
function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}
