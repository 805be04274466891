import { ARIAL_WIDTHS } from './arial-widths.ts';
import { ROBOTO_WIDTHS } from './roboto-widths.ts';

export type Font = 'arial' | 'roboto';

export interface TextWidth {
  readonly pixels: number;
  /** Whether every glyph stands in the font's table; false where the browser would take another font for some. */
  readonly measured: boolean;
}

/** Font sizes of Google's results in pixels. */
export const TITLE_PIXELS = 20;
export const DESCRIPTION_PIXELS = 14;

const UNITS_PER_EM = 2048;

const TABLES: Readonly<Record<Font, ReadonlyMap<string, number>>> = {
  arial: tableOf(ARIAL_WIDTHS),
  roboto: tableOf(ROBOTO_WIDTHS),
};

/**
 * How wide a line of text is, as the sum of its glyphs' advance widths (kerning, about one percent, is left out).
 *
 * Chinese, Japanese, Korean, full-width forms and emoji are one em wide in every font that has them; marks that combine
 * have no width. Other glyphs that the table lacks count with the mean of their script's usual fonts.
 */
export function widthOf(text: string, font: Font, size: number): TextWidth {
  const table = TABLES[font];
  let units = 0;
  let measured = true;
  for (const character of text.normalize('NFC')) {
    const known = table.get(character);
    if (known !== undefined) {
      units += known;
    } else if (FULL_WIDTH.test(character)) {
      units += UNITS_PER_EM;
    } else if (!NO_WIDTH.test(character)) {
      units += UNKNOWN_WIDTH;
      measured = false;
    }
  }
  return { pixels: Math.round((units * size) / UNITS_PER_EM), measured };
}

/** 0.56 em: between Devanagari (0.6), Arabic (0.5) and Thai (0.58) in Noto Sans. */
const UNKNOWN_WIDTH = 1147;

const FULL_WIDTH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}ー\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
const NO_WIDTH = /[\p{M}\p{Cf}\p{Cc}]/u;

function tableOf(rows: readonly (readonly [number, string])[]): ReadonlyMap<string, number> {
  return new Map(rows.flatMap(([width, characters]) => Array.from(characters, (each) => [each, width] as const)));
}
