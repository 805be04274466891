import type { VNode } from 'preact';

import { isFields, isRows, valueAt } from '../model/values.ts';
import { labelOf, wordsOf } from '../model/words.ts';
import type { Fields } from '../model/report.ts';
import { factBy, Facts } from './facts.tsx';
import { Level, LEVEL_FIELDS } from './level.tsx';
import { Value } from './value.tsx';

export function firstOf(column: string): string {
  return column.split(' › ', 1)[0] ?? column;
}

/** A value with another below it. */
export function Cell({ row, column }: { readonly row: Fields; readonly column: string }): VNode {
  const [first = '', second] = column.split(' › ');
  const value = valueAt(row, first);
  const under = second === undefined ? undefined : valueAt(row, second);
  if (LEVEL_FIELDS.has(first) && typeof value === 'string') return <Level level={value} />;
  const badge = badgeOf(first, value);
  if (badge !== undefined)
    return <span class={`badge-soft ${badge}`}>{capital(wordsOf(String(value)).replaceAll('_', ' '))}</span>;
  return (
    <>
      <Value name={first.split('.').at(-1) ?? first} value={value} />
      {second === undefined || under === null || under === undefined || isNothing(under) ? null : (
        <div class="under">
          <Value name={second} value={under} />
        </div>
      )}
    </>
  );
}

/** What is to be done stands out, in the colour of how pressing it is. */
const BADGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  classification: {
    broken_target_repair: 'bad',
    lost_link_reclaim: 'warn',
    quality_review: 'warn',
    outreach_reference: 'accent',
    authority_protection: '',
    shared_deficit: 'bad',
    current_advantage: 'good',
  },
  action: {
    redirect: 'bad',
    restore: 'bad',
    repair: 'bad',
    reclaim: 'warn',
    review: 'warn',
    disavow_review: 'bad',
    recover: 'bad',
    refresh: 'warn',
    expand: 'accent',
    improve: 'accent',
    strengthen: 'accent',
    protect: '',
    keep: '',
    monitor: '',
  },
  match: { strong: 'good', medium: 'accent', weak: 'warn' },
  sentiment: { positive: 'good', negative: 'bad', neutral: '' },
  threat_level: { high: 'bad', medium: 'warn', low: '' },
  truncation_risk: { high: 'bad', medium: 'warn', low: 'good' },
};

function badgeOf(name: string, value: unknown): string | undefined {
  return typeof value === 'string' ? BADGES[name]?.[value] : undefined;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface WholeProps {
  readonly row: Fields;
  /** Tables within, drawn by whoever draws tables. */
  readonly table: (name: string, rows: readonly Fields[]) => VNode;
}

/** All that a row has, lists of records as tables of their own. */
export function WholeRow({ row, table }: WholeProps): VNode {
  const entries = Object.entries(row);
  const singles = entries.filter(([, value]) => !isRows(value) && !isFields(value) && !isNothing(value));
  const tables = entries.flatMap(([name, value]) => (isRows(value) ? [[name, value] as const] : []));
  const records = entries.flatMap(([name, value]) => (isFields(value) ? [[name, value] as const] : []));
  return (
    <>
      <Facts of={singles.map(([name, value]) => factBy(name, value))} />
      {records.map(([name, value]) => (
        <div key={name}>
          <h3>{labelOf(name)}</h3>
          <Facts of={Object.entries(value).map(([inner, each]) => factBy(inner, each))} />
        </div>
      ))}
      {tables.map(([name, value]) => table(name, value))}
    </>
  );
}

function isNothing(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

export function hasMore(row: Fields, columns: readonly string[]): boolean {
  const shown = new Set(columns.flatMap((column) => column.split(' › ')));
  return Object.keys(row).some((name) => !shown.has(name));
}
