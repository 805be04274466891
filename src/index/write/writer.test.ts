import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { day, openTestIndex, pageFact, type TestIndex } from '../../../test/index-engine.ts';
import { Sql, sql } from '../database/sql.ts';
import { incomingRow } from './rows.ts';
import { ThreadedIndexWriter } from './writer.ts';

let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
});
beforeEach(() => index.clear());
afterAll(() => index.close());

async function rows(query: Sql): Promise<Record<string, unknown>[]> {
  return index.database.rows(z.record(z.string(), z.unknown()), query);
}

describe('what is written', () => {
  it('keeps every fact of a page', async () => {
    await index.add({
      ...pageFact('https://www.example.co.uk/a/?b=1', {
        at: day(3, 7),
        document: {
          title: 'Title\twith\ttabs',
          description: "It's a 'description'",
          canonical_url: 'https://www.example.co.uk/a?b=1',
          noindex: true,
          language: 'en',
          headings: [
            { level: 1, text: "One's" },
            { level: 3, text: 'Two\\three' },
          ],
          word_count: 12,
          schema_types: ['Article', "O'Thing"],
          platform_type: 'news',
          published_at: '2026-01-02',
          content_hash: 18_446_744_073_709_551_615n,
          simhash: 1n << 63n,
          spam_score: 33.5,
          text: 'Line one\nline two',
        },
      }),
      source: 'commoncrawl',
      bytes: 5_000_000_000,
    });
    const found =
      await rows(sql`SELECT host_key, path_key, domain_length, flags, toString(observed_at) AS at, toString(source) AS source,
      status, bytes, title, description, noindex, toString(language) AS language, heading_levels, headings, word_count, schema_types,
      toString(platform_type) AS platform, published_at, toString(content_hash) AS hash, toString(simhash) AS sim, spam_score,
      (SELECT any(text) FROM documents) AS text FROM pages FINAL`);
    expect(found).toEqual([
      {
        host_key: 'uk.co.example.www.',
        path_key: '/a?b=1',
        domain_length: 'uk.co.example.'.length,
        flags: 3,
        at: '2026-03-03 07:00:00.000',
        source: 'commoncrawl',
        status: 200,
        bytes: 5_000_000_000,
        title: 'Title\twith\ttabs',
        description: "It's a 'description'",
        noindex: 1,
        language: 'en',
        heading_levels: [1, 3],
        headings: ["One's", 'Two\\three'],
        word_count: 12,
        schema_types: ['Article', "O'Thing"],
        platform: 'news',
        published_at: '2026-01-02',
        hash: '18446744073709551615',
        sim: '9223372036854775808',
        spam_score: 33.5,
        text: 'Line one\nline two',
      },
    ]);
  });

  it('says of hosts with ports, addresses and bare names what their domain is', async () => {
    await index.add(
      pageFact('https://shop.example.com:8443/', {
        links: ['http://127.0.0.1:8080/x', 'http://[::1]/', 'http://localhost/'],
      }),
    );
    const domains = await rows(sql`SELECT target_host, substring(target_host, 1, target_domain_length) AS target,
      substring(source_host, 1, source_domain_length) AS source FROM links FINAL ORDER BY target_host`);
    expect(domains).toEqual([
      { target_host: '127.0.0.1.:8080', target: '127.0.0.1.', source: 'com.example.' },
      { target_host: '[::1].', target: '[::1].', source: 'com.example.' },
      { target_host: 'localhost.', target: 'localhost.', source: 'com.example.' },
    ]);
  });

  it('leaves no trace of a second and third writing of the same facts', async () => {
    const facts = [
      pageFact('https://a.com/', { links: ['https://b.com/', 'https://c.com/'] }),
      pageFact('https://b.com/', { redirect: 'https://c.com/' }),
    ];
    const state = async (): Promise<unknown> => {
      const counts = [];
      for (const table of ['pages', 'page_states', 'fetches', 'moves', 'links', 'postings']) {
        counts.push(await rows(new Sql(`SELECT * FROM ${table} FINAL ORDER BY ALL`)));
      }
      return counts;
    };
    await index.add(...facts);
    const once = await state();
    await index.add(...facts.toReversed(), ...facts);
    expect(await state()).toEqual(once);
  });

  it('makes nothing of addresses that are none, of 304, and of the same page in another spelling', () => {
    expect(incomingRow(pageFact('ftp://a.com/'))).toBeUndefined();
    expect(incomingRow(pageFact('https://a.com/', { status: 304 }))).toBeUndefined();
    expect(incomingRow(pageFact('http://a.com/x', { redirect: 'https://a.com/x/' }))).toBeUndefined();
    expect(incomingRow(pageFact('http://a.com/', { redirect: 'https://www.a.com/' }))).toBeDefined();
  });
});

