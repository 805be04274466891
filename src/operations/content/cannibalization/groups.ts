import type { Conflict } from './conflicts.ts';
import type { Page } from './pages.ts';

/** Conflicts that share pages, directly or over others, in the order of the first conflict of each group. */
export function groupConnected(conflicts: readonly Conflict[]): Conflict[][] {
  const parents = new Map<Page, Page>();
  const rootOf = (page: Page): Page => {
    let root = page;
    for (let up = parents.get(root); up !== undefined && up !== root; up = parents.get(root)) root = up;
    parents.set(page, root);
    return root;
  };
  for (const { one, other } of conflicts) {
    const [here, there] = [rootOf(one), rootOf(other)];
    if (here !== there) parents.set(there, here);
  }
  return [...Map.groupBy(conflicts, ({ one }) => rootOf(one)).values()];
}
