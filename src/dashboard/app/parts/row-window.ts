import { options, type RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';

import { printedReport } from '../model/printed.ts';

/** Fewer rows are all drawn. */
export const WINDOW_FROM = 50;
/** Drawn above and below those in view. */
const BEYOND = 8;
/** So that not every pixel of a scroll draws anew. */
const STEP = 5;
const ROW_PX = 44;
/** On paper; the files of a report have the others. */
export const PRINTED_MAX = 500;

/** On a page that is made for paper, and while the reader's own browser prints. */
function useIsPrinted(): boolean {
  const isPaper = useMemo(() => printedReport() !== undefined, []);
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = (): void => drawAtOnce(() => setPrinting(true));
    const end = (): void => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPaper || isPrinting;
}

/** A browser prints what is there as soon as it has said that it will, so this draws before it returns. */
function drawAtOnce(change: () => void): void {
  options.debounceRendering = (draw) => draw();
  change();
  delete options.debounceRendering;
}

export interface RowWindow {
  /** The first row that is drawn, and the first that is not. */
  readonly from: number;
  readonly to: number;
  /** In place of the rows above and below. */
  readonly above_px: number;
  readonly below_px: number;
}

/** Which rows of a scrolling box are drawn; the height of one is measured. */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [from, setFrom] = useState(0);
  const [height, setHeight] = useState(ROW_PX);
  const [view, setView] = useState(700);
  const isPrinted = useIsPrinted();
  const isWindowed = count > WINDOW_FROM && !isPrinted;
  useLayoutEffect(() => {
    const row = box.current?.querySelector('tbody tr[data-row]');
    if (isWindowed && row instanceof HTMLElement && row.offsetHeight > 0) setHeight(row.offsetHeight);
    if (isWindowed && box.current !== null) setView(box.current.clientHeight || 700);
  }, [isWindowed]);
  useEffect(() => {
    const element = box.current;
    if (element === null || !isWindowed) return undefined;
    const scrolled = (): void => setFrom(Math.floor(element.scrollTop / height / STEP) * STEP);
    element.addEventListener('scroll', scrolled, { passive: true });
    return () => element.removeEventListener('scroll', scrolled);
  }, [isWindowed, height]);
  if (isPrinted) return { from: 0, to: Math.min(count, PRINTED_MAX), above_px: 0, below_px: 0 };
  if (!isWindowed) return { from: 0, to: count, above_px: 0, below_px: 0 };
  const first = Math.max(0, Math.min(from, count - 1) - BEYOND);
  const last = Math.min(count, from + Math.ceil(view / height) + STEP + BEYOND);
  return { from: first, to: last, above_px: first * height, below_px: (count - last) * height };
}
