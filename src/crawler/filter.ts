import { type AddressPattern, matchesPattern, parsePattern } from '../web/address-pattern.ts';

/**
 * Which addresses a crawl reads, by patterns as site owners write them.
 *
 * `/blog/*` is a path from its start, `https://example.com/shop/*` a whole address, `*?sort=*` either; `*` stands for any
 * characters, and everything else for itself. A pattern without a star at its end matches whole.
 */
export class AddressFilter {
  readonly #include: readonly AddressPattern[];
  readonly #exclude: readonly AddressPattern[];

  /** @throws AppError invalid_input for a pattern with too many stars */
  constructor({ include, exclude }: { readonly include: readonly string[]; readonly exclude: readonly string[] }) {
    this.#include = include.map(parsePattern);
    this.#exclude = exclude.map(parsePattern);
  }

  admits(url: string): boolean {
    if (this.#include.length === 0 && this.#exclude.length === 0) return true;
    const matches = (pattern: AddressPattern): boolean => matchesPattern(pattern, url);
    if (this.#exclude.some(matches)) return false;
    return this.#include.length === 0 || this.#include.some(matches);
  }
}
