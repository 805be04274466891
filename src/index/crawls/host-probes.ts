import { z } from 'zod';

import { HOST_PROBE_KINDS, type HostProbe } from '../../ports/crawl-records.ts';
import { hostKey } from '../../web/url.ts';
import { sql } from '../database/sql.ts';
import { inHosts, type SiteReading } from './range.ts';

const Row = z.object({
  host: z.string(),
  kind: z.enum(HOST_PROBE_KINDS),
  observed_ms: z.int(),
  way: z.array(z.string()),
  status: z.int(),
  encoding: z.string(),
  bytes: z.int(),
  headers: z.array(z.string()),
});

/** How the hosts of a site answered beside their pages; those of `www.example.com` are kept with `example.com`. */
export async function readHostProbes({ database, site, crawl_id, signal }: SiteReading): Promise<readonly HostProbe[]> {
  const bare = hostKey(site.host.replace(/^www\./, ''));
  const rows = await database.rows(
    Row,
    sql`SELECT host, kind, toUnixTimestamp64Milli(observed_at) AS observed_ms, way, status, encoding, bytes, headers
      FROM host_probes FINAL WHERE crawl = ${crawl_id} AND (host_key = ${bare} OR ${inHosts(site)}) ORDER BY host_key, kind`,
    signal,
  );
  return rows.map(({ observed_ms, ...probe }) => ({ ...probe, observed_at: new Date(observed_ms) }));
}
