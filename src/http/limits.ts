import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { planNamed } from '../engine/plans.ts';
import { counted } from '../kernel/grammar.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import type { Caller } from '../ports/accounts.ts';
import type { RateLimiter, RateRule } from '../ports/limits.ts';
import type { Plans } from '../ports/plans.ts';

export interface Limits {
  readonly limiter: RateLimiter;
  readonly plans: Plans;
  /** Told of each request that was refused. */
  readonly rejected: () => void;
}

/** The part of a request that a refusal before it ran gives back: a client that learns is not locked out. */
const REFUSED_SHARE = 0.9;

const taken = new WeakMap<FastifyRequest, { readonly key: string; readonly rule: RateRule }>();

/**
 * Counts a request of a known caller against the plan of its workspace, and says in headers how it stands.
 *
 * The headers are those of draft-ietf-httpapi-ratelimit-headers.
 *
 * @throws AppError rate_limited
 */
export async function limitRequest(
  { limiter, plans, rejected }: Limits,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // Commands are not limited: whoever gives them sets the limits.
  if (caller.key_id === undefined) return;
  const rule = { per_minute: planNamed(plans, caller.plan).requests_per_minute };
  const key = `workspace:${caller.workspace_id}`;
  const standing = await limiter.take(key, rule);
  void reply
    .header('ratelimit-policy', `"default";q=${standing.limit};w=60`)
    .header('ratelimit', `"default";r=${standing.remaining};t=${standing.reset_s}`);
  if (standing.allowed) {
    taken.set(request, { key, rule });
    return;
  }
  rejected();
  void reply.header('retry-after', String(standing.retry_after_s));
  throw new AppError(
    'rate_limited',
    `The plan ${caller.plan} allows ${counted(standing.limit, 'request')} a minute for all keys of the workspace.`,
    { fix: `Wait ${counted(standing.retry_after_s, 'second')}, as Retry-After says, and watch the RateLimit header.` },
  );
}

/** Requests without a valid key that one address may send; valid keys from there go on. */
const FAILED_KEYS: RateRule = { per_minute: 120 };

/** What a failed request is told: whoever sends wrong keys without end is told to wait, by the address of the connection. */
export async function limitFailedKeys(
  { limiter, rejected }: Pick<Limits, 'limiter' | 'rejected'>,
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AppError> {
  if (error.code !== 'unauthenticated' || !request.url.startsWith('/api/v1/')) return error;
  const standing = await limiter.take(`failed-key:${request.ip}`, FAILED_KEYS);
  if (standing.allowed) return error;
  rejected();
  void reply.header('retry-after', String(standing.retry_after_s));
  return new AppError('rate_limited', 'Too many requests without a valid API key came from this address.', {
    title: 'Too many requests without a valid API key.',
    fix: `Wait ${counted(standing.retry_after_s, 'second')}, then send a valid key in the header x-api-key.`,
  });
}

/** Refusals that took nothing but a look at the request. What was fetched, queued or looked up has cost something. */
const REFUSED_EARLY: readonly string[] = [
  'invalid_json',
  'invalid_input',
  'key_not_allowed_here',
  'payload_too_large',
  'unsupported_media_type',
  'FST_ERR_CTP_BODY_TOO_LARGE',
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
] satisfies (ErrorCode | `FST_${string}`)[];

/** Gives back most of what requests had cost that were refused before anything ran. Once for each server. */
export function giveBackRefused(app: FastifyInstance, { limiter }: Pick<Limits, 'limiter'>): void {
  app.addHook('onError', async (request, _reply, error) => {
    const cost = taken.get(request);
    if (cost !== undefined && REFUSED_EARLY.includes(error.code)) {
      limiter.giveBack(cost.key, cost.rule, REFUSED_SHARE);
    }
  });
}
