import { useEffect, useRef, useState } from 'preact/hooks';

import { readChoice, type TableChoice, withChoice } from './table-address.ts';

const NOTHING: TableChoice = { sort: undefined, words: '', filters: [], columns: undefined };

interface Chosen {
  readonly choice: TableChoice;
  readonly choose: (change: Partial<TableChoice>) => void;
}

/**
 * Kept in the address of the page under the name of the table, so that a link to the page shows the same. Each choice is a
 * step that Back takes away; words are one step, however many letters they are typed in.
 */
export function useTableChoice(name: string | undefined): Chosen {
  const [choice, setChoice] = useState(() => readHere(name));
  const isTyping = useRef(false);
  useEffect(() => {
    if (name === undefined) return undefined;
    const { pathname } = location;
    const follow = (): void => {
      isTyping.current = false;
      // What the address of another page says is not for the table that leaves.
      if (location.pathname !== pathname) return;
      const asked = readHere(name);
      setChoice((before) => (JSON.stringify(before) === JSON.stringify(asked) ? before : asked));
    };
    addEventListener('popstate', follow);
    return () => removeEventListener('popstate', follow);
  }, [name]);
  const choose = (change: Partial<TableChoice>): void => {
    const next = { ...choice, ...change };
    setChoice(next);
    if (name === undefined) return;
    const search = withChoice(name, next, location.search);
    const goesOn = isTyping.current;
    isTyping.current = Object.keys(change).join() === 'words';
    if (search === location.search) return;
    const address = location.pathname + search + location.hash;
    // Whoever does not know the choices need not draw anew: neither the page nor its report changes.
    if (goesOn && isTyping.current) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
  };
  return { choice, choose };
}

function readHere(name: string | undefined): TableChoice {
  return name === undefined || !('location' in globalThis) ? NOTHING : readChoice(name, location.search);
}
