import { beforeAll, describe, expect, it } from 'vitest';

import { parsePage } from '../../crawler/parse.ts';
import type { PageFact } from '../../ports/index.ts';
import { languageDetector, type LanguageDetector } from '../../text/detect-language.ts';
import type { FactBatch } from './batch.ts';
import type { FactRules, RecordFacts } from './facts.ts';
import { FROM_START, inChunks, members, recordBytes } from '../../../test/archive.ts';
import { factsOfWat, watBatches } from './wat-facts.ts';
import { readWatFacts } from './wat-reader.ts';
import type { LinkFact } from '../../web/facts/records.ts';

const RULES: FactRules = { source: 'commoncrawl', agent_token: 'seamark', date_max: new Date('2026-06-01') };
const URL_OF_PAGE = 'https://www.example.com/harbour/';

let detectLanguage: LanguageDetector;
beforeAll(async () => {
  detectLanguage = await languageDetector();
});

describe('a page of WAT', () => {
  it('has title, description, robots, platform and dates as its head states them', () => {
    const fact = factOf(
      page({
        Head: {
          Title: ' Boats \n and harbours ',
          Metas: [
            { name: 'HTML@/lang', content: 'nl-BE' },
            { name: 'Description', content: 'All  boats.' },
            { name: 'robots', content: 'noindex' },
            { name: 'generator', content: 'WordPress 6.5' },
            { property: 'og:type', content: 'article' },
            { property: 'article:published_time', content: '2026-02-03T04:05:06Z' },
          ],
        },
      }),
    );
    expect(fact).toMatchObject({
      url: URL_OF_PAGE,
      observed_at: new Date('2026-03-01T08:00:00Z'),
      source: 'commoncrawl',
      status: 200,
      content_type: 'text/html',
      bytes: 12_345,
      redirect_url: undefined,
      links: [],
    });
    expect(fact.document).toMatchObject({
      title: 'Boats and harbours',
      description: 'All boats.',
      noindex: true,
      nofollow: false,
      language: 'nl',
      platform_type: 'cms',
      published_at: '2026-02-03T04:05:06Z',
    });
  });

  it('says that nobody has read its text', () => {
    expect(factOf(page({ Head: { Title: 'Boats' } })).document).toMatchObject({
      text_read: false,
      text: '',
      word_count: 0,
      headings: [],
      schema_types: [],
      content_hash: 0n,
      simhash: 0n,
    });
  });

  it('has the links, robots, canonical and spam score that a crawl of the same page finds', () => {
    const html =
      '<html lang="en"><head><title>Boats and harbours of the north</title><base href="/base/">' +
      '<meta name="description" content="All about boats, their harbours and their ropes."><meta property="og:title" content="x">' +
      '<meta name="robots" content="index, nofollow"><link rel="canonical" href="https://www.example.com/canonical">' +
      '<link rel="alternate" hreflang="nl" href="/nl/"><link rel="stylesheet" href="https://fonts.googleapis.com/css"></head><body>' +
      '<a href="ropes#knots">Ropes</a><a href="ropes#hemp">Ropes</a><a href="//other.example/?utm_source=a" rel="sponsored noopener">Other\n  site</a>' +
      '<a href="/image"><img src="i.png" alt="An image"></a><a href="mailto:a@example.com">Mail</a><a href="#top">Top</a></body>';
    const crawled = parsePage(
      {
        url: URL_OF_PAGE,
        content_type: 'text/html',
        content_type_header: 'text/html',
        x_robots_tag: '',
        link: '',
        bytes: Buffer.from(html),
      },
      { agent_token: 'seamark', scope: undefined, detectLanguage },
    );
    const { document, links } = factOf(
      page({
        Head: {
          Title: 'Boats and harbours of the north',
          Base: '/base/',
          Metas: [
            { name: 'HTML@/lang', content: 'en' },
            { name: 'description', content: 'All about boats, their harbours and their ropes.' },
            { property: 'og:title', content: 'x' },
            { name: 'robots', content: 'index, nofollow' },
          ],
          Link: [
            { path: 'LINK@/href', url: 'https://www.example.com/canonical', rel: 'canonical' },
            { path: 'LINK@/href', url: '/nl/', rel: 'alternate' },
            { path: 'LINK@/href', url: 'https://fonts.googleapis.com/css', rel: 'stylesheet' },
          ],
        },
        Links: [
          { path: 'A@/href', url: 'ropes#knots', text: 'Ropes' },
          { path: 'A@/href', url: 'ropes#hemp', text: 'Ropes' },
          { path: 'A@/href', url: '//other.example/?utm_source=a', rel: 'sponsored noopener', text: 'Other site' },
          { path: 'IMG@/src', url: 'i.png', alt: 'An image' },
          { path: 'A@/href', url: '/image' },
          { path: 'A@/href', url: 'mailto:a@example.com', text: 'Mail' },
          { path: 'A@/href', url: '#top', text: 'Top' },
        ],
      }),
    );
    expect(links.map(known)).toEqual(inOrder(crawled.links.map(known), links));
    expect(links.find(({ anchor }) => anchor === 'Ropes')?.count).toBe(2);
    const { title, description, canonical_url, noindex, nofollow, internal_links, external_links, spam_score } =
      crawled.document ?? {};
    expect(document).toMatchObject({
      title,
      description,
      canonical_url,
      noindex,
      nofollow,
      internal_links,
      external_links,
      spam_score,
    });
  });

  it('has links of anchors and areas alone: forms, frames, scripts and bare images are none', () => {
    const { links } = factOf(
      page({
        Links: [
          { path: 'FORM@/action', url: '/search', method: 'get' },
          { path: 'IFRAME@/src', url: 'https://frame.example/' },
          { path: 'IMG@/src', url: '/alone.png', alt: 'Alone' },
          { path: 'STYLE/#text', href: 'x.css' },
          { path: 'AREA@/href', url: '/area' },
          { path: 'IMG@/src', url: '/not-inside.png', alt: 'Not inside' },
          { path: 'A@/href', url: '/text', text: 'Text' },
        ],
      }),
    );
    expect(links.map(({ target_url, type, anchor, alt }) => [target_url, type, anchor, alt])).toEqual([
      ['https://www.example.com/area', 'anchor', '', ''],
      ['https://www.example.com/text', 'anchor', 'Text', ''],
    ]);
  });

  it('takes robots, canonical and language from its headers too, also where they are repeated', () => {
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'X-Robots-Tag': ['noindex', 'nofollow'],
      link: '<https://www.example.com/canonical>; rel="canonical"',
      'Content-Language': 'de-AT',
    };
    const { document, links } = factOf(page({ Head: {} }, { Headers: headers }));
    expect(document).toMatchObject({
      noindex: true,
      nofollow: true,
      canonical_url: 'https://www.example.com/canonical',
      language: 'de',
    });
    expect(links.map(({ type }) => type)).toEqual(['canonical']);
  });

  it('that sends its readers on has a link of the type redirect', () => {
    const { links } = factOf(page({ Head: { Metas: [{ 'http-equiv': 'refresh', content: '0; url=/next' }] } }));
    expect(links.map(({ type, target_url }) => [type, target_url])).toEqual([
      ['redirect', 'https://www.example.com/next'],
    ]);
  });
});

