import { z } from 'zod';

import type {
  AuditStore,
  FindingsOf,
  KeptAudit,
  KeptFinding,
  SiteCrawl,
  SiteFactsStore,
  SitePage,
  PagesWithFindings,
  WorstPages,
} from '../ports/site-facts.ts';
import { type Muting, NO_MUTING } from '../ports/sites.ts';
import type { Target } from '../web/target.ts';
import { type Changes, compareAudits } from './compare.ts';
import { completeFindings, judgeSite, type Judgement, needsWholeSite } from './judge.ts';
import { keptUnder, Mutes, mutesNothing } from './muting.ts';
import { confirmNearDuplicates } from './near-duplicates.ts';
import { readReport, type Report, reportOf, whyPartlyCompared } from './report.ts';
import { AUDIT_RULES, AUDIT_VERSION, COMPARED_VERSION_MIN, type Finding } from './rule.ts';
import { judgeSections } from './rules-sections.ts';
import type { SiteView } from './view.ts';

export interface Audit {
  readonly crawl: SiteCrawl;
  readonly report: Report;
}

const CRAWLS_MAX = 50;

export interface AuditStores {
  readonly siteFacts: SiteFactsStore;
  readonly audits: AuditStore;
}

/** Audits of more pages are made elsewhere, where there is such a place: judging a hundred thousand takes seconds. */
const PAGES_HERE_MAX = 1000;

/** Makes audits, and compares them, where nobody waits for anything else meanwhile. */
export interface AuditsElsewhere {
  auditOf(site: Target, crawl: SiteCrawl, signal: AbortSignal, muting: Muting): Promise<Audit>;
  compare(
    site: Target,
    now: SiteCrawl,
    before: SiteCrawl,
    signal: AbortSignal,
    muting: Muting,
  ): Promise<ComparedAudits>;
}

/** An audit that was kept. */
export interface PastAudit {
  readonly crawl_id: string;
  readonly report: Report;
  /** Whether today's rules made it: only then do scores compare. */
  readonly has_same_rules: boolean;
}

function isComparable({ version }: KeptAudit): boolean {
  return version >= COMPARED_VERSION_MIN && version <= AUDIT_VERSION;
}

/** The changes between two crawls that were audited. */
export interface ComparedAudits {
  readonly changes: Report['changes'];
  /** Why they cannot be compared, or not in everything. */
  readonly reason: string | null;
}

/** Makes audits of what crawls saw, and keeps them, so that the next one can be compared. */
export class Audits implements AuditsElsewhere {
  private readonly store: SiteFactsStore;
  private readonly past: AuditStore;
  private readonly clock: () => Date;
  private readonly elsewhere: AuditsElsewhere | undefined;

  constructor({ siteFacts, audits }: AuditStores, clock: () => Date, elsewhere?: AuditsElsewhere) {
    this.store = siteFacts;
    this.past = audits;
    this.clock = clock;
    this.elsewhere = elsewhere;
  }

  crawls(site: Target, signal: AbortSignal): Promise<readonly SiteCrawl[]> {
    return this.store.crawls(site, CRAWLS_MAX, signal);
  }

  /**
   * The kept audit of a crawl; made now where there is none, or the crawl went on since. One by older rules is made anew while
   * the pages are as that crawl saw them.
   */
  async auditOf(site: Target, crawl: SiteCrawl, signal: AbortSignal, muting = NO_MUTING): Promise<Audit> {
    const kept = (await this.past.audits(keptUnder(site.value, muting), CRAWLS_MAX, signal)).find(
      ({ crawl_id }) => crawl_id === crawl.crawl_id,
    );
    const isWhole = kept !== undefined && crawl.ended_at !== undefined && kept.made_at >= crawl.ended_at;
    if (isWhole && (kept.version === AUDIT_VERSION || (isComparable(kept) && (await this.isPast(site, crawl, signal)))))
      return { crawl, report: readReport(kept) };
    const elsewhere = await this.placeFor(site, crawl, signal);
    if (elsewhere !== undefined) return elsewhere.auditOf(site, crawl, signal, muting);
    // Its findings are kept with the audit without mutes.
    if (!mutesNothing(muting)) await this.auditOf(site, crawl, signal);
    return this.make(site, crawl, signal, muting);
  }

  /** Audits that were kept, the newest crawl first. */
  async kept(site: Target, signal: AbortSignal, muting = NO_MUTING): Promise<readonly PastAudit[]> {
    const audits = await this.past.audits(keptUnder(site.value, muting), CRAWLS_MAX, signal);
    return audits.filter(isComparable).map((kept) => ({
      crawl_id: kept.crawl_id,
      report: readReport(kept),
      has_same_rules: kept.version === AUDIT_VERSION,
    }));
  }

