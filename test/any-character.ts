import { type Arbitrary, integer } from 'fast-check';

const SURROGATES_START = 0xd800;
const SURROGATES = 0x800;
const CHARACTERS = 0x110000 - SURROGATES;

/**
 * Any character of Unicode, as the unit of a drawn text. fast-check draws the same by `unit: 'binary'`, for which it keeps
 * a table of all of them in each process: a second of processor time, and 80 MB.
 */
export const anyCharacter: Arbitrary<string> = integer({ min: 0, max: CHARACTERS - 1 }).map(
  (place) => String.fromCodePoint(place < SURROGATES_START ? place : place + SURROGATES),
  placeOf,
);

function placeOf(value: unknown): number {
  const code = typeof value === 'string' ? value.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== value) throw new Error('This is not one character.');
  return code < SURROGATES_START ? code : code - SURROGATES;
}
