import { once } from 'node:events';

import { SMTPServer } from 'smtp-server';

export interface MailServer {
  /** As SEAMARK_SMTP_URL takes it. */
  readonly url: string;
  /** Whole messages as they came, the oldest first. */
  readonly received: readonly string[];
  close(): Promise<void>;
}

/** A mail server on loopback that refuses for good whoever `isRefused` names. */
export async function openMailServer(isRefused: (address: string) => boolean = () => false): Promise<MailServer> {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      done(isRefused(address) ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null);
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'));
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
