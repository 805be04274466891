import { readDataRows } from '../../kernel/data.ts';

export type Font = 'arial' | 'roboto';

export interface TextWidth {
  readonly pixels: number;
  /** Whether the font has every glyph; false where the browser would take some from another font. */
  readonly measured: boolean;
}

/** Font sizes of Google's desktop results. */
export const TITLE_PIXELS = 20;
export const DESCRIPTION_PIXELS = 14;

const UNITS_PER_EM = 2048;

const TABLES: Readonly<Record<Font, ReadonlyMap<string, number>>> = {
  arial: readWidths('data/arial-widths.tsv'),
  roboto: readWidths('data/roboto-widths.tsv'),
};

/**
 * How wide a line of text is: the sum of its glyphs' advance widths, without kerning (about one percent).
 *
 * Chinese, Japanese, Korean, full-width forms and emoji are one em wide in every font that has them; combining marks have
 * no width. Other glyphs that the table lacks count with an average width.
 */
export function measureWidth(text: string, font: Font, size: number): TextWidth {
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

function readWidths(path: string): ReadonlyMap<string, number> {
  const rows = readDataRows(import.meta.url, path);
  return new Map(rows.flatMap(([width, characters = '']) => Array.from(characters, (each) => [each, Number(width)])));
}
