import { AppError } from '../kernel/errors.ts';

/**
 * Which addresses a crawl reads, by patterns as site owners write them.
 *
 * `/blog/*` is a path from its start, `https://example.com/shop/*` a whole address, `*?sort=*` either; `*` stands for any
 * characters, and everything else for itself. A pattern without a star at its end matches whole.
 */
export class AddressFilter {
  readonly #include: readonly Pattern[];
  readonly #exclude: readonly Pattern[];

  /** @throws AppError invalid_input for a pattern with too many stars */
  constructor({ include, exclude }: { readonly include: readonly string[]; readonly exclude: readonly string[] }) {
    this.#include = include.map(compile);
    this.#exclude = exclude.map(compile);
  }

  admits(url: string): boolean {
    if (this.#include.length === 0 && this.#exclude.length === 0) return true;
    const start = url.indexOf('/', url.indexOf('://') + SCHEME_END);
    const path = start === -1 ? '/' : url.slice(start);
    const matches = (pattern: Pattern): boolean => matchesParts(pattern.is_whole ? url : path, pattern.parts);
    if (this.#exclude.some(matches)) return false;
    return this.#include.length === 0 || this.#include.some(matches);
  }
}

interface Pattern {
  readonly is_whole: boolean;
  /** What stands between the stars. */
  readonly parts: readonly string[];
}

const SCHEME_END = 3;
const PATTERN_LENGTH_MAX = 500;
const STARS_MAX = 20;

function compile(text: string): Pattern {
  const parts = text.replaceAll(/\*+/g, '*').split('*');
  if (text.length <= PATTERN_LENGTH_MAX && parts.length <= STARS_MAX) {
    return { is_whole: /^\*?https?:\/\//i.test(text) || /^\*?:\/\//.test(text), parts };
  }
  throw new AppError('invalid_input', `The pattern "${text.slice(0, 60)}" is too long, or has too many stars.`, {
    fix: `Use at most ${PATTERN_LENGTH_MAX} characters and ${STARS_MAX - 1} stars a pattern.`,
  });
}

/** Each part at its first place after the one before: linear, whatever the pattern. */
function matchesParts(text: string, parts: readonly string[]): boolean {
  const [first = '', ...rest] = parts;
  if (!text.startsWith(first)) return false;
  const last = rest.pop();
  if (last === undefined) return text.length === first.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
