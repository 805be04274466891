import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import { certificateFor } from './certificate.ts';
import { openSite } from './site-files.ts';
import type { Found, SiteFiles } from './site-files.ts';
import { twinOf } from './sites.ts';
import type { Site } from './sites.ts';

/**
 * Serves sites of the test web on loopback, all on one port each for http and https, told apart by Host.
 *
 * It behaves as a careful static server does: media types and charsets, gzip, ETag and Last-Modified with 304,
 * directory redirects, HEAD, 404 pages, http sent on to https where the site says so, and a host's name with or
 * without www sent on to the other.
 */
export interface TestWeb {
  /** `host:80:127.0.0.1:PORT` and `host:443:127.0.0.1:PORT` for every site, for `--resolve` or `SEAMARK_RESOLVE`. */
  readonly resolve: readonly string[];
  /** PEM to trust, by `NODE_EXTRA_CA_CERTS` as a file. */
  readonly certificate: string;
  readonly sites: readonly SiteFiles[];
  /** Where crawls begin, as absolute addresses. */
  readonly starts: readonly string[];
  /** `GET https://host/path` → how often it was asked for. */
  readonly requests: ReadonlyMap<string, number>;
  /** `host/path` → what is answered there from now on in place of the file. */
  readonly edits: Map<string, Edit>;
  close(): Promise<void>;
}

type Edit =
  | { readonly kind: 'dead' }
  | { readonly kind: 'moved'; readonly to: string }
  | { readonly kind: 'text'; of(html: string): string };

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.gif': 'image/gif',
  '.gz': 'application/gzip',
  '.html': 'text/html',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|xml|javascript)|image\/svg)/;
const COMPRESS_BYTES_MIN = 1024;
const NOT_FOUND_PAGE = Buffer.from(
  '<!DOCTYPE html><html lang="en"><head><title>Not found</title></head><body><h1>Not found</h1></body></html>\n',
);

const compress = promisify(gzip);

export async function startTestWeb(cache: string, sites: readonly Site[]): Promise<TestWeb> {
  const opened = sites.map((site) => openSite(cache, site));
  const byHost = new Map(
    opened.flatMap((files) => [
      [files.site.host, files],
      [twinOf(files.site.host), files],
    ]),
  );
  const requests = new Map<string, number>();
  const edits = new Map<string, Edit>();
  const certificate = certificateFor([...byHost.keys()]);
  const plain = createServer(listener({ byHost, edits, requests }, 'http'));
  const secure = createTlsServer(
    { key: certificate.key, cert: certificate.cert },
    listener({ byHost, edits, requests }, 'https'),
  );
  const [port, tlsPort] = await Promise.all([listen(plain), listen(secure)]);
  return {
    resolve: [...byHost.keys()].flatMap((host) => [`${host}:80:127.0.0.1:${port}`, `${host}:443:127.0.0.1:${tlsPort}`]),
    certificate: certificate.cert,
    sites: opened,
    // Plain http on purpose: the first thing that most crawls meet is the redirect to https.
    starts: sites.flatMap((site) => site.starts.map((start) => `http://${site.host}${start}`)),
    requests,
    edits,
    close: async () => {
      await Promise.all([closed(plain), closed(secure)]);
    },
  };
}

interface Served {
  readonly byHost: ReadonlyMap<string, SiteFiles>;
  readonly edits: ReadonlyMap<string, Edit>;
  readonly requests: Map<string, number>;
}

function listener({ byHost, edits, requests }: Served, scheme: 'http' | 'https'): RequestListener {
  return (request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
    const name = `${request.method ?? ''} ${scheme}://${host}${request.url ?? ''}`;
    requests.set(name, (requests.get(name) ?? 0) + 1);
    const files = byHost.get(host);
    answer({ files, edits }, `${scheme}://${host}`, request, response).catch((error: unknown) => {
      console.error(name, error);
      response.destroy();
    });
  };
}