describe('an answer of WAT without a page', () => {
  it('is a redirect, an error or a file as its status says', () => {
    const redirect = factOf(answer({ 'Response-Message': { Status: '301' }, Headers: { Location: '/new' } }));
    expect(redirect).toMatchObject({ status: 301, redirect_url: 'https://www.example.com/new', document: undefined });
    expect(redirect.links.map(({ type }) => type)).toEqual(['redirect']);
    expect(factOf(answer({ 'Response-Message': { Status: '404' } }))).toMatchObject({
      status: 404,
      document: undefined,
    });
    const file = factOf(
      answer({ 'Response-Message': { Status: '200' }, Headers: { 'Content-Type': 'application/pdf' } }),
    );
    expect(file).toMatchObject({ status: 200, content_type: 'application/pdf', document: undefined });
  });

  it.each([
    ['JSON that is none', '{"HTTP-Response-Metadata"'],
    ['no envelope', '{"x":"HTTP-Response-Metadata","HTTP-Response-Metadata":1}'],
    ['no status', JSON.stringify({ Envelope: envelope({}) })],
  ])('is left out for %s', (_, json) => {
    expect(factsOfJson(json)).toEqual({ facts: [], left_out: 'unreadable' });
  });

  it.each([
    [
      'of a request',
      {
        Envelope: {
          'WARC-Header-Metadata': { 'WARC-Type': 'request' },
          'Payload-Metadata': { 'HTTP-Request-Metadata': {} },
        },
      },
    ],
    ['of a revisit', { Envelope: envelope({ 'Response-Message': { Status: '200' } }, { 'WARC-Type': 'revisit' }) }],
    ['that is a number', 1],
  ])('is left out for metadata %s', (_, value) => {
    expect(factsOfJson(JSON.stringify(value))).toEqual({ facts: [], left_out: 'other_record' });
  });

  it('is left out when it has no address of a page, or no date', () => {
    const status = { 'Response-Message': { Status: '200' } };
    expect(factsOfJson(JSON.stringify({ Envelope: envelope(status, { 'WARC-Target-URI': 'dns:x' }) })).left_out).toBe(
      'not_a_page',
    );
    expect(factsOfJson(JSON.stringify({ Envelope: envelope(status, { 'WARC-Date': 'soon' }) })).left_out).toBe(
      'no_date',
    );
  });
});

