import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { RankHistoryView, RankPointView } from '../../views.ts';
import { count, number } from '../model/format.ts';
import { wordMatch, wordMissing } from '../model/rank-words.ts';
import { Time } from '../parts/badge.tsx';
import { csv, download } from '../parts/download.ts';
import { type Column, Table } from '../parts/table.tsx';

const FIRST = 30;

interface RankPointsProps {
  readonly history: RankHistoryView;
  /** Of the keyword, for the name of the file. */
  readonly name: string;
}

type Entry =
  | { readonly at: string; readonly point: RankPointView }
  | { readonly at: string; readonly failure: NonNullable<RankHistoryView['gaps']>[number] };

/** Every check, also those that failed, newest first. */
export function RankPoints({ history, name }: RankPointsProps): VNode {
  const [isWhole, setWhole] = useState(false);
  const entries = listEntries(history);
  return (
    <section aria-labelledby="checks">
      <div class="table-head">
        <h2 id="checks">Checks</h2>
        <button type="button" onClick={() => download(fileName(name), 'text/csv;charset=utf-8', textOf(entries))}>
          Download CSV
        </button>
      </div>
      <Table
        caption="Checks of this keyword, newest first"
        columns={COLUMNS}
        rows={isWhole ? entries : entries.slice(0, FIRST)}
        keyOf={(entry) => `${entry.at} ${'point' in entry ? 'point' : 'failure'}`}
        isNarrow
        empty={null}
      />
      {isWhole || entries.length <= FIRST ? null : (
        <p class="total">
          <button type="button" onClick={() => setWhole(true)}>
            Show all {count(entries.length, 'check')}
          </button>
        </p>
      )}
    </section>
  );
}

function listEntries({ history, gaps }: RankHistoryView): readonly Entry[] {
  const points = history.map((point) => ({ at: point.checked_at, point }));
  const failures = (gaps ?? []).map((failure) => ({ at: failure.failed_at, failure }));
  return [...points, ...failures].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}

const COLUMNS: readonly Column<Entry>[] = [
  { title: 'Checked', kind: 'main', cell: ({ at }) => <Time at={at} /> },
  { title: 'Position', kind: 'number', cell: (entry) => <Position entry={entry} /> },
  { title: 'Page found', cell: (entry) => <Found entry={entry} /> },
  {
    title: 'Features',
    isWide: true,
    cell: (entry) =>
      'point' in entry && entry.point.features.length > 0 ? wordFeatures(entry.point) : <span class="muted">–</span>,
  },
  {
    title: 'Results read',
    kind: 'number',
    isWide: true,
    cell: (entry) => ('point' in entry ? number(entry.point.depth_checked) : '–'),
  },
  { title: 'Source', isWide: true, cell: (entry) => <Source entry={entry} /> },
];

function Position({ entry }: { readonly entry: Entry }): VNode {
  if (!('point' in entry)) return <span class="move bad">failed</span>;
  const { position, depth_checked, is_conclusive } = entry.point;
  if (position !== null) return <span class="position">{number(position)}</span>;
  return (
    <span class="muted">
      {wordMissing(depth_checked)}
      {is_conclusive ? '' : ', too shallow to tell'}
    </span>
  );
}

function Found({ entry }: { readonly entry: Entry }): VNode {
  if (!('point' in entry)) return <span class="address">{entry.failure.reason}</span>;
  const { matched_url, match_type } = entry.point;
  if (matched_url === null) return <span class="muted">–</span>;
  const match = wordMatch(match_type);
  return (
    <>
      <span class="address">{matched_url}</span>
      {match === '' ? null : <div class="muted">{match}</div>}
    </>
  );
}

function wordFeatures({ features }: RankPointView): string {
  return features
    .map(({ type, owned }) => `${type.replaceAll('_', ' ')}${owned === true ? ' (yours)' : ''}`)
    .join(', ');
}

function Source({ entry }: { readonly entry: Entry }): VNode {
  if (!('point' in entry)) return <>{entry.failure.source ?? <span class="muted">none asked</span>}</>;
  const { source, is_source_changed } = entry.point;
  return (
    <>
      {source}
      {is_source_changed ? <div class="muted">changed here</div> : null}
    </>
  );
}

function fileName(keyword: string): string {
  const plain = keyword
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60);
  return `rank-${plain}.csv`;
}

function textOf(entries: readonly Entry[]): string {
  const rows = entries.map((entry) =>
    'point' in entry
      ? [
          entry.at,
          entry.point.position ?? '',
          entry.point.matched_url ?? '',
          entry.point.depth_checked,
          entry.point.source,
          '',
        ]
      : [entry.at, '', '', '', entry.failure.source ?? '', entry.failure.reason],
  );
  return csv([['checked_at', 'position', 'matched_url', 'depth_checked', 'source', 'failure'], ...rows]);
}
