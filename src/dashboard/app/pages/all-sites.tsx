import type { VNode } from 'preact';
import { useLocation, useRoute } from 'preact-iso/router';
import { useState } from 'preact/hooks';

import type { BoardRow, BoardView, Moved } from '../../views.ts';
import { asProblem, get, send } from '../model/api.ts';
import { day, number } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { useSession } from '../model/session.ts';
import { useSites } from '../model/sites.ts';
import { numberText } from '../model/values.ts';
import { announce } from '../parts/announcer.tsx';
import { Time } from '../parts/badge.tsx';
import { DemoBadge } from '../parts/demo-badge.tsx';
import { WithData } from '../parts/loading.tsx';
import { OnlyFor } from '../parts/only-for.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { SiteDialog } from './site-form.tsx';
import { CrawlState } from './sites.tsx';

/** The sites of all workspaces of somebody, those that need a look first. */
export function AllSites(): VNode {
  const { query } = useRoute();
  const workspaces = query['workspaces'] === 'here' ? 'here' : 'all';
  const board = useLoad(`board ${workspaces}`, (signal) => get<BoardView>('/board', { workspaces }, signal));
  const known = useSites();
  const [isAdding, setAdding] = useState(false);
  const done = (text: string): void => {
    setAdding(false);
    board.reload();
    known.reload();
    announce(text);
  };
  return (
    <Page
      title="Sites"
      actions={
        <OnlyFor role="member" what="start crawls">
          <button type="button" class="primary" onClick={() => setAdding(true)}>
            Add site
          </button>
        </OnlyFor>
      }
    >
      <WithData of={board}>{(data) => <Board data={data} />}</WithData>
      {isAdding ? <SiteDialog item={undefined} onClose={() => setAdding(false)} onDone={done} /> : null}
    </Page>
  );
}

function Board({ data }: { readonly data: BoardView }): VNode {
  const [isTroubled, setTroubled] = useState(false);
  const troubled = data.sites.filter(({ alerts }) => alerts.length > 0);
  const isMany = new Set(data.sites.map(({ workspace }) => workspace.id)).size > 1;
  return (
    <>
      {data.sites.length === 0 ? null : <p class="answer">{data.sentence}</p>}
      <div class="board-choice">
        {data.workspaces > 1 ? (
          <nav class="choice" aria-label="Workspaces shown">
            <a href="/dashboard/sites" aria-current={data.is_all ? 'true' : undefined}>
              All workspaces
            </a>
            <a href="/dashboard/sites?workspaces=here" aria-current={data.is_all ? undefined : 'true'}>
              This workspace
            </a>
          </nav>
        ) : null}
        {troubled.length === 0 || troubled.length === data.sites.length ? null : (
          <label>
            <input
              type="checkbox"
              checked={isTroubled}
              onChange={(event) => setTroubled(event.currentTarget.checked)}
            />{' '}
            Only sites with an alert
          </label>
        )}
      </div>
      <Table
        caption="Your sites"
        columns={isMany ? [SITE, WORKSPACE, ...FIGURES] : [SITE, ...FIGURES]}
        rows={isTroubled ? troubled : data.sites}
        keyOf={({ workspace, id }) => `${workspace.id} ${id}`}
        empty={
          <p>
            No sites yet. Use “Add site” to crawl your site regularly and see its health score, its pages and what to
            fix first.
          </p>
        }
      />
    </>
  );
}

const SITE: Column<BoardRow> = {
  title: 'Site',
  kind: 'main',
  cell: (row) => (
    <>
      <SiteLink row={row} /> <DemoBadge />
      {row.name === row.target ? null : <div class="muted">{row.target}</div>}
      {row.alerts.map((alert) => (
        <div key={alert} class="site-alert">
          <span aria-hidden="true">▲</span> {alert.charAt(0).toUpperCase() + alert.slice(1)}
        </div>
      ))}
    </>
  ),
};

const WORKSPACE: Column<BoardRow> = { title: 'Workspace', cell: ({ workspace }) => workspace.name };

const FIGURES: readonly Column<BoardRow>[] = [
  { title: 'Health', kind: 'number', cell: ({ health }) => <Figure of={health} unknown="Crawl the site to know." /> },
  {
    title: 'Clicks',
    kind: 'number',
    cell: ({ clicks }) => (
      <Figure of={clicks} at={clicks?.at} unknown="Connect or import Search Console, and run its keywords or pages." />
    ),
  },
  {
    title: 'Top 10',
    kind: 'number',
    cell: ({ top10 }) => <Figure of={top10} at={top10?.at} unknown="Run its ranked keywords." />,
  },
  {
    title: 'Referring domains',
    kind: 'number',
    cell: ({ referring_domains: domains }) => (
      <Figure of={domains} at={domains?.at} unknown="Run its backlink summary." />
    ),
  },
  {
    title: 'AI',
    kind: 'number',
    cell: ({ ai }) =>
      ai === null ? (
        <span class="unknown" title="Run its AI visibility.">
          not known
        </span>
      ) : (
        <span title={`Named in this share of assistants’ answers, as of ${day(ai.at)}`}>
          {numberText(ai.share, 'share')}
        </span>
      ),
  },
  {
    title: 'Last crawl',
    cell: ({ last_crawl }) =>
      last_crawl === null ? (
        <span class="muted">not crawled yet</span>
      ) : (
        <>
          {last_crawl.status === 'finished' ? null : <CrawlState status={last_crawl.status} />}{' '}
          <Time at={last_crawl.at} />
        </>
      ),
  },
];

/** A site of another workspace is opened there. */
function SiteLink({ row: { workspace, id, name } }: { readonly row: BoardRow }): VNode {
  const { me } = useSession();
  const { route } = useLocation();
  const address = `/dashboard/s/${encodeURIComponent(id)}`;
  if (workspace.id === me.user.workspace_id) return <a href={address}>{name}</a>;
  const go = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    send('POST', '/workspace/switch', { id: workspace.id }).then(
      () => location.assign(address),
      (thrown: unknown) => {
        announce(asProblem(thrown).message);
        route('/dashboard/sites');
      },
    );
  };
  return (
    <a href={address} title={`Opens in ${workspace.name}`} onClick={go}>
      {name}
    </a>
  );
}

interface FigureProps {
  readonly of: Moved | null;
  readonly at?: string | undefined;
  /** What makes it known. */
  readonly unknown: string;
}

/** Of all these, more is better. */
function Figure({ of, at, unknown }: FigureProps): VNode {
  if (of === null) {
    return (
      <span class="unknown" title={unknown}>
        not known
      </span>
    );
  }
  const change = of.before === null ? 0 : of.now - of.before;
  return (
    <span title={at === undefined ? undefined : `As of ${day(at)}`}>
      {number(of.now)}
      {change === 0 ? null : (
        <span class={change > 0 ? 'moved good' : 'moved bad'}>
          {' '}
          <span aria-hidden="true">{change > 0 ? '▲' : '▼'}</span>
          <span class="unseen">{change > 0 ? 'up by ' : 'down by '}</span>
          {number(Math.abs(change))}
        </span>
      )}
    </span>
  );
}
