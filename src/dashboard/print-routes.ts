import type { RateRule } from '../ports/limits.ts';
import { signalOf } from './account-routes.ts';
import { sharedView } from './link-routes.ts';
import { requireTurn } from './login-routes.ts';
import { printReport, TOO_MANY_PDFS } from './printed-report.ts';
import { type DashboardScope, found, idOf } from './routes.ts';

/** A page keeps a browser busy for seconds. */
const BY_USER: RateRule = { per_minute: 12 };

/** A report as a PDF, for whoever is logged in. */
export function servePrints({ app, parts, userOf }: DashboardScope): void {
  app.get('/reports/:id/pdf', async (request, reply) => {
    const id = idOf(request);
    const { id: user, workspace_id } = userOf(request);
    await requireTurn(parts, `pdf:${user}`, BY_USER, TOO_MANY_PDFS);
    const job = found(await parts.account.jobs.find(workspace_id, id), 'report', id);
    const view = found(sharedView(job, await parts.looks.find(workspace_id)), 'answer of report', id);
    return reply.type('application/pdf').send(await printReport({ app, parts }, view, signalOf(reply)));
  });
}
