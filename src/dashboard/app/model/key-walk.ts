/** What single keys do with what is drawn: the rows of a table, and the actions of a page. */

const ROWS = 'main tr[data-row], main table[role="table"] tbody > tr:not(.below)';

/** To the row below or above the one that has the focus; to the first where none has. */
export function stepRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>(ROWS)];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[current === -1 ? 0 : current + step];
  if (next === undefined) return;
  // A grid walks by itself, since it draws only the rows in view.
  if (current !== -1 && rows[current]?.dataset['row'] !== undefined && next.dataset['row'] !== undefined) {
    const key = step === 1 ? 'ArrowDown' : 'ArrowUp';
    rows[current].dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    return;
  }
  const target = next.dataset['row'] === undefined ? next.querySelector<HTMLElement>('a, button') : next;
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}

const ACTIONS = 'main :is(.page-head .actions, .row-actions) :is(a, button:enabled)';

export interface PageAction {
  readonly name: string;
  readonly run: () => void;
}

/** The actions of the page as it is, in the order in which they stand. */
export function actionsOfPage(): readonly PageAction[] {
  return [...document.querySelectorAll<HTMLElement>(ACTIONS)].flatMap((element) => {
    const name = (element.getAttribute('aria-label') ?? element.textContent).trim();
    return name === '' ? [] : [{ name, run: () => element.click() }];
  });
}
