import type { PageElement } from '../../../web/tree/element.ts';

/** Elements of one make beside each other: cards of a list, posts of a thread, entries of a menu. */
export interface Repeats {
  /** Words of all repeated elements as a share of the page. */
  readonly share: number;
  /** Appends six features of the nearest and the outermost repetition that `element` stands in. */
  push(row: number[], element: PageElement): void;
}

interface Repeat {
  readonly count: number;
  readonly words: number;
  readonly linkedWords: number;
}

const REPEATS_MIN = 3;
const NO_REPEAT: Repeat = { count: 0, words: 0, linkedWords: 0 };
/** Rows and paragraphs repeat by nature. */
const NEVER_CARDS = new Set(
  'p br span a b strong em i td th tr option img h1 h2 h3 h4 h5 h6 dt dd pre code'.split(' '),
);

export function countRepeats(body: PageElement): Repeats {
  const found = new Map<PageElement, Repeat>();
  let words = 0;
  const visit = (parent: PageElement, inside: boolean): void => {
    for (const group of alikeIn(parent)) {
      const total = group.reduce((sum, card) => sum + card.words, 0);
      const linked = group.reduce((sum, card) => sum + card.linkedWords, 0);
      const repeat = { count: group.length, words: total / group.length, linkedWords: linked / group.length };
      for (const card of group) found.set(card, repeat);
      if (!inside) words += total;
    }
    for (const child of parent.children) if (typeof child !== 'string') visit(child, inside || found.has(child));
  };
  visit(body, false);
  const total = Math.max(body.words, 1);
  return {
    share: words / total,
    push(row, element) {
      let nearest = NO_REPEAT;
      let outermost = NO_REPEAT;
      for (let at: PageElement | undefined = element; at !== undefined; at = at.parent) {
        const repeat = found.get(at);
        if (repeat === undefined) continue;
        if (nearest === NO_REPEAT) nearest = repeat;
        outermost = repeat;
      }
      const { count, words: size, linkedWords } = nearest;
      row.push(Math.min(count, 100), Math.min(size, 1000), size === 0 ? 0 : linkedWords / size, (count * size) / total);
      row.push(Math.min(outermost.count, 100), Math.min(outermost.words, 1000));
    },
  };
}

/** Groups of at least `REPEATS_MIN` children with the same tag and first class. */
function alikeIn(parent: PageElement): PageElement[][] {
  const groups = new Map<string, PageElement[]>();
  for (const child of parent.children) {
    if (typeof child === 'string' || child.words === 0 || NEVER_CARDS.has(child.tag)) continue;
    const make = child.tag + firstClass(child);
    const group = groups.get(make);
    if (group === undefined) groups.set(make, [child]);
    else group.push(child);
  }
  return groups
    .values()
    .filter((group) => group.length >= REPEATS_MIN)
    .toArray();
}

function firstClass(element: PageElement): string {
  const name = element.attributes.get('class')?.trim() ?? '';
  const end = name.search(/\s/);
  return '.' + (end === -1 ? name : name.slice(0, end)).replaceAll(/\d+/g, '0');
}
