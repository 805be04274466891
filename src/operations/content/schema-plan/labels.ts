import { cleanText } from '../../../text/normalize.ts';
import type { Page, TextBlock } from '../../../web/page/page.ts';

/** A fact that the page labels: `Price: 49 €`, a table row, a definition. */
export interface Label {
  readonly name: string;
  readonly value: string;
  readonly section: number;
}

const BLOCKS_MAX = 3000;
const LABELS_MAX = 500;
const NAME_CHARACTERS_MAX = 40;
const VALUE_CHARACTERS_MAX = 400;
const LABELLED = /^([\p{L}][\p{L}\p{N}\p{M} .’'/()&-]{0,40}?)\s{0,3}[:：]\s{0,3}(\S.*)$/su;

/** Labelled facts of the content in their order. */
export function labelsOf(page: Page): Label[] {
  const blocks = contentBlocks(page);
  const labels: Label[] = [];
  for (const [at, block] of blocks.entries()) {
    if (labels.length >= LABELS_MAX) break;
    const text = cleanText(block.text, VALUE_CHARACTERS_MAX + NAME_CHARACTERS_MAX);
    const inline = LABELLED.exec(text);
    if (inline?.[1] !== undefined && inline[2] !== undefined) {
      labels.push({ name: inline[1], value: inline[2], section: block.section });
      continue;
    }
    const next = blocks[at + 1];
    if (next === undefined || !isPair(block, next)) continue;
    const value = cleanText(next.text, VALUE_CHARACTERS_MAX);
    if (text.length <= NAME_CHARACTERS_MAX && value !== '') {
      labels.push({ name: text.replace(/\s*[:：]$/, ''), value, section: block.section });
    }
  }
  return labels;
}

/** Cells of one row and a term with its definition follow each other. */
function isPair(block: TextBlock, next: TextBlock): boolean {
  const sameSection = block.section === next.section;
  return sameSection && block.kind === next.kind && (block.kind === 'table_cell' || block.kind === 'list_item');
}

/** The content of the page; the footer too where `everywhere` is asked, since addresses stand there. */
export function contentBlocks(page: Page): readonly TextBlock[] {
  return page.blocks.filter((block) => block.region === 'content' && block.kind !== 'code').slice(0, BLOCKS_MAX);
}

/** The first label that a pattern matches as a whole. */
export function labelled(labels: readonly Label[], pattern: RegExp): Label | undefined {
  return labels.find(({ name }) => pattern.test(name));
}
