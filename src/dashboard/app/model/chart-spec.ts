import type { Unit } from './fields.ts';

/** What a chart draws, as plain data: a page, a print and a mail can each draw it their way. */
export type ChartSpec =
  | LineSpec
  | GainLossSpec
  | StackSpec
  | BarsSpec
  | ShareSpec
  | MatrixSpec
  | BubbleSpec
  | TreeMapSpec
  | CalendarSpec;

/** A null is a gap: nothing is drawn there, and no line crosses it. */
type Values = readonly (number | null)[];

export interface Series {
  readonly name: string;
  readonly values: Values;
  /** What came before, or a year ago: dashed and grey. */
  readonly isBefore?: boolean;
}

export interface LineSpec {
  readonly kind: 'line';
  /** Days as ISO dates, or names. */
  readonly x: readonly string[];
  readonly series: readonly Series[];
  /** Of a position 1 is on top. */
  readonly unit?: Unit | undefined;
  /** Within these nothing has changed: what single values swing by. */
  readonly band?: { readonly low: number; readonly high: number } | undefined;
  /** Dotted verticals with a short name. */
  readonly events?: readonly { readonly at: string; readonly name: string }[];
}

export interface GainLossSpec {
  readonly kind: 'gain_loss';
  readonly x: readonly string[];
  readonly gained: Series;
  readonly lost: Series;
  /** Places of periods that are not over, or not wholly known: hatched. */
  readonly partial?: readonly number[];
}

export interface StackSpec {
  readonly kind: 'stack';
  readonly x: readonly string[];
  readonly parts: readonly Series[];
}

export interface BarItem {
  readonly name: string;
  readonly value: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
  readonly note?: string;
  /** Yours, among others. */
  readonly isOwn?: boolean;
}

export interface BarsSpec {
  readonly kind: 'bars';
  readonly items: readonly BarItem[];
  readonly unit?: Unit;
  /** The end of the scale; the greatest value where it is left out. */
  readonly max?: number;
}

export interface SharePart {
  readonly name: string;
  readonly value: number;
  readonly note?: string;
}

export interface ShareSpec {
  readonly kind: 'share';
  readonly parts: readonly SharePart[];
  readonly unit?: Unit;
}

export interface MatrixCell {
  /** What the cell says. */
  readonly text: string;
  /** From 0 to 1: how strong its colour is; null for none. */
  readonly heat: number | null;
  /** There is nothing to measure here, such as a search without a local pack. */
  readonly isHatched?: boolean;
  /** More of it, for who looks closer. */
  readonly hint?: string;
}

export interface MatrixSpec {
  readonly kind: 'matrix';
  /** What the rows are, then what the columns are. */
  readonly axes: readonly [string, string];
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly cells: readonly (readonly MatrixCell[])[];
  /** What the figures in the cells are. */
  readonly measure: string;
}

export interface Bubble {
  readonly name: string;
  /** Without both figures a name has no place: it is counted, not drawn. */
  readonly x: number | null;
  readonly y: number | null;
  readonly size: number | null;
}

export interface BubbleSpec {
  readonly kind: 'bubble';
  readonly points: readonly Bubble[];
  readonly axes: { readonly x: Axis; readonly y: Axis; readonly size: string };
}

interface Axis {
  readonly name: string;
  readonly unit?: Unit;
}

interface TreeItem {
  readonly name: string;
  readonly value: number;
  /** Has one colour. */
  readonly group: string;
  readonly note?: string;
}

export interface TreeMapSpec {
  readonly kind: 'treemap';
  readonly items: readonly TreeItem[];
  readonly measure: string;
}

export interface CalendarTask {
  readonly name: string;
  /** ISO dates, both within. */
  readonly from: string;
  readonly to: string;
  readonly level: string;
  readonly who?: string | undefined;
}

export interface CalendarSpec {
  readonly kind: 'calendar';
  readonly from: string;
  readonly to: string;
  readonly tasks: readonly CalendarTask[];
}

/** Whether a chart has nothing to show: it is left out, and the panel around it too. */
export function drawsNothing(spec: ChartSpec): boolean {
  switch (spec.kind) {
    case 'line':
      return !spec.series.some(({ values }) => values.some((value) => value !== null));
    case 'gain_loss':
      return !hasAmounts([spec.gained, spec.lost]);
    case 'stack':
      return !hasAmounts(spec.parts);
    case 'bars':
      return longestBar(spec) === 0;
    case 'share':
      return !spec.parts.some(({ value }) => value > 0);
    case 'matrix':
      return spec.rows.length === 0 || spec.columns.length === 0;
    case 'bubble':
      return !spec.points.some(({ x, y }) => x !== null && y !== null);
    case 'treemap':
      return !spec.items.some(({ value }) => value > 0);
    case 'calendar':
      return spec.tasks.length === 0;
  }
}

function hasAmounts(series: readonly Series[]): boolean {
  return series.some(({ values }) => values.some((value) => value !== null && value !== 0));
}

/** What the longest bar stands for; 0 where there is none. */
export function longestBar({ items, max }: BarsSpec): number {
  if (items.length === 0) return 0;
  return max ?? Math.max(0, ...items.flatMap(({ value, high }) => [value ?? 0, high ?? 0]));
}
