import type { FastifyInstance } from 'fastify';

import type { Engine } from '../engine/engine.ts';
import { type EndpointParts, serveEndpoint } from './endpoint.ts';
import { Surfaces } from './surfaces.ts';

export interface McpParts extends Omit<EndpointParts, 'surface' | 'log'> {
  readonly engine: Engine;
}

/** Client libraries commonly give up a request after 60 s, and their call with it: we answer before. */
const WAIT_MS_MAX = 50_000;

/** The operations for agents: `/mcp`, and `/mcp/x/{toolset}` for a part of them. */
export async function serveMcp(app: FastifyInstance, { engine, ...parts }: McpParts): Promise<void> {
  const patient = { ...engine, inline_timeout_ms: Math.min(engine.inline_timeout_ms, WAIT_MS_MAX) };
  const surfaces = new Surfaces(patient);
  await serveEndpoint(app, {
    ...parts,
    log: engine.log,
    surface: (asked, caller) => surfaces.of(asked, caller),
  });
}
