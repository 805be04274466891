import type { JSX, VNode } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';

import type { RankHistoryView } from '../../views.ts';
import { count, day, dayAndMinute, number } from '../model/format.ts';
import { type LinePoint, listPlaces, listTimes, type RankLine, readLine } from '../model/rank-line.ts';
import { wordMatch, wordMissing } from '../model/rank-words.ts';

const HEIGHT_PX = 260;
const LEFT_PX = 68;
const RIGHT_PX = 14;
const TOP_PX = 22;
const LANE_PX = 22;
const DATES_PX = 22;
/** More dots than this run into one another; the line says the same. */
const DOTS_MAX = 90;
/** Labels of more changes would cover one another. */
const SOURCES_NAMED_MAX = 3;
const WIDTH_OF_A_DATE_PX = 110;

interface Frame {
  readonly line: RankLine;
  readonly width: number;
  readonly x: (at_ms: number) => number;
  readonly y: (position: number) => number;
  /** Middles of the lanes below the axis; undefined where nothing is in them. */
  readonly missing_y: number | undefined;
  readonly failed_y: number | undefined;
  readonly bottom: number;
}

/** The rank over time, 1 at the top. Arrow keys or the pointer tell single checks; the table below the chart says the same. */
export function RankChart({ history }: { readonly history: RankHistoryView }): VNode {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const [at, setAt] = useState<number>();
  const id = useId();
  const line = useMemo(() => readLine(history), [history]);
  const frame = frameOf(line, width);
  const shown = at === undefined ? undefined : line.points[at];
  return (
    <figure class="chart rank-chart">
      <div
        ref={place}
        class="rank-plot"
        tabIndex={0}
        role="group"
        aria-label="Rank by check. Use the left and right arrow keys to read single checks."
        onKeyDown={(event) => {
          const next = nextAt(event.key, at, line.points.length);
          if (next === 'stay') return;
          event.preventDefault();
          setAt(next);
        }}
        onPointerMove={(event) =>
          setAt(nearestAt(frame, event.clientX - event.currentTarget.getBoundingClientRect().left))
        }
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
      >
        <svg
          width={width}
          height={HEIGHT_PX}
          viewBox={`0 0 ${width} ${HEIGHT_PX}`}
          role="img"
          aria-labelledby={`${id}-title ${id}-desc`}
        >
          <title id={`${id}-title`}>Rank over time</title>
          <desc id={`${id}-desc`}>{describeLine(line)}</desc>
          <Axes frame={frame} />
          <NoiseBand frame={frame} history={history} />
          <Sources frame={frame} />
          <Marks frame={frame} />
          {shown === undefined ? null : <Cursor frame={frame} shown={shown} />}
        </svg>
      </div>
      <figcaption>
        <span class="chart-day" aria-live="polite">
          {shown === undefined ? describeSpan(line) : describePoint(shown)}
        </span>
        <Legend line={line} history={history} />
      </figcaption>
    </figure>
  );
}

function useWidth(place: { readonly current: HTMLDivElement | null }): number {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const resized = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  return width;
}

function frameOf(line: RankLine, width: number): Frame {
  const lanes = [line.points.some(isMissing), line.failures.length > 0];
  const bottom = HEIGHT_PX - DATES_PX - LANE_PX * lanes.filter(Boolean).length;
  const span = line.to_ms - line.from_ms;
  const missing_y = lanes[0] === true ? bottom + LANE_PX / 2 : undefined;
  return {
    line,
    width,
    bottom,
    x: (at_ms) => LEFT_PX + ((at_ms - line.from_ms) / span) * (width - LEFT_PX - RIGHT_PX),
    y: (position) => TOP_PX + ((position - 1) / (line.deepest - 1)) * (bottom - TOP_PX - 10),
    missing_y,
    failed_y: lanes[1] === true ? bottom + LANE_PX / 2 + (missing_y === undefined ? 0 : LANE_PX) : undefined,
  };
}

function isMissing({ point }: LinePoint): boolean {
  return point.position === null;
}

function nextAt(key: string, at: number | undefined, length: number): number | undefined | 'stay' {
  if (length === 0) return 'stay';
  if (key === 'Escape') return at === undefined ? 'stay' : undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  if (key === 'ArrowLeft') return at === undefined ? length - 1 : Math.max(0, at - 1);
  if (key === 'ArrowRight') return at === undefined ? 0 : Math.min(length - 1, at + 1);
  return 'stay';
}

