import type { Provenance, Sourced } from '../ports/source.ts';
import type { KeptFinding, SiteCrawl } from '../ports/site-facts.ts';
import {
  type Muting,
  NO_MUTING,
  type AuditCause,
  type AuditedPageList,
  type AuditedRule,
  type AuditFinding,
  type SiteAuditQuery,
  type SiteAuditRecord,
  type SitesSource,
} from '../ports/sites.ts';
import type { SiteStanding } from '../ports/site-registry.ts';
import type { Target } from '../web/target.ts';
import type { Audit, Audits, ComparedAudits } from './audits.ts';
import { auditedCrawl, requireCrawl } from './crawls.ts';
import type { Report } from './report.ts';
import { AUDIT_RULES, type AuditRule, titleOf } from './rule.ts';
import { type Health, healthOfShares } from './score.ts';

/** Audits of sites as a source of ours: from what crawls saw, and without a fetch. */
export class AuditSource implements Pick<SitesSource, 'audit'> {
  private readonly audits: Audits;

  constructor(audits: Audits) {
    this.audits = audits;
  }

  async audit(query: SiteAuditQuery, signal: AbortSignal): Promise<Sourced<SiteAuditRecord | null>> {
    const crawls = await this.audits.crawls(query.site, signal);
    const crawl = auditedCrawl(crawls, query.crawl_id);
    if (crawl === undefined) return { value: null, source: provenance(undefined) };
    const { muting } = query;
    const audit = await this.audits.auditOf(query.site, crawl, signal, muting);
    const health = healthOfShares(countedShares(audit.report, query.muted));
    const changed = await this.changes(query, crawl, crawls, audit, signal);
    const listed = await this.findings(query, crawl, signal);
    const value: SiteAuditRecord = {
      crawl: crawlOf(audit),
      pages: audit.report.pages,
      health_score: scoreOf(audit.report, health.health),
      no_score_because: audit.report.no_score_because,
      areas: audit.report.no_score_because === null ? health.areas : null,
      causes: causesOf(audit.report, health, query.muted),
      rules: rulesOf(audit.report, { health, muted: query.muted, changes: changed.changes }),
      muted: audit.report.muted,
      findings: listed.slice(query.offset, query.offset + query.limit).map(findingOf),
      findings_total: listed.length,
      changes: changed.changes === null ? null : changesOf(changed.changes),
      not_compared_because: changed.reason,
      history: await this.history(query, crawls, signal),
    };
    return { value, source: provenance(audit) };
  }

  /** The audit of the newest crawl in a few figures; only one that was kept, unless it may be made now. */
  async standing(
    site: Target,
    mayMake: boolean,
    signal: AbortSignal,
    muting = NO_MUTING,
  ): Promise<SiteStanding | undefined> {
    const found = mayMake ? await this.newest(site, signal, muting) : await this.newestKept(site, signal, muting);
    if (found === undefined) return undefined;
    const { crawl_id, report } = found;
    const health = healthOfShares(countedShares(report, []));
    const { pages_known, pages_read, is_complete, no_score_because, changes } = report;
    return {
      crawl_id,
      health_score: scoreOf(report, health.health),
      health_before: await this.scoreBefore(site, changes?.compared_with, signal, muting),
      no_score_because,
      pages_known,
      pages_read,
      is_complete,
      failing: failingOf(report),
      changes: changes === null ? null : { new: changes.new, fixed: changes.fixed, still: changes.still },
      causes: causesOf(report, health, []),
    };
  }

  /** Pages of the newest crawl by how much is wrong with them; null where no crawl came to the site. */
  async pages(
    site: Target,
    { limit, offset }: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
    muting = NO_MUTING,
  ): Promise<AuditedPageList | null> {
    const crawl = auditedCrawl(await this.audits.crawls(site, signal), undefined);
    if (crawl === undefined) return null;
    // Its findings are kept once it is made.
    const { report } = await this.audits.auditOf(site, crawl, signal, muting);
    const weights = new Map(
      [...AUDIT_RULES.values()].flatMap((rule) =>
        isMutedWhole(rule, report, []) ? [] : [[rule.id, PAGE_WEIGHTS[rule.severity]] as const],
      ),
    );
    const { total, pages } = await this.audits.worstPages(site, crawl, { weights, limit, offset }, muting, signal);
    return { total, pages: pages.map(({ url, rules }) => auditedPage(url, rules)) };
  }

