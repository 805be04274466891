import { day, month } from '../../model/format.ts';
import { isDate, isMonth, numberText } from '../../model/values.ts';
import type { Unit } from '../../model/report.ts';

const STEPS = [1, 2, 2.5, 5, 10];

/** Round values from `low` to `high` or beyond, some four of them. */
export function ticksOf(low: number, high: number, wanted = 4): readonly number[] {
  const span = high - low || 1;
  const size = 10 ** Math.floor(Math.log10(span / wanted));
  const step = (STEPS.find((each) => each * size * wanted >= span) ?? 10) * size;
  const first = Math.floor(low / step) * step;
  const count = Math.ceil((high - first) / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, at) => Number((first + at * step).toPrecision(12)));
}

/** From nothing to `high` or beyond: whole numbers for what is counted, and for what else has no unit. */
export function ticksFromZero(high: number, unit: Unit | undefined): readonly number[] {
  return unit === undefined || unit === 'count' ? countTicks(0, Math.max(1, Math.ceil(high))) : ticksOf(0, high || 1);
}

/** Of what is counted, nothing lies between two whole numbers. */
export function countTicks(low: number, high: number): readonly number[] {
  return ticksOf(low, high).filter((value) => Number.isInteger(value));
}

/** Positions are whole, and the first is 1. */
export function positionTicks(worst: number): readonly number[] {
  const high = Math.max(3, Math.ceil(worst));
  if (high <= 5) return Array.from({ length: high }, (_, at) => at + 1);
  const inner = ticksOf(0, high).filter((value) => value > 1 && value === Math.round(value));
  return [1, ...inner];
}

/** At most so many places of a list, evenly, beginning with the first. */
export function labelledPlaces(count: number, most: number): readonly number[] {
  const every = Math.max(1, Math.ceil(count / Math.max(1, most)));
  return Array.from({ length: Math.ceil(count / every) }, (_, at) => at * every);
}

export function nameOfX(value: string): string {
  if (isMonth(value)) return month(value);
  return isDate(value) ? day(value) : value;
}

export function figureText(value: number | null | undefined, unit: Unit | undefined): string {
  return value === null || value === undefined ? 'not known' : numberText(value, unit);
}

interface Extremes {
  readonly least: number;
  readonly most: number;
  readonly leastAt: number;
  readonly mostAt: number;
  readonly lastAt: number;
}

/** Undefined where no value is known. */
export function extremesOf(values: readonly (number | null)[]): Extremes | undefined {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const [first] = known;
  if (first === undefined) return undefined;
  const least = known.reduce((best, each) => (each.value < best.value ? each : best), first);
  const most = known.reduce((best, each) => (each.value > best.value ? each : best), first);
  return {
    least: least.value,
    most: most.value,
    leastAt: least.at,
    mostAt: most.at,
    lastAt: known.at(-1)?.at ?? 0,
  };
}

/** «Clicks, 24 Oct to 20 Nov: from 241 (30 Oct) to 352 (18 Nov), 290 at the end.» */
export function describeSeries(
  name: string,
  values: readonly (number | null)[],
  x: readonly string[],
  unit: Unit | undefined,
): string {
  const found = extremesOf(values);
  if (found === undefined) return `${name}: not known.`;
  const at = (place: number): string => nameOfX(x[place] ?? '');
  const span = `${at(0)} to ${at(x.length - 1)}`;
  if (found.least === found.most) return `${name}, ${span}: ${figureText(found.most, unit)} throughout.`;
  const [low, high] = [figureText(found.least, unit), figureText(found.most, unit)];
  const last = figureText(values[found.lastAt], unit);
  return `${name}, ${span}: from ${low} (${at(found.leastAt)}) to ${high} (${at(found.mostAt)}), ${last} at the end.`;
}
