import type { SiteFacts, SitePage } from '../src/ports/site-facts.ts';

const PAGE: SitePage = {
  url: '',
  host_key: 'example.shop.',
  path_key: '',
  outcome: 'read',
  status: 200,
  response_ms: 100,
  note: '',
  readable: true,
  title: '',
  description: '',
  h1: '',
  noindex: false,
  nofollow: false,
  language: 'en',
  word_count: 300,
  internal_links: 5,
  bytes: 5000,
  schema_types: [],
  content_hash: '',
  simhash: [0, 0],
  moved_to: -1,
  canonical: -1,
  canonical_url: '',
  rules_version: 4,
  failed: [],
  warned: [],
  evidence: [],
  script_shell: false,
  render: undefined,
  referring_hosts: 0,
};

export type Drawn = Partial<SitePage> & { readonly path: string; readonly links?: readonly string[] };

export interface Drawing extends Partial<
  Pick<SiteFacts, 'robots' | 'probes' | 'images' | 'images_shown' | 'shared_anchors' | 'temporary_redirects'>
> {
  readonly pages: readonly Drawn[];
  readonly sitemap?: readonly { readonly path: string; readonly lastmod: string }[];
  readonly versions?: readonly (readonly [from: string, language: string, to: string])[];
}

/** A site whose pages link as they are drawn, each with a text of its own. */
export function factsOf({
  pages,
  robots = [],
  sitemap = [],
  versions = [],
  probes = [],
  images = new Map(),
  images_shown = images.size,
  shared_anchors = [],
  temporary_redirects = [],
}: Drawing): SiteFacts {
  const at = (path: string): number => pages.findIndex((page) => page.path === path);
  const ends = pages.flatMap(({ links = [] }, from) => links.map((to) => [from, at(to)] as const));
  return {
    site: 'shop.example',
    crawl: {
      crawl_id: 'crawl_1',
      started_at: new Date('2026-05-01T00:00:00Z'),
      ended_at: new Date('2026-05-01T01:00:00Z'),
      reason: 'exhausted',
      waiting: 0,
      settings: '{}',
      reads_sitemaps: true,
      follows_links: true,
      checks_external: true,
      problems: [],
    },
    pages: pages.map((drawn, place) => ({
      ...PAGE,
      url: `https://shop.example${drawn.path}`,
      path_key: drawn.path === '/' ? '' : drawn.path,
      title: `Page ${drawn.path}`,
      content_hash: String(place),
      // Far apart: no two are nearly the same.
      simhash: [Math.imul(place + 1, 0x9e3779b9) >>> 0, Math.imul(place + 7, 0x85ebca6b) >>> 0],
      ...drawn,
    })),
    links: {
      source: Int32Array.from(ends, ([from]) => from),
      target: Int32Array.from(ends, ([, to]) => to),
      followed: new Uint8Array(ends.length).fill(1),
      template: new Uint8Array(ends.length),
    },
    alternates: versions.map(([from, language, to]) => ({
      page: at(from),
      language,
      target: at(to),
      url: `https://shop.example${to}`,
    })),
    sitemap: sitemap.map(({ path, lastmod }) => ({
      sitemap: 'https://shop.example/sitemap.xml',
      page: at(path),
      url: `https://shop.example${path}`,
      lastmod,
    })),
    robots,
    gone_links: [],
    probes,
    images,
    images_shown,
    closed_assets: [],
    external: { linked: 0, asked: 0 },
    shared_anchors,
    temporary_redirects,
  };
}
