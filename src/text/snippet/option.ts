import { z } from 'zod';

import { Level } from '../../kernel/level.ts';
import { tokenize } from '../../web/words.ts';
import { readTerms, stemTerm } from '../keyword.ts';
import { foldPhrase } from '../normalize.ts';
import { DESCRIPTION_PIXELS, TITLE_PIXELS, measureWidth } from './pixel-width.ts';

/**
 * Where desktop results end, in pixels: a text up to `fits` was never seen cut, one beyond `ends` always.
 *
 * Google publishes no number; its title line is 600 px wide, and the two lines of a description end near 985 px with the
 * last word left out. The figures are ours and pinned by a test.
 */
export const LIMITS = {
  title: { fits: 561, ends: 600, font_pixels: TITLE_PIXELS },
  description: { fits: 920, ends: 985, font_pixels: DESCRIPTION_PIXELS },
} as const;
export type Field = keyof typeof LIMITS;

export const Measured = z.object({
  characters: z.int().describe('Code points.'),
  pixel_width: z.int().describe('Width in Arial, 20 px for titles and 14 px for descriptions, as on desktop.'),
  mobile_pixel_width: z.int().describe('Width in Roboto, as on Android.'),
  width_measured: z
    .boolean()
    .describe('False when the text has glyphs that Arial lacks, so their width is an estimate.'),
  truncation_risk: Level,
});
export type Measured = z.infer<typeof Measured>;

export const Option = Measured.extend({
  text: z.string(),
  strategy: z.string().describe('How the text was built.'),
  why: z.string().describe('What this strategy is good for.'),
  evidence: z.array(z.string()).describe('Where on the page its words come from.'),
});
export type Option = z.infer<typeof Option>;

export function measure(text: string, field: Field): Measured {
  const { fits: safe, ends, font_pixels: size } = LIMITS[field];
  const arial = measureWidth(text, 'arial', size);
  return {
    characters: Array.from(text).length,
    pixel_width: arial.pixels,
    mobile_pixel_width: measureWidth(text, 'roboto', size).pixels,
    width_measured: arial.measured,
    truncation_risk: arial.pixels <= safe ? 'low' : arial.pixels <= ends ? 'medium' : 'high',
  };
}

export function fits(text: string, field: Field): boolean {
  return measure(text, field).truncation_risk === 'low';
}

/** The part of a text that a result has room for: whole words up to the limit. */
export function cutToResult(text: string, field: Field): string {
  const { ends, font_pixels: size } = LIMITS[field];
  if (measureWidth(text, 'arial', size).pixels <= ends) return text;
  const pieces = text.split(/(?<=\s)/);
  let shown = '';
  for (const piece of pieces.length < 3 ? Array.from(text) : pieces) {
    if (measureWidth(`${shown}${piece.trimEnd()}…`, 'arial', size).pixels > ends) break;
    shown += piece;
  }
  return `${shown.trimEnd()}…`;
}

/** The meaningful word that a text repeats most, and how often. */
export function countRepeats(text: string, language: string): { readonly count: number; readonly word: string } {
  const counts = new Map<string, number>();
  for (const term of readTerms(text, language, 2000)) {
    if (term.length > 2 && !/^\p{N}+$/u.test(term)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  let most = { count: 0, word: '' };
  for (const [word, count] of counts) if (count > most.count) most = { count, word };
  return { ...most, word: findWritten(text, most.word, language) };
}

/** The first word of a text with this stem, since nobody writes stems. */
function findWritten(text: string, stem: string, language: string): string {
  const words = tokenize(foldPhrase(text, 2000));
  return words.find((word) => stemTerm(word, language) === stem) ?? stem;
}
