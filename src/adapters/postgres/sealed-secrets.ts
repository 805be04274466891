import type { Vault } from '../secrets.ts';
import type { Database, Queryable } from './database.ts';
import { placeOfCrawl, placeOfSite } from './site-access.ts';

/** Where sealed texts are kept: each row with the id that its place is named after. */
const KEPT = [
  { table: 'webhook_endpoints', column: 'secret', id: 'id', place: (id: string) => id },
  { table: 'webhook_old_secrets', column: 'secret', id: 'endpoint_id', place: (id: string) => id },
  { table: 'sites', column: 'secrets', id: 'id', place: placeOfSite },
  { table: 'crawls', column: 'secrets', id: 'id', place: placeOfCrawl },
] as const;

export interface Resealed {
  readonly resealed: number;
  /** Sealed with a key that nobody named: they open no more. */
  readonly unreadable: number;
}

/**
 * Seals anew what keys before the current one have sealed, all or nothing. Several processes may do it at once.
 */
export async function resealSecrets(database: Pick<Database, 'transaction'>, vault: Vault): Promise<Resealed> {
  return database.transaction(async (transaction) => {
    let [resealed, unreadable] = [0, 0];
    for (const kept of KEPT) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction runs one statement at a time
      for (const row of await rowsOfOthers(transaction, kept, vault)) {
        const plain = vault.open(row.sealed, kept.place(row.id));
        if (plain === undefined) {
          unreadable += 1;
          continue;
        }
        const sealed = vault.seal(plain, kept.place(row.id));
        const { table, column } = kept;
        // oxlint-disable-next-line no-await-in-loop -- as above
        await transaction.query(`update ${table} set ${column} = $2 where ctid = $1::tid`, [row.at, sealed]);
        resealed += 1;
      }
    }
    return { resealed, unreadable };
  });
}

interface SealedRow {
  readonly at: string;
  readonly id: string;
  readonly sealed: Uint8Array;
}

function rowsOfOthers(
  transaction: Queryable,
  { table, column, id }: (typeof KEPT)[number],
  { mark }: Vault,
): Promise<readonly SealedRow[]> {
  return transaction.query<SealedRow>(
    `select ctid::text as at, ${id} as id, ${column} as sealed from ${table}
     where substring(${column} from 1 for length($1::bytea)) <> $1::bytea for update`,
    [mark],
  );
}
