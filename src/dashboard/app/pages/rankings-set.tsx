import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { RankOverviewView, RankRowView } from '../../views.ts';
import { count, day, number, share } from '../model/format.ts';
import { answerSet, wordMove, wordSeries } from '../model/rank-words.ts';
import { Band, type BandFigure } from '../parts/band.tsx';
import { type Column, Table } from '../parts/table.tsx';

interface SetGlanceProps {
  readonly set: RankOverviewView;
  readonly tags: RankOverviewView['by_tag'];
  readonly select: (changes: { readonly tag: string }) => void;
}

/** What the tracked keywords come to. */
export function SetGlance({ set, tags, select }: SetGlanceProps): VNode {
  return (
    <>
      <p class="answer">{answerSet(set)}</p>
      <Band figures={figuresOf(set)} unknown="not checked yet" />
      <Unchecked set={set} />
      {set.checked === 0 ? null : <Movers set={set} />}
      {tags.length === 0 ? null : <Tags tags={tags} chosen={set.tag} select={select} />}
    </>
  );
}

/** A set can have hundreds of tags; its keywords stay in reach below them. */
const TAGS_FIRST = 8;

interface TagsProps extends Pick<SetGlanceProps, 'tags' | 'select'> {
  readonly chosen: string | null;
}

function Tags({ tags, chosen, select }: TagsProps): VNode {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? tags : tags.filter(({ tag }, at) => at < TAGS_FIRST || tag === chosen);
  return (
    <section aria-labelledby="by-tag">
      <h2 id="by-tag">By tag</h2>
      <Table
        caption="Keywords by tag"
        columns={tagColumns(chosen, select)}
        rows={shown}
        keyOf={({ tag }) => tag}
        isNarrow
        empty={null}
      />
      {shown.length === tags.length ? null : (
        <p class="total">
          <button type="button" onClick={() => setWhole(true)}>
            Show all {count(tags.length, 'tag')}
          </button>
        </p>
      )}
    </section>
  );
}

function figuresOf(set: RankOverviewView): readonly BandFigure[] {
  const { checked, counts, visibility, average_position, found_share, movers } = set;
  const within = (name: string, found: number): BandFigure => ({
    name,
    value: checked === 0 ? undefined : number(found),
    note: `${share(found, checked)} of ${number(checked)} checked`,
  });
  const moved = movers.up_count + movers.down_count;
  return [
    {
      name: 'Visibility',
      value: visibility === null ? undefined : number(visibility.value),
      unit: 'of 100',
      note: <VisibilityNote set={set} />,
    },
    within('Top 3', counts.top3),
    within('Top 10', counts.top10),
    within('Top 20', counts.top20),
    {
      name: 'Average position',
      value: average_position === null ? (checked === 0 ? undefined : '–') : number(average_position),
      note:
        found_share === null || average_position === null
          ? 'no keyword was found'
          : `over the ${share(found_share.value, 1)} that were found`,
    },
    {
      name: 'Moved',
      value: checked === 0 ? undefined : <Moved set={set} />,
      note: `${number(checked - moved)} within noise or too new to judge`,
    },
  ];
}

function VisibilityNote({ set: { visibility, days } }: { readonly set: RankOverviewView }): VNode {
  if (visibility === null || visibility.before === null) return <>nothing to compare with {count(days, 'day')} ago</>;
  const { value, before, weights } = visibility;
  const basis = weights === 'volume' ? 'weighted by search volume' : 'every keyword counted the same';
  return (
    <>
      {value === before
        ? `as ${count(days, 'day')} ago`
        : `${value > before ? 'up' : 'down'} from ${number(before)} in ${count(days, 'day')}`}
      ; {basis}
    </>
  );
}

function Moved({ set: { movers } }: { readonly set: RankOverviewView }): VNode {
  return (
    <>
      <span class={`move ${movers.up_count > 0 ? 'good' : 'muted'}`}>
        <span aria-hidden="true">▲</span> {number(movers.up_count)}
        <span class="unseen"> up</span>
      </span>{' '}
      <span class={`move ${movers.down_count > 0 ? 'bad' : 'muted'}`}>
        <span aria-hidden="true">▼</span> {number(movers.down_count)}
        <span class="unseen"> down</span>
      </span>
    </>
  );
}

