import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { readSitemap, SITEMAP_BOUNDS, type SitemapResult } from './sitemap.ts';
import { measureGrowthAsync } from '../../test/growth.ts';
import { liveMegabytes } from '../../test/live-memory.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">\n`;
const MB = 1024 * 1024;

function read(text: string, bounds = SITEMAP_BOUNDS): Promise<SitemapResult> {
  return readSitemap(Buffer.from(text), bounds);
}

function urls(result: SitemapResult): string[] {
  return result.entries.map((entry) => entry.url);
}

function repeated(piece: string): (size: number) => string {
  return (size) => piece.repeat(size / piece.length);
}

/** The bytes of a text, some at a time. */
async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += size) yield bytes.subarray(start, start + size);
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${HEAD}<url><loc>https://a.example/</loc></url>`);
  throw new Error('reset');
}

function many(count: number): string {
  return `${HEAD}${'<url><loc>https://a.example/page</loc></url>\n'.repeat(count)}</urlset>`;
}

describe('a sitemap', () => {
  it('gives its URLs with the dates as written', async () => {
    const result = await read(
      `${HEAD}<url><loc> https://a.example/?x=1&amp;y=2 </loc><lastmod>2026-11-21</lastmod><priority>1</priority></url>
      <url><lastmod> yesterday </lastmod><loc>https://a.example/ü</loc></url>
      <url><loc><![CDATA[https://a.example/?a&b]]></loc><lastmod></lastmod></url></urlset>`,
    );
    expect(result).toMatchObject({ kind: 'urlset', problems: [], problem_count: 0, truncated: false, gzipped: false });
    expect(result.entries).toEqual([
      { url: 'https://a.example/?x=1&y=2', lastmod: '2026-11-21' },
      { url: 'https://a.example/ü', lastmod: 'yesterday' },
      { url: 'https://a.example/?a&b', lastmod: undefined },
    ]);
  });

  it('may be an index of sitemaps', async () => {
    const result = await read(
      `<sitemapindex xmlns="${NAMESPACE}"><sitemap><loc>https://a.example/1.xml.gz</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>`,
    );
    expect(result.kind).toBe('index');
    expect(result.entries).toEqual([{ url: 'https://a.example/1.xml.gz', lastmod: '2026-01-01' }]);
  });

  it('may be lines of text', async () => {
    const result = await read(
      '\uFEFFhttps://a.example/1\r\n\r\n  https://a.example/2  \rhttps://a.example/3\nnonsense\nhttps://a.example/4',
    );
    expect(result.kind).toBe('text');
    expect(urls(result)).toEqual([1, 2, 3, 4].map((number) => `https://a.example/${number}`));
    expect(result.problems).toEqual([
      { line: 5, message: '"nonsense" is not an absolute http or https URL of at most 2048 characters.' },
    ]);
  });

  it('passes over the extensions for images, videos, news and languages', async () => {
    const result = await read(
      `<urlset xmlns="${NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
        xmlns:video="http://www.google.com/schemas/sitemap-video/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"
        xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
      <url><image:image><image:loc>https://img.example/1.png</image:loc></image:image><loc>https://a.example/1</loc>
      <xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/>
      <news:news><news:publication><news:name>N</news:name></news:publication></news:news>
      <video:video><video:player_loc>https://v.example/</video:player_loc><video:loc>x</video:loc></video:video></url></urlset>`,
    );
    expect(urls(result)).toEqual(['https://a.example/1']);
    expect(result.problem_count).toBe(0);
  });

  it.each([
    ['no namespace', '<urlset><url><loc>https://a.example/</loc></url></urlset>'],
    ['a prefix', `<s:urlset xmlns:s="${NAMESPACE}"><s:url><s:loc>https://a.example/</s:loc></s:url></s:urlset>`],
    [
      'an old namespace',
      '<urlset xmlns="http://www.google.com/schemas/sitemap/0.84"><url><loc>https://a.example/</loc></url></urlset>',
    ],
    ['a document type', '<!DOCTYPE urlset><urlset><url><loc>https://a.example/</loc></url></urlset>'],
    [
      'comments and instructions',
      '<?xml-stylesheet href="x"?><!-- <url> --><urlset><url><loc>https://<!-- x -->a.example/</loc></url></urlset>',
    ],
    ['a byte order mark', '\uFEFF<urlset><url><loc>https://a.example/</loc></url></urlset>'],
  ])('may have %s', async (_, text) => {
    const result = await read(text);
    expect([urls(result), result.problems]).toEqual([['https://a.example/'], []]);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFF<urlset><url><loc>https://a.example/é</loc></url></urlset>', 'utf16le')],
    [
      'latin1',
      Buffer.from(
        '<?xml version="1.0" encoding="iso-8859-1"?><urlset><url><loc>https://a.example/é</loc></url></urlset>',
        'latin1',
      ),
    ],
  ])('may be written in %s', async (_, bytes) => {
    expect(urls(await readSitemap(bytes))).toEqual(['https://a.example/é']);
  });

  it('is unzipped whatever it is called', async () => {
    const result = await readSitemap(gzipSync(`${HEAD}<url><loc>https://a.example/</loc></url></urlset>`));
    expect(result).toMatchObject({ kind: 'urlset', gzipped: true, problem_count: 0 });
    expect(urls(result)).toEqual(['https://a.example/']);
  });

  it.each([1, 2, 3, 7, 13])('is the same when it comes %i bytes at a time', async (size) => {
    const text = `${HEAD}<url><loc>https://a.example/?a=1&b=2&amp;c=ü</loc></url><url><loc><![CDATA[https://a.example/?d&e]]></loc></url></urlset>`;
    const expected = ['https://a.example/?a=1&b=2&c=ü', 'https://a.example/?d&e'];
    expect(urls(await readSitemap(pieces(Buffer.from(text), size)))).toEqual(expected);
    expect(urls(await readSitemap(pieces(gzipSync(text), size)))).toEqual(expected);
  });
});

