import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { openTestIndex, pageFact, type TestIndex } from '../../test/index-engine.ts';
import { exportToFile, type ExportOrder } from './export.ts';
import { sql } from './database/sql.ts';

let index: TestIndex;
let folder: string;
const signal = AbortSignal.timeout(300_000);

beforeAll(async () => {
  index = await openTestIndex();
  folder = await mkdtemp(join(tmpdir(), 'seamark-export-test-'));
});
beforeEach(() => index.clear());
afterAll(async () => {
  await index.close();
  await rm(folder, { recursive: true, force: true });
});

async function exported(format: ExportOrder['format']): Promise<string> {
  const path = join(folder, `pages.${format}`);
  const source = { url: index.engine.url, is_embedded: true };
  await exportToFile(source, { what: 'pages', format, target: undefined }, path, signal);
  return path;
}

const UNREAD = {
  title: null,
  description: null,
  canonical_url: null,
  noindex: null,
  nofollow: null,
  language: null,
  headings: null,
  word_count: null,
  internal_links: null,
  external_links: null,
  schema_types: null,
  platform: null,
  published_at: null,
  spam_score: null,
};

const COLUMNS = [...Object.keys(UNREAD), 'redirect_url'] as const;
const Row = z.object({ url: z.string(), ...Object.fromEntries(COLUMNS.map((name) => [name, z.unknown()])) });

/** What a reader of Parquet finds, by the address of the page. */
async function parquetPages(): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const path = await exported('parquet');
  const rows = await index.database.rows(Row, sql`SELECT * FROM file(${path}, 'Parquet')`);
  return new Map(rows.map(({ url, ...values }) => [url, values]));
}

describe('an export of pages', () => {
  beforeEach(async () => {
    for (const fact of [
      pageFact('https://read.example/', { document: { title: '', word_count: 0, spam_score: 0, headings: [] } }),
      pageFact('https://head.example/', {
        document: { text_read: false, text: '', title: 'Boats', noindex: true, word_count: 0, spam_score: 50 },
        links: ['https://read.example/'],
      }),
      pageFact('https://moved.example/', { redirect: 'https://read.example/' }),
      pageFact('https://gone.example/', { status: 404 }),
    ]) {
      await index.writer.write(fact);
    }
    await index.writer.flush();
  });

  it('says what a page shows, zeros and empty texts among it', async () => {
    expect((await parquetPages()).get('https://read.example/')).toEqual({
      title: '',
      description: '',
      headings: '',
      schema_types: '',
      language: 'en',
      redirect_url: null,
      noindex: false,
      nofollow: false,
      word_count: 0,
      internal_links: 0,
      external_links: 0,
      spam_score: 0,
      canonical_url: null,
      platform: null,
      published_at: null,
    });
  });

  it('leaves out what only the text of a page could tell, where its head and links alone were read', async () => {
    expect((await parquetPages()).get('https://head.example/')).toMatchObject({
      title: 'Boats',
      noindex: true,
      language: 'en',
      internal_links: 0,
      external_links: 1,
      word_count: null,
      spam_score: null,
      headings: null,
      schema_types: null,
    });
  });

  it('knows nothing of the document where there was none to read', async () => {
    const pages = await parquetPages();
    expect(pages.get('https://gone.example/')).toEqual({ ...UNREAD, redirect_url: null });
    expect(pages.get('https://moved.example/')).toEqual({ ...UNREAD, redirect_url: 'https://read.example/' });
  });

  it('has empty cells in CSV for what is not known', async () => {
    const lines = (await readFile(await exported('csv'), 'utf8')).split('\n');
    expect(lines.find((line) => line.includes('gone.example'))).toMatch(/,404,,"text\/html",1000,,,,,,,,,,,,,,$/);
    expect(lines.find((line) => line.includes('head.example'))).toMatch(/,"Boats","",,true,false,"en",,,0,1,,,,$/);
  });
});
