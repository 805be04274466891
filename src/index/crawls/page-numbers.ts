import { pageId } from '../database/ids.ts';
import { type Sql, sql } from '../database/sql.ts';

/** What a number of JavaScript holds whole: of a million pages two have the same low bits once in ten thousand sites. */
const ID_BITS = (1n << 53n) - 1n;

/** The id of a page as a whole number of JavaScript. */
export function shortId(host: Sql, path: Sql): Sql {
  return sql`bitAnd(cityHash64(${host}, ${path}), ${ID_BITS})`;
}

/** The pages of a site in the order in which they came, found by id. */
export class PageNumbers {
  readonly #numbers = new Map<number, number>();

  get size(): number {
    return this.#numbers.size;
  }

  add(id: number): void {
    if (!this.#numbers.has(id)) this.#numbers.set(id, this.#numbers.size);
  }

  of(id: number): number | undefined {
    return this.#numbers.get(id);
  }

  ofKeys(hostKey: string, pathKey: string): number | undefined {
    return this.of(Number(pageId(hostKey, pathKey) & ID_BITS));
  }
}
