import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { z } from 'zod';

import { connectDatabase, type IndexDatabase } from '../src/index/database/database.ts';
import { type IndexEngine, startIndexEngine } from '../src/index/engine/start.ts';
import { type OpenIndex, openIndex } from '../src/index/open.ts';
import { Sql, sql } from '../src/index/database/sql.ts';
import { rebuild, type RebuildOptions } from '../src/index/rebuild.ts';
import { contentHash } from '../src/text/fingerprints.ts';
import type { LinkSighting } from '../src/ports/imports.ts';
import type { PageFact } from '../src/ports/index.ts';
import type { DocumentFact, LinkFact } from '../src/web/facts/records.ts';
import { prepareIndexFolder } from './index-template.ts';

export interface TestIndex extends OpenIndex {
  readonly engine: IndexEngine;
  readonly database: IndexDatabase;
  readonly data_dir: string;
  /** As an operator's does, without the time that a thread takes to start: whoever reads this index sees it at once. */
  rebuild(options?: RebuildOptions): Promise<void>;
  /** Writes what was fetched, and has readers see it. */
  add(...facts: readonly PageFact[]): Promise<void>;
  /** Empties every table, so that tests of one file can share an engine. */
  clear(): Promise<void>;
}

const SILENT = { info: () => undefined, warn: () => undefined };

const Table = z.object({ name: z.string(), is_written: z.int() });
const OTHER_DATABASES = sql`SELECT name FROM system.databases
  WHERE name NOT IN (currentDatabase(), 'default', 'system', 'information_schema', 'INFORMATION_SCHEMA')`;
/** Of rebuilds that were stopped on the way; some are kept in memory. */
const HALF_MADE = sql`SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'rebuild\\_%'`;
/** Views and dictionaries hold no rows of their own. */
const TABLES = sql`SELECT name, (total_rows > 0 OR total_rows IS NULL) AS is_written FROM system.tables
  WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`;

/** An engine takes two seconds of processor time to start, so a process keeps its own from one file of tests to the next. */
export interface KeptEngine {
  readonly engine: IndexEngine;
  readonly database: IndexDatabase;
  readonly data_dir: string;
  /** Of a new index, and whether it has rows, such as the steps of the schema that were taken. */
  readonly tables: ReadonlyMap<string, boolean>;
}

let idle: KeptEngine | undefined;
/** A script has no next file, and an engine that runs keeps its process from ending. */
const HAS_NEXT_FILE = process.env['VITEST'] !== undefined;

export async function takeEngine(): Promise<KeptEngine> {
  const kept = idle;
  idle = undefined;
  if (kept !== undefined) return kept;
  const data_dir = await mkdtemp(join(tmpdir(), 'seamark-index-'));
  await prepareIndexFolder(data_dir);
  const engine = await startIndexEngine({ data_dir, log: SILENT });
  process.once('SIGTERM', () => process.exit());
  process.once('exit', () => {
    // What still runs would write into the folder while it goes.
    if (engine.pid !== undefined) process.kill(engine.pid, 'SIGKILL');
    rmSync(data_dir, { recursive: true, force: true });
  });
  const database = connectDatabase(engine.url);
  const found = await database.rows(Table, TABLES);
  const tables = new Map(found.map(({ name, is_written }) => [name, is_written !== 0]));
  return { engine, database, data_dir, tables };
}

/** Leaves the engine to the next file of tests as it was when it was new; else ends it. */
export async function giveBack(kept: KeptEngine): Promise<void> {
  if (HAS_NEXT_FILE && idle === undefined && (await isAsNew(kept))) {
    await clearTables(kept);
    idle = kept;
    return;
  }
  await kept.database.close();
  await kept.engine.stop();
  await rm(kept.data_dir, { recursive: true, force: true });
}

/** Drops what tests and rebuilds added; false where a table is gone. */
async function isAsNew({ database, tables }: KeptEngine): Promise<boolean> {
  for (const { name } of await database.rows(z.object({ name: z.string() }), OTHER_DATABASES)) {
    await database.run(new Sql(`DROP DATABASE ${name} SYNC`));
  }
  for (const { name } of await database.rows(z.object({ name: z.string() }), HALF_MADE)) {
    await database.run(new Sql(`DROP TABLE IF EXISTS ${name} SYNC`));
  }
  const names = new Set((await database.rows(Table, TABLES)).map(({ name }) => name));
  for (const name of names) if (!tables.has(name)) await database.run(new Sql(`DROP TABLE ${name} SYNC`));
  return [...tables.keys()].every((name) => names.has(name));
}

/** A statement takes a millisecond, there are a hundred tables, and most tests write to a few of them. */
async function clearTables({ database, tables }: KeptEngine): Promise<void> {
  const found = await database.rows(Table, TABLES);
  for (const { name, is_written } of found) {
    if (is_written !== 0 && tables.get(name) === false) await database.run(new Sql(`TRUNCATE TABLE ${name}`));
  }
}

/** The real index on a real engine in a temporary folder, gone after `close`. */
export async function openTestIndex(): Promise<TestIndex> {
  const kept = await takeEngine();
  const { engine, database, data_dir } = kept;
  const index = await openIndex(engine.url);
  return {
    ...index,
    engine,
    database,
    data_dir,
    rebuild: async (options) => {
      await rebuild(database, () => undefined, options);
      // Which has readers look again, as after whatever this process writes.
      await index.writer.flush();
    },
    add: async (...facts) => {
      for (const fact of facts) await index.writer.write(fact);
      await index.writer.flush();
    },
    clear: async () => {
      await index.consoleWriter.close();
      await clearTables(kept);
    },
    close: async () => {
      await index.close();
      await giveBack(kept);
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

/** A link that somebody else saw, with plain values for all that a test does not care about. */
export function sighting(source_url: string, changes: Partial<LinkSighting> = {}, anchor = 'a link'): LinkSighting {
  return {
    source_url,
    first_seen: day(1),
    last_seen: day(5),
    lost_at: undefined,
    link: linkFact({ to: 'https://www.target.com/x', anchor, text_pre: '', text_post: '' }),
    ...changes,
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
