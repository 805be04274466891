import { createHmac } from 'node:crypto';

import { describe, expect, it } from 'vitest';

import { AppError } from '../kernel/errors.ts';
import type { AttemptOutcome, DueDelivery, Mail, WebhookResponse } from '../ports/webhooks.ts';
import { attempt, RETRY_AFTER_MS } from './webhooks-attempt.ts';

const NOW = Date.parse('2026-11-02T10:00:00Z');
const HOUR_MS = 3_600_000;

const DELIVERY: DueDelivery = {
  id: 'dlv_1',
  workspace_id: 'ws_1',
  endpoint_id: 'whe_1',
  message_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  url: 'https://example.com/',
  format: 'standard',
  payload: '{"test": 2432232314}',
  attempts_made: 0,
  attempts_max: undefined,
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
};

const TEST_EVENT = '{"type":"webhook.test","data":{"message":"Hello."}}';
const NO_MAIL = (): Promise<never> => Promise.reject(new Error('Nothing is mailed here.'));

function tried(
  answer: Partial<WebhookResponse> | Error,
  delivery: Partial<DueDelivery> = {},
  random = 0.5,
): Promise<AttemptOutcome> {
  const rules = {
    send: async () => {
      if (answer instanceof Error) throw answer;
      return { status: 500, retry_after: undefined, ...answer };
    },
    mail: NO_MAIL,
    retry_after_ms: RETRY_AFTER_MS,
    timeout_ms: 15_000,
    now: () => NOW,
    random: () => random,
  };
  return attempt({ ...DELIVERY, ...delivery }, rules, new AbortController().signal);
}

