import { z } from 'zod';

import type {
  AuditStore,
  FindingsOf,
  KeptAudit,
  KeptFinding,
  PagesWithFindings,
  WorstPages,
} from '../../ports/site-facts.ts';
import { BRIEFLY, type IndexDatabase, PLAINLY } from '../database/database.ts';
import { arrayOf, type Sql, sql } from '../database/sql.ts';
import { insertRows, type Row, tableRows } from '../write/table-rows.ts';

const FINDINGS_BATCH = 20_000;

/** Audits that were made, with their findings. */
export class EngineAuditStore implements AuditStore {
  private readonly database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.database = database;
  }

  async keep({ site, crawl_id, made_at, version, report }: KeptAudit, findings: Iterable<KeptFinding>): Promise<void> {
    await this.database.run(
      sql`ALTER TABLE audit_findings DELETE WHERE site = ${site} AND crawl = ${crawl_id} SETTINGS mutations_sync = 1`,
    );
    let rows: Row[] = [];
    const send = async (): Promise<void> => {
      const sent = tableRows('audit_findings', rows);
      rows = [];
      await insertRows(this.database, [sent]);
    };
    for (const { rule, url, item, cause, detail } of findings) {
      rows.push({ site, crawl: crawl_id, rule, url, item, cause, detail, made_at });
      if (rows.length === FINDINGS_BATCH) await send();
    }
    await send();
    await insertRows(this.database, [tableRows('audits', [{ site, crawl: crawl_id, made_at, version, report }])]);
  }

  async audits(site: string, limit: number, signal: AbortSignal): Promise<readonly KeptAudit[]> {
    const crawls = await this.newestCrawls(site, limit, signal);
    if (crawls.length === 0) return [];
    const rows = await this.database.rows(
      z.object({ crawl: z.string(), made_ms: z.int(), version: z.int(), report: z.string() }),
      sql`SELECT crawl, toUnixTimestamp64Milli(made_at) AS made_ms, version, report FROM audits FINAL
        WHERE site = ${site} AND crawl IN ${crawls} ${PLAINLY}`,
      signal,
    );
    rows.sort((one, other) => crawls.indexOf(one.crawl) - crawls.indexOf(other.crawl));
    return rows.map(({ crawl, made_ms, version, report }) => ({
      site,
      crawl_id: crawl,
      made_at: new Date(made_ms),
      version,
      report,
    }));
  }

  /** The crawls of a site that have an audit, the one that began last first. */
  private async newestCrawls(site: string, limit: number, signal: AbortSignal): Promise<readonly string[]> {
    const Crawl = z.object({ crawl: z.string() });
    const crawlsOf = async (query: Sql): Promise<readonly string[]> =>
      (await this.database.rows(Crawl, query, signal)).map(({ crawl }) => crawl);
    const audited = await crawlsOf(sql`SELECT DISTINCT crawl FROM audits WHERE site = ${site} ${BRIEFLY}`);
    if (audited.length <= 1) return audited;
    const begun = await crawlsOf(sql`SELECT crawl FROM crawl_runs WHERE crawl IN ${audited}
      GROUP BY crawl ORDER BY min(started_at) DESC LIMIT ${limit} ${BRIEFLY}`);
    return [...new Set([...begun, ...audited])].slice(0, limit);
  }

  async findings(
    site: string,
    crawlId: string,
    { rule, url }: FindingsOf,
    signal: AbortSignal,
  ): Promise<readonly KeptFinding[]> {
    const Row = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()]);
    const columns = await this.database.columns(
      sql`SELECT rule, url, item, cause, detail FROM audit_findings FINAL WHERE site = ${site} AND crawl = ${crawlId}
          AND ${rule === undefined ? sql`1` : sql`rule = ${rule}`} AND ${url === undefined ? sql`1` : sql`url = ${url}`}
        ORDER BY rule, url, item`,
      signal,
    );
    const rules = columns[0] ?? [];
    return rules.map((_, at) => {
      const [broken, page, item, cause, detail] = Row.parse(columns.map((column) => column[at]));
      return { rule: broken, url: page, item, cause, detail };
    });
  }

  async worstPages(
    site: string,
    crawlId: string,
    { weights, limit, offset }: WorstPages,
    signal: AbortSignal,
  ): Promise<PagesWithFindings> {
    if (weights.size === 0) return { total: 0, pages: [] };
    const rules = [...weights.keys()];
    const found = sql`SELECT url, arraySort(groupUniqArray(rule)) AS rules,
        arraySum(each -> transform(each, ${arrayOf(rules)}, ${arrayOf([...weights.values()])}, 0), rules) AS weight
      FROM audit_findings FINAL
      WHERE site = ${site} AND crawl = ${crawlId} AND url != '' AND rule IN ${rules} GROUP BY url`;
    const rows = await this.database.rows(
      z.object({ url: z.string(), rules: z.array(z.string()) }),
      sql`SELECT url, rules FROM (${found}) ORDER BY weight DESC, url LIMIT ${limit} OFFSET ${offset}`,
      signal,
    );
    const [counted] = await this.database.rows(
      z.object({ total: z.coerce.number() }),
      sql`SELECT count() AS total FROM (${found})`,
      signal,
    );
    return { total: counted?.total ?? 0, pages: rows };
  }
}
