import type { VNode } from 'preact';

import type { LineSpec, Series } from '../../model/chart-spec.ts';
import { type Plot, OverTime } from './over-time.tsx';
import { describeSeries, extremesOf, figureText, nameOfX, positionTicks, ticksOf } from './scale.ts';

/** More dots than this run into one another; the line says the same. */
const DOTS_MAX = 60;

/** Lines over time; of positions 1 is on top. A gap stays a gap. */
export function LineChart({ title, spec }: { readonly title: string; readonly spec: LineSpec }): VNode | null {
  const { x, series, unit, band, events = [] } = spec;
  const found = extremesOf([...series.flatMap(({ values }) => values), ...(band === undefined ? [] : [band.high])]);
  if (found === undefined) return null;
  const isPosition = unit === 'position';
  const ticks = isPosition ? positionTicks(found.most) : ticksOf(Math.min(0, found.least), found.most);
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  const drawn = series.map((each, at) => ({ ...each, color: at + 1 }));
  return (
    <OverTime
      title={title}
      summary={series.map(({ name, values }) => describeSeries(name, values, x, unit)).join(' ')}
      x={x}
      ticks={ticks.map((value) => ({ value, text: figureText(value, unit) }))}
      range={isPosition ? [Math.max(last, found.most), 0.5] : [first, last]}
      isBars={false}
      legend={(at) =>
        drawn.map(({ name, color, isBefore, values }) => ({
          name,
          color,
          isBefore,
          value: at === undefined ? undefined : figureText(values[at], unit),
        }))
      }
      table={{
        columns: ['Date', ...series.map(({ name }) => name)],
        rows: x.map((name, at) => [nameOfX(name), ...series.map(({ values }) => figureText(values[at], unit))]),
      }}
    >
      {(plot, at) => (
        <>
          {band === undefined ? null : (
            <rect
              class="noise-band"
              x={plot.left}
              width={plot.right - plot.left}
              y={Math.min(plot.y(band.low), plot.y(band.high))}
              height={Math.abs(plot.y(band.high) - plot.y(band.low))}
            />
          )}
          {events.map((event) => (
            <EventLine key={event.at + event.name} plot={plot} at={x.indexOf(event.at)} name={event.name} />
          ))}
          {drawn.toReversed().map((each) => (
            <Line key={each.name} plot={plot} series={each} color={each.color} at={at} />
          ))}
        </>
      )}
    </OverTime>
  );
}

function EventLine({
  plot,
  at,
  name,
}: {
  readonly plot: Plot;
  readonly at: number;
  readonly name: string;
}): VNode | null {
  if (at < 0) return null;
  const isRight = plot.x(at) > (plot.left + plot.right) / 2;
  return (
    <g>
      <line class="event" x1={plot.x(at)} x2={plot.x(at)} y1={plot.top} y2={plot.bottom} />
      <text
        class="event-name"
        x={plot.x(at) + (isRight ? -6 : 6)}
        y={plot.top + 4}
        text-anchor={isRight ? 'end' : 'start'}
      >
        {name}
      </text>
    </g>
  );
}

interface LineProps {
  readonly plot: Plot;
  readonly series: Series;
  readonly color: number;
  readonly at: number | undefined;
}

function Line({ plot, series: { values, isBefore = false }, color, at }: LineProps): VNode {
  const known = values.filter((value) => value !== null).length;
  const dots = values.flatMap((value, place) => {
    const isAlone = values[place - 1] === undefined && values[place + 1] === undefined;
    const isShown = place === at || (!isBefore && (known <= DOTS_MAX || isAlone));
    return value === null || !isShown ? [] : [{ place, value }];
  });
  return (
    <g class={isBefore ? 'before' : `series-${color}`}>
      <path class={isBefore ? 'line-before' : 'line'} d={pathOf(plot, values)} />
      {dots.map(({ place, value }) => (
        <circle key={place} cx={plot.x(place)} cy={plot.y(value)} r={place === at ? 4 : 2} />
      ))}
    </g>
  );
}

function pathOf(plot: Plot, values: readonly (number | null)[]): string {
  return values
    .map((value, at) => {
      if (value === null) return '';
      const isStart = values[at - 1] === null || at === 0;
      return `${isStart ? 'M' : 'L'}${plot.x(at).toFixed(1)} ${plot.y(value).toFixed(1)}`;
    })
    .join('');
}
