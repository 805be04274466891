import type { JsonSchema } from '../contract/json-schema.ts';
import { REPORT_EVENT, REPORT_FAILED_EVENT, WEBHOOK_EVENTS } from '../ports/webhooks.ts';

type WebhookType = (typeof WEBHOOK_EVENTS)[number] | typeof REPORT_EVENT | typeof REPORT_FAILED_EVENT | 'webhook.test';

const WHAT: Record<WebhookType, string> = {
  'job.completed': 'A job ended with its answer.',
  'job.failed': 'A job failed, or was cancelled.',
  'project.budget_warning': 'A project reached its warning share.',
  'project.budget_exceeded': 'A project used up its budget.',
  'alert.rank_changed': 'A check of tracked keywords found a change beyond the noise of its series.',
  'alert.mention_changed': 'A scheduled llm-mentions.track found a change beyond its margin of error.',
  'alert.schedule_stale': 'A schedule failed twice in a row.',
  'alert.site_changed': 'A crawl saw what changed on a site.',
  'report.ready': 'A schedule that names this endpoint in report.to has a new answer: data is the report in short.',
  'report.failed':
    'A schedule that names this endpoint in report.to could not make its report: data says why, and when it runs again.',
  'webhook.test': 'A test was requested.',
};

const TYPES: readonly WebhookType[] = [...WEBHOOK_EVENTS, REPORT_EVENT, REPORT_FAILED_EVENT, 'webhook.test'];
const JOB_EVENTS: ReadonlySet<WebhookType> = new Set(['job.completed', 'job.failed']);

/** What endpoints receive, as OpenAPI describes it. */
export function webhooksOf(): JsonSchema {
  return Object.fromEntries(TYPES.map((type) => [type, { post: eventOf(type) }]));
}

function eventOf(type: WebhookType): JsonSchema {
  const data = JOB_EVENTS.has(type)
    ? { type: 'object', properties: { job: { $ref: '#/components/schemas/Job' } }, required: ['job'] }
    : { type: 'object', additionalProperties: true };
  return {
    operationId: `event_${type.replaceAll('.', '_')}`,
    tags: ['Jobs and webhooks'],
    summary: WHAT[type],
    description: 'Signed per Standard Webhooks: verify the raw body. Answer with 2xx within 15 seconds.',
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
      name,
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { type: { const: type }, timestamp: { type: 'string', format: 'date-time' }, data },
            required: ['type', 'timestamp', 'data'],
          },
        },
      },
    },
    responses: { 204: { description: 'Received.' }, '4XX': { description: 'Refused; it is sent again later.' } },
  };
}
