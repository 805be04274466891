import type { VNode } from 'preact';

import { type BarItem, type BarsSpec, longestBar } from '../../model/chart-spec.ts';
import { Figure } from './figure.tsx';
import { figureText } from './scale.ts';

/** Bars side by side by name, with the interval of each where it is known. */
export function BarList({ title, spec }: { readonly title: string; readonly spec: BarsSpec }): VNode {
  const { items, unit } = spec;
  const most = longestBar(spec);
  return (
    <Figure
      title={title}
      table={{ columns: ['Name', 'Value'], rows: items.map((item) => [item.name, textOf(item, spec)]) }}
    >
      <ul class="bar-list">
        {items.map((item) => (
          <li key={item.name} class={item.isOwn === true ? 'own' : undefined}>
            <span class="name" title={item.name}>
              {item.name}
              {item.isOwn === true ? <small> yours</small> : null}
            </span>
            <Bar item={item} most={most} />
            <span class="figure-value">
              {figureText(item.value, unit)}
              {isInterval(item) ? (
                <small>
                  {' '}
                  {figureText(item.low, unit)}–{figureText(item.high, unit)}
                </small>
              ) : null}
              {item.note === undefined ? null : <small> {item.note}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Figure>
  );
}

function textOf(item: BarItem, { unit }: BarsSpec): string {
  const text = figureText(item.value, unit);
  return isInterval(item) ? `${text} (${figureText(item.low, unit)} to ${figureText(item.high, unit)})` : text;
}

function isInterval({ low, high }: BarItem): boolean {
  return typeof low === 'number' && typeof high === 'number';
}

function Bar({
  item: { value, low, high, isOwn = true },
  most,
}: {
  readonly item: BarItem;
  readonly most: number;
}): VNode {
  const share = (of: number): number => Math.min(100, Math.max(0, (of / most) * 100));
  return (
    <svg class="bar-mark" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="8" />
      <rect class={isOwn ? 'fill-1' : 'fill-other'} width={share(value ?? 0)} height="8" />
      {typeof low === 'number' && typeof high === 'number' ? (
        <rect class="interval" x={share(low)} width={Math.max(0.5, share(high) - share(low))} y="3" height="2" />
      ) : null}
    </svg>
  );
}
