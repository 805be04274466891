import { z } from 'zod';

import type { IndexDatabase } from '../database.ts';
import type { Sql } from '../sql.ts';

/** Answers that are kept, and rows of all of them together: some ten megabytes. */
const ANSWERS_MAX = 500;
const ROWS_MAX = 50_000;

interface Kept {
  readonly answer: Promise<readonly unknown[]>;
  rows: number;
}

/**
 * Answers to statements over tables that do not change: what a rebuild published stays as it is. Whoever asks the same at
 * the same time shares one statement.
 */
export class KeptAnswers {
  private readonly database: IndexDatabase;
  private readonly kept = new Map<string, Kept>();
  private rows_kept = 0;

  constructor(database: IndexDatabase) {
    this.database = database;
  }

  async rows<Row>(row: z.ZodType<Row>, query: Sql): Promise<readonly Row[]> {
    const known = this.kept.get(query.text);
    const { answer } = known ?? this.begin(query);
    if (known !== undefined) {
      // The one asked for last is the last to go.
      this.kept.delete(query.text);
      this.kept.set(query.text, known);
    }
    return z.array(row).parse(await answer);
  }

  private begin(query: Sql): Kept {
    const kept: Kept = { answer: this.database.rows(z.unknown(), query), rows: 0 };
    this.kept.set(query.text, kept);
    kept.answer.then(
      ({ length }) => {
        if (this.kept.get(query.text) !== kept) return;
        kept.rows = length;
        this.rows_kept += length;
        this.shrink();
      },
      () => {
        if (this.kept.get(query.text) === kept) this.kept.delete(query.text);
      },
    );
    return kept;
  }

  private shrink(): void {
    for (const [text, { rows }] of this.kept) {
      if (this.kept.size <= ANSWERS_MAX && this.rows_kept <= ROWS_MAX) return;
      this.kept.delete(text);
      this.rows_kept -= rows;
    }
  }
}
