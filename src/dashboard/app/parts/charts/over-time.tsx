import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';

import { Figure, type FigureTable, Legend, type LegendItem, nextPlace, useWidth } from './figure.tsx';
import { labelledPlaces, nameOfX } from './scale.ts';

const HEIGHT = 220;
const LEFT = 46;
const RIGHT = 8;
const TOP = 12;
const BOTTOM = 24;
const WIDTH_OF_A_LABEL = 84;

/** Where values stand in a chart. */
export interface Plot {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The middle of a place. */
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  /** Of one place. */
  readonly step: number;
}

interface OverTimeProps {
  readonly title: string;
  readonly summary: string;
  readonly x: readonly string[];
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
  readonly range: readonly [bottom: number, top: number];
  /** Bars stand in the middle of their place, points of a line from edge to edge. */
  readonly isBars: boolean;
  readonly legend: (at: number | undefined) => readonly LegendItem[];
  readonly table: FigureTable;
  readonly children: (plot: Plot, at: number | undefined) => ComponentChildren;
}

/** The frame of what is drawn over time: axes, labels in words, and one reading for all series of a date. */
export function OverTime(props: OverTimeProps): VNode {
  const { title, summary, x, ticks, legend, table, children } = props;
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const [at, setAt] = useState<number>();
  const plot = plotOf(props, width);
  const labels = labelledPlaces(x.length, Math.floor((width - LEFT) / WIDTH_OF_A_LABEL));
  const says = at === undefined ? undefined : nameOfX(x[at] ?? '');
  return (
    <Figure
      title={title}
      table={table}
      legend={<Legend items={legend(at)} {...(says === undefined ? {} : { says })} />}
    >
      <div
        ref={place}
        class="plot-area"
        tabIndex={0}
        role="group"
        aria-label={`${title}. Use the left and right arrow keys to read single values.`}
        onKeyDown={(event) => {
          const next = nextPlace(event.key, at, x.length);
          if (next === 'stay') return;
          event.preventDefault();
          setAt(next);
        }}
        onPointerMove={(event) => setAt(placeAt(plot, event, x.length))}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
      >
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={summary}>
          {ticks.map(({ value, text }) => (
            <g key={text}>
              <line
                class={value === 0 ? 'axis' : 'grid'}
                x1={LEFT}
                x2={plot.right}
                y1={plot.y(value)}
                y2={plot.y(value)}
              />
              <text x={LEFT - 8} y={plot.y(value) + 4} text-anchor="end">
                {text}
              </text>
            </g>
          ))}
          {labels.map((label) => (
            <text
              key={label}
              x={plot.x(label)}
              y={HEIGHT - 6}
              text-anchor={props.isBars ? 'middle' : anchorOf(label, x.length)}
            >
              {nameOfX(x[label] ?? '')}
            </text>
          ))}
          {at === undefined ? null : (
            <line class="cursor" x1={plot.x(at)} x2={plot.x(at)} y1={plot.top} y2={plot.bottom} />
          )}
          {children(plot, at)}
        </svg>
      </div>
    </Figure>
  );
}

function plotOf({ x, range: [low, high], isBars }: OverTimeProps, width: number): Plot {
  const right = width - RIGHT;
  const bottom = HEIGHT - BOTTOM;
  const step = isBars ? (right - LEFT) / x.length : (right - LEFT) / Math.max(1, x.length - 1);
  const single = x.length === 1 ? (right - LEFT) / 2 : 0;
  return {
    width,
    left: LEFT,
    right,
    top: TOP,
    bottom,
    step,
    x: (at) => LEFT + (isBars ? (at + 0.5) * step : at * step + single),
    y: (value) => bottom - ((value - low) / (high - low || 1)) * (bottom - TOP),
  };
}

/** Labels at the edges stay within. */
function anchorOf(at: number, count: number): 'start' | 'middle' | 'end' {
  return at === 0 ? 'start' : at === count - 1 ? 'end' : 'middle';
}

function placeAt(plot: Plot, event: PointerEvent & { currentTarget: HTMLElement }, count: number): number {
  const from = event.clientX - event.currentTarget.getBoundingClientRect().left;
  const at = Math.round((from - plot.x(0)) / plot.step);
  return Math.min(count - 1, Math.max(0, at));
}
