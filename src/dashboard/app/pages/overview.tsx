import type { VNode } from 'preact';

import type { CreditView, JobListView, UsageView } from '../../views.ts';
import { get } from '../model/api.ts';
import { count, number, utcDay } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { Chart } from '../parts/chart.tsx';
import { WithData } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { Attention } from './attention.tsx';
import { JobTable, replaceJob } from './job-table.tsx';
import { chartOf } from './usage-parts.ts';

const DAYS = 30;
const JOBS = 8;

export function Overview(): VNode {
  return (
    <Page title="Settings">
      <Credits />
      <Attention />
      <Recent />
      <LatestJobs />
    </Page>
  );
}

function Credits(): VNode {
  const credits = useLoad('credits', (signal) => get<CreditView>('/credits', {}, signal));
  return (
    <WithData of={credits}>
      {({ balance, reserved, spent_this_month, plan, limits }) => (
        <dl class="figures">
          <Figure name="Credits left" value={balance === null ? 'Unlimited' : number(balance)} />
          <Figure name="Spent this month" value={number(spent_this_month)} />
          <Figure name="Reserved" value={number(reserved)} />
          <Figure name="Plan" value={plan === 'self_hosted' ? 'Self-hosted' : plan} />
          <Figure name="Requests per minute" value={number(limits.requests_per_minute)} />
          <Figure
            name="Concurrent jobs"
            value={limits.concurrent_jobs === null ? 'Unlimited' : number(limits.concurrent_jobs)}
          />
        </dl>
      )}
    </WithData>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: string }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Recent(): VNode {
  const usage = useLoad('usage', async (signal) => {
    const query = { date_from: utcDay(DAYS - 1), date_to: utcDay(0), group_by: 'operation', by_day: 'true' };
    const view = await get<UsageView>('/usage', query, signal);
    return { view, chart: chartOf(view, 'credits', (group) => group ?? 'none') };
  });
  return (
    <section>
      <h2>Credits used in the last {DAYS} days, by operation</h2>
      <WithData of={usage}>
        {({ view, chart }) =>
          view.total.calls === 0 ? (
            <div class="empty">
              <p>
                No calls yet. Create a key under <a href="/dashboard/settings/keys">Keys</a>, then call an operation:
              </p>
              <pre>
                curl -s {location.origin}/api/v1/search -H 'x-api-key: KEY' -H 'content-type: application/json' -d '
                {'{"query":"bicycle"}'}'
              </pre>
            </div>
          ) : (
            <>
              <p>
                {count(view.total.calls, 'call')}, {number(view.total.failed_calls)} failed,{' '}
                {count(view.total.credits, 'credit')}. <a href="/dashboard/settings/usage">View usage</a>
              </p>
              <Chart unit="Credits" {...chart} />
            </>
          )
        }
      </WithData>
    </section>
  );
}

function LatestJobs(): VNode {
  const jobs = useLoad('jobs', (signal) => get<JobListView>('/jobs', { limit: JOBS }, signal));
  return (
    <section>
      <h2>Latest jobs</h2>
      <WithData of={jobs}>{(data) => <JobTable jobs={data.jobs} onChange={replaceJob(jobs)} />}</WithData>
    </section>
  );
}
