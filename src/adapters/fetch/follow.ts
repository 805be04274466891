import { AppError } from '../../kernel/errors.ts';
import type { GuardedRequester, Hop, RawAnswer, RawRequest } from '../../ports/fetch.ts';

export interface Followed {
  readonly answer: RawAnswer;
  readonly final_url: string;
  readonly redirects: readonly Hop[];
}

const REDIRECTS_MAX = 5;
const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308]);

/**
 * Follows redirects to the page behind them. Each hop is a request of its own to the guarded requester, so it is
 * checked like the first one, and all share one time limit.
 *
 * @throws AppError unfetchable_url, source_timeout
 */
export async function followRedirects(
  requester: GuardedRequester,
  request: RawRequest,
  signal: AbortSignal,
): Promise<Followed> {
  const start = performance.now();
  const redirects: Hop[] = [];
  const seen = new Set<string>();
  let url = request.url;
  for (;;) {
    const timeout_ms = Math.max(1, Math.round(request.timeout_ms - (performance.now() - start)));
    const answer = await requester.get({ ...request, url, timeout_ms, wants: unlessRedirect(request.wants) }, signal);
    const location = answer.headers['location'];
    if (!REDIRECT_STATUSES.has(answer.status) || location === undefined) {
      return { answer, final_url: withoutFragment(url), redirects };
    }
    seen.add(withoutFragment(url));
    redirects.push({ url: withoutFragment(url), status: answer.status, location });
    url = nextUrl(location, url);
    if (seen.has(withoutFragment(url))) throw new AppError('unfetchable_url', 'The URL redirects in a loop.');
    if (redirects.length > REDIRECTS_MAX) {
      throw new AppError('unfetchable_url', `The URL redirects more than ${REDIRECTS_MAX} times.`);
    }
  }
}

function unlessRedirect(wants: RawRequest['wants']): RawRequest['wants'] {
  return (status, contentType) => !REDIRECT_STATUSES.has(status) && wants(status, contentType);
}

function nextUrl(location: string, base: string): string {
  const next = URL.parse(location, base);
  if (next === null) throw new AppError('unfetchable_url', 'The URL redirects to an invalid URL.');
  return next.href;
}

/** As the requester sends it: the fragment and credentials of a URL never leave this process. */
function withoutFragment(text: string): string {
  const url = new URL(text);
  url.hash = '';
  url.username = '';
  url.password = '';
  return url.href;
}
