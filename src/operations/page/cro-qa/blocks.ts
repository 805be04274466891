import type { Page, TextBlock } from '../../../web/page/page.ts';
import { countWords } from '../../../web/words.ts';
import { toPlainWords } from './phrases.ts';

/** A block of the content, and its words as phrases are looked for in them. */
export interface ReadBlock {
  readonly block: TextBlock;
  readonly words: number;
  readonly words_before: number;
  readonly plain: string;
}

const BLOCKS_MAX = 20_000;

export function readContentBlocks(page: Page): ReadBlock[] {
  const blocks: ReadBlock[] = [];
  let before = 0;
  for (const block of page.blocks) {
    if (block.region !== 'content' || block.kind === 'code' || blocks.length >= BLOCKS_MAX) continue;
    const words = countWords(block.text);
    blocks.push({ block, words, words_before: before, plain: toPlainWords(block.text, 3000) });
    before += words;
  }
  return blocks;
}
