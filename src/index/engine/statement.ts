/**
 * Reads just enough of a statement to choose its session and find its format.
 */

/**
 * Inserts with data, reads, and everything that defines or rewrites tables each have sessions of their own. So have the statements of
 * a rebuild, which may take minutes: what a crawl derives does not wait for them, and stays in its order.
 */
export type StatementKind = 'read' | 'write' | 'define' | 'rebuild';

export interface InsertTarget {
  readonly table: string;
  readonly columns: readonly string[] | undefined;
  readonly format: string;
}

const NAME = '[A-Za-z_][A-Za-z0-9_]*';
const INSERT = new RegExp(
  String.raw`^\s*INSERT\s+INTO\s+(?:TABLE\s+)?(${NAME}(?:\.${NAME})?)\s*(?:\(([^()]*)\)\s*)?FORMAT\s+(${NAME})\s*;?\s*$`,
  'i',
);
const FORMAT = new RegExp(String.raw`\bFORMAT\s+(${NAME})\s*;?\s*$`, 'i');
/** Merging a table, and whatever has to do with the tables that a rebuild works in. */
const REBUILDS = /^\s*OPTIMIZE\b|\brebuild_[0-9]+_/i;
const READS = /^(?:SELECT|WITH|SHOW|DESCRIBE|DESC|EXISTS|EXPLAIN|CHECK)$/i;

/** `INSERT INTO table (columns) FORMAT name`, whose rows are the body of the request; undefined for anything else. */
export function insertTarget(statement: string): InsertTarget | undefined {
  const found = INSERT.exec(plain(statement).slice(0, 10_000));
  if (found === null) return undefined;
  const [, table = '', columns, format = ''] = found;
  return { table, columns: columns?.split(',').map((column) => column.trim()), format };
}

export interface InputInsert {
  /** The statement up to its `input`. */
  readonly start: string;
  readonly structure: string;
  readonly format: string;
}

const INPUT = new RegExp(
  String.raw`^(\s*INSERT\s+INTO\s.*\sFROM\s+)input\('([^'\\]+)'\)\s*FORMAT\s+(${NAME})\s*;?\s*$`,
  'is',
);

/** `INSERT INTO table SELECT … FROM input('structure') FORMAT name`, whose rows are the body; undefined for anything else. */
export function inputInsert(statement: string): InputInsert | undefined {
  const found = INPUT.exec(statement.slice(0, 10_000));
  if (found === null) return undefined;
  const [, start = '', structure = '', format = ''] = found;
  return { start, structure, format };
}

export function statementKind(statement: string): StatementKind {
  const word = /^[\s(]*([A-Za-z]+)/.exec(statement)?.[1] ?? '';
  if (READS.test(word)) return 'read';
  return REBUILDS.test(statement) ? 'rebuild' : 'define';
}

/** What health checks ask, which is nothing that anybody wants to know of the index. */
export function isProbe(statement: string): boolean {
  return statement.trim() === 'SELECT 1';
}

/** The format that a statement asks for at its end. */
export function formatOf(statement: string): string | undefined {
  return FORMAT.exec(statement.slice(-200))?.[1];
}

function plain(statement: string): string {
  return statement.replaceAll(/[`"]/g, '');
}
