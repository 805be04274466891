import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { connectDatabase, type IndexDatabase } from '../src/index/database/database.ts';
import { FACT_TABLES } from '../src/index/facts/tables.ts';
import { VERSIONED_TABLES } from '../src/index/derive/tables.ts';
import { type IndexEngine, startIndexEngine } from '../src/index/engine/start.ts';
import { type OpenIndex, openIndex } from '../src/index/open.ts';
import { Sql, sql } from '../src/index/database/sql.ts';
import { contentHash } from '../src/text/fingerprints.ts';
import type { PageFact } from '../src/ports/index.ts';
import type { DocumentFact, LinkFact } from '../src/web/facts/records.ts';
import { prepareIndexFolder } from './index-template.ts';

export interface TestIndex extends OpenIndex {
  readonly engine: IndexEngine;
  readonly database: IndexDatabase;
  readonly data_dir: string;
  /** Empties every table, so that tests of one file can share an engine. */
  clear(): Promise<void>;
}

const SILENT = { info: () => undefined, warn: () => undefined };

const TABLES = [
  'pages',
  'page_states',
  'fetches',
  'moves',
  'links',
  'postings',
  'documents',
  'document_cards',
  'reported_losses',
  'imported_ranks',
  'rebuilds',
  'read_domains',
  'page_cards',
  ...VERSIONED_TABLES,
  ...FACT_TABLES,
];

const Written = z.object({ name: z.string() });
const WRITTEN_TABLES = sql`SELECT name FROM system.tables
  WHERE database = currentDatabase() AND (total_rows > 0 OR total_rows IS NULL)`;

/** The real index on a real engine in a temporary folder, gone after `close`. */
export async function openTestIndex(): Promise<TestIndex> {
  const dataDir = await mkdtemp(join(tmpdir(), 'seamark-index-'));
  await prepareIndexFolder(dataDir);
  const engine = await startIndexEngine({ data_dir: dataDir, log: SILENT });
  const index = await openIndex(engine.url);
  const database = connectDatabase(engine.url);
  return {
    ...index,
    engine,
    database,
    data_dir: dataDir,
    clear: async () => {
      await index.consoleWriter.close();
      // A statement takes a millisecond, there are a hundred tables, and most tests write to a few of them.
      const written = new Set((await database.rows(Written, WRITTEN_TABLES)).map(({ name }) => name));
      for (const table of TABLES) if (written.has(table)) await database.run(new Sql(`TRUNCATE TABLE ${table}`));
    },
    close: async () => {
      await index.close();
      await database.close();
      await engine.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A day of March 2026, at noon UTC unless an hour is given. */
export function day(number: number, hour = 12): Date {
  return new Date(Date.UTC(2026, 2, number, hour));
}

interface PageDraft {
  readonly at?: Date;
  readonly status?: number;
  readonly redirect?: string;
  readonly document?: Partial<DocumentFact>;
  readonly links?: readonly (string | LinkDraft)[];
}

type LinkDraft = Partial<LinkFact> & { readonly to: string };

/** The fact of one fetch, with plain values for all that a test does not care about. */
export function pageFact(url: string, draft: PageDraft = {}): PageFact {
  const status = draft.status ?? (draft.redirect === undefined ? 200 : 301);
  const links = (draft.links ?? []).map(linkFact);
  const external = links.filter((link) => new URL(link.target_url).hostname !== new URL(url).hostname).length;
  return {
    url,
    observed_at: draft.at ?? day(1),
    source: 'crawl',
    status,
    redirect_url: draft.redirect,
    content_type: 'text/html',
    bytes: 1000,
    document: status === 200 ? documentFact(draft.document, links.length - external, external) : undefined,
    links,
  };
}

function linkFact(draft: string | LinkDraft): LinkFact {
  const { to, ...given } = typeof draft === 'string' ? { to: draft } : draft;
  return {
    target_url: to,
    type: 'anchor',
    anchor: 'a link',
    alt: '',
    image_url: '',
    attributes: [],
    dofollow: true,
    position: 'content',
    text_pre: 'before ',
    text_post: ' after',
    count: 1,
    ...given,
  };
}

function documentFact(given: Partial<DocumentFact> = {}, internal: number, external: number): DocumentFact {
  const text = given.text ?? 'Some words.';
  return {
    title: 'A page',
    description: '',
    canonical_url: undefined,
    noindex: false,
    nofollow: false,
    language: 'en',
    headings: [],
    word_count: text.split(/\s+/).length,
    internal_links: internal,
    external_links: external,
    schema_types: [],
    platform_type: '',
    published_at: undefined,
    content_hash: contentHash(text),
    simhash: 0n,
    spam_score: 10,
    text,
    ...given,
  };
}
