import type { TextRun } from './runs.ts';

const NAMES =
  /\s(?:user-?name|author-?name|message-name|poster|post-?author|author|user-?link|creator|popupctrl|u-author)\s/;

/** Whether a forum marks a run as the name of who wrote a post: the block, or an element inside it. */
export function isPosterName(run: TextRun): boolean {
  const inside = run.parent.children.slice(run.from, run.to).filter((child) => typeof child !== 'string');
  return [...inside, run.parent, run.parent.parent].some(
    (element) =>
      element !== undefined && (NAMES.test(element.names) || element.attributes.get('itemprop') === 'author'),
  );
}
