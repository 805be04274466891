import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyError } from 'fastify';

import { AppError } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { problemOf } from './problem.ts';

/** Answers what is no HTTP request: it never comes to a route, so the answer is written by hand and the connection ends. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const { status, problem } = unreadable(error.code);
  const id = newId('req');
  const body = JSON.stringify({ ...problemOf(problem, id), status });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${id}`,
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function unreadable(code: string | undefined): { readonly status: number; readonly problem: AppError } {
  if (code === 'HPE_HEADER_OVERFLOW') {
    const problem = new AppError('invalid_request', 'The address and headers are larger than 16 kB.', {
      fix: 'Send large input in the body, and fewer or shorter headers.',
    });
    return { status: 431, problem };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const problem = new AppError('invalid_request', 'The complete request did not arrive in time.', {
      fix: 'Send it again without pausing.',
    });
    return { status: 408, problem };
  }
  const problem = new AppError('invalid_request', 'The request is not valid HTTP.', {
    fix: 'Send headers without control characters, and a body of the announced length.',
  });
  return { status: 400, problem };
}

/** What Fastify refused before a handler saw it; undefined for what is our own failure. */
export function refusalOf(error: FastifyError, bodyBytesMax: number): AppError | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('payload_too_large', `The body is larger than ${bodyBytesMax} bytes.`, {
        fix: 'Send less per request, or raise SEAMARK_BODY_BYTES_MAX.',
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('unsupported_media_type', 'The Content-Type of the body is not JSON.', {
        fix: 'Send Content-Type: application/json.',
      });
    case 'FST_ERR_BAD_URL':
      return new AppError('invalid_request', 'The path has a percent-encoding that cannot be decoded.', {
        fix: 'Encode the path as UTF-8, as encodeURIComponent does.',
      });
    default:
      break;
  }
  if (error.statusCode === undefined || error.statusCode < 400 || error.statusCode >= 500) return undefined;
  return new AppError('invalid_request', error.message, { fix: 'Correct the request and send it again.' });
}
