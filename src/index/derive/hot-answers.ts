import { z } from 'zod';

import { AppError } from '../../kernel/errors.ts';
import { parseTarget, type Target } from '../../web/target.ts';
import { hostOfKey } from '../../web/url.ts';
import type { IndexDatabase } from '../database/database.ts';
import { HTTPS_FLAG, urlOfKeys } from '../database/names.ts';
import { type Coverage, hotKey, NOT_JUDGED } from '../read/rows/coverage.ts';
import { HELD_LINKS_MAX } from '../read/rows/held-links.ts';
import { hotKindOf } from '../read/rows/hot.ts';
import { KeptAnswers, statementId } from '../read/rows/kept-answers.ts';
import { IndexLinksSource } from '../read/links.ts';
import { joined, sql } from '../database/sql.ts';
import { USUAL_QUESTIONS } from './usual-questions.ts';

/** With fewer links a copy answers in some hundred milliseconds. */
export const ANSWERED_LINKS_MIN = 200_000;
const TARGETS_MAX = 100;
/** The version waits for the answers, and is of use without them. */
const ANSWERING_MS_MAX = 600_000;
const FAILURES_MAX = 3;

const HotTarget = z.object({
  kind: z.enum(['domain', 'host', 'page']),
  domain: z.string(),
  host: z.string(),
  path: z.string(),
});
type HotTarget = z.infer<typeof HotTarget>;

/**
 * Answers the usual queries about the largest targets before readers switch to the version: a target with
 * millions of links then answers as fast as a small one. All other queries about them are computed from their
 * copies.
 */
export async function writeHotAnswers(
  database: IndexDatabase,
  version: number,
  linksMin: number,
  progress: (share: number) => void,
): Promise<void> {
  const hot = await database.rows(
    HotTarget,
    sql`SELECT toString(kind) AS kind, toString(domain) AS domain, host, path FROM hot_targets
      WHERE version = ${version} AND links >= ${linksMin} ORDER BY links DESC, kind, host, path LIMIT ${TARGETS_MAX}`,
  );
  const coverage = Promise.resolve(coverageOf(version, hot));
  const signal = AbortSignal.timeout(ANSWERING_MS_MAX);
  let failures = 0;
  for (const [at, each] of hot.entries()) {
    const target = targetOf(each);
    if (target !== undefined) {
      try {
        await answerUsual(database, version, { coverage: { read: () => coverage }, target, signal });
      } catch {
        // Later queries are answered from the copy, or fail with a reason.
        failures += 1;
      }
    }
    if (failures >= FAILURES_MAX || signal.aborted) return;
    progress((at + 1) / hot.length);
  }
}

interface Asked {
  readonly coverage: ConstructorParameters<typeof IndexLinksSource>[1];
  readonly target: Target;
  readonly signal: AbortSignal;
}

async function answerUsual(
  database: IndexDatabase,
  version: number,
  { coverage, target, signal }: Asked,
): Promise<void> {
  const answered = new Map<bigint, string>();
  const answers = new KeptAnswers(database, (query, rows) =>
    answered.set(statementId(query, version), JSON.stringify(rows)),
  );
  const links = new IndexLinksSource(database, coverage, HELD_LINKS_MAX, answers);
  for (const question of Object.values(USUAL_QUESTIONS)) {
    try {
      await question(links, target, signal);
    } catch (thrown) {
      const isTooMuch = thrown instanceof AppError && TOO_MUCH.has(thrown.code);
      if (!isTooMuch) throw thrown;
    }
  }
  const rows = [...answered].map(([id, answer]) => sql`${[version, id, answer]}`);
  if (rows.length === 0) return;
  await database.run(
    sql`INSERT INTO hot_answers SELECT * FROM values('version UInt64, statement UInt64, answer String', ${joined(rows, ', ')})`,
  );
}

/**
 * A query that takes too much time or memory is left to the caller who needs it; the others are worth answering ahead.
 */
const TOO_MUCH: ReadonlySet<string> = new Set(['source_timeout', 'source_failed']);

/** As readers will know the version; what it does not name makes no difference to rows of hot targets. */
function coverageOf(version: number, hot: readonly HotTarget[]): Coverage {
  return {
    ...NOT_JUDGED,
    documents: 0,
    hosts: 0,
    oldest_fetch: undefined,
    newest_fetch: undefined,
    indexable: 0,
    length_mean: 0,
    languages: [],
    authority_version: version,
    ranked_at: new Date(version),
    judged_at: new Date(version),
    has_arrivals: true,
    has_pack_changes: false,
    has_told_facts: false,
    arrivals: undefined,
    read_domains: ['0', '1'],
    pages_state: '',
    links_state: '',
    outdated_copies: new Set(),
    linked_most: () => undefined,
    hot_targets: new Map(
      hot.map(({ kind, host, path, domain }) => [hotKey(kind, host, path), { domain, copy: version }]),
    ),
  };
}

/** As a request names it; undefined for what no request can name, such as a host with a port. */
function targetOf({ kind, host, path }: HotTarget): Target | undefined {
  try {
    const target = parseTarget(kind === 'page' ? urlOfKeys(host, path, HTTPS_FLAG) : hostOfKey(host));
    const isMeant = target.host_key === host && (target.path_key ?? '') === path && hotKindOf(target, true) === kind;
    return isMeant ? target : undefined;
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}
