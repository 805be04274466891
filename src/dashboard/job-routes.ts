import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { check } from './check.ts';
import type { Asked, JobStreams } from './job-streams.ts';
import { type DashboardScope, found, idOf } from './routes.ts';
import type { JobRequestView } from './views.ts';

const Live = z.strictObject({
  ids: z
    .string()
    .max(6000)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.string().min(1).max(100)).min(1).max(100)),
});
const After = z.object({ last_event_id: z.coerce.number().int().min(0).optional() });

/** What happens to jobs, live. Everything else about jobs is an account operation. */
export function serveJobs({ app, parts, userOf }: DashboardScope, streams: JobStreams): void {
  const { jobs } = parts.account;
  const askedBy = (request: FastifyRequest, reply: FastifyReply): Asked => {
    const { id, workspace_id } = userOf(request);
    return { request, reply, workspace_id, user_id: id };
  };

  app.get('/jobs/live', async (request, reply) => {
    const { ids } = check(Live, request.query);
    await streams.states(askedBy(request, reply), ids);
  });

  // Apart from the job, which is looked at again with each event: what was sent may be megabytes.
  app.get('/jobs/:id/request', async (request): Promise<JobRequestView> => {
    const id = idOf(request);
    const job = found(await jobs.find(userOf(request).workspace_id, id), 'job', id);
    return { request_id: job.request_id, input: job.input };
  });

  app.get('/jobs/:id/events', async (request, reply) => {
    const id = idOf(request);
    const asked = askedBy(request, reply);
    const job = found(await jobs.find(asked.workspace_id, id), 'job', id);
    const { last_event_id } = check(After, request.query);
    const heard = Number(request.headers['last-event-id'] ?? last_event_id ?? 0);
    await streams.events(asked, job, Number.isSafeInteger(heard) && heard > 0 ? heard : 0);
  });
}
