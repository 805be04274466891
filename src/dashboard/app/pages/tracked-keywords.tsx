import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { RankRowView } from '../../views.ts';
import { asProblem, type Problem, send } from '../model/api.ts';
import { count } from '../model/format.ts';
import { wordChange, wordDevice, wordPosition, wordSeries } from '../model/rank-words.ts';
import { announce } from '../parts/announcer.tsx';
import { Badge, Time } from '../parts/badge.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { type Column, Table } from '../parts/table.tsx';
import type { TrackedView } from './rankings-data.ts';
import { TagDialog } from './tag-form.tsx';

interface TrackedKeywordsProps {
  readonly rows: readonly TrackedView[];
  readonly onChange: () => void;
}

/** A page of tracked keywords, and what can be done with those that are picked. */
export function TrackedKeywords({ rows, onChange }: TrackedKeywordsProps): VNode {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const here = rows.filter(({ target }) => picked.has(target.id));
  const pick = (ids: readonly string[], isPicked: boolean): void => {
    const next = new Set(picked);
    for (const id of ids) {
      if (isPicked) next.add(id);
      else next.delete(id);
    }
    setPicked(next);
  };
  return (
    <>
      <Actions
        picked={here}
        onDone={(text) => {
          setPicked(new Set());
          onChange();
          announce(text);
        }}
      />
      <Table
        caption="Tracked keywords"
        columns={columnsOf(rows, new Set(here.map(({ target }) => target.id)), pick)}
        rows={rows}
        keyOf={({ target }) => target.id}
        isNarrow
        empty={<p>No keyword matches these filters.</p>}
      />
    </>
  );
}

interface ActionsProps {
  readonly picked: readonly TrackedView[];
  readonly onDone: (text: string) => void;
}

/** Always there, so that the table does not move when a row is picked. */
function Actions({ picked, onDone }: ActionsProps): VNode {
  const [open, setOpen] = useState<'tag' | 'delete'>();
  const [problem, setProblem] = useState<Problem>();
  const ids = picked.map(({ target }) => target.id);
  const what = count(ids.length, 'keyword');
  const change = (is_paused: boolean): void => {
    setProblem(undefined);
    send('PATCH', '/rank/targets', { ids, is_paused }).then(
      () => onDone(`${what} ${is_paused ? 'paused' : 'resumed'}.`),
      (thrown: unknown) => setProblem(asProblem(thrown)),
    );
  };
  const finish = (text: string): void => {
    setOpen(undefined);
    onDone(text);
  };
  return (
    <>
      {problem === undefined ? null : <ProblemNotice problem={problem} />}
      <div class="picked" role="group" aria-label="Selected keywords">
        <span class="muted">{ids.length === 0 ? 'Select keywords to change them' : `${what} selected`}</span>
        <OnlyFor role="member" what="change tracked keywords" isSilent>
          <button type="button" disabled={ids.length === 0} onClick={() => setOpen('tag')}>
            Tag
          </button>

          <button type="button" disabled={picked.every(({ target }) => target.is_paused)} onClick={() => change(true)}>
            Pause
          </button>

          <button
            type="button"
            disabled={picked.every(({ target }) => !target.is_paused)}
            onClick={() => change(false)}
          >
            Resume
          </button>

          <button type="button" disabled={ids.length === 0} onClick={() => setOpen('delete')}>
            Delete
          </button>
        </OnlyFor>
      </div>
      {open === 'tag' ? (
        <TagDialog targets={picked.map(({ target }) => target)} onDone={finish} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'delete' ? (
        <Confirm
          title={`Stop tracking ${what}?`}
          action={ids.length === 1 ? 'Delete keyword' : 'Delete keywords'}
          work={() => send('DELETE', '/rank/targets', { ids })}
          onDone={() => finish(`${what} deleted.`)}
          onClose={() => setOpen(undefined)}
        >
          <p>Result pages that were stored stay: a keyword that you add again has its history at once.</p>
        </Confirm>
      ) : null}
    </>
  );
}

function columnsOf(
  rows: readonly TrackedView[],
  picked: ReadonlySet<string>,
  pick: (ids: readonly string[], isPicked: boolean) => void,
): readonly Column<TrackedView>[] {
  return [
    pickColumn(rows, picked, pick),
    {
      title: 'Keyword',
      kind: 'main',
      cell: ({ target, rank }) => (
        <>
          <a class="address" href={`/dashboard/rankings/${target.id}`}>
            {target.keyword}
          </a>
          <div class="muted address">{target.url}</div>
          <div class="phone muted address">{[wordSeries(target), ...target.tags].join(' · ')}</div>
          <div class="phone">
            <TrackedState target={target} rank={rank} />
          </div>
        </>
      ),
    },
    {
      title: 'Searched from',
      isWide: true,
      cell: ({ target }) => (
        <>
          {target.location ?? 'no place'}
          <div class="muted">{wordDevice(target)}</div>
        </>
      ),
    },
    {
      title: 'Tags',
      isWide: true,
      cell: ({ target }) =>
        target.tags.length === 0 ? <span class="muted">–</span> : <span class="address">{target.tags.join(', ')}</span>,
    },
    {
      title: 'Position',
      kind: 'number',
      cell: ({ rank }) => (
        <>
          <Position rank={rank} />
          <div class="phone">
            <Change rank={rank} />
          </div>
        </>
      ),
    },
    { title: 'Change', isWide: true, cell: ({ rank }) => <Change rank={rank} /> },
    { title: 'Last checked', isWide: true, cell: ({ rank }) => <Checked rank={rank} /> },
    { title: 'State', isWide: true, cell: (row) => <TrackedState {...row} /> },
  ];
}

function pickColumn(
  rows: readonly TrackedView[],
  picked: ReadonlySet<string>,
  pick: (ids: readonly string[], isPicked: boolean) => void,
): Column<TrackedView> {
  return {
    title: 'Select',
    kind: 'pick',
    head: (
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={picked.size === rows.length}
        onChange={(event) =>
          pick(
            rows.map(({ target }) => target.id),
            event.currentTarget.checked,
          )
        }
      />
    ),
    cell: ({ target }) => (
      <input
        type="checkbox"
        aria-label={`Select ${target.keyword}`}
        checked={picked.has(target.id)}
        onChange={(event) => pick([target.id], event.currentTarget.checked)}
      />
    ),
  };
}

function Position({ rank }: { readonly rank: RankRowView | undefined }): VNode {
  if (rank === undefined) return <span class="muted">–</span>;
  return <span class={rank.position === null ? 'muted' : 'position'}>{wordPosition(rank)}</span>;
}

function Change({ rank }: { readonly rank: RankRowView | undefined }): VNode {
  if (rank === undefined) return <span class="muted">–</span>;
  const { tone, text } = wordChange(rank);
  return <span class={tone === 'quiet' ? 'muted' : `move ${tone}`}>{text}</span>;
}

function Checked({ rank }: { readonly rank: RankRowView | undefined }): VNode {
  return rank?.checked_at == null ? <span class="muted">never</span> : <Time at={rank.checked_at} />;
}

export function TrackedState({ target, rank }: TrackedView): VNode {
  if (target.is_paused) return <Badge tone="quiet" text="paused" />;
  return rank?.is_stale === true ? <Badge tone="warn" text="stale" /> : <Badge tone="good" text="active" />;
}
