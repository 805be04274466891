import type { RateRule } from '../ports/limits.ts';
import { signalOf } from './account-routes.ts';
import { sharedView } from './link-routes.ts';
import { RateLimited } from './login-routes.ts';
import { printReport } from './printed-report.ts';
import { type DashboardScope, found, idOf } from './routes.ts';

/** A page keeps a browser busy for seconds. */
const BY_USER: RateRule = { per_minute: 12 };

/** A report as a PDF, for whoever is logged in. */
export function servePrints({ app, parts, userOf }: DashboardScope): void {
  app.get('/reports/:id/pdf', async (request, reply) => {
    const id = idOf(request);
    const { id: user, workspace_id } = userOf(request);
    const { allowed, retry_after_s } = await parts.limiter.take(`pdf:${user}`, BY_USER);
    if (!allowed) throw new RateLimited(retry_after_s, 'Too many PDF files were asked for.');
    const job = found(await parts.account.jobs.find(workspace_id, id), 'report', id);
    const view = found(sharedView(job, await parts.looks.find(workspace_id)), 'answer of report', id);
    return reply.type('application/pdf').send(await printReport({ app, parts }, view, signalOf(reply)));
  });
}