  private async scoreBefore(
    site: Target,
    comparedWith: string | undefined,
    signal: AbortSignal,
    muting: Muting,
  ): Promise<number | null> {
    const kept = await this.audits.kept(site, signal, muting);
    const before = kept.find(({ crawl_id }) => crawl_id === comparedWith);
    return before?.has_same_rules !== true
      ? null
      : scoreOf(before.report, healthOfShares(countedShares(before.report, [])).health);
  }

  /** The one without mutes where nobody has asked for the other. */
  private async newestKept(site: Target, signal: AbortSignal, muting: Muting): Promise<Found | undefined> {
    const kept = await this.audits.kept(site, signal);
    const crawls = await this.audits.crawls(site, signal);
    const audited = crawls.filter((crawl) => kept.some(({ crawl_id }) => crawl_id === crawl.crawl_id));
    const crawl = auditedCrawl(audited, undefined);
    const plain = kept.find(({ crawl_id }) => crawl_id === crawl?.crawl_id);
    const muted = (await this.audits.kept(site, signal, muting)).find(({ crawl_id }) => crawl_id === plain?.crawl_id);
    return muted ?? plain;
  }

  private async newest(site: Target, signal: AbortSignal, muting: Muting): Promise<Found | undefined> {
    const crawl = auditedCrawl(await this.audits.crawls(site, signal), undefined);
    if (crawl === undefined) return undefined;
    const { report } = await this.audits.auditOf(site, crawl, signal, muting);
    return { crawl_id: crawl.crawl_id, report };
  }

  private async changes(
    { site, compare_with, muting }: SiteAuditQuery,
    crawl: SiteCrawl,
    crawls: readonly SiteCrawl[],
    { report }: Audit,
    signal: AbortSignal,
  ): Promise<ComparedAudits> {
    if (compare_with === undefined) return { changes: report.changes, reason: report.not_compared_because };
    return this.audits.compare(site, crawl, requireCrawl(crawls, 'compare_with', compare_with), signal, muting);
  }

  private async findings(
    { site, rule, cause, url, muting }: SiteAuditQuery,
    crawl: SiteCrawl,
    signal: AbortSignal,
  ): Promise<readonly KeptFinding[]> {
    if (rule === undefined && url === undefined) return [];
    const all = await this.audits.findings(site, crawl, signal, muting, { rule, url });
    return all.filter((each) => cause === undefined || each.cause === cause);
  }

  private async history(
    { site, muted, muting }: SiteAuditQuery,
    crawls: readonly SiteCrawl[],
    signal: AbortSignal,
  ): Promise<SiteAuditRecord['history']> {
    const kept = await this.audits.kept(site, signal);
    const own = new Map((await this.audits.kept(site, signal, muting)).map((audit) => [audit.crawl_id, audit.report]));
    return kept.flatMap(({ crawl_id, report: plain, has_same_rules }) => {
      const report = own.get(crawl_id) ?? plain;
      const crawl = crawls.find((each) => each.crawl_id === crawl_id);
      if (crawl === undefined) return [];
      const { health } = healthOfShares(countedShares(report, muted));
      const health_score = scoreOf(report, health);
      const started_at = crawl.started_at.toISOString();
      return [{ crawl_id, started_at, health_score, pages_read: report.pages_read, has_same_rules }];
    });
  }
}

/** One of a severity outweighs some of the next. */
const PAGE_WEIGHTS: Readonly<Record<AuditRule['severity'], number>> = {
  critical: 1000,
  high: 100,
  medium: 10,
  low: 1,
  notice: 0.1,
};

function auditedPage(url: string, broken: readonly string[]): AuditedPageList['pages'][number] {
  const rules = broken.flatMap((id) => AUDIT_RULES.get(id) ?? []);
  const [worst] = rules.toSorted((one, other) => PAGE_WEIGHTS[other.severity] - PAGE_WEIGHTS[one.severity]);
  return {
    url,
    rules: rules.map(({ id }) => id),
    severity: worst?.severity ?? 'notice',
    worst: worst === undefined ? '' : titleOf(worst, 1),
  };
}

interface Found {
  readonly crawl_id: string;
  readonly report: Report;
}

function provenance(audit: Audit | undefined): Provenance {
  const source = { source: 'index', cached: false, measure: 'measured' } as const;
  if (audit === undefined)
    return { ...source, observed_at: null, coverage: 'none', note: 'This site has not been crawled.' };
  const { crawl, report } = audit;
  const { pages_read, pages_known, is_complete } = report;
  const note = `${pages_read.toLocaleString('en-US')} of ${pages_known.toLocaleString('en-US')} known addresses were read.`;
  const observed_at = (crawl.ended_at ?? crawl.started_at).toISOString();
  return { ...source, observed_at, coverage: is_complete ? 'full' : 'partial', note };
}

