import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';

import type { Bubble, BubbleSpec } from '../../model/chart-spec.ts';
import { Figure, nextPlace, useWidth } from './figure.tsx';
import { figureText, ticksFromZero } from './scale.ts';

const HEIGHT = 320;
const LEFT = 56;
const BOTTOM = 40;
const TOP = 16;
const RIGHT = 8;
/** Of the largest bubble, so far from every edge of the plot that none is cut off. */
const RADIUS = 18;
const NAMED_MAX = 12;
const NAME_HEIGHT = 13;
/** Of a letter at the size of names, in a wide font. */
const LETTER = 7;

/** Each name by two figures, its size a third. */
export function BubbleChart({ title, spec }: { readonly title: string; readonly spec: BubbleSpec }): VNode {
  const { axes } = spec;
  const points = spec.points.filter(isPlaced).toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0));
  const left = spec.points.length - points.length;
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
        rows: spec.points.map(({ name, x, y, size }) => [
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
      {left === 0 ? null : (
        <p class="figure-note">
          {left} of {spec.points.length} {left === 1 ? 'is' : 'are'} not drawn: {axes.x.name.toLowerCase()} or{' '}
          {axes.y.name.toLowerCase()} not known.
        </p>
      )}
    </Figure>
  );
}

/** Both of whose figures are known. */
interface PlacedBubble extends Bubble {
  readonly x: number;
  readonly y: number;
}

function isPlaced(point: Bubble): point is PlacedBubble {
  return point.x !== null && point.y !== null;
}

interface DrawingProps {
  readonly spec: BubbleSpec;
  readonly points: readonly PlacedBubble[];
  readonly width: number;
  readonly at: number | undefined;
  readonly onPoint: (at: number | undefined) => void;
}

function Drawing({ spec, points, width, at, onPoint }: DrawingProps): VNode {
  const { axes } = spec;
  const xTicks = ticksFromZero(Math.max(...points.map(({ x }) => x)), axes.x.unit);
  const yTicks = ticksFromZero(Math.max(...points.map(({ y }) => y)), axes.y.unit);
  const largest = Math.max(1, ...points.map(({ size }) => size ?? 0));
  const [across, up] = [width - LEFT - RIGHT - 2 * RADIUS, HEIGHT - BOTTOM - TOP - 2 * RADIUS];
  const xOf = (value: number): number => LEFT + RADIUS + (value / (xTicks.at(-1) ?? 1)) * across;
  const yOf = (value: number): number => HEIGHT - BOTTOM - RADIUS - (value / (yTicks.at(-1) ?? 1)) * up;
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
      <line class="axis" x1={LEFT} x2={width - RIGHT} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} />
      {yTicks.map((value) => (
        <g key={value}>
          <line class="grid" x1={LEFT} x2={width - RIGHT} y1={yOf(value)} y2={yOf(value)} />
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
      {placedNames(points, { xOf, yOf, radiusOf, width }).map(({ name, isLeft, from, to, y }) => (
        <text key={name} class="bubble-name" x={isLeft ? to : from} y={y} text-anchor={isLeft ? 'end' : 'start'}>
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
  readonly isLeft: boolean;
  /** Where it begins and ends. */
  readonly from: number;
  readonly to: number;
  readonly y: number;
}

/** Names beside their bubbles, as many as fit and cover neither one another nor a bubble. */
function placedNames(points: readonly PlacedBubble[], scales: Scales): readonly PlacedName[] {
  const placed: PlacedName[] = [];
  for (const point of points.slice(0, NAMED_MAX)) {
    const others = points.filter((other) => other !== point);
    const isFree = (next: PlacedName): boolean =>
      placed.every((each) => !covers(each, next)) && others.every((other) => !isOver(next, other, scales));
    const place = placesBeside(point, scales).find(isFree);
    if (place !== undefined) placed.push(place);
  }
  return placed;
}

function placesBeside({ name, x, y, size }: PlacedBubble, { xOf, yOf, radiusOf, width }: Scales): PlacedName[] {
  const offset = radiusOf(size) + 4;
  const length = name.length * LETTER;
  const from = xOf(x) + offset;
  const to = xOf(x) - offset;
  const right = { name, isLeft: false, from, to: from + length, y: yOf(y) + 4 };
  const left = { name, isLeft: true, from: to - length, to, y: yOf(y) + 4 };
  return [right, left].filter((place) => place.from >= LEFT && place.to <= width);
}

function covers(one: PlacedName, other: PlacedName): boolean {
  return Math.abs(one.y - other.y) < NAME_HEIGHT && one.from < other.to && other.from < one.to;
}

function isOver(
  { from, to, y: base }: PlacedName,
  { x, y, size }: PlacedBubble,
  { xOf, yOf, radiusOf }: Scales,
): boolean {
  const radius = radiusOf(size);
  const isBeside = to < xOf(x) - radius || from > xOf(x) + radius;
  return !isBeside && Math.abs(yOf(y) - (base - 4)) < radius + NAME_HEIGHT / 2;
}

function readingOf({ name, x, y, size }: Bubble, { axes }: BubbleSpec): string {
  return (
    `${name}: ${axes.x.name.toLowerCase()} ${figureText(x, axes.x.unit)}, ` +
    `${axes.y.name.toLowerCase()} ${figureText(y, axes.y.unit)}, ${axes.size.toLowerCase()} ${figureText(size, undefined)}`
  );
}
