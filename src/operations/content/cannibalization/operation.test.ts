import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LARGEST_CPU_MS_MAX, leastCpuMs, runPure } from '../../../../test/pure-operation.ts';
import { type CannibalizationReport, findCannibalization } from './report.ts';
import { AppError } from '../../../kernel/errors.ts';
import operation from './operation.ts';
import { readPages } from './pages.ts';

const answer = async (body: unknown): Promise<CannibalizationReport> => {
  const { result } = await runPure(operation, body);
  return operation.result.parse(result);
};

const page = (path: string, title: string, more: Readonly<Record<string, unknown>> = {}) => ({
  url: `https://a.test${path}`,
  title,
  ...more,
});

/** The conflicts as pairs of paths. */
const pairs = (report: CannibalizationReport): string[] =>
  report.conflicts.map(({ pages }) => pages.map((url) => url.replace('https://a.test', '')).join(' ~ ')).toSorted();

const pairsOf = async (pages: unknown[], more: Readonly<Record<string, unknown>> = {}): Promise<string[]> =>
  pairs(await answer({ pages, ...more }));

describe('content.cannibalization', () => {
  it('sees two pages that are both shown for the search that the title of one is', async () => {
    const report = await answer({
      pages: [
        {
          url: 'https://smile.test/services/teeth-whitening',
          title: 'Teeth Whitening in Chicago',
          ranking_queries: ['teeth whitening chicago', 'teeth whitening cost'],
        },
        {
          url: 'https://smile.test/blog/teeth-whitening-chicago',
          title: 'Teeth Whitening Chicago: Everything You Need to Know',
          ranking_queries: ['teeth whitening chicago'],
        },
      ],
    });
    expect(report.conflicts.map(({ grounds }) => grounds)).toEqual([['shared_primary_query']]);
  });

  it('gives a page with the title of another one of its own, where its URL is about something else', async () => {
    const [cluster] = (await answer({ pages: [page('/returns', 'Delivery'), page('/delivery', 'Delivery')] })).clusters;
    expect(cluster).toMatchObject({
      action: 'differentiate',
      preferred_url: 'https://a.test/delivery',
      why_preferred: 'The pages are equal in every figure, but only this URL matches the title.',
    });
    expect(cluster?.steps.join(' ')).toContain('Give https://a.test/returns a title and H1 of its own');
    // Where searches or a like URL show that both are about the same, one can take the place of both.
    const [alike] = (await answer({ pages: [page('/delivery-costs', 'Delivery'), page('/delivery', 'Delivery')] }))
      .clusters;
    expect(alike?.action).toBe('merge');
  });

  it('finds the same intent in different words', async () => {
    expect(
      await pairsOf([
        page('/blog/how-to-choose-running-shoes', 'How to Choose Running Shoes | A'),
        page('/blog/picking-running-shoes', 'Picking the Right Running Shoes: A Guide'),
      ]),
    ).toEqual(['/blog/how-to-choose-running-shoes ~ /blog/picking-running-shoes']);
    expect(
      await pairsOf([
        page('/best-crm-software', 'Best CRM Software in 2024'),
        page('/top-crm', 'Top CRM Tools for 2025'),
      ]),
    ).toHaveLength(1);
    expect(await pairsOf([page('/a', 'Cheap car insurance'), page('/b', 'Affordable auto insurance')])).toHaveLength(1);
  });

  it('takes near-identical titles with another intent for no conflict', async () => {
    expect(
      await pairsOf([
        page('/login', 'Acme CRM Login'),
        page('/pricing', 'Acme CRM Pricing'),
        page('/support', 'Acme CRM Support'),
        page('/', 'Acme CRM'),
        page('/blog/crm', 'What is a CRM?'),
      ]),
    ).toEqual([]);
  });

  it('keeps a shop page, a guide and a comparison of one thing apart', async () => {
    expect(
      await pairsOf([
        page('/shoes/running', 'Running Shoes | A'),
        page('/blog/choose', 'How to Choose Running Shoes'),
        page('/best', 'The 10 Best Running Shoes'),
      ]),
    ).toEqual([]);
  });

  it('takes hubs and their children, models and places for no conflict', async () => {
    expect(
      await pairsOf([
        page('/shoes', 'Shoes'),
        page('/shoes/running', 'Running Shoes'),
        page('/shoes/running/trail', 'Trail Running Shoes'),
        page('/iphone-14-case', 'iPhone 14 Case'),
        page('/iphone-15-case', 'iPhone 15 Case'),
        page('/austin', 'Plumber in Austin'),
        page('/dallas', 'Plumber in Dallas'),
      ]),
    ).toEqual([]);
  });

  it('tells a child of a hub from a page beside it, even when it is to be sensitive', async () => {
    const more = { sensitivity: 'aggressive' };
    expect(
      await pairsOf(
        [page('/shoes/running', 'Running Shoes'), page('/shoes/running/trail', 'Trail Running Shoes')],
        more,
      ),
    ).toEqual([]);
    expect(
      await pairsOf([page('/running-shoes', 'Running Shoes'), page('/trail-shoes', 'Trail Running Shoes')], more),
    ).toHaveLength(1);
  });

  it('counts noindex, canonicalised, AMP, paginated and tracked addresses as solved', async () => {
    const report = await answer({
      pages: [
        page('/shoes', 'Running shoes'),
        page('/shoes?utm_source=mail', 'Running shoes'),
        page('/shoes/amp', 'Running shoes'),
        page('/shoes?page=2', 'Running shoes – page 2'),
        page('/shoes?color=red', 'Running shoes', { canonical_url: '/shoes' }),
        page('/old-shoes', 'Running shoes', { indexable: false }),
      ],
    });
    expect(report.conflicts).toEqual([]);
    expect(report.counts).toMatchObject({ pages: 5, competing: 1, solved: 4 });
    expect(report.notes[0]).toContain('1 row repeats');
    const statuses = Object.fromEntries(report.pages.map(({ url, signals }) => [url, signals.status]));
    expect(statuses).toEqual({
      'https://a.test/shoes': 'competes',
      'https://a.test/shoes/amp': 'variant',
      'https://a.test/shoes?page=2': 'variant',
      'https://a.test/shoes?color=red': 'canonicalised',
      'https://a.test/old-shoes': 'noindex',
    });
  });

  it('asks for a canonical where parameters make a second address, and for a redirect where another host does', async () => {
    const report = await answer({
      pages: [
        page('/shoes', 'Running shoes'),
        page('/shoes?sort=price', 'Running shoes'),
        { url: 'https://www.a.test/shoes/', title: 'Running shoes' },
      ],
    });
    expect(report.clusters).toMatchObject([
      {
        preferred_url: 'https://a.test/shoes',
        why_preferred: 'It is the clean URL; the others are variants of it.',
        steps: [
          'Set https://a.test/shoes as the canonical of https://a.test/shoes?sort=price, and link only to https://a.test/shoes.',
          'Redirect https://www.a.test/shoes/ to https://a.test/shoes with a 301, ideally with one rule for all URLs of that host.',
          'Point internal links and the sitemap to https://a.test/shoes, and make its canonical self-referencing.',
        ],
      },
    ]);
    expect(report.conflicts.every(({ grounds }) => grounds[0] === 'version')).toBe(true);
  });

  it('leaves a search for a kind of thing to its category, whichever page is worth the most, and the product its title', async () => {
    const query = (text: string, clicks: number, impressions: number, position: number) => ({
      query: text,
      clicks,
      impressions,
      position,
    });
    const [cluster] = (
      await answer({
        pages: [
          page('/shop/tents/two-person/', 'Two-person tents | Ash', {
            ranking_queries: [query('two person tent', 30, 5000, 11), query('2 man tent', 12, 2600, 12)],
            clicks: 44,
          }),
          page('/shop/tents/ridge-2/', 'Ridge 2 two-person tent | Ash', {
            ranking_queries: [query('two person tent', 45, 5200, 8), query('ridge 2 tent', 60, 300, 1)],
            clicks: 108,
          }),
        ],
      })
    ).clusters;
    expect(cluster).toMatchObject({
      action: 'internal_link',
      preferred_url: 'https://a.test/shop/tents/two-person/',
      subject: 'Two-person tents',
    });
    expect(cluster?.steps[0]).toContain('Link from https://a.test/shop/tents/ridge-2/ to');
    expect(cluster?.steps.join(' ')).not.toContain('out of the title and H1 of https://a.test/shop/tents/ridge-2/');
  });

  it('takes archives of a blog for lists, of which one can go as soon as the other lists the same', async () => {
    const [cluster] = (
      await answer({ pages: [page('/blog/category/payroll', 'Payroll'), page('/blog/tag/payroll', 'Payroll')] })
    ).clusters;
    expect(cluster?.steps.join(' ')).toMatch(/Make sure that \S+ lists everything that \S+ lists\. Redirect/);
  });

  it('reads a page in the language of its address where its title tells none', async () => {
    const supplied = [
      page('/honigschleudern', 'Honigschleudern für Einsteiger'),
      page('/imkerhandschuhe', 'Handschuhe aus Leder und Stoff für Imker'),
      page('/en/honey-extractor/', 'Honey extractors | Bienenland'),
      page('/en/imker', 'Wie wird man Imker und was kostet das?'),
    ];
    const languages = Object.fromEntries(
      readPages(supplied).map(({ url, language }) => [new URL(url).pathname, language]),
    );
    expect(languages['/en/honey-extractor/']).toBe('en');
    expect(languages['/en/imker']).toBe('de');
  });

  it('takes language versions for no conflict', async () => {
    expect(
      await pairsOf([
        page('/en/crm', 'CRM Software'),
        page('/de/crm', 'CRM Software'),
        page('/fr-ca/crm', 'CRM Software'),
        page('/crm?lang=es', 'CRM Software'),
      ]),
    ).toEqual([]);
  });

  it('notes canonicals that lead nowhere', async () => {
    const report = await answer({
      pages: [
        page('/one', 'Tents', { canonical_url: 'https://a.test/two' }),
        page('/two', 'Tents', { canonical_url: 'https://a.test/one' }),
        page('/three', 'Stoves', { canonical_url: 'https://a.test/four' }),
        page('/four', 'Stoves', { indexable: false }),
      ],
    });
    expect(report.notes.join(' ')).toContain('name each other as canonical');
    expect(report.notes.join(' ')).toContain('which is not indexable');
  });

  it('believes shared ranking queries over titles, and leaves out those that one page hardly appears for', async () => {
    const queries = (...texts: string[]) => texts.map((query) => ({ query, impressions: 100, position: 5 }));
    const report = await answer({
      pages: [
        page('/car', 'Car Insurance', { ranking_queries: queries('car insurance', 'motor cover', 'insure a car') }),
        page('/drivers', 'Protection for Drivers', { ranking_queries: queries('car insurance', 'motor cover') }),
        page('/vans', 'Vans for Hire', {
          ranking_queries: [
            { query: 'car insurance', impressions: 2, position: 60 },
            { query: 'motor cover', impressions: 1, position: 70 },
          ],
        }),
      ],
    });
    expect(pairs(report)).toEqual(['/car ~ /drivers']);
    expect(report.conflicts[0]).toMatchObject({ shared_queries: ['car insurance', 'motor cover'], severity: 'high' });
  });

  it.each([
    ['with 8% of its impressions', { impressions: 8, position: 5 }, 1],
    ['with fewer than 8% of its impressions', { impressions: 7, position: 5 }, 0],
    ['20 positions below the other', { impressions: 92, position: 23 }, 1],
    ['further below the other', { impressions: 92, position: 24 }, 0],
  ])('does or does not count a query as shared by a page %s', async (_, figures, conflicts) => {
    const rivals = await pairsOf([
      page('/car', 'Car Insurance', {
        ranking_queries: ['car insurance', 'motor cover'].map((query) => ({ query, impressions: 92, position: 3 })),
      }),
      page('/drivers', 'Protection for Drivers', {
        ranking_queries: ['car insurance', 'motor cover'].map((query) => ({ query, ...figures })),
      }),
    ]);
    expect(rivals).toHaveLength(conflicts);
  });

  it('takes searches for the brand for no sign of a conflict', async () => {
    expect(
      await pairsOf(
        [
          page('/', 'Harbour', { ranking_queries: ['harbour bikes', 'harbourbikes'] }),
          page('/rental', 'Bike rental', { ranking_queries: ['harbour bikes', 'harbourbikes'] }),
        ],
        { target: 'harbour-bikes.test' },
      ),
    ).toEqual([]);
  });

  it('keeps the page with the clicks and says why', async () => {
    const report = await answer({
      pages: [
        page('/b', 'Email marketing guide', { clicks: 10, impressions: 500, avg_position: 14, backlinks: 1 }),
        page('/a-long-address', 'A guide to email marketing', {
          clicks: 90,
          impressions: 2000,
          avg_position: 3,
          backlinks: 9,
        }),
      ],
    });
    const [cluster] = report.clusters;
    expect(cluster).toMatchObject({
      preferred_url: 'https://a.test/a-long-address',
      action: 'merge',
      intent: 'informational',
    });
    expect(cluster?.why_preferred).toContain('the most clicks');
    expect(cluster?.steps.join(' ')).toContain('https://a.test/b');
    for (const { score, score_components: parts } of cluster?.preference_scores ?? [])
      expect(Object.values(parts).reduce((sum, points) => sum + points, 0)).toBe(score);
  });

  it('merges two pages that compete for one search and rank for nothing else', async () => {
    const shared = (clicks: number, impressions: number, position: number) => ({
      ranking_queries: [{ query: 'descale espresso machine', clicks, impressions, position }],
    });
    const { clusters } = await answer({
      pages: [
        page('/espresso-machine-descaling', 'Espresso machine descaling guide', shared(40, 2100, 9.1)),
        page('/how-to-descale', 'How to descale your coffee machine', shared(35, 1900, 10.2)),
      ],
    });
    expect(clusters).toMatchObject([{ action: 'merge', preferred_url: 'https://a.test/espresso-machine-descaling' }]);
  });

  it('redirects a page that has nothing to lose, and sets apart pages for different searchers', async () => {
    const dead = await answer({
      pages: [
        page('/a', 'Email marketing guide', { clicks: 50, impressions: 900, backlinks: 4 }),
        page('/b', 'Guide to email marketing', { clicks: 0, impressions: 0, backlinks: 0 }),
      ],
    });
    expect(dead.clusters[0]?.action).toBe('redirect');
    const mixed = await answer({
      pages: [
        page('/shop/tents', 'Buy tents', { ranking_queries: ['tents', 'family tents', 'tent sale'] }),
        page('/blog/tents', 'How to choose tents', { ranking_queries: ['tents', 'family tents', 'tent guide'] }),
      ],
    });
    expect(mixed.clusters[0]?.action).toBe('differentiate');
  });

  it('believes pages that name one primary keyword', async () => {
    const report = await answer({
      pages: [
        page('/x', 'Plan your projects', { primary_keyword: 'project management software' }),
        page('/y', 'The tool for teams', { primary_keyword: 'Project Management Softwares' }),
      ],
      sensitivity: 'conservative',
    });
    expect(report.conflicts[0]?.grounds).toContain('same_primary_keyword');
  });

  it('finds more the more sensitive it is asked to be', async () => {
    const pages = [
      page('/x', 'Email marketing for small business'),
      page('/y', 'Email marketing tips for small businesses'),
      page('/z', 'Email marketing'),
      page('/w', 'Best email marketing software'),
    ];
    const found = [];
    for (const sensitivity of ['conservative', 'balanced', 'aggressive'])
      found.push((await pairsOf(pages, { sensitivity })).length);
    expect(found).toEqual([0, 1, 2]);
  });

  it('weighs conflicts about focus keywords more and says which focus keyword has no page', async () => {
    const pages = [
      page('/a', 'Tents for families', { impressions: 1000 }),
      page('/b', 'Family tents', { impressions: 10 }),
    ];
    const plain = await answer({ pages });
    const focused = await answer({ pages, focus_keywords: ['family tents', 'camping stoves'] });
    const order = ['low', 'medium', 'high'];
    expect(order.indexOf(focused.conflicts[0]?.severity ?? '')).toBeGreaterThan(
      order.indexOf(plain.conflicts[0]?.severity ?? ''),
    );
    expect(focused.focus_keywords).toMatchObject([
      { keyword: 'camping stoves', status: 'no_page' },
      { keyword: 'family tents', status: 'several_pages' },
    ]);
  });

  it('understands German, Spanish and Japanese titles', async () => {
    expect(
      await pairsOf([
        page('/laufschuhe-kaufen', 'Laufschuhe kaufen | Laden'),
        page('/laufschuhe-guenstig', 'Günstige Laufschuhe online bestellen'),
        page('/ratgeber/laufschuhe', 'Laufschuhe richtig auswählen: Ratgeber'),
        page('/limpiar', 'Cómo limpiar zapatillas blancas'),
        page('/pasos', 'Limpiar zapatillas blancas paso a paso'),
        page('/erabikata', 'ランニングシューズの選び方'),
        page('/guide-ja', 'ランニングシューズ 選び方ガイド'),
        page('/tsuhan', 'ランニングシューズ 通販'),
      ]),
    ).toEqual(['/erabikata ~ /guide-ja', '/laufschuhe-guenstig ~ /laufschuhe-kaufen', '/limpiar ~ /pasos']);
  });

  it('is not misled by prototype keys, characters that turn text, and texts of 100 kB', async () => {
    const { result, markdown_summary } = await runPure(operation, {
      pages: [
        JSON.parse(
          '{"url":"https://a.test/__proto__","title":"constructor\\u202E toString\\u0000","primary_keyword":"__proto__","__proto__":{"clicks":9},"toString":1}',
        ),
        page('/b|c', 'constructor toString\n## heading', {
          primary_keyword: '__proto__',
          ranking_queries: ['__proto__', 'constructor'],
        }),
      ],
      focus_keywords: ['hasOwnProperty'],
    });
    // oxlint-disable-next-line no-control-regex -- these are what must not come through
    expect(JSON.stringify(result)).not.toMatch(/\\u0000|\u202E/);
    expect(markdown_summary.match(/^## /gm)).toHaveLength(1);
    const long = 'running shoes '.repeat(8000);
    expect(() => operation.prepare({ pages: [page('/a', long), page('/b', 'b')] })).toThrow(AppError);
    const report = findCannibalization({
      pages: [
        { url: `https://a.test/${long}`, title: long, primary_keyword: long, ranking_queries: [long] },
        { url: 'https://a.test/b', title: long, primary_keyword: long, target_keywords: long, ranking_queries: long },
      ],
      focus_keywords: [long],
      sensitivity: 'aggressive',
    });
    expect(JSON.stringify(report).length).toBeLessThan(30_000);
  });

  it('answers that nothing is wrong with what to do next, and refuses one page', async () => {
    const { markdown_summary, next_operations } = await runPure(operation, {
      pages: [page('/a', 'Tents'), page('/b', 'Stoves')],
    });
    expect(markdown_summary).toContain('0 conflicts');
    expect(next_operations).toContain('content.cannibalization');
    for (const body of [{ pages: [page('/a', 'x')] }, { pages: [page('/a', 'x'), { url: 'https://a.test/b' }] }])
      expect(() => operation.prepare(body)).toThrow(AppError);
  });

  it('answers the largest request in a second, also when every page is like every other', async () => {
    const words =
      'red blue green shoes socks bike run trail road women men kids water proof light best buy how price guide'.split(
        ' ',
      );
    const pages = Array.from({ length: 250 }, (_, at) =>
      page(`/${words[at % 20]}/${at}`, `${words[at % 5]} ${words[(at * 3) % 7]} shoes`, {
        primary_keyword: `${words[at % 6]} shoes`,
        target_keywords: Array.from(
          { length: 50 },
          (_each, keyword) => `${words[(at + keyword) % 20]} ${words[(at * keyword + 3) % 20]} shoes`,
        ),
        ranking_queries: Array.from({ length: 200 }, (_each, query) => ({
          query: `${words[(at + query) % 20]} ${words[(at * query + 3) % 20]} shoes ${query % 30}`,
          impressions: query,
        })),
      }),
    );
    expect(await leastCpuMs(() => runPure(operation, { pages, sensitivity: 'aggressive' }))).toBeLessThan(
      LARGEST_CPU_MS_MAX,
    );
  });
});

const severn = (path: string, title: string, more: Readonly<Record<string, unknown>> = {}) =>
  page(path, `${title} | Severn Bikes`, more);

describe('a shop that has grown', () => {
  const SEVERN = { target: 'Severn Bikes' };

  it('keeps sizes, limits and versions by year apart, however it is asked', async () => {
    const pages = [
      severn('/kids-bikes/14-inch', '14 Inch Kids Bikes'),
      severn('/kids-bikes/16-inch', '16 Inch Kids Bikes'),
      severn('/kids-bikes/20-inch', '20" Kids Bikes'),
      severn('/under-1000', 'Best Gravel Bikes Under £1000'),
      severn('/under-2000', 'Best Gravel Bikes Under £2000'),
      severn('/domane-2024', 'Trek Domane SL5 2024', { page_type: 'product' }),
      severn('/domane-2026', 'Trek Domane SL5 2026', { page_type: 'product' }),
    ];
    for (const sensitivity of ['conservative', 'balanced', 'aggressive'])
      expect(await pairsOf(pages, { ...SEVERN, sensitivity })).toEqual([]);
    expect(await pairsOf([page('/a', '7 Ways to Clean a Bike'), page('/b', '5 Ways to Clean a Bike')])).toHaveLength(1);
  });

  it('takes a shared search that one page is made for as a conflict', async () => {
    const report = await answer({
      pages: [
        severn('/bike-repair', 'Bike Repair Bristol', {
          primary_keyword: 'bike repair bristol',
          ranking_queries: ['bike repair bristol', 'bicycle repair bristol', 'bike repair near me'],
        }),
        severn('/services/cycle-repairs', 'Cycle Repairs in Bristol', {
          primary_keyword: 'cycle repair bristol',
          ranking_queries: ['bike repair bristol', 'cycle repairs bristol'],
        }),
      ],
      focus_keywords: ['bike repair bristol'],
      sensitivity: 'conservative',
      ...SEVERN,
    });
    expect(report.conflicts).toMatchObject([
      { shared_queries: ['bike repair bristol'], focus_keywords: ['bike repair bristol'], severity: 'high' },
    ]);
    expect(report.conflicts[0]?.grounds).toContain('shared_primary_query');
    expect(report.focus_keywords[0]?.status).toBe('several_pages');
  });

  it('sees one thing under two names', async () => {
    expect(
      await pairsOf(
        [
          severn('/electric-bikes', 'Electric Bikes', { primary_keyword: 'electric bikes' }),
          severn('/e-bikes', 'E-Bikes', { primary_keyword: 'e-bikes' }),
          severn('/guides/how-to-fix-a-puncture', 'How to Fix a Puncture'),
          severn('/guides/mend-flat-tyre', 'Mending a Flat Tyre at Home'),
        ],
        SEVERN,
      ),
    ).toEqual(['/e-bikes ~ /electric-bikes', '/guides/how-to-fix-a-puncture ~ /guides/mend-flat-tyre']);
  });

  it('keeps the newer edition, or the address without a year, and says why', async () => {
    const old = severn('/blog/best-electric-bikes-2024', 'Best Electric Bikes 2024', { clicks: 60, impressions: 3000 });
    const { clusters } = await answer({
      pages: [
        old,
        severn('/blog/best-electric-bikes-2026', 'Best Electric Bikes 2026', { clicks: 40, impressions: 5000 }),
      ],
      ...SEVERN,
    });
    expect(clusters).toMatchObject([
      { action: 'redirect', preferred_url: 'https://a.test/blog/best-electric-bikes-2026' },
    ]);
    expect(clusters[0]?.why_preferred).toBe(
      'It is the newer edition: 2026 against 2024. The other has more clicks (60 against 40), which a redirect carries over.',
    );
    expect(clusters[0]?.steps.join(' ')).not.toContain('no clicks to lose');
    const undated = await answer({
      pages: [old, severn('/blog/best-electric-bikes', 'Best Electric Bikes')],
      ...SEVERN,
    });
    expect(undated.clusters[0]).toMatchObject({ preferred_url: 'https://a.test/blog/best-electric-bikes' });
  });

  it('sets a price page and a blog post apart instead of merging them', async () => {
    const { clusters } = await answer({
      pages: [
        severn('/bike-service-prices', 'Bike Service Prices', {
          primary_keyword: 'bike service cost',
          ranking_queries: ['bike service cost', 'bike service price'],
          clicks: 90,
        }),
        severn('/blog/bike-service-cost', 'How Much Does a Bike Service Cost in 2026?', {
          primary_keyword: 'how much does a bike service cost',
          ranking_queries: ['bike service cost', 'how much is a bike service'],
          clicks: 150,
        }),
      ],
      ...SEVERN,
    });
    expect(clusters).toMatchObject([{ action: 'differentiate', preferred_url: 'https://a.test/bike-service-prices' }]);
    expect(clusters[0]?.steps.join(' ')).not.toContain('301');
  });

  it('counts no narrower and no comparing page as a page for a focus keyword', async () => {
    const report = await answer({
      pages: [
        severn('/electric-bikes', 'Electric Bikes'),
        severn('/electric-bikes/mens', 'Mens Electric Bikes'),
        severn('/blog/best', 'Best Electric Bikes 2026'),
      ],
      focus_keywords: ['electric bikes'],
      ...SEVERN,
    });
    expect(report.focus_keywords).toMatchObject([{ status: 'one_page', pages: ['https://a.test/electric-bikes'] }]);
  });
});

const shown = (query: string, impressions: number, position: number) => ({ query, impressions, position });

describe('what is done about pages', () => {
  it('takes two pages that are level for one search as a conflict', async () => {
    const level = (impressions: number, position: number) => [
      page('/blog/choose-a-mattress', 'How to Choose a Mattress', {
        ranking_queries: [shown('mattress buying tips', 900, 8), shown('mattress size help', 300, 12)],
      }),
      page('/blog/sleep-surface', 'What Your Back Needs at Night', {
        ranking_queries: [shown('mattress buying tips', impressions, position), shown('sore back at night', 400, 6)],
      }),
    ];
    const grounds = async (pages: unknown[], sensitivity = 'balanced'): Promise<unknown> =>
      (await answer({ pages, sensitivity })).conflicts.map((conflict) => conflict.grounds);
    expect(await grounds(level(700, 11))).toEqual([['contested_query']]);
    expect(await grounds(level(700, 11), 'conservative')).toEqual([]);
    expect(await grounds(level(250, 11))).toEqual([]);
    expect(await grounds(level(700, 19))).toEqual([]);
    const [conflict] = (await answer({ pages: level(700, 11) })).conflicts;
    expect(conflict?.severity).toBe('medium');
    expect(conflict?.evidence).toContain(
      'Neither has won “mattress buying tips”: 900 and 700 impressions, at positions 8 and 11.',
    );
  });

  it('sets a shop page and a blog post apart that are level for one search, each with a search of its own', async () => {
    const { clusters } = await answer({
      pages: [
        page('/shop/kettles', 'Gooseneck Kettles', {
          page_type: 'category',
          clicks: 90,
          ranking_queries: [shown('gooseneck kettle', 900, 8)],
        }),
        page('/blog/gooseneck', 'What Is a Gooseneck Kettle?', {
          clicks: 80,
          ranking_queries: [shown('gooseneck kettle', 800, 10), shown('what is a gooseneck kettle', 300, 3)],
        }),
      ],
    });
    expect(clusters.map(({ action, steps }) => [action, steps])).toEqual([
      [
        'differentiate',
        [
          'Keep https://a.test/shop/kettles for “gooseneck kettle”.',
          'Aim the title and H1 of https://a.test/blog/gooseneck at “what is a gooseneck kettle”, and never at “gooseneck kettle” alone.',
          'Link from https://a.test/blog/gooseneck to https://a.test/shop/kettles with “gooseneck kettle” as the anchor text.',
          'Keep both: a category page and a blog post serve different searchers.',
          'Compare clicks and positions for the shared searches after four weeks.',
        ],
      ],
    ]);
  });

  it('keeps the page of each town, and gives each search to the page that it is for', async () => {
    const town = (path: string, name: string, more: Readonly<Record<string, unknown>>) =>
      page(`/locations/${path}/boiler-repair`, `Boiler Repair in ${name}`, { clicks: 50, ...more });
    const { clusters, conflicts } = await answer({
      pages: [
        page('/boiler-repair', 'Boiler Repair', {
          clicks: 10,
          ranking_queries: [shown('boiler repair', 900, 12), shown('boiler repair frome', 300, 14)],
        }),
        town('frome', 'Frome', { ranking_queries: [shown('boiler repair frome', 350, 9)] }),
        town('wells', 'Wells', { ranking_queries: [shown('boiler repair', 700, 14), shown('boilers wells', 90, 3)] }),
        town('street', 'Street', {
          ranking_queries: [shown('boiler repair', 800, 13), shown('boilers street', 90, 3)],
        }),
      ],
    });
    expect(conflicts.every(({ pages }) => pages.includes('https://a.test/boiler-repair'))).toBe(true);
    expect(clusters).toMatchObject([{ action: 'internal_link', preferred_url: 'https://a.test/boiler-repair' }]);
    const steps = clusters[0]?.steps ?? [];
    expect(steps).toContain(
      'Link from https://a.test/boiler-repair to https://a.test/locations/frome/boiler-repair with “boiler repair frome” as the anchor text.',
    );
    expect(steps).toContain(
      'Link from https://a.test/locations/wells/boiler-repair to https://a.test/boiler-repair with “boiler repair” as the anchor text.',
    );
    expect(steps.join(' ')).not.toMatch(/301|different topic|Aim the title/);
  });

  it('gives a search that neither of two product pages is made for a page of its own', async () => {
    const { clusters } = await answer({
      pages: ['Oak', 'Steel'].map((word) =>
        page(`/p/${word.toLowerCase()}`, `Standing Desk ${word}`, {
          page_type: 'product',
          ranking_queries: [shown('standing desk', 500, 12), shown(`${word} standing desk`, 90, 3)],
        }),
      ),
    });
    expect(clusters[0]?.steps[0]).toBe(
      'Give “standing desk” a page of its own, such as the category of both: neither https://a.test/p/oak nor https://a.test/p/steel is the page for it.',
    );
  });

  it('counts page 2 of a list as solved, by its URL or its title, with and without page 1', async () => {
    const { pages } = await answer({
      pages: [
        page('/recipes?p=2', 'Soup Recipes – Page 2 of 9'),
        page('/recetas/3/', 'Recetas de sopa | Página 3'),
        page('/soup/page/4', 'Soup Recipes'),
        page('/product?p=2', 'Soup Bowl'),
      ],
    });
    expect(pages.map(({ signals }) => signals.variant_kind)).toEqual([null, 'pagination', 'pagination', 'pagination']);
  });

  it('keeps a URL without a year that is worth more, and brings it up to the newest edition', async () => {
    const { clusters } = await answer({
      pages: [
        page('/best-crm', 'Best CRM Software 2024', { clicks: 900, impressions: 20_000, backlinks: 120 }),
        page('/best-crm-2026', 'Best CRM Software 2026', { clicks: 40, impressions: 3000 }),
      ],
    });
    expect(clusters[0]?.preferred_url).toBe('https://a.test/best-crm');
    expect(clusters[0]?.steps.slice(0, 3)).toEqual([
      'Bring https://a.test/best-crm up to the 2026 edition, in title and text.',
      'Move whatever is still valid on https://a.test/best-crm-2026 to https://a.test/best-crm.',
      'Redirect https://a.test/best-crm-2026 to https://a.test/best-crm with a 301: its URL is tied to one edition, and its clicks and links carry over.',
    ]);
  });

  it('keeps an evergreen page without a year as it is, and moves a dated one into it', async () => {
    const { clusters } = await answer({
      pages: [
        page('/lawn-care', 'Lawn Care Tips', { clicks: 200 }),
        page('/blog/lawn-care-tips-2023', 'Lawn Care Tips for 2023', { clicks: 3 }),
      ],
    });
    expect(clusters[0]?.preferred_url).toBe('https://a.test/lawn-care');
    expect(clusters[0]?.steps.join(' ')).not.toContain('2023 edition');
  });

  it('sends all older editions to the newest one, and their variants and canonicals with them', async () => {
    const { clusters } = await answer({
      pages: [
        page('/blog/best-tents-2023', 'Best Tents 2023', { clicks: 900 }),
        page('/blog/best-tents-2024', 'Best Tents 2024', { clicks: 300 }),
        page('/blog/best-tents-2026', 'Best Tents 2026', { clicks: 20 }),
        page('/blog/best-tents-2024?ref=mail', 'Best Tents 2024'),
        page('/blog/top-tents', 'Top tents', { canonical_url: 'https://a.test/blog/best-tents-2023' }),
      ],
    });
    const newest = 'https://a.test/blog/best-tents-2026';
    expect(clusters[0]?.page_actions).toEqual([
      { url: newest, action: 'keep', target_url: null },
      { url: 'https://a.test/blog/best-tents-2023', action: 'redirect', target_url: newest },
      { url: 'https://a.test/blog/best-tents-2024', action: 'redirect', target_url: newest },
      { url: 'https://a.test/blog/best-tents-2024?ref=mail', action: 'redirect', target_url: newest },
    ]);
    expect(clusters[0]?.steps).toContain(`Point the canonical of https://a.test/blog/top-tents to ${newest} as well.`);
  });

  it('never merges a home page, two colours of a product, or two models', async () => {
    const level = [shown('cargo bike', 900, 8), shown('cargo bikes', 300, 9), shown('cargo bicycle', 200, 9)];
    const actionOf = async (pages: unknown[]): Promise<string | undefined> =>
      (await answer({ pages })).clusters[0]?.action;
    const bike = (path: string, title: string, type = 'product') =>
      page(path, title, { page_type: type, clicks: 5, ranking_queries: level });
    expect(
      await actionOf([bike('/', 'Cargo Bikes', 'homepage'), bike('/cargo-bikes', 'Cargo Bikes', 'category')]),
    ).toBe('differentiate');
    expect(await actionOf([bike('/p/red', 'Cargo Bike Red'), bike('/p/blue', 'Cargo Bike Blue')])).toBe(
      'differentiate',
    );
    expect(await actionOf([bike('/p/2024', 'Cargo Bike 2024'), bike('/p/2026', 'Cargo Bike 2026')])).toBe(
      'internal_link',
    );
    expect(await actionOf([bike('/sale/tern', 'Tern GSD'), bike('/bikes/tern', 'Tern GSD')])).toBe('canonicalise');
  });
});

const WORD = fc.constantFrom(
  'running',
  'shoes',
  'best',
  'how to',
  'price',
  'login',
  'guide',
  'trail',
  '2025',
  '2026',
  'in Wells',
  '14',
  'laufschuhe',
  '靴',
  '',
);
const TEXT = fc.array(WORD, { maxLength: 4 }).map((words) => words.join(' '));
const FIGURE = fc.option(fc.integer({ min: 0, max: 1000 }));
const PAGE = fc.record(
  {
    url: fc.constantFrom(
      'https://a.test/',
      'https://a.test/a',
      'https://a.test/a?x=1',
      'https://a.test/a/b',
      'https://a.test/a/amp',
      'https://a.test/de/a',
      'https://www.a.test/a',
      '/c',
      'https://a.test/d',
      'https://a.test/e',
      'https://a.test/blog/a-2024',
      'https://a.test/blog/a-2025',
      'https://a.test/locations/wells',
    ),
    title: TEXT,
    primary_keyword: fc.option(TEXT),
    target_keywords: fc.option(fc.array(TEXT, { maxLength: 2 })),
    ranking_queries: fc.option(
      fc.array(
        fc.record({
          query: TEXT,
          impressions: fc.integer({ min: 0, max: 200 }),
          position: fc.integer({ min: 1, max: 30 }),
        }),
        { maxLength: 3 },
      ),
    ),
    canonical_url: fc.option(fc.constantFrom('https://a.test/a', 'https://a.test/d', '/e', 'nonsense')),
    indexable: fc.option(fc.boolean()),
    clicks: FIGURE,
    impressions: FIGURE,
    avg_position: FIGURE,
    backlinks: FIGURE,
  },
  { requiredKeys: ['url', 'title'] },
);
const INPUT = fc.record({
  pages: fc.array(PAGE, { minLength: 2, maxLength: 9 }),
  focus_keywords: fc.array(TEXT, { maxLength: 2 }),
  sensitivity: fc.constantFrom('conservative' as const, 'balanced' as const, 'aggressive' as const),
});

/** Pages of one subject in editions and variants, which nearly always compete. */
const CLOSE_PAGES = fc
  .record({
    pages: fc.uniqueArray(
      fc.record({
        url: fc.constantFrom(
          '/best-tents',
          '/best-tents?sort=price',
          '/blog/best-tents-2024',
          '/blog/best-tents-2024?sort=price',
          '/blog/best-tents-2026',
          '/top-tents',
          '/top-tents/print',
          '/guides/tents',
          '/shop/tents',
          '/locations/wells',
        ),
        title: fc.constantFrom(
          'Best Tents',
          'Best Tents 2024',
          'Best Tents 2026',
          'Top Tents',
          'Tents',
          'Tents in Wells',
        ),
        clicks: FIGURE,
        ranking_queries: fc.option(
          fc.array(fc.constantFrom('best tents', 'tents', 'top tents', 'tents wells'), { maxLength: 3 }),
        ),
      }),
      { minLength: 3, maxLength: 8, selector: ({ url }) => url },
    ),
    sensitivity: fc.constantFrom('conservative' as const, 'balanced' as const, 'aggressive' as const),
  })
  .map(({ pages, sensitivity }) => ({
    pages: pages.map((each) => ({ ...each, url: `https://a.test${each.url}` })),
    sensitivity,
  }));

describe('for any pages', () => {
  it('scores add up, only open pages are in conflict, each in one cluster, and the answer keeps every rule', async () => {
    await fc.assert(
      fc.asyncProperty(INPUT, async (input) => {
        const report = await answer(input);
        const statuses = new Map(report.pages.map(({ url, signals }) => [url, signals.status]));
        for (const conflict of report.conflicts) {
          expect(Object.values(conflict.score_components).reduce((sum, points) => sum + points, 0)).toBe(
            conflict.overlap_score,
          );
          expect(conflict.overlap_score).toBeLessThanOrEqual(100);
          for (const url of conflict.pages) expect(['competes', 'variant']).toContain(statuses.get(url));
        }
        const clustered = report.clusters.flatMap(({ pages }) => pages);
        expect(new Set(clustered).size).toBe(clustered.length);
        expect(new Set(clustered)).toEqual(new Set(report.conflicts.flatMap(({ pages }) => pages)));
        for (const { pages, preferred_url: kept } of report.clusters) expect(pages).toContain(kept);
      }),
      { numRuns: 150 },
    );
  });

  it('each page of a cluster has one action, and every action leads to a page that stays', () => {
    fc.assert(
      fc.property(fc.oneof(INPUT, CLOSE_PAGES), (input) => {
        const { clusters, pages: all } = findCannibalization(input);
        const gone = new Set<string>();
        const staying = new Set<string>();
        for (const { page_actions: actions, pages, preferred_url: kept } of clusters) {
          expect(actions.map(({ url }) => url).toSorted()).toEqual(pages.toSorted());
          expect(actions[0]).toEqual({ url: kept, action: 'keep', target_url: null });
          for (const { url, action } of actions)
            (['merge', 'redirect', 'canonicalise'].includes(action) ? gone : staying).add(url);
        }
        expect(gone.intersection(staying).size).toBe(0);
        const status = new Map(all.map(({ url, signals }) => [url, signals.status]));
        for (const { page_actions: actions, action, steps } of clusters) {
          expect(actions.map((each) => each.action)).toContain(action);
          expect(steps.length).toBeGreaterThan(0);
          expect(new Set(steps).size).toBe(steps.length);
          for (const each of actions) {
            if (each.target_url === null) continue;
            expect(each.target_url).not.toBe(each.url);
            expect(staying.has(each.target_url)).toBe(true);
            expect(status.get(each.target_url)).toBe('competes');
          }
          for (const step of steps) {
            const [, from = '', to = ''] = /^Link from (\S+) to (\S+?)(?: with|\.$)/.exec(step) ?? [];
            expect(gone.has(from) || gone.has(to)).toBe(false);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the order of pages and focus keywords changes nothing', () => {
    fc.assert(
      fc.property(INPUT, fc.infiniteStream(fc.nat()), (input, seeds) => {
        const shuffled = <Item>(items: readonly Item[]): Item[] =>
          items
            .map((item) => ({ item, at: seeds.next().value ?? 0 }))
            .sort((one, other) => one.at - other.at)
            .map(({ item }) => item);
        const other = { ...input, pages: shuffled(input.pages), focus_keywords: shuffled(input.focus_keywords) };
        expect(findCannibalization(other)).toEqual(findCannibalization(input));
      }),
      { numRuns: 150 },
    );
  });

  it('more sensitive never means fewer conflicts', () => {
    fc.assert(
      fc.property(INPUT, (input) => {
        const count = (sensitivity: 'conservative' | 'balanced' | 'aggressive'): number =>
          findCannibalization({ ...input, sensitivity }).counts.conflicts;
        const [least, middle, most] = [count('conservative'), count('balanced'), count('aggressive')];
        expect(least).toBeLessThanOrEqual(middle);
        expect(middle).toBeLessThanOrEqual(most);
      }),
      { numRuns: 100 },
    );
  });
});

describe('which page keeps a shared search', () => {
  const query = (text: string, clicks: number, impressions: number, position: number) => ({
    query: text,
    clicks,
    impressions,
    position,
  });
  const stepsOf = async (pages: unknown[]): Promise<string> =>
    (await answer({ pages })).clusters.flatMap(({ steps }) => steps).join('\n');

  it('is the page that has won it, even beside a stronger page for something else', async () => {
    const steps = await stepsOf([
      page('/implants', 'Dental Implants', {
        ranking_queries: [query('dental implants', 80, 4000, 7), query('dental implants cost', 10, 900, 14)],
      }),
      page('/blog/dental-implants-cost', 'How Much Do Dental Implants Cost?', {
        ranking_queries: [query('dental implants cost', 35, 2300, 9)],
      }),
    ]);
    expect(steps).toContain('Keep https://a.test/blog/dental-implants-cost for “dental implants cost”.');
  });

  it('is the page that ranks for nothing else, and the preferred page is the same one', async () => {
    const report = await answer({
      pages: [
        page('/spa', 'Spa et bien-être', { ranking_queries: [query('hotel spa bord de mer', 70, 3000, 6)] }),
        page('/week-end-spa', 'Week-end spa au bord de la mer', {
          ranking_queries: [query('hotel spa bord de mer', 65, 2800, 7.2), query('week end spa mer', 80, 1700, 3)],
        }),
      ],
    });
    expect(report.clusters.map(({ preferred_url: url }) => url)).toEqual(['https://a.test/spa']);
    expect(report.clusters[0]?.steps).toContain(
      'Aim the title and H1 of https://a.test/week-end-spa at “week end spa mer”, and keep “hotel spa bord de mer” out of them.',
    );
  });

  it('stays with a page for a part of the subject that leads for it: neither goes, and each links to the other', async () => {
    const report = await answer({
      pages: [
        page('/wanderschuhe', 'Wanderschuhe', {
          ranking_queries: [query('wanderschuhe', 90, 5000, 8), query('wanderschuhe herren', 10, 700, 14)],
        }),
        page('/wanderschuhe-herren', 'Wanderschuhe Herren', {
          ranking_queries: [query('wanderschuhe herren', 70, 2000, 6), query('wanderschuhe', 5, 3000, 15)],
        }),
      ],
    });
    expect(report.clusters.map(({ action }) => action)).toEqual(['internal_link']);
    expect(report.clusters[0]?.steps).toContain(
      'Link from https://a.test/wanderschuhe to https://a.test/wanderschuhe-herren with “wanderschuhe herren” as the anchor text.',
    );
  });

  it('is never taken out of the title of the home page', async () => {
    const steps = await stepsOf([
      page('/', 'FixIt – Plumbers in Leeds', {
        ranking_queries: [query('fixit', 200, 400, 1), query('plumber leeds', 30, 900, 9)],
      }),
      page('/plumber-leeds', 'Plumber in Leeds', { ranking_queries: [query('plumber leeds', 40, 1000, 8)] }),
    ]);
    expect(steps).toContain('Leave the title and H1 of https://a.test/ as they are');
    expect(steps).not.toContain('take "plumber leeds" out');
  });

  it('is never to be taken out of a title about a search that holds it', async () => {
    const steps = await stepsOf([
      page('/pain-au-levain', 'Pain au levain', { ranking_queries: [query('pain au levain', 90, 4000, 5)] }),
      page('/recettes/pain-au-levain', 'Recette du pain au levain maison', {
        ranking_queries: [query('recette pain au levain', 800, 20000, 4), query('pain au levain', 60, 5000, 9)],
      }),
    ]);
    expect(steps).toContain('at “recette pain au levain”, and never at “pain au levain” alone.');
  });

  it('is the offer where a text and an offer are level and both show prices', async () => {
    const steps = await stepsOf([
      page('/blog/tooth-whitening-cost', 'Tooth Whitening Cost: What You Will Pay', {
        ranking_queries: [query('teeth whitening cost', 60, 2400, 8.1)],
      }),
      page('/treatments/teeth-whitening-prices', 'Teeth Whitening Prices', {
        ranking_queries: [query('teeth whitening cost', 55, 2200, 9.4)],
      }),
    ]);
    expect(steps).toContain('Keep https://a.test/treatments/teeth-whitening-prices for “teeth whitening cost”.');
    expect(steps).toContain('if there is none, merge it into https://a.test/treatments/teeth-whitening-prices');
    expect(steps).not.toContain('serve different searchers');
  });

  it('is the home page where it does better than a page for its own town', async () => {
    const report = await answer({
      target: 'Kanzlei Brandt',
      pages: [
        {
          url: 'https://kanzlei-brandt.test/steuerberater-koeln',
          title: 'Steuerberater in Köln',
          ranking_queries: [query('steuerberater köln', 30, 900, 8)],
        },
        {
          url: 'https://kanzlei-brandt.test/',
          title: 'Kanzlei Brandt – Steuerberater Köln',
          ranking_queries: [query('steuerberater köln', 60, 1200, 5), query('kanzlei brandt', 90, 150, 1)],
        },
      ],
    });
    expect(report.clusters.map(({ preferred_url: url }) => url)).toEqual(['https://kanzlei-brandt.test/']);
  });

  it('is never asked of two editions of a text, whose older one goes, in whatever words', async () => {
    const steps = await stepsOf([
      page('/blog/mejores-bicicletas-electricas', 'Las mejores bicicletas eléctricas de 2026', {
        ranking_queries: [query('mejores bicicletas eléctricas', 310, 7000, 4)],
      }),
      page('/blog/mejores-bicis-electricas-2024', 'Mejores bicis eléctricas 2024: comparativa', {
        ranking_queries: [query('mejores bicicletas eléctricas', 90, 5000, 9)],
      }),
    ]);
    expect(steps).toContain(
      'Redirect https://a.test/blog/mejores-bicis-electricas-2024 to https://a.test/blog/mejores-bicicletas-electricas',
    );
  });

  it('takes years for editions where nobody searches for the older year, and for models where somebody does', async () => {
    const editions = (older: string) => [
      page('/grundfreibetrag-2025', 'Grundfreibetrag 2025', { ranking_queries: [query(older, 160, 9000, 9)] }),
      page('/grundfreibetrag-2026', 'Grundfreibetrag 2026: Höhe und Tabelle', {
        ranking_queries: [query('grundfreibetrag', 90, 7000, 13), query(older, 20, 4000, 10)],
      }),
    ];
    expect(await stepsOf(editions('grundfreibetrag'))).toContain(
      'Redirect https://a.test/grundfreibetrag-2025 to https://a.test/grundfreibetrag-2026 with a 301',
    );
    expect(await stepsOf(editions('grundfreibetrag 2025'))).not.toContain('Redirect');
  });

  it('sends whoever gave no figures to look at them before a redirect', async () => {
    const [first] = (
      await answer({
        pages: [
          page('/features/time-tracking', 'Time Tracking Software', { primary_keyword: 'time tracking software' }),
          page('/time-tracking-app', 'Time Tracking App for Teams', { primary_keyword: 'time tracking app' }),
        ],
      })
    ).clusters.flatMap(({ steps }) => steps);
    expect(first).toMatch(/^Compare clicks and links of these pages in Search Console first/);
  });

  it('goes to the page whose title asks what the search asks, such as what a thing costs', async () => {
    const steps = await stepsOf([
      page('/implants', 'Dental Implants | Smile Clinics', {
        ranking_queries: ['dental implants', 'dental implants cost'],
        clicks: 40,
        impressions: 5200,
        avg_position: 14,
      }),
      page('/blog/implant-cost', 'How Much Do Dental Implants Cost? | Smile Clinics', {
        ranking_queries: ['dental implants cost', 'how much are dental implants'],
        clicks: 300,
        impressions: 8000,
        avg_position: 4,
      }),
    ]);
    expect(steps).toContain('Keep https://a.test/blog/implant-cost for “dental implants cost”.');
  });

  it('has one owner among three pages that share it', async () => {
    const sofas = (path: string, title: string, queries: readonly string[], impressions: number) =>
      page(path, title, { ranking_queries: queries, clicks: impressions / 40, impressions, avg_position: 6 });
    const steps = await stepsOf([
      sofas('/sofas', 'Sofás | Mueblería', ['sofás', 'sofá cama'], 40_000),
      sofas('/sofas-cama', 'Sofás cama | Mueblería', ['sofá cama', 'sofás cama'], 22_000),
      sofas('/blog/mejores-sofas-cama', 'Los mejores sofás cama de 2026', ['mejores sofás cama', 'sofá cama'], 18_000),
    ]);
    expect(steps).toContain('Keep https://a.test/sofas-cama for “sofá cama”.');
    expect(steps).not.toContain('Keep https://a.test/sofas for “sofá cama”.');
  });

  it('is no reason to keep two pages with one title, one purpose and no other search', async () => {
    const steps = await stepsOf(
      [
        ['/blog/invoice-template', 'Free Invoice Template | Ledgerly', 210],
        ['/templates/invoice', 'Invoice Templates | Ledgerly', 190],
      ].map(([path, title, clicks]) =>
        page(String(path), String(title), {
          ranking_queries: ['invoice template'],
          clicks,
          impressions: 9500,
          avg_position: 7.5,
        }),
      ),
    );
    expect(steps).toContain(
      'Redirect https://a.test/templates/invoice to https://a.test/blog/invoice-template with a 301.',
    );
  });

  it('is no reason to keep two guides that rank for the very same searches, in whatever words', async () => {
    const guide = (path: string, title: string, own: number, other: number) =>
      page(path, title, {
        ranking_queries: [
          query('cómo hacerse autónomo', own, 40 * own, 7),
          query('darse de alta como autónomo', other, 40 * other, 8),
        ],
      });
    const steps = await stepsOf([
      guide('/guias/hacerse-autonomo', 'Cómo hacerse autónomo en 2026: guía paso a paso', 80, 20),
      guide('/blog/alta-autonomo', 'Cómo darse de alta como autónomo', 15, 60),
    ]);
    expect(steps).toContain('Redirect https://a.test/blog/alta-autonomo to https://a.test/guias/hacerse-autonomo');
  });
});
