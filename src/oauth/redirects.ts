/**
 * Where an authorization code may be sent. The client names the addresses; these rules refuse those that could hand a code
 * to somebody else, and say which registered address a request means.
 */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes of programs that are known to use one; any other could be taken by a program that nobody meant. */
const PRIVATE_SCHEMES = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:']);
const CHARACTERS_MAX = 2000;

/** What is wrong with a redirect address, as a sentence goes on after it; undefined for a good one. */
export function redirectProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (text.length > CHARACTERS_MAX) return `is longer than ${CHARACTERS_MAX} characters`;
  if (url === null) return 'is not an absolute URL';
  if (url.hash !== '' || text.includes('#')) return 'has a fragment';
  if (url.username !== '' || url.password !== '') return 'has a user name';
  if (url.protocol === 'https:' || PRIVATE_SCHEMES.has(url.protocol)) return undefined;
  if (url.protocol === 'http:')
    return isLoopback(url) ? undefined : 'is http, which only addresses of this machine may be';
  return `has the scheme ${url.protocol}//, which is not known`;
}

/**
 * Whether a request may name that address: exactly a registered one. Only the port of a loopback address is free, since
 * programs take whichever is (RFC 8252, 7.3).
 */
export function isRegistered(asked: string, registered: readonly string[]): boolean {
  return registered.includes(asked) || registered.some((known) => differsInPortAlone(asked, known));
}

function differsInPortAlone(asked: string, known: string): boolean {
  const [one, other] = [URL.parse(asked), URL.parse(known)];
  if (one?.protocol !== 'http:' || other?.protocol !== 'http:' || !isLoopback(one)) return false;
  // Written out again, so that a backslash or a tab that parsers forgive makes no address equal.
  if (withoutPort(one, asked) === undefined) return false;
  return withoutPort(one, asked) === withoutPort(other, known);
}

function withoutPort(url: URL, text: string): string | undefined {
  const written = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?<rest>[/?].*|)$/.exec(text);
  return written === null ? undefined : `${url.hostname}${written.groups?.['rest'] ?? ''}`;
}

/** Where the person is sent, as the page of consent shows it. */
export function redirectPlace(text: string): { readonly host: string; readonly is_local: boolean } {
  const url = URL.parse(text);
  if (url === null) return { host: '', is_local: false };
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return { host: isWeb ? url.host : `${url.protocol}//${url.host}`, is_local: url.protocol === 'http:' };
}

function isLoopback(url: URL): boolean {
  return LOOPBACK.has(url.hostname);
}
