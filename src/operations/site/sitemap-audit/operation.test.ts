import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { contextWithPages, type TestPage } from '../../../../test/page-context.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import type { SitemapAuditReport } from './report.ts';
import operation from './operation.ts';
import { measureGrowthAsync } from '../../../../test/growth.ts';

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const EXTENSIONS =
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" ' +
  'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';

const urlset = (inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE} ${EXTENSIONS}>\n${inner}\n</urlset>`;
const entries = (...paths: string[]): string =>
  paths.map((path) => `<url><loc>https://a.test${path}</loc></url>`).join('\n');
const index = (...paths: string[]): string =>
  `<sitemapindex ${NAMESPACE}>${paths.map((path) => `<sitemap><loc>https://a.test${path}</loc></sitemap>`).join('\n')}</sitemapindex>`;

async function audit(body: object, pages: Record<string, TestPage> = {}): Promise<SitemapAuditReport> {
  const { result } = await runChecked(operation, body, contextWithPages(pages));
  return operation.result.parse(result);
}

/** Findings as `id count`. */
const ids = (report: SitemapAuditReport): string[] => report.findings.map(({ id, count }) => `${id} ${count}`);

describe('site.sitemap-audit', () => {
  it('finds nothing in a sitemap that is as it should be', async () => {
    const report = await audit({
      sitemap_xml: urlset(
        '<url><loc>https://a.test/</loc><lastmod>2026-01-14</lastmod><changefreq>daily</changefreq><priority>0.8</priority></url>' +
          '<url><loc>https://a.test/preise?a=1&amp;b=2</loc><lastmod>2026-01-14T10:00:00+01:00</lastmod></url>' +
          '<url><loc>https://a.test/%E6%97%A5%E6%9C%AC</loc><lastmod>2026</lastmod></url>',
      ),
    });
    expect(ids(report)).toEqual([]);
    expect(report.sitemaps[0]).toMatchObject({ type: 'urlset', url_count: 3, with_lastmod: 3, problem_count: 0 });
    expect(report.coverage).toMatchObject({ complete: true, urls_listed: 3, unique_urls: 3, crawl_urls: null });
    expect(report.orphan_candidate_count).toBeNull();
  });

  it.each([
    ['broken_xml', urlset(`${entries('/a')}\n<url><loc>https://a.test/b</lo></url>`)],
    ['unescaped_ampersand', urlset('<url><loc>https://a.test/?a=1&b=2</loc></url>')],
    ['not_a_sitemap', '<!doctype html><html><body>Not found</body></html>'],
    ['not_a_sitemap', 'x'.repeat(100_000)],
    ['not_a_sitemap', '<rss version="2.0"><channel/></rss>'],
    ['empty_sitemap', `<urlset ${NAMESPACE}></urlset>`],
    ['wrong_namespace', '<urlset><url><loc>https://a.test/</loc></url></urlset>'],
    ['invalid_url', urlset('<url><loc>/relative</loc></url>')],
    ['invalid_url', urlset(`<url><loc>https://a.test/${'a'.repeat(2100)}</loc></url>`)],
    ['missing_loc', urlset('<url><lastmod>2026-01-01</lastmod></url>')],
    ['other_host', urlset(`${entries('/a')}<url><loc>https://b.test/</loc></url>`)],
    ['duplicate', urlset(entries('/a', '/b', '/a'))],
    ['duplicate_spelling', urlset(entries('/a', '/a/'))],
    ['url_fragment', urlset(entries('/a#top'))],
    ['url_fragment', urlset(entries('/a?utm_source=mail'))],
    ['bad_lastmod', urlset('<url><loc>https://a.test/</loc><lastmod>14.01.2026</lastmod></url>')],
    ['bad_lastmod', urlset('<url><loc>https://a.test/</loc><lastmod>2025-02-29</lastmod></url>')],
    ['future_lastmod', urlset('<url><loc>https://a.test/</loc><lastmod>2026-02-01</lastmod></url>')],
    ['bad_value', urlset('<url><loc>https://a.test/</loc><priority>7</priority></url>')],
    [
      'image_extension',
      urlset('<url><loc>https://a.test/</loc><image:image><image:title>x</image:title></image:image></url>'),
    ],
    [
      'video_extension',
      urlset('<url><loc>https://a.test/</loc><video:video><video:title>x</video:title></video:video></url>'),
    ],
    [
      'news_extension',
      urlset('<url><loc>https://a.test/</loc><news:news><news:title>x</news:title></news:news></url>'),
    ],
    [
      'hreflang_extension',
      urlset(
        '<url><loc>https://a.test/</loc><xhtml:link rel="alternate" hreflang="en-UK" href="https://a.test/"/></url>',
      ),
    ],
    [
      'hreflang_no_self',
      urlset(
        '<url><loc>https://a.test/</loc><xhtml:link rel="alternate" hreflang="de" href="https://a.test/de"/></url>',
      ),
    ],
  ])('reports %s and quotes where it stands', async (id, sitemap_xml) => {
    const report = await audit({ sitemap_xml });
    const found = report.findings.find((finding) => finding.id === id);
    expect(ids(report).map((each) => each.split(' ')[0])).toEqual([id]);
    expect(found?.examples.length).toBeGreaterThan(0);
    expect(found?.fix).not.toBe('');
  });

  it('takes only valid dates into the range of dates', async () => {
    const entry = (lastmod: string, at: number): string =>
      `<url><loc>https://a.test/${at}</loc><lastmod>${lastmod}</lastmod></url>`;
    const report = await audit({
      sitemap_xml: urlset(['2026-13-01', '2025-06-01', '2026-01-02', 'yesterday'].map(entry).join('')),
    });
    expect(report.sitemaps[0]?.lastmod_range).toEqual({ from: '2025-06-01', to: '2026-01-02' });
  });

  it('says at which line broken XML breaks, and keeps what could be read', async () => {
    const report = await audit({
      sitemap_xml: urlset(`${entries('/a', '/b')}\n<url><loc>https://a.test/c</lo></url>`),
    });
    const [finding] = report.findings;
    expect([finding?.id, finding?.severity, finding?.examples[0]?.line]).toEqual(['broken_xml', 'high', 5]);
    expect(report.sitemaps[0]?.problems[0]?.line).toBe(5);
    expect(report.coverage).toMatchObject({ complete: false });
    expect(report.coverage.urls_listed).toBeGreaterThanOrEqual(2);
  });

  it('knows the elements of images, videos, news and language versions', async () => {
    const report = await audit({
      sitemap_xml: urlset(
        `<url><loc>https://a.test/de</loc><image:image><image:loc>https://a.test/1.jpg</image:loc></image:image>
        <video:video><video:thumbnail_loc>t</video:thumbnail_loc><video:title>t</video:title><video:description>d</video:description><video:content_loc>c</video:content_loc></video:video>
        <news:news><news:publication><news:name>N</news:name><news:language>de</news:language></news:publication><news:publication_date>2026-01-14</news:publication_date><news:title>T</news:title></news:news>
        <xhtml:link rel="alternate" hreflang="de" href="https://a.test/de"/><xhtml:link rel="alternate" hreflang="en" href="https://a.test/en"/></url>
        <url><loc>https://a.test/en</loc><xhtml:link rel="alternate" hreflang="de" href="https://a.test/de"/><xhtml:link rel="alternate" hreflang="en" href="https://a.test/en"/></url>`,
      ),
    });
    expect(ids(report)).toEqual([]);
    expect(report.sitemaps[0]?.extensions).toEqual({ images: 1, videos: 1, news: 1, alternates: 4 });
  });

  it('reports a language version that does not name its sibling', async () => {
    const report = await audit({
      sitemap_xml: urlset(
        `<url><loc>https://a.test/de</loc><xhtml:link rel="alternate" hreflang="de" href="https://a.test/de"/><xhtml:link rel="alternate" hreflang="en" href="https://a.test/en"/></url>
        <url><loc>https://a.test/en</loc><xhtml:link rel="alternate" hreflang="en" href="https://a.test/en"/><xhtml:link rel="alternate" hreflang="fr" href="https://a.test/fr"/></url>`,
      ),
    });
    expect(ids(report)).toEqual(['hreflang_no_return 1']);
    expect(report.findings[0]?.examples[0]).toMatchObject({ url: 'https://a.test/de' });
  });

  it('holds a crawl against the sitemap by the very spelling that is listed', async () => {
    const report = await audit({
      sitemap_xml: urlset(entries('/gone', '/moved', '/hidden', '/copy', '/fine', '/slash')),
      crawl_urls: [
        { url: 'https://a.test/gone', status_code: 404 },
        { url: 'https://a.test/moved', status_code: 301 },
        { url: 'https://a.test/hidden', status_code: 200, indexable: false },
        { url: 'https://a.test/copy', status_code: 200, indexable: false, canonical_url: 'https://a.test/fine' },
        { url: 'http://a.test/fine', status_code: 301 },
        { url: 'https://a.test/fine', status_code: 200, indexable: true, canonical_url: '/fine' },
        { url: 'https://a.test/slash', status_code: 200, indexable: true, canonical_url: 'https://a.test/slash/' },
        { url: 'https://a.test/new', status_code: 200, indexable: true, clicks: 12 },
        { url: 'https://a.test/logo.png', status_code: 200 },
        { url: 'https://other.test/x', status_code: 200, indexable: true },
      ],
    });
    expect(ids(report)).toEqual([
      'non_200 1',
      'noindex 1',
      'redirect 1',
      'canonicalised_elsewhere 1',
      'indexable_not_listed 1',
      'canonical_spelling 1',
    ]);
    expect(report.coverage.crawl_urls).toMatchObject({ total: 10, listed: 6, indexable: 4, indexable_listed: 2 });
  });

  it('reports important URLs that no sitemap lists, in any spelling', async () => {
    const report = await audit({
      sitemap_xml: urlset(entries('/a/', '/b')),
      important_urls: ['http://a.test/a', 'https://a.test/b', 'https://a.test/c', 'nonsense'],
    });
    expect(ids(report)).toEqual(['missing_important_url_unchecked 1']);
    expect(report.findings[0]?.fix).toContain('Check that the URL returns status 200');
    expect(report.findings[0]?.examples[0]?.url).toBe('https://a.test/c');
    expect(report.coverage.important_urls).toEqual({ total: 3, listed: 2, missing: 1, unknown: 0 });
    expect(report.notes.join(' ')).toContain('nonsense');
  });

  it('plans only pages that the crawl saw working for a sitemap', async () => {
    const report = await audit({
      sitemap_xml: urlset(entries('/a')),
      important_urls: ['https://a.test/works', 'https://a.test/gone'],
      crawl_urls: [
        { url: 'https://a.test/works', status_code: 200 },
        { url: 'https://a.test/gone', status_code: 404 },
      ],
    });
    expect(ids(report)).toEqual(['important_url_broken 1', 'missing_important_url 1']);
    expect(report.findings[0]?.examples[0]).toMatchObject({ url: 'https://a.test/gone', detail: 'status 404' });
  });

  it('finds orphans by a counted zero, and by links that reach most of the others', async () => {
    const links = [
      { source_url: 'https://a.test/', target_url: 'https://a.test/a' },
      { source_url: 'https://a.test/', target_url: '/b' },
      { source_url: 'https://a.test/alone', target_url: 'https://a.test/alone' },
    ];
    const counted = await audit({
      sitemap_xml: urlset(entries('/', '/a', '/alone')),
      crawl_urls: [
        { url: 'https://a.test/', inbound_internal_links: 0 },
        { url: 'https://a.test/a', inbound_internal_links: 4 },
        { url: 'https://a.test/alone', inbound_internal_links: 0, impressions: 300 },
      ],
    });
    expect(counted.orphan_candidates.map(({ url, inbound_internal_links: inbound }) => [url, inbound])).toEqual([
      ['https://a.test/alone', 0],
    ]);
    expect(counted.internal_link_gaps.map(({ url }) => url)).toEqual(['https://a.test/alone']);
    const listed = await audit({ sitemap_xml: urlset(entries('/', '/a', '/b', '/alone')), internal_links: links });
    expect(listed.orphan_candidates).toMatchObject([
      { url: 'https://a.test/alone', inbound_internal_links: null, line: 6 },
    ]);
    expect(listed.orphan_candidate_count).toBe(1);
  });

  it('takes a few links for a sample and calls no page an orphan for them', async () => {
    const report = await audit({
      sitemap_xml: urlset(entries('/a', '/b', '/c', '/d', '/e')),
      internal_links: [{ source_url: 'https://a.test/', target_url: 'https://a.test/a' }],
    });
    expect(ids(report)).toEqual(['unlinked 4']);
    expect(report.orphan_candidates).toEqual([]);
  });

  it('names important pages that nothing links to', async () => {
    const report = await audit({
      sitemap_xml: urlset(entries('/a', '/b')),
      important_urls: ['https://a.test/b'],
      internal_links: [{ source_url: 'https://a.test/b', target_url: 'https://a.test/a' }],
    });
    expect(report.internal_link_gaps).toMatchObject([
      { url: 'https://a.test/b', important: true, inbound_internal_links: null },
    ]);
  });
});

