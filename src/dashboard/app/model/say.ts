import { NUMBER, numberText } from './values.ts';
import type { Unit } from './fields.ts';

/** Frame what has weight; control characters, which no text of a page keeps. */
const STRONG_FROM = '\u0002';
const STRONG_TO = '\u0003';

/** Knows number, and the unknown. */
export interface Say {
  /** «1 domain», «12 domains», «an unknown number of domains». */
  readonly count: (value: number | null | undefined, one: string, many?: string) => string;
  /** The word that follows a number: «page links», «pages link». */
  readonly agree: (value: number | null | undefined, one: string, many: string) => string;
  /** «71%», «not known». */
  readonly figure: (value: number | null | undefined, unit?: Unit) => string;
  /** Sets weight without markup. */
  readonly strong: (text: string) => string;
}

export const SAY: Say = {
  count: (value, one, many = `${one}s`) =>
    value === null || value === undefined
      ? `an unknown number of ${many}`
      : `${NUMBER.format(value)} ${value === 1 ? one : many}`,
  agree: (value, one, many) => (value === 1 ? one : many),
  figure: (value, unit) => (value === null || value === undefined ? 'not known' : numberText(value, unit)),
  strong: (text) => `${STRONG_FROM}${text}${STRONG_TO}`,
};

export interface SaidPart {
  readonly text: string;
  readonly isStrong: boolean;
}

/** A sentence as parts with and without weight; begins with a capital. */
export function partsOf(sentence: string): readonly SaidPart[] {
  return sentence.split(STRONG_FROM).flatMap((piece, at) => {
    const [strong = '', rest] = at === 0 ? [undefined, piece] : piece.split(STRONG_TO);
    return [
      { text: strong, isStrong: true },
      { text: rest ?? '', isStrong: false },
    ].filter(({ text }) => text !== '');
  });
}
