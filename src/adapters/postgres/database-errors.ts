import { DatabaseError } from 'pg';

import { AppError } from '../../kernel/errors.ts';

/** What failures of the database mean: whether it is the statement's fault, the server's, or the connection's. */

/** As a caller is told; what is a bug of ours stays as it is. */
export function translated(thrown: unknown): unknown {
  if (thrown instanceof AppError) return thrown;
  const known = thrown instanceof DatabaseError ? knownFailure(thrown) : undefined;
  if (known !== undefined) return known;
  if (isFaultOfStatement(thrown)) return thrown;
  if (thrown instanceof DatabaseError || isConnectionError(thrown)) {
    const fix = 'Try again in a moment; the log has the reason.';
    return new AppError('unavailable', 'The database does not respond.', { fix, cause: thrown });
  }
  return thrown;
}

function knownFailure(cause: DatabaseError): AppError | undefined {
  const { code = '' } = cause;
  if (code === '57014') {
    return new AppError('unavailable', 'The database took too long to respond.', { fix: 'Try again later.', cause });
  }
  if (code === READ_ONLY) {
    const fix = 'Try again in a moment; the operator has to check which server DATABASE_URL leads to.';
    return new AppError('unavailable', 'The database is read-only at the moment.', { fix, cause });
  }
  if (isOutOfResources(code)) {
    const message = code === DISK_FULL ? 'The disk of the database is full.' : 'The database is out of resources.';
    const fix = 'Try again in a moment; the operator has to make room for the database.';
    return new AppError('unavailable', message, { fix, cause });
  }
  if (code !== NUL_IN_TEXT) return undefined;
  const fix = 'Remove NUL characters and send it again.';
  return new AppError('invalid_input', 'A text contains a character that cannot be stored.', { fix, cause });
}

/** Writes fail until the operator has done something about it, while reads may go on. */
export function isRefusedWrite(thrown: unknown): boolean {
  return thrown instanceof DatabaseError && (thrown.code === DISK_FULL || thrown.code === READ_ONLY);
}

/** An answer of a healthy server about the statement: the connection can go on. */
export function isServerError(thrown: unknown): boolean {
  if (!(thrown instanceof DatabaseError)) return false;
  const code = thrown.code ?? '';
  return !(
    thrown.severity === 'FATAL' ||
    thrown.severity === 'PANIC' ||
    code.startsWith('08') ||
    code.startsWith('57P')
  );
}

const DISK_FULL = '53100';
/** Of a standby, and of a server whose operator has stopped all writes. */
const READ_ONLY = '25006';
/** What PostgreSQL says of a NUL byte, the one character that its texts cannot hold. */
const NUL_IN_TEXT = '22021';

/** Disk, memory or connections ran out (class 53), or the disk failed to read or write: true again once it is mended. */
function isOutOfResources(code: string): boolean {
  return code.startsWith('53') || code === '58030';
}

/**
 * Whether the same statement would fail again. Not when it lost against another transaction (class 40) or waited for a
 * lock (55P03), or when the server or its disk failed (classes 58 and XX).
 */
function isFaultOfStatement(thrown: unknown): boolean {
  return isServerError(thrown) && !(thrown instanceof DatabaseError && PASSING_STATES.test(thrown.code ?? ''));
}

const PASSING_STATES = /^(?:40|58|XX|55P03)/;

const CONNECTION_CODES = /^(?:ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_|EHOST|ENET)/;
/** pg has no code for what it refuses to send over a connection that was lost between two statements. */
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|Query read timeout|timeout expired)/;

function isConnectionError(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const code = 'code' in thrown ? String(thrown.code) : '';
  return CONNECTION_CODES.test(code) || CONNECTION_MESSAGES.test(thrown.message);
}

/** Worth another try to connect: nobody listens yet, or the server says that it starts, stops or is full. */
export function isPassing(thrown: unknown): boolean {
  if (thrown instanceof DatabaseError) return ['57P01', '57P02', '57P03', '53300'].includes(thrown.code ?? '');
  if (!(thrown instanceof Error)) return false;
  const code = 'code' in thrown ? thrown.code : undefined;
  return code === 'ECONNREFUSED' || code === 'ECONNRESET' || thrown.message.startsWith('Connection terminated');
}
