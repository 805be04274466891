import type { FetchSource, GuardedRequester } from '../../ports/fetch.ts';
import type { PageRead } from '../../text/reading/reading.ts';
import { Turns } from './turns.ts';

/** How reading a page ended without the page. */
export type Unread = Exclude<PageRead, { status: 'read' }>;

/** The site does not want the page to be read, or does not say whether it does. */
export class Refused extends Error {
  readonly unread: Unread;

  constructor(unread: Unread) {
    super(unread.note);
    this.unread = unread;
  }
}

/** The name by which robots.txt files address us. */
const USER_AGENT = 'Seamark';

/**
 * Makes requests as robots.txt allows, and one at a time to each host: also of the pages that a redirect leads to.
 *
 * Its `get` throws Refused, besides what the requester throws.
 */
export function createPoliteRequester(requester: GuardedRequester, robots: FetchSource['robots']): GuardedRequester {
  const turns = new Turns();
  return {
    async get(request, signal) {
      const leave = await turns.take(URL.parse(request.url)?.hostname ?? '', signal);
      try {
        await checkRobots(request.url, robots, signal);
        return await requester.get(request, signal);
      } finally {
        leave();
      }
    },
  };
}

/** Without an answer from robots.txt nothing is allowed (RFC 9309, 2.3.1.4). @throws Refused */
async function checkRobots(url: string, robots: FetchSource['robots'], signal: AbortSignal): Promise<void> {
  const { value } = await robots({ url, user_agent: USER_AGENT }, signal);
  if (value.allowed === true) return;
  if (value.allowed === false) {
    const line = value.matched_line === null ? '' : ` with the line “${value.matched_line}”`;
    throw new Refused({ status: 'disallowed', note: `The site’s robots.txt does not allow it${line}.` });
  }
  const why =
    value.status === null
      ? 'The site’s robots.txt could not be read, so the page was not requested.'
      : `The server answered ${value.status} for robots.txt, so the page was not requested.`;
  throw new Refused({ status: 'unreachable', note: why });
}
