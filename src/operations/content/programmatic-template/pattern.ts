import { cleanText, foldPhrase } from '../../../text/normalize.ts';

type Part = { readonly text: string } | { readonly variable: string; readonly key: string };

export interface Pattern {
  /** As it may be shown. */
  readonly text: string;
  readonly parts: readonly Part[];
  /** Keys of its variables, each once, in their order. */
  readonly variables: readonly string[];
  /** A bracket that opens or closes nothing, with what stands around it. */
  readonly loose: string | undefined;
}

/** `{x}`, `{{x}}`, `[x]`, `<x>`; a name is never longer than a hundred characters, which keeps the search linear. */
const BRACKETS = /\{\{([^{}]{1,100})\}\}|\{([^{}]{1,100})\}|\[([^[\]]{1,100})\]|<([^<>]{1,100})>/g;
const LOOSE = /[{}[\]<>]/;

/** What names of one variable have in common however they are written: `Shoe Type`, `shoe_type`, `shoe-type`. */
export function keyOf(name: string): string {
  return foldPhrase(name, 200).replaceAll(/[\s-]+/g, '_');
}

export function readPattern(given: string): Pattern {
  const text = cleanText(given, 1000);
  const parts: Part[] = [];
  let at = 0;
  for (const match of text.matchAll(BRACKETS)) {
    const name = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').trim();
    if (name === '') continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ variable: name, key: keyOf(name) });
    at = match.index + match[0].length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  const loose = parts.find((part) => 'text' in part && LOOSE.test(part.text));
  return {
    text,
    parts,
    variables: [...new Set(parts.flatMap((part) => ('key' in part ? [part.key] : [])))],
    loose: loose !== undefined && 'text' in loose ? loose.text.trim() : undefined,
  };
}

/** The pattern with its variables filled by `value`. */
export function fill(pattern: Pattern, value: (key: string) => string): string {
  return pattern.parts.map((part) => ('text' in part ? part.text : value(part.key))).join('');
}
