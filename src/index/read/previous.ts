import { z } from 'zod';

import { pageAddress } from '../../web/url.ts';
import { CHECKS_VERSION, type PreviousFetch, type Validators } from '../../ports/index.ts';
import type { IndexDatabase } from '../database/database.ts';
import { sql } from '../database/sql.ts';
import { pageKey } from './rows/pages.ts';

const ValidatorRow = z.object({
  host_key: z.string(),
  path_key: z.string(),
  etag: z.string(),
  last_modified: z.string(),
  follow: z.array(z.string()),
});

/**
 * Requests that arrive within this time become one query: a crawl asks before each fetch, and many fetches run at once.
 */
const GATHER_MS = 4;
const BATCH_MAX = 200;

interface Question {
  readonly host_key: string;
  readonly path_key: string;
  readonly answer: PromiseWithResolvers<Validators | undefined>;
}

/**
 * The validators that the newest fetch of a page left for asking whether it has changed.
 *
 * Only while that fetch is the newest one known and was a good one: the validators of an earlier state would let a page
 * pass for unchanged that has been gone in between. A page that was judged by older rules is asked for whole.
 */
export function previousFetches(database: IndexDatabase): PreviousFetch {
  let waiting: Question[] = [];
  let anything: Promise<boolean> | undefined;

  const ask = async (questions: readonly Question[]): Promise<void> => {
    try {
      const known = await validatorsOf(database, questions);
      for (const question of questions) question.answer.resolve(known.get(pageKey(question)));
    } catch (thrown) {
      for (const question of questions) question.answer.reject(thrown);
    }
  };
  const send = (): void => {
    const questions = waiting;
    waiting = [];
    for (let from = 0; from < questions.length; from += BATCH_MAX) void ask(questions.slice(from, from + BATCH_MAX));
  };
  return async (url) => {
    anything ??= hasValidators(database);
    const address = pageAddress(url);
    if (address === undefined || !(await anything)) return undefined;
    const { host_key, path_key } = address;
    const question: Question = { host_key, path_key, answer: Promise.withResolvers() };
    if (waiting.length === 0) setTimeout(send, GATHER_MS);
    waiting.push(question);
    return question.answer.promise;
  };
}

/** On a first crawl there is nothing to look up page by page. */
async function hasValidators(database: IndexDatabase): Promise<boolean> {
  const rows = await database.rows(z.object({ page: z.unknown() }), sql`SELECT 1 AS page FROM validators LIMIT 1`);
  return rows.length > 0;
}

async function validatorsOf(
  database: IndexDatabase,
  questions: readonly Question[],
): Promise<ReadonlyMap<string, Validators>> {
  const keys = questions.map((question) => [question.host_key, question.path_key]);
  const asked = sql`SELECT DISTINCT host_key, path_key, cityHash64(host_key, path_key) AS page FROM pages WHERE (host_key, path_key) IN ${keys}`;
  const rows = await database.rows(
    ValidatorRow,
    sql`SELECT k.host_key AS host_key, k.path_key AS path_key, v.etag AS etag, v.last_modified AS last_modified, v.follow AS follow
      FROM (${asked}) AS k
      INNER JOIN (SELECT page, observed_at, etag, last_modified, follow FROM validators FINAL
        WHERE page IN (SELECT page FROM (${asked}))) AS v ON v.page = k.page
      INNER JOIN (SELECT page, observed_at FROM page_states FINAL
        WHERE status = 200 AND page IN (SELECT page FROM (${asked}))) AS s ON s.page = v.page
      WHERE s.observed_at = v.observed_at AND v.page IN (SELECT cityHash64(host_key, path_key) FROM page_checks
        WHERE rules_version = ${CHECKS_VERSION} AND (host_key, path_key) IN ${keys})`,
  );
  return new Map(
    rows.map((row) => [
      pageKey(row),
      { etag: row.etag || undefined, last_modified: row.last_modified || undefined, links: row.follow },
    ]),
  );
}
