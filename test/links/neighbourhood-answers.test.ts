import { afterAll, beforeAll, expect, it } from 'vitest';

import { IndexLinksSource } from '../../src/index/read/links.ts';
import { CoverageReader } from '../../src/index/read/rows/coverage.ts';
import { analyzeCompetitors } from '../../src/operations/backlinks/competitors/competitors.ts';
import { analyzeTimeseries } from '../../src/operations/backlinks/new-lost-timeseries/new-lost-timeseries.ts';
import { parseTarget } from '../../src/web/target.ts';
import { openTestIndex, type TestIndex } from '../index-engine.ts';
import { ACME, MONEY_TARGET } from './neighbourhood-sites.ts';
import { factsOf, neighbourhood } from './neighbourhood.ts';

/** Who competes with the shop of the planted web, and who links to it, where everybody can see it. */
let index: TestIndex;

beforeAll(async () => {
  index = await openTestIndex();
  for (const fact of await factsOf(neighbourhood())) await index.writer.write(fact);
  await index.writer.flush();
  await index.rebuild();
  await index.writer.flush();
});
afterAll(() => index.close());

it('names the two shops that sell the same before all others, and no farm', async () => {
  const target = parseTarget(ACME);
  const question = { target, main_domain: true, exclude_domains: [], rank_min: undefined, intersections_min: 2 };
  const { value } = await index.links.competitors(question, AbortSignal.timeout(60_000));
  const report = analyzeCompetitors(value, {
    target,
    rank_scale: 'one_hundred',
    main_domain: true,
    exclude_large_domains: true,
    sort_by: 'opportunity',
    limit: 100,
    offset: 0,
  });
  const names = report.items.map(({ domain }) => domain);
  expect(names.slice(0, 2).toSorted()).toEqual(['ironmonger.example', 'rivet.example']);
  expect(names.filter((name) => /spielhalle|toplinks|powertools|bargain/.test(name))).toEqual([]);
  expect(report.left_out_as_spam.length).toBeGreaterThan(0);
  for (const { intersections } of report.items) expect(intersections).toBeGreaterThanOrEqual(2);
});

it('takes a burst of farm links for no growth', async () => {
  const question = {
    target: parseTarget(ACME),
    include_subdomains: true,
    date_from: '2026-03-09',
    date_to: '2026-03-22',
  };
  const asked = { ...question, include_indirect_links: true, group: 'week', spam_score_min: 61 } as const;
  // Counted here, and by the engine as for targets with very many links.
  const engineAlone = new IndexLinksSource(index.database, new CoverageReader(index.database), 0);
  const [value, counted] = await Promise.all(
    [index.links, engineAlone].map(async (links) => (await links.timeseries(asked, AbortSignal.timeout(60_000))).value),
  );
  expect(counted).toEqual(value);
  if (value === undefined) throw new Error('The index answers.');
  expect(analyzeTimeseries(value, { ...question, group_range: 'week' })).toMatchObject({
    totals: { new_referring_domains: 12 },
    spam: { new_referring_domains: 12, lost_referring_domains: 0 },
    momentum: 'stable',
    momentum_basis: { net: 0 },
  });
});

it('names for every farm what gives it away and how many share that, for a hacked page where it leads, and nothing for honest sites', async () => {
  const signsOf = async (target: string): Promise<Record<string, string | undefined>> => {
    const asked = { target: parseTarget(target), status: 'live', include_indirect_links: true } as const;
    const filters = {
      domain_filter: undefined,
      backlinks_min: undefined,
      referring_pages_min: undefined,
      rank_min: undefined,
    };
    const query = { ...asked, ...filters, sort_by: 'rank', limit: 100, offset: 0 } as const;
    const { value } = await index.links.referringDomains(query, AbortSignal.timeout(60_000));
    return Object.fromEntries(
      value.domains.map(({ domain, spam_signs }) => [
        domain,
        spam_signs?.map(({ sign, peers }) => (peers === null ? sign : `${sign} ${String(peers)}`)).join(', '),
      ]),
    );
  };
  const toAcme = await signsOf(ACME);
  const [farms, others] = [Object.entries(toAcme), Object.entries(toAcme)].map((all, at) =>
    all.filter(([domain]) => /spielhalle|powertools/.test(domain) === (at === 0)),
  );
  expect(new Set(farms?.map(([, signs]) => signs))).toEqual(new Set(['template 8, own_trade', 'money_anchor 12']));
  expect(new Set(others?.map(([, signs]) => signs))).toEqual(new Set(['']));
  expect(new Set(Object.values(await signsOf(MONEY_TARGET)))).toEqual(new Set(['money_anchor 12', 'ring 9']));
  expect(await signsOf('spielhalle-bonus-1.example')).toMatchObject({
    'woodforum.example': 'spam_targets, planted_links',
  });
});
