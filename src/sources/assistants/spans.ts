/** A part of a text as indices of the string, from and to. */
export type Span = readonly [number, number];

/** Of a part that the vendor counts in characters, each of which may take two units of the string. */
export function spanOfCharacters(
  text: string,
  start: number | null | undefined,
  end: number | null | undefined,
): Span | null {
  return spanBy(text, start, end, (character) => (character === '' ? 0 : 1));
}

/** Of a part that the vendor counts in bytes of UTF-8: `ä` is two of them. */
export function spanOfBytes(
  text: string,
  start: number | null | undefined,
  end: number | null | undefined,
): Span | null {
  return spanBy(text, start, end, (character) => Buffer.byteLength(character));
}

/** Null for what is no part of the text. */
function spanBy(
  text: string,
  start: number | null | undefined,
  end: number | null | undefined,
  lengthOf: (character: string) => number,
): Span | null {
  if (typeof end !== 'number') return null;
  // Vendors leave out a start of 0.
  const [from, to] = [indexAt(text, start ?? 0, lengthOf), indexAt(text, end, lengthOf)];
  return from === undefined || to === undefined || from >= to ? null : [from, to];
}

function indexAt(text: string, place: number, lengthOf: (character: string) => number): number | undefined {
  let index = 0;
  let passed = 0;
  for (const character of text) {
    if (passed >= place) break;
    passed += lengthOf(character);
    index += character.length;
  }
  return passed === place ? index : undefined;
}

export function moveSpan(span: Span | null, by: number): Span | null {
  return span === null ? null : [span[0] + by, span[1] + by];
}
