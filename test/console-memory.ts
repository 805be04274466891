import type {
  ConsoleDay,
  ConsolePart,
  ConsoleReader,
  ConsoleRow,
  ConsoleTable,
  ConsoleWriter,
} from '../src/ports/console.ts';

interface KeptPart {
  readonly part: ConsolePart;
  readonly rows: ConsoleRow[];
  days: readonly ConsoleDay[] | undefined;
  published: number;
}

/** Console rows as the index keeps them: of each day those of the newest load that was published. */
export class ConsoleMemory implements ConsoleWriter, ConsoleReader {
  readonly #parts = new Map<string, KeptPart>();
  #clock = 0;

  write(part: ConsolePart, rows: readonly ConsoleRow[]): Promise<void> {
    this.#kept(part).rows.push(...rows);
    return Promise.resolve();
  }

  publish(part: ConsolePart, days: readonly ConsoleDay[]): Promise<void> {
    const kept = this.#kept(part);
    kept.days = days;
    this.#clock += 1;
    kept.published = this.#clock;
    return Promise.resolve();
  }

  discard(part: ConsolePart): Promise<void> {
    const key = [nameOf(part), part.load, part.part].join(' ');
    if (this.#parts.get(key)?.published === 0) this.#parts.delete(key);
    return Promise.resolve();
  }

  properties(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  finalDays(_workspaceId: string, table: ConsoleTable): Promise<readonly string[]> {
    const newest = this.#newest(table);
    return Promise.resolve(
      [...newest]
        .flatMap(([day, { days }]) => (days?.some((one) => one.day === day && one.is_final) ? [day] : []))
        .toSorted(),
    );
  }

  /** What a reader sees of a table. */
  rows(table: ConsoleTable): readonly ConsoleRow[] {
    return [...this.#newest(table)].flatMap(([day, { rows }]) => rows.filter((row) => row.day === day));
  }

  days(table: ConsoleTable): readonly ConsoleDay[] {
    return [...this.#newest(table)].flatMap(([day, { days }]) => days?.filter((one) => one.day === day) ?? []);
  }

  #newest(table: ConsoleTable): Map<string, KeptPart> {
    const newest = new Map<string, KeptPart>();
    for (const kept of this.#parts.values()) {
      if (kept.published === 0 || nameOf(kept.part) !== nameOf(table)) continue;
      for (const { day } of kept.days ?? []) {
        if ((newest.get(day)?.published ?? 0) < kept.published) newest.set(day, kept);
      }
    }
    return newest;
  }

  #kept(part: ConsolePart): KeptPart {
    const key = [nameOf(part), part.load, part.part].join(' ');
    const kept = this.#parts.get(key) ?? { part, rows: [], days: undefined, published: 0 };
    this.#parts.set(key, kept);
    return kept;
  }
}

function nameOf({ engine, property, search_type, grain }: ConsoleTable): string {
  return [engine, property, search_type, grain].join(' ');
}