async function answer(
  { files, edits }: { readonly files: SiteFiles | undefined; readonly edits: Served['edits'] },
  origin: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  if (files === undefined) {
    response.writeHead(421, { 'content-type': 'text/plain' }).end('No such site here.\n');
    return;
  }
  const asked = request.url ?? '/';
  const { host, scheme } = files.site;
  if (origin !== `https://${host}` && origin !== `${scheme}://${host}`) {
    response.writeHead(301, { location: `${scheme}://${host}${asked}` }).end();
    return;
  }
  const [path = '/', query] = asked.split('?', 2);
  const found = await edited(files.locate(path), edits.get(host + path));
  if (found.kind === 'redirect') {
    const location = query === undefined ? found.to : `${found.to}?${query}`;
    response.writeHead(found.status, { location }).end();
    return;
  }
  await sendBody(files, path, found, request, response);
}

async function edited(found: Found, edit: Edit | undefined): Promise<Found> {
  if (edit === undefined) return found;
  if (edit.kind === 'dead') return { kind: 'missing' };
  if (edit.kind === 'moved') return { kind: 'redirect', status: 301, to: edit.to };
  if (found.kind !== 'file') throw new Error('Only files have a text to change.');
  const body = Buffer.from(edit.of((await readFile(found.file)).toString('latin1')), 'latin1');
  return { kind: 'made', media_type: 'text/html', body };
}

async function sendBody(
  files: SiteFiles,
  path: string,
  found: Exclude<Found, { kind: 'redirect' }>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(found);
  const mediaType = mediaTypeOf(files, path, found);
  const headers: Record<string, string> = { 'content-type': mediaType, 'cache-control': 'max-age=300' };
  const compressed = COMPRESSIBLE.test(mediaType) && body.length >= COMPRESS_BYTES_MIN && acceptsGzip(request);
  if (COMPRESSIBLE.test(mediaType)) headers['vary'] = 'Accept-Encoding';
  if (found.kind !== 'missing') headers['etag'] = entityTag(body, compressed);
  if (found.kind === 'file') headers['last-modified'] = found.modified.toUTCString();
  if (found.kind !== 'missing' && isFresh(request, headers)) {
    response.writeHead(304, headers).end();
    return;
  }
  if (compressed) headers['content-encoding'] = 'gzip';
  const sent = compressed ? await compress(body, { level: 1 }) : body;
  headers['content-length'] = String(sent.length);
  response.writeHead(found.kind === 'missing' ? 404 : 200, headers);
  response.end(request.method === 'HEAD' ? undefined : sent);
}

async function bodyOf(found: Exclude<Found, { kind: 'redirect' }>): Promise<Buffer> {
  if (found.kind === 'missing') return NOT_FOUND_PAGE;
  return found.kind === 'made' ? found.body : readFile(found.file);
}

function mediaTypeOf(files: SiteFiles, path: string, found: Found): string {
  if (found.kind === 'made') return found.media_type;
  if (found.kind === 'missing') return 'text/html; charset=utf-8';
  const extension = path.endsWith('/') ? '.html' : extname(path);
  const mediaType = MEDIA_TYPES[extension] ?? 'application/octet-stream';
  const { charset } = files.site;
  return mediaType === 'text/html' && charset !== undefined ? `${mediaType}; charset=${charset}` : mediaType;
}

function acceptsGzip(request: IncomingMessage): boolean {
  return /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
}

function entityTag(body: Buffer, compressed: boolean): string {
  return `"${createHash('sha1').update(body).digest('base64url').slice(0, 16)}${compressed ? '-gzip' : ''}"`;
}

function isFresh(request: IncomingMessage, headers: Readonly<Record<string, string>>): boolean {
  const tags = request.headers['if-none-match'];
  if (tags !== undefined) return tags.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === headers['etag']);
  const since = request.headers['if-modified-since'];
  const modified = headers['last-modified'];
  return since !== undefined && modified !== undefined && Date.parse(modified) <= Date.parse(since);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return portOf(server.address());
}

/** A server that listens on a port has an address with a port. */
function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port.');
  return address.port;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
}
