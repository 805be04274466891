import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LARGEST_CPU_MS_MAX, leastCpuMs, runChecked, runPure } from '../../../../test/pure-operation.ts';
import { buildGapMatrix } from './report.ts';
import type { GapMatrixReport } from './schema.ts';
import { compareText } from '../../../text/normalize.ts';
import type { RunContext } from '../../../contract/operation.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Task } from '../../../kernel/task.ts';
import { operations } from '../../index.ts';
import operation from './operation.ts';

const answer = async (body: unknown): Promise<GapMatrixReport> => {
  const { result } = await runPure(operation, body);
  return operation.result.parse(result);
};

const page = (url: string, title: string, more: Readonly<Record<string, unknown>> = {}) => ({
  url: `https://${url}`,
  title,
  ...more,
});

/** Which side has each topic. */
const sides = (report: GapMatrixReport): Record<string, string[]> => ({
  gap: report.opportunities.map(({ topic }) => topic).toSorted(),
  covered: report.covered_topics.map(({ topic }) => topic),
  own: report.own_advantages.map(({ topic }) => topic),
});

const RIVAL = {
  domain: 'rival.test',
  pages: [
    page('rival.test/blog/email-marketing-guide', 'Email Marketing: The Complete Guide | Rival', { traffic: 4000 }),
    page('rival.test/crm-vs-spreadsheet', 'CRM vs Spreadsheets', { traffic: 300 }),
    page('rival.test/pricing', 'Rival Pricing'),
    page('rival.test/login', 'Rival Login'),
    page('rival.test/blog/sales-pipeline', 'Sales Pipeline Stages Explained', { traffic: 900 }),
    page('rival.test/', 'Rival'),
  ],
};
const OTHER = {
  domain: 'www.other.test',
  pages: [
    page('other.test/guides/email-marketing', 'Email marketing basics', { traffic: 1000, backlinks: 12 }),
    page('other.test/blog/stages', 'The 7 stages of a sales pipeline', { volume: 2400 }),
    page('other.test/best-crm-software', '10 Best CRM Software 2025'),
  ],
};
const OWN = [
  page('acme.test/top-crm-tools', 'Top CRM Tools Compared'),
  page('acme.test/features/email-marketing', 'Email Marketing Software | Acme'),
  page('acme.test/blog/cold-calling', 'Cold Calling Scripts That Work'),
  page('acme.test/pricing', 'Acme Pricing'),
];

