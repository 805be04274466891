import { readFeatures } from './features.ts';
import { keptRuns } from './keep.ts';
import { dropRepeats } from './repeats.ts';
import { isBlockLike, RUNS_MAX, type TextRun, textRuns } from '../tree/runs.ts';
import type { PreparedPage } from '../tree/prepare.ts';
import { likelyContent, type TextModel, textModel } from './text-model.ts';
import { newElement, PageElement, type PageNode } from '../tree/element.ts';

/** The part of a page chosen as its content, as a tree of its own elements. */
export interface Choice {
  readonly content: PageElement;
  readonly words: number;
  /** Mean probability of the words kept, 0-1: how sure the choice is. */
  readonly confidence: number;
  /** The page has more runs of text than are examined. */
  readonly cut: boolean;
}

/** Say nothing by themselves and belong to the text around them. */
const SILENT = new Set(['img', 'picture', 'a', 'span', 'hr', 'td', 'th']);

export function chooseContent(page: PreparedPage, model: TextModel = textModel()): Choice {
  const runs = textRuns(page.body);
  const { rows, top } = readFeatures(page.body, runs, page.signals);
  const likely = likelyContent(runs, rows, model);
  const kept = keptRuns({ runs, rows, likely, signals: page.signals, top });
  let words = 0;
  let sure = 0;
  const chosen = new Map<PageElement, TextRun[]>();
  for (const [at, run] of runs.entries()) {
    if (kept[at] !== true) continue;
    words += run.words;
    sure += run.words * (likely[at] ?? 0);
    const before = chosen.get(run.parent);
    if (before === undefined) chosen.set(run.parent, [run]);
    else before.push(run);
  }
  const content = pruned(page.body, chosen)?.copy ?? newElement('body');
  dropRepeats(content);
  return {
    content,
    words,
    confidence: words === 0 ? 0 : sure / words,
    cut: runs.length >= RUNS_MAX,
  };
}

interface Pruned {
  readonly copy: PageElement;
  /** Contains chosen text, not only what is next to some. */
  readonly text: boolean;
}

/**
 * A copy of the tree with the chosen runs and what holds them.
 *
 * Parts without words (pictures, rules, empty cells) stay where text beside them stays. The copies know their
 * parents in the page, where the language of a code block may be written.
 */
function pruned(element: PageElement, chosen: ReadonlyMap<PageElement, readonly TextRun[]>): Pruned | undefined {
  const runs = chosen.get(element) ?? [];
  const children: PageNode[] = [];
  let text = false;
  let silent = SILENT.has(element.tag);
  for (const [at, child] of element.children.entries()) {
    if (runs.some((run) => at >= run.from && at < run.to)) {
      text = true;
      children.push(child);
      continue;
    }
    const beside = unchosen(child, chosen);
    if (beside === undefined) continue;
    children.push(beside.node);
    text ||= beside.text;
    silent ||= beside.silent;
  }
  if (!text && (element.words > 0 || !silent)) return undefined;
  const copy = new PageElement(element.tag, element.attributes, element.parent);
  copy.words = element.words;
  copy.children = children;
  return { copy, text };
}

function unchosen(
  child: PageNode,
  chosen: ReadonlyMap<PageElement, readonly TextRun[]>,
): { readonly node: PageNode; readonly text: boolean; readonly silent: boolean } | undefined {
  if (typeof child === 'string') return child.trim() === '' ? { node: ' ', text: false, silent: false } : undefined;
  if (isBlockLike(child)) {
    const inner = pruned(child, chosen);
    return inner === undefined ? undefined : { node: inner.copy, text: inner.text, silent: !inner.text };
  }
  return child.words === 0 && SILENT.has(child.tag) ? { node: child, text: false, silent: true } : undefined;
}