  /** Those that are not muted. */
  async findings(
    site: Target,
    crawl: SiteCrawl,
    signal: AbortSignal,
    muting = NO_MUTING,
    of: FindingsOf = {},
  ): Promise<readonly KeptFinding[]> {
    const all = await this.past.findings(site.value, crawl.crawl_id, of, signal);
    if (muting.muted.length === 0) return all;
    const mutes = new Mutes(muting);
    return all.filter((finding) => !mutes.covers(finding));
  }

  /** Pages by what is found on them, without what is muted. */
  async worstPages(
    site: Target,
    crawl: SiteCrawl,
    of: WorstPages,
    muting: Muting,
    signal: AbortSignal,
  ): Promise<PagesWithFindings> {
    const { total, pages } = await this.past.worstPages(site.value, crawl.crawl_id, of, signal);
    if (muting.muted.length === 0) return { total, pages };
    const mutes = new Mutes(muting);
    const kept = pages.map(({ url, rules }) => ({ url, rules: rules.filter((rule) => !mutes.covers({ rule, url })) }));
    return { total, pages: kept.filter(({ rules }) => rules.length > 0) };
  }

  async compare(
    site: Target,
    now: SiteCrawl,
    before: SiteCrawl,
    signal: AbortSignal,
    muting = NO_MUTING,
  ): Promise<ComparedAudits> {
    const elsewhere = await this.placeFor(site, now, signal);
    if (elsewhere !== undefined) return elsewhere.compare(site, now, before, signal, muting);
    const [one, other] = [await this.auditOf(site, now, signal), await this.auditOf(site, before, signal)];
    const present = await this.findings(site, now, signal, muting);
    const past = await this.findings(site, before, signal, muting);
    const outcomes = await this.store.outcomes(site, now, signal);
    return this.compared({ now, before, past, outcomes, signal, site }, present, [one.report, other.report]);
  }

  /** Whether a later crawl came to the site: what is known of its pages is no more what this one saw. */
  private async isPast(site: Target, { started_at }: SiteCrawl, signal: AbortSignal): Promise<boolean> {
    const [newest] = await this.store.crawls(site, 1, signal);
    return newest !== undefined && newest.started_at > started_at;
  }

  /** Undefined for what is done here. */
  private async placeFor(site: Target, crawl: SiteCrawl, signal: AbortSignal): Promise<AuditsElsewhere | undefined> {
    if (this.elsewhere === undefined) return undefined;
    return (await this.store.countPages(site, crawl, signal)) > PAGES_HERE_MAX ? this.elsewhere : undefined;
  }

  private async make(site: Target, crawl: SiteCrawl, signal: AbortSignal, muting: Muting): Promise<Audit> {
    const facts = await this.store.facts(site, crawl, signal);
    const judgement = judgeSite(facts);
    const ofTexts = await this.judgeByTexts(judgement, signal);
    const mutes = new Mutes(muting);
    const findings = completeFindings(judgement, ofTexts).filter(
      (finding) => !mutes.takes({ rule: finding.rule, url: addressOf(judgement.view, finding) }),
    );
    const drafted = { ...reportOf(judgement, findings, muting.unmuted), muted: [...mutes.counts()] };
    const kept = keptFindings(judgement.view, findings);
    const made = { crawl, pages: facts.pages, images: [...facts.images.keys()], report: drafted, kept, muting };
    const compared = await this.compareWithLast(site, made, signal);
    const report = { ...drafted, changes: compared.changes, not_compared_because: compared.reason };
    if (crawl.ended_at !== undefined) {
      const audit = {
        site: keptUnder(site.value, muting),
        crawl_id: crawl.crawl_id,
        version: AUDIT_VERSION,
        made_at: this.clock(),
      };
      await this.past.keep({ ...audit, report: JSON.stringify(report) }, mutesNothing(muting) ? kept : []);
    }
    return { crawl, report };
  }

  private async judgeByTexts(
    { view, candidates, unjudged }: Judgement,
    signal: AbortSignal,
  ): Promise<readonly Finding[]> {
    if (unjudged.has('dup.near')) return [];
    const textsOf = (pages: readonly SitePage[]): Promise<ReadonlyMap<string, string>> =>
      this.store.texts(pages, signal);
    const near = await confirmNearDuplicates(view, candidates, textsOf);
    return [...near, ...(await judgeSections(view, textsOf))];
  }