function countedShares({ rules }: Report, muted: readonly string[]): ReadonlyMap<string, number> {
  const shares = Object.entries(rules).map(([id, { share }]) => [id, share] as const);
  return new Map(shares.filter(([id]) => AUDIT_RULES.has(id) && !muted.includes(id)));
}

function scoreOf({ no_score_because }: Report, health: number): number | null {
  return no_score_because === null ? Math.round(health) : null;
}

/** How many rules pages break, by how much each matters. */
function failingOf(report: Report): SiteStanding['failing'] {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, notice: 0 };
  for (const { id, severity } of AUDIT_RULES.values()) {
    if (report.unjudged[id] === undefined && (report.rules[id]?.failing ?? 0) > 0) counts[severity] += 1;
  }
  return counts;
}

function crawlOf({ crawl, report }: Audit): SiteAuditRecord['crawl'] {
  const { pages_known, pages_read, is_complete, incomplete_because } = report;
  return {
    id: crawl.crawl_id,
    started_at: crawl.started_at.toISOString(),
    ended_at: crawl.ended_at?.toISOString() ?? null,
    pages_known,
    pages_read,
    is_complete,
    incomplete_because,
  };
}

function causesOf(report: Report, { health }: Health, muted: readonly string[]): readonly AuditCause[] {
  return report.causes
    .filter(({ rule }) => !muted.includes(rule))
    .map(({ loss, cause, ...rest }) => ({
      ...rest,
      cause: cause === '' ? null : cause,
      score_gain: report.no_score_because === null ? rounded(health * Math.expm1(loss)) : null,
    }));
}

interface RuleParts {
  readonly health: Health;
  readonly muted: readonly string[];
  readonly changes: Report['changes'];
}

function rulesOf(report: Report, parts: RuleParts): readonly AuditedRule[] {
  return [...AUDIT_RULES.values()].map((rule) => auditedRule(rule, report, parts));
}

function auditedRule(rule: AuditRule, report: Report, { health, muted, changes }: RuleParts): AuditedRule {
  const { id, area, severity, why, fix } = rule;
  const failed = report.rules[id];
  const applicable = report.applicable[rule.applies] ?? 0;
  const failing = failed?.failing ?? 0;
  const hasScore = failed !== undefined && report.no_score_because === null && !muted.includes(id);
  return {
    id,
    area,
    severity,
    status: statusOf(rule, report, muted),
    title: titleOf(rule, failing),
    why,
    fix,
    failing,
    applicable,
    share: rounded4(failed?.share ?? 0),
    score_gain: hasScore ? rounded(health.gainOf(id)) : null,
    note: report.unjudged[id] ?? report.partly[id] ?? null,
    changes: changes === null ? null : changesOfRule(changes, id),
  };
}

/** For this call, or for the site. */
function isMutedWhole({ id }: AuditRule, report: Report, muted: readonly string[]): boolean {
  return muted.includes(id) || report.muted.some(({ rule, url }) => rule === id && url === undefined);
}

function statusOf(rule: AuditRule, report: Report, muted: readonly string[]): AuditedRule['status'] {
  const { id, applies } = rule;
  if (isMutedWhole(rule, report, muted)) return 'muted';
  if (report.unjudged[id] !== undefined) return 'not_checked';
  if ((report.rules[id]?.failing ?? 0) > 0) return 'failing';
  // That nothing fails proves nothing where only a part was looked at.
  if (report.partly[id] !== undefined) return 'not_checked';
  return (report.applicable[applies] ?? 0) === 0 ? 'not_applicable' : 'passed';
}

function changesOf(changes: NonNullable<Report['changes']>): SiteAuditRecord['changes'] {
  const { compared_with, new: fresh, fixed, still, gone, not_checked } = changes;
  return { compared_with, new: fresh, fixed, still, gone, not_checked };
}

/** Rules without findings before and now had no changes; those that could not be compared have null. */
function changesOfRule({ rules }: NonNullable<Report['changes']>, id: string): AuditedRule['changes'] {
  const known = rules[id];
  return known === undefined ? { new: 0, fixed: 0, still: 0 } : known;
}

function findingOf({ rule, url, item, cause, detail }: KeptFinding): AuditFinding {
  const orNull = (text: string): string | null => (text === '' ? null : text);
  return { rule, url, item: orNull(item), cause: orNull(cause), detail: orNull(detail) };
}

function rounded(points: number): number {
  return Math.round(points * 10) / 10;
}

function rounded4(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
