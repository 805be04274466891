import { describe, expect, it } from 'vitest';

import type { AuditStore, KeptAudit, KeptFinding, SiteCrawl, SiteFactsStore } from '../ports/site-facts.ts';
import { parseTarget } from '../web/target.ts';
import { Audits } from './audits.ts';
import { auditedCrawl } from './crawls.ts';
import { type Drawn, factsOf } from '../../test/drawn-site.ts';
import { AUDIT_VERSION, COMPARED_VERSION_MIN } from './rule.ts';

const SITE = parseTarget('shop.example');
const SIGNAL = AbortSignal.timeout(60_000);
const CRAWL = factsOf({ pages: [] }).crawl;

const crawlAt = (day: number): SiteCrawl => ({
  ...CRAWL,
  crawl_id: `crawl_${day}`,
  started_at: new Date(Date.UTC(2026, 4, day)),
  ended_at: new Date(Date.UTC(2026, 4, day, 1)),
});

const settingsWith = (render: string): string =>
  JSON.stringify({ stay: 'host', sitemaps: true, include: [], exclude: [], render });

/** A site that is crawled on one day after another, with its audits kept in memory. */
class CrawledShop implements AuditStore {
  readonly #audits = new Map<string, KeptAudit>();
  readonly #findings = new Map<string, readonly KeptFinding[]>();
  readonly #crawls: SiteCrawl[] = [];
  #pages: readonly Drawn[] = [];

  crawl(day: number, pages: readonly Drawn[], settings = CRAWL.settings): SiteCrawl {
    const crawl = { ...crawlAt(day), settings };
    this.#crawls.unshift(crawl);
    this.#pages = pages;
    return crawl;
  }

  /** As if an earlier version of the rules had made it. */
  makeOlder(version: number): void {
    for (const [crawl, audit] of this.#audits) this.#audits.set(crawl, { ...audit, version });
  }

  get facts(): SiteFactsStore {
    return {
      crawls: async () => this.#crawls,
      countPages: async () => this.#pages.length,
      facts: async (_site, crawl) => ({ ...factsOf({ pages: this.#pages }), crawl }),
      outcomes: async () => new Map(this.#pages.map(({ path }) => [`https://shop.example${path}`, 'read'])),
      texts: async () => new Map(),
      changes: () => Promise.reject(new Error('Nobody asks for changes here.')),
    };
  }

  keep(audit: KeptAudit, findings: Iterable<KeptFinding>): Promise<void> {
    this.#audits.set(audit.crawl_id, audit);
    this.#findings.set(audit.crawl_id, [...findings]);
    return Promise.resolve();
  }

  async audits(): Promise<readonly KeptAudit[]> {
    return this.#crawls.flatMap(({ crawl_id }) => this.#audits.get(crawl_id) ?? []);
  }

  async findings(_site: string, crawlId: string): Promise<readonly KeptFinding[]> {
    return this.#findings.get(crawlId) ?? [];
  }

  worstPages(): Promise<never> {
    return Promise.reject(new Error('Nobody asks for pages here.'));
  }
}

describe('an audit', () => {
  it('is compared with the last crawl of the same settings, whatever was crawled in between', async () => {
    const shop = new CrawledShop();
    const audits = new Audits({ siteFacts: shop.facts, audits: shop }, () => new Date(Date.UTC(2026, 5, 1)));
    const audited = async (day: number, render: string): Promise<string | undefined> => {
      const { report } = await audits.auditOf(SITE, shop.crawl(day, [{ path: '/a' }], settingsWith(render)), SIGNAL);
      return report.changes?.compared_with ?? report.not_compared_because ?? undefined;
    };
    await audited(1, 'none');
    expect(await audited(2, 'always')).toBe('The crawls had different settings.');
    expect(await audited(3, 'none')).toBe('crawl_1');
  });

  it('of a site is that of its last crawl which followed links, and not of a few addresses that were read since', () => {
    const [single, whole] = [{ ...crawlAt(2), follows_links: false }, crawlAt(1)];
    expect(auditedCrawl([single, whole], undefined)).toBe(whole);
    expect(auditedCrawl([single, whole], single.crawl_id)).toBe(single);
    expect(auditedCrawl([single], undefined)).toBe(single);
  });
});

describe('an audit by an earlier version of the rules', () => {
  const titled: readonly Drawn[] = [
    { path: '/a', title: 'Boots' },
    { path: '/b', title: 'Boots' },
    { path: '/c', title: 'The best boots of 2023' },
  ];

  async function audited(version: number): Promise<{ readonly shop: CrawledShop; readonly audits: Audits }> {
    const shop = new CrawledShop();
    const audits = new Audits({ siteFacts: shop.facts, audits: shop }, () => new Date(Date.UTC(2026, 5, 1)));
    await audits.auditOf(SITE, shop.crawl(1, titled), SIGNAL);
    shop.makeOlder(version);
    return { shop, audits };
  }

  it('is compared by the rules that mean the same, and the others are said to be left out', async () => {
    const { shop, audits } = await audited(COMPARED_VERSION_MIN);
    const { report } = await audits.auditOf(SITE, shop.crawl(2, titled), SIGNAL);
    expect(report.changes).toMatchObject({
      compared_with: 'crawl_1',
      rules: { 'title.duplicate': { new: 0, fixed: 0, still: 2 }, 'content.gone-stale': null },
    });
    expect(report.not_compared_because).toMatch(/^\d+ rules were left out of the comparison/);
  });

  it('stays as it was once a later crawl has read the pages anew, and its score is no step of the same scale', async () => {
    const { shop, audits } = await audited(COMPARED_VERSION_MIN);
    await audits.auditOf(SITE, shop.crawl(2, []), SIGNAL);
    const { report } = await audits.auditOf(SITE, crawlAt(1), SIGNAL);
    expect(report.rules['title.duplicate']).toMatchObject({ failing: 2 });
    expect(report.unjudged['content.gone-stale']).toMatch(/^This audit was made before/);
    expect(report.rules['content.gone-stale']).toBeUndefined();
    expect(report.causes.map(({ rule }) => rule)).not.toContain('content.gone-stale');
    expect((await audits.kept(SITE, SIGNAL)).map(({ has_same_rules }) => has_same_rules)).toEqual([true, false]);
  });

  it('that is older than what is known of its rules is compared with nothing', async () => {
    const { shop, audits } = await audited(COMPARED_VERSION_MIN - 1);
    const { report } = await audits.auditOf(SITE, shop.crawl(2, titled), SIGNAL);
    expect(report).toMatchObject({ changes: null, not_compared_because: 'There is no earlier audit of this site.' });
  });

  it('of the same version is compared by every rule', async () => {
    const { shop, audits } = await audited(AUDIT_VERSION);
    const { report } = await audits.auditOf(SITE, shop.crawl(2, titled), SIGNAL);
    expect(report.changes?.rules['content.gone-stale']).toEqual({ new: 0, fixed: 0, still: 1 });
    expect(report.not_compared_because).toBeNull();
  });
});
