import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';

import { numberText } from '../../model/values.ts';
import type { TreeMapSpec } from '../../model/chart-spec.ts';
import { Figure, Legend, useWidth } from './figure.tsx';
import { type Box, layTree } from './tree-layout.ts';

const HEIGHT = 320;
const CHARACTER = 6.4;

/** Areas as large as their values; one colour for each group. */
export function TreeMap({
  title,
  spec: { items, measure },
}: {
  readonly title: string;
  readonly spec: TreeMapSpec;
}): VNode | null {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const shown = items.filter(({ value }) => value > 0).toSorted((one, other) => other.value - one.value);
  const [largest] = shown;
  if (largest === undefined) return null;
  const groups = [...new Set(shown.map(({ group }) => group))];
  const boxes = layTree(
    shown.map(({ value }) => value),
    width,
    HEIGHT,
  );
  return (
    <Figure
      title={title}
      legend={<Legend items={groups.map((name, at) => ({ name, color: at + 1 }))} />}
      table={{
        columns: ['Name', measure, 'Kind'],
        rows: shown.map(({ name, value, group }) => [name, numberText(value, undefined), group]),
      }}
    >
      <div ref={place} class="plot-area">
        <svg
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={`${shown.length} areas; the largest is ${largest.name} with ${numberText(largest.value, undefined)} ${measure.toLowerCase()}.`}
        >
          {shown.map(({ name, value, group, note }, at) => {
            const box = boxes[at];
            return box === undefined ? null : (
              <Area
                key={name}
                box={box}
                name={name}
                color={groups.indexOf(group) + 1}
                text={note ?? `${numberText(value, undefined)} ${measure.toLowerCase()}`}
              />
            );
          })}
        </svg>
      </div>
    </Figure>
  );
}

interface AreaProps {
  readonly box: Box;
  readonly name: string;
  readonly text: string;
  readonly color: number;
}

function Area({ box: { x, y, width, height }, name, text, color }: AreaProps): VNode {
  const fits = (words: string): string | undefined => {
    const most = Math.floor((width - 20) / CHARACTER);
    if (most < 4) return undefined;
    return words.length <= most ? words : `${words.slice(0, most - 1)}…`;
  };
  return (
    <g>
      <title>{`${name}: ${text}`}</title>
      <rect
        class={`area area-${color > 6 ? 'other' : color}`}
        x={x + 1}
        y={y + 1}
        width={Math.max(0, width - 2)}
        height={Math.max(0, height - 2)}
        rx="4"
      />
      {height < 24 ? null : (
        <text class="area-name" x={x + 10} y={y + 20}>
          {fits(name)}
        </text>
      )}
      {height < 42 ? null : (
        <text x={x + 10} y={y + 36}>
          {fits(text)}
        </text>
      )}
    </g>
  );
}
