import { describe, expect, it } from 'vitest';

import { readHtmlPage } from '../page/html.ts';
import { type Metadata, readMetadata } from './metadata.ts';
import { preparePage } from './prepare.ts';

const URL_OF_PAGE = 'https://www.example.com/blog/a';

function metadata(head: string, body = '<p>Text.</p>', lang = ''): Metadata {
  const html = `<!doctype html><html${lang}><head>${head}</head><body>${body}</body></html>`;
  return readMetadata(readHtmlPage(html, URL_OF_PAGE), preparePage(html, URL_OF_PAGE).body);
}

const jsonLd = (value: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`;

describe('title', () => {
  it('is the title element as it is written, whatever headings and cards of social networks say', () => {
    const { title, headline } = metadata(
      '<title>Pricing | StockPilot</title><meta property="og:title" content="What it costs">',
      '<h1>Pricing</h1>',
    );
    expect(title).toBe('Pricing | StockPilot');
    expect(headline).toBe('Pricing');
  });

  it('is unknown where the page has none, and no heading stands in for it', () => {
    expect(metadata('', '<h1>Pricing</h1>').title).toBeNull();
    expect(metadata('<title> </title>', '<h1>Pricing</h1>').title).toBeNull();
  });
});

describe('headline', () => {
  it('is the first heading when the other titles bear it out', () => {
    expect(
      metadata(
        '<title>How presses work | Example</title><meta property="og:title" content="Presses">',
        '<h1>How presses work today</h1>',
      ).headline,
    ).toBe('How presses work today');
  });

  it('is og:title when the heading is a slogan or the name of the site', () => {
    expect(
      metadata(
        '<title>Presses | Example</title><meta property="og:title" content="All about presses">',
        '<h1>Read more, live longer</h1>',
      ).headline,
    ).toBe('All about presses');
    expect(metadata('<title>How presses work - Example</title>', '<h1>Example</h1><h2>x</h2>').headline).toBe(
      'How presses work',
    );
  });

  it('is not the name that a template repeats above the topic', () => {
    expect(metadata('<title>What we love about presses | Press Blog</title>', '<h1>Press Blog</h1>').headline).toBe(
      'What we love about presses',
    );
  });

  it('is the title element without the name of the site when there is nothing else', () => {
    expect(
      metadata('<title>How presses work | Example News</title><meta property="og:site_name" content="Example News">')
        .headline,
    ).toBe('How presses work');
    expect(metadata('').headline).toBeNull();
  });
});

describe('author', () => {
  it('comes from JSON-LD before meta before links and by-lines', () => {
    const meta = '<meta name="author" content="Meta Author">';
    const link = '<a rel="author" href="/x">Link Author</a>';
    expect(
      metadata(
        jsonLd({ '@type': 'Article', author: [{ '@type': 'Person', name: 'Ada King' }, { name: 'Bo Li' }] }) + meta,
        link,
      ).author,
    ).toBe('Ada King, Bo Li');
    expect(metadata(meta, link).author).toBe('Meta Author');
    expect(metadata('', link).author).toBe('Link Author');
    expect(metadata('', '<p class="byline">By Cy Twombly</p>').author).toBe('Cy Twombly');
  });

  it('is null rather than an address, an account or a label', () => {
    expect(metadata('<meta property="article:author" content="https://facebook.com/x">').author).toBeNull();
    expect(metadata('<meta name="author" content="admin">').author).toBeNull();
    expect(metadata('', '<div class="author">Read all posts by us</div>').author).toBeNull();
  });

  it.each(['post-hero__author__name', 'elementor-author-box__name', '_authorName_15srf_70', 'byline__name--block'])(
    'is who stands in an element named %s',
    (name) => {
      expect(metadata('', `<h1>Presses</h1><p class="${name}">Ada King</p>`).author).toBe('Ada King');
      expect(metadata('', `<h1>Presses</h1><p class="${name}">Read more about us</p>`).author).toBeNull();
    },
  );

  it('is not who commented on a page', () => {
    expect(metadata('', '<h1>Presses</h1><p class="comment__author-name">Ada King</p>').author).toBeNull();
  });

  it('is who the page says has written it, whatever the element is called', () => {
    const label = '<meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ada King">';
    expect(metadata(label).author).toBe('Ada King');
    expect(metadata('', '<h3>Written by Bo Li Chen</h3>').author).toBe('Bo Li Chen');
    expect(metadata('', '<p class="x1 styles__AuthorName-sc-185 y">Bo Li</p>').author).toBe('Bo Li');
    expect(metadata('', '<h3>Written by hand in 1482</h3>').author).toBeNull();
  });

  it('is the site itself on articles only', () => {
    const head = '<meta property="og:site_name" content="Press House"><meta name="author" content="Press House">';
    expect(metadata(head).author).toBeNull();
    const type = '<meta property="og:type" content="article">';
    expect(metadata(head + type).author).toBe('Press House');
    expect(metadata(head + type, '<h1>Presses</h1><p>By Ada King</p>').author).toBe('Ada King');
  });
});

describe('dates', () => {
  it('come from JSON-LD before meta before time elements, as ISO 8601', () => {
    const ld = jsonLd({
      '@type': 'NewsArticle',
      datePublished: '2026-01-02T03:04:05+0100',
      dateModified: '2026-02-03',
    });
    const meta = '<meta property="article:published_time" content="2025-01-01T00:00:00.000Z">';
    const time = '<time class="entry-date published" datetime="2024-05-06">May 6</time>';
    expect(metadata(ld + meta, time)).toMatchObject({
      published_at: '2026-01-02T03:04:05+01:00',
      modified_at: '2026-02-03',
    });
    expect(metadata(meta, time).published_at).toBe('2025-01-01T00:00:00Z');
    expect(metadata('', time).published_at).toBe('2024-05-06');
    expect(metadata('', '<span class="post-date">Published on September 1, 2023</span>').published_at).toBe(
      '2023-09-01',
    );
    expect(metadata('').published_at).toBeNull();
  });

  it('shown beside the title before the stated one is that of publication, where both cannot be the same day', () => {
    const stated = (at: string): string => `<meta property="article:published_time" content="${at}">`;
    const shown = '<h1>Presses</h1><p>May 14, 2025</p><p>Presses are printed on.</p>';
    expect(metadata(stated('2025-11-20T16:02:46Z'), shown).published_at).toBe('2025-05-14');
    expect(metadata(stated('2025-05-15T02:17:00Z'), shown).published_at).toBe('2025-05-15T02:17:00Z');
    expect(metadata(stated('2024-01-02'), shown).published_at).toBe('2024-01-02');
    expect(metadata(stated('2025-11-20'), shown.replace('May', 'Updated May')).published_at).toBe('2025-11-20');
  });

  it('may open the line that also names who wrote the text', () => {
    const line = (text: string): string => `<div class="publish-date-author">${text}</div>`;
    expect(metadata('', line('Dec. 19, 2025 &middot; Nora Keller on behalf of the press group')).published_at).toBe(
      '2025-12-19',
    );
    expect(metadata('', line('Notes on the fair of Dec. 19, 2024')).published_at).toBeNull();
  });

  it('are read from the address of a text where the page shows none', () => {
    const at = (path: string): string | null => {
      const url = `https://www.example.com${path}`;
      const html = '<!doctype html><body><p>Text.</p></body>';
      return readMetadata(readHtmlPage(html, url), preparePage(html, url).body).published_at;
    };
    expect(at('/2025/12/19/how-presses-work')).toBe('2025-12-19');
    expect(at('/news/2025/3/9/presse.html?p=1')).toBe('2025-03-09');
    expect(at('/2025/12/19/')).toBeNull();
    expect(at('/2025/13/40/how-presses-work')).toBeNull();
    expect(at('/a?from=/2025/12/19/b')).toBeNull();
  });

  it.each([
    '<p>This page was last modified on <time datetime="2025-08-20">Aug 20</time></p>',
    '<span>Last updated</span><span><time datetime="2025-08-20">Aug 20</time></span>',
    '<time class="post-updated" datetime="2025-08-20">Aug 20</time>',
    '<aside><time class="published" datetime="2025-08-20">Aug 20</time></aside>',
    '<div class="product-review"><p>by A on <time datetime="2025-08-20">Aug 20</time></p></div>',
    '<article><time datetime="2025-08-20">a</time></article>'.repeat(4),
  ])('are none where a date is of something else: %s', (body) => {
    expect(metadata('', body).published_at).toBeNull();
  });

  it('of reviews and videos are not those of a product', () => {
    const product = jsonLd({ '@type': 'Product', name: 'Press' });
    const video = jsonLd({ '@type': 'VideoObject', uploadDate: '2023-11-27' });
    expect(metadata(product + video, '<time datetime="2025-03-26">a</time>').published_at).toBeNull();
    expect(metadata(video).published_at).toBe('2023-11-27');
    expect(metadata('', '<p>Posted on <time datetime="2025-03-26">a</time></p>').published_at).toBe('2025-03-26');
  });
});

describe('the rest', () => {
  it('is read from the head, with absolute addresses', () => {
    const found = metadata(
      '<meta name="description" content="What \n it is."><link rel="canonical" href="/canonical"><meta property="og:site_name" content="Example"><meta property="og:image" content="/i.png"><meta name="robots" content="noindex, follow">' +
        jsonLd({ '@type': ['Product', 'Thing'] }),
      '<p>x</p>',
      ' lang="de-AT"',
    );
    expect(found).toMatchObject({
      description: 'What it is.',
      canonical: 'https://www.example.com/canonical',
      site_name: 'Example',
      image: 'https://www.example.com/i.png',
      robots: 'noindex, follow',
      language: 'de-AT',
      jsonld_types: ['Product', 'Thing'],
    });
  });

  it('is null where the page does not say, and never an unsafe address', () => {
    const found = metadata(
      '<link rel="canonical" href="javascript:x"><meta property="og:image" content="data:image/png;base64,x">',
    );
    expect(found).toMatchObject({
      description: null,
      canonical: null,
      site_name: null,
      image: null,
      robots: null,
      language: null,
      jsonld_types: [],
    });
  });
});