describe('site.sitemap-audit of an address', () => {
  const SITE = {
    'https://a.test/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private\n' },
    'https://a.test/sitemap.xml': index('/one.xml', '/two.xml.gz', '/three.xml'),
    'https://a.test/one.xml': urlset(entries('/a', '/b')),
    'https://a.test/two.xml.gz': { type: 'application/gzip', body: gzipSync(urlset(entries('/b', '/private/x'))) },
    'https://a.test/three.xml': { status: 500, body: 'no' },
  };

  it('reads the children of an index, gzipped or not, and holds them against robots.txt', async () => {
    const report = await audit({ sitemap_url: 'https://a.test/sitemap.xml' }, SITE);
    expect(report.sitemaps.map(({ url, type, gzipped, status_code }) => [url, type, gzipped, status_code])).toEqual([
      ['https://a.test/sitemap.xml', 'index', false, 200],
      ['https://a.test/one.xml', 'urlset', false, 200],
      ['https://a.test/two.xml.gz', 'urlset', true, 200],
      ['https://a.test/three.xml', 'not_read', null, 500],
    ]);
    expect(ids(report)).toEqual(['sitemap_unreachable 1', 'blocked 1', 'duplicate 1', 'not_in_robots 1']);
    expect(report.coverage).toMatchObject({
      sitemaps_read: 3,
      sitemaps_not_read: 1,
      urls_listed: 4,
      unique_urls: 3,
      complete: false,
    });
  });

  it('says nothing is missing while a child was left out', async () => {
    const report = await audit(
      {
        sitemap_url: 'https://a.test/sitemap.xml',
        max_sitemap_children: 1,
        important_urls: ['https://a.test/private/x'],
      },
      SITE,
    );
    expect(ids(report)).toContain('important_url_not_seen 1');
    expect(ids(report)).toContain('children_not_read 2');
    expect(report.coverage.important_urls).toEqual({ total: 1, listed: 0, missing: 0, unknown: 1 });
  });

  it('answers a missing sitemap with a finding', async () => {
    const report = await audit({ sitemap_url: 'https://a.test/three.xml' }, SITE);
    expect(ids(report)).toEqual(['sitemap_unreachable 1']);
  });

  it('says the same of an address and of its text, but for what only a fetch can know', async () => {
    const faulty = urlset(`${entries('/a', '/a', '/b#x')}<url><loc>https://b.test/</loc></url>`);
    const pages = { 'https://a.test/s.xml': faulty };
    const byUrl = await audit({ sitemap_url: 'https://a.test/s.xml' }, pages);
    const byText = await audit({ sitemap_xml: faulty });
    expect(ids(byUrl)).toEqual(ids(byText));
    expect(byUrl.coverage).toEqual({ ...byText.coverage, robots_txt: 'unreadable' });
  });

  it('reads the children of an index that came as text', async () => {
    const report = await audit({ sitemap_xml: index('/one.xml') }, SITE);
    expect(report.coverage).toMatchObject({ sitemaps_read: 2, urls_listed: 2, complete: true });
  });

  it('calls an index within an index what it is and does not follow it', async () => {
    const pages = { ...SITE, 'https://a.test/outer.xml': index('/sitemap.xml') };
    const report = await audit({ sitemap_url: 'https://a.test/outer.xml' }, pages);
    expect(ids(report)).toContain('nested_index 1');
  });
});