function nearestAt({ line, x }: Frame, left: number): number | undefined {
  const distances = line.points.map(({ at_ms }) => Math.abs(x(at_ms) - left));
  return distances.length === 0 ? undefined : distances.indexOf(Math.min(...distances));
}

function Axes({ frame: { line, width, x, y, missing_y, failed_y, bottom } }: { readonly frame: Frame }): VNode {
  const times = listTimes(line, Math.max(2, Math.floor((width - LEFT_PX) / WIDTH_OF_A_DATE_PX)));
  return (
    <g aria-hidden="true">
      {listPlaces(line.deepest).map((position) => (
        <g key={position}>
          <line class="grid" x1={LEFT_PX} x2={width - RIGHT_PX} y1={y(position)} y2={y(position)} />
          <text x={LEFT_PX - 8} y={y(position) + 4} text-anchor="end">
            {position}
          </text>
        </g>
      ))}
      <line class="axis" x1={LEFT_PX} x2={width - RIGHT_PX} y1={bottom} y2={bottom} />
      {missing_y === undefined ? null : <Lane y={missing_y} name="not found" />}
      {failed_y === undefined ? null : <Lane y={failed_y} name="failed" />}
      {times.map((time, at) => (
        <text
          key={time}
          x={x(time)}
          y={HEIGHT_PX - 6}
          text-anchor={at === 0 ? 'start' : at === times.length - 1 ? 'end' : 'middle'}
        >
          {day(time)}
        </text>
      ))}
    </g>
  );
}

function Lane({ y, name }: { readonly y: number; readonly name: string }): VNode {
  return (
    <text x={LEFT_PX - 8} y={y + 4} text-anchor="end">
      {name}
    </text>
  );
}

/** Where the current position could be without anything having changed. */
function NoiseBand({
  frame: { width, y, line },
  history,
}: {
  readonly frame: Frame;
  readonly history: RankHistoryView;
}): VNode | null {
  const band = noiseBand(history);
  if (band === undefined) return null;
  const [top, low] = [y(Math.max(1, band.from)), y(Math.min(line.deepest, band.to))];
  return <rect class="noise" x={LEFT_PX} width={width - LEFT_PX - RIGHT_PX} y={top} height={Math.max(0, low - top)} />;
}

function noiseBand({ current, noise }: RankHistoryView): { readonly from: number; readonly to: number } | undefined {
  if (current === null || noise === null || noise.sigma === 0) return undefined;
  return { from: current - 2 * noise.sigma, to: current + 2 * noise.sigma };
}

function Sources({ frame: { line, x, bottom, width } }: { readonly frame: Frame }): VNode {
  const areNamed = line.sources.length <= SOURCES_NAMED_MAX;
  return (
    <g aria-hidden="true">
      {line.sources.map(({ at_ms, to }) => (
        <g key={at_ms}>
          <line class="event" x1={x(at_ms)} x2={x(at_ms)} y1={TOP_PX - 8} y2={bottom} />
          {areNamed ? (
            <text x={x(at_ms)} y={TOP_PX - 11} text-anchor={x(at_ms) > width / 2 ? 'end' : 'start'}>
              source: {to}
            </text>
          ) : null}
        </g>
      ))}
    </g>
  );
}

function Marks({ frame: { line, x, y, missing_y = 0, failed_y = 0 } }: { readonly frame: Frame }): VNode {
  const hasDots = line.points.length <= DOTS_MAX;
  const found = line.runs.flat();
  const dots = found.filter((each) => hasDots || each.is_page_changed || isAlone(each, line));
  return (
    <g aria-hidden="true">
      {line.runs.map((run) => (
        <path
          key={run[0]?.at_ms}
          class="rank-line"
          d={run.map((each, at) => `${at === 0 ? 'M' : 'L'}${pair(x(each.at_ms), y(placeOf(each)))}`).join('')}
        />
      ))}
      {dots.map((each) =>
        each.is_page_changed ? (
          <path key={each.at_ms} class="page-changed" d={diamond(x(each.at_ms), y(placeOf(each)))} />
        ) : (
          <circle key={each.at_ms} class="found" cx={x(each.at_ms)} cy={y(placeOf(each))} r={2.5} />
        ),
      )}
      {line.points.filter(isMissing).map(({ at_ms, point }) => (
        <circle
          key={at_ms}
          class={point.is_conclusive ? 'missing' : 'missing unclear'}
          cx={x(at_ms)}
          cy={missing_y}
          r={3.5}
        />
      ))}
      {line.failures.map(({ at_ms }, at) => (
        <path key={at} class="failed" d={cross(x(at_ms), failed_y)} />
      ))}
    </g>
  );
}

