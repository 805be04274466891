import type { ConsoleDay, ConsolePart, ConsoleRow, ConsoleTable, ConsoleWriter } from '../src/ports/console.ts';
import type { KeywordFact } from '../src/ports/keywords.ts';
import type { ConsoleParts } from '../src/importer/console/read-console.ts';

export interface KeptPart {
  readonly part: ConsolePart;
  readonly rows: readonly ConsoleRow[];
  readonly days: readonly ConsoleDay[];
}

/** Keeps what is published, as the index would, and the keywords that are written beside it. */
export class KeptConsole implements ConsoleParts {
  readonly published: KeptPart[] = [];
  readonly keywordFacts: KeywordFact[] = [];
  /** Rows that were written, published or not. */
  written = 0;
  readonly #open = new Map<ConsolePart, ConsoleRow[]>();

  readonly console: ConsoleWriter = {
    write: (part, rows) => {
      this.written += rows.length;
      this.#open.set(part, [...(this.#open.get(part) ?? []), ...rows]);
      return Promise.resolve();
    },
    publish: (part, days) => {
      this.published.push({ part, rows: this.#open.get(part) ?? [], days });
      this.#open.delete(part);
      return Promise.resolve();
    },
    discard: (part) => {
      this.#open.delete(part);
      return Promise.resolve();
    },
  };

  readonly keywords = {
    write: (_workspaceId: string, facts: readonly KeywordFact[]): Promise<void> => {
      this.keywordFacts.push(...facts);
      return Promise.resolve();
    },
  };

  get isIdle(): boolean {
    return this.#open.size === 0;
  }

  part(grain: ConsoleTable['grain']): KeptPart {
    const found = this.published.find(({ part }) => part.grain === grain);
    if (found === undefined) throw new Error(`No rows of grain ${grain} were published.`);
    return found;
  }

  /** `2026-10-24/28 garden hose 12 340 2380`: days, what it is split by, clicks, impressions and sum of positions. */
  lines(grain: ConsoleTable['grain']): string[] {
    return this.part(grain).rows.map(lineOf);
  }

  days(grain: ConsoleTable['grain']): string[] {
    return this.part(grain).days.map(
      ({ day, days, is_final, is_cut }) => `${day}/${days}${is_final ? '' : ' counting'}${is_cut ? ' cut' : ''}`,
    );
  }
}

function lineOf(row: ConsoleRow): string {
  const { day, days, query, page, country, device, appearance, clicks, impressions, position_sum } = row;
  const split = [query, page, country, device, appearance].flatMap((name) =>
    name === null ? [] : [name === '' ? '?' : name],
  );
  const sum = position_sum === null ? '-' : Math.round(position_sum * 10) / 10;
  return [`${day}/${days}`, ...split, clicks ?? '-', impressions, sum].join(' ');
}
