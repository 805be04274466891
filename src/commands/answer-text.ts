import { fieldsOf } from '../kernel/fields-of.ts';
import { counted } from '../kernel/grammar.ts';
import { inCommands } from './command-wording.ts';
import { markdownText, tablesIn } from './markdown-text.ts';
import { fittingColumns, printableText, tableLines, type TextTable, wrappedLines } from './text-table.ts';
import { styled, type Terminal } from './terminal.ts';

/** An answer as a person wants to read it at a terminal: its summary, its lists as tables, what it cost and who said it. */

type Fields = Readonly<Record<string, unknown>>;

interface Page {
  readonly terminal: Terminal;
  readonly columns: number;
}

/** Lists that answers page through are shown whole: the caller has said how many rows to send. */
const PAGED = ['items', 'results'];
/** Of other lists beside a summary. */
const ROWS_MAX = 20;
/** What is shown at the end, or for programs alone. */
const NOT_SHOWN = ['success', 'meta', 'markdown_summary', 'agent_workflow', 'agent_support'];

export function answerText(answer: Fields, page: Page): string {
  const { markdown_summary: summary, meta } = answer;
  const fields = Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => !NOT_SHOWN.includes(name))
      .map(([name, value]) => [name, typeof value === 'string' ? inCommands(value) : value]),
  );
  const parts =
    typeof summary === 'string'
      ? [markdownText(inCommands(summary), page.terminal, page.columns), ...listsBeside(summary, fields, page)]
      : sections('', fields, page);
  return [...parts, costText(fieldsOf(meta), page)].filter((part) => part !== '').join('\n\n');
}

function listsBeside(summary: string, fields: Fields, page: Page): string[] {
  const told = tablesIn(summary);
  return Object.entries(fields).flatMap(([name, value]) => {
    const records = recordsIn(value);
    if (records === undefined || told.some((table) => saysAll(table, records))) return [];
    return [listText(name, records, page, PAGED.includes(name) ? records.length : ROWS_MAX)];
  });
}

/** Whether the table has a row for each record, with one of its texts. */
function saysAll({ rows }: TextTable, records: readonly Fields[]): boolean {
  return (
    rows.length === records.length &&
    records.every((record, at) =>
      Object.values(record).some((value) => typeof value === 'string' && value !== '' && rows[at]?.includes(value)),
    )
  );
}

/** Deeper than any answer nests what a person would read. */
const DEPTH_MAX = 4;

/** Everything that a record says: plain values as lines, then what is nested in it. */
function sections(title: string, record: Fields, page: Page, depth = 0): string[] {
  const plain = Object.entries(record).filter(([, value]) => isPlain(value));
  const nested = Object.entries(record).filter(([, value]) => !isPlain(value));
  const rows = plain.map(([name, value]) => [words(name), cellOf(value)]);
  const heading = title === '' || plain.length === 0 ? [] : [styled(page.terminal, 'bold', titled(title))];
  const lines = rows.length === 0 ? [] : tableLines({ head: [], rows }, page.columns);
  return [
    [...heading, ...lines].join('\n'),
    ...nested.flatMap(([name, value]) => {
      const path = title === '' ? name : `${title} ${name}`;
      const records = recordsIn(value);
      if (records !== undefined) return [listText(path, records, page, records.length)];
      return depth < DEPTH_MAX ? sections(path, fieldsOf(value), page, depth + 1) : [];
    }),
  ].filter((part) => part !== '');
}

function listText(name: string, records: readonly Fields[], page: Page, rowsMax: number): string {
  const shown = records.slice(0, rowsMax);
  const table = tableOf(shown);
  const order = byWorth(table);
  const chosen = fittingColumns(table, order, page.columns);
  const pick = (row: readonly string[]): string[] => chosen.map((at) => row[at] ?? '');
  const { terminal } = page;
  const lines = tableLines({ head: pick(table.head), rows: table.rows.map(pick) }, page.columns, (line) =>
    styled(terminal, 'bold', line),
  );
  const more = records.length - shown.length;
  const hidden = order.filter((at) => !chosen.includes(at)).length;
  const left = [
    ...(more > 0 ? [counted(more, 'more row')] : []),
    ...(hidden > 0 ? [counted(hidden, 'more column')] : []),
  ];
  const note =
    left.length === 0 ? [] : [styled(terminal, 'dim', `${left.join(' and ')}: add --json to see everything.`)];
  return [`${styled(terminal, 'bold', titled(name))} (${records.length})`, ...lines, ...note].join('\n');
}

/** The columns that tell rows apart come first, then those that say the same everywhere; empty ones not at all. */
function byWorth({ head, rows }: TextTable): number[] {
  const kinds = head.map((_name, at) => new Set(rows.map((row) => row[at] ?? '')));
  const told = [...head.keys()].filter((at) => [...(kinds[at] ?? [])].some((cell) => cell !== '' && cell !== NONE));
  const differs = (at: number): boolean => rows.length === 1 || (kinds[at]?.size ?? 0) > 1;
  return [...told.filter(differs), ...told.filter((at) => !differs(at))];
}

function tableOf(records: readonly Fields[]): TextTable {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const plain = names.filter((name) => records.every((record) => isPlain(record[name] ?? null)));
  return {
    head: plain.map((name) => words(name).toUpperCase()),
    rows: records.map((record) => plain.map((name) => cellOf(record[name]))),
  };
}

/** The list of records that a value is; undefined for all else, and for an empty one. */
function recordsIn(value: unknown): readonly Fields[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || isPlain(value)) return undefined;
  return value.map(fieldsOf);
}

function isPlain(value: unknown): boolean {
  return (
    typeof value !== 'object' || value === null || (Array.isArray(value) && value.every((each) => !isNested(each)))
  );
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

const NONE = '–';
/** Smaller figures may be years, statuses and positions. */
const GROUPED_FROM = 10_000;

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map(cellOf).join(', ');
  if (value === null || value === undefined) return NONE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value < GROUPED_FROM ? String(value) : value.toLocaleString('en-US');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return printableText(text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/, '$1 $2'));
}

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

function titled(name: string): string {
  const text = words(name);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** What the call cost, and which sources answered it. */
function costText(meta: Fields, { columns }: Page): string {
  const { charged, balance } = fieldsOf(meta['credits']);
  const left = typeof balance === 'number' ? `, ${balance.toLocaleString('en-US')} left` : '';
  const credits = typeof charged === 'number' ? [`Charged: ${counted(charged, 'credit')}${left}.`] : [];
  const sources = (recordsIn(meta['sources']) ?? []).map(({ source, status, observed_at, note }) => {
    const seen = typeof observed_at === 'string' ? `, as of ${cellOf(observed_at)}` : '';
    const said = typeof note === 'string' && note !== '' ? `: ${cellOf(note)}` : '';
    return wrappedLines(`Source ${cellOf(source)} (${words(cellOf(status))}${seen})${said}`, columns).join('\n');
  });
  return [...credits, ...new Set(sources)].join('\n');
}
