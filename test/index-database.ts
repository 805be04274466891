import type { IndexDatabase } from '../src/index/database/database.ts';

/** The same database, but for what a test does in its own way. It stays open. */
export function passedOn(database: IndexDatabase, own: Partial<IndexDatabase>): IndexDatabase {
  return {
    url: database.url,
    rows: (row, query, stop) => database.rows(row, query, stop),
    columns: (query, stop) => database.columns(query, stop),
    text: (query, stop) => database.text(query, stop),
    bytes: (query, stop) => database.bytes(query, stop),
    pour: (query, into, stop) => database.pour(query, into, stop),
    run: (statement, stop) => database.run(statement, stop),
    insert: (table, columns, rows, token) => database.insert(table, columns, rows, token),
    insertSelected: (statement, rows, token) => database.insertSelected(statement, rows, token),
    close: () => Promise.resolve(),
    ...own,
  };
}
