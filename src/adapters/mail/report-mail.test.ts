import { afterEach, expect, it } from 'vitest';

import { openMailServer } from '../../../test/mail-server.ts';
import { createMailer } from './mailer.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

it('an e-mail arrives as text and as HTML, with its pictures, under another name, and with the address that ends it', async () => {
  const server = await openMailServer();
  open.push(() => server.close());
  const mailer = createMailer({ smtp_url: server.url, from: 'Seamark <seamark@example.com>' });
  open.push(() => mailer.close());
  const mail = {
    to: 'mailto:seo@example.com',
    subject: 'Backlinks of example.com',
    text: 'In words.',
    html: '<p>In words.</p><img src="cid:logo">',
    from_name: 'Acme\r\nBcc: all@example.com',
    pictures: [{ id: 'logo', type: 'image/png', bytes: Buffer.from('logo') }],
    stop_url: 'https://seamark.example.com/dashboard/stop/t',
    message_id: 'msg_1',
    timeout_ms: 20_000,
  };
  await expect(mailer.send(mail, new AbortController().signal)).resolves.toEqual({ status: 250 });
  const [received = ''] = server.received;
  expect(received).not.toMatch(/^Bcc:/m);
  expect(received).toMatch(/^From: \S*Acme\S*\s+<seamark@example.com>/m);
  expect(received).toContain('List-Unsubscribe: <https://seamark.example.com/dashboard/stop/t>');
  expect(received).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  expect(received).toContain('Content-Type: text/plain; charset=utf-8');
  expect(received).toContain('Content-Type: text/html; charset=utf-8');
  expect(received).toContain('Content-ID: <logo>');
  expect(received).toContain(Buffer.from('logo').toString('base64'));
});