describe('a sitemap with faults', () => {
  it('gives what was read before it breaks off, and the line', async () => {
    const result = await read(`${HEAD}<url><loc>https://a.example/1</loc></url>\n<url><loc>https://a.example/2`);
    expect(urls(result)[0]).toBe('https://a.example/1');
    expect(result.problems[0]).toEqual({ line: 4, message: 'unclosed tag: loc' });
  });

  it('gives what comes behind a fault too', async () => {
    const result = await read(
      `${HEAD}<url><loc>https://a.example/1</lok></url>\n<url><loc>https://a.example/2</loc></url></urlset>`,
    );
    expect(urls(result)).toContain('https://a.example/2');
    expect(result.problems[0]?.line).toBe(3);
  });

  it('reads URLs whose ampersands are not escaped, and says so', async () => {
    const result = await read(
      `${HEAD}<url><loc>https://a.example/?a=1&b=2&c</loc></url>\n<url><loc>https://a.example/?a&lt;b&#38;c&eacute;</loc></url></urlset>`,
    );
    expect(urls(result)).toEqual(['https://a.example/?a=1&b=2&c', 'https://a.example/?a<b&c&eacute;']);
    expect(result.problems.map((problem) => problem.message)).toContain('An "&" must be written as "&amp;".');
  });

  it.each([
    ['no loc', '<url><lastmod>2026-01-01</lastmod></url>', 'An entry has no <loc>.'],
    ['an empty loc', '<url><loc> </loc></url>', '"" is not an absolute http or https URL of at most 2048 characters.'],
    [
      'a relative loc',
      '<url><loc>/x</loc></url>',
      '"/x" is not an absolute http or https URL of at most 2048 characters.',
    ],
    [
      'another scheme',
      '<url><loc>ftp://a.example/</loc></url>',
      '"ftp://a.example/" is not an absolute http or https URL of at most 2048 characters.',
    ],
    [
      'a loc that is too long',
      `<url><loc>https://a.example/${'a'.repeat(3000)}</loc></url>`,
      `"https://a.example/${'a'.repeat(62)}…" is not an absolute http or https URL of at most 2048 characters.`,
    ],
  ])('leaves out an entry with %s and says so', async (_, entry, message) => {
    const result = await read(`${HEAD}${entry}\n<url><loc>https://a.example/</loc></url></urlset>`);
    expect(urls(result)).toEqual(['https://a.example/']);
    expect(result.problems).toEqual([{ line: 3, message }]);
  });

  it.each([
    ['a web page', '<!doctype html><html><body><a href="x">x</a></body></html>', /The file is a web page/],
    ['a page of XHTML', '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', /root element is <html>/],
    ['a feed', '<rss><channel></channel></rss>', /root element is <rss>/],
    ['text without URLs', 'hello\nworld', /not a sitemap/],
    ['JSON', '{"urls": ["https://a.example/"]}', /not a sitemap/],
    ['nothing', '', /not a sitemap/],
    ['blanks', ' \n\n ', /not a sitemap/],
    ['zero bytes', '\0\0\0\0', /not a sitemap/],
    ['a root called constructor', '<constructor/>', /root element is <constructor>/],
  ])('is not %s', async (_, text, message) => {
    const result = await read(text);
    expect([result.kind, result.entries]).toEqual(['unknown', []]);
    expect(result.problems.map((problem) => problem.message).join(' ')).toMatch(message);
  });

  it('gives what a gzip file holds that breaks off, and says so', async () => {
    const whole = gzipSync(`${HEAD}<url><loc>https://a.example/</loc></url>${' '.repeat(10_000)}</urlset>`);
    const result = await readSitemap(whole.subarray(0, -12));
    expect(urls(result)).toEqual(['https://a.example/']);
    expect(result.problems[0]?.message).toBe('The file ends early: unexpected end of file.');
  });

  it('gives what came before the source failed', async () => {
    const result = await readSitemap(failing());
    expect(urls(result)).toEqual(['https://a.example/']);
    expect(result.problems[0]?.message).toBe('The file ends early: reset.');
  });

  it('counts all faults and keeps the first twenty', async () => {
    const result = await read(`${HEAD}${'<url></url>\n'.repeat(100)}</urlset>`);
    expect([result.problem_count, result.problems.length]).toEqual([100, 20]);
  });
});