describe('site.sitemap-audit of what is meant to hurt', () => {
  it.each([
    [
      'entities',
      `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]><urlset ${NAMESPACE}><url><loc>&b;</loc></url></urlset>`,
    ],
    ['NULs and control characters', urlset(`<url><loc>https://a.test/\0\u0001\u202e</loc></url>`)],
    [
      '__proto__',
      urlset(
        '<url><loc>https://a.test/__proto__</loc><lastmod>__proto__</lastmod><changefreq>constructor</changefreq></url>',
      ),
    ],
  ])('answers %s', async (_, sitemap_xml) => {
    const report = await audit({ sitemap_xml });
    expect(report.findings.length).toBeGreaterThan(0);
  });

  it.each([
    ['nesting', (size: number) => '<urlset>'.repeat(size / 8)],
    ['a long text', (size: number) => 'x'.repeat(size)],
    ['empty entries', (size: number) => `<urlset ${NAMESPACE}>${'<url/>'.repeat(size / 6)}</urlset>`],
  ])('answers %s in linear time', async (_, xml) => {
    expect((await audit({ sitemap_xml: xml(100_000) })).findings.length).toBeGreaterThan(0);
    expect(await measureGrowthAsync((size) => audit({ sitemap_xml: xml(size) }), 25_000)).toBeLessThan(9);
  });

  it('refuses a text of blanks by name', async () => {
    await expect(audit({ sitemap_xml: ' \n'.repeat(100) })).rejects.toThrow('sitemap_xml');
  });

  it('unzips a bomb no further than a sitemap may be', async () => {
    const bomb = gzipSync(Buffer.alloc(60 * 1024 * 1024, '\n'));
    const report = await audit({ sitemap_url: 'https://a.test/b.gz' }, { 'https://a.test/b.gz': { body: bomb } });
    expect(report.sitemaps[0]).toMatchObject({ truncated: true, bytes: 50 * 1024 * 1024 });
    expect(ids(report)).toEqual(['too_large 1']);
  });

  it('tells a gzip file that breaks off', async () => {
    const whole = gzipSync(urlset(entries(...Array.from({ length: 2000 }, (_, number) => `/${number}`))));
    const pages = { 'https://a.test/b.gz': { body: whole.subarray(0, whole.length - 100) } };
    const report = await audit({ sitemap_url: 'https://a.test/b.gz' }, pages);
    expect(ids(report).some((id) => id.startsWith('broken_xml'))).toBe(true);
    expect(report.coverage.complete).toBe(false);
  });

  it('counts 50,001 entries as one too many', async () => {
    const report = await audit({
      sitemap_xml: urlset(entries(...Array.from({ length: 50_001 }, (_, number) => `/${number}`))),
    });
    expect(ids(report)).toEqual(['too_many_urls 1']);
    expect(report.coverage.unique_urls).toBe(50_000);
  });
});
