import { AppError } from '../../kernel/errors.ts';

const TIMEOUTS = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'ETIMEOUT',
  'EAI_AGAIN',
]);

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'dropped the connection',
  EPIPE: 'dropped the connection',
  UND_ERR_SOCKET: 'dropped the connection',
  EHOSTUNREACH: 'cannot be reached',
  ENETUNREACH: 'cannot be reached',
  EADDRNOTAVAIL: 'cannot be reached',
  UND_ERR_HEADERS_OVERFLOW: 'sent headers that are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent more or less data than announced',
  Z_DATA_ERROR: 'sent a body that cannot be decompressed',
  Z_BUF_ERROR: 'sent a compressed body that ends early',
};

/** What happened, in words for whoever asked for the page. An AppError stays as it is. */
export function failureOf(thrown: unknown, hostname: string, expired: boolean): AppError {
  if (thrown instanceof AppError) return thrown;
  const code = codeOf(thrown);
  if (expired || TIMEOUTS.has(code)) {
    return new AppError('source_timeout', `"${hostname}" did not respond in time.`, { cause: thrown });
  }
  return new AppError('unfetchable_url', `"${hostname}" ${reasonOf(code)}.`, { cause: thrown });
}

/** The same for a name that leads inside and for one that leads nowhere: which of them it is would describe our network. */
export function lookupFailure(thrown: unknown, hostname: string): AppError {
  if (TIMEOUTS.has(codeOf(thrown))) {
    return new AppError('source_timeout', `The DNS lookup for "${hostname}" timed out.`, { cause: thrown });
  }
  return addressRefused(hostname, thrown);
}

export function addressRefused(hostname: string, cause?: unknown): AppError {
  return new AppError('unfetchable_url', `"${hostname}" does not point to a public address, so it is not fetched.`, {
    fix: 'Send a URL of the public web, and check its spelling. The operator opens networks of their own with SEAMARK_ALLOW_NETWORKS.',
    cause,
  });
}

/** Whether a request failed because a kept connection had been closed meanwhile: worth one more try. */
export function isLostConnection(thrown: unknown): boolean {
  return ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(codeOf(thrown));
}

function reasonOf(code: string): string {
  const known = REASONS[code];
  if (known !== undefined) return known;
  if (code === 'HTTPParserError') return 'sent a response that is not HTTP';
  if (/^(?:Z_|ZSTD_|ERR__)/.test(code)) return 'sent a body that cannot be decompressed';
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|ISSUER|SIGNATURE/.test(code)) return `has no valid certificate (${code})`;
  return 'could not be read';
}

/** undici's parser errors have a code only sometimes, so their name serves as one; zlib's for brotli begin with ERR__. */
function codeOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return '';
  if (thrown.name === 'HTTPParserError') return thrown.name;
  return 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}
