import { openBrowser } from './web.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { Service } from '../compose.ts';
import type { Config } from '../config.ts';
import { BUILT_APP, serveDashboard } from '../dashboard/serve.ts';
import { execute } from '../engine/execute.ts';
import { noteKey } from '../http/access-log.ts';
import { attribution } from '../http/authenticate.ts';
import { limitRequest } from '../http/limits.ts';
import { createServer } from '../http/server.ts';
import { serveMcp } from '../mcp/endpoint.ts';
import { issuerOf, metadataUrlOf } from '../oauth/base.ts';
import { openConnectDesk } from '../oauth/consent.ts';
import { serveOAuth } from '../oauth/routes.ts';
import { randomBase62 } from '../kernel/ids.ts';
import { version } from '../version.ts';
import { withOperatorKey } from './operator-key.ts';

/** One start of a service. */
export interface ServiceStart {
  readonly instance: string;
  /** What commands for the data folder send as their key. */
  readonly operator_key: string;
}

export function newStart(): ServiceStart {
  return { instance: randomBase62(16), operator_key: `operator_${randomBase62(38)}` };
}

/** The HTTP side of a service: REST, MCP, documents, metrics, dashboard. Nothing listens yet. */
export async function openServer(
  service: Service,
  config: Config,
  start: ServiceStart = newStart(),
): Promise<FastifyInstance> {
  const { engine, limiter, metrics, account, users, reports, workspaces, looks, demo, oauth, requester } = service;
  const keys = withOperatorKey(service.keys, start.operator_key);
  const apps = { store: oauth, registration: config.oauth_registration, requester };
  const operations = [...engine.operations.values()];
  const issuer = (request: FastifyRequest): string | undefined => issuerOf(config.public_url, request);
  const limits = { limiter, plans: config.plans, rejected: () => metrics.countRateLimited() };
  return createServer({
    engine,
    keys,
    limits,
    metrics,
    metrics_access: { token: config.metrics_token },
    body_bytes_max: config.body_bytes_max,
    ready: service.ready,
    trust_proxy: config.trust_proxy,
    version,
    instance: start.instance,
    extend: async (app) => {
      await serveMcp(app, {
        engine,
        keys,
        version,
        admit: async (caller, request, reply) => {
          noteKey(request, caller.key_id);
          await limitRequest(limits, caller, request, reply);
        },
        attribution,
        metadata_url: (request) => metadataUrlOf(issuer(request)),
        allowed_hosts: config.public_url === undefined ? undefined : [new URL(config.public_url).hostname],
      });
      await serveOAuth(app, { ...apps, public_url: config.public_url, limiter, log: engine.log });
      await serveDashboard(app, {
        connect: openConnectDesk({ ...apps, operations, projects: account.projects }),
        issuer,
        users,
        reports,
        workspaces,
        looks,
        keep_days: config.result_days,
        demo,
        account,
        keys,
        limiter,
        operations,
        execute: (operation, rawInput, call) => execute(engine, operation, rawInput, call),
        sending: { can_mail: config.smtp_url !== undefined, is_public: config.public_url !== undefined },
        printer: openBrowser(config),
        log: engine.log,
        version,
        folder: BUILT_APP,
      });
    },
  });
}