  private async compareWithLast(
    site: Target,
    { crawl, pages, images, report, kept, muting }: Made,
    signal: AbortSignal,
  ): Promise<ComparedAudits> {
    const crawls = await this.crawls(site, signal);
    const audits = new Map((await this.kept(site, signal)).map((audit) => [audit.crawl_id, audit.report]));
    const earlier = crawls.filter(({ crawl_id, started_at }) => started_at < crawl.started_at && audits.has(crawl_id));
    // One with other settings in between tells nothing of what changed.
    const before = earlier.find((each) => isLike(each, crawl)) ?? earlier[0];
    const last = before === undefined ? undefined : audits.get(before.crawl_id);
    if (before === undefined || last === undefined)
      return { changes: null, reason: 'There is no earlier audit of this site.' };
    const past = await this.findings(site, before, signal, muting);
    const outcomes = new Map([
      ...images.map((url) => [url, 'read'] as const),
      ...pages.map(({ url, outcome }) => [url, outcome] as const),
    ]);
    return this.compared({ now: crawl, before, past, outcomes, signal, site }, kept, [report, last]);
  }

  private async compared(
    { before, now, past, outcomes, signal, site }: Comparison,
    present: Iterable<KeptFinding>,
    [report, last]: readonly [Report, Report],
  ): Promise<ComparedAudits> {
    if (report.no_score_because !== null && report.pages_read === 0) {
      return { changes: null, reason: 'This crawl read no page.' };
    }
    if (!hasSameScope(now, before)) {
      return { changes: null, reason: 'The crawls had different settings.' };
    }
    const earlier = await this.store.outcomes(site, before, signal);
    const bothComplete = report.is_complete && last.is_complete;
    const skips = (rule: string): boolean =>
      (!bothComplete && needsWholeSite(rule)) || rule in report.unjudged || rule in last.unjudged;
    const changes = compareAudits({
      before: past,
      now: present,
      outcome: (url) => outcomes.get(url),
      outcomeBefore: (url) => earlier.get(url),
      skips,
    });
    const skipped = [...AUDIT_RULES.keys()].filter(skips);
    return { changes: changesOf(before.crawl_id, changes, skipped), reason: whyPartlyCompared(last) };
  }
}

interface Made {
  readonly crawl: SiteCrawl;
  readonly pages: readonly SitePage[];
  /** That the crawl got an answer for. */
  readonly images: readonly string[];
  readonly report: Report;
  readonly kept: Iterable<KeptFinding>;
  readonly muting: Muting;
}

interface Comparison {
  readonly site: Target;
  readonly now: SiteCrawl;
  readonly before: SiteCrawl;
  readonly past: readonly KeptFinding[];
  readonly outcomes: ReadonlyMap<string, SitePage['outcome']>;
  readonly signal: AbortSignal;
}

function isLike(one: SiteCrawl, other: SiteCrawl): boolean {
  return one.follows_links === other.follows_links && hasSameScope(one, other);
}

function hasSameScope(one: SiteCrawl, other: SiteCrawl): boolean {
  return one.settings === other.settings || scopeOf(one.settings) === scopeOf(other.settings);
}

/** The settings that decide what a crawl can see; limits show in its completeness. */
function scopeOf(settings: string): string {
  const Settings = z.object({
    stay: z.string(),
    sitemaps: z.boolean(),
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    render: z.string().default('none'),
  });
  const read = Settings.safeParse(JSON.parse(settings === '' ? '{}' : settings));
  return read.success ? JSON.stringify(read.data) : settings;
}

function changesOf(
  compared_with: string,
  { rules, ...counts }: Changes,
  skipped: readonly string[],
): NonNullable<Report['changes']> {
  const byRule = [...rules].map(
    ([rule, { new: fresh, fixed, still }]) => [rule, { new: fresh, fixed, still }] as const,
  );
  const none = skipped.map((rule) => [rule, null] as const);
  return { compared_with, ...counts, rules: Object.fromEntries([...byRule, ...none]) };
}

/** One after the other, as often as they are asked for: a large site has hundreds of thousands. */
function keptFindings(view: SiteView, findings: readonly Finding[]): Iterable<KeptFinding> {
  return {
    *[Symbol.iterator]() {
      for (const finding of findings) yield keptOf(view, finding);
    },
  };
}

function keptOf(view: SiteView, finding: Finding): KeptFinding {
  const { rule, item, cause, detail } = finding;
  return { rule, url: addressOf(view, finding), item, cause, detail };
}

function addressOf({ pages, facts }: SiteView, { page, url }: Finding): string {
  return url ?? pages[page]?.url ?? facts.site;
}
