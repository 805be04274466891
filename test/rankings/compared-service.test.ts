import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { openIndex } from '../../src/compose/indexes.ts';
import { closingAfter } from '../../src/kernel/closing.ts';
import { consolePart, consoleRow, daysBetween, importConsole } from '../console-rows.ts';
import { kept, serp, serpItem, serpQuery, TestInbox } from '../observations.ts';
import { DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD } from '../providers/dataforseo.ts';
import { type Providers, startProviders } from '../providers/providers.ts';
import { openTestService, type TestService } from '../service.ts';

/** Who competes, and what is common, as a whole service tells it from each of its sources. */

const NOW = '2026-11-20T12:00:00Z';
const DAYS = daysBetween('2026-10-01', '2026-11-18');

const Rows = z.object({ items: z.array(z.looseObject({})) });
const rowsOf = (json: unknown) => Rows.parse(json).items;

describe('with result pages that were looked up, and the own console', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await openTestService({ clock: () => new Date(NOW) });
    await closingAfter(async (closing) => {
      const index = closing.add(await openIndex(service.config));
      const inbox = new TestInbox(index.observations);
      // The rival stands above on 20 of 24 pages, an encyclopaedia on all.
      for (let at = 0; at < 24; at += 1) {
        const sites = ['en.wikipedia.org', ...(at < 20 ? ['rival.com', 'shop.com'] : ['shop.com', 'other.com'])];
        const keyword = `wheel ${at}`;
        const page = serp({
          keyword,
          keyword_sent: keyword,
          checked_at: NOW,
          organic_seen: 10,
          items: sites.map((site, place) =>
            serpItem(`https://${site}/${at}`, place + 1, { domain: site.replace(/^en\./, '') }),
          ),
        });
        const written = index.recollect(inbox).serp.check.observe(serpQuery({ keyword }), page, page.source);
        inbox.waiting.push(...written.map((each) => kept(each, page.source)));
      }
      await inbox.flush();
      const part = consolePart({
        workspace_id: 'ws_default',
        grain: 'detail',
        property: 'sc-domain:shop.com',
        part: 'detail',
      });
      const rows = DAYS.flatMap((day) =>
        [
          { page: 'https://shop.com/guide', clicks: 1, impressions: 80, position_sum: 640 },
          { page: 'https://shop.com/blog/a', clicks: 2, impressions: 60, position_sum: 300 },
        ].map((sums) => consoleRow({ day: day.day, query: 'true a wheel', ...sums })),
      );
      await importConsole(index.consoleWriter, part, rows, DAYS);
    });
  }, 120_000);
  afterAll(() => service.close());

  it('tells competitors of a sample, platforms apart, also of a site whose console is imported', async () => {
    const { status, json } = await service.call('/domain/competitors', { target: 'shop.com', limit: 5 });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      basis: 'serps',
      coverage: 'sample',
      serps_considered: 24,
      is_sufficient: true,
      platforms: [{ domain: 'wikipedia.org', kind: 'encyclopaedia', intersections: 24 }],
      meta: { credits: { charged: 5 } },
    });
    expect(rowsOf(json)).toMatchObject([
      { domain: 'rival.com', intersections: 20, keywords_where_ahead: 20, threat_level: 'high' },
      { domain: 'other.com', intersections: 4, is_sufficient: false, threat_level: null },
    ]);
  });

  it('compares two sites on the same pages, either way round', async () => {
    const both = await service.call('/domain/intersection', { target1: 'shop.com', target2: 'rival.com' });
    expect(both.json).toMatchObject({
      basis: 'serps',
      coverage: 'sample',
      total_count: 20,
      counts: { shared_deficit: 20, current_advantage: 0 },
      meta: { credits: { charged: 5 } },
    });
    expect(rowsOf(both.json)[0]).toMatchObject({ target1_rank: 3, target2_rank: 2, search_volume: null });
    const only = await service.call('/domain/intersection', {
      target1: 'shop.com',
      target2: 'rival.com',
      intersections: false,
    });
    expect(only.json).toMatchObject({ total_count: 4, counts: { target1_exclusive: 4 } });
    const same = await service.call('/domain/intersection', { target1: 'shop.com', target2: 'www.shop.com' });
    expect(same).toMatchObject({ status: 422, json: { errors: [{ path: 'target2' }] } });
  });

  it('compares own pages by counted clicks, and pages of others by places', async () => {
    const own = await service.call('/pages/intersection', {
      pages: ['https://shop.com/guide', 'https://shop.com/blog/*'],
    });
    expect(own.json).toMatchObject({ basis: 'console', coverage: 'full', is_one_site: true });
    expect(rowsOf(own.json)).toMatchObject([
      {
        keyword: 'true a wheel',
        pages: [
          { rank: 8, clicks: 28, impressions: 2240 },
          { rank: 5, clicks: 56, url: 'https://shop.com/blog/a' },
        ],
        rank_spread: 3,
      },
    ]);
    const gap = await service.call('/pages/intersection', {
      pages: ['https://other.com/*'],
      exclude_pages: ['https://rival.com/*'],
    });
    expect(gap.json).toMatchObject({ basis: 'serps', total_count: 4 });
  });

  it('charges nothing where nobody knows the sites, and says what would change that', async () => {
    const unknown = { coverage: 'none', items: [], total_count: null, meta: { credits: { charged: 0 } } };
    const calls = [
      await service.call('/domain/competitors', { target: 'nobody.com' }),
      await service.call('/domain/intersection', { target1: 'nobody.com', target2: 'nowhere.com' }),
      await service.call('/pages/intersection', { pages: ['https://nobody.com/*'] }),
    ];
    for (const { status, json } of calls) {
      expect(status).toBe(200);
      expect(json).toMatchObject(unknown);
      expect(json).toMatchObject({ agent_workflow: { next_calls: [{ operation: 'analyze.serp' }] } });
    }
  });
});

