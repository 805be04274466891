import type { Fields, Unit } from './fields.ts';

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isRows(value: unknown): value is readonly Fields[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFields);
}

/** The value at a dotted path; undefined where there is no such field. */
export function valueAt(from: unknown, path: string): unknown {
  let at = from;
  for (const name of path.split('.')) {
    if (!isFields(at)) return at === null ? null : undefined;
    at = at[name];
  }
  return at;
}

export const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const TENTHS = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const WHOLE = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
const SMALL_SHARE = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const USD = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' });

export function numberText(value: number, unit: Unit | undefined): string {
  if (unit === 'share') return (Math.abs(value) < 0.1 ? SMALL_SHARE : SHARE).format(value);
  if (unit === 'percent') return `${TENTHS.format(value)}%`;
  if (unit === 'usd') return USD.format(value);
  if (unit === 'estimate') return `≈ ${WHOLE.format(value)}`;
  if (unit === 'position') return TENTHS.format(value);
  if (unit === 'of_100') return (Math.abs(value) < 10 ? TENTHS : WHOLE).format(value);
  return (Math.abs(value) >= 100 ? WHOLE : Math.abs(value) >= 10 ? TENTHS : NUMBER).format(value);
}

/** What stands after a number of a unit, of one and of several. */
const AFTER: Readonly<Partial<Record<Unit, readonly [one: string, several: string]>>> = {
  of_100: [' of 100', ' of 100'],
  pixels: [' px', ' px'],
  words: [' word', ' words'],
  days: [' day', ' days'],
  points: [' point', ' points'],
  positions: [' position', ' positions'],
  searches_a_month: [' search a month', ' searches a month'],
  clicks_a_month: [' click a month', ' clicks a month'],
};

/** The words of a unit that are no sign, such as “ of 100”; '' for those that need none. */
export function unitWords(value: number, unit: Unit | undefined): string {
  const after = unit === undefined ? undefined : AFTER[unit];
  return after?.[value === 1 ? 0 : 1] ?? '';
}

/** A number as it stands alone, with its unit. */
export function figureText(value: number, unit: Unit | undefined): string {
  return numberText(value, unit) + unitWords(value, unit);
}

const UNITS: readonly (readonly [RegExp, Unit])[] = [
  [/(?:^|_)(?:share|ctr|confidence|cohesion)$|_rate$|^(?:score|relevance)_coverage$/, 'share'],
  [/_percent$|^percent$|^change_percent/, 'percent'],
  [/^cpc$|^traffic_value$|_usd$/, 'usd'],
  [/^estimated_/, 'estimate'],
];

/** What a number without a declared unit is, by its name. */
export function unitOf(name: string, value: number): Unit | undefined {
  const unit = UNITS.find(([names]) => names.test(name))?.[1];
  return unit === 'share' && Math.abs(value) > 1 ? undefined : unit;
}

/** A figure with what it may as well be, and how many it was counted of. */
export interface Interval {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number | null;
}

/** Undefined for everything else. */
export function intervalOf(value: unknown): Interval | undefined {
  if (!isFields(value) || !('low' in value) || !('high' in value) || !('value' in value)) return undefined;
  const figure = (name: string): number | null => {
    const found = value[name];
    return typeof found === 'number' ? found : null;
  };
  return { value: figure('value'), low: figure('low'), high: figure('high'), n: figure('n') };
}

export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/.test(text);
}

/** `2025-12`, or from one to another: `2025-11/2026-10`. */
export function isMonth(text: string): boolean {
  return /^\d{4}-(?:0[1-9]|1[0-2])(?:\/\d{4}-(?:0[1-9]|1[0-2]))?$/.test(text);
}

export function isAddress(text: string): boolean {
  return /^https?:\/\/\S+$/.test(text);
}

const ADDRESS_MAX = 60;

/** Host and path without the protocol, the middle cut where it is long. */
export function addressText(url: string): string {
  const text = url.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/$/, '');
  if (text.length <= ADDRESS_MAX) return text;
  return `${text.slice(0, ADDRESS_MAX / 2)}…${text.slice(1 - ADDRESS_MAX / 2)}`;
}

/** As a cell of a spreadsheet or of a search has it. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A text or a number as it is shown; nothing for anything else. */
export function shownText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
