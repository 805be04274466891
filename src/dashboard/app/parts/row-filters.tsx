import type { VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';

import {
  type Filter,
  FILTER_KINDS,
  type FilterKind,
  filterOf,
  filterText,
  presetsOf,
  toggled,
} from '../model/row-filters.ts';
import { labelOf, wordsOf } from '../model/words.ts';
import type { Fields } from '../model/report.ts';

interface RowFiltersProps {
  /** Of the table. */
  readonly title: string;
  readonly rows: readonly Fields[];
  /** Fields with single values. */
  readonly fields: readonly string[];
  readonly filters: readonly Filter[];
  readonly onFilter: (filters: readonly Filter[]) => void;
}

const KINDS: readonly FilterKind[] = ['is', 'is_not', 'contains', 'between', 'known', 'unknown'];

/** Chips for what most look for, and a filter by any field. */
export function RowFilters({ title, rows, fields, filters, onFilter }: RowFiltersProps): VNode {
  const presets = useMemo(() => presetsOf(rows, fields), [rows, fields]);
  const inPresets = new Set(presets.map(({ field }) => field));
  const wantedOf = (field: string): readonly string[] =>
    filters.find((each) => each.field === field)?.wanted.split(',') ?? [];
  return (
    <div class="row-filters" role="group" aria-label={`Filters of ${title}`}>
      {presets.map(({ field, values }) =>
        values.map(({ value, count }) => (
          <button
            key={`${field} ${value}`}
            type="button"
            class="chip"
            aria-pressed={wantedOf(field).includes(value)}
            title={labelOf(field)}
            onClick={() => onFilter(toggled(filters, field, value))}
          >
            {capital(wordsOf(value).replaceAll('_', ' '))} <small>{count}</small>
          </button>
        )),
      )}
      {filters
        .filter(({ field, wanted }) => !inPresets.has(field) || /^[!~*]|\.\./.test(wanted))
        .map(({ field, wanted }) => (
          <button
            key={field}
            type="button"
            class="chip"
            aria-pressed="true"
            onClick={() => onFilter(filters.filter((each) => each.field !== field))}
          >
            {labelOf(field)} {filterText(wanted)} <span aria-hidden="true">×</span>
            <span class="unseen">, take this filter away</span>
          </button>
        ))}
      <NewFilter
        fields={fields}
        onAdd={(filter) => onFilter([...filters.filter((each) => each.field !== filter.field), filter])}
      />
    </div>
  );
}

interface NewFilterProps {
  readonly fields: readonly string[];
  readonly onAdd: (filter: Filter) => void;
}

function NewFilter({ fields, onAdd }: NewFilterProps): VNode {
  const box = useRef<HTMLDetailsElement>(null);
  const [field, setField] = useState(fields[0] ?? '');
  const [kind, setKind] = useState<FilterKind>('contains');
  const [value, setValue] = useState('');
  const needsValue = kind !== 'known' && kind !== 'unknown';
  const add = (event: Event): void => {
    event.preventDefault();
    if (field === '' || (needsValue && value.trim() === '')) return;
    onAdd(filterOf(field, kind, value.trim()));
    setValue('');
    if (box.current !== null) box.current.open = false;
  };
  return (
    <details ref={box} class="columns new-filter">
      <summary class="chip">+ Filter</summary>
      <form onSubmit={add}>
        <select aria-label="Field" value={field} onChange={(event) => setField(event.currentTarget.value)}>
          {fields.map((each) => (
            <option key={each} value={each}>
              {labelOf(each)}
            </option>
          ))}
        </select>
        <select
          aria-label="Condition"
          value={kind}
          onChange={(event) => setKind(KINDS.find((each) => each === event.currentTarget.value) ?? 'contains')}
        >
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {FILTER_KINDS[each]}
            </option>
          ))}
        </select>
        {needsValue ? (
          <input
            type="text"
            aria-label="Value"
            placeholder={kind === 'between' ? '20..50' : ''}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        ) : null}
        <button type="submit">Add</button>
      </form>
    </details>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
