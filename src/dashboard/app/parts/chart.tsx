import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';

import { day, number } from '../model/format.ts';

export interface ChartPart {
  readonly name: string;
  readonly values: readonly number[];
}

interface ChartProps {
  /** What the values are, such as credits. */
  readonly unit: string;
  readonly days: readonly string[];
  /** One above the other; at most six. */
  readonly parts: readonly ChartPart[];
}

const HEIGHT_PX = 220;
const BAR_SHARE = 0.75;

/** Values of each day as stacked bars. The tables beside it say the same in text. */
export function Chart({ unit, days, parts }: ChartProps): VNode {
  const place = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<number>();
  const theme = useTheme();
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const plot = new UPlot(optionsOf(element, parts, setAt), dataOf(days, parts), element);
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [days, parts, theme]);
  const shown = at === undefined ? undefined : days[at];
  return (
    <figure class="chart">
      <div ref={place} class="plot" role="img" aria-label={summaryOf(unit, days, parts)} />
      <figcaption>
        <span class="chart-day">{shown === undefined ? spanOf(unit, days) : day(shown)}</span>
        <ul>
          {parts.map((part, index) => (
            <li key={part.name}>
              <span class={`swatch part-${index}`} aria-hidden="true" /> {part.name}{' '}
              <b>{number(at === undefined ? sum(part.values) : (part.values[at] ?? 0))}</b>
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}

function useTheme(): boolean {
  const [isDark, setDark] = useState(() => matchMedia('(prefers-color-scheme: dark)').matches);
  useEffect(() => {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const change = (): void => setDark(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return isDark;
}

function optionsOf(
  element: HTMLElement,
  parts: readonly ChartPart[],
  setAt: (at: number | undefined) => void,
): UPlot.Options {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name).trim();
  const axis = { stroke: color('--muted'), font: `12px ${style.fontFamily}`, ticks: { show: false } };
  const bars = UPlot.paths.bars?.({ size: [BAR_SHARE, 48] });
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    padding: [8, 8, 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { x: { time: true, range: (_plot, from, to) => [from - 43_200, to + 43_200] }, y: { range: fromZero } },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    axes: [
      { ...axis, grid: { show: false }, values: '{D} {MMM}', space: 90, size: 28 },
      { ...axis, grid: { stroke: color('--line'), width: 1 }, size: 64, values: (_plot, values) => values.map(whole) },
    ],
    series: [
      {},
      // The highest stack is drawn first and the others over it, so each part shows what it adds.
      ...parts.map((part, index) => {
        const fill = color(`--part-${parts.length - 1 - index}`);
        return {
          label: part.name,
          fill,
          stroke: fill,
          width: 0,
          points: { show: false },
          ...(bars && { paths: bars }),
        };
      }),
    ],
    hooks: { setCursor: [(plot) => setAt(plot.cursor.idx ?? undefined)] },
  };
}

function fromZero(_plot: UPlot, _least: number, most: number): [number, number] {
  return [0, Math.max(most * 1.05, 1)];
}

/** Half a call would be nonsense on the axis. */
function whole(value: number | null): string {
  return value === null || !Number.isInteger(value) ? '' : number(value);
}

function dataOf(days: readonly string[], parts: readonly ChartPart[]): UPlot.AlignedData {
  const heights = days.map(() => 0);
  const stacks = parts.map((part) =>
    part.values.map((value, at) => {
      heights[at] = (heights[at] ?? 0) + value;
      return heights[at];
    }),
  );
  return [days.map((each) => Date.parse(each) / 1000), ...stacks.toReversed()];
}

function summaryOf(unit: string, days: readonly string[], parts: readonly ChartPart[]): string {
  const totals = days.map((_, at) => sum(parts.map((part) => part.values[at] ?? 0)));
  const most = Math.max(0, ...totals);
  const named = `${spanOf(unit, days)}: ${number(sum(totals))} in all`;
  return most === 0 ? named : `${named}, most on ${day(days[totals.indexOf(most)] ?? '')} (${number(most)})`;
}

function spanOf(unit: string, days: readonly string[]): string {
  return `${unit} by day, ${day(days[0] ?? '')} to ${day(days.at(-1) ?? '')}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
