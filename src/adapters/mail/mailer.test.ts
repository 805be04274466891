import { once } from 'node:events';

import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';

import { createMailer, type Mailer } from './mailer.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

interface Received {
  readonly to: readonly string[];
  readonly text: string;
}

/** A mail server on loopback. `refuse` is the reply code that recipients are refused with. */
async function mailServer(refuse?: number): Promise<{ readonly mailer: Mailer; readonly received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      done(refuse === undefined ? null : Object.assign(new Error('No such mailbox'), { responseCode: refuse }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: Buffer.concat(chunks).toString('utf8') });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  open.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { mailer: mailerTo(`smtp://127.0.0.1:${address.port}`), received };
}

function mailerTo(smtp_url: string | undefined): Mailer {
  const mailer = createMailer({ smtp_url, from: 'Seamark <seamark@example.com>' });
  open.push(() => mailer.close());
  return mailer;
}

const MAIL = {
  to: 'mailto:seo@example.com',
  subject: '“Fahrräder” fell',
  text: 'It fell from 3 to 12.\n.\nStill the same e-mail.',
  message_id: 'msg_1',
  timeout_ms: 20_000,
};
const send = (mailer: Mailer, changes: Partial<typeof MAIL> = {}) =>
  mailer.send({ ...MAIL, ...changes }, new AbortController().signal);

describe('an e-mail', () => {
  it('arrives as plain text with its sender and an id that does not change', async () => {
    const { mailer, received } = await mailServer();
    await expect(send(mailer)).resolves.toEqual({ status: 250 });
    expect(received).toHaveLength(1);
    const [mail] = received;
    expect(mail?.to).toEqual(['seo@example.com']);
    expect(mail?.text).toContain('From: Seamark <seamark@example.com>');
    expect(mail?.text).toContain('Message-ID: <msg_1@seamark>');
    expect(mail?.text).toContain('Content-Type: text/plain; charset=utf-8');
    expect(mail?.text).toContain('Still the same e-mail.');
  });

  it('has no headers or recipients that its subject brings along', async () => {
    const { mailer, received } = await mailServer();
    await send(mailer, { subject: 'x\r\nBcc: all@example.com' });
    expect(received[0]?.to).toEqual(['seo@example.com']);
    expect(received[0]?.text).not.toMatch(/^Bcc:/m);
  });

  it.each([450, 550])('that the server refuses with %i is told by that code', async (code) => {
    const { mailer } = await mailServer(code);
    await expect(send(mailer)).resolves.toEqual({ status: code });
  });

  it('for which there is no server fails, and says so', async () => {
    const { mailer } = await mailServer();
    for (const close of open.splice(0).toReversed()) await close();
    await expect(send(mailer)).rejects.toMatchObject({ message: 'The mail server could not be reached.' });
    await expect(send(mailerTo(undefined))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is given up when the server does not answer in time', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    open.push(() => silent.close());
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    const mailer = mailerTo(`smtp://127.0.0.1:${address.port}`);
    await expect(send(mailer, { timeout_ms: 100 })).rejects.toMatchObject({ code: 'source_timeout' });
  });
});

describe('an address', () => {
  it.each([
    'mailto:seo@example.com,other@example.com',
    'mailto:seo@example.com?bcc=other@example.com',
    'mailto:Seo <seo@example.com>',
    'mailto:seo@localhost',
    'mailto:"a b"@example.com',
    'mailto:seo@example.com\r\nRCPT TO:<x@example.com>',
    `mailto:${'x'.repeat(65)}@example.com`,
    'mailto:',
  ])('such as %j is refused', (url) => {
    const mailer = mailerTo('smtp://127.0.0.1:1');
    expect(() => mailer.checkAddress(url)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });

  it('is taken where a mail server is set up, and otherwise refused with what to set', () => {
    expect(() => mailerTo('smtp://127.0.0.1:1').checkAddress('mailto:first.last+seo@example.co.uk')).not.toThrow();
    expect(() => mailerTo(undefined).checkAddress('mailto:seo@example.com')).toThrow(
      expect.objectContaining({ fix: expect.stringContaining('SEAMARK_SMTP_URL') }),
    );
  });
});
