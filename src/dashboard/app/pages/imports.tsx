import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useRef, useState } from 'preact/hooks';

import type { ImportListView } from '../../views.ts';
import { asProblem, get, type Problem, send } from '../model/api.ts';
import { number } from '../model/format.ts';
import { useEvery, useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge, Time } from '../parts/badge.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { type Column, Table } from '../parts/table.tsx';

/** Kinds whose tables can be sent as text. */
const KINDS = [
  ['links', 'Links from another tool'],
  ['keywords', 'Keywords from another tool'],
  ['console', 'Search Console export'],
] as const;

const SHOWN = 25;
const LOOK_AGAIN_MS = 2000;

type Import = ImportListView['imports'][number];

/** Where no site is looked at. */
export function WorkspaceImports(): VNode {
  return (
    <Page title="Imports">
      <Imports />
    </Page>
  );
}

/** Tables of other tools: dropped here, read as a job. */
export function Imports(): VNode {
  const imports = useLoad('imports', (signal) => get<ImportListView>('/imports', { limit: SHOWN }, signal));
  const [problem, setProblem] = useState<Problem>();
  const isRunning = imports.data?.imports.some(({ status }) => status === 'waiting' || status === 'running') ?? false;
  useEvery(isRunning ? LOOK_AGAIN_MS : undefined, imports.reload);
  const order = (body: object): void => {
    setProblem(undefined);
    send('POST', '/imports', body).then(
      () => {
        announce('The import is queued.');
        imports.reload();
      },
      (thrown: unknown) => setProblem(asProblem(thrown)),
    );
  };
  return (
    <>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <Drop onOrder={order} />
      <WithData of={imports}>
        {(data) => (
          <Table
            caption="Imports"
            columns={COLUMNS}
            rows={data.imports}
            keyOf={({ id }) => id}
            empty={<p>Nothing was imported yet.</p>}
          />
        )}
      </WithData>
    </>
  );
}

interface DropProps {
  readonly onOrder: (body: object) => void;
}

function Drop({ onOrder }: DropProps): VNode {
  const asked = useLocation().query['kind'];
  const [kind, setKind] = useState<string>(KINDS.find(([id]) => id === asked)?.[0] ?? 'links');
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const take = (file: File | undefined): void => {
    if (file !== undefined) void file.text().then((content) => onOrder({ kind, content }));
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer?.files[0]);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      class={isOver ? 'panel drop over' : 'panel drop'}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label>
        What the file holds
        <select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>
          {KINDS.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <p>
        Drop a CSV file here, or{' '}
        <OnlyFor role="member" what="import data">
          <button type="button" onClick={() => picker.current?.click()}>
            choose one
          </button>
        </OnlyFor>
        <input
          ref={picker}
          class="unseen"
          type="file"
          accept=".csv,.tsv,.txt"
          tabIndex={-1}
          aria-label="File to import"
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </p>
      {kind === 'console' ? <Property onOrder={onOrder} /> : null}
      <p class="muted">
        Files of other kinds and large ones: <a href="/docs/importing">the guide on importing</a>.
      </p>
    </div>
  );
}

/** Figures that the API of Search Console or Bing has, without a file. */
function Property({ onOrder }: DropProps): VNode {
  const [property, setProperty] = useState('');
  return (
    <form
      class="inline"
      onSubmit={(event) => {
        event.preventDefault();
        onOrder({ kind: 'console', property });
      }}
    >
      <label>
        Or pull a property from the API
        <input
          value={property}
          placeholder="sc-domain:example.com"
          spellcheck={false}
          onInput={(event) => setProperty(event.currentTarget.value)}
        />
      </label>
      <OnlyFor role="member" what="import data" isSilent>
        <button type="submit" disabled={property === ''}>
          Pull
        </button>
      </OnlyFor>
    </form>
  );
}

const COLUMNS: readonly Column<Import>[] = [
  { title: 'Kind', kind: 'main', cell: ({ kind }) => KINDS.find(([id]) => id === kind)?.[1] ?? kind },
  {
    title: 'State',
    cell: ({ status }) => (
      <Badge tone={status === 'completed' ? 'good' : status === 'failed' ? 'bad' : 'busy'} text={status} />
    ),
  },
  { title: 'Started', cell: ({ begun_at }) => <Time at={begun_at} /> },
  { title: 'Rows', kind: 'number', cell: ({ counts }) => number(counts.read) },
  { title: 'What went wrong', cell: ({ error }) => error ?? <span class="muted">–</span> },
];
