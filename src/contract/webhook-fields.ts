import { z } from 'zod';

import { printable } from './fields.ts';
import { AppError } from '../kernel/errors.ts';
import { WEBHOOK_EVENTS, WEBHOOK_FORMATS } from '../ports/webhooks.ts';

/** Fields of the webhook operations, with one wording and one set of bounds. */

export const endpointId = () => printable(100).describe('Id of the endpoint (`whe_…`).');

export const deliveryId = () => printable(100).describe('Id of the delivery (`dlv_…`).');

export const endpointUrl = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .describe(
      'https URL that deliveries are posted to, without user name and password. Redirects are not followed. Or `mailto:` and an e-mail address.',
    );

export const endpointFormat = () =>
  z
    .enum(WEBHOOK_FORMATS)
    .describe(
      'standard: signed JSON. slack: a text message that Slack, Mattermost and Discord (URL ending in /slack) show. email: a plain-text e-mail. Default: email for mailto:, slack for hooks.slack.com, otherwise standard.',
    );

export const endpointDescription = () =>
  z.string().trim().max(500).describe('What the endpoint is for, in your own words.');

export const endpointEvents = () =>
  z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length).describe('Events sent to it.');

export function noEndpoint(id: string): AppError {
  return new AppError('not_found', `The workspace has no webhook endpoint ${id}.`, {
    fix: 'GET /webhooks/endpoints lists its endpoints.',
  });
}

export function noDelivery(id: string): AppError {
  return new AppError('not_found', `The workspace has no webhook delivery ${id}.`, {
    fix: 'GET /webhooks/deliveries lists its deliveries. They are kept for 30 days after they end.',
  });
}
