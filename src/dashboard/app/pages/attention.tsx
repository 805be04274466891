import type { VNode } from 'preact';

import type { EndpointListView, JobListView, ProjectView } from '../../views.ts';
import { get } from '../model/api.ts';
import { count } from '../model/format.ts';
import { useLoad } from '../model/load.ts';

/** What needs a look today; nothing where all is well. */
export function Attention(): VNode | null {
  const state = useLoad('attention', async (signal) => {
    const [{ projects }, { endpoints }, failed] = await Promise.all([
      get<{ projects: readonly ProjectView[] }>('/projects', {}, signal),
      get<EndpointListView>('/webhooks/endpoints', {}, signal),
      get<JobListView>('/jobs', { status: 'failed', limit: 1 }, signal),
    ]);
    return { projects, endpoints, failed: failed.total_count };
  });
  if (state.data === undefined) return null;
  const { projects, endpoints, failed } = state.data;
  const lines = [
    ...projects
      .filter((project) => project.month.exceeded_at !== null || project.month.warned_at !== null)
      .map((project) => ({
        text: `Project ${project.name} has ${project.month.exceeded_at === null ? 'passed the warning level for' : 'used up'} its monthly budget.`,
        href: '/dashboard/settings/projects',
      })),
    ...endpoints
      .filter((endpoint) => endpoint.paused_reason !== null || endpoint.failing_since !== null)
      .map((endpoint) => ({
        text: `Webhook ${endpoint.url} ${endpoint.paused_reason === null ? 'is failing' : `is paused: ${endpoint.paused_reason}`}.`,
        href: '/dashboard/settings/webhooks',
      })),
    ...(failed === 0
      ? []
      : [{ text: `${count(failed, 'job has', 'jobs have')} failed.`, href: '/dashboard/settings/jobs?status=failed' }]),
  ];
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>Needs attention</h2>
      <ul>
        {lines.map((line) => (
          <li key={line.text}>
            {line.text} <a href={line.href}>View</a>
          </li>
        ))}
      </ul>
    </section>
  );
}
