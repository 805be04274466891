import type { Card, Fields } from './report.ts';
import { intervalOf, isRows, numberText, unitOf, valueAt } from './values.ts';

/** An answer from before, to compare with. */
export interface Before {
  readonly at: string;
  readonly answer: Fields;
}

/** How a figure moved; judged where its card says which way is better. A position that improves goes up. */
export interface Change {
  readonly arrow: '▲' | '▼' | '→';
  readonly text: string;
  readonly judgement: 'good' | 'bad' | 'none';
}

/** Undefined where one of both is no number. */
export function changeOf({ field, unit, better }: Card, answer: Fields, before: Fields): Change | undefined {
  const [now, was] = [answer, before].map((each) => {
    const value = valueAt(each, field);
    return intervalOf(value)?.value ?? value;
  });
  if (typeof now !== 'number' || typeof was !== 'number') return undefined;
  if (now === was) return { arrow: '→', text: 'no change', judgement: 'none' };
  const name = field.split('.').at(-1) ?? field;
  const shown = unit ?? unitOf(name, was);
  const isPosition = unit === 'position';
  const isUp = now > was !== isPosition;
  const good = isPosition ? 'higher' : better;
  return {
    arrow: isUp ? '▲' : '▼',
    text: `${numberText(Math.abs(now - was), shown)} from ${numberText(was, shown)}`,
    judgement: good === undefined ? 'none' : (good === 'higher') === isUp ? 'good' : 'bad',
  };
}

/** Fields that name a row, whatever else of it changes. */
const NAMING = [
  'url',
  'url_from',
  'url_to',
  'target_url',
  'domain',
  'keyword',
  'anchor',
  'topic',
  'id',
  'check',
  'prospect',
  'question',
  'title',
  'name',
  'text',
  'period',
];

/** What a row is called where it stands in a sentence. */
export function titleOfRow(row: Fields): string {
  const [name] = NAMING.map((field) => row[field]).filter((value) => typeof value === 'string' && value !== '');
  return typeof name === 'string' ? name : '';
}

/** What makes two rows the same; undefined for rows without a name. */
function rowName(row: Fields): string | undefined {
  const names = NAMING.flatMap((field) => {
    const value = row[field];
    return typeof value === 'string' || typeof value === 'number' ? [`${field}=${value}`] : [];
  });
  // A title is the name of what has no other.
  return names.length === 0 ? undefined : names.slice(0, 3).join(' ');
}

export interface RowChanges {
  readonly isNew: (row: Fields) => boolean;
  readonly gone: readonly Fields[];
  /** The same row before; undefined for a new one. */
  readonly before: (row: Fields) => Fields | undefined;
}

/** Undefined where the rows cannot be told apart, or nothing is known from before. */
export function changesOfRows(rows: readonly Fields[], before: unknown): RowChanges | undefined {
  if (!isRows(before)) return undefined;
  const was = new Map(before.map((row) => [rowName(row), row]));
  const is = new Set(rows.map(rowName));
  if (was.has(undefined) || is.has(undefined)) return undefined;
  return {
    isNew: (row) => !was.has(rowName(row)),
    gone: before.filter((row) => !is.has(rowName(row))),
    before: (row) => was.get(rowName(row)),
  };
}
