import { BRIEFLY } from '../../database/database.ts';
import { type Sql, sql } from '../../database/sql.ts';
import { factsBehind, factsSql, type HeldColumn, type HeldLink, linksOf, storedLinks } from './held-facts.ts';
import { KeptLinks } from './kept-links.ts';

/**
 * Links that are few enough are read once, row by row, and counted here. For a thousand of them the engine would spend
 * ten times as long on understanding a statement that counts them as on reading them.
 */
export const HELD_LINKS_MAX = 10_000;

const LARGE_MAX = 10_000;

/** Targets with more links are remembered, so that they are not read in vain again. */
export class HeldTargets {
  readonly links_max: number;
  readonly kept = new KeptLinks();
  private readonly large = new Set<string>();

  constructor(links_max: number) {
    this.links_max = links_max;
  }

  mayHold(target: string): boolean {
    return this.links_max > 0 && !this.large.has(target);
  }

  tooLarge(target: string): void {
    if (this.large.size >= LARGE_MAX) this.large.clear();
    this.large.add(target);
  }
}

/** Asks the engine, which answers a list for each column. */
export type AskColumns = (query: Sql) => Promise<readonly (readonly unknown[])[]>;

/**
 * The links of `links` that meet the conditions of PREWHERE and WHERE, with the columns that were asked for; undefined when there are
 * too many.
 *
 * They are read as they are stored, and what a column says is worked out here: the engine would take as long to understand
 * two dozen expressions as to read a thousand links.
 */
export async function heldLinks<Column extends HeldColumn>(
  ask: AskColumns,
  { which, links_max }: { readonly which: Sql; readonly links_max: number },
  columns: readonly Column[],
): Promise<readonly Pick<HeldLink, Column>[] | undefined> {
  const facts = factsBehind(columns);
  const found = await ask(sql`SELECT ${factsSql(facts)} FROM links FINAL ${which} LIMIT ${links_max + 1} ${BRIEFLY}`);
  const count = found[0]?.length ?? 0;
  return count > links_max ? undefined : linksOf(storedLinks(facts, found));
}
