import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { measureGrowthAsync } from '../../../../test/growth.ts';
import { contextWithKeywords, type KnownKeywords } from '../../../../test/keyword-records.ts';
import { runChecked, runPure } from '../../../../test/pure-operation.ts';
import { serpRecord } from '../../../../test/serp-records.ts';
import { findShortBrand } from './asked.ts';
import { mapKeywords } from './map.ts';
import type { KeywordMapReport } from './report.ts';
import { AppError } from '../../../kernel/errors.ts';
import cannibalization from '../cannibalization/operation.ts';
import operation from './operation.ts';

const run = (body: unknown, known: KnownKeywords = {}) =>
  runChecked(operation, body, contextWithKeywords(known).context);

const answer = async (body: unknown, known?: KnownKeywords): Promise<KeywordMapReport> => {
  const { result } = await run(body, known);
  return operation.result.parse(result);
};

/** Where each keyword went: `strong /path`, `weak /path`, or `missing` with the address of the page to be made. */
const places = (report: KeywordMapReport): Record<string, string> =>
  Object.fromEntries([
    ...[...report.mappings, ...report.weak_matches].map((one) => [
      one.keyword,
      `${one.match} ${new URL(one.primary_url).pathname}`,
    ]),
    ...report.missing_pages.flatMap((page) =>
      page.keywords.map((keyword) => [keyword, `missing ${page.suggested_slug}`]),
    ),
  ]);

const SHOP = [
  { url: 'https://acme.test/', title: 'Acme – Running gear' },
  { url: 'https://acme.test/shoes/running', title: 'Running Shoes | Acme', headings: ['Running shoes', 'For road'] },
  { url: 'https://acme.test/shoes/trail-running', title: 'Trail Running Shoes | Acme' },
  { url: 'https://acme.test/blog/best-running-shoes', title: 'The 12 Best Running Shoes of 2025, Tested' },
  { url: 'https://acme.test/blog/flat-feet', title: 'Running Shoes for Flat Feet: What to Look For' },
  { url: 'https://acme.test/pricing', title: 'Pricing | Acme' },
  { url: 'https://acme.test/login', title: 'Log in | Acme' },
  { url: 'https://acme.test/products/iphone-14-case', title: 'iPhone 14 Case' },
];

