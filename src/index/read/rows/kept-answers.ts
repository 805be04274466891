import { createHash } from 'node:crypto';

import { z } from 'zod';

import { BRIEFLY, type IndexDatabase, readColumn } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { RecentAnswers } from './recent-answers.ts';

/** Answers that are kept, and rows of all of them together: some twenty megabytes. */
const ANSWERS_MAX = 500;
const ROWS_MAX = 100_000;

/** Ids of the statements that a rebuild has answered. */
interface Stored {
  readonly version: number;
  readonly statements: Promise<ReadonlySet<string>>;
}

const AnswerRow = z.object({ answer: z.string() });
const Rows = z.array(z.unknown());

/** The id under which `hot_answers` holds the answer to a statement: the same for every rebuild. */
export function statementId(query: Sql, version: number): bigint {
  const text = query.text.replaceAll(String(version), 'version');
  return createHash('sha256').update(text).digest().readBigUInt64LE(0);
}

/**
 * Answers to statements over tables that do not change: what a rebuild published stays as it is. Identical
 * simultaneous queries share one statement, and what a rebuild has answered ahead is not computed again.
 */
export class KeptAnswers {
  private readonly database: IndexDatabase;
  private readonly hear: (query: Sql, rows: readonly unknown[]) => void;
  private readonly kept = new RecentAnswers<readonly unknown[]>({
    answers_max: ANSWERS_MAX,
    age_ms_max: Infinity,
    size_max: ROWS_MAX,
    sizeOf: ({ length }) => length,
  });
  private stored: Stored | undefined;

  /** `hear` receives what was computed. */
  constructor(database: IndexDatabase, hear: KeptAnswers['hear'] = () => undefined) {
    this.database = database;
    this.hear = hear;
  }

  /** `version` is the rebuild whose tables the statement reads. */
  async rows<Row>(row: z.ZodType<Row>, query: Sql, version: number): Promise<readonly Row[]> {
    const answer = this.kept.find(query.text) ?? this.kept.keep(query.text, this.answer(query, version));
    return z.array(row).parse(await answer);
  }

  private async answer(query: Sql, version: number): Promise<readonly unknown[]> {
    const statements = await this.statementsOf(version);
    const id = statements.size === 0 ? 0n : statementId(query, version);
    if (statements.has(String(id))) {
      const [found] = await this.database.rows(
        AnswerRow,
        sql`SELECT answer FROM hot_answers WHERE version = ${version} AND statement = ${id} LIMIT 1 ${BRIEFLY}`,
      );
      if (found !== undefined) return Rows.parse(JSON.parse(found.answer));
    }
    const rows = await this.database.rows(z.unknown(), query);
    this.hear(query, rows);
    return rows;
  }

  private statementsOf(version: number): Promise<ReadonlySet<string>> {
    if (this.stored?.version === version) return this.stored.statements;
    const stored = { version, statements: this.readStatements(version) };
    this.stored = stored;
    // One failure must not be remembered as the answer; the caller sees it all the same.
    stored.statements.catch(() => {
      if (this.stored === stored) this.stored = undefined;
    });
    return stored.statements;
  }

  private async readStatements(version: number): Promise<ReadonlySet<string>> {
    const statements = sql`SELECT toString(statement) FROM hot_answers WHERE version = ${version}`;
    return new Set(await readColumn(this.database, z.string(), statements));
  }
}
