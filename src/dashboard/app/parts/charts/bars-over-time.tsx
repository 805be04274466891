import type { VNode } from 'preact';

import type { GainLossSpec, StackSpec } from '../../model/chart-spec.ts';
import { fillOf } from './figure.tsx';
import { type Plot, OverTime } from './over-time.tsx';
import { countTicks, describeSeries, extremesOf, figureText, nameOfX, ticksOf } from './scale.ts';

const BAR_MAX = 40;

interface BarBox {
  readonly x: number;
  readonly width: number;
}

function boxOf(plot: Plot, at: number): BarBox {
  const width = Math.min(BAR_MAX, plot.step * 0.7);
  return { x: plot.x(at) - width / 2, width };
}

/** What was gained above the line, what was lost below it. */
export function GainLossChart({ title, spec }: { readonly title: string; readonly spec: GainLossSpec }): VNode {
  const { x, gained, lost, partial = [] } = spec;
  const most = extremesOf([...gained.values, 0])?.most ?? 0;
  const least = extremesOf([...lost.values, 0])?.most ?? 0;
  const ticks = countTicks(-least, most);
  const total = (values: readonly (number | null)[]): number =>
    values.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return (
    <OverTime
      title={title}
      summary={[gained, lost].map(({ name, values }) => describeSeries(name, values, x, undefined)).join(' ')}
      x={x}
      ticks={ticks.map((value) => ({
        value,
        text: (value > 0 ? '+' : '') + figureText(value, undefined).replace('-', '−'),
      }))}
      range={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
      isBars
      legend={(at) =>
        [gained, lost].map(({ name, values }, index) => ({
          name,
          color: index + 1,
          value: figureText(at === undefined ? total(values) : values[at], undefined),
        }))
      }
      table={{
        columns: ['Period', gained.name, lost.name],
        rows: x.map((name, at) => [
          nameOfX(name) + (partial.includes(at) ? ' (not complete)' : ''),
          figureText(gained.values[at], undefined),
          figureText(lost.values[at], undefined),
        ]),
      }}
    >
      {(plot, at) => (
        <>
          <Hatch />
          {x.map((name, place) => {
            const box = boxOf(plot, place);
            const [up, down] = [gained.values[place] ?? 0, lost.values[place] ?? 0];
            const isPartial = partial.includes(place);
            return (
              <g key={name} class={at === undefined || at === place ? undefined : 'beside'}>
                <rect class="gained" {...box} y={plot.y(up)} height={plot.y(0) - plot.y(up)} />
                <rect class="lost" {...box} y={plot.y(0)} height={plot.y(-down) - plot.y(0)} />
                {isPartial ? (
                  <rect class="hatched" {...box} y={plot.y(up)} height={plot.y(-down) - plot.y(up)}>
                    <title>This period is not complete.</title>
                  </rect>
                ) : null}
              </g>
            );
          })}
        </>
      )}
    </OverTime>
  );
}

function Hatch(): VNode {
  return (
    <defs>
      <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect class="hatch-line" width="2" height="5" />
      </pattern>
    </defs>
  );
}

/** Parts of each period, one above the other. */
export function StackChart({ title, spec: { x, parts } }: { readonly title: string; readonly spec: StackSpec }): VNode {
  const totals = x.map((_, at) => parts.reduce((sum, { values }) => sum + (values[at] ?? 0), 0));
  const most = Math.max(0, ...totals);
  const ticks = ticksOf(0, most);
  return (
    <OverTime
      title={title}
      summary={describeSeries('Together', totals, x, undefined)}
      x={x}
      ticks={ticks.map((value) => ({ value, text: figureText(value, undefined) }))}
      range={[0, ticks.at(-1) ?? 1]}
      isBars
      legend={(at) =>
        parts.map(({ name, values }, index) => ({
          name,
          color: index + 1,
          value: at === undefined ? undefined : figureText(values[at], undefined),
        }))
      }
      table={{
        columns: ['Period', ...parts.map(({ name }) => name)],
        rows: x.map((name, at) => [nameOfX(name), ...parts.map(({ values }) => figureText(values[at], undefined))]),
      }}
    >
      {(plot) =>
        x.map((name, place) => {
          const values = parts.map((part) => part.values[place] ?? 0);
          return (
            <g key={name}>
              {values.map((value, index) => {
                const below = values.slice(0, index).reduce((sum, each) => sum + each, 0);
                const height = plot.y(below) - plot.y(below + value);
                return (
                  <rect
                    key={String(index)}
                    class={fillOf(index + 1)}
                    {...boxOf(plot, place)}
                    y={plot.y(below + value)}
                    height={height}
                  />
                );
              })}
            </g>
          );
        })
      }
    </OverTime>
  );
}
