import { cleanText } from '../../../text/normalize.ts';
import type { Page, TextBlock } from '../../../web/page/page.ts';
import { durationOf } from './values.ts';

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

/** A label as evidence: `“Price: 49 €”`. */
export function quoteLabel({ name, value }: Label, charactersMax = 60): string {
  return `“${name}: ${value.slice(0, charactersMax)}”`;
}

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

/** Texts of the blocks below a heading that a pattern matches, list items first where there are any. */
export function itemsBelow(page: Page, pattern: RegExp, itemsMax = 60): string[] {
  const section = page.sections.findIndex(({ title, heading }) => heading !== undefined && pattern.test(title.trim()));
  if (section < 0) return [];
  const level = page.sections[section]?.level ?? 0;
  let end = section + 1;
  // Parts below a smaller heading belong to the list: `For the sauce`.
  while (end < page.sections.length && (page.sections[end]?.level ?? 0) > level) end += 1;
  const blocks = page.blocks.filter(
    (block) =>
      block.section >= section &&
      block.section < end &&
      block.kind !== 'heading' &&
      block.kind !== 'code' &&
      block.region === 'content',
  );
  const items = blocks.filter((block) => block.kind === 'list_item');
  return (items.length > 1 ? items : blocks)
    .map((block) => cleanText(block.text, 1000))
    .filter((text) => text !== '')
    .slice(0, itemsMax);
}

export interface Step {
  readonly name: string | undefined;
  readonly text: string;
}

const NUMBERED =
  /^(?:(?:step|schritt|paso|étape|etape|手順)\s?(\d{1,2})|(\d{1,2})(?=[.)]))[.:)]?\s{0,3}(?:[–—-]\s{0,3})?/iu;

/** Steps that are headings counting up from one, with what stands below each. */
export function headingSteps(page: Page): Step[] {
  const steps: Step[] = [];
  for (const section of page.sections) {
    const match = NUMBERED.exec(section.title.trim());
    if (section.heading === undefined || match === null) continue;
    if (Number(match[1] ?? match[2]) !== steps.length + 1) continue;
    const name = cleanText(section.title.trim().slice(match[0].length), 200);
    const text = cleanText(section.text, 1000);
    if (text !== '' || name !== '')
      steps.push({ name: name === '' ? undefined : name, text: text === '' ? name : text });
  }
  return steps.length >= 2 ? steps : [];
}

/** The first duration that a label gives, in ISO 8601. */
export function labelledDuration(labels: readonly Label[], pattern: RegExp): string | undefined {
  return labels
    .filter(({ name }) => pattern.test(name))
    .map(({ value }) => durationOf(value))
    .find((duration) => duration !== undefined);
}