describe('an attempt', () => {
  it('is signed as the specification shows it', async () => {
    let sent: Readonly<Record<string, string>> = {};
    await attempt(
      DELIVERY,
      {
        send: async ({ headers }) => {
          sent = headers;
          return { status: 200, retry_after: undefined };
        },
        mail: NO_MAIL,
        retry_after_ms: [],
        timeout_ms: 1000,
        now: () => 1_614_265_330_900,
        random: () => 0,
      },
      new AbortController().signal,
    );
    expect(sent).toEqual({
      'content-type': 'application/json',
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('tells Slack in words, signed as they are sent', async () => {
    let sent: { readonly body: string; readonly headers: Readonly<Record<string, string>> } | undefined;
    const payload = '{"type":"alert.rank_changed","data":{"summary":"1 keyword fell","lines":["It fell."]}}';
    const outcome = await attempt(
      { ...DELIVERY, format: 'slack', payload },
      {
        send: async (request) => {
          sent = request;
          return { status: 200, retry_after: undefined };
        },
        mail: NO_MAIL,
        retry_after_ms: [],
        timeout_ms: 1000,
        now: () => NOW,
        random: () => 0,
      },
      new AbortController().signal,
    );
    expect(outcome).toMatchObject({ is_delivered: true, response_status: 200 });
    expect(sent?.body).toBe('{"text":"*1 keyword fell*\\n• It fell."}');
    const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const signed = `${DELIVERY.message_id}.${NOW / 1000}.${sent?.body}`;
    const signature = createHmac('sha256', secret).update(signed).digest('base64');
    expect(sent?.headers['webhook-signature']).toBe(`v1,${signature}`);
  });

  it('is an e-mail to a mailbox; what the mail server refuses for good is not sent again', async () => {
    const mails: Mail[] = [];
    const mailed = (status: number): Promise<AttemptOutcome> =>
      attempt(
        { ...DELIVERY, format: 'email', url: 'mailto:seo@example.com', payload: TEST_EVENT },
        {
          send: () => Promise.reject(new Error('Nothing is posted here.')),
          mail: async (mail) => {
            mails.push(mail);
            return { status };
          },
          retry_after_ms: RETRY_AFTER_MS,
          timeout_ms: 1000,
          now: () => NOW,
          random: () => 0.5,
        },
        new AbortController().signal,
      );
    await expect(mailed(250)).resolves.toMatchObject({ is_delivered: true, response_status: 250 });
    expect(mails).toEqual([
      {
        to: 'mailto:seo@example.com',
        subject: 'A test from Seamark',
        text: 'A test from Seamark.\n\n- Hello.\n\nSent by Seamark.',
        message_id: DELIVERY.message_id,
        timeout_ms: 1000,
      },
    ]);
    await expect(mailed(450)).resolves.toMatchObject({ is_delivered: false, response_status: 450, retry_in_ms: 5000 });
    await expect(mailed(550)).resolves.toMatchObject({
      is_delivered: false,
      retry_in_ms: undefined,
      failure_reason: 'The mail server answered 550.',
    });
  });

  it('follows the schedule of ten attempts over three days, and ends', async () => {
    const pauses = await Promise.all(
      Array.from({ length: 11 }, async (_, made) => (await tried({}, { attempts_made: made })).retry_in_ms),
    );
    const minutes = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440];
    expect(pauses).toEqual([...minutes.map((pause) => pause * 60_000), undefined, undefined]);
  });

  it('varies its pauses by a fifth', async () => {
    await expect(tried({}, {}, 0)).resolves.toMatchObject({ retry_in_ms: 4000 });
    await expect(tried({}, {}, 0.999_999)).resolves.toMatchObject({ retry_in_ms: 6000 });
  });

  it('ends earlier where fewer attempts were asked for', async () => {
    await expect(tried({}, { attempts_max: 1 })).resolves.toMatchObject({ retry_in_ms: undefined });
    await expect(tried({}, { attempts_max: 3, attempts_made: 1 })).resolves.toMatchObject({ retry_in_ms: 300_000 });
    await expect(tried({}, { attempts_max: 3, attempts_made: 2 })).resolves.toMatchObject({ retry_in_ms: undefined });
  });

  it.each([
    ['3600', HOUR_MS, HOUR_MS],
    [' 120 ', 120_000, 120_000],
    ['Mon, 02 Nov 2026 10:30:00 GMT', HOUR_MS / 2, HOUR_MS / 2],
    ['999999999', 24 * HOUR_MS, HOUR_MS],
    ['0', 5000, 0],
    ['Mon, 02 Nov 2020 10:00:00 GMT', 5000, 0],
    ['-5', 5000, undefined],
    ['1e9', 5000, undefined],
    ['soon', 5000, undefined],
    ['9'.repeat(5000), 5000, undefined],
    ['', 5000, undefined],
  ])('takes Retry-After %j within bounds', async (retry_after, retry_in_ms, hold_ms) => {
    await expect(tried({ status: 503, retry_after })).resolves.toMatchObject({ retry_in_ms, hold_ms });
  });

  it.each([200, 201, 204, 299])('has arrived when the answer is %i', async (status) => {
    await expect(tried({ status })).resolves.toMatchObject({ is_delivered: true, response_status: status });
  });

  it.each([100, 199, 300, 304, 400, 401, 404, 429, 500, 503, 999])(
    'has not arrived when the answer is %i',
    async (status) => {
      await expect(tried({ status })).resolves.toMatchObject({
        is_delivered: false,
        response_status: status,
        counts: true,
        pause_reason: undefined,
        failure_reason: expect.stringMatching(/^The receiver answered \d+/),
      });
    },
  );

  it('tells what went wrong in the words of an expected failure, and nothing of an unexpected one', async () => {
    await expect(tried(new AppError('source_timeout', '"a" did not answer in time.'))).resolves.toMatchObject({
      failure_reason: '"a" did not answer in time.',
    });
    await expect(tried(new Error('connect ECONNREFUSED 10.0.0.5:443'))).resolves.toMatchObject({
      failure_reason: 'The delivery could not be sent.',
    });
  });

  it('does not blame the endpoint for a secret that cannot be decrypted', async () => {
    await expect(tried({ status: 200 }, { secrets: [] })).resolves.toMatchObject({
      is_delivered: false,
      counts: false,
      failure_reason: expect.stringContaining('SEAMARK_SECRET'),
    });
  });
});
