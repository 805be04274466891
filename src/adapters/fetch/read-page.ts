import { AppError } from '../../kernel/errors.ts';
import type { FetchedPage, FetchQuery, GuardedRequester } from '../../ports/fetch.ts';
import { decodeBody } from '../../web/charset.ts';
import { followRedirects } from './follow.ts';

const PAGE_BYTES_MAX = 10 * 1024 * 1024;
const PAGE_MS = 20_000;
/** A text of no declared type has no NUL byte in its first part. */
const SNIFFED_BYTES = 1024;

/** Reads one page for an operation. @throws AppError unfetchable_url, source_timeout */
export async function readPage(
  requester: GuardedRequester,
  query: FetchQuery,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const start = performance.now();
  const { answer, final_url, redirects } = await followRedirects(
    requester,
    {
      url: query.url,
      headers: { accept: [...query.accept, '*/*;q=0.1'].join(', ') },
      wants: (_status, contentType) => isAccepted(contentType, query.accept),
      bytes_max: PAGE_BYTES_MAX,
      timeout_ms: PAGE_MS,
    },
    signal,
  );
  if (answer.truncated) {
    throw new AppError('unfetchable_url', 'The page is larger than 10 MB.', { fix: 'Send the URL of a smaller page.' });
  }
  const { body } = answer;
  const readable = body !== undefined && (answer.content_type !== '' || !body.subarray(0, SNIFFED_BYTES).includes(0));
  const decoded = readable ? decodeBody(body, answer.headers['content-type'] ?? '') : undefined;
  return {
    url: query.url,
    final_url,
    status: answer.status,
    headers: answer.headers,
    ...(answer.repeated_headers === undefined ? {} : { repeated_headers: answer.repeated_headers }),
    redirects,
    content_type: answer.content_type,
    text: decoded?.text,
    charset: decoded?.charset,
    bytes: body?.byteLength ?? 0,
    duration_ms: Math.round(performance.now() - start),
  };
}

/** A family such as `text/*` takes all of its types. An answer without a type is taken, since it may be anything. */
function isAccepted(contentType: string, accept: readonly string[]): boolean {
  if (contentType === '') return true;
  const [family = ''] = contentType.split('/');
  return [contentType, `${family}/*`, '*/*'].some((type) => accept.includes(type));
}
