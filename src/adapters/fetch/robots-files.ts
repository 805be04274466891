import { AppError } from '../../kernel/errors.ts';
import { parseRobots, productToken, type RobotsRules } from '../../web/robots/robots.ts';
import { robotsProblems, type RobotsProblem } from '../../web/robots/robots-problems.ts';
import type { GuardedRequester, RobotsAnswer, RobotsQuery } from '../../ports/fetch.ts';
import { raceSignal } from './deadline.ts';
import { followRedirects } from './follow.ts';

/** RFC 9309 asks readers to take at least this much; Google takes no more. */
const ROBOTS_BYTES_MAX = 500 * 1024;
const ROBOTS_MS = 10_000;
const FILES_MAX = 500;
const CACHED_BYTES_MAX = 32 * 1024 * 1024;
/** How long a file serves that does not say so itself, and the limits of what it may say (RFC 9309, 2.4). */
const FRESH_MS = 60 * 60_000;
const FRESH_MS_MIN = 60_000;
const FRESH_MS_MAX = 24 * 60 * 60_000;
/** A server that failed may be back soon. */
const FAILED_MS = 60_000;

interface RobotsFile {
  /** Null when it could not be read. */
  readonly rules: RobotsRules | null;
  readonly problems: readonly RobotsProblem[];
  readonly status: number | null;
  readonly bytes: number;
  readonly read_ms: number;
  readonly fresh_until_ms: number;
}

export interface RobotsReading {
  readonly answer: RobotsAnswer;
  readonly read_ms: number;
  readonly cached: boolean;
}

/** robots.txt files of recently asked hosts, bounded in number and size, each read once however many ask for it. */
export class RobotsFiles {
  readonly #requester: GuardedRequester;
  readonly #now: () => number;
  readonly #files = new Map<string, RobotsFile>();
  readonly #reading = new Map<string, Promise<RobotsFile>>();
  #bytes = 0;

  constructor(requester: GuardedRequester, now: () => number) {
    this.#requester = requester;
    this.#now = now;
  }

  /** @throws AppError unfetchable_url when the URL is none */
  async ask(query: RobotsQuery, signal: AbortSignal): Promise<RobotsReading> {
    const url = URL.parse(query.url);
    if (url === null || url.origin === 'null') {
      throw new AppError(
        'unfetchable_url',
        'The URL has no robots.txt because it is not an absolute http or https URL.',
      );
    }
    const kept = this.#files.get(url.origin);
    const cached = kept !== undefined && kept.fresh_until_ms > this.#now();
    const file = cached ? kept : await raceSignal(this.#readOnce(url.origin), signal);
    const verdict = verdictOf(file.rules, productToken(query.user_agent), url.href);
    const problems = file.problems.length === 0 ? {} : { problems: file.problems };
    const answer = { status: file.status, ...verdict, ...problems };
    return { answer, read_ms: file.read_ms, cached };
  }

  #readOnce(origin: string): Promise<RobotsFile> {
    const running = this.#reading.get(origin);
    if (running !== undefined) return running;
    const reading = this.#read(origin).finally(() => this.#reading.delete(origin));
    this.#reading.set(origin, reading);
    return reading;
  }

  async #read(origin: string): Promise<RobotsFile> {
    const file = await this.#request(origin);
    this.#forget(origin);
    this.#files.set(origin, file);
    this.#bytes += file.bytes;
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= FILES_MAX && this.#bytes <= CACHED_BYTES_MAX) break;
      this.#forget(oldest);
    }
    return file;
  }

  #forget(origin: string): void {
    this.#bytes -= this.#files.get(origin)?.bytes ?? 0;
    this.#files.delete(origin);
  }

  async #request(origin: string): Promise<RobotsFile> {
    const request = {
      url: `${origin}/robots.txt`,
      headers: { accept: 'text/plain, */*;q=0.5' },
      wants: (status: number) => status >= 200 && status < 300,
      bytes_max: ROBOTS_BYTES_MAX,
      timeout_ms: ROBOTS_MS,
    };
    try {
      // Not the signal of whoever asked first: others may be waiting for the same file.
      const { answer } = await followRedirects(this.#requester, request, new AbortController().signal);
      const rules = rulesOf(answer.status, answer.body);
      const bytes = answer.body?.byteLength ?? 0;
      const fresh_ms = rules === null ? FAILED_MS : freshness(answer.headers['cache-control'] ?? '');
      const problems = robotsProblems(answer.body ?? '');
      const read_ms = this.#now();
      return { rules, problems, status: answer.status, bytes, read_ms, fresh_until_ms: read_ms + fresh_ms };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return {
        rules: null,
        problems: [],
        status: null,
        bytes: 0,
        read_ms: this.#now(),
        fresh_until_ms: this.#now() + FAILED_MS,
      };
    }
  }
}

/** A missing file allows everything; a server that fails, or asks for patience (429), says nothing either way. */
function rulesOf(status: number, body: Uint8Array | undefined): RobotsRules | null {
  if (status >= 500 || status === 429) return null;
  return parseRobots(body ?? '');
}

function verdictOf(
  rules: RobotsRules | null,
  agent: string,
  url: string,
): Pick<RobotsAnswer, 'allowed' | 'matched_line'> {
  if (rules === null) return { allowed: null, matched_line: null };
  const { allowed, line } = rules.match(agent, url);
  return { allowed, matched_line: line ?? null };
}

function freshness(cacheControl: string): number {
  const seconds = /max-age=(\d{1,9})/i.exec(cacheControl)?.[1];
  if (seconds === undefined) return FRESH_MS;
  return Math.min(FRESH_MS_MAX, Math.max(FRESH_MS_MIN, Number(seconds) * 1000));
}
