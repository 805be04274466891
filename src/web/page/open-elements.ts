import { BUTTON_SCOPE, DEFINITION_SCOPE, LIST_SCOPE, SCOPE, SPECIAL, TABLE_SCOPE } from './elements.ts';

/** Which elements an end tag, or an end that a start tag implies, does not reach through (HTML 13.2.4.2). */
export type Scope = 'general' | 'button' | 'list' | 'definition' | 'table' | 'inline' | 'none';

interface Named {
  readonly name: string;
  readonly foreign: boolean;
}

/** Depth of the innermost border of each scope, -1 where there is none. */
type Borders = Readonly<Record<Scope, number>>;

const NO_BORDERS: Borders = { general: -1, button: -1, list: -1, definition: -1, table: -1, inline: -1, none: -1 };

/**
 * The stack of open elements, which answers in constant time where the nearest element of a name is.
 *
 * Searching the stack instead would let a page of stray tags cost its length times its depth.
 */
export class OpenElements<Element extends Named> {
  readonly #elements: Element[] = [];
  /** In force inside each of them. */
  readonly #borders: Borders[] = [];
  readonly #depths = new Map<string, number[]>();

  get depth(): number {
    return this.#elements.length;
  }

  get current(): Element | undefined {
    return this.#elements.at(-1);
  }

  push(element: Element): void {
    const depth = this.#elements.length;
    this.#borders.push(bordersOf(element, depth, this.#borders.at(-1) ?? NO_BORDERS));
    this.#elements.push(element);
    const depths = this.#depths.get(element.name);
    if (depths === undefined) this.#depths.set(element.name, [depth]);
    else depths.push(depth);
  }

  pop(): Element | undefined {
    const element = this.#elements.pop();
    this.#borders.pop();
    if (element !== undefined) this.#depths.get(element.name)?.pop();
    return element;
  }

  /** Depth of the innermost open element of that name, unless a border of the scope lies inside it. */
  nearest(name: string, scope: Scope): number | undefined {
    const depth = this.#depths.get(name)?.at(-1);
    if (depth === undefined) return undefined;
    const border = this.#borders.at(-1)?.[scope] ?? -1;
    return border > depth ? undefined : depth;
  }
}

const BORDERING = new Set([...SPECIAL, ...SCOPE, 'noscript']);

function bordersOf({ name, foreign }: Named, depth: number, outer: Borders): Borders {
  if (!BORDERING.has(name)) return outer;
  // Where scripts run, noscript is text: nothing inside it opens or closes anything outside.
  if (name === 'noscript') {
    return { general: depth, button: depth, list: depth, definition: depth, table: depth, inline: depth, none: -1 };
  }
  if (foreign && !SCOPE.has(name)) return outer;
  return {
    general: SCOPE.has(name) ? depth : outer.general,
    button: BUTTON_SCOPE.has(name) ? depth : outer.button,
    list: LIST_SCOPE.has(name) ? depth : outer.list,
    definition: DEFINITION_SCOPE.has(name) ? depth : outer.definition,
    table: TABLE_SCOPE.has(name) ? depth : outer.table,
    inline: SPECIAL.has(name) ? depth : outer.inline,
    none: -1,
  };
}
