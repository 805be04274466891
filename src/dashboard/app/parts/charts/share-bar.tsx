import type { VNode } from 'preact';

import { numberText } from '../../model/values.ts';
import type { ShareSpec, SharePart } from '../../model/chart-spec.ts';
import { Figure, fillOf } from './figure.tsx';

const PARTS_MAX = 6;

/** Shares as one bar with a table beneath it. The seventh and all after it are «All others». */
export function ShareBar({ title, spec }: { readonly title: string; readonly spec: ShareSpec }): VNode | null {
  const parts = joined(spec.parts.filter(({ value }) => value > 0));
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const [largest] = parts.toSorted((one, other) => other.value - one.value);
  if (total === 0 || largest === undefined) return null;
  const share = (value: number): string => numberText(value / total, 'share');
  const summary = `${parts.length} parts; the largest is ${largest.name} with ${share(largest.value)}.`;
  let from = 0;
  return (
    <Figure
      title={title}
      table={{
        columns: ['Part', 'Amount', 'Share'],
        rows: spec.parts.map(({ name, value }) => [name, numberText(value, spec.unit), share(value)]),
      }}
    >
      <svg class="share-mark" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label={summary}>
        {parts.map(({ name, value }, at) => {
          const width = (value / total) * 100;
          from += width;
          return (
            <rect
              key={name}
              class={colorOf(name, at)}
              x={from - width}
              width={Math.max(0.3, width - (at < parts.length - 1 ? 0.3 : 0))}
              height="10"
            />
          );
        })}
      </svg>
      <ul class="share-list">
        {parts.map(({ name, value, note }, at) => (
          <li key={name}>
            <svg class="swatch-mark" width="10" height="10" aria-hidden="true">
              <rect class={colorOf(name, at)} width="10" height="10" rx="2" />
            </svg>
            <span class="name">{name}</span>
            <span class="faint">{note ?? (spec.unit === 'share' ? '' : numberText(value, spec.unit))}</span>
            <b>{share(value)}</b>
          </li>
        ))}
      </ul>
    </Figure>
  );
}

const OTHERS = 'All others';

function colorOf(name: string, at: number): string {
  return name === OTHERS ? 'fill-other' : fillOf(at + 1);
}

function joined(parts: readonly SharePart[]): readonly SharePart[] {
  if (parts.length <= PARTS_MAX) return parts;
  const kept = parts.toSorted((one, other) => other.value - one.value).slice(0, PARTS_MAX - 1);
  const rest = parts.filter((part) => !kept.includes(part)).reduce((sum, { value }) => sum + value, 0);
  return [...kept, { name: OTHERS, value: rest }];
}
