import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const PAGE_POLICY = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const FILES_MAX = 200;
const READ_AGAIN_MS = 500;

const UNBUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Seamark: the dashboard is not built</title>
<h1>The dashboard is not built</h1>
<p>Run this in the Seamark folder, then reload the page:</p>
<pre>npm run build:dashboard</pre>
<p>The REST API works without it: <a href="/docs">see the documentation</a>.</p>
</html>
`;

interface BuiltFile {
  readonly type: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/** Headers for everything below /dashboard: our pages run no foreign scripts and cannot be framed by other sites. */
export function setPageHeaders(reply: FastifyReply): void {
  void reply
    .header('content-security-policy', PAGE_POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=()');
}

/** The built app from memory: its files are few and small, and no path of a request comes near the disk. */
class BuiltFiles {
  readonly #folder: string;
  #built_ms: number | undefined;
  #read_ms = 0;
  #files: ReadonlyMap<string, BuiltFile> = new Map();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async index(): Promise<BuiltFile | undefined> {
    const built = await stat(join(this.#folder, 'index.html')).catch(() => undefined);
    if (built === undefined) return undefined;
    if (this.#built_ms !== built.mtimeMs) await this.#read(built.mtimeMs);
    return this.#files.get('index.html');
  }

  /** One that is not there may have been written a moment after the rest was read. */
  async asset(name: string): Promise<BuiltFile | undefined> {
    const index = await this.index();
    const isStale = performance.now() - this.#read_ms > READ_AGAIN_MS;
    if (index !== undefined && !this.#files.has(name) && isStale) await this.#read(this.#built_ms);
    return this.#files.get(name);
  }

  async #read(built_ms: number | undefined): Promise<void> {
    this.#read_ms = performance.now();
    this.#files = await readAll(this.#folder);
    this.#built_ms = built_ms;
  }
}

export function serveBuiltApp(app: FastifyInstance, folder: string): void {
  const files = new BuiltFiles(folder);
  const page = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const index = await files.index();
    void reply.header('cache-control', 'no-cache');
    return index === undefined
      ? reply.code(503).type('text/html; charset=utf-8').send(UNBUILT)
      : send(request, reply, index);
  };
  app.get('/assets/*', async (request, reply) => {
    const file = await files.asset((request.url.split('?', 1)[0] ?? '').replace('/dashboard/', ''));
    if (file === undefined) return reply.callNotFound();
    // Its name changes with its content.
    return send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file);
  });
  app.get('/', page);
  // Addresses within the app, which the app itself understands.
  app.get('/*', page);
}

function send(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  void reply.header('etag', file.etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (takesGzip) void reply.header('content-encoding', 'gzip');
  return reply.type(file.type).send(takesGzip ? file.gzipped : file.body);
}

async function readAll(folder: string): Promise<Map<string, BuiltFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).slice(0, FILES_MAX);
  const read = files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    // A build that runs at this moment takes old files away.
    const file = await fileOf(path).catch(() => undefined);
    return file === undefined ? [] : [[path.slice(folder.length + 1).replaceAll(sep, '/'), file] as const];
  });
  return new Map((await Promise.all(read)).flat());
}

async function fileOf(path: string): Promise<BuiltFile> {
  const body = await readFile(path);
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    body,
    gzipped: await promisify(gzip)(body),
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  };
}
