import type { VNode } from 'preact';

import { labelOf } from '../model/words.ts';

interface ColumnChooserProps {
  /** Of the table. */
  readonly title: string;
  /** Those that the table has by itself; one may show two values. */
  readonly preset: readonly string[];
  /** Every value that its rows have. */
  readonly all: readonly string[];
  /** Shown now. */
  readonly columns: readonly string[];
  /** Undefined goes back to the preset. */
  readonly onChoose: (columns: readonly string[] | undefined) => void;
}

/** Which columns a table shows. */
export function ColumnChooser({ title, preset, all, columns, onChoose }: ColumnChooserProps): VNode | null {
  const inPreset = new Set(preset.flatMap((column) => column.split(' › ')));
  const offered = [...preset, ...all.filter((name) => !inPreset.has(name))];
  if (offered.length < 2) return null;
  const toggle = (column: string): void => {
    const next = offered.filter((each) => (each === column ? !columns.includes(each) : columns.includes(each)));
    if (next.length > 0) onChoose(next.join() === preset.join() ? undefined : next);
  };
  return (
    <details class="columns">
      <summary>Columns</summary>
      <fieldset>
        <legend class="unseen">Columns of {title}</legend>
        {offered.map((column) => (
          <label key={column}>
            <input type="checkbox" checked={columns.includes(column)} onChange={() => toggle(column)} />
            {column
              .split(' › ')
              .map((name) => labelOf(name))
              .join(', ')}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
