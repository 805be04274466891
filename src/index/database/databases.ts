import { withDatabase } from './database.ts';
import { Sql } from './sql.ts';

/** The databases of an engine, one for each index. */

export async function createDatabase(url: string): Promise<void> {
  const name = nameOf(url);
  if (name !== '' && name !== 'default') await onServer(url, `CREATE DATABASE IF NOT EXISTS ${checked(name)}`);
}

/** Removes an index with all that it holds; nothing happens where there is none. */
export async function dropDatabase(url: string): Promise<void> {
  await onServer(url, `DROP DATABASE IF EXISTS ${checked(nameOf(url))} SYNC`);
}

function nameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

function checked(name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,60}$/.test(name)) return name;
  throw new TypeError(`"${name}" is no name for a database of the index.`);
}

async function onServer(url: string, statement: string): Promise<void> {
  const bare = new URL(url);
  bare.pathname = '/default';
  await withDatabase(bare.href, (server) => server.run(new Sql(statement)));
}
