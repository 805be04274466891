import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { readSitemapBytes, type SitemapEntry, type SitemapFault, SitemapReader, type SitemapSink } from './sitemap.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Keeps all that a reader says. */
class Kept implements SitemapSink {
  stopped = false;
  readonly roots: string[] = [];
  readonly entries: SitemapEntry[] = [];
  readonly faults: SitemapFault[] = [];

  root(kind: string, namespace: string): void {
    this.roots.push(`${kind} ${namespace}`.trim());
  }

  entry(entry: SitemapEntry): void {
    this.entries.push(entry);
  }

  fault(fault: SitemapFault): void {
    this.faults.push(fault);
  }

  stop(fault: SitemapFault): void {
    this.faults.push(fault);
    this.stopped = true;
  }

  get found(): unknown[] {
    return this.entries.map(({ loc, lastmod, line }) => [loc, lastmod, line]);
  }
}

/** What a reader says of a text that arrives some characters at a time. */
function read(text: string, size = text.length): Kept {
  const kept = new Kept();
  const reader = new SitemapReader(kept);
  for (let start = 0; start < text.length; start += size) reader.write(text.slice(start, start + size));
  reader.end();
  return kept;
}

const URLSET = `<urlset xmlns="${NAMESPACE}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><loc> https://a.example/?x=1&amp;y=2 </loc><lastmod>2026-11-21</lastmod>
<image:image><image:loc>https://a.example/1.png</image:loc></image:image></url>
<url><lastmod></lastmod><loc>https://a.example/two</loc></url>
</urlset>`;

describe('a sitemap in XML', () => {
  it.each([URLSET.length, 1, 7])('gives the fields of each page, %i characters at a time', (size) => {
    const { roots, found, faults } = read(URLSET, size);
    expect(roots).toEqual([`urlset ${NAMESPACE}`]);
    expect(found).toEqual([
      ['https://a.example/?x=1&y=2', '2026-11-21', 2],
      ['https://a.example/two', undefined, 4],
    ]);
    expect(faults).toEqual([]);
  });

  it('does not take the address of an image for that of its page', () => {
    const loc = '<loc>https://a.example/page</loc>';
    const image = '<image:loc>https://a.example/1.png</image:loc>';
    const head = URLSET.slice(0, URLSET.indexOf('\n'));
    expect(read(`${head}<url>${loc}${image}</url></urlset>`).found).toEqual([['https://a.example/page', undefined, 1]]);
    expect(read(`${head}<url>${image}</url></urlset>`).entries.map((entry) => entry.loc)).toEqual([undefined]);
  });

  it('reads an ampersand that is not escaped, and says in which line', () => {
    const { found, faults } = read('<urlset>\n<url><loc>https://a.example/?a=1&b=2</loc></url></urlset>');
    expect(found).toEqual([['https://a.example/?a=1&b=2', undefined, 2]]);
    expect(faults.map(({ code, line }) => [code, line])).toEqual([['unescaped_ampersand', 2]]);
  });

  it('may be an index, and is refused where it is neither an index nor a list of pages', () => {
    const index = read('<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>');
    expect([index.roots, index.found]).toEqual([['index'], [['https://a.example/1.xml', undefined, 1]]]);
    expect(read('<rss><url><loc>https://a.example/</loc></url></rss>')).toMatchObject({
      entries: [],
      faults: [{ code: 'wrong_root' }],
    });
    expect(read('<!DOCTYPE html><title>Not found</title>')).toMatchObject({
      entries: [],
      faults: [{ code: 'web_page' }],
    });
  });
});

describe('a sitemap in lines', () => {
  it('gives one page a line, whatever ends the lines', () => {
    const { roots, found } = read('https://a.example/1\r\n\r\n  https://a.example/2\rhttps://a.example/3\n', 50);
    expect(roots).toEqual(['text']);
    expect(found).toEqual([
      ['https://a.example/1', undefined, 1],
      ['https://a.example/2', undefined, 3],
      ['https://a.example/3', undefined, 4],
    ]);
  });
});

describe('a sitemap in bytes', () => {
  it('is unzipped, and read as far as its bound', async () => {
    const whole = new Kept();
    const file = gzipSync(URLSET);
    expect(await readSitemapBytes(file, whole, 10_000)).toEqual({ bytes: URLSET.length, gzipped: true, cut: false });
    expect(whole.entries).toHaveLength(2);
    const half = new Kept();
    expect(await readSitemapBytes(file, half, 330)).toEqual({ bytes: 330, gzipped: true, cut: true });
    expect(half.entries).toHaveLength(1);
  });
});
