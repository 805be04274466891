import { cleanText } from '../../../text/normalize.ts';
import type { Page } from '../../../web/page/page.ts';

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
