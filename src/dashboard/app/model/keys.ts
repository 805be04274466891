import { useEffect, useRef } from 'preact/hooks';

const SWITCH = 'seamark.keys';
/** So long after `g` its second key may come. */
const SECOND_MS = 1200;

export function areKeysOn(): boolean {
  return localStorage.getItem(SWITCH) !== 'off';
}

export function switchKeys(isOn: boolean): void {
  localStorage.setItem(SWITCH, isOn ? 'on' : 'off');
}

/** What keys do, by the key or by `g` and a letter. */
export type KeyWork = Readonly<Record<string, () => void>>;

/** Listens for single keys outside of inputs, where they are switched on. */
export function useKeys(work: KeyWork): void {
  const current = useRef(work);
  current.current = work;
  useEffect(() => {
    let first = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent): void => {
      if (!areKeysOn() || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isSecond = event.timeStamp - first < SECOND_MS;
      const does = current.current[isSecond ? `g ${event.key}` : event.key];
      first = !isSecond && event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (does === undefined) return;
      event.preventDefault();
      does();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.matches('input, textarea, select') || target.isContentEditable || target.closest('dialog') !== null;
}