describe('a sitemap that is too large or meant to hurt', () => {
  it('reads 50,000 URLs and no more', async () => {
    expect(SITEMAP_BOUNDS.entries_max).toBe(50_000);
    const bounds = { ...SITEMAP_BOUNDS, entries_max: 500 };
    const whole = await read(many(500), bounds);
    expect([whole.entries.length, whole.truncated, whole.problem_count]).toEqual([500, false, 0]);
    const more = await read(many(501), bounds);
    expect([more.entries.length, more.truncated]).toEqual([500, true]);
    expect(more.problems).toEqual([{ line: undefined, message: 'The file has more than 500 entries.' }]);
  });

  it('stops at its bound of bytes, also inside gzip', async () => {
    const bounds = { entries_max: 50_000, bytes_max: 100_000 };
    for (const bytes of [Buffer.from(many(4000)), gzipSync(many(4000))]) {
      const result = await readSitemap(bytes, bounds);
      expect([result.bytes, result.truncated]).toEqual([100_000, true]);
      expect(result.entries.length).toBeGreaterThan(1000);
      expect(result.problems[0]?.message).toBe('The file is larger than 100000 bytes.');
    }
  });

  it('lets go of its source at the bound', async () => {
    let released = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from('https://a.example/\n'.repeat(100));
      } finally {
        released = true;
      }
    }
    const result = await readSitemap(endless(), { entries_max: 1000, bytes_max: MB });
    expect([result.entries.length, released]).toEqual([1000, true]);
  });

  it('expands no entities of its own', async () => {
    const bomb =
      '<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa">' +
      Array.from({ length: 30 }, (_, index) => `<!ENTITY a${index} "${'&a;'.repeat(10)}">`).join('') +
      '<!ENTITY file SYSTEM "file:///etc/passwd">]><urlset><url><loc>https://a.example/&a29;&file;</loc></url></urlset>';
    const result = await read(bomb);
    expect(urls(result)).toEqual(['https://a.example/&a29;&file;']);
  });

  it.each([
    ['elements in elements', repeated('<url>')],
    [
      'attributes without end',
      (size: number) => `<url ${Array.from({ length: size / 20 }, (_, index) => `a${index}=""`).join(' ')}`,
    ],
    ['one attribute without end', (size: number) => `<url a="${'a'.repeat(size)}`],
    ['a comment without end', (size: number) => `<!--${'a'.repeat(size)}`],
    ['a text without end', repeated('a')],
    ['a name without end', (size: number) => `<${'a'.repeat(size)}`],
    ['a CDATA section without end', (size: number) => `<![CDATA[${'a'.repeat(size)}`],
    ['an entity without end', (size: number) => `&${'a'.repeat(size)}`],
    ['ampersands', repeated('&')],
    ['character faults', repeated('\u0001')],
    ['closing tags', repeated('</url>')],
    ['brackets', repeated('<')],
    ['undefined entities', repeated('&x;')],
    [
      'namespaces',
      (size: number) =>
        Array.from({ length: 20 }, (_, index) => `<x xmlns:n${index}="u">`).join('') + repeated('<n1:y/>')(size),
    ],
  ])('survives %s in linear time and bounded memory', async (_, text) => {
    const readOf = (size: number): Promise<SitemapResult> =>
      read(`<urlset><url><loc>https://a.example/</loc></url>${text(size)}`);
    const bytes = Buffer.from(`<urlset><url><loc>https://a.example/</loc></url>${text(MB / 2)}`);
    const before = liveMegabytes();
    // Some are given up before the end; what the others hold is largest there.
    let held = 0;
    async function* source(): AsyncGenerator<Uint8Array> {
      yield* pieces(bytes, 65_536);
      held = liveMegabytes() - before;
    }
    expect(urls(await readSitemap(source(), SITEMAP_BOUNDS))).toEqual(['https://a.example/']);
    // A few times what was read: a fault without end is kept until its end.
    expect(held).toBeLessThan(8);
    expect(await measureGrowthAsync(readOf, 4000)).toBeLessThan(9);
  });

  it('survives a document type without end', async () => {
    const result = await read(`<!DOCTYPE urlset [${'<!ENTITY a "a">'.repeat(MB / 8)}`);
    expect([result.kind, result.truncated]).toEqual(['unknown', true]);
  });

  it('survives a line without end', async () => {
    const result = await read(`https://a.example/\nhttps://a.example/${'a'.repeat(3 * MB)}`);
    expect([urls(result), result.truncated]).toEqual([['https://a.example/'], true]);
  });

  it('does not hold up the process while it reads', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    await read(many(100_000), { entries_max: 100_000, bytes_max: SITEMAP_BOUNDS.bytes_max });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });
});
