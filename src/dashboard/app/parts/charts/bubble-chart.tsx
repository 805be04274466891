import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';

import type { Bubble, BubbleSpec } from '../../model/chart-spec.ts';
import { Figure, nextPlace, useWidth } from './figure.tsx';
import { figureText, ticksOf } from './scale.ts';

const HEIGHT = 280;
const LEFT = 56;
const BOTTOM = 40;
const TOP = 16;
const RIGHT = 24;
const RADIUS = 18;
const NAMED_MAX = 12;

/** Each name by two figures, its size a third. */
export function BubbleChart({ title, spec }: { readonly title: string; readonly spec: BubbleSpec }): VNode {
  const { axes } = spec;
  const points = spec.points.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0));
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const [at, setAt] = useState<number>();
  const shown = at === undefined ? undefined : points[at];
  return (
    <Figure
      title={title}
      legend={
        <div class="legend" aria-live="polite">
          {shown === undefined ? `The larger, the more ${axes.size.toLowerCase()}` : readingOf(shown, spec)}
        </div>
      }
      table={{
        columns: ['Name', axes.x.name, axes.y.name, axes.size],
        rows: points.map(({ name, x, y, size }) => [
          name,
          figureText(x, axes.x.unit),
          figureText(y, axes.y.unit),
          figureText(size, undefined),
        ]),
      }}
    >
      <div
        ref={place}
        class="plot-area"
        tabIndex={0}
        role="group"
        aria-label={`${title}. Use the left and right arrow keys to read single names.`}
        onBlur={() => setAt(undefined)}
        onKeyDown={(event) => {
          const next = nextPlace(event.key, at, points.length);
          if (next === 'stay') return;
          event.preventDefault();
          setAt(next);
        }}
      >
        <Drawing spec={spec} points={points} width={width} at={at} onPoint={setAt} />
      </div>
    </Figure>
  );
}

interface DrawingProps {
  readonly spec: BubbleSpec;
  readonly points: readonly Bubble[];
  readonly width: number;
  readonly at: number | undefined;
  readonly onPoint: (at: number | undefined) => void;
}

function Drawing({ spec, points, width, at, onPoint }: DrawingProps): VNode {
  const { axes } = spec;
  const xTicks = ticksOf(0, Math.max(...points.map(({ x }) => x)) || 1);
  const yTicks = ticksOf(0, Math.max(...points.map(({ y }) => y)) || 1);
  const largest = Math.max(1, ...points.map(({ size }) => size ?? 0));
  const xOf = (value: number): number => LEFT + (value / (xTicks.at(-1) ?? 1)) * (width - LEFT - RIGHT);
  const yOf = (value: number): number => HEIGHT - BOTTOM - (value / (yTicks.at(-1) ?? 1)) * (HEIGHT - BOTTOM - TOP);
  const radiusOf = (size: number | null): number => 4 + Math.sqrt((size ?? 0) / largest) * (RADIUS - 4);
  const highest = points.reduce((best, each) => (each.y > best.y ? each : best));
  return (
    <svg
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={`${points.length} names. The highest: ${readingOf(highest, spec)}`}
    >
      {yTicks.map((value) => (
        <g key={value}>
          <line class={value === 0 ? 'axis' : 'grid'} x1={LEFT} x2={width - RIGHT} y1={yOf(value)} y2={yOf(value)} />
          <text x={LEFT - 8} y={yOf(value) + 4} text-anchor="end">
            {figureText(value, axes.y.unit)}
          </text>
        </g>
      ))}
      {xTicks.map((value) => (
        <text key={value} x={xOf(value)} y={HEIGHT - BOTTOM + 16} text-anchor="middle">
          {figureText(value, axes.x.unit)}
        </text>
      ))}
      <text class="axis-name" x={width - RIGHT} y={HEIGHT - 4} text-anchor="end">
        {axes.x.name} →
      </text>
      <text class="axis-name" x={LEFT} y={10}>
        ↑ {axes.y.name}
      </text>
      {points.map(({ name, x, y, size }, index) => (
        <circle
          key={name}
          class={at === index ? 'bubble is-shown' : 'bubble'}
          cx={xOf(x)}
          cy={yOf(y)}
          r={radiusOf(size)}
          onPointerEnter={() => onPoint(index)}
          onPointerLeave={() => onPoint(undefined)}
        />
      ))}
      {placedNames(points.slice(0, NAMED_MAX), { xOf, yOf, radiusOf, width }).map(({ name, x, y, isLeft }) => (
        <text key={name} class="bubble-name" x={x} y={y} text-anchor={isLeft ? 'end' : 'start'}>
          {name}
        </text>
      ))}
    </svg>
  );
}

interface Scales {
  readonly xOf: (value: number) => number;
  readonly yOf: (value: number) => number;
  readonly radiusOf: (size: number | null) => number;
  readonly width: number;
}

interface PlacedName {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly isLeft: boolean;
}

/** Names beside their bubbles, as many as do not cover one another. */
function placedNames(points: readonly Bubble[], { xOf, yOf, radiusOf, width }: Scales): readonly PlacedName[] {
  const placed: PlacedName[] = [];
  for (const { name, x, y, size } of points) {
    const isLeft = xOf(x) > width * 0.66;
    const offset = radiusOf(size) + 4;
    const next = { name, x: xOf(x) + (isLeft ? -offset : offset), y: yOf(y) + 4, isLeft };
    const isFree = placed.every((each) => Math.abs(each.y - next.y) > 13 || Math.abs(each.x - next.x) > 150);
    if (isFree) placed.push(next);
  }
  return placed;
}

function readingOf({ name, x, y, size }: Bubble, { axes }: BubbleSpec): string {
  return (
    `${name}: ${axes.x.name.toLowerCase()} ${figureText(x, axes.x.unit)}, ` +
    `${axes.y.name.toLowerCase()} ${figureText(y, axes.y.unit)}, ${axes.size.toLowerCase()} ${figureText(size, undefined)}`
  );
}
