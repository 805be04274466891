import { HeldRows, type RowKey } from './held-rows.ts';
import type { ConsoleDay, ConsolePart, ConsoleRow, ConsoleTable, ConsoleWriter } from '../../../ports/console.ts';

/** Whose figures they are, and which reading of which file. */
export type LoadOrigin = Pick<ConsolePart, 'workspace_id' | 'load' | 'part' | 'observed_at'>;

const SOURCE = 'search-console';
/** Rows that are held before they are handed over, so that those of equal key become one. */
const HELD_ROWS_MAX = 60_000;
const WRITTEN_ROWS = 50_000;

/**
 * Rows of one file on their way into the index, by property, kind of search and grain.
 *
 * Rows of equal key add up, here and in the index, so that a file of any size is read in bounded memory. Nothing of it is
 * read by anybody before `publish`.
 */
export class ConsoleLoad {
  readonly #writer: ConsoleWriter;
  readonly #origin: LoadOrigin;
  readonly #tables = new Map<string, LoadedTable>();
  #held = 0;

  constructor(writer: ConsoleWriter, origin: LoadOrigin) {
    this.#writer = writer;
    this.#origin = origin;
  }

  /** Where rows of a table go: worth keeping while a file is read, since finding it costs more than adding to it. */
  table(table: ConsoleTable): LoadedTable {
    const key = `${table.engine}\n${table.property}\n${table.search_type}\n${table.grain}`;
    const known = this.#tables.get(key);
    if (known !== undefined) return known;
    const made = new LoadedTable({ ...table, ...this.#origin, source: SOURCE }, () => {
      this.#held += 1;
    });
    this.#tables.set(key, made);
    return made;
  }

  /** What was added so far is more than should be held. */
  get isFull(): boolean {
    return this.#held >= HELD_ROWS_MAX;
  }

  get isEmpty(): boolean {
    return this.#tables.size === 0;
  }

  async handOver(): Promise<void> {
    for (const table of this.#tables.values()) {
      const rows = table.takeRows();
      for (let at = 0; at < rows.length; at += WRITTEN_ROWS) {
        await this.#writer.write(table.part, rows.slice(at, at + WRITTEN_ROWS));
      }
    }
    this.#held = 0;
  }

  /** Hands over the rest, and makes all of it count. */
  async publish(): Promise<void> {
    await this.handOver();
    for (const table of this.#tables.values()) await this.#writer.publish(table.part, table.days);
  }

  /** Forgets what was handed over, so that another reading begins with nothing. */
  async discard(): Promise<void> {
    for (const table of this.#tables.values()) await this.#writer.discard(table.part);
  }
}

export class LoadedTable {
  readonly part: ConsolePart;
  readonly #onNew: () => void;
  readonly #days = new Map<string, ConsoleDay>();
  readonly #rows = new HeldRows();
  readonly #keys = new Map<string, number>();
  /** The day that was asked for last: rows of one day come together. */
  #lastDay = '';

  constructor(part: ConsolePart, onNew: () => void) {
    this.part = part;
    this.#onNew = onNew;
  }

  get days(): readonly ConsoleDay[] {
    return [...this.#days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1));
  }

  add(row: ConsoleRow, key: RowKey): void {
    if (this.#rows.add(row, key)) this.#onNew();
  }

  /** The same for whoever has few rows, and no numbers for them. */
  addRow(row: ConsoleRow): void {
    const { day, days, query, page, country, device, appearance } = row;
    const key = JSON.stringify([day, days, query, page, country, device, appearance]);
    const rest = this.#keys.get(key) ?? this.#keys.size;
    this.#keys.set(key, rest);
    this.add(row, { query: 0, page: 0, rest });
  }

  /** Names a day that the table covers, also where no row of it follows. */
  addDay(day: ConsoleDay): void {
    this.#days.set(`${day.day}/${day.days}`, day);
  }

  hasDay(day: string, days: number): boolean {
    if (days === 1 && day === this.#lastDay) return true;
    const isKnown = this.#days.has(`${day}/${days}`);
    if (isKnown && days === 1) this.#lastDay = day;
    return isKnown;
  }

  takeRows(): readonly ConsoleRow[] {
    return this.#rows.take();
  }
}

/**
 * What the files of one export have in common, and which of them this is: `…/export-000000000003.csv.gz` is the part
 * `000000000003` of `…/export-*.csv.gz`. A file on its own is an export for each time that it was written.
 */
export function loadOf(location: string, seenAt: Date): Pick<LoadOrigin, 'load' | 'part'> {
  const found = SHARD.exec(location.replace(/[?#].*$/s, ''));
  if (found === null) return { load: `${location}@${seenAt.toISOString()}`, part: '' };
  const [, stem = '', shard = '', ending = ''] = found;
  return { load: `${stem}*${ending}`, part: shard };
}

/** Twelve digits of BigQuery's `*`, or `00003-of-00010`. */
const SHARD = /^(.*?)(\d{12}|\d{5}-of-\d{5})(\.[\w.]+)?$/s;
