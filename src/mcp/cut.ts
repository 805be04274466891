import { fieldsOf } from '../kernel/fields-of.ts';
import { tokensOf } from './token-estimate.ts';

/** One list or text of an answer that was shortened. */
export interface Cut {
  /** `results`, or `job.result.results` inside a job. */
  readonly path: string;
  readonly kind: 'list' | 'text' | 'record';
  readonly shown: number;
  readonly total: number;
}

export interface CutAnswer {
  readonly answer: Readonly<Record<string, unknown>>;
  readonly cuts: readonly Cut[];
}

/** Each round shortens what is longest; an answer has far fewer lists that are long. */
const ROUNDS_MAX = 60;
const DEPTH_MAX = 10;
/** A text is worth shortening from here on, and keeps so much at least. */
const TEXT_CHARACTERS_MIN = 400;
/** What the note about the cuts takes itself. */
const NOTE_TOKENS = 400;

/**
 * The answer within the limit. Its longest lists and texts are cut, the longest first, and the answer says which.
 *
 * Lists keep their first rows, which every operation orders by how much they matter.
 */
export function cutTo(answer: Readonly<Record<string, unknown>>, tokensMax: number): CutAnswer {
  let shown = answer;
  const cuts = new Map<string, Cut & { readonly names: readonly string[] }>();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const room = round === 0 ? tokensMax : tokensMax - NOTE_TOKENS;
    if (sizeOf(shown) <= room) break;
    const part = longestPart(shown) ?? longestField(shown);
    if (part === undefined) break;
    const kept = shortened(part, part.tokens - (sizeOf(shown) - (tokensMax - NOTE_TOKENS)));
    shown = fieldsOf(replaced(shown, part.names, kept));
    const path = part.names.join('.');
    const total = cuts.get(path)?.total ?? lengthOf(part.value);
    cuts.set(path, { path, names: part.names, kind: kindOf(part.value), shown: lengthOf(kept), total });
  }
  // Cuts inside rows that are no longer shown need no note.
  const told = [...cuts.values()].filter(({ names }) => isThere(shown, names));
  return { answer: shown, cuts: told.map(({ names: _names, ...cut }) => cut) };
}

interface Part {
  readonly names: readonly string[];
  readonly value: unknown;
  readonly tokens: number;
}

function longestPart(answer: unknown): Part | undefined {
  let longest: Part | undefined;
  const look = (value: unknown, names: readonly string[]): void => {
    if (names.length > DEPTH_MAX) return;
    if (isShortenable(value)) {
      const tokens = sizeOf(value);
      if (longest === undefined || tokens > longest.tokens) longest = { names, value, tokens };
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) look(inner, [...names, name]);
  };
  look(answer, []);
  return longest;
}

/** Where nothing is long in itself, as in a record of a thousand names, a whole field is left out. */
function longestField(answer: Readonly<Record<string, unknown>>): Part | undefined {
  const [longest] = Object.entries(answer)
    .filter(([name, value]) => name !== 'meta' && typeof value === 'object' && value !== null)
    .map(([name, value]) => ({ names: [name], value, tokens: sizeOf(value) }))
    .toSorted((left, right) => right.tokens - left.tokens);
  return longest;
}

function isShortenable(value: unknown): boolean {
  return typeof value === 'string' ? value.length > TEXT_CHARACTERS_MIN : Array.isArray(value) && value.length > 1;
}

function shortened({ value }: Part, tokensMax: number): unknown {
  if (typeof value === 'string') return shortenedText(value, tokensMax);
  if (!Array.isArray(value)) return {};
  let room = tokensMax;
  const end = value.findIndex((row) => {
    room -= sizeOf(row) + 1;
    return room < 0;
  });
  return value.slice(0, Math.max(1, end === -1 ? value.length - 1 : end));
}

function shortenedText(text: string, tokensMax: number): string {
  const share = Math.max(0, tokensMax) / Math.max(1, sizeOf(text));
  const length = Math.min(text.length - 1, Math.max(TEXT_CHARACTERS_MIN, Math.floor(text.length * share * 0.97)));
  // Half of a surrogate pair is not valid text.
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

function kindOf(value: unknown): Cut['kind'] {
  if (typeof value === 'string') return 'text';
  return Array.isArray(value) ? 'list' : 'record';
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string' || Array.isArray(value)) return value.length;
  return Object.keys(fieldsOf(value)).length;
}

function replaced(value: unknown, path: readonly string[], by: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return by;
  if (Array.isArray(value)) return value.map((each, at) => (String(at) === name ? replaced(each, rest, by) : each));
  return { ...fieldsOf(value), [name]: replaced(fieldsOf(value)[name], rest, by) };
}

function isThere(value: unknown, path: readonly string[]): boolean {
  let inner = value;
  for (const name of path) {
    if (typeof inner !== 'object' || inner === null) return false;
    const fields: Readonly<Record<string, unknown>> = { ...inner };
    inner = fields[name];
  }
  return inner !== undefined;
}

function sizeOf(value: unknown): number {
  return tokensOf(JSON.stringify(value) ?? '');
}
