import { AppError } from '../../kernel/errors.ts';
import type { Mail, SendMail } from '../../ports/webhooks.ts';

export interface MailerOptions {
  /** `smtp://user:password@host:587` or `smtps://…`; undefined where e-mail is not set up. */
  readonly smtp_url: string | undefined;
  /** The sender, such as `Seamark <seamark@example.com>`. */
  readonly from: string | undefined;
}

export interface Mailer {
  readonly send: SendMail;
  /** @throws AppError invalid_input for what is not one address, and where e-mail is not set up */
  readonly checkAddress: (url: string) => void;
  close(): Promise<void>;
}

const SETUP_FIX = 'Set SEAMARK_SMTP_URL, such as smtp://user:password@mail.example.com:587, and restart Seamark.';
/** One address without display name, comment, quotes or parameters. */
const ADDRESS = /^[^\s@<>()[\],;:"\\?&%/]{1,64}@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu;
const ADDRESS_LENGTH_MAX = 254;

/** E-mail over the operator's own SMTP server. */
export function createMailer({ smtp_url, from }: MailerOptions): Mailer {
  let opened: ReturnType<typeof openTransport> | undefined;
  const sender = from ?? senderOf(smtp_url);
  return {
    checkAddress(url) {
      if (!ADDRESS.test(addressOf(url)) || addressOf(url).length > ADDRESS_LENGTH_MAX) {
        throw refused('is not one e-mail address', 'Send a URL such as mailto:seo@example.com.');
      }
      if (smtp_url === undefined) throw refused('needs an SMTP server, and none is set up', SETUP_FIX);
    },
    async send(mail, signal) {
      if (smtp_url === undefined) throw new AppError('unavailable', 'No SMTP server is set up.', { fix: SETUP_FIX });
      const { timeout_ms } = mail;
      const transport = await (opened ??= openTransport(smtp_url));
      const sending = transport.sendMail(messageOf(mail, sender)).then(
        () => ({ status: 250 }),
        (thrown: unknown) => ({ status: replyCodeOf(thrown) }),
      );
      return withinTime(sending, AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]));
    },
    close: async () => (await opened)?.close(),
  };
}

/** With both, mail clients choose between the text and the HTML. */
function messageOf({ to, subject, text, html, message_id, from_name, pictures = [], stop_url }: Mail, sender: string) {
  return {
    from: from_name === undefined ? sender : { name: from_name, address: bareAddress(sender) },
    to: addressOf(to),
    subject,
    text,
    messageId: `<${message_id}@seamark>`,
    ...(html === undefined ? {} : { html }),
    attachments: pictures.map(({ id, type, bytes }) => ({
      cid: id,
      contentType: type,
      content: bytes,
      contentDisposition: 'inline' as const,
      filename: `${id}.${type.split('/').at(-1) ?? 'png'}`,
    })),
    headers: {
      // Nobody's absence note answers a machine (RFC 3834).
      'Auto-Submitted': 'auto-generated',
      ...(stop_url === undefined
        ? {}
        : { 'List-Unsubscribe': `<${stop_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  };
}

/** Of `Seamark <seamark@example.com>`. */
function bareAddress(sender: string): string {
  return /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
}

/** Loading what speaks SMTP takes a twentieth of the time of a start, and most services send no e-mail. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({ url, pool: true, maxConnections: 2, disableFileAccess: true, disableUrlAccess: true });
}

function addressOf(url: string): string {
  return url.replace(/^mailto:/i, '');
}

/** A server is mostly logged in to with the address that it sends from. */
function senderOf(smtp_url: string | undefined): string {
  const user = decodeURIComponent(URL.parse(smtp_url ?? '')?.username ?? '');
  return user.includes('@') ? user : 'Seamark <seamark@localhost>';
}

/** @throws AppError where the server gave no reply at all */
function replyCodeOf(thrown: unknown): number {
  const code = thrown instanceof Error && 'responseCode' in thrown ? thrown.responseCode : undefined;
  if (typeof code === 'number') return code;
  throw new AppError('source_failed', 'The mail server could not be reached.', { cause: thrown });
}

/** What is sent after that is sent all the same: the queue sends it again, under the same message id. */
async function withinTime<Value>(sending: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const onAbort = (): void => late.reject(new AppError('source_timeout', 'The mail server did not answer in time.'));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([sending, late.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    sending.catch(() => undefined);
  }
}

function refused(problem: string, fix: string): AppError {
  return new AppError('invalid_input', `The e-mail address ${problem}.`, {
    fix,
    issues: [{ path: 'url', message: problem }],
  });
}
