import type { FastifyInstance } from 'fastify';

import type { Service } from '../compose.ts';
import type { Config } from '../config.ts';
import { BUILT_APP, serveDashboard } from '../dashboard/serve.ts';
import { createServer } from '../http/server.ts';
import { version } from '../version.ts';

/** The HTTP side of a service: REST, documents, metrics, dashboard. Nothing listens yet. */
export async function openServer(service: Service, config: Config): Promise<FastifyInstance> {
  const { engine, keys, limiter, metrics, account, users } = service;
  return createServer({
    engine,
    keys,
    limits: { limiter, plans: config.plans, rejected: () => metrics.countRateLimited() },
    metrics,
    metrics_access: { token: config.metrics_token },
    body_bytes_max: config.body_bytes_max,
    ready: service.ready,
    version,
    extend: (app) =>
      serveDashboard(app, {
        users,
        account,
        keys,
        limiter,
        operations: [...engine.operations.values()],
        log: engine.log,
        version,
        folder: BUILT_APP,
      }),
  });
}