describe('facts that are out of all proportion', () => {
  it('are cut to what the index keeps, and refuse no one else', async () => {
    const huge = 'word '.repeat(200_000);
    const links = Array.from({ length: 30_000 }, (_, at) => `https://target${at % 500}.com/${at}`);
    const monster = pageFact('https://monster.com/', {
      document: {
        title: huge,
        description: huge,
        text: huge,
        language: 'not a language\t\n',
        headings: Array.from({ length: 5000 }, () => ({ level: Number.NaN, text: huge.slice(0, 1000) })),
        word_count: Number.POSITIVE_INFINITY,
        internal_links: -5,
        external_links: 1.7,
        spam_score: Number.NaN,
        schema_types: Array.from({ length: 1000 }, () => 'Thing'),
      },
      links: [...links, { to: 'https://one.com/', anchor: 'half \ud800 pair', count: 1e12 }],
    });
    await index.add({ ...monster, bytes: Number.NaN }, pageFact('https://small.com/', { links: ['https://one.com/'] }));
    expect(
      await rows(
        sql`SELECT host_key, length(title) <= 1000 AS short, word_count, internal_links FROM pages FINAL ORDER BY host_key`,
      ),
    ).toEqual([
      { host_key: 'com.monster.', short: 1, word_count: 0, internal_links: 0 },
      { host_key: 'com.small.', short: 1, word_count: 2, internal_links: 0 },
    ]);
    expect(await rows(sql`SELECT count() AS n FROM links FINAL WHERE source_host = 'com.monster.'`)).toEqual([
      { n: 20_000 },
    ]);
  });

  it('have to have happened at a time', async () => {
    await expect(index.writer.write(pageFact('https://a.com/', { at: new Date('never') }))).rejects.toThrow(TypeError);
    await expect(index.writer.write(pageFact('https://a.com/', { at: new Date(1e15) }))).rejects.toThrow(TypeError);
    await index.add(pageFact('https://a.com/'));
    expect(await rows(sql`SELECT count() AS n FROM pages`)).toEqual([{ n: 1 }]);
  });
});

describe('the flow', () => {
  it('makes a fast caller wait rather than remember everything, and is durable after each flush', async () => {
    const writer = new ThreadedIndexWriter(index.database.url, undefined, 1_000_000);
    const written = Array.from({ length: 12 }, (_, at) =>
      writer.write(pageFact(`https://many.com/${at}`, { document: { text: 'x'.repeat(100_000) } })),
    );
    const isWaiting = await Promise.all(
      written.map((each) =>
        Promise.race([each.then(() => false), Promise.resolve().then(() => Promise.resolve(true))]),
      ),
    );
    await Promise.all(written);
    await writer.flush();
    expect(isWaiting).toEqual([...Array.from({ length: 9 }, () => false), true, true, true]);
    expect(await rows(sql`SELECT count() AS n FROM pages FINAL`)).toEqual([{ n: 12 }]);
    await writer.close();
  });

  it('writes what was handed over without a flush within seconds', async () => {
    await index.writer.write(pageFact('https://a.com/'));
    await expect
      .poll(async () => (await rows(sql`SELECT count() AS n FROM pages`))[0]?.['n'], { interval: 200 })
      .toBe(1);
  });

  it('flushes at once when there is nothing to write, from several callers', async () => {
    await Promise.all([
      index.writer.flush(),
      index.writer.flush(),
      index.add(pageFact('https://a.com/')),
      index.writer.flush(),
    ]);
    expect(await rows(sql`SELECT count() AS n FROM pages FINAL`)).toEqual([{ n: 1 }]);
  });
});

describe('a page that the engine refuses', () => {
  it('is left out and told, and takes no other page with it', async () => {
    await index.database.run(sql`ALTER TABLE pages ADD CONSTRAINT no_poison CHECK title != 'poison'`);
    const told: string[] = [];
    const writer = new ThreadedIndexWriter(index.database.url, (message) => told.push(message));
    try {
      for (let at = 0; at < 40; at += 1) {
        const title = at === 17 ? 'poison' : 'Good';
        await writer.write(pageFact(`https://example.com/${at}`, { at: day(1), document: { title } }));
      }
      await writer.flush();
    } finally {
      await writer.close();
      await index.database.run(sql`ALTER TABLE pages DROP CONSTRAINT no_poison`);
    }
    expect(told).toHaveLength(1);
    expect(await rows(sql`SELECT count() AS pages FROM pages FINAL`)).toEqual([{ pages: 39 }]);
  });
});
