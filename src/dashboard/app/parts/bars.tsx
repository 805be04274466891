import type { VNode } from 'preact';

import { day } from '../model/format.ts';
import { isDate, numberText } from '../model/values.ts';
import { labelOf } from '../model/words.ts';
import type { Fields } from '../reports/report.ts';

const WIDTH = 1000;
const HEIGHT = 220;
const LEFT = 44;
const BOTTOM = 22;
const TOP = 10;
const TICKS = 4;
const LABELS_MAX = 6;

interface BarsProps {
  readonly title: string;
  readonly rows: readonly Fields[];
  readonly x: string;
  /** Two at most: what is gained and what is lost; the second hangs below the line. */
  readonly y: readonly string[];
}

/** Bars over time. The rows below say the same in figures. */
export function Bars({ title, rows, x, y }: BarsProps): VNode | null {
  const points = rows.toSorted((one, other) => String(one[x]).localeCompare(String(other[x])));
  const [up = '', down] = y;
  const most = (name: string | undefined): number =>
    name === undefined ? 0 : Math.max(0, ...points.map((row) => numberOf(row[name])));
  const [above, below] = [Math.max(1, most(up)), most(down)];
  if (points.length < 2) return null;
  const scale = (HEIGHT - TOP - BOTTOM) / (above + below);
  const zero = TOP + above * scale;
  const step = (WIDTH - LEFT) / points.length;
  const every = Math.ceil(points.length / LABELS_MAX);
  const ticks = Array.from({ length: TICKS + 1 }, (_, at) => (above * at) / TICKS);
  const label = `${title}: ${labelOf(up)} up to ${numberText(most(up), undefined)}${
    down === undefined ? '' : `, ${labelOf(down).toLowerCase()} up to ${numberText(below, undefined)}`
  }.`;
  return (
    <figure class="bars">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {ticks.map((value) => (
          <g key={value}>
            <line class="grid" x1={LEFT} x2={WIDTH} y1={zero - value * scale} y2={zero - value * scale} />
            <text x={LEFT - 6} y={zero - value * scale + 4} text-anchor="end">
              {numberText(Math.round(value), undefined)}
            </text>
          </g>
        ))}
        {points.map((row, at) => (
          <g key={String(at)}>
            <Bar kind="first" x={LEFT + at * step} width={step} zero={zero} size={numberOf(row[up]) * scale} />
            {down === undefined ? null : (
              <Bar kind="second" x={LEFT + at * step} width={step} zero={zero} size={-numberOf(row[down]) * scale} />
            )}
            {at % every === 0 ? (
              <text x={LEFT + (at + 0.5) * step} y={HEIGHT - 6} text-anchor="middle">
                {nameOf(row[x])}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
      <figcaption>
        {y.map((name, at) => (
          <span key={name} class={at === 0 ? 'first' : 'second'}>
            {labelOf(name)}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

interface BarProps {
  readonly kind: 'first' | 'second';
  readonly x: number;
  readonly width: number;
  readonly zero: number;
  readonly size: number;
}

function Bar({ kind, x, width, zero, size }: BarProps): VNode {
  const gap = Math.min(4, width / 5);
  return (
    <rect
      class={kind}
      x={x + gap}
      width={Math.max(1, width - 2 * gap)}
      y={size > 0 ? zero - size : zero}
      height={Math.abs(size)}
    />
  );
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

function nameOf(value: unknown): string {
  const text = String(value);
  return isDate(text) ? day(text) : text;
}
