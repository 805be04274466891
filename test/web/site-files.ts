import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { mountFolder } from './sites.ts';
import type { Site } from './sites.ts';

/**
 * What each path of a site answers: a file of a package, a redirect, robots.txt or a sitemap.
 *
 * The server answers by it and the independent count reads by it, so neither can be wrong about which
 * addresses exist. It knows nothing of crawling.
 */
export interface SiteFiles {
  readonly site: Site;
  locate(path: string): Found;
  /** Paths of all HTML files, percent-encoded, in a stable order. */
  readonly pages: readonly string[];
  /** Paths that the sitemaps name: all pages, and the old addresses that redirect. */
  readonly listed: readonly string[];
}

export type Found =
  | { readonly kind: 'file'; readonly file: string; readonly bytes: number; readonly modified: Date }
  | { readonly kind: 'made'; readonly media_type: string; readonly body: Buffer }
  | { readonly kind: 'redirect'; readonly status: number; readonly to: string }
  | { readonly kind: 'missing' };

const MISSING: Found = { kind: 'missing' };
const SITEMAP_URLS_MAX = 5000;

interface OpenMount {
  readonly prefix: string;
  readonly folder: string;
}

/** @throws Error when a package of the site is not unpacked in `cache`. */
export function openSite(cache: string, site: Site): SiteFiles {
  const mounts = site.mounts
    .map((point): OpenMount => {
      const folder = mountFolder(cache, point);
      if (folder === undefined) throw new Error(`${point.packages[0] ?? ''} is not unpacked in ${cache}`);
      return { prefix: point.prefix, folder };
    })
    .sort((one, other) => other.prefix.length - one.prefix.length);
  const pages = [...new Set(mounts.flatMap((point) => pagesUnder(point.folder, point.prefix)))].sort();
  const listed = [...pages, ...site.redirects.map((redirect) => redirect.from)];
  const made = madeFiles(site, listed);
  return {
    site,
    pages,
    listed,
    locate(path) {
      const redirect = site.redirects.find((entry) => entry.from === path);
      if (redirect !== undefined) return { kind: 'redirect', status: redirect.status, to: redirect.to };
      return made.get(path) ?? locateFile(mounts, path);
    },
  };
}

function locateFile(mounts: readonly OpenMount[], path: string): Found {
  const point = mounts.find((entry) => path.startsWith(entry.prefix) || path + '/' === entry.prefix);
  if (point === undefined) return MISSING;
  if (path + '/' === point.prefix) return { kind: 'redirect', status: 301, to: path + '/' };
  const inside = decoded(path.slice(point.prefix.length));
  if (inside === undefined) return MISSING;
  const stats = statSync(join(point.folder, inside), { throwIfNoEntry: false });
  if (stats === undefined) return MISSING;
  if (!stats.isDirectory()) return path.endsWith('/') ? MISSING : fileAt(join(point.folder, inside));
  if (!path.endsWith('/')) return { kind: 'redirect', status: 301, to: path + '/' };
  return fileAt(join(point.folder, inside, 'index.html'));
}

function fileAt(file: string): Found {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) return MISSING;
  return { kind: 'file', file, bytes: stats.size, modified: stats.mtime };
}

/** A path inside a mount as the disk spells it; undefined when it is none. */
function decoded(path: string): string | undefined {
  try {
    const text = decodeURIComponent(path);
    return text.includes('\0') || text.split('/').includes('..') ? undefined : text;
  } catch {
    return undefined;
  }
}

function pagesUnder(folder: string, prefix: string): string[] {
  const pages: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() === true && entry.isDirectory()) {
      pages.push(...pagesUnder(path, prefix + encodeURIComponent(entry.name) + '/'));
    } else if (stats?.isFile() === true && entry.name.endsWith('.html')) {
      pages.push(prefix + encodeURIComponent(entry.name));
    }
  }
  return pages;
}

function madeFiles(site: Site, listed: readonly string[]): Map<string, Found> {
  const root = `${site.scheme}://${site.host}`;
  const made = new Map<string, Found>();
  const robots = [...site.robots, '', `Sitemap: ${root}/sitemap.xml`, ''].join('\n');
  made.set('/robots.txt', { kind: 'made', media_type: 'text/plain; charset=utf-8', body: Buffer.from(robots) });
  if (listed.length <= SITEMAP_URLS_MAX) {
    made.set('/sitemap.xml', xml(urlSet(root, listed)));
    return made;
  }
  const parts: string[] = [];
  for (let start = 0; start < listed.length; start += SITEMAP_URLS_MAX) {
    const path = `/sitemap-${parts.length + 1}.xml.gz`;
    const body = gzipSync(urlSet(root, listed.slice(start, start + SITEMAP_URLS_MAX)));
    made.set(path, { kind: 'made', media_type: 'application/gzip', body });
    parts.push(`<sitemap><loc>${root}${path}</loc></sitemap>`);
  }
  made.set('/sitemap.xml', xml(document('sitemapindex', parts)));
  return made;
}

function xml(text: string): Found {
  return { kind: 'made', media_type: 'application/xml; charset=utf-8', body: Buffer.from(text) };
}

function urlSet(root: string, paths: readonly string[]): string {
  return document(
    'urlset',
    paths.map((path) => `<url><loc>${root}${path.replaceAll('&', '&amp;').replaceAll("'", '&apos;')}</loc></url>`),
  );
}

function document(element: string, rows: readonly string[]): string {
  const open = `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...rows, `</${element}>`, ''].join('\n');
}
