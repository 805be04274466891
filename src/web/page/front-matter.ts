/** What a document says about itself, and where its text begins. */
interface FrontMatter {
  readonly front_matter: ReadonlyMap<string, string> | undefined;
  readonly length: number;
}

const CHARACTERS_MAX = 16_384;
const NONE: FrontMatter = { front_matter: undefined, length: 0 };

/**
 * Reads the plain values of front matter: `key: value`, quoted or folded, at the top level.
 *
 * Lists and nested values are passed over. This is not a YAML reader on purpose: front matter comes from
 * outside, and YAML readers can be made to run for minutes by a few kilobytes.
 */
export function readFrontMatter(markdown: string): FrontMatter {
  const opening = /^\uFEFF?---[ \t]*\r?\n/.exec(markdown)?.[0].length;
  if (opening === undefined) return NONE;
  const head = markdown.slice(opening, opening + CHARACTERS_MAX);
  const closing = /^(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/m.exec(head);
  if (closing === null) return NONE;
  const values = valuesOf(head.slice(0, closing.index).split(/\r?\n/));
  return values === undefined ? NONE : { front_matter: values, length: opening + closing.index + closing[0].length };
}

const ENTRY = /^([\p{L}_][\p{L}\p{N}_.-]{0,60})[ \t]*:(?:[ \t]+(.*))?$/u;
const FOLDED = /^[>|][-+\d]{0,2}[ \t]*$/;
/** Lines that continue a list, a map or a folded text, or say nothing. */
const CONTINUED = /^(?:[ \t]|#|-(?:[ \t]|$)|[\]}]|$)/;

/** Undefined when the lines are ordinary text between two rules. */
function valuesOf(lines: readonly string[]): ReadonlyMap<string, string> | undefined {
  const values = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const entry = ENTRY.exec(line);
    if (entry === null) {
      if (!CONTINUED.test(line)) return undefined;
      continue;
    }
    const written = (entry[2] ?? '').trim();
    const value = FOLDED.test(written) ? foldedFrom(lines, at + 1) : scalar(written);
    const name = (entry[1] ?? '').toLowerCase();
    if (value !== undefined && value !== '' && !values.has(name)) values.set(name, value);
  }
  return values;
}

function foldedFrom(lines: readonly string[], from: number): string {
  const parts: string[] = [];
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() !== '' && !/^[ \t]/.test(line)) break;
    parts.push(line.trim());
  }
  return parts.filter(Boolean).join(' ');
}

function scalar(written: string): string | undefined {
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(written)?.[1];
  if (double !== undefined) return double.replaceAll(/\\(["\\/])/g, '$1');
  const single = /^'((?:[^']|'')*)'/.exec(written)?.[1];
  if (single !== undefined) return single.replaceAll("''", "'");
  if (/^[[{&*!|>"']/.test(written)) return undefined;
  return written.replace(/(?:^|[ \t])#.*$/, '').trim();
}
