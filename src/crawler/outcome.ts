import type { VisitOutcome } from '../ports/crawl-records.ts';
import type { RawAnswer } from '../ports/fetch.ts';

/** Statuses that tell crawlers to go away, and nothing of the page. */
const REFUSALS = new Set([401, 403, 407, 429, 430, 451, 999]);
/** Pages of this size that wait for a browser are challenges. */
const CHALLENGE_BYTES_MAX = 5000;
const CHALLENGE_TITLE = /^(?:just a moment|attention required|checking your browser|access denied)/i;

/** What an answer says of the page, and whether it says anything of it at all. */
export function outcomeOf(answer: Answer, title: string | undefined): VisitOutcome {
  const { status } = answer;
  if (isRefusal(answer, title)) return 'refused';
  if (status === 304) return 'unchanged';
  if (status >= 500) return 'error';
  if (status >= 400) return 'dead';
  return status >= 300 ? 'moved' : 'read';
}

type Answer = Pick<RawAnswer, 'status' | 'headers' | 'body'>;

function isRefusal({ status, headers, body }: Answer, title = ''): boolean {
  if (headers['cf-mitigated'] === 'challenge' || REFUSALS.has(status)) return true;
  if (status === 503 && headers['retry-after'] !== undefined) return true;
  return body !== undefined && body.byteLength <= CHALLENGE_BYTES_MAX && CHALLENGE_TITLE.test(title.trim());
}
