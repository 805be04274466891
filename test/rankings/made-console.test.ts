import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RunContext } from '../../src/contract/operation.ts';
import type { FactStores } from '../../src/index/facts/stores.ts';
import detect from '../../src/operations/content-decay/detect/operation.ts';
import { DecayReport } from '../../src/operations/content-decay/detect/report.ts';
import find from '../../src/operations/opportunities/find/operation.ts';
import { OpportunityReport } from '../../src/operations/opportunities/find/report.ts';
import type { ClickRatesQuery, DailyQuery, RankedKeywordsQuery } from '../../src/ports/rankings.ts';
import type { ObservationInbox } from '../../src/ports/store.ts';
import { ANYWHERE, consolePart, daysBetween, importConsole, OWN_SCOPE } from '../console-rows.ts';
import { openTestIndex, type TestIndex } from '../index-engine.ts';
import { runChecked } from '../pure-operation.ts';
import { keywordsOf } from '../ranking-records.ts';
import { describeMade, TRUE_CAUSES } from './judged-site.ts';
import { listDetails, listPageDays } from './made-rows.ts';
import { makeSite } from './made-site.ts';

const TO = '2026-11-18';
const site = makeSite({
  seed: 9301,
  to: TO,
  clicks: [30, 60],
  counts: { rank_loss: 2, demand_loss: 2, clicks_above: 2, cannibalised: 2, technical: 1, seasonal: 3, low_ctr: 1 },
});

const NO_INBOX: ObservationInbox = { find: () => Promise.resolve([]), flush: () => Promise.resolve() };

let index: TestIndex;
let stores: FactStores;

beforeAll(async () => {
  index = await openTestIndex();
  stores = index.recollect(NO_INBOX);
  const days = daysBetween(site.days[0] ?? TO, TO);
  const part = (grain: 'detail' | 'page') => consolePart({ grain, property: 'sc-domain:made.example', part: grain });
  await importConsole(index.consoleWriter, part('detail'), listDetails(site), days);
  await importConsole(index.consoleWriter, part('page'), listPageDays(site), days);
}, 120_000);
afterAll(() => index.close());

/** The stores of the index as a caller of the workspace that imported asks them, and a crawl that read every page. */
function contextOfIndex(): RunContext {
  const { rankings } = stores;
  return Object.assign(Object.create(null), {
    ports: {
      rankings: {
        daily: async (query: DailyQuery) => (await rankings.daily.recall(query, OWN_SCOPE))?.value ?? null,
        clickRates: async (query: ClickRatesQuery) =>
          (await rankings.clickRates.recall(query, OWN_SCOPE))?.value ?? null,
        keywords: async (query: RankedKeywordsQuery) =>
          (await rankings.keywords.recall(query, OWN_SCOPE))?.value ?? keywordsOf.nobody,
      },
      serp: { history: () => Promise.resolve([]), known: () => Promise.resolve([]) },
      links: {
        knownPages: ({ urls }: { readonly urls: readonly string[] }) =>
          Promise.resolve(site.pages.filter(({ url }) => urls.includes(url)).map(describeMade)),
      },
    },
    now: new Date('2026-11-20T12:00:00Z'),
    locate: ({ location }: { readonly location?: string }) =>
      Promise.resolve(location === undefined ? null : ANYWHERE.location),
    brand: () => Promise.resolve(null),
  });
}

describe('a made site, imported into the real index', () => {
  it('has its decaying pages told with their causes, and no other', async () => {
    const truth: [string, string | null][] = [];
    const told: [string, string | null][] = [];
    for (const page of site.pages.filter(({ url }) => !url.endsWith('-rival'))) {
      const body = { url: page.url, keyword: page.keywords[0]?.keyword ?? '' };
      const { result } = await runChecked(detect, body, contextOfIndex());
      const { coverage, decay_audit: audit } = DecayReport.parse(result);
      expect(coverage).toBe('full');
      expect(audit.seasonal_expectation?.basis).toBe('last_year');
      truth.push([page.url, new Map(Object.entries(TRUE_CAUSES)).get(page.kind) ?? null]);
      told.push([page.url, audit.decaying === true ? (audit.likely_causes[0]?.cause ?? 'none') : null]);
    }
    const wrong = told.filter(([, cause], at) => cause !== null && cause !== truth[at]?.[1]);
    expect(wrong).toEqual([]);
    expect(told.filter(([, cause]) => cause !== null).length).toBeGreaterThanOrEqual(8);
  });

  it('has its tasks found: one a page, the faulty page among them', async () => {
    const { result } = await runChecked(
      find,
      { target: 'made.example', keyword_limit: 250, limit: 25 },
      contextOfIndex(),
    );
    const report = OpportunityReport.parse(result);
    const signals = new Map(
      report.opportunities.map((task) => [task.url, [task.signal, ...task.also.map(({ signal }) => signal)]]),
    );
    const of = (kind: string) =>
      site.pages
        .filter((page) => page.kind === kind && !page.url.endsWith('-rival'))
        .map(({ url }) => signals.get(url) ?? []);
    expect(report).toMatchObject({ coverage: 'full', basis: 'console' });
    expect(of('technical').map(([first]) => first)).toEqual(['page_fault']);
    expect(of('rank_loss').filter((all) => all.includes('decay'))).toHaveLength(2);
    expect(of('low_ctr').flat()).toContain('low_click_rate');
    expect(of('seasonal').flat()).not.toContain('decay');
    expect(signals.size).toBe(report.opportunities.length);
  });
});
