import type { FastifyReply } from 'fastify';

import { type AppError, secondsToRetry } from '../kernel/errors.ts';

/** An error as RFC 9457 problem details, with our code, the request id, the fix and every bad field. */
export function problemOf(error: AppError, requestId: string): Record<string, unknown> {
  return {
    type: `urn:seamark:problem:${error.code}`,
    title: error.title,
    status: error.status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    fix: error.fix ?? null,
    errors: error.issues,
    success: false,
  };
}

export function sendProblem(reply: FastifyReply, error: AppError, requestId: string): FastifyReply {
  if (error.status === 401 && !reply.hasHeader('www-authenticate')) {
    void reply.header('www-authenticate', 'ApiKey realm="seamark", header="x-api-key"');
  }
  const wait_s = secondsToRetry(error);
  if (wait_s !== undefined && !reply.hasHeader('retry-after')) void reply.header('retry-after', String(wait_s));
  return reply
    .code(error.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(JSON.stringify(problemOf(error, requestId)));
}
