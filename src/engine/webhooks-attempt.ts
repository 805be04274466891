import { createHmac } from 'node:crypto';

import { AppError } from '../kernel/errors.ts';
import type {
  AttemptOutcome,
  DueDelivery,
  Mail,
  SendMail,
  SendWebhook,
  WebhookResponse,
  WriteReportMail,
} from '../ports/webhooks.ts';
import { mailText, noticeOf, slackMessage } from './notices.ts';

/** How one delivery is attempted and what its outcome means, after the Standard Webhooks specification 1.0. */
export interface AttemptRules {
  readonly send: SendWebhook;
  readonly mail: SendMail;
  /** Left out, reports are e-mails of plain text like all else. */
  readonly reportMail?: WriteReportMail | undefined;
  /** Pauses before the second attempt, the third and so on; after the last of them the delivery has failed. */
  readonly retry_after_ms: readonly number[];
  /** Of one attempt, from the look-up of the name to the answer. */
  readonly timeout_ms: number;
  readonly now: () => number;
  /** 0 to below 1. */
  readonly random: () => number;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The schedule of the specification: ten attempts over about three days. */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];
/** Pauses vary by this share, so that what failed together does not come back together. */
const JITTER = 0.2;
/** The longest that a receiver can put off one delivery, and all deliveries to it. */
const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;
const HOLD_MS_MAX = HOUR_MS;

/** Sends a delivery once. Never rejects, except when it is stopped by the signal. */
export async function attempt(
  delivery: DueDelivery,
  rules: AttemptRules,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  if (delivery.secrets.length === 0) {
    const reason =
      'The signing secret cannot be decrypted: SEAMARK_SECRET or the key file has changed. Rotate the secret.';
    return failed(delivery, rules, { duration_ms: 0, reason, counts: false, wait_ms: undefined });
  }
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  try {
    return judged(delivery, rules, await deliver(delivery, rules, signal), elapsed());
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    // Anything but an AppError may speak of our own network.
    const reason = thrown instanceof AppError ? thrown.message : 'The delivery could not be sent.';
    return failed(delivery, rules, { duration_ms: elapsed(), reason, counts: true, wait_ms: undefined });
  }
}

async function deliver(delivery: DueDelivery, rules: AttemptRules, signal: AbortSignal): Promise<WebhookResponse> {
  const { url, format, payload, message_id } = delivery;
  const { timeout_ms } = rules;
  if (format === 'email') {
    const mail = { ...(await mailOf(delivery, rules)), to: url, message_id, timeout_ms };
    return { ...(await rules.mail(mail, signal)), retry_after: undefined };
  }
  const body = format === 'slack' ? slackMessage(noticeOf(payload)) : payload;
  const headers = headersOf(delivery, body, Math.floor(rules.now() / 1000));
  return rules.send({ url, headers, body, timeout_ms }, signal);
}

async function mailOf(delivery: DueDelivery, { reportMail }: AttemptRules): Promise<Pick<Mail, 'subject' | 'text'>> {
  const written = delivery.stop_token === undefined ? undefined : await reportMail?.(delivery);
  if (written !== undefined) return written;
  const notice = noticeOf(delivery.payload);
  return { subject: notice.subject, text: mailText(notice) };
}

function headersOf(delivery: DueDelivery, body: string, timestamp: number): Record<string, string> {
  const signed = `${delivery.message_id}.${timestamp}.${body}`;
  return {
    'content-type': 'application/json',
    'webhook-id': delivery.message_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': delivery.secrets.map((secret) => signatureOf(secret, signed)).join(' '),
  };
}

function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
  return `v1,${createHmac('sha256', key).update(signed, 'utf8').digest('base64')}`;
}

function judged(
  delivery: DueDelivery,
  rules: AttemptRules,
  { status, retry_after }: Awaited<ReturnType<SendWebhook>>,
  duration_ms: number,
): AttemptOutcome {
  if (status >= 200 && status < 300) {
    return {
      delivery_id: delivery.id,
      is_delivered: true,
      duration_ms,
      response_status: status,
      failure_reason: undefined,
      retry_in_ms: undefined,
      counts: true,
      pause_reason: undefined,
      hold_ms: undefined,
    };
  }
  const wait_ms = retry_after === undefined ? undefined : waitOf(retry_after, rules.now());
  if (delivery.format === 'email') return judgedMail(delivery, rules, status, duration_ms);
  const outcome = failed(delivery, rules, { duration_ms, reason: reasonOf(status), counts: true, wait_ms });
  if (status !== 410) return { ...outcome, response_status: status };
  return {
    ...outcome,
    response_status: status,
    retry_in_ms: undefined,
    pause_reason: 'The receiver answered 410 Gone: it wants no more events.',
  };
}

/** A reply code of 500 and more is for good (RFC 5321, 4.2.1). */
function judgedMail(delivery: DueDelivery, rules: AttemptRules, status: number, duration_ms: number): AttemptOutcome {
  const reason = `The mail server answered ${status}.`;
  const outcome = failed(delivery, rules, { duration_ms, reason, counts: true, wait_ms: undefined });
  return { ...outcome, response_status: status, ...(status >= 500 && { retry_in_ms: undefined }) };
}

function reasonOf(status: number): string {
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`;
  if (status === 410) return 'The receiver answered 410 Gone, which paused the endpoint.';
  return `The receiver answered ${status}.`;
}

interface Failure {
  readonly duration_ms: number;
  readonly reason: string;
  readonly counts: boolean;
  /** What the receiver asked for in `Retry-After`. */
  readonly wait_ms: number | undefined;
}

function failed(
  delivery: DueDelivery,
  rules: AttemptRules,
  { duration_ms, reason, counts, wait_ms }: Failure,
): AttemptOutcome {
  const planned_ms = rules.retry_after_ms[delivery.attempts_made];
  const attemptsMax = delivery.attempts_max ?? Number.POSITIVE_INFINITY;
  const isLast = planned_ms === undefined || delivery.attempts_made + 1 >= attemptsMax;
  const jittered_ms = (planned_ms ?? 0) * (1 + JITTER * (2 * rules.random() - 1));
  const asked_ms = Math.min(wait_ms ?? 0, RETRY_AFTER_MS_MAX);
  return {
    delivery_id: delivery.id,
    is_delivered: false,
    duration_ms,
    response_status: undefined,
    failure_reason: reason,
    counts,
    retry_in_ms: isLast ? undefined : Math.round(Math.max(jittered_ms, asked_ms)),
    pause_reason: undefined,
    hold_ms: wait_ms === undefined ? undefined : Math.min(wait_ms, HOLD_MS_MAX),
  };
}

/** `Mon, 02 Nov 2026 10:30:00 GMT`; on its own, the date parser would take nearly anything. */
const HTTP_DATE = /^[A-Za-z]{3,9}, [\w :-]{10,30} GMT$/;

/** Seconds or a date; undefined for anything else. */
function waitOf(retryAfter: string, now: number): number | undefined {
  const text = retryAfter.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * SECOND_MS;
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