/** Keywords that the figures say nothing of, and those whose figures are old. */
function Unchecked({ set: { keywords, checked, stale } }: { readonly set: RankOverviewView }): VNode | null {
  const unchecked = checked === 0 ? 0 : keywords - checked;
  if (unchecked === 0 && stale === 0) return null;
  return (
    <div class="notice">
      {unchecked === 0 ? null : (
        <p>
          {count(unchecked, 'keyword')} {unchecked === 1 ? 'has' : 'have'} not been checked yet and{' '}
          {unchecked === 1 ? 'is' : 'are'} in none of these figures.
        </p>
      )}
      {stale === 0 ? null : (
        <p>
          {count(stale, 'keyword')} {stale === 1 ? 'is' : 'are'} stale: no check for more than twice the usual time.
          Look at the <a href="/dashboard/settings/schedules">schedule</a> and its last job.
        </p>
      )}
    </div>
  );
}

function Movers({ set }: { readonly set: RankOverviewView }): VNode {
  const { movers, days } = set;
  const period = count(days, 'day');
  return (
    <div class="halves">
      <MoverList
        title="Fell"
        id="fell"
        rows={movers.down}
        total={movers.down_count}
        none={`Nothing fell beyond its noise in ${period}.`}
      />
      <MoverList
        title="Rose"
        id="rose"
        rows={movers.up}
        total={movers.up_count}
        none={`Nothing rose beyond its noise in ${period}.`}
      />
    </div>
  );
}

interface MoverListProps {
  readonly title: string;
  readonly id: string;
  readonly rows: readonly RankRowView[];
  readonly total: number;
  readonly none: string;
}

function MoverList({ title, id, rows, total, none }: MoverListProps): VNode {
  return (
    <section class="movers-panel" aria-labelledby={id}>
      <h2 id={id}>
        {title} <span class="muted">{total > rows.length ? `${number(rows.length)} of ${number(total)}` : ''}</span>
      </h2>
      {rows.length === 0 ? (
        <p class="muted">{none}</p>
      ) : (
        <ul class="movers">
          {rows.map((row) => (
            <li key={row.id}>
              <div>
                <a class="address" href={`/dashboard/rankings/${row.id}`}>
                  {row.keyword}
                </a>
                <div class="muted address">
                  {row.url} · {wordSeries(row)}
                </div>
              </div>
              <Move row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Move({ row: { significant_change: change } }: { readonly row: RankRowView }): VNode | null {
  if (change === null) return null;
  return (
    <div class="when">
      <span class={`move ${change.direction === 'up' ? 'good' : 'bad'}`}>{wordMove(change)}</span>
      <div class="muted">{day(change.at)}</div>
    </div>
  );
}

type Tag = RankOverviewView['by_tag'][number];

function tagColumns(
  chosen: string | null,
  select: (changes: { readonly tag: string }) => void,
): readonly Column<Tag>[] {
  const known = (read: (tag: Tag) => number | null) => (tag: Tag) => {
    const value = tag.checked === 0 ? null : read(tag);
    return value === null ? <span class="muted">–</span> : number(value);
  };
  return [
    {
      title: 'Tag',
      cell: ({ tag }) => (
        <button
          type="button"
          class="link"
          aria-pressed={tag === chosen}
          onClick={() => select({ tag: tag === chosen ? '' : tag })}
        >
          <span class="address">{tag}</span>
        </button>
      ),
    },
    { title: 'Keywords', kind: 'number', cell: ({ keywords }) => number(keywords) },
    {
      title: 'Visibility',
      kind: 'number',
      cell: ({ visibility }) => (visibility === null ? <span class="muted">not checked yet</span> : number(visibility)),
    },
    { title: 'Top 3', kind: 'number', isWide: true, cell: known(({ top3 }) => top3) },
    { title: 'Top 10', kind: 'number', cell: known(({ top10 }) => top10) },
    { title: 'Top 20', kind: 'number', isWide: true, cell: known(({ top20 }) => top20) },
    { title: 'Not found', kind: 'number', isWide: true, cell: known(({ not_found }) => not_found) },
  ];
}
