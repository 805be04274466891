import type { GuardedRequester } from '../../ports/fetch.ts';
import type { Redirects } from '../../ports/redirects.ts';

const HOP_MS = 5000;

/** Reads where a redirect leads with one guarded GET. The page behind it is never asked. */
export function createRedirects(requester: GuardedRequester): Redirects {
  return {
    async target(url, signal) {
      const request = { url, headers: {}, wants: () => false, bytes_max: 0, timeout_ms: HOP_MS };
      const answer = await requester.get(request, signal).catch(() => undefined);
      signal.throwIfAborted();
      if (answer === undefined || answer.status < 300 || answer.status >= 400) return undefined;
      return URL.parse(answer.headers['location'] ?? '', url)?.href;
    },
  };
}