describe('WAT that is not as it should be', () => {
  it.each([
    [
      'numbers for texts',
      {
        Head: {
          Title: 7,
          Base: 1,
          Metas: [{ name: 1, content: 2 }],
          Link: [{ rel: [], url: {} }],
          Scripts: [{ url: 3 }],
        },
        Links: [{ path: 'A@/href', url: 5, text: null }],
      },
    ],
    ['texts for lists', { Head: { Metas: 'x', Link: 'y', Scripts: 'z' }, Links: 'all' }],
    ['lists for objects', { Head: [], Links: {} }],
    ['null everywhere', { Head: null, Links: [null, 1, 'x', []] }],
    ['nothing at all', null],
  ])('still gives the page (%s)', (_, html) => {
    expect(factOf(page(html))).toMatchObject({ status: 200, links: [], document: { title: '' } });
  });

  it('with very many links is bounded', () => {
    const Links = Array.from({ length: 80_000 }, (_, number) => ({ path: 'A@/href', url: `/${number % 50_000}` }));
    const { links } = factOf(page({ Links }));
    expect(links).toHaveLength(10_000);
  });

  it('of more than 4 MB is left out without being parsed', () => {
    const long = JSON.stringify(page({ Head: { Title: 'x'.repeat(4_200_000) } }));
    expect(factsOfJson(long)).toEqual({ facts: [], left_out: 'unreadable' });
  });

  it('made of a million brackets is left out', () => {
    const json = `{"HTTP-Response-Metadata":${'['.repeat(1_000_000)}`;
    expect(factsOfJson(json)).toEqual({ facts: [], left_out: 'unreadable' });
  });
});

describe('a file of WAT', () => {
  const urls = Array.from({ length: 150 }, (_, number) => `https://www.example.com/${number}`);
  const records = urls.flatMap((uri) => [
    watRecord({ Envelope: { 'WARC-Header-Metadata': { 'WARC-Type': 'request' } } }, uri),
    watRecord({ Envelope: envelope(titled(uri), { 'WARC-Target-URI': uri }) }, uri),
    watRecord({ Envelope: languages('fr') }, uri),
  ]);
  const archive = members(recordBytes({ type: 'warcinfo' }), ...records);

  it('gives its pages in order, from a thread of its own, with where to go on after each batch', async () => {
    const batches: FactBatch[] = [];
    for await (const batch of readWatFacts(inChunks(archive, 1000), FROM_START, RULES)) batches.push(batch);
    const facts = batches.flatMap((batch) => batch.facts);
    expect(facts.map(({ url }) => url)).toEqual(urls);
    expect(facts.every(({ observed_at }) => observed_at.getTime() === Date.UTC(2026, 2, 1, 8))).toBe(true);
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.at(-1)?.next).toEqual({ offset: archive.byteLength, inner: 0 });
    expect(batches.reduce((sum, batch) => sum + batch.records, 0)).toBe(451);
  });

  it('names the language that the detector found, which stands in the record behind', async () => {
    for await (const { facts } of watBatches(inChunks(archive, 5000), FROM_START, RULES)) {
      expect(facts.every(({ document }) => document?.language === 'fr')).toBe(true);
    }
  });

  it.each([
    ['of another page', 'https://www.example.com/other', languages('fr')],
    ['that the detector is not sure of', URL_OF_PAGE, languages('fr', false)],
    ['that has no two letters', URL_OF_PAGE, languages('xxx')],
  ])('keeps the language that a page claims against one %s', async (_, uri, metadata) => {
    const claimed = page({ Head: { Metas: [{ name: 'HTML@/lang', content: 'en' }] } });
    const bytes = members(watRecord(claimed, URL_OF_PAGE), watRecord({ Envelope: metadata }, uri));
    for await (const { facts } of watBatches(inChunks(bytes, 5000), FROM_START, RULES)) {
      expect(facts.map(({ document }) => document?.language)).toEqual(['en']);
    }
  });

  it('can be read on from after any batch, and nothing is missing', async () => {
    const before: string[] = [];
    for await (const batch of watBatches(inChunks(archive, 1000), FROM_START, RULES)) {
      before.push(...batch.facts.map(({ url }) => url));
      const after: string[] = [];
      const rest = archive.subarray(batch.next.offset);
      for await (const next of watBatches(inChunks(rest, 700), { ...FROM_START, ...batch.next }, RULES)) {
        after.push(...next.facts.map(({ url }) => url));
      }
      expect([...before, ...after]).toEqual(urls);
    }
  });

  it('is read no further ahead than a few batches', async () => {
    const asked = { times: 0 };
    async function* counted(): AsyncGenerator<Uint8Array> {
      for (let time = 0; time < 200; time += 1) {
        asked.times += 1;
        yield archive;
      }
    }
    for await (const batch of readWatFacts(counted(), FROM_START, RULES)) {
      expect(batch.facts.length).toBeGreaterThan(0);
      // That nothing more is asked for can only be seen by looking for a while.
      const until = performance.now() + 1500;
      while (performance.now() < until && asked.times < 60) await new Promise((resolve) => void setImmediate(resolve));
      break;
    }
    expect(asked.times).toBeLessThan(40);
  });

  it('lets its source go when reading ends early', async () => {
    let isOpen = true;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield archive;
      } finally {
        isOpen = false;
      }
    }
    for await (const batch of readWatFacts(source(), FROM_START, RULES)) {
      expect(batch.facts.length).toBeGreaterThan(0);
      break;
    }
    expect(isOpen).toBe(false);
  });

  it('passes failures of its source on', async () => {
    async function* source(): AsyncGenerator<Uint8Array> {
      yield archive.subarray(0, 500);
      throw new Error('The connection is gone.');
    }
    const read = async (): Promise<void> => {
      for await (const batch of readWatFacts(source(), FROM_START, RULES)) expect(batch.facts).toEqual([]);
    };
    await expect(read()).rejects.toThrow('The connection is gone.');
  });
});