describe('with a provider', () => {
  let providers: Providers;
  let service: TestService;

  beforeAll(async () => {
    providers = await startProviders();
    service = await openTestService({
      environment: {
        SEAMARK_DATAFORSEO_LOGIN: DATAFORSEO_LOGIN,
        SEAMARK_DATAFORSEO_PASSWORD: DATAFORSEO_PASSWORD,
        SEAMARK_DATAFORSEO_URL: providers.url('dataforseo'),
        SEAMARK_DATAFORSEO_USD_PER_DAY: '1000',
      },
    });
  }, 120_000);
  afterAll(async () => {
    await service.close();
    await providers.close();
  });

  it('tells competitors with traffic, and compares with the first of them keyword by keyword', async () => {
    const found = await service.call('/domain/competitors', { target: 'primeatlas.example', max_rank_group: 100 });
    expect(found.json).toMatchObject({ basis: 'provider', coverage: 'full', is_sufficient: false });
    const [rival] = rowsOf(found.json);
    expect(rival).toMatchObject({ ahead_basis: 'traffic', stake_unit: 'clicks_a_month' });
    expect(rival?.['overlap_share']).toMatchObject({ n: expect.any(Number) });
    const compared = await service.call('/domain/intersection', {
      target1: 'primeatlas.example',
      target2: rival?.['domain'],
      limit: 5,
    });
    expect(compared.json).toMatchObject({
      basis: 'provider',
      counts_complete: true,
      total_count: rival?.['intersections'],
    });
    expect(rowsOf(compared.json)[0]).toMatchObject({ traffic_gap_evidence: { source: 'provider' } });
    const asked = providers.requests.length;
    await service.call('/domain/intersection', {
      target1: 'primeatlas.example',
      target2: rival?.['domain'],
      limit: 50,
    });
    expect(providers.requests).toHaveLength(asked);
  });

  it('compares folders, and doubles the price for volumes of a panel', async () => {
    const body = { pages: ['https://primeatlas.example/*', 'https://brightledger.example/*'], max_rank: 100 };
    const plain = await service.call('/pages/intersection', body);
    expect(plain.json).toMatchObject({
      basis: 'provider',
      clickstream_volumes: false,
      meta: { credits: { charged: 5 } },
    });
    const panel = await service.call('/pages/intersection', { ...body, include_clickstream_data: true });
    expect(panel.json).toMatchObject({ clickstream_volumes: true, meta: { credits: { charged: 10 } } });
  });
});
