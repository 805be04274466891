import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { fieldsOf } from '../kernel/fields-of.ts';
import { AppError } from '../kernel/errors.ts';
import type { RateRule } from '../ports/limits.ts';
import type { ReportSubscription } from '../ports/schedules.ts';
import { check } from './check.ts';
import { networkOf, requireTurn } from './login-routes.ts';
import type { DashboardParts } from './routes.ts';
import type { SubscriptionView } from './views.ts';

const Asked = z.strictObject({
  token: z.string().max(100),
  /** Left out, it only says what the token is for: scanners of mail open every link. */
  stop: z.boolean().default(false),
});

const BY_ADDRESS: RateRule = { per_minute: 60 };
const FORM_BYTES_MAX = 1000;

interface Public {
  readonly app: FastifyInstance;
  readonly parts: DashboardParts;
}

/** Whoever reads a scheduled report by e-mail stops it without an account. */
export function serveReportStop({ app, parts }: Public): void {
  app.post('/stop-report', async (request): Promise<SubscriptionView> => {
    const { token, stop } = check(Asked, request.body);
    await requireRoom(parts, request.ip);
    const { schedules } = parts.account;
    return viewOf(await (stop ? schedules.unsubscribe(token) : schedules.subscription(token)));
  });
}

/** The one POST of a mail client (RFC 8058); whoever opens the address in a browser comes to the page. */
export async function serveStopByMailClient({ app, parts }: Public): Promise<void> {
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (_request, _body, done) =>
    done(null, undefined),
  );
  app.get('/stop/:token', async ({ params }, reply) =>
    reply.redirect(`/dashboard/stop#token=${encodeURIComponent(tokenIn(params))}`, 302),
  );
  app.post('/stop/:token', async ({ params, ip }, reply) => {
    await requireRoom(parts, ip);
    viewOf(await parts.account.schedules.unsubscribe(tokenIn(params)));
    return reply.code(204).send();
  });
}

function tokenIn(params: unknown): string {
  const { token } = fieldsOf(params);
  return typeof token === 'string' ? token.slice(0, 100) : '';
}

function requireRoom(parts: DashboardParts, ip: string): Promise<void> {
  return requireTurn(parts, `stop:${networkOf(ip)}`, BY_ADDRESS, 'Too many requests from this address.');
}

/** @throws AppError not_found */
function viewOf(subscription: ReportSubscription | undefined): SubscriptionView {
  if (subscription === undefined) {
    throw new AppError('not_found', 'This link is no longer valid: these reports do not go to your address any more.', {
      fix: 'If you still get them, reply to the e-mail.',
    });
  }
  const { workspace_name, url, operation, input, is_stopped } = subscription;
  return { workspace_name, to: url.replace(/^mailto:/i, ''), operation, input, is_stopped };
}
