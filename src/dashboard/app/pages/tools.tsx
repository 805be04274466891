import type { VNode } from 'preact';
import { useRoute } from 'preact-iso/router';

import type { ReportListView } from '../../views.ts';
import { get } from '../model/api.ts';
import { useLoad } from '../model/load.ts';
import { useSession } from '../model/session.ts';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { REPORTS } from '../reports/index.ts';
import type { Place } from '../model/report.ts';
import { NotFound } from './not-found.tsx';
import { ReportList } from './reports.tsx';

const RECENT = 10;

const PLACES: ReadonlyMap<Place, string> = new Map([
  ['site', 'Site audit'],
  ['page', 'Page check'],
  ['links', 'Links'],
  ['keywords', 'Keywords'],
  ['rankings', 'Search traffic'],
  ['ai', 'AI visibility'],
  ['local', 'Local'],
  ['content', 'Content'],
  ['plan', 'Plan'],
]);

/** What can be asked of one subject, and what was asked of it. */
export function Tools(): VNode {
  const name = useRoute().params['place'] ?? '';
  const found = [...PLACES].find(([place]) => place === name);
  return found === undefined ? <NotFound /> : <Tool key={name} place={found[0]} title={found[1]} />;
}

function Tool({ place, title }: { readonly place: Place; readonly title: string }): VNode {
  const { me } = useSession();
  const ids = [...REPORTS.values()].filter((report) => report.place === place).map(({ operation }) => operation);
  const operations = me.operations.filter(({ id }) => ids.includes(id));
  const recent = useLoad(place, (signal) =>
    get<ReportListView>('/reports', { operation: ids.join(','), limit: RECENT }, signal),
  );
  return (
    <Page title={title}>
      <ul class="tools">
        {operations.map(({ id, title: name, summary, price_rule }) => (
          <li key={id}>
            <a href={`/dashboard/ask/${id}`}>
              <b>{name}</b>
              <span>{summary}</span>
              <span class="muted">{price_rule}</span>
            </a>
          </li>
        ))}
      </ul>
      <h2>Recent</h2>
      <WithData of={recent}>
        {({ reports }) =>
          reports.length === 0 ? <p class="empty">No reports yet.</p> : <ReportList reports={reports} />
        }
      </WithData>
    </Page>
  );
}
