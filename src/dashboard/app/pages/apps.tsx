import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

import type { AppListView, AppView } from '../../views.ts';
import { get, send } from '../model/api.ts';
import { useLoad } from '../model/load.ts';
import { announce } from '../parts/announcer.tsx';
import { Time } from '../parts/badge.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Table } from '../parts/table.tsx';

/** The apps that were let in by OAuth. */
export function Apps(): VNode {
  const apps = useLoad('apps', (signal) => get<AppListView>('/apps', {}, signal));
  const [leaving, setLeaving] = useState<AppView>();
  const left = ({ name }: AppView): void => {
    setLeaving(undefined);
    apps.reload();
    announce(`${name} is disconnected.`);
  };
  const columns: readonly Column<AppView>[] = [
    { title: 'App', kind: 'main', cell: (app) => app.name },
    { title: 'Sends people to', cell: (app) => app.redirect_host },
    { title: 'May', cell: (app) => (app.scope.includes('write') ? 'ask and make changes' : 'ask') },
    { title: 'Project', cell: (app) => app.project_id ?? 'none' },
    { title: 'Connected by', cell: (app) => app.user_email },
    { title: 'Connected', cell: (app) => <Time at={app.created_at} /> },
    { title: 'Last used', cell: (app) => <Time at={app.last_used_at} /> },
    {
      title: 'Actions',
      kind: 'actions',
      cell: (app) => (
        <button type="button" onClick={() => setLeaving(app)}>
          Disconnect
        </button>
      ),
    },
  ];
  return (
    <Page title="Connected apps">
      <WithData of={apps}>
        {(data) => (
          <Table
            caption="Connected apps"
            columns={columns}
            rows={data.apps}
            keyOf={(app) => app.id}
            empty={
              <p>
                No apps yet. Add <code>{`${location.origin}/mcp`}</code> as a connector in Claude, ChatGPT or another
                MCP client: it sends you here to allow it. <a href="/docs/mcp">How to connect</a>
              </p>
            }
          />
        )}
      </WithData>
      {leaving === undefined ? null : (
        <Confirm
          title={`Disconnect ${leaving.name}?`}
          action="Disconnect"
          work={() => send('POST', `/apps/${leaving.id}/disconnect`)}
          onDone={() => left(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p>Its access ends at once. It has to ask again to come back.</p>
        </Confirm>
      )}
    </Page>
  );
}
