import type { Database } from './database.ts';
import { type KeyAnswer } from './key-store-memory.ts';
import { callerOf, type CallerRow, FIND } from './key-store-statements.ts';

const STATEMENTS_MAX = 2;
const KEYS_A_STATEMENT_MAX = 500;

interface Asked {
  readonly hash: string;
  readonly answer: (answer: KeyAnswer) => void;
  readonly fail: (thrown: unknown) => void;
}

/**
 * Asks the database who calls, for many keys in one statement.
 *
 * Whoever sends made-up keys with right checksums makes us ask for each. However many there are, they take two
 * connections and no more: the rest of the pool stays with those whose keys are known.
 */
export class KeyReader {
  readonly #database: Database;
  #asked: Asked[] = [];
  #under_way = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  read(hash: string): Promise<KeyAnswer> {
    return new Promise((answer, fail) => {
      this.#asked.push({ hash, answer, fail });
      if (this.#under_way < STATEMENTS_MAX) void this.#work();
    });
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    this.#under_way += 1;
    while (this.#asked.length > 0) await this.#ask(this.#asked.splice(0, KEYS_A_STATEMENT_MAX));
    this.#under_way -= 1;
  }

  async #ask(asked: readonly Asked[]): Promise<void> {
    const read_at = performance.now();
    try {
      const rows = await this.#database.query<CallerRow>(FIND, [asked.map(({ hash }) => Buffer.from(hash, 'hex'))]);
      const found = new Map(rows.map((row) => [row.hash, row]));
      for (const { hash, answer } of asked) answer(answerOf(found.get(hash), read_at));
    } catch (thrown) {
      for (const { fail } of asked) fail(thrown);
    }
  }
}

function answerOf(row: CallerRow | undefined, read_at: number): KeyAnswer {
  if (row === undefined) return { caller: undefined, ends_at: Infinity, read_at };
  return { caller: callerOf(row), ends_at: row.ends_in_ms === null ? Infinity : read_at + row.ends_in_ms, read_at };
}
