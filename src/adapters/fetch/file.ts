import { Readable } from 'node:stream';

import { AppError, messageOf } from '../../kernel/errors.ts';
import type { FetchedFile, FileQuery, GuardedRequester } from '../../ports/fetch.ts';
import { readBounded } from './decompress.ts';
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
  const head = { url: query.url, final_url, status, redirects, content_type };
  if (body === undefined || !isGzip(body)) return { ...head, body, truncated, gzipped: false };
  const plain = await unzipped(body, query.bytes_max);
  return { ...head, body: plain.bytes, truncated: truncated || plain.truncated, gzipped: true };
}

/** Shows by the first two bytes, whatever the file is called. */
function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

async function unzipped(body: Uint8Array, bytesMax: number): ReturnType<typeof readBounded> {
  try {
    return await readBounded(Readable.from([body]), 'gzip', bytesMax);
  } catch (error) {
    throw new AppError('unfetchable_url', `The file is gzip that cannot be unzipped: ${messageOf(error)}.`, {
      fix: 'Compress the file again, and check that it is sent whole.',
      cause: error,
    });
  }
}
