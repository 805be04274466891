import { AppError } from '../kernel/errors.ts';

/** A pattern of addresses as site owners write them. */
export interface AddressPattern {
  readonly is_whole: boolean;
  /** What stands between the stars. */
  readonly parts: readonly string[];
}

const SCHEME_END = 3;
const PATTERN_LENGTH_MAX = 500;
const STARS_MAX = 20;

/** @throws AppError invalid_input for a pattern that is too long, or has too many stars */
export function parsePattern(text: string): AddressPattern {
  const parts = text.replaceAll(/\*+/g, '*').split('*');
  if (text.length <= PATTERN_LENGTH_MAX && parts.length <= STARS_MAX) {
    return { is_whole: /^\*?https?:\/\//i.test(text) || /^\*?:\/\//.test(text), parts };
  }
  throw new AppError('invalid_input', `The pattern "${text.slice(0, 60)}" is too long, or has too many stars.`, {
    fix: `Use at most ${PATTERN_LENGTH_MAX} characters and ${STARS_MAX - 1} stars a pattern.`,
  });
}

/** Whether a whole address, or its path with the query, is as the pattern says. */
export function matchesPattern(pattern: AddressPattern, url: string): boolean {
  if (pattern.is_whole) return matchesParts(url, pattern.parts);
  const start = url.indexOf('/', url.indexOf('://') + SCHEME_END);
  return matchesParts(start === -1 ? '/' : url.slice(start), pattern.parts);
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