describe('content.competitor-gap-matrix', () => {
  it('takes no product that one competitor sells under its name for a topic, and keeps what several sell', async () => {
    const shop = (domain: string, ...more: ReturnType<typeof page>[]) => ({
      domain,
      pages: [page(`${domain}/shop/stoves/`, 'Camping stoves'), ...more],
    });
    const trail = shop(
      'trail.test',
      page('trail.test/shop/backpacks/hauler-60', 'Hauler 60 | Trail'),
      page('trail.test/shop/stoves/ember', 'Ember: camping stove for one pot'),
      page('trail.test/shop/camping/cookware', 'Cookware'),
      page('trail.test/shop/backpacks/atmos-65', 'Atmos 65'),
    );
    const report = await answer({
      competitors: [trail, shop('summit.test', page('summit.test/shop/packs/atmos-65', 'Atmos 65'))],
      own_pages: [page('acme.test/tents', 'Tents')],
    });
    expect(sides(report)['gap']).toEqual(['Atmos 65', 'Camping stoves', 'Cookware']);
    expect(report.set_aside.map(({ title }) => title)).toEqual([
      'Hauler 60 | Trail',
      'Ember: camping stove for one pot',
    ]);
    expect(report.notes.join(' ')).toContain('Set aside as products that only one competitor sells: “Hauler 60”');
  });

  it('holds topics against each other by meaning, not by their letters', async () => {
    const report = await answer({ competitors: [RIVAL, OTHER], own_pages: OWN, target: 'acme.test' });
    expect(sides(report)).toEqual({
      gap: ['CRM vs Spreadsheets', 'Email Marketing', 'Sales Pipeline Stages Explained'],
      covered: ['10 Best CRM Software'],
      own: ['Cold Calling Scripts That Work', 'Email Marketing Software'],
    });
    expect(report.opportunities.find(({ topic }) => topic === 'Email Marketing')).toMatchObject({
      competitor_count: 2,
      own_coverage: 'partial',
      own_pages: [{ url: 'https://acme.test/features/email-marketing' }],
      next_endpoint: '/content/keyword-map',
    });
    const gapPoints = new Set(report.opportunities.map((one) => `${one.own_coverage} ${one.score_components['gap']}`));
    expect(gapPoints).toEqual(new Set(['partial 7', 'none 13']));
  });

  it('says of unknown own pages that they are unknown, and of none that there are none', async () => {
    const unknown = await runPure(operation, { competitors: [RIVAL, OTHER] });
    const { opportunities, matrix, counts } = operation.result.parse(unknown.result);
    expect(new Set(opportunities.map(({ own_coverage }) => own_coverage))).toEqual(new Set([null]));
    expect(opportunities[0]?.why).toContain('whether you have one is unknown');
    expect(new Set(matrix.map(({ status }) => status))).toEqual(new Set([null]));
    expect(counts.own_pages).toBeNull();
    expect(unknown.markdown_summary).not.toContain('missing');
    const none = await answer({ competitors: [RIVAL, OTHER], own_pages: [] });
    expect(none.opportunities[0]).toMatchObject({ own_coverage: 'none' });
    expect(none.counts.own_pages).toBe(0);
  });

  it('reads the pages of the target where it reads those of competitors', async () => {
    const crawled = new Map([
      ['rival.test', [{ url: 'https://rival.test/creation', title: 'Création de société' }]],
      ['own.test', [{ url: 'https://own.test/creation', title: 'Création de société | Own' }]],
    ]);
    const sites = {
      pages: async ({ site }: { readonly site: { readonly value: string } }) => ({
        pages: crawled.get(site.value) ?? [],
      }),
    };
    const context: RunContext = Object.assign(Object.create(null), {
      ports: { sites },
      compute: async <Input, Output>(task: Task<Input, Output>, input: Input) => task.run(input),
    });
    const { result } = await runChecked(
      operation,
      { competitors: [{ domain: 'rival.test' }], target: 'own.test' },
      context,
    );
    expect(operation.result.parse(result)).toMatchObject({ opportunities: [], counts: { own_pages: 1, covered: 1 } });
  });

  it('sees through synonyms, plural, year, counts and site names', async () => {
    const report = await answer({
      competitors: [
        {
          domain: 'one.test',
          pages: [
            page('one.test/a', 'Best Cheap Laptops of 2024 | One'),
            page('one.test/b', 'Bicycle Maintenance Checklist'),
          ],
        },
        { domain: 'two.test', pages: [page('two.test/a', '7 Top Affordable Notebooks (2025)')] },
      ],
      own_pages: [page('own.test/b', 'Bike maintenance checklists')],
    });
    expect(report.opportunities).toHaveLength(1);
    expect(report.opportunities[0]?.competitor_count).toBe(2);
    expect(report.covered_topics).toHaveLength(1);
  });

  it('keeps models, places and narrower subjects apart', async () => {
    const report = await answer({
      competitors: [
        {
          domain: 'one.test',
          pages: [
            page('one.test/a', 'iPhone 15 case'),
            page('one.test/b', 'Plumber in Dallas'),
            page('one.test/c', 'Email marketing automation'),
          ],
        },
      ],
      own_pages: [
        page('own.test/a', 'iPhone 14 case'),
        page('own.test/b', 'Plumber in Austin'),
        page('own.test/c', 'Email marketing'),
      ],
    });
    expect(report.counts).toMatchObject({ gaps: 3, covered: 0, own_only: 3 });
  });

  it('makes no topics of home, login and company pages, and counts them in the matrix', async () => {
    const report = await answer({
      competitors: [
        {
          domain: 'one.test',
          pages: [page('one.test/', 'One'), page('one.test/login', 'Log in'), page('one.test/about', 'About us')],
        },
      ],
    });
    expect(report.opportunities).toEqual([]);
    expect(report.counts.not_topics).toBe(3);
    expect(report.matrix.reduce((sum, cell) => sum + cell.competitors, 0)).toBe(3);
  });

  it('explains every weight, and gives the points of unknown figures to the others', async () => {
    const known = await answer({ competitors: [RIVAL, OTHER], own_pages: OWN, focus_topics: ['sales'] });
    expect(Object.fromEntries(known.weights.map(({ component, points }) => [component, points]))).toEqual({
      coverage: 20,
      demand: 20,
      fit: 20,
      buyer_stage: 12,
      gap: 12,
      focus: 8,
      ease: 8,
    });
    const bare = await answer({ competitors: [{ domain: 'one.test', pages: [page('one.test/a', 'Tents')] }] });
    expect(bare.weights.reduce((sum, { points }) => sum + points, 0)).toBe(100);
    expect(Object.fromEntries(bare.weights.map(({ component, points }) => [component, points]))).toMatchObject({
      demand: 0,
      fit: 0,
      focus: 0,
      ease: 0,
    });
    for (const { meaning } of bare.weights) expect(meaning.length).toBeGreaterThan(20);
    expect(bare.opportunities[0]?.demand).toBeNull();
    expect(bare.notes.join(' ')).toContain('No page has volume or traffic');
  });

  it('puts first what more competitors have, more people ask for and buyers look for', async () => {
    const more = { volume: 5000 };
    const report = await answer({
      competitors: [
        {
          domain: 'one.test',
          pages: [page('one.test/a', 'Buy tents', more), page('one.test/b', 'What is a stove?', { volume: 50 })],
        },
        { domain: 'two.test', pages: [page('two.test/a', 'Tents for sale', more)] },
      ],
    });
    expect(report.opportunities.map(({ topic }) => topic)[0]).toBe('Buy tents');
    expect(report.opportunities[0]?.score).toBeGreaterThan((report.opportunities[1]?.score ?? 0) + 20);
  });

  it('lets focus topics earn points and says where each of them stands', async () => {
    const report = await answer({
      competitors: [RIVAL, OTHER],
      own_pages: OWN,
      focus_topics: ['sales pipelines', 'crm software', 'cold calling', 'crm migration'],
    });
    expect(report.focus_topics.map(({ topic, status }) => [topic, status])).toEqual([
      ['cold calling', 'own_only'],
      ['crm migration', 'nobody'],
      ['crm software', 'covered'],
      ['sales pipelines', 'gap'],
    ]);
    expect(
      report.opportunities.find(({ focus }) => focus.includes('sales pipelines'))?.score_components['focus'],
    ).toBeGreaterThan(0);
  });

  it('reads a focus topic of one word in the language of the pages, and takes no job offers for a topic', async () => {
    const report = await answer({
      competitors: [
        {
          domain: 'plagas.test',
          pages: [
            {
              url: 'https://plagas.test/termitas/',
              title: 'Tratamiento antitermitas',
              keywords: ['tratamiento termitas'],
            },
            { url: 'https://plagas.test/termitas-o-carcoma/', title: '¿Termitas o carcoma? Diferencias' },
            { url: 'https://plagas.test/trabaja-con-nosotros/', title: 'Trabaja con nosotros' },
          ],
        },
      ],
      own_pages: [{ url: 'https://mine.test/cucarachas/', title: 'Cómo eliminar las cucarachas' }],
      focus_topics: ['termitas'],
    });
    expect(report.focus_topics).toEqual([
      { topic: 'termitas', status: 'gap', topics: ['tratamiento termitas', '¿Termitas o carcoma? Diferencias'] },
    ]);
    expect(report.opportunities.map(({ topic }) => topic).join('\n')).not.toContain('Trabaja');
    expect(report.set_aside.map(({ title }) => title)).toEqual(['Trabaja con nosotros']);
  });

  it('fills the matrix of page type by buyer stage with both sides', async () => {
    const report = await answer({ competitors: [RIVAL, OTHER], own_pages: OWN, target: 'acme.test' });
    expect(report.matrix.find((cell) => cell.page_type === 'pricing')).toMatchObject({
      buyer_stage: 'decision',
      own: 1,
      competitors: 1,
      competitor_domains: 1,
    });
    expect(report.matrix.reduce((sum, cell) => sum + cell.own, 0)).toBe(4);
    expect(report.matrix.reduce((sum, cell) => sum + cell.competitors, 0)).toBe(9);
  });

  it('believes the page type and the stage that the caller gives', async () => {
    const report = await answer({
      competitors: [
        { domain: 'one.test', pages: [page('one.test/x', 'Tents', { page_type: 'Comparison', buyer_stage: 'BOFU' })] },
      ],
    });
    expect(report.opportunities[0]).toMatchObject({ page_type: 'comparison_page', buyer_stage: 'decision' });
  });

  it('counts one domain once, and the target not as its own competitor', async () => {
    const report = await answer({
      competitors: [
        { domain: 'one.test', pages: [page('one.test/a', 'Tents')] },
        { domain: 'https://www.ONE.test/', pages: [page('one.test/a', 'Tents'), page('one.test/b', 'Tent pegs')] },
        { domain: 'acme.test', pages: [page('acme.test/c', 'Stoves')] },
      ],
      target: 'acme.test',
    });
    expect(report.counts).toMatchObject({ competitors: 1, competitor_pages: 2, gaps: 2 });
    expect(report.notes.join(' ')).toContain('acme.test is the target itself');
  });

  it('understands German, Spanish and Japanese topics', async () => {
    const german = await answer({
      competitors: [
        {
          domain: 'rad.test',
          pages: [page('rad.test/winter', 'Fahrrad winterfest machen: So geht’s', { page_type: 'guide' })],
        },
        { domain: 'velo.test', pages: [page('velo.test/blog/winter', 'Rad winterfest machen in 5 Schritten')] },
      ],
      own_pages: [page('wir.test/leasing', 'E-Bike-Leasing')],
    });
    expect(german.opportunities).toMatchObject([
      { competitor_count: 2, suggested_title: 'Fahrrad winterfest machen: der Ratgeber' },
    ]);
    const spanish = await answer({
      competitors: [
        { domain: 'a.test', pages: [page('a.test/1', 'Mejores coches eléctricos de 2025')] },
        { domain: 'b.test', pages: [page('b.test/1', 'Los mejores carros eléctricos')] },
      ],
      own_pages: [page('c.test/1', 'Seguro de coche')],
    });
    expect(spanish.opportunities).toMatchObject([{ competitor_count: 2, own_coverage: 'none' }]);
    const japanese = await answer({
      competitors: [
        {
          domain: 'a.test',
          pages: [page('a.test/1', 'ランニングシューズの選び方'), page('a.test/2', 'マラソン練習メニュー')],
        },
      ],
      own_pages: [page('c.test/1', 'マラソンの練習メニュー')],
    });
    expect(sides(japanese)).toMatchObject({ gap: ['ランニングシューズの選び方'], covered: ['マラソン練習メニュー'] });
  });

  it.each([
    ['How Much Do Solar Panels Cost', 'What Do Solar Panels Cost?', 'Solar panels'],
    ['Was kostet eine gute Matratze?', 'Wie viel kostet eine Matratze', 'Matratzen'],
    ['¿Cuánto cuesta un gimnasio en Madrid?', 'Qué cuesta un gimnasio en Madrid', 'Gimnasio en Madrid'],
  ])(
    'takes %s and %s for one topic, which the page about the thing itself does not cover',
    async (one, other, thing) => {
      const report = await answer({
        competitors: [
          { domain: 'first.test', pages: [page('first.test/a', one)] },
          { domain: 'second.test', pages: [page('second.test/b', other)] },
        ],
        own_pages: [page('own.test/thing', thing)],
      });
      expect(report.opportunities.map(({ competitor_count: count }) => count)).toEqual([2]);
      expect(report.covered_topics).toEqual([]);
    },
  );

  it('never names a competitor in a topic or title, and sets aside what competitors say of themselves', async () => {
    const report = await answer({
      competitors: [
        {
          domain: 'brightroof.test',
          pages: [
            page('brightroof.test/ev-chargers', 'EV Charger Installation by BrightRoof'),
            page('brightroof.test/reviews', 'BrightRoof Reviews: What Our Customers Say'),
            page('brightroof.test/why', 'Why Choose BrightRoof for Your Solar Panels'),
            page('brightroof.test/vs', 'BrightRoof vs SunnySide: Which Installer Is Better?'),
            page('brightroof.test/test', 'Best Heat Pumps: BrightRoof Against the Rest', {
              keywords: ['brightroof heat pumps', 'best heat pumps'],
            }),
          ],
        },
        {
          domain: 'sunnyside-energy.test',
          pages: [
            page('sunnyside-energy.test/seg', 'SunnySide Smart Export Tariff'),
            page('sunnyside-energy.test/finance', 'Finance a Boiler with SunnySide Energy'),
          ],
        },
        { domain: 'musculomax.test', pages: [page('musculomax.test/e', 'Entrenador personal en Músculo Max')] },
        { domain: 'rad.test', pages: [page('rad.test/r', 'Rad reparieren')] },
      ],
    });
    expect(report.opportunities.map(({ topic }) => topic).toSorted(compareText)).toEqual([
      'EV Charger Installation',
      'Entrenador personal',
      'Finance a Boiler',
      'Rad reparieren',
      'Smart Export Tariff',
      'best heat pumps',
    ]);
    expect(JSON.stringify(report.opportunities.map((one) => one.suggested_title))).not.toMatch(
      /bright|sunny|m[uú]sculo/i,
    );
    expect(report.set_aside.map(({ url }) => url)).toEqual([
      'https://brightroof.test/reviews',
      'https://brightroof.test/vs',
      'https://brightroof.test/why',
    ]);
  });

  it('leaves no hole where a title names a year', async () => {
    const report = await answer({
      competitors: [
        { domain: 'first.test', pages: [page('first.test/a', 'Are Heat Pumps Worth It in 2026?')] },
        { domain: 'second.test', pages: [page('second.test/b', 'Steuererklärung 2025 abgeben')] },
      ],
    });
    expect(report.opportunities.map(({ topic }) => topic).toSorted(compareText)).toEqual([
      'Are Heat Pumps Worth It?',
      'Steuererklärung abgeben',
    ]);
  });

  it('names a topic by its commonest keyword and suggests a title that says what the page is', async () => {
    const report = await answer({
      competitors: [
        {
          domain: 'one.test',
          pages: [
            page('one.test/blog/x', 'Everything you need to know about cold brew!', { keywords: ['cold brew coffee'] }),
          ],
        },
        {
          domain: 'two.test',
          pages: [page('two.test/blog/y', 'Cold brew at home', { keywords: 'cold brew coffee, iced coffee' })],
        },
      ],
    });
    expect(report.opportunities[0]).toMatchObject({
      topic: 'cold brew coffee',
      suggested_title: 'Cold brew coffee: a practical guide',
      competitor_count: 2,
    });
  });

  it('keeps to max_opportunities and says how many there are', async () => {
    const report = await answer({ competitors: [RIVAL, OTHER], max_opportunities: 1 });
    expect(report.opportunities).toHaveLength(1);
    expect(report.opportunities_total).toBe(4);
  });

  it('is not misled by prototype keys, characters that turn text, and texts of 100 kB', async () => {
    const { result, markdown_summary } = await runPure(operation, {
      competitors: [
        JSON.parse(
          '{"domain":"__proto__","pages":[{"url":"https://x.test/constructor","title":"constructor\\u202E\\u0000 toString","page_type":"__proto__","buyer_stage":"constructor","__proto__":{"traffic":9},"visits":3}]}',
        ),
      ],
      own_pages: [page('o.test/|', 'hasOwnProperty\n## heading | x')],
      focus_topics: ['__proto__', ''],
    });
    // oxlint-disable-next-line no-control-regex -- these are what must not come through
    expect(JSON.stringify(result)).not.toMatch(/\\u0000|\u202E/);
    expect(markdown_summary.match(/^## /gm)).toHaveLength(1);
    expect(JSON.stringify(result)).toContain('Ignored in competitors[].pages: visits');
    const long = 'running shoes '.repeat(8000);
    expect(() => operation.prepare({ competitors: [{ domain: 'a.test', pages: [page('a.test', long)] }] })).toThrow(
      AppError,
    );
    const report = buildGapMatrix({
      competitors: [
        {
          domain: long,
          pages: [
            { url: long, title: long, keywords: long, ranking_queries: long, page_type: long, buyer_stage: long },
          ],
        },
      ],
      own_pages: [{ url: 'https://a.test', title: long, keywords: [long] }],
      focus_topics: [long],
      max_opportunities: 30,
      target: long,
    });
    expect(JSON.stringify(report).length).toBeLessThan(20_000);
  });

  it('says what to send when competitors have no pages, and refuses what is too much', async () => {
    const { markdown_summary } = await runPure(operation, { competitors: [{ domain: 'one.test', pages: [] }] });
    expect(markdown_summary).toContain('Send competitor pages');
    const many = Array.from({ length: 6 }, (_, site) => ({
      domain: `c${site}.test`,
      pages: Array.from({ length: 200 }, (_each, at) => page(`c${site}.test/${at}`, 'x')),
    }));
    for (const body of [{ competitors: [] }, { competitors: [{ pages: [] }] }, { competitors: many }])
      expect(() => operation.prepare(body)).toThrow(AppError);
  });

  it('answers the largest request in a second', async () => {
    const words =
      'red blue green shoes socks bike run trail road women men kids water proof light jacket glove helmet tent lamp rope bag boot ski board wax'.split(
        ' ',
      );
    const made = (at: number, site: string) => ({
      url: `https://${site}/${at}`,
      title: `${words[at % 26]} ${words[(at * 7 + 3) % 26]} ${words[(at * at) % 26]} gear ${at % 40}`,
      keywords: Array.from(
        { length: 30 },
        (_, keyword) => `${words[(at + keyword) % 26]} ${words[(at * keyword) % 26]} gear`,
      ),
      ranking_queries: Array.from({ length: 100 }, (_, query) => `${words[(at + query) % 26]} q${query}`),
      traffic: at,
      backlinks: at % 50,
    });
    const body = {
      max_opportunities: 100,
      competitors: Array.from({ length: 20 }, (_, site) => ({
        domain: `c${site}.test`,
        pages: Array.from({ length: 50 }, (_each, at) => made(at * 20 + site, `c${site}.test`)),
      })),
      own_pages: Array.from({ length: 500 }, (_, at) => made(at * 3, 'own.test')),
      focus_topics: Array.from({ length: 100 }, (_, at) => `${words[at % 26]} ${words[(at * 3) % 26]}`),
    };
    expect(await leastCpuMs(() => runPure(operation, body))).toBeLessThan(LARGEST_CPU_MS_MAX);
  });
});

const BIKE_SHOP = [
  ['/', 'Bike Shop in Bristol – Sales, Service & Hire'],
  ['/bike-repair', 'Bike Repair & Servicing Bristol'],
  ['/electric-bikes', 'Electric Bikes'],
  ['/blog/ebike-battery-life', 'How Long Do E-bike Batteries Last?'],
  ['/kids-bikes', 'Kids Bikes'],
  ['/guides/bike-size-guide', 'Bike Size Guide: What Size Frame Do I Need?', 'blog'],
  ['/road-bikes', 'Road Bikes'],
  ['/gravel-bikes', 'Gravel Bikes'],
  ['/cycle-to-work', 'Cycle to Work Scheme'],
  ['/used-bikes', 'Used & Second Hand Bikes'],
].map(([path = '', title = '', type]) =>
  page(`severn.test${path}`, `${title} | Severn Bikes`, { page_type: type ?? null }),
);

const BIKE_RIVALS = [
  {
    domain: 'tredz.test',
    pages: [
      page('tredz.test/bike-size-guide', 'Bike Size Guide | Tredz', { volume: 18_000, page_type: 'guide' }),
      page('tredz.test/turbo-trainers', 'Turbo Trainers | Tredz', { volume: 12_000 }),
      page('tredz.test/bike-finance', 'Bike Finance – 0% APR | Tredz', { volume: 2400 }),
      page('tredz.test/delivery', 'Delivery Information | Tredz', { volume: 90_000 }),
      page('tredz.test/hours', 'Christmas Opening Hours | Tredz', { volume: 90_000 }),
      page('tredz.test/login', 'Log in | Tredz'),
    ],
  },
  {
    domain: 'evans.test',
    pages: [
      page('evans.test/cycle-to-work', 'Cycle To Work | Evans', { volume: 22_000 }),
      page('evans.test/indoor-training', 'Indoor Trainers & Turbo Trainers | Evans', { volume: 9900 }),
      page('evans.test/finance', 'Pay Monthly Bikes & Finance | Evans', { volume: 1300 }),
      page('evans.test/insurance', 'Bicycle Insurance | Evans', { volume: 9900 }),
      page('evans.test/policy', 'Returns Policy | Evans', { volume: 90_000 }),
    ],
  },
  {
    domain: 'halfords.test',
    pages: [
      page('halfords.test/motoring/car-batteries', 'Car Batteries | Halfords', { volume: 60_000 }),
      page('halfords.test/lights', 'Bike Lights | Halfords', { volume: 14_000 }),
      page('halfords.test/bike-service', 'Bike Service & Repair | Halfords', { volume: 12_000 }),
    ],
  },
];

describe('a shop among shops', () => {
  const shop = async (): Promise<GapMatrixReport> =>
    answer({ competitors: BIKE_RIVALS, own_pages: BIKE_SHOP, target: 'severn.test' });

  it('has no topic on two sides, and merges what is one offer under longer titles', async () => {
    const report = await shop();
    const { gap = [], covered = [], own = [] } = sides(report);
    expect(covered).toEqual(['Bike Service & Repair', 'Bike Size Guide', 'Cycle To Work']);
    expect(gap).toEqual(['Bicycle Insurance', 'Bike Finance', 'Bike Lights', 'Car Batteries', 'Turbo Trainers']);
    expect(own.filter((topic) => /size|work|repair/i.test(topic))).toEqual([]);
    const merged = report.opportunities.filter(({ topic }) => topic === 'Bike Finance' || topic === 'Turbo Trainers');
    expect(merged.map(({ competitor_count: count }) => count)).toEqual([2, 2]);
  });

  it('sets pages for customers and law aside, and names them', async () => {
    const report = await shop();
    expect(report.set_aside.map(({ title }) => title.split(' | ', 1).join('')).toSorted(compareText)).toEqual([
      'Christmas Opening Hours',
      'Delivery Information',
      'Log in',
      'Returns Policy',
    ]);
    expect(report.notes.join(' ')).toContain('“Delivery Information”');
    expect(report.matrix.find(({ page_type: type }) => type === 'login')?.status).toBe('utility');
  });

  it('puts what is far from the own subjects last, however many look for it', async () => {
    const report = await shop();
    expect(report.opportunities.at(-1)?.topic).toBe('Car Batteries');
    expect(report.opportunities.at(-1)?.score_components['fit']).toBeLessThanOrEqual(10);
    const demandOf = (topic: string): number =>
      report.opportunities.find((one) => one.topic === topic)?.score_components['demand'] ?? 0;
    expect(demandOf('Car Batteries')).toBeLessThan(demandOf('Bike Lights'));
  });

  it('takes a bare name of an offer for a page that offers it, near a purchase', async () => {
    const report = await shop();
    for (const topic of ['Bike Finance', 'Bicycle Insurance'])
      expect(report.opportunities.find((one) => one.topic === topic)).toMatchObject({
        page_type: 'landing_page',
        buyer_stage: expect.stringMatching(/^(?:consideration|decision)$/),
      });
  });

  it('misses no kind of page where another of its kind answers the same need', async () => {
    const report = await shop();
    expect(report.matrix.find(({ page_type: type }) => type === 'guide')).toMatchObject({
      own: 0,
      status: 'other_type',
    });
    const { markdown_summary } = await runPure(operation, { competitors: BIKE_RIVALS, own_pages: BIKE_SHOP });
    expect(markdown_summary).not.toContain('guide for awareness');
    expect(markdown_summary).not.toContain('login for retention');
  });

  it('says nothing twice, counts in grammar, and goes on to operations that exist', async () => {
    const { result, markdown_summary } = await runPure(operation, {
      competitors: BIKE_RIVALS,
      own_pages: BIKE_SHOP,
      target: 'severn.test',
    });
    const report = operation.result.parse(result);
    expect(markdown_summary).not.toContain('with a title such as');
    expect(JSON.stringify(report)).not.toContain('1 of 3 competitors have');
    const paths = new Set(operations.map(({ path }) => path));
    for (const { next_endpoint: path } of report.opportunities) expect(paths).toContain(path);
    expect(report.counts.gaps_touched).toBe(
      report.opportunities.filter(({ own_coverage: coverage }) => coverage === 'partial').length,
    );
  });
});

const WORD = fc.constantFrom(
  'email',
  'marketing',
  'crm',
  'best',
  'how to',
  'price',
  'login',
  'guide',
  '2025',
  '14',
  'laufschuhe',
  '靴',
  '',
);
const TEXT = fc.array(WORD, { maxLength: 4 }).map((words) => words.join(' '));
const FIGURE = fc.option(fc.integer({ min: 0, max: 100_000 }));
const PAGE = fc.record(
  {
    url: fc.constantFrom(
      'https://x.test/',
      'https://x.test/a',
      'https://x.test/blog/b',
      'https://x.test/pricing',
      '/c',
      'https://x.test/d',
    ),
    title: TEXT,
    keywords: fc.option(fc.oneof(fc.array(TEXT, { maxLength: 2 }), TEXT)),
    ranking_queries: fc.option(fc.array(TEXT, { maxLength: 2 })),
    page_type: fc.option(fc.constantFrom('blog', 'product', 'nonsense')),
    buyer_stage: fc.option(fc.constantFrom('tofu', 'decision', 'nonsense')),
    traffic: FIGURE,
    volume: FIGURE,
    rank: FIGURE,
    backlinks: FIGURE,
  },
  { requiredKeys: ['url', 'title'] },
);
const INPUT = fc.record({
  competitors: fc.array(
    fc.record({
      domain: fc.constantFrom('one.test', 'www.one.test', 'two.test', 'x', 'acme.test'),
      pages: fc.array(PAGE, { maxLength: 5 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  own_pages: fc.array(PAGE, { maxLength: 5 }),
  focus_topics: fc.array(TEXT, { maxLength: 2 }),
  max_opportunities: fc.integer({ min: 1, max: 10 }),
  target: fc.constantFrom('acme.test', 'Acme', ''),
});

describe('for any pages', () => {
  it('every page is in one topic or none, every topic on one side, scores add up, and the answer keeps every rule', async () => {
    await fc.assert(
      fc.asyncProperty(INPUT, async (input) => {
        const report = await answer(input);
        const weights = new Map(report.weights.map(({ component, points }) => [component, points]));
        expect([...weights.values()].reduce((sum, points) => sum + points, 0)).toBe(100);
        for (const one of report.opportunities) {
          expect(Object.values(one.score_components).reduce((sum, points) => sum + points, 0)).toBe(one.score);
          for (const [name, points] of Object.entries(one.score_components)) {
            expect(points).toBeGreaterThanOrEqual(0);
            expect(points).toBeLessThanOrEqual([...weights].find(([component]) => component === name)?.[1] ?? 0);
          }
          expect(one.suggested_title).not.toBe('');
        }
        const { topics, gaps, covered, own_only: ownOnly } = report.counts;
        expect(gaps + covered + ownOnly).toBe(topics);
        expect(report.opportunities_total).toBe(gaps);
        const cells = report.matrix.reduce((sum, cell) => sum + cell.own + cell.competitors, 0);
        expect(cells).toBe((report.counts.own_pages ?? 0) + report.counts.competitor_pages);
      }),
      { numRuns: 150 },
    );
  });

  it('the order of competitors, pages and focus topics changes nothing', () => {
    fc.assert(
      fc.property(INPUT, fc.infiniteStream(fc.nat()), (input, seeds) => {
        const shuffled = <Item>(items: readonly Item[]): Item[] =>
          items
            .map((item) => ({ item, at: seeds.next().value ?? 0 }))
            .sort((one, other) => one.at - other.at)
            .map(({ item }) => item);
        const other = {
          ...input,
          competitors: shuffled(input.competitors.map((one) => ({ ...one, pages: shuffled(one.pages) }))),
          own_pages: shuffled(input.own_pages),
          focus_topics: shuffled(input.focus_topics),
        };
        expect(buildGapMatrix(other)).toEqual(buildGapMatrix(input));
      }),
      { numRuns: 150 },
    );
  });
});

describe('the names of competitors', () => {
  const topicsOf = async (domain: string, title: string): Promise<string[]> => {
    const { opportunities } = await answer({ competitors: [{ domain, pages: [page(`${domain}/a`, title)] }] });
    return opportunities.map(({ suggested_title: suggested }) => suggested);
  };

  it.each([
    ['ocean-palace.test', 'Spa & bien-être à l’Océan Palace', ['Spa & bien-être']],
    ['dentalis.test', 'Angst vorm Zahnarzt? So hilft Dentalis', ['Angst vorm Zahnarzt?']],
    ['lingua.test', 'El método Lingua', []],
  ])('%s: “%s” suggests %j', async (domain, title, suggested) => {
    expect(await topicsOf(domain, title)).toEqual(suggested);
  });

  it('a note in brackets makes no topic of its own', async () => {
    const { opportunities } = await answer({
      competitors: [
        { domain: 'clock.test', pages: [page('clock.test/templates', 'Free Timesheet Templates | Clock')] },
        { domain: 'track.test', pages: [page('track.test/timesheets', 'Timesheet Template (Excel & PDF) | Track')] },
      ],
    });
    expect(opportunities.map(({ competitors_covering: by }) => by.map(({ domain }) => domain).toSorted())).toEqual([
      ['clock.test', 'track.test'],
    ]);
  });
});

describe('one topic under different titles', () => {
  const report = (own: readonly string[], sites: Readonly<Record<string, readonly string[]>>): GapMatrixReport =>
    buildGapMatrix({
      own_pages: own.map((title, at) => page(`own.test/${at}`, title)),
      competitors: Object.entries(sites).map(([domain, titles]) => ({
        domain,
        pages: titles.map((title, at) => page(`${domain}/${at}`, title)),
      })),
      max_opportunities: 50,
    });

  it('is covered, whether a title asks or names it, and with or without the country of the market', () => {
    const { covered_topics: covered, opportunities } = report(
      ['How Much Do Solar Panels Cost?', 'Are Solar Panels Worth It?'],
      {
        'sunnyside.test': ['What Do Solar Panels Cost?', 'Is Solar Worth It in the UK?', 'Solar Panel Prices in 2026'],
      },
    );
    expect(covered.map(({ topic }) => topic)).toEqual(['Are Solar Panels Worth It?', 'Solar Panel Prices']);
    expect(opportunities).toEqual([]);
  });

  it('keeps countries apart where pages are about several', () => {
    const { opportunities } = report(['Hiking in Spain'], { 'trails.test': ['Hiking in Italy', 'Hiking in Portugal'] });
    expect(opportunities.map(({ topic }) => topic)).toEqual(['Hiking in Italy', 'Hiking in Portugal']);
  });

  it.each([
    ['German', ['Was kosten Zahnimplantate?', 'Zahnimplantat Kosten: Was zahlt die Kasse?']],
    ['Spanish', ['Precios de nuestros viajes de trekking', '¿Cuánto cuesta un viaje de senderismo?']],
    ['French', ['Prix de pose d’un parquet au m² en 2026', 'Combien coûte la pose d’un parquet ?']],
    ['English', ['How to Clean Solar Panels Safely', 'Solar Panel Cleaning: Does It Pay?']],
  ])('is one opportunity with two competitors in %s', (_, [first = '', second = '']) => {
    const { opportunities } = report(['Zahnarzt in Köln und Umgebung'], { 'one.test': [first], 'two.test': [second] });
    expect(opportunities.map(({ competitor_count: count }) => count)).toEqual([2]);
  });
});

describe('pages of competitors about themselves', () => {
  it('are no topics, even where little is left of the title without the name', () => {
    const titles = ['Why Choose Sunnyside', 'Case study: The Smiths in York', 'Solar Finance | Sunnyside'];
    const french = ['Avis clients Bois & Sol', 'Pourquoi choisir Bois & Sol', 'Poncer un parquet | Bois & Sol'];
    const { opportunities, set_aside: aside } = buildGapMatrix({
      own_pages: [],
      competitors: [
        { domain: 'sunnyside.test', pages: titles.map((title, at) => page(`sunnyside.test/${at}`, title)) },
        { domain: 'boisetsol.test', pages: french.map((title, at) => page(`boisetsol.test/${at}`, title)) },
      ],
      max_opportunities: 50,
    });
    expect(opportunities.map(({ topic }) => topic).toSorted()).toEqual(['Poncer un parquet', 'Solar Finance']);
    expect(aside.map(({ title }) => title).toSorted()).toEqual([
      'Avis clients Bois & Sol',
      'Case study: The Smiths in York',
      'Pourquoi choisir Bois & Sol',
      'Why Choose Sunnyside',
    ]);
  });
});
