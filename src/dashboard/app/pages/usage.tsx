import type { VNode } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useMemo } from 'preact/hooks';

import type { KeyView, UsageView } from '../../views.ts';
import { get } from '../model/api.ts';
import { day, number, share, usd, utcDay } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { Bar } from '../parts/badge.tsx';
import { Chart } from '../parts/chart.tsx';
import { csv, download } from '../parts/download.ts';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { chartOf, type Measure } from './usage-parts.ts';
import { Filters, GROUP_TITLES, isGroup, type Selection } from './usage-filters.tsx';

type GroupTotal = UsageView['groups'][number];

/** What is chosen stands in the address, so that it can be sent to somebody. */
export function Usage(): VNode {
  const { query, route } = useLocation();
  const selection: Selection = {
    date_from: query['date_from'] ?? utcDay(29),
    date_to: query['date_to'] ?? utcDay(0),
    group_by: isGroup(query['group_by']) ? query['group_by'] : 'day',
    measure: query['measure'] === 'calls' ? 'calls' : 'credits',
    operation: query['operation'] ?? '',
    project_id: query['project_id'] ?? '',
    key_id: query['key_id'] ?? '',
  };
  const { measure, ...asked } = selection;
  const keys = useLoad('keys', (signal) => get<{ keys: readonly KeyView[] }>('/keys', {}, signal));
  const usage = useLoad(JSON.stringify(asked), async (signal) => ({
    view: await get<UsageView>('/usage', { ...asked, by_day: 'true' }, signal),
    asked,
  }));
  const select = (changes: Partial<Selection>): void => {
    const next = Object.entries({ ...selection, ...changes }).filter(([, value]) => value !== '');
    route(`/dashboard/settings/usage?${new URLSearchParams(next).toString()}`, true);
  };
  const names = useMemo(() => new Map(keys.data?.keys.map((key) => [key.id, key.name])), [keys.data]);
  return (
    <Page title="Usage">
      <Filters selection={selection} keys={keys.data?.keys ?? []} select={select} />
      <WithData of={usage}>
        {({ view, asked: shown }) => <Report view={view} shown={{ ...shown, measure }} names={names} select={select} />}
      </WithData>
    </Page>
  );
}

interface ReportProps {
  readonly view: UsageView;
  readonly shown: Selection;
  readonly names: ReadonlyMap<string, string>;
  readonly select: (changes: Partial<Selection>) => void;
}

function Report({ view, shown, names, select }: ReportProps): VNode {
  const { group_by, measure } = shown;
  const nameOf = (group: string | null): string =>
    group === null
      ? isWhole(group_by)
        ? 'all'
        : `no ${group_by}`
      : (names.get(group) ?? (group_by === 'day' ? day(group) : group));
  const chart = useMemo(() => chartOf(view, measure, nameOf), [view, measure, names]);
  return (
    <>
      <Chart unit={measure === 'credits' ? 'Credits' : 'Calls'} {...chart} />
      <div class="table-head">
        <h2>By {group_by}</h2>
        {view.groups.length === 0 ? null : (
          <button type="button" onClick={() => save(view, shown)}>
            Download CSV
          </button>
        )}
      </div>
      <Table
        caption={`Usage by ${group_by}`}
        columns={columnsOf({ view, shown, nameOf, select })}
        rows={group_by === 'day' ? view.groups.toReversed() : view.groups}
        keyOf={(row) => row.group ?? ''}
        isNarrow
        empty={<p>Nothing in this period. Choose a longer period, or remove a filter.</p>}
      />
      <p class="total">
        Total: {number(view.total.calls)} calls, {number(view.total.failed_calls)} failed, {number(view.total.credits)}{' '}
        credits{view.total.usd > 0 ? `, ${usd(view.total.usd)} charged by sources` : ''}.
      </p>
    </>
  );
}

/** What the chart shows as one: a call can ask several sources. */
function isWhole(group_by: Selection['group_by']): boolean {
  return group_by === 'day' || group_by === 'source';
}

interface ColumnsQuestion extends Omit<ReportProps, 'names'> {
  readonly nameOf: (group: string | null) => string;
}

function columnsOf({ view, shown, nameOf, select }: ColumnsQuestion): readonly Column<GroupTotal>[] {
  const { group_by, measure } = shown;
  const most = Math.max(1, ...view.groups.map((group) => group[measure]));
  const name: Column<GroupTotal> = {
    title: GROUP_TITLES[group_by],
    kind: 'main',
    cell: (row) => <GroupName row={row} name={nameOf(row.group)} group_by={group_by} select={select} />,
  };
  const failed: Column<GroupTotal> = {
    title: 'Failed',
    kind: 'number',
    isWide: true,
    cell: (row) => number(row.failed_calls),
  };
  const spent: Column<GroupTotal> = { title: 'USD', kind: 'number', cell: (row) => usd(row.usd) };
  // Calls and credits are those of a call, which can ask several sources.
  if (group_by === 'source') {
    return [name, { title: 'Requests', kind: 'number', cell: (row) => number(row.calls) }, failed, spent];
  }
  return [
    name,
    { title: 'Calls', kind: 'number', cell: (row) => number(row.calls) },
    failed,
    { title: 'Credits', kind: 'number', cell: (row) => number(row.credits) },
    ...(view.total.usd > 0 ? [spent] : []),
    {
      title: measure === 'credits' ? 'Share of credits' : 'Share of calls',
      isWide: true,
      cell: (row) => (
        <span class="share">
          <Bar value={row[measure]} max={most} label={`${nameOf(row.group)}: ${measure}`} />
          {share(row[measure], view.total[measure])}
        </span>
      ),
    },
  ];
}

interface GroupNameProps {
  readonly row: GroupTotal;
  readonly name: string;
  readonly group_by: Selection['group_by'];
  readonly select: (changes: Partial<Selection>) => void;
}

/** A group that is chosen becomes a filter, and the days of it are shown. */
function GroupName({ row, name, group_by, select }: GroupNameProps): VNode {
  const { group } = row;
  if (group === null || group_by === 'day' || group_by === 'source') return <>{name}</>;
  const filter = { operation: 'operation', project: 'project_id', key: 'key_id' } as const;
  return (
    <button
      type="button"
      class="link"
      title={`Show the days of ${name}`}
      onClick={() => select({ [filter[group_by]]: group, group_by: 'day' })}
    >
      {name}
    </button>
  );
}

function save(view: UsageView, { group_by, date_from, date_to }: Selection & { measure: Measure }): void {
  const rows = view.groups.map((row) => [row.group ?? '', row.calls, row.failed_calls, row.credits, row.usd]);
  const text = csv([[group_by, 'calls', 'failed_calls', 'credits', 'usd'], ...rows]);
  download(`usage-${group_by}-${date_from}-${date_to}.csv`, 'text/csv;charset=utf-8', text);
}
