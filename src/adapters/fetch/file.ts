import type { FetchedFile, FileQuery, GuardedRequester } from '../../ports/fetch.ts';
import { followRedirects } from './follow.ts';

const FILE_MS = 60_000;

/** Reads one file for an operation, at most as far as it asks. @throws AppError unfetchable_url, source_timeout */
export async function readFile(
  requester: GuardedRequester,
  query: FileQuery,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const request = {
    url: query.url,
    headers: { accept: 'application/xml, text/xml, application/gzip, text/plain, */*;q=0.5' },
    wants: (status: number) => status >= 200 && status < 300,
    bytes_max: query.bytes_max,
    timeout_ms: FILE_MS,
  };
  const { answer, final_url, redirects } = await followRedirects(requester, request, signal);
  const { body, status, content_type, truncated } = answer;
  return { url: query.url, final_url, status, redirects, content_type, body, truncated };
}
