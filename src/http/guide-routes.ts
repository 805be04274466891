import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance, FastifyReply } from 'fastify';

import { once } from '../kernel/once.ts';
import { escapeHtml } from '../kernel/escape-html.ts';
import type { FoundSection, Guide } from './guides.ts';

/** Guides run no script and load nothing from elsewhere. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const QUERY_MAX = 200;

/** The guides of `docs/` for people, with a search over them; read when somebody first asks. */
export function serveGuides(app: FastifyInstance): void {
  const guides = once(async () => (await import('./guides.ts')).readGuides());
  const style = once(() => readFileSync(join(import.meta.dirname, 'data/guides.css'), 'utf8'));
  app.get('/docs/style.css', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').type('text/css; charset=utf-8').send(style()),
  );
  app.get<{ Querystring: { q?: unknown } }>('/docs', async ({ query: { q } }, reply) => {
    const all = await guides();
    if (typeof q !== 'string' || q.trim() === '') return show(reply, all, all.get('/docs'));
    const { searchGuides } = await import('./guides.ts');
    const query = q.slice(0, QUERY_MAX);
    const found = searchGuides(all.values(), query);
    return page(reply, { all, path: '', title: `Search: ${query}`, html: foundHtml(query, found), query });
  });
  app.get<{ Params: { '*': string } }>('/docs/*', async ({ params }, reply) => {
    const all = await guides();
    const path = params['*'].replace(/\/$/, '');
    const example = path.endsWith('.json') ? (await import('./guides.ts')).readExample(path) : undefined;
    if (example !== undefined) return reply.type('application/json; charset=utf-8').send(example);
    if (path === 'api') return reply.redirect('/docs/api/', 302);
    return show(reply, all, all.get(`/docs/${path}`));
  });
}

async function show(
  reply: FastifyReply,
  all: ReadonlyMap<string, Guide>,
  guide: Guide | undefined,
): Promise<FastifyReply> {
  if (guide !== undefined) return page(reply, { all, ...guide, query: '' });
  const html =
    '<h1>There is no such guide</h1><p>Search for it above, or see <a href="/docs">all guides</a> and the <a href="/docs/api/">API reference</a>.</p>';
  return page(reply.code(404), { all, path: '', title: 'There is no such guide', html, query: '' });
}

interface Shown {
  readonly all: ReadonlyMap<string, Guide>;
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly query: string;
}

function page(reply: FastifyReply, { all, path, title, html, query }: Shown): FastifyReply {
  return reply
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} – Seamark</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<header>
<a class="brand" href="/docs">Seamark</a>
<form action="/docs" role="search"><input type="search" name="q" value="${escapeHtml(query)}" placeholder="Search the guides" aria-label="Search the guides"></form>
<nav aria-label="Seamark"><a href="/docs/api/">API reference</a> <a href="/dashboard">Dashboard</a></nav>
</header>
<div class="columns">
<nav class="guides" aria-label="Guides"><ul>${listOf(all, path)}</ul></nav>
<main>${html}</main>
</div>
</body>
</html>
`);
}

/** Guides by name, without those of single operations and sources, which a guide of their own lists. */
function listOf(all: ReadonlyMap<string, Guide>, path: string): string {
  const named = [...all.values()].filter((guide) => guide.path !== '/docs' && !isDetail(all, guide.path));
  return named
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'))
    .map((guide) => {
      const current = guide.path === path ? ' aria-current="page"' : '';
      return `<li><a href="${escapeHtml(guide.path)}"${current}>${escapeHtml(guide.title)}</a></li>`;
    })
    .join('');
}

function isDetail(all: ReadonlyMap<string, Guide>, path: string): boolean {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return folder !== '/docs' && all.has(folder);
}

function foundHtml(query: string, found: readonly FoundSection[]): string {
  const heading = `<h1>${escapeHtml(query)}</h1>`;
  if (found.length === 0) {
    return `${heading}<p>No guide has all of these words. Try fewer, or see <a href="/docs">all guides</a>.</p>`;
  }
  const items = found.map(({ path, title, heading: section, excerpt }) => {
    const name = section === '' || section === title ? title : `${title} › ${section}`;
    return `<li><a href="${escapeHtml(path)}">${escapeHtml(name)}</a><p>${escapeHtml(excerpt)}</p></li>`;
  });
  return `${heading}<ol class="found">${items.join('')}</ol>`;
}