/** A run of one check has no line to be seen by. */
function isAlone(each: LinePoint, { runs }: RankLine): boolean {
  return runs.some((run) => run.length === 1 && run[0] === each);
}

function placeOf({ point }: LinePoint): number {
  return point.position ?? 1;
}

function pair(x: number, y: number): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

function diamond(x: number, y: number): string {
  return `M${pair(x, y - 5)}L${pair(x + 5, y)}L${pair(x, y + 5)}L${pair(x - 5, y)}Z`;
}

function cross(x: number, y: number): string {
  return `M${pair(x - 3.5, y - 3.5)}L${pair(x + 3.5, y + 3.5)}M${pair(x - 3.5, y + 3.5)}L${pair(x + 3.5, y - 3.5)}`;
}

function Cursor({
  frame: { x, y, bottom, missing_y = 0 },
  shown,
}: {
  readonly frame: Frame;
  readonly shown: LinePoint;
}): VNode {
  const left = x(shown.at_ms);
  return (
    <g aria-hidden="true">
      <line class="cursor" x1={left} x2={left} y1={TOP_PX - 8} y2={bottom} />
      <circle class="chosen" cx={left} cy={isMissing(shown) ? missing_y : y(placeOf(shown))} r={5} />
    </g>
  );
}

function describePoint({ point }: LinePoint): string {
  const { checked_at, position, depth_checked, is_conclusive, matched_url, match_type, source } = point;
  const place = position === null ? wordMissing(depth_checked) : `position ${number(position)}`;
  const doubt = is_conclusive ? '' : ', too shallow to tell';
  const match = wordMatch(match_type);
  const page = matched_url === null ? '' : ` · ${matched_url}${match === '' ? '' : ` (${match})`}`;
  return `${dayAndMinute(checked_at)}: ${place}${doubt} · ${source}${page}`;
}

function describeSpan({ from_ms, to_ms, points }: RankLine): string {
  return `${count(points.length, 'check')}, ${day(from_ms)} to ${day(to_ms)}`;
}

function describeLine(line: RankLine): string {
  const places = line.points.flatMap(({ point }) => point.position ?? []);
  const missing = line.points.filter(isMissing).length;
  const range =
    places.length === 0
      ? 'never found'
      : `between position ${number(Math.min(...places))} and ${number(Math.max(...places))}, last found at ${number(places.at(-1) ?? 0)}`;
  const rest = [
    missing > 0 && `not found in ${count(missing, 'check')}`,
    line.failures.length > 0 && `${count(line.failures.length, 'check')} failed`,
    line.sources.length > 0 && `the source changed ${count(line.sources.length, 'time')}`,
  ].filter((part) => part !== false);
  return `${[`${describeSpan(line)}: ${range}`, ...rest].join('; ')}. The table below lists every check.`;
}

/** What the marks mean; only of those that are there. */
function Legend({ line, history }: { readonly line: RankLine; readonly history: RankHistoryView }): VNode {
  const entries: (readonly [boolean, JSX.Element, string])[] = [
    [line.runs.length > 0, <circle class="found" cx={6} cy={6} r={3} />, 'position'],
    [
      line.points.some((each) => each.is_page_changed),
      <path class="page-changed" d={diamond(6, 6)} />,
      'another page ranks',
    ],
    [
      noiseBand(history) !== undefined,
      <rect class="noise" width={12} height={12} />,
      'noise around the current position',
    ],
    [line.points.some(isMissing), <circle class="missing" cx={6} cy={6} r={3.5} />, 'not found'],
    [
      line.points.some(({ point }) => !point.is_conclusive),
      <circle class="missing unclear" cx={6} cy={6} r={3.5} />,
      'too shallow to tell',
    ],
    [line.failures.length > 0, <path class="failed" d={cross(6, 6)} />, 'check failed: nothing is known'],
    [line.sources.length > 0, <line class="event" x1={6} x2={6} y1={0} y2={12} />, 'source changed'],
  ];
  return (
    <ul class="rank-legend">
      {entries
        .filter(([isThere]) => isThere)
        .map(([, mark, words]) => (
          <li key={words}>
            <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
              {mark}
            </svg>{' '}
            {words}
          </li>
        ))}
    </ul>
  );
}