describe('content.keyword-map', () => {
  it('reads what the title of a home page says behind the name of the site', async () => {
    const report = await answer({
      keywords: ['dentist chicago'],
      pages: [
        { url: 'https://brightsmile.test/', title: 'Bright Smile Dental – Dentist in Chicago' },
        { url: 'https://brightsmile.test/emergency', title: 'Emergency Dentist – Same-Day Appointments' },
      ],
    });
    expect(places(report)).toEqual({ 'dentist chicago': 'strong /' });
  });

  it('takes what a search is for from its stored result page, before its words', async () => {
    const shelf = serpRecord(
      Array.from({ length: 10 }, (_, at) => ({ url: `https://shop-${at}.test/category/tents`, title: 'Tents' })),
      { keyword: 'how to choose a tent' },
    );
    const mapOf = async (serps: readonly (typeof shelf)[]) =>
      (await answer({ keywords: ['how to choose a tent'], pages: SHOP }, { serps })).missing_pages;
    expect(await mapOf([])).toMatchObject([{ intent: 'informational', suggested_page_type: 'guide' }]);
    expect(await mapOf([shelf])).toMatchObject([{ intent: 'transactional', suggested_page_type: 'category_page' }]);
  });

  it('gives the name of the business to its home page, and takes a login for no page of content', async () => {
    const report = await answer({
      keywords: [
        'stockpilot',
        'stockpilot login',
        'stockpilot reviews',
        'plumber leeds',
        'barcode warehouse robot rental',
      ],
      pages: [
        { url: 'https://stockpilot.test/', title: 'StockPilot – Inventory software in Leeds' },
        { url: 'https://stockpilot.test/pricing', title: 'Pricing | StockPilot' },
        { url: 'https://stockpilot.test/barcodes', title: 'Barcode labels in Leeds | StockPilot' },
      ],
      target: 'StockPilot',
    });
    expect(report.mappings.map(({ keyword, primary_url, match }) => [keyword, primary_url, match])).toEqual([
      ['stockpilot', 'https://stockpilot.test/', 'strong'],
    ]);
    expect(report.left_out.map(({ keyword }) => keyword)).toEqual(['stockpilot login']);
    const missing = Object.fromEntries(report.missing_pages.map(({ keywords, why }) => [keywords.join(), why]));
    expect(missing['stockpilot reviews']).toBe('No page says “reviews” with your name.');
    expect(missing['plumber leeds']).toBe('No page mentions “plumber”: check first that it is part of what you offer.');
    expect(report.missing_pages[0]?.keywords).toEqual(['barcode warehouse robot rental']);
  });

  it('gives searches for the business by its name to the home page or the contact page', async () => {
    const pages = [
      { url: 'https://clearsound-hearing.co.uk/', title: 'ClearSound Hearing | Hearing aids and tests' },
      { url: 'https://clearsound-hearing.co.uk/contact/', title: 'Contact us | ClearSound Hearing' },
      { url: 'https://clearsound-hearing.co.uk/hearing-aids/', title: 'Hearing aids | ClearSound Hearing' },
    ];
    const target = 'clearsound-hearing.co.uk';
    const report = await answer({
      keywords: [
        'clearsound bristol',
        'clearsound hearing opening times',
        'clearsound phone number',
        'sudden hearing loss',
      ],
      pages,
      target,
    });
    expect(places(report)).toEqual({
      'clearsound bristol': 'strong /',
      'clearsound hearing opening times': 'strong /contact/',
      'clearsound phone number': 'strong /contact/',
      'sudden hearing loss': 'missing sudden-hearing-loss',
    });
    expect(report.mappings.map(({ intent }) => intent)).toEqual(['navigational', 'navigational', 'navigational']);
    expect(report.mappings.find(({ keyword }) => keyword === 'clearsound phone number')?.why).toBe(
      'People who search for your name and how to reach you want your contact details: a strong match.',
    );
    const home = await answer({ keywords: ['clearsound opening times'], pages: pages.slice(0, 1), target });
    expect(places(home)).toEqual({ 'clearsound opening times': 'medium /' });
  });

  it('takes the first word of a brand for its name only where the site does', () => {
    expect(findShortBrand('clearsound hearing', ['Contact | Clearsound'])).toBe('clearsound');
    expect(findShortBrand('clearsound hearing', ['Contact | ClearSound Hearing'])).toBe('clearsound');
    expect(findShortBrand('harbour bikes', ['Contact | Harbour Bikes', 'Rides along the harbour'])).toBe('');
  });

  it('is as sure of a conflict as titles allow: one subject is high, words that differ are not', async () => {
    const severities = async (one: string, other: string): Promise<string[]> => {
      const { cannibalization_risks: risks } = await answer({
        keywords: ['safety stock', 'safety stock calculation'],
        pages: [
          { url: 'https://a.test/blog/one', title: one },
          { url: 'https://a.test/blog/other', title: other },
        ],
      });
      return risks.map(({ severity }) => severity);
    };
    expect(
      await severities('What is safety stock and how to calculate it', 'Safety stock formula and calculation'),
    ).toEqual(['low']);
    expect(await severities('Safety stock calculation', 'How to calculate safety stock')).toEqual(['high']);
  });

  it('calls pages rivals that the cannibalization check calls rivals, and no others', async () => {
    const agreeOn = async (one: string, other: string, keyword: string): Promise<boolean> => {
      const pages = [
        { url: 'https://a.test/one', title: one },
        { url: 'https://a.test/other', title: other },
        { url: 'https://a.test/contact', title: 'Contact' },
      ];
      const { cannibalization_risks: risks } = await answer({ keywords: [keyword], pages });
      const { result } = await runPure(cannibalization, { pages });
      const conflicts = cannibalization.result.parse(result)['conflicts'];
      const isConflict = Array.isArray(conflicts) && conflicts.length > 0;
      expect(risks.some(({ severity }) => severity === 'high')).toBe(isConflict);
      return isConflict;
    };
    // One subject, in other words and with another subtitle.
    expect(
      await agreeOn(
        'Création d’entreprise à Lyon : choisir son statut',
        'Créer son entreprise à Lyon : les étapes',
        'création entreprise lyon',
      ),
    ).toBe(true);
    expect(await agreeOn('Safety stock calculation', 'How to calculate safety stock', 'safety stock calculation')).toBe(
      true,
    );
    // Each tells of something of its own.
    expect(await agreeOn('Hiking boots: sizes', 'Hiking boots: care', 'hiking boots')).toBe(false);
    expect(
      await agreeOn(
        'What is safety stock and how to calculate it',
        'Safety stock formula and calculation',
        'safety stock calculation',
      ),
    ).toBe(false);
  });

  it('gives each keyword the page that is about it, in any word order, number and spelling', async () => {
    const report = await answer({
      keywords: [
        'running shoes',
        'shoe for running',
        'trail running shoes',
        'running shoes for flat feet',
        'flat feet running shoe',
      ],
      pages: SHOP,
    });
    expect(places(report)).toEqual({
      'running shoes': 'strong /shoes/running',
      'shoe for running': 'strong /shoes/running',
      'trail running shoes': 'strong /shoes/trail-running',
      'running shoes for flat feet': 'strong /blog/flat-feet',
      'flat feet running shoe': 'strong /blog/flat-feet',
    });
    expect(
      report.mappings.every(
        ({ score_components: parts, score }) => parts.topic + parts.focus + parts.intent + parts.limits === score,
      ),
    ).toBe(true);
  });

  it('looks at what the search is after, not at the words alone', async () => {
    const report = await answer({
      keywords: ['best running shoes', 'buy running shoes', 'acme login', 'acme pricing', 'how to clean running shoes'],
      pages: SHOP,
      target: 'acme.test',
    });
    expect(places(report)).toEqual({
      'best running shoes': 'strong /blog/best-running-shoes',
      'buy running shoes': 'strong /shoes/running',
      'acme login': 'strong /login',
      'acme pricing': 'strong /pricing',
      'how to clean running shoes': 'missing how-to-clean-running-shoes',
    });
  });

  it('gives no page of one model for another, and no page of shoes for socks', async () => {
    const report = await answer({ keywords: ['iphone 15 case', 'running socks'], pages: SHOP });
    expect(places(report)).toEqual({
      'iphone 15 case': 'missing iphone-15-case',
      'running socks': 'missing running-socks',
    });
    expect(report.missing_pages.find(({ keywords }) => keywords[0] === 'running socks')?.nearest_page).toMatchObject({
      missing_words: ['socks'],
    });
  });

  it('names what a weak match lacks and says what to do about it', async () => {
    const report = await answer({ keywords: ['waterproof trail running shoes'], pages: SHOP });
    expect(report.mappings).toEqual([]);
    expect(report.weak_matches).toMatchObject([
      { keyword: 'waterproof trail running shoes', match: 'weak', missing_words: ['waterproof'] },
    ]);
    expect(report.weak_matches[0]?.advice).toContain('“waterproof”');
  });

  it('puts keywords without a page together with their siblings, one page for each purpose', async () => {
    const report = await answer({
      keywords: [
        'running socks',
        'merino running socks',
        'best running socks',
        'cycling gloves',
        'how to wash running socks',
      ],
      pages: SHOP,
    });
    const groups = report.missing_pages.map(({ keywords }) => keywords.toSorted());
    expect(groups).toContainEqual(['cycling gloves']);
    expect(groups).toContainEqual(['how to wash running socks']);
    expect(groups.find((group) => group.includes('running socks'))).toContain('merino running socks');
    expect(new Set(report.missing_pages.map(({ suggested_slug: slug }) => slug)).size).toBe(groups.length);
    expect(report.missing_pages.find(({ keywords }) => keywords.includes('how to wash running socks'))).toMatchObject({
      suggested_page_type: 'blog_post',
      intent: 'informational',
      suggested_title: 'How to wash running socks',
    });
  });

  it('reports two pages that are after one keyword, and not a hub with its child', async () => {
    const report = await answer({
      keywords: ['email marketing guide', 'running shoes'],
      pages: [
        {
          url: 'https://a.test/blog/email-marketing-guide',
          title: 'Email Marketing Guide',
          current_keywords: ['email marketing guide'],
        },
        {
          url: 'https://a.test/guides/email-marketing',
          title: 'A Guide to Email Marketing',
          current_keywords: 'email marketing guide; newsletters',
        },
        { url: 'https://a.test/shoes', title: 'Running shoes' },
        { url: 'https://a.test/shoes/trail', title: 'Trail running shoes for mountains' },
      ],
    });
    expect(report.cannibalization_risks).toHaveLength(1);
    expect(report.cannibalization_risks[0]).toMatchObject({ keywords: ['email marketing guide'], severity: 'high' });
  });

  it('prefers the page whose title is the keyword, however its words are joined', async () => {
    const report = await answer({
      keywords: ['kaffeeabo', 'espresso bohnen', 'how to descale a kettle'],
      pages: [
        { url: 'https://a.test/abo', title: 'Kaffee-Abo | Rösterei' },
        { url: 'https://a.test/kaffee', title: 'Kaffee kaufen: Abo oder einzeln', current_keywords: ['kaffee abo'] },
        { url: 'https://a.test/espresso', title: 'Espressobohnen' },
        { url: 'https://a.test/shop/kettles', title: 'How to Descale a Kettle', page_type: 'category' },
        { url: 'https://a.test/blog/kettles', title: 'How to Descale a Kettle and a Coffee Machine' },
      ],
    });
    expect(places(report)).toEqual({
      kaffeeabo: 'strong /abo',
      'espresso bohnen': 'strong /espresso',
      'how to descale a kettle': 'strong /shop/kettles',
    });
    expect(report.mappings.every(({ why }) => why.startsWith('Its title is the keyword'))).toBe(true);
  });

  it('sees a second page about the subject of a page that keywords go to', async () => {
    const report = await answer({
      keywords: ['cheap car insurance'],
      pages: [
        { url: 'https://a.test/cheap-car-insurance', title: 'Cheap Car Insurance' },
        { url: 'https://a.test/low-cost', title: 'Affordable Auto Insurance' },
        { url: 'https://a.test/van', title: 'Cheap Van Insurance' },
        { url: 'https://a.test/blog/car-insurance', title: 'What Is Car Insurance?' },
      ],
    });
    expect(report.cannibalization_risks.map(({ pages }) => pages.map(({ url }) => url))).toEqual([
      ['https://a.test/cheap-car-insurance', 'https://a.test/low-cost'],
    ]);
  });

  it('lists of equally severe risks first the one that concerns more keywords', async () => {
    const report = await answer({
      keywords: ['pump repair', 'wool socks', 'merino socks'],
      pages: [
        { url: 'https://a.test/pump-repair', title: 'Pump repair', current_keywords: ['pump repair'] },
        { url: 'https://a.test/repair/pumps', title: 'Repair of pumps', current_keywords: ['pump repair'] },
        { url: 'https://a.test/socks', title: 'Wool socks', current_keywords: ['wool socks', 'merino socks'] },
        { url: 'https://a.test/woollens', title: 'Socks of wool', current_keywords: ['wool socks', 'merino socks'] },
      ],
    });
    expect(report.cannibalization_risks.map(({ severity, keywords }) => [severity, keywords])).toEqual([
      ['high', ['merino socks', 'wool socks']],
      ['high', ['pump repair']],
    ]);
  });

  it('takes versions of a page in two languages for no risk', async () => {
    const report = await answer({
      keywords: ['crm software'],
      pages: [
        { url: 'https://a.test/en/crm', title: 'CRM Software' },
        { url: 'https://a.test/de/crm', title: 'CRM Software' },
      ],
    });
    expect(report.cannibalization_risks).toEqual([]);
  });

  it('says which pages carry too much and which nothing', async () => {
    const report = await answer({
      keywords: ['crm software pricing', 'what is crm software', 'crm software', 'crm software guide'],
      pages: [
        {
          url: 'https://a.test/crm',
          title: 'CRM software',
          current_keywords: ['crm software pricing', 'what is crm software', 'crm software', 'crm software guide'],
          page_type: 'landing page',
        },
        { url: 'https://a.test/team', title: 'Our team' },
      ],
    });
    const loads = Object.fromEntries(report.page_load.map((page) => [new URL(page.url).pathname, page.load]));
    expect(loads['/team']).toBe('none');
    expect(report.page_load.find(({ url }) => url.endsWith('/crm'))?.keyword_count).toBeGreaterThan(0);
  });

  it('lists equal keywords once and leaves out what has no word', async () => {
    const report = await answer({
      keywords: ['running shoes', 'Running  Shoes', 'RUNNING\u200B SHOES', '', ' \t ', '!!!'],
      pages: SHOP,
    });
    expect(report.duplicates).toHaveLength(2);
    expect(report.left_out.map(({ why }) => why)).toEqual(['It is empty.', 'It is empty.', 'It has no words.']);
    expect(report.counts).toMatchObject({ keywords: 6, strong: 1, duplicates: 2, left_out: 3 });
  });

  it('keeps to max_mappings and says which keywords it left out', async () => {
    const report = await answer({ keywords: ['running shoes', 'trail running shoes'], pages: SHOP, max_mappings: 1 });
    expect(report.mappings).toHaveLength(1);
    expect(report.left_out).toEqual([{ keyword: 'trail running shoes', why: 'Over the max_mappings limit of 1.' }]);
  });

  it('maps German compounds and inflections', async () => {
    const report = await answer({
      keywords: [
        'laufschuhe damen',
        'günstige laufschuhe',
        'fahrrad reparatur berlin',
        'wie putze ich laufschuhe',
        'laufsocken',
      ],
      pages: [
        { url: 'https://laden.test/laufschuhe/damen', title: 'Laufschuhe für Damen | Laden' },
        { url: 'https://laden.test/laufschuhe', title: 'Laufschuhe kaufen' },
        { url: 'https://laden.test/werkstatt', title: 'Fahrrad-Reparatur in Berlin' },
      ],
    });
    expect(places(report)).toEqual({
      'laufschuhe damen': 'strong /laufschuhe/damen',
      'günstige laufschuhe': 'strong /laufschuhe',
      'fahrrad reparatur berlin': 'strong /werkstatt',
      'wie putze ich laufschuhe': 'missing wie-putze-laufschuhe',
      laufsocken: 'missing laufsocken',
    });
    expect(report.languages).toContain('de');
  });

  it('maps Spanish and Japanese keywords', async () => {
    const report = await answer({
      keywords: ['zapatillas para correr', 'cómo limpiar zapatillas', 'ランニングシューズ 選び方', '東京 自転車修理'],
      pages: [
        { url: 'https://t.test/zapatillas-correr', title: 'Zapatillas para correr' },
        { url: 'https://t.test/running', title: 'ランニングシューズの選び方ガイド' },
        { url: 'https://t.test/repair', title: '東京の自転車修理店' },
      ],
    });
    expect(places(report)).toEqual({
      'zapatillas para correr': 'strong /zapatillas-correr',
      'cómo limpiar zapatillas': 'missing como-limpiar-zapatillas',
      'ランニングシューズ 選び方': 'strong /running',
      '東京 自転車修理': 'strong /repair',
    });
  });

  it('reads headings as texts, as objects and as lines, and rows of one address together', async () => {
    const report = await answer({
      keywords: ['tent repair', 'tent rental', 'tent cleaning'],
      pages: [
        { url: 'https://a.test/tents', title: 'Tents', headings: ['Tent repair'] },
        { url: 'http://a.test/tents/?utm_source=x', title: 'Tents', headings: [{ text: 'Tent rental', level: 2 }] },
        { url: 'https://a.test/tents#top', title: 'Tents', headings: 'Tent cleaning\nPrices' },
      ],
    });
    expect(report.counts.pages).toBe(1);
    expect(Object.values(places(report)).every((place) => place.endsWith(' /tents'))).toBe(true);
    expect(report.notes[0]).toContain('2 rows repeat');
  });

  it('is not misled by prototype keys, and names columns that it does not know', async () => {
    const report = await answer({
      keywords: ['__proto__', 'constructor', 'toString'],
      pages: [
        JSON.parse(
          '{"url":"https://a.test/constructor","title":"constructor","__proto__":{"title":"x"},"hasOwnProperty":1,"clicks":4}',
        ),
      ],
    });
    expect(places(report)['constructor']).toBe('strong /constructor');
    expect(report.notes.join(' ')).toContain('clicks');
  });

  it('shows nothing that hides or turns text, and survives texts of 100 kB', async () => {
    const { result, markdown_summary } = await run({
      keywords: ['bike\u202E rep\u0000air', '| table | break\n## heading'],
      pages: [{ url: 'https://a.test/\u202E', title: 'Bike\u202E\u0007 repair | x\n## heading' }],
    });
    // oxlint-disable-next-line no-control-regex -- these are what must not come through
    expect(JSON.stringify(result)).not.toMatch(/\\u0000|\\u0007|\u202E/);
    expect(markdown_summary.match(/^## /gm)).toHaveLength(1);
    const long = 'running shoes '.repeat(8000);
    expect(() => operation.prepare({ keywords: [long], pages: SHOP })).toThrow(AppError);
    const report = mapKeywords({
      keywords: [long, 'running shoes'],
      pages: [
        { url: 'https://a.test/', title: long, description: long, headings: [long, long], current_keywords: long },
      ],
      max_mappings: 250,
    });
    expect(JSON.stringify(report).length).toBeLessThan(20_000);
  });

  it('says what to send when no keyword can be read, and refuses a request without any', async () => {
    const { markdown_summary } = await run({ keywords: ['…'], pages: SHOP });
    expect(markdown_summary).toContain('Send keywords that contain words');
    for (const body of [
      { keywords: [], pages: SHOP },
      { keywords: ['a'], pages: [] },
      { keywords: ['a'], pages: [{ url: 'https://a.test' }] },
    ])
      expect(() => operation.prepare(body)).toThrow(AppError);
  });

  it('takes no longer for each page of a larger site', async () => {
    const words =
      'red blue green shoes socks bike run trail road women men kids water proof light best buy how price guide'.split(
        ' ',
      );
    const text = (seed: number): string =>
      `${words[seed % 20]} ${words[(seed * 7) % 20]} ${words[(seed * 3 + 1) % 20]} shoes`;
    const keywords = Array.from({ length: 25 }, (_, at) => `${text(at)} ${at}`);
    const map = (size: number) =>
      run({
        keywords,
        pages: Array.from({ length: size }, (_, at) => ({
          url: `https://a.test/${words[at % 20]}/${at}`,
          title: `${text(at)} ${at}`,
          description: Array.from({ length: 60 }, (_each, word) => words[(at + word) % 20]).join(' '),
          headings: Array.from({ length: 20 }, (_each, heading) => `${text(at + heading)} ${at}`),
          current_keywords: Array.from({ length: 20 }, (_each, keyword) => text(at * keyword)),
        })),
      });
    expect(await measureGrowthAsync(map, 20)).toBeLessThan(9);
  });
});

const BIKES = [
  { url: 'https://s.test/', title: 'Bike Shop in Bristol – Sales, Service & Hire | Severn Bikes' },
  {
    url: 'https://s.test/bike-repair',
    title: 'Bike Repair & Servicing Bristol | Severn Bikes',
    headings: ['Puncture repair', 'Full service', 'Prices'],
    current_keywords: ['bike repair bristol'],
  },
  { url: 'https://s.test/used-bikes', title: 'Used & Second Hand Bikes | Severn Bikes' },
  { url: 'https://s.test/cycle-to-work', title: 'Cycle to Work Scheme | Severn Bikes' },
  { url: 'https://s.test/gravel-vs-road', title: 'Gravel Bike vs Road Bike: 7 Differences | Severn Bikes' },
  { url: 'https://s.test/blog/best-gravel-bikes-under-1000', title: 'Best Gravel Bikes Under £1000 | Severn Bikes' },
  {
    url: 'https://s.test/guides/kids-bike-size',
    title: 'Kids Bike Size Guide: Chart by Age and Height | Severn Bikes',
  },
  { url: 'https://s.test/guides/bike-size', title: 'Bike Size Guide: What Size Frame Do I Need? | Severn Bikes' },
];

describe('a shop at a place', () => {
  const mapOf = async (keywords: string[], pages: unknown[] = BIKES): Promise<KeywordMapReport> =>
    answer({ keywords, pages, target: 'Severn Bikes' });

  it('gives no page of one limit for another, and counts a tool that the page lacks', async () => {
    const report = await mapOf([
      'best gravel bikes under 2000',
      'best gravel bikes under 1000',
      'cycle to work scheme calculator',
    ]);
    expect(places(report)).toEqual({
      'best gravel bikes under 1000': 'strong /blog/best-gravel-bikes-under-1000',
      'best gravel bikes under 2000': 'missing best-gravel-bikes-under-2000',
      'cycle to work scheme calculator': 'weak /cycle-to-work',
    });
    expect(report.missing_pages[0]?.why).toContain('lacks “2000”');
    expect(report.weak_matches[0]).toMatchObject({
      missing_words: ['calculator'],
      why: expect.stringContaining('It lacks “calculator”'),
    });
  });

  it('asks for no section on a function word or a word of intent', async () => {
    const report = await mapOf([
      'how much does a puncture repair cost',
      'difference between gravel and road bike',
      'puncture repair kit review',
    ]);
    const said = JSON.stringify([report.mappings, report.weak_matches, report.missing_pages]);
    expect(said).not.toMatch(/"(?:much|between|how|does|review)\\?"/);
    expect(places(report)['difference between gravel and road bike']).toBe('strong /gravel-vs-road');
    expect(said).not.toContain('a pricing for');
  });

  it('takes the place of the business for granted, and sends nobody to another place', async () => {
    const report = await mapOf(['used bikes bristol', 'second hand bikes bristol', 'bike shop bath']);
    expect(places(report)).toMatchObject({
      'used bikes bristol': 'strong /used-bikes',
      'second hand bikes bristol': 'strong /used-bikes',
    });
    expect(report.mappings.find(({ keyword }) => keyword === 'used bikes bristol')?.why).toContain(
      'it does not name the place, but the business is there',
    );
    expect(report.mappings.map(({ keyword }) => keyword)).not.toContain('bike shop bath');
  });

  it('reads a service at a place as local', async () => {
    const report = await mapOf(['bike shop bristol', 'bike repair bristol']);
    expect(
      report.mappings.map(({ keyword, intent, primary_url: url }) => [keyword, intent, new URL(url).pathname]),
    ).toEqual([
      ['bike shop bristol', 'local', '/'],
      ['bike repair bristol', 'local', '/bike-repair'],
    ]);
  });

  it('sends women to no page for men, and everybody to no page for children', async () => {
    const shoes = [{ url: 'https://s.test/mens-running-shoes', title: 'Mens Running Shoes' }];
    const womens = await mapOf(['womens running shoes', 'running shoes'], shoes);
    expect(places(womens)).toEqual({
      'womens running shoes': 'missing womens-running-shoes',
      'running shoes': 'weak /mens-running-shoes',
    });
    expect(womens.missing_pages[0]?.why).toContain('“mens” instead');
    expect(places(await mapOf(['bike size chart']))).toEqual({ 'bike size chart': 'strong /guides/bike-size' });
  });

  it('keeps the keyword that a page names itself as its first', async () => {
    const report = await mapOf(['bicycle repair bristol', 'bike repair bristol', 'cycle repair bristol']);
    expect(report.page_load.find(({ url }) => url.endsWith('/bike-repair'))?.primary_keyword).toBe(
      'bike repair bristol',
    );
    expect(report.mappings[0]?.keyword).toBe('bike repair bristol');
  });

  it('puts missing pages in the order of their worth, those in a language of the site first', async () => {
    const { result, markdown_summary } = await run({
      keywords: [
        'bicicleta eléctrica',
        'bicicletas eléctricas baratas',
        'bike storage ideas',
        'buy bike lights',
        'best bike lights to buy',
      ],
      pages: BIKES,
    });
    const report = operation.result.parse(result);
    const worths = report.missing_pages.map(({ worth }) => worth);
    expect(worths).toEqual(worths.toSorted((one, other) => other - one));
    expect(report.missing_pages[0]?.keywords.join()).toContain('bike lights');
    expect(report.missing_pages.at(-1)).toMatchObject({ language: 'es', worth_components: { language: 0 } });
    for (const { worth, worth_components: parts } of report.missing_pages)
      expect(Object.values(parts).reduce((sum, points) => sum + points, 0)).toBe(worth);
    expect(markdown_summary).toContain('bike lights”');
  });
});

const WORD = fc.constantFrom(
  'running',
  'shoes',
  'socks',
  'best',
  'how to',
  'price',
  'login',
  'trail',
  '2025',
  'für',
  'laufschuhe',
  '靴',
  'acme',
  '',
);
const TEXT = fc.array(WORD, { maxLength: 4 }).map((words) => words.join(' '));
const PAGE = fc.record(
  {
    url: fc.constantFrom(
      'https://acme.test/a',
      'https://acme.test/a/b',
      'https://acme.test/login',
      '/c',
      'https://acme.test/?id=1',
      'x',
    ),
    title: TEXT,
    description: fc.option(TEXT),
    headings: fc.option(fc.array(TEXT, { maxLength: 3 })),
    current_keywords: fc.option(fc.oneof(fc.array(TEXT, { maxLength: 3 }), TEXT)),
    page_type: fc.option(fc.constantFrom('blog', 'product', 'nonsense')),
  },
  { requiredKeys: ['url', 'title'] },
);
const INPUT = fc.record({
  keywords: fc.array(TEXT, { minLength: 1, maxLength: 12 }),
  pages: fc.array(PAGE, { minLength: 1, maxLength: 6 }),
  target: fc.option(fc.constantFrom('acme.test', 'Acme', ''), { nil: undefined }),
  max_mappings: fc.integer({ min: 1, max: 12 }),
});

describe('for any keywords and pages', () => {
  it('every keyword lands in exactly one place, and the answer keeps every rule', async () => {
    await fc.assert(
      fc.asyncProperty(INPUT, async (input) => {
        const report = await answer(input.target === undefined ? { ...input, target: '' } : input);
        const placed = [
          ...report.mappings.map(({ keyword }) => keyword),
          ...report.weak_matches.map(({ keyword }) => keyword),
          ...report.missing_pages.flatMap(({ keywords }) => keywords),
          ...report.duplicates.map(({ keyword }) => keyword),
          ...report.left_out.map(({ keyword }) => keyword),
        ];
        const clean = (texts: readonly string[]): string[] =>
          texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).toSorted();
        expect(clean(placed)).toEqual(clean(input.keywords));
        expect(report.mappings.length).toBeLessThanOrEqual(input.max_mappings);
        const urls = new Set(report.page_load.map(({ url }) => url));
        for (const one of [...report.mappings, ...report.weak_matches]) {
          const { topic, focus, intent, limits } = one.score_components;
          expect(topic + focus + intent + limits).toBe(one.score);
          expect(one.match).toBe(one.score >= 70 ? 'strong' : one.score >= 50 ? 'medium' : 'weak');
          expect(urls.has(one.primary_url)).toBe(true);
        }
        expect(report.page_load.reduce((sum, page) => sum + page.keyword_count, 0)).toBe(report.mappings.length);
      }),
      { numRuns: 150 },
    );
  });

  it('every reason is true of the page', () => {
    const words = ['tent', 'stove', 'boot', 'camping', 'waterproof', 'repair', 'lamp', 'cheap', 'wool', 'best'];
    const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((some) => some.join(' '));
    const request = fc.record({
      keywords: fc.array(text, { minLength: 1, maxLength: 10 }),
      pages: fc.array(fc.record({ title: text, headings: fc.array(text, { maxLength: 2 }), description: text }), {
        minLength: 1,
        maxLength: 6,
      }),
    });
    const quoted = (said: string): string[] => [...said.matchAll(/“([^”]+)”/g)].map(([, word = '']) => word);
    /** What a reason says that the page has and lacks. */
    const readReason = (
      why: string,
      asked: readonly string[],
    ): { has: readonly string[]; lacks: readonly string[] } => {
      if (why.startsWith('It lacks')) return { has: [], lacks: quoted(why) };
      const [has = '', not = ''] = why.split(', but not ', 2);
      return { has: why.startsWith('It has “') ? quoted(has) : asked, lacks: quoted(not) };
    };
    let reasons = 0;
    fc.assert(
      fc.property(request, ({ keywords, pages }) => {
        const located = pages.map((one, at) => ({ ...one, url: `https://a.test/${at}` }));
        const report = mapKeywords({ keywords, pages: located, max_mappings: 100 });
        for (const { keyword, primary_url: url, why } of [...report.mappings, ...report.weak_matches]) {
          const own = located.find((one) => one.url === url);
          const there = `${own?.title} ${own?.headings.join(' ')} ${own?.description}`.split(' ');
          const { has, lacks } = readReason(why, keyword.split(' '));
          expect([...there, ...keyword.split(' ')]).toEqual(expect.arrayContaining([...has, ...lacks]));
          expect(there).toEqual(expect.arrayContaining([...has]));
          expect(there.filter((word) => lacks.includes(word))).toEqual([]);
          expect(why.startsWith('Its title is the keyword')).toBe(own?.title === keyword);
          reasons += 1;
        }
      }),
      { numRuns: 200 },
    );
    expect(reasons).toBeGreaterThan(100);
  });

  it('the order of keywords and pages changes nothing', () => {
    fc.assert(
      fc.property(INPUT, fc.infiniteStream(fc.nat()), (input, seeds) => {
        const shuffled = <Item>(items: readonly Item[]): Item[] =>
          items
            .map((item) => ({ item, at: seeds.next().value ?? 0 }))
            .sort((one, other) => one.at - other.at)
            .map(({ item }) => item);
        const other = { ...input, keywords: shuffled(input.keywords), pages: shuffled(input.pages) };
        expect(mapKeywords(other)).toEqual(mapKeywords(input));
      }),
      { numRuns: 150 },
    );
  });
});

describe('what the title of a page says', () => {
  const site = (path: string, title: string) => ({ url: `https://turia.test${path}`, title });
  const placesOf = async (keywords: string[], pages: unknown[]) => {
    const { mappings } = await answer({ keywords, pages, target: 'turia.test' });
    return Object.fromEntries(
      mappings.map(({ keyword, primary_url: url, match }) => [
        keyword,
        `${url.replace('https://turia.test', '')} ${match}`,
      ]),
    );
  };

  it('before a colon is its subject, whatever kind of page it is', async () => {
    const pages = [site('/cap', 'Curso CAP: precio y fechas'), site('/moto', 'Carnet de moto: A1, A2 y A')];
    expect(await placesOf(['curso cap', 'carnet de moto'], pages)).toEqual({
      'curso cap': '/cap strong',
      'carnet de moto': '/moto strong',
    });
  });

  it('goes without saying where the title of the home page says it of the business', async () => {
    const pages = [site('/', 'Turia – Traiteur à Lyon'), site('/buffets', 'Buffets froids et chauds')];
    expect(await placesOf(['buffet froid traiteur'], pages)).toEqual({ 'buffet froid traiteur': '/buffets medium' });
  });

  it('has words of its own that only look like words of intent: a document is no documentation', async () => {
    const pages = [
      site('/', 'Turia – Self storage in Leeds'),
      site('/business', 'Storage for business'),
      site('/archive', 'Secure document and archive storage'),
    ];
    expect(await placesOf(['document storage leeds'], pages)).toEqual({ 'document storage leeds': '/archive medium' });
  });

  it('keeps searches about the business as a whole off pages about a thing of their own', async () => {
    const pages = [
      site('/', 'Turia – Wedding Photographer in London'),
      site('/blog/shot-list', 'Wedding photo shot list (free checklist)'),
    ];
    expect(await placesOf(['do you tip your wedding photographer', 'wedding photo shot list'], pages)).toEqual({
      'do you tip your wedding photographer': '/ medium',
      'wedding photo shot list': '/blog/shot-list strong',
    });
  });
});

it('writes names in titles of missing pages as their owners do', async () => {
  const pages = [{ url: 'https://turia.test/', title: 'Turia – Mobile phones' }];
  const { missing_pages: missing } = await answer({ keywords: ['eSIM for japan', 'garden hose'], pages });
  expect(missing.map((page) => page.suggested_title).toSorted()).toEqual(['Garden hose', 'eSIM for Japan']);
});
