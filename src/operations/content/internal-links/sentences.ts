/** Where a sentence stands in a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Behind these a full stop ends no sentence. Compared without case; single letters are taken for initials. */
const ABBREVIATIONS = new Set(
  (
    'mr mrs ms dr prof st vs etc inc ltd co corp no fig vol ca approx dept est jan feb mar apr jun jul aug sep sept oct nov dec eg ie cf al ' +
    'bzw usw evtl ggf inkl exkl nr str tel abs bspw sog vgl mio mrd tsd hr fr zzgl ' +
    'sr sra srta ud uds pág núm tel aprox ej av dpto ' +
    'mme mlle me env réf chap art p pp ' +
    'sig sigg dott ecc pag ' +
    'dhr mevr bijv enz ong'
  ).split(' '),
);

const END = /[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+[」』）”]*|\n\s*\n/gu;
/** The last word in front of a full stop, within a bound. */
const LAST_WORD = /(\p{L}+)$/u;

/**
 * Cuts running text of any language into sentences, in linear time.
 *
 * A full stop ends one when white space and no small letter follow, and the word before it is no known abbreviation; so
 * `z. B.`, `p. ej.`, `approx. 5` and `J. Smith` stay whole.
 */
export function sentencesOf(text: string): Span[] {
  const spans: Span[] = [];
  let start = 0;
  for (const found of text.matchAll(END)) {
    const end = found.index + found[0].length;
    if (found[0].startsWith('.') && !endsSentence(text, found.index, end)) continue;
    push(spans, text, start, end);
    start = end;
  }
  push(spans, text, start, text.length);
  return spans;
}

function endsSentence(text: string, stop: number, end: number): boolean {
  const next = /\S/.exec(text.slice(end, end + 50))?.[0];
  if (next !== undefined && /[\p{Ll}\p{N},;]/u.test(next)) return false;
  const word = LAST_WORD.exec(text.slice(Math.max(0, stop - 20), stop))?.[1]?.toLowerCase();
  return word === undefined || (word.length > 1 && !ABBREVIATIONS.has(word));
}

function push(spans: Span[], text: string, from: number, to: number): void {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text.charAt(start))) start += 1;
  while (end > start && /\s/.test(text.charAt(end - 1))) end -= 1;
  if (end > start) spans.push({ start, end });
}
