import type { SiteAuditRecord } from '../../../ports/sites.ts';
import type { SiteAudit } from './result.ts';

const SCORE_OF =
  'How much of the site is free of faults: each rule weighs by its severity and the share of pages that break it, and pages by the internal links that lead to them.';

const STATUS_ORDER = ['failing', 'not_checked', 'passed', 'not_applicable', 'muted'] as const;
const SEVERITY_ORDER = ['critical', 'high', 'medium', 'low', 'notice'] as const;

interface Asked {
  readonly rule?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** An audit as callers get it; all null where no crawl came to the site. */
export function presentAudit(site: string, record: SiteAuditRecord | null, { rule, limit, offset }: Asked): SiteAudit {
  if (record === null) return { ...UNKNOWN, site, limit, offset };
  const { areas, crawl, pages } = record;
  // Whoever lists the pages of one rule has read about the others.
  const isMeant = (each: { readonly rule: string }): boolean => rule === undefined || each.rule === rule;
  return {
    site,
    crawl: { ...crawl, incomplete_because: [...crawl.incomplete_because] },
    health_score: record.health_score,
    score_of: record.no_score_because ?? SCORE_OF,
    areas: areas === null ? null : roundedAreas(areas),
    pages,
    causes: record.causes.filter(isMeant).map((cause) => ({ ...cause, examples: [...cause.examples] })),
    muted: record.muted.map(({ url, ...muted }) => ({ ...muted, url: url ?? null })),
    rules: record.rules
      .filter(({ id }) => isMeant({ rule: id }))
      .toSorted(byWeight)
      .map((each) => ({ ...each })),
    items: record.findings.map((finding) => ({ ...finding })),
    total_count: rule === undefined ? null : record.findings_total,
    limit,
    offset,
    changes: record.changes,
    not_compared_because: record.not_compared_because,
    history: record.history.map((each) => ({ ...each })),
  };
}

const UNKNOWN: Omit<SiteAudit, 'site' | 'limit' | 'offset'> = {
  crawl: null,
  health_score: null,
  score_of: 'This site has not been crawled, so nothing is known of it.',
  areas: null,
  pages: null,
  causes: [],
  rules: [],
  muted: [],
  items: [],
  total_count: null,
  changes: null,
  not_compared_because: null,
  history: [],
};

function roundedAreas(areas: NonNullable<SiteAuditRecord['areas']>): NonNullable<SiteAudit['areas']> {
  const { indexing, links, content, international, technical } = areas;
  return {
    indexing: Math.round(indexing),
    links: Math.round(links),
    content: Math.round(content),
    international: Math.round(international),
    technical: Math.round(technical),
  };
}

type RuleRow = SiteAuditRecord['rules'][number];

function byWeight(one: RuleRow, other: RuleRow): number {
  return (
    STATUS_ORDER.indexOf(one.status) - STATUS_ORDER.indexOf(other.status) ||
    (other.score_gain ?? 0) - (one.score_gain ?? 0) ||
    SEVERITY_ORDER.indexOf(one.severity) - SEVERITY_ORDER.indexOf(other.severity) ||
    other.failing - one.failing ||
    (one.id < other.id ? -1 : 1)
  );
}
