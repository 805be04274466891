import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { JOB_STATUSES } from '../ports/jobs.ts';
import { check } from './check.ts';
import { type Asked, type JobStreams, rowOf } from './job-streams.ts';
import { type DashboardScope, found, idOf } from './routes.ts';
import type { JobDetailView, JobListView, JobRowView } from './views.ts';
import { wire } from './wire.ts';

const filter = z.string().min(1).max(200).optional();
const JobFilter = z.strictObject({
  status: z.enum(JOB_STATUSES).optional(),
  operation: filter,
  project_id: filter,
  workflow_id: filter,
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
const Live = z.strictObject({
  ids: z
    .string()
    .max(6000)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.string().min(1).max(100)).min(1).max(100)),
});
const After = z.object({ last_event_id: z.coerce.number().int().min(0).optional() });

export function serveJobs({ app, parts, userOf }: DashboardScope, streams: JobStreams): void {
  const { jobs } = parts.account;
  const askedBy = (request: FastifyRequest, reply: FastifyReply): Asked => {
    const { id, workspace_id } = userOf(request);
    return { request, reply, workspace_id, user_id: id };
  };

  app.get('/jobs', async (request): Promise<JobListView> => {
    const { status, operation, project_id, workflow_id, limit, offset } = check(JobFilter, request.query, 'The filter');
    const query = { status, operation, project_id, workflow_id, limit, offset };
    const page = await jobs.list(userOf(request).workspace_id, query);
    return { jobs: page.jobs.map(rowOf), total_count: page.total_count };
  });

  app.get('/jobs/live', async (request, reply) => {
    const { ids } = check(Live, request.query);
    await streams.states(askedBy(request, reply), ids);
  });

  app.get('/jobs/:id', async (request): Promise<{ job: JobDetailView }> => {
    const id = idOf(request);
    return { job: wire(found(await jobs.find(userOf(request).workspace_id, id), 'job', id)) };
  });

  app.get('/jobs/:id/events', async (request, reply) => {
    const id = idOf(request);
    const asked = askedBy(request, reply);
    const job = found(await jobs.find(asked.workspace_id, id), 'job', id);
    const { last_event_id } = check(After, request.query);
    const heard = Number(request.headers['last-event-id'] ?? last_event_id ?? 0);
    await streams.events(asked, job, Number.isSafeInteger(heard) && heard > 0 ? heard : 0);
  });

  app.post('/jobs/:id/cancel', async (request): Promise<{ job: JobRowView }> => {
    const id = idOf(request);
    return { job: rowOf(found(await jobs.cancel(userOf(request).workspace_id, id), 'job', id)) };
  });
}
