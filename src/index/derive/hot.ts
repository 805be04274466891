import { z } from 'zod';

import type { IndexDatabase } from '../database.ts';
import { sql } from '../sql.ts';
import { linkCountsTable } from './edges.ts';
import type { HotDomain } from './hot-domain.ts';
import { writeHotLinks } from './hot-links.ts';
import { writeNames } from './hot-names.ts';
import { writeHotArrivals, writeHotPages } from './hot-pages.ts';
import { writeHotTargets } from './hot-targets.ts';
import { writeCompetitors } from './competitors.ts';
import type { Derivation } from './scratch.ts';

/** A target with this many links from other domains gets a compact copy of them. */
export const HOT_LINKS_MIN = 50_000;

/** Writes the compact copies, one domain after another, and then the competitors of each hot target. */
export async function writeHot(
  database: IndexDatabase,
  derivation: Derivation,
  progress: (share: number) => void = () => undefined,
  linksMin: number = HOT_LINKS_MIN,
): Promise<void> {
  const domains = await hotDomains(database, derivation, linksMin);
  for (const [at, domain] of domains.entries()) {
    await writeNames(database, derivation, domain);
    await writeHotLinks(database, derivation, domain);
    await writeHotArrivals(database, domain);
    await writeHotPages(database, derivation, domain);
    await writeHotTargets(database, domain, linksMin);
    progress((0.7 * (at + 1)) / domains.length);
  }
  await writeCompetitors(database, derivation, (share) => progress(0.7 + 0.3 * share));
}

async function hotDomains(
  database: IndexDatabase,
  derivation: Derivation,
  linksMin: number,
): Promise<readonly HotDomain[]> {
  const { version } = derivation;
  const hot = sql`SELECT domain, sum(links) AS total FROM ${linkCountsTable(derivation)} GROUP BY domain HAVING total >= ${linksMin}`;
  const rows = await database.rows(
    z.object({ id: z.string(), key: z.string(), links: z.int() }),
    sql`SELECT toString(a.id) AS id, a.key AS key, h.total AS links FROM (SELECT id, key FROM authority
        WHERE version = ${version} AND kind = 'domain' AND id IN (SELECT domain FROM (${hot}))) AS a
      INNER JOIN (${hot}) AS h ON h.domain = a.id ORDER BY key`,
  );
  return rows.map((row) => ({ version, ...row }));
}
