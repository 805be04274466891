import type { VNode } from 'preact';

import type { KeyView, ProjectView } from '../../views.ts';
import { get } from '../model/api.ts';
import { utcDay } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { useSession } from '../model/session.ts';
import type { Measure } from './usage-parts.ts';

export interface Selection {
  readonly date_from: string;
  readonly date_to: string;
  readonly group_by: 'day' | 'operation' | 'project' | 'key' | 'source';
  readonly measure: Measure;
  /** Empty for all, here and below. */
  readonly operation: string;
  readonly project_id: string;
  readonly key_id: string;
}

export const GROUP_TITLES = {
  day: 'Day',
  operation: 'Operation',
  project: 'Project',
  key: 'Key',
  source: 'Source',
} as const;

export function isGroup(text: string | undefined): text is Selection['group_by'] {
  return text !== undefined && text in GROUP_TITLES;
}

interface FiltersProps {
  readonly selection: Selection;
  readonly keys: readonly KeyView[];
  readonly select: (changes: Partial<Selection>) => void;
}

const SPANS = [7, 30, 90] as const;

export function Filters({ selection, keys, select }: FiltersProps): VNode {
  const { me } = useSession();
  const projects = useLoad('projects', (signal) => get<{ projects: readonly ProjectView[] }>('/projects', {}, signal));
  return (
    <div class="filters" role="group" aria-label="Filters">
      <Days selection={selection} select={select} />
      <Choice
        label="Group by"
        value={selection.group_by}
        options={Object.entries(GROUP_TITLES)}
        onChange={(value) => isGroup(value) && select({ group_by: value })}
      />
      <Choice
        label="Chart"
        value={selection.measure}
        options={[
          ['credits', 'Credits'],
          ['calls', 'Calls'],
        ]}
        onChange={(value) => select({ measure: value === 'calls' ? 'calls' : 'credits' })}
      />
      <Choice
        label="Operation"
        value={selection.operation}
        options={[
          ['', 'All'],
          ...withChosen(
            selection.operation,
            me.operations.filter(({ is_account }) => !is_account).map(({ id }) => [id, id] as const),
          ),
        ]}
        onChange={(operation) => select({ operation })}
      />
      <Choice
        label="Project"
        value={selection.project_id}
        options={[
          ['', 'All'],
          ...withChosen(
            selection.project_id,
            (projects.data?.projects ?? []).map(({ id, name }) => [id, name] as const),
          ),
        ]}
        onChange={(project_id) => select({ project_id })}
      />
      <Choice
        label="Key"
        value={selection.key_id}
        options={[
          ['', 'All'],
          ...withChosen(
            selection.key_id,
            keys.map(({ id, name }) => [id, name] as const),
          ),
        ]}
        onChange={(key_id) => select({ key_id })}
      />
    </div>
  );
}

function Days({ selection, select }: Omit<FiltersProps, 'keys'>): VNode {
  const { date_from, date_to } = selection;
  const span = SPANS.find((days) => date_to === utcDay(0) && date_from === utcDay(days - 1));
  return (
    <>
      <Choice
        label="Days"
        value={span === undefined ? '' : String(span)}
        options={[...SPANS.map((days) => [String(days), `Last ${days}`] as const), ['', 'Custom']]}
        onChange={(days) => days !== '' && select({ date_from: utcDay(Number(days) - 1), date_to: utcDay(0) })}
      />
      <label>
        From
        <input
          type="date"
          value={date_from}
          max={date_to}
          onChange={(event) => event.currentTarget.value !== '' && select({ date_from: event.currentTarget.value })}
        />
      </label>
      <label>
        To
        <input
          type="date"
          value={date_to}
          min={date_from}
          onChange={(event) => event.currentTarget.value !== '' && select({ date_to: event.currentTarget.value })}
        />
      </label>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly onChange: (value: string) => void;
}

export function Choice({ label, value, options, onChange }: ChoiceProps): VNode {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is chosen may be gone from the list, such as a project that was removed. */
function withChosen(
  chosen: string,
  options: readonly (readonly [string, string])[],
): readonly (readonly [string, string])[] {
  const isKnown = chosen === '' || options.some(([id]) => id === chosen);
  return isKnown ? options : [...options, [chosen, chosen]];
}