type Json = Readonly<Record<string, unknown>>;

function page(html_metadata: unknown, more: Json = {}): Json {
  return answer({ ...titled(URL_OF_PAGE), 'HTML-Metadata': html_metadata, ...more });
}

function titled(title: string): Json {
  return {
    'Response-Message': { Version: 'HTTP/1.1', Status: '200', Reason: 'OK' },
    Headers: { 'Content-Type': 'text/html; charset=UTF-8' },
    'Entity-Length': '12345',
    'HTML-Metadata': { Head: { Title: title } },
  };
}

function answer(http: Json): Json {
  return { Container: { Filename: 'x.warc.gz' }, Envelope: envelope(http) };
}

function envelope(http: Json, warc: Json = {}): Json {
  return {
    Format: 'WARC/1.0',
    'WARC-Header-Metadata': {
      'WARC-Type': 'response',
      'WARC-Target-URI': URL_OF_PAGE,
      'WARC-Date': '2026-03-01T08:00:00Z',
      ...warc,
    },
    'Payload-Metadata': { 'HTTP-Response-Metadata': http },
  };
}

function languages(code: string, reliable = true): Json {
  const Value = JSON.stringify({ reliable, languages: [{ code }, { code: 'en' }] });
  return {
    'WARC-Header-Metadata': { 'WARC-Type': 'metadata' },
    'Payload-Metadata': {
      'WARC-Metadata-Metadata': {
        'Metadata-Records': [
          { Name: 'fetchTimeMs', Value: '1' },
          { Name: 'languages-cld2', Value },
        ],
      },
    },
  };
}

function watRecord(json: Json, uri: string): Buffer {
  return recordBytes({ type: 'metadata', uri, content_type: 'application/json', payload: JSON.stringify(json) });
}

function factsOfJson(json: string): RecordFacts {
  const headers = new Map([['warc-target-uri', URL_OF_PAGE]]);
  const payload = Buffer.from(json);
  return factsOfWat(
    {
      position: { offset: 0, inner: 0 },
      version: '1.0',
      type: 'metadata',
      headers,
      payload,
      length: payload.byteLength,
      cut: false,
    },
    RULES,
  );
}

function factOf(json: Json): PageFact {
  const { facts } = factsOfJson(JSON.stringify(json));
  const [fact] = facts;
  if (fact === undefined || facts.length > 1) throw new Error('The record is not one fact.');
  return fact;
}

/** What WAT can know of a link: neither where it stands nor the words around it. */
function known(link: LinkFact): Omit<LinkFact, 'position' | 'text_pre' | 'text_post'> {
  const { position: _, text_pre: __, text_post: ___, ...rest } = link;
  return rest;
}

/** Links in the order of others with the same address: WAT lists those of the head apart. */
function inOrder<Link extends { readonly target_url: string }>(
  links: readonly Link[],
  order: readonly LinkFact[],
): Link[] {
  const place = (link: Link): number => order.findIndex(({ target_url }) => target_url === link.target_url);
  return links.toSorted((one, other) => place(one) - place(other));
}
