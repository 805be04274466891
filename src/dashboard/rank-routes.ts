import { fieldsOf } from '../kernel/fields-of.ts';
import { inputOf, priceableCall, routeOf } from './account-routes.ts';
import type { DashboardScope } from './routes.ts';

/** What the page of tracked keywords asks beside account operations. Everything else that is priced needs a key. */
const SERVED = new Set(['rank.overview', 'rank.history', 'rank.track', 'rank.targets.check']);

/**
 * Ranks and their checks, by the one path of every call: the same checks, price, reservation and usage as over REST, for
 * the workspace of whoever is logged in. `dry_run=true` tells the price and runs nothing.
 */
export function serveRanks({ app, parts, userOf }: DashboardScope): void {
  for (const operation of parts.operations) {
    if (!SERVED.has(operation.id)) continue;
    app.route({
      method: operation.method,
      url: routeOf(operation),
      handler: async (request, reply) => {
        const { status, body } = await parts.execute(operation, inputOf(operation, request), {
          ...priceableCall(userOf(request), request, reply),
          dry_run: fieldsOf(request.query)['dry_run'] === 'true',
          mode: 'default',
        });
        return reply.code(status).send(body);
      },
    });
  }
}
