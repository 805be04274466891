import { useState } from 'preact/hooks';

import { readChoice, type TableChoice, withChoice } from './table-address.ts';

const NOTHING: TableChoice = { sort: undefined, words: '', filters: [], columns: undefined };

interface Chosen {
  readonly choice: TableChoice;
  readonly choose: (change: Partial<TableChoice>) => void;
}

/** Kept in the address of the page under the name of the table, so that a link to the page shows the same. */
export function useTableChoice(name: string | undefined): Chosen {
  const [choice, setChoice] = useState(() =>
    name === undefined || !('location' in globalThis) ? NOTHING : readChoice(name, location.search),
  );
  const choose = (change: Partial<TableChoice>): void => {
    const next = { ...choice, ...change };
    setChoice(next);
    if (name === undefined) return;
    const search = withChoice(name, next, location.search);
    history.replaceState(history.state, '', location.pathname + search + location.hash);
  };
  return { choice, choose };
}
