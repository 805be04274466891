import type { VNode } from 'preact';

import type { EndpointListView, JobListView, ProjectView, ScheduleListView, ScheduleRowView } from '../../views.ts';
import { get } from '../model/api.ts';
import { count } from '../model/format.ts';
import { useLoad } from '../model/load.ts';
import { failedRun, scheduleTitle } from './schedule-news.ts';
import { useSession } from '../model/session.ts';

const NO_ENDPOINTS: Pick<EndpointListView, 'endpoints'> = { endpoints: [] };
const UNDELIVERED: readonly string[] = ['retrying', 'failed', 'paused'];

/** Runs that fail, and reports that do not arrive. */
function troublesOf(schedule: ScheduleRowView): readonly string[] {
  const recipients = (schedule.report?.recipients ?? []).filter(({ state }) => UNDELIVERED.includes(state));
  const title = scheduleTitle(schedule);
  const failed = failedRun(schedule);
  return [
    ...(failed === undefined ? [] : [`${title}: ${failed}`]),
    ...recipients.map(({ to, reason }) => `${title}: not delivered to ${to}${reason === null ? '.' : `. ${reason}`}`),
  ];
}

/** What needs a look today; nothing where all is well. */
export function Attention(): VNode | null {
  const isOwner = useSession().me.user.role === 'owner';
  const state = useLoad('attention', async (signal) => {
    const [{ projects }, { endpoints }, { schedules }, failed] = await Promise.all([
      get<{ projects: readonly ProjectView[] }>('/projects', {}, signal),
      // Only owners see them; the others see all else.
      isOwner ? get<EndpointListView>('/webhooks/endpoints', {}, signal) : NO_ENDPOINTS,
      get<ScheduleListView>('/schedules', {}, signal),
      get<JobListView>('/jobs', { status: 'failed', limit: 1 }, signal),
    ]);
    return { projects, endpoints, schedules, failed: failed.total_count };
  });
  if (state.data === undefined) return null;
  const { projects, endpoints, schedules, failed } = state.data;
  const lines = [
    ...projects
      .filter((project) => project.month.exceeded_at !== null || project.month.warned_at !== null)
      .map((project) => ({
        text: `Project ${project.name} has ${project.month.exceeded_at === null ? 'passed the warning level for' : 'used up'} its monthly budget.`,
        href: '/dashboard/settings/projects',
      })),
    ...endpoints
      // What goes to these is told with its schedule.
      .filter((endpoint) => endpoint.events.length > 0)
      .filter((endpoint) => endpoint.paused_reason !== null || endpoint.failing_since !== null)
      .map((endpoint) => ({
        text: `Webhook ${endpoint.url} ${endpoint.paused_reason === null ? 'is failing' : `is paused: ${endpoint.paused_reason}`}.`,
        href: '/dashboard/settings/webhooks',
      })),
    ...schedules.flatMap(troublesOf).map((text) => ({ text, href: '/dashboard/settings/schedules' })),
    ...(failed === 0
      ? []
      : [{ text: `${count(failed, 'job has', 'jobs have')} failed.`, href: '/dashboard/settings/jobs?status=failed' }]),
  ];
  if (lines.length === 0) return null;
  return (
    <section class="panel">
      <header>
        <h2>Needs attention</h2>
      </header>
      <ul class="alert-list">
        {lines.map((line) => (
          <li key={line.text}>
            <span>{line.text}</span>
            <a href={line.href}>View</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
