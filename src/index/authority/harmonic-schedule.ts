import { type IndexDatabase, readNumber } from '../database/database.ts';
import { sql } from '../database/sql.ts';

/** Of so few domains it is computed in each rebuild, in a second or two. */
const ALWAYS_DOMAINS_MAX = 100_000;
const DAYS_MAX = 7;
/** Domains that may have come or gone meanwhile, as a share of all. */
const CHANGE_MAX = 0.1;

/** What a rebuild that computed it says in its method. */
export const HARMONIC_COMPUTED = 'harmonic centrality (';
export const HARMONIC_KEPT = 'harmonic centrality of an earlier rebuild';

/**
 * Whether a rebuild computes harmonic centrality anew. No rank is made of it: it is there to be compared with Common Crawl's, changes
 * slowly, and takes the most of the time and memory of ranking. In a large index it is computed once a week, and sooner where a tenth
 * of the domains has come or gone; until then domains keep what they had.
 */
export async function isHarmonicDue(
  database: IndexDatabase,
  domains: number,
  always_max: number = ALWAYS_DOMAINS_MAX,
): Promise<boolean> {
  if (domains <= always_max) return true;
  const computed = await readNumber(
    database,
    sql`SELECT count() FROM rebuilds WHERE position(method, ${HARMONIC_COMPUTED}) > 0
      AND computed_at > now64() - INTERVAL ${DAYS_MAX} DAY AND abs(toFloat64(domains) - ${domains}) <= ${CHANGE_MAX * domains}`,
  );
  return computed === 0;
}
