import { describe, expect, it } from 'vitest';

import { leastCpuMs } from '../../../../test/pure-operation.ts';
import { measure, cutToResult } from '../../../text/snippet/option.ts';
import { measureWidth } from '../../../text/snippet/pixel-width.ts';
import type { TitleMetaInput } from './input.ts';
import { cutIntoSentences } from './sentences.ts';
import { titleMeta, TitleMetaReport } from './title-meta.ts';
import { makeSuppliedPage } from '../../../web/page/asked-page.ts';

const write = (
  text: string,
  keyword: string,
  more: Partial<TitleMetaInput> & { url?: string } = {},
): TitleMetaReport => {
  const { url, ...rest } = more;
  const input = {
    page: makeSuppliedPage(text, url),
    keyword,
    target: undefined,
    page_type: 'auto',
    current_title: undefined,
    current_meta_description: undefined,
    ...rest,
  } as const;
  return TitleMetaReport.strict().parse(titleMeta.run(input));
};

const texts = (options: readonly { text: string }[]): string[] => options.map(({ text }) => text);
const titles = (report: TitleMetaReport): Record<string, string> =>
  Object.fromEntries(report.title_options.map(({ strategy, text }) => [strategy, text]));
const descriptions = (report: TitleMetaReport): Record<string, string> =>
  Object.fromEntries(report.description_options.map(({ strategy, text }) => [strategy, text]));
const open = (report: TitleMetaReport): string[] =>
  report.current.checks.filter(({ status }) => status === 'fail' || status === 'warn').map(({ id }) => id);

const WORKSHOP = `<!doctype html><html lang="en"><head><title>Home</title><meta property="og:site_name" content="Harbour Bikes"></head><body><main>
<h1>Bike Repair While You Wait</h1>
<p>Our workshop in Hamburg repairs city bikes, cargo bikes and e-bikes while you wait. Most repairs take less than an hour and cost 25 € on average.</p>
<h2>Prices</h2><p>A small service costs 25 €. It includes brakes, gears and tyres.</p>
<h2>Opening hours</h2><p>We are open from Monday to Saturday, from 8 to 18.</p>
<h2>How long does a bike repair take?</h2><p>A bike repair takes 40 minutes on average, and you can wait with a coffee.</p>
<h2>Spare parts</h2><p>We keep 2,000 parts in stock for all common brands.</p><p><a href="/book">Book a repair</a></p></main></body></html>`;

const GOOD = `<!doctype html><html lang="en"><head><title>Bike repair while you wait in Hamburg | Harbour Bikes</title><meta property="og:site_name" content="Harbour Bikes"><meta name="description" content="Our workshop in Hamburg repairs city bikes, cargo bikes and e-bikes while you wait, and most repairs take less than an hour."></head>${WORKSHOP.slice(WORKSHOP.indexOf('<body>'))}`;

const WERKSTATT = `---
title: Fahrradreparatur in Hamburg – schnell, günstig und ohne Termin direkt am Hafen, dazu Ersatzteile und Leihräder | Hafenrad
lang: de
---
# Fahrradreparatur in Hamburg ohne Termin

Unsere Werkstatt am Hamburger Hafen repariert Stadträder, Lastenräder und E-Bikes, während Sie warten. Die meisten Reparaturen dauern weniger als eine Stunde und kosten im Schnitt 45 Euro.

## Preise

Eine kleine Inspektion kostet 29 Euro. Bremsen, Schaltung und Reifen sind inbegriffen.

## Öffnungszeiten

Montag bis Samstag von 8 bis 18 Uhr.

## Was kostet eine Fahrradreparatur?

Eine Fahrradreparatur kostet bei uns in Hamburg zwischen 29 und 120 Euro, je nach Aufwand.
`;

const ZAPATILLAS = `# Zapatillas de trail para mujer

Las zapatillas de trail Sierra agarran en roca mojada y pesan solo 240 gramos. Cuestan 129 € con envío gratuito.

## Tallas

De la 36 a la 42.

## Materiales

Malla reciclada y caucho natural.

## Envío y devoluciones

El envío es gratuito en toda España.
`;

const ATELIER = `# Réparation de vélo à Lyon

Notre atelier répare votre vélo à Lyon en moins de deux heures, sans rendez-vous. Un contrôle complet coûte 39 € et comprend les freins, les vitesses et les pneus.

## Tarifs

À partir de 15 €.

## Horaires

Du lundi au samedi.

## Pièces détachées

Plus de mille pièces en stock.
`;

const OSAKA = `# 大阪の自転車修理ならハーバーサイクル

大阪市内の自転車修理は最短30分で完了します。パンク修理は1,200円からご利用いただけます。出張修理にも対応しています。

## 料金

パンク修理は1,200円です。
`;

const PRODUCT = `<!doctype html><html lang="en"><head><title>Fjord Trail Shoe | North Gear</title>
<meta property="og:site_name" content="North Gear"><meta property="og:type" content="product">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Fjord Trail Shoe","offers":{"@type":"Offer","price":"129.00","priceCurrency":"EUR"},"aggregateRating":{"@type":"AggregateRating","ratingValue":"4.7","reviewCount":"89"}}</script></head>
<body><main><h1>Fjord Trail Shoe</h1><p>€129.00</p><p>Rated 4.7 by 89 runners.</p><p>The Fjord trail shoe grips wet rock with a soft rubber sole and weighs 240 grams.</p></main></body></html>`;

describe('title-meta: what it writes', () => {
  it('writes English titles and descriptions out of the words of the page', () => {
    const report = write(WORKSHOP, 'bike repair');
    expect(report).toMatchObject({
      language: 'en',
      brand: 'Harbour Bikes',
      keyword_on_page: { phrase: 'Bike Repair', found_in: 'h1' },
    });
    expect(titles(report)).toEqual({ heading_with_brand: 'Bike Repair While You Wait | Harbour Bikes' });
    expect(descriptions(report)).toEqual({
      with_call_to_action:
        'Our workshop in Hamburg repairs city bikes, cargo bikes and e-bikes while you wait. Book a repair.',
      opening_sentences:
        'Our workshop in Hamburg repairs city bikes, cargo bikes and e-bikes while you wait. Most repairs take less than an hour and cost 25 € on average.',
    });
  });

  it('names the place that people search with, where the page is in it', () => {
    expect(titles(write(WORKSHOP, 'bike repair hamburg'))).toEqual({
      keyword_in_place: 'Bike Repair in Hamburg | Harbour Bikes',
      heading_with_brand: 'Bike Repair While You Wait | Harbour Bikes',
    });
  });

  it('never makes a title of a searcher’s shorthand', () => {
    const page =
      '# Gusseisentopf 5 Liter\n\nDer Gusseisentopf mit 5 Litern hält die Wärme lange und passt auf jeden Herd, auch auf Induktion.\n';
    const report = write(page, 'gusseisentopf induktion', { target: 'Küchenladen' });
    expect(texts(report.title_options)).toEqual(['Gusseisentopf 5 Liter | Küchenladen']);
  });

  it('writes German with German capitals and takes the heading for a title that is too long', () => {
    const report = write(WERKSTATT, 'fahrradreparatur hamburg', { target: 'Hafenrad' });
    expect(report.language).toBe('de');
    expect(titles(report)).toEqual({ heading_with_brand: 'Fahrradreparatur in Hamburg ohne Termin | Hafenrad' });
    expect(open(report)).toEqual(['title.width', 'title.matches-page', 'title.matches-heading']);
  });

  it.each([
    [
      'es',
      ZAPATILLAS,
      'zapatillas de trail',
      'Zapatillas de trail para mujer',
      'Las zapatillas de trail Sierra agarran en roca mojada y pesan solo 240 gramos. Cuestan 129 € con envío gratuito.',
    ],
    [
      'fr',
      ATELIER,
      'réparation vélo lyon',
      'Réparation de vélo à Lyon',
      'Notre atelier répare votre vélo à Lyon en moins de deux heures, sans rendez-vous.',
    ],
  ])('takes heading and introduction of a page in %s as they are', (language, page, keyword, title, description) => {
    const report = write(page, keyword);
    expect(report.language).toBe(language);
    expect(texts(report.title_options)).toEqual([title]);
    expect(texts(report.description_options)).toEqual([description]);
  });

  it('takes whole sentences where it knows no phrases of the language, and joins Japanese without spaces', () => {
    const report = write(OSAKA, '自転車 修理 大阪');
    expect(report.language).toBe('ja');
    expect(report.keyword_on_page.missing_words).toEqual([]);
    expect(texts(report.title_options)).toEqual(['大阪の自転車修理ならハーバーサイクル']);
    expect(texts(report.description_options)[0]).toBe(
      '大阪市内の自転車修理は最短30分で完了します。パンク修理は1,200円からご利用いただけます。出張修理にも対応しています。',
    );
    expect(report.title_options[0]).toMatchObject({ pixel_width: 360, width_measured: true });
  });

  it('leads with price and ratings only where visitors see them', () => {
    const report = write(PRODUCT, 'fjord trail shoe');
    expect(titles(report)['with_price']).toBe('Fjord Trail Shoe for €129.00 | North Gear');
    expect(descriptions(report)['with_facts']).toMatch(
      /^Shop the Fjord Trail Shoe for €129\.00 at North Gear\. Rated 4\.7 out of 5 in 89 reviews\./,
    );
    const hidden = write(PRODUCT.replace('<p>€129.00</p><p>Rated 4.7 by 89 runners.</p>', ''), 'fjord trail shoe');
    expect(titles(hidden)['with_price']).toBeUndefined();
    expect(descriptions(hidden)['with_facts']).toBeUndefined();
  });

  it('counts the steps of instructions', () => {
    const steps = [1, 2, 3, 4]
      .map((step) => `## Step ${step}: Part ${step}\n\nDo this part with two levers.\n`)
      .join('\n');
    const report = write(
      `# How to Fix a Flat Tyre\n\nA flat tyre takes ten minutes to fix.\n\n${steps}`,
      'how to fix a flat tyre',
    );
    expect(titles(report)['with_steps']).toBe('How to Fix a Flat Tyre in 4 Steps');
  });

  it('promises nothing that the page does not hold', () => {
    const report = write(WORKSHOP, 'cheap bike rental berlin');
    expect(report.keyword_on_page.missing_words).toEqual(['cheap', 'rental', 'berlin']);
    expect(texts([...report.title_options, ...report.description_options]).join(' ')).not.toMatch(
      /cheap|rental|berlin/i,
    );
    expect(report.snippet_risks.find(({ id }) => id === 'keyword-not-on-page')).toMatchObject({ severity: 'high' });
  });

  it.each([
    ['bike repair', WORKSHOP],
    ['fahrradreparatur hamburg', WERKSTATT],
    ['zapatillas de trail', ZAPATILLAS],
    ['réparation vélo lyon', ATELIER],
    ['fjord trail shoe', PRODUCT],
  ])('uses no word for %s that is neither on the page nor in a frame, and cuts none', (keyword, page) => {
    const report = write(page, keyword);
    const known = new Set(page.toLowerCase().match(/[\p{L}\p{N}]+/gu));
    const grammar = new Set(['in', 'en', 'à', 'shop', 'the', 'for', 'at', 'rated', 'out', 'of', 'reviews']);
    for (const option of [...report.title_options, ...report.description_options]) {
      const words = option.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      expect(words.filter((word) => !known.has(word) && !grammar.has(word) && word !== '5')).toEqual([]);
      expect(option.truncation_risk).toBe('low');
    }
    expect(report.title_options.length).toBeGreaterThan(0);
    expect(report.description_options.length).toBeGreaterThan(0);
  });

  it('never says a word of the keyword three times in one title', () => {
    const stuffed =
      '# Bike repair, bike repair shop, bike repair service, best bike repair\n\nBike repair bike repair bike repair in Bonn.\n';
    for (const text of texts(write(stuffed, 'bike repair').title_options))
      expect(text.toLowerCase().split('bike').length - 1).toBeLessThan(3);
  });

  it('keeps a title and a description that need no change, and says why they are good', () => {
    const report = write(GOOD, 'bike repair');
    const [title, ...others] = report.title_options;
    expect(title).toMatchObject({
      strategy: 'keep_current',
      text: 'Bike repair while you wait in Hamburg | Harbour Bikes',
      why: 'Keep it: it says every word of “bike repair”, matches the H1, promises what the page delivers, fits a result (478 of 561 pixels) and names the site.',
    });
    expect(others).toEqual([]);
    expect(report.options_note.title).toBe('Keep the current title: nothing else on the page would make a better one.');
    expect(report.description_options[0]?.strategy).toBe('keep_current');
    expect(open(report)).toEqual([]);
    expect(report.snippet_risks).toEqual([]);
  });

  it('keeps no title that says “home” before the name of the site', () => {
    const page = `<html lang="fr"><title>Accueil - Devis Déménagement Rhône</title><h1>Votre devis de déménagement gratuit</h1><p>Nous déménageons particuliers et entreprises à Lyon depuis 1987.</p></html>`;
    const report = write(page, 'devis déménagement');
    expect(titles(report)).not.toHaveProperty('keep_current');
    expect(report.snippet_risks.map(({ id }) => id)).toContain('placeholder-title');
  });

  it('keeps a good title whose only fault weighs little, and names that fault', () => {
    const page = GOOD.replace('<h1>Bike Repair While You Wait</h1>', '<h1>Back on the road in an hour</h1>');
    expect(write(page, 'bike repair').title_options[0]).toMatchObject({
      strategy: 'keep_current',
      why: expect.stringContaining('Consider this as well: Use the same main words in the title and the H1'),
    });
    // What the plan keeps, the checklist does not tell to change.
    const tasks = write(page, 'bike repair').checklist.map(({ task }) => task);
    expect(tasks.slice(0, 2)).toEqual(['Keep the current title.', 'Keep the current meta description.']);
    expect(tasks.filter((task) => task.includes('main words'))).toEqual([
      expect.stringMatching(/^Optional: use the same/),
    ]);
  });

  it('puts no price behind a plural', () => {
    const page = `<html lang="en"><title>Stoves</title><body><main><h1>Camping stoves</h1><p>Camping stoves for gas and spirit that light in the wind and boil a litre of water in four minutes.</p><p>Ember costs 49 €.</p><p>Roar costs 89 €.</p></main></body></html>`;
    const { keyword_with_costs: title = '' } = titles(write(page, 'camping stove price', { target: 'NorthGear' }));
    expect(title).toMatch(/^Camping stoves?: /);
  });

  it('lists what is open about a text only where that text stays', () => {
    const fresh = write(WORKSHOP, 'bike repair').checklist.map(({ task }) => task);
    expect(fresh).toEqual([
      'Set the title to “Bike Repair While You Wait | Harbour Bikes”.',
      'Set the meta description to “Our workshop in Hamburg repairs city bikes, cargo bikes and e-bikes while you wait. Book a repair.”.',
      'Write a title that fits only this page.',
      'After publishing, search for the page with site: and the keyword, and compare the result with what you wrote.',
    ]);
    const kept = write(GOOD, 'bike repair', { current_title: 'We mend your bike while you wait in Hamburg' });
    expect(kept.title_options[0]?.strategy).toBe('heading_with_brand');
    expect(kept.checklist.map(({ because }) => because).join(' ')).not.toContain('title.');
  });

  it('keeps a harmless text until a better one is written, where the page has none', () => {
    const report = write('---\ntitle: Webhooks\n---\n# Webhooks\n\nAll events.\n', 'webhook events');
    expect(report.title_options).toMatchObject([{ text: 'Webhooks', strategy: 'keep_for_now' }]);
    expect(report.options_note.title).toBe('Nothing on the page makes a better title: write one by hand.');
    expect(report.checklist[0]?.task).toMatch(/^Write a title by hand/);
  });

  it('keeps no description that says nothing, and repeats no question of the heading as a label', () => {
    const page = (description: string): string =>
      `---\ntitle: Zahnarzt\ndescription: ${description}\n---\n# Was kostet ein Zahnimplantat?\n\nPreise ab 1.900 Euro\n\n| Implantat | 1.900 € |\n| --- | --- |\n`;
    const report = write(page('Weiterlesen'), 'zahnimplantat kosten');
    expect(report.description_options).toEqual([]);
    expect(report.title_options.map(({ text }) => text)).not.toContain('Zahnimplantat: Kosten');
  });

  it('puts the brand of the request behind a title of one word, also where the page has an address', () => {
    const page = '<html lang="fr"><head><title>Paie</title></head><body><main><h1>Paie</h1></main></body></html>';
    const report = write(page, 'paie', { target: 'Cabinet Morel', url: 'https://cabinet-morel.test/paie' });
    expect(texts(report.title_options)).toContain('Paie | Cabinet Morel');
  });

  it('sends nobody to options that there are not, and names words as they are written', () => {
    const report = write(
      '<html lang="en"><head><title>Safety: stock safety and safeties of safety</title></head><body><main><h1>Stock</h1></main></body></html>',
      'safety stock',
    );
    expect(report.description_options).toEqual([]);
    expect(JSON.stringify(report)).not.toContain('Use one of the description options');
    expect(report.current.checks.find(({ id }) => id === 'title.repetition')?.found).toBe('“safety” appears 4 times');
  });

  it('offers nothing made of headings, reviews or fragments', () => {
    const page = `# Kettles\n\nAll of them.\n\n## Prices and\n\nFrom 20 €.\n\n## Reviews\n\nI love this kettle, and my kettle pours so well that everybody should buy this kettle now.\n\n## See below\n\nThis kettle boils in two minutes, as the table below shows for every kettle that we sell.\n`;
    const report = write(page, 'kettles');
    expect(report.title_options).toEqual([]);
    expect(report.description_options).toEqual([]);
    expect(report.options_note).toEqual({
      title:
        'The page has no wording that makes a good title: write one by hand. Not offered: “Kettles” is too short to tell the page from others.',
      description:
        'The page has no wording that makes a good description: write one by hand. Not offered: “This kettle boils in two minutes, as the table below shows for every …” points to another part of the page.',
    });
  });

  it.each([
    [
      'a section number',
      '<title>9.10. Daten sichern mit Borg</title>',
      '<h2>Einleitung</h2>',
      'daten sichern',
      'Daten sichern mit Borg',
    ],
    [
      'a mix of capitals',
      '<title>x</title>',
      '<h1>How to become a Freelance Web Designer</h1>',
      'freelance web designer',
      'How to Become a Freelance Web Designer',
    ],
    [
      'shouting',
      '<title>x</title>',
      '<h1>BIKE REPAIR WHILE YOU WAIT</h1>',
      'bike repair',
      'Bike Repair While You Wait',
    ],
  ])('publishes no title with %s', (_name, title, heading, keyword, expected) => {
    const page = `<!doctype html><html><head>${title}</head><body><main>${heading}<p>Text.</p></main></body></html>`;
    expect(texts(write(page, keyword).title_options)).toEqual([expected]);
  });

  it('takes no customer’s words for the page’s own', () => {
    const review =
      'A trail shoe from Fjord grips wet rock better than any other and weighs next to nothing on long days.';
    const marked = `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Review","reviewBody":"${review}"}</script>`;
    const page = PRODUCT.replace(
      'The Fjord trail shoe grips wet rock with a soft rubber sole and weighs 240 grams.',
      review,
    );
    const without = (html: string): string => texts(write(html, 'trail shoe').description_options).join(' ');
    expect(without(page)).toContain(review);
    expect(without(page.replace('</head>', `${marked}</head>`))).not.toContain('wet rock');
  });

  it('cuts no phrase out of the middle of a heading', () => {
    const page = '# Understanding Python async await coroutines with a blocking loop as the running example\n\nText.\n';
    expect(write(page, 'python async', { target: 'Loops' }).title_options).toEqual([]);
    const whole = page.replace('async await', 'async and await');
    expect(texts(write(whole, 'understanding python async', { target: 'Loops' }).title_options)).toEqual([
      'Understanding Python Async | Loops',
    ]);
  });

  it('names a product beside the search where its heading is a name alone', () => {
    const page = PRODUCT.replaceAll('Fjord Trail Shoe', 'Fjord 3').replace(
      'The Fjord trail shoe',
      'The Fjord 3 trail shoe',
    );
    expect(titles(write(page, 'trail shoe'))).toEqual({ name_with_keyword: 'Fjord 3: Trail Shoe | North Gear' });
  });

  it('says the year and the prices that people search for, where the page states them', () => {
    const ranking =
      '# Best CRMs of 2026: A Customer Relationship Management Guide for Every Kind of Sales Team\n\nEvery CRM here is software that we used for a month. A CRM keeps what a team knows about its customers in one place.\n';
    expect(texts(write(ranking, 'best crm software', { page_type: 'comparison_page' }).title_options)).toContain(
      'Best CRM Software of 2026',
    );
    const practice =
      '# Zahnimplantate\n\nIn unserer Praxis in Köln kostet ein einzelnes Implantat zwischen 1.900 und 2.800 Euro.\n';
    expect(texts(write(practice, 'zahnimplantate kosten köln').title_options)).toContain(
      'Zahnimplantate in Köln: Kosten',
    );
  });

  it('writes the site name as the page shows it', () => {
    const named = (html: string, url?: string): string | null =>
      write(html, 'bikes', url === undefined ? {} : { url }).brand;
    const page = (title: string, head: string, text: string): string =>
      `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>Bikes</h1><p>${text}</p></main></body></html>`;
    expect(
      named(page('Bikes', '<meta property="og:site_name" content="Van And Storage">', 'Call Van & Storage.')),
    ).toBe('Van & Storage');
    expect(named(page('Bikes | UMN Extension', '', 'Text.'), 'https://extension.umn.edu/bikes')).toBe('UMN Extension');
    const gym =
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"HealthClub","name":"Stillpoint Yoga","address":{"@type":"PostalAddress","addressLocality":"Bristol"}}</script>';
    expect(named(page('Bikes', gym, 'Text.'))).toBe('Stillpoint Yoga');
    expect(named(page('Repairs | Green Fork', '', 'Text.'))).toBe('Green Fork');
    expect(named(page('Bikes | Cheap Bikes', '', 'Text.'), 'https://extension.umn.edu/bikes')).toBeNull();
  });
});

describe('title-meta: what it finds in the current texts', () => {
  it.each([
    ['title.keyword', { current_title: 'Our services and our team' }],
    [
      'title.width',
      { current_title: 'Bike repair while you wait in Hamburg for city bikes, cargo bikes and e-bikes of all brands' },
    ],
    ['title.figures', { current_title: 'Bike repair in Hamburg 2031 for 19 €' }],
    ['title.repetition', { current_title: 'Bike repair, bike service, bike parts' }],
    ['title.capitals', { current_title: 'BIKE REPAIR WHILE YOU WAIT' }],
    ['title.matches-page', { current_title: 'Bike repair courses and franchise licences worldwide' }],
    [
      'title.language',
      { current_title: 'Unsere Reparatur für alle Fahrräder ist die beste und wir sind immer für Sie da' },
    ],
    ['title.brand', { current_title: 'Harbour Bikes | Bike repair while you wait' }],
    ['title.wording', { current_title: 'Bike repair while you wait and' }],
    [
      'description.wording',
      { current_meta_description: 'We repair bikes while you wait and most repairs take less than an hour, so that' },
    ],
    ['description.short', { current_meta_description: 'Bike repair.' }],
    [
      'description.keyword',
      {
        current_meta_description: 'Welcome to the site of our company, where you find all that you need for your day.',
      },
    ],
    [
      'description.not-title',
      { current_title: 'Bike repair while you wait', current_meta_description: 'Bike repair while you wait' },
    ],
    ['description.width', { current_meta_description: 'Bike repair while you wait. '.repeat(12) }],
  ] as const)('finds %s', (id, given) => {
    expect(open(write(WORKSHOP, 'bike repair', given))).toContain(id);
  });

  it('says where a result would end a long title', () => {
    const title = 'Bike repair while you wait in Hamburg for city bikes, cargo bikes and e-bikes of all brands';
    const { current } = write(WORKSHOP, 'bike repair', { current_title: title });
    expect(current.title).toMatchObject({
      source: 'given',
      truncation_risk: 'high',
      shown: 'Bike repair while you wait in Hamburg for city bikes, cargo bikes…',
    });
  });

  it.each([
    ['noindex', '<meta name="robots" content="noindex">'],
    ['nosnippet', '<meta name="googlebot" content="nosnippet">'],
    ['max-snippet', '<meta name="robots" content="max-snippet:50">'],
    ['several-titles', '<title>Bike repair</title>'],
    ['several-descriptions', '<meta name="description" content="a"><meta name="description" content="b">'],
  ])('warns of %s', (id, element) => {
    const page = WORKSHOP.replace('</head>', `${element}</head>`);
    expect(write(page, 'bike repair').snippet_risks.map((risk) => risk.id)).toContain(id);
  });

  it('keeps no title that the heading has whole, with what it is about', () => {
    const page = html(
      'de',
      'Daune oder Kunstfaser?',
      `<h1>Schlafsack: Daune oder Kunstfaser?</h1><p>${'Daune wärmt bei gleichem Gewicht besser, Kunstfaser auch nass. '.repeat(3)}</p>`,
    );
    expect(texts(write(page, 'schlafsack daune oder kunstfaser').title_options)).toEqual([
      'Schlafsack: Daune oder Kunstfaser?',
      'Daune oder Kunstfaser?',
    ]);
  });

  it('takes a name at the start of a sentence for one, and leaves a heading in sentence case as it is', () => {
    const page = html(
      'en',
      'Customer story',
      `<h1>How Northlight Bakery cut payroll from two days to ten minutes</h1><p>Northlight Bakery pays 64 people. The bakery saves £640 a month on payroll, and closes it in ten minutes.</p>`,
    );
    expect(texts(write(page, 'payroll for bakeries').title_options)[0]).toBe(
      'How Northlight Bakery cut payroll from two days to ten minutes',
    );
  });

  it('names what is done at a place rather than take over a heading that speaks as the business does', () => {
    const page = html(
      'en',
      'Headingley',
      '<h1>Our Headingley practice</h1><p>Leeds Dental has a practice at 14 Otley Road, Headingley, LS6 3AA. Our dentists see private patients.</p>',
    );
    const options = texts(write(page, 'dentist headingley', { page_type: 'local_business' }).title_options);
    expect(options[0]).toBe('Dentists in Headingley');
  });

  it('names the place that is searched for, though the name of the site has it too', () => {
    const text = 'We replace missing teeth with implants at our practice in Leeds. A single implant costs £2,200.';
    const page = html('en', 'Treatments', `<h1>Dental implants</h1><p>${text}</p>`).replace(
      '</head>',
      '<meta property="og:site_name" content="Leeds Dental"></head>',
    );
    const options = texts(write(page, 'dental implants leeds', { page_type: 'landing_page' }).title_options);
    expect(options[0]).toBe('Dental implants in Leeds | Leeds Dental');
  });

  it('offers the heading where the title says nothing of the search, though it says only a part of it', () => {
    const page = html(
      'es',
      'FisioMar',
      '<h1>Clínica de fisioterapia en Gràcia</h1><p>Nuestra clínica está en el barrio de Gràcia de Barcelona. Cada fisioterapeuta trabaja con cita previa.</p>',
    );
    expect(texts(write(page, 'fisioterapeuta gràcia barcelona').title_options)).toEqual([
      'Clínica de fisioterapia en Gràcia',
    ]);
  });

  it.each([
    [
      'en',
      'The council approved the tram in Leeds by 58 votes to 31. It will run to Elland Road from the year 2033.',
      2,
    ],
    [
      'de',
      'Der Rat stimmte am 3. Mai für die Stadtbahn in Kiel. Sie fährt vom Hauptbahnhof zur Universität der Stadt.',
      2,
    ],
  ])('ends a sentence at a number only where the language writes no ordinals so: %s', (lang, text, count) => {
    expect(cutIntoSentences(text, lang)).toHaveLength(count);
  });

  it('describes what is sold in as many sentences as repeat no word too often', () => {
    const lead =
      'Camping tents for one to six people, from ultralight tents for long walks to family tents with standing room.';
    const page = html('en', 'Tents', `<h1>Tents</h1><p>${lead} All tents ship free from £50.</p>`);
    const url = 'https://ash.example/collections/tents/';
    expect(texts(write(page, 'camping tents', { url, page_type: 'landing_page' }).description_options)).toEqual([lead]);
  });

  it('says that results show another page where the canonical names one, and nothing of a canonical to itself', () => {
    const risksOf = (canonical: string): string[] =>
      write(WORKSHOP.replace('</head>', `<link rel="canonical" href="${canonical}"></head>`), 'bike repair', {
        url: 'https://harbour-bikes.example/repair?from=mail',
      })
        .snippet_risks.filter(({ id }) => id === 'canonical')
        .map(({ fix }) => fix);
    expect(risksOf('/services')).toEqual([
      'Work on the title of https://harbour-bikes.example/services instead, or point the canonical of this page to itself if it should rank.',
    ]);
    expect(risksOf('/repair?from=mail')).toEqual([]);
  });

  it('judges a page by the language it is written in, not by what its template claims', () => {
    const page = `<!doctype html><html lang="en"><body><main><h1>Fahrradreparatur ohne Termin</h1><p>${'Unsere Werkstatt repariert Ihr Fahrrad, während Sie im Café nebenan warten, und das an jedem Tag der Woche. '.repeat(3)}</p></main></body></html>`;
    const report = write(page, 'fahrradreparatur');
    expect(report.language).toBe('de');
    expect(report.snippet_risks.map(({ id }) => id)).toContain('language');
  });
});

describe('title-meta: pixel widths', () => {
  it('knows the widths that Arial and Roboto have', () => {
    // Sums of the fonts' own advance widths at 20 px, worked out by hand from their tables.
    expect(measureWidth('Hi', 'arial', 20).pixels).toBe(19);
    expect(measureWidth('WWWW', 'arial', 20).pixels).toBe(76);
    expect(measureWidth('iiii', 'arial', 20).pixels).toBe(18);
    expect(measureWidth('Harbour Bikes | Bike repair', 'arial', 20)).toEqual({ pixels: 239, measured: true });
    expect(measureWidth('Harbour Bikes | Bike repair', 'roboto', 20)).toEqual({ pixels: 235, measured: true });
    expect(measureWidth('Öffnungszeiten für Größen', 'arial', 20).measured).toBe(true);
    expect(measureWidth('Ремонт велосипедов', 'arial', 20).measured).toBe(true);
  });

  it('counts full-width letters as one em, marks as nothing, and says when a width is an estimate', () => {
    expect(measureWidth('自転車', 'arial', 20)).toEqual({ pixels: 60, measured: true });
    expect(measureWidth('e\u0301\u0301', 'arial', 20).pixels).toBe(measureWidth('é', 'arial', 20).pixels);
    expect(measureWidth('จักรยาน', 'arial', 20).measured).toBe(false);
    expect(measureWidth('\u200b\u200d', 'arial', 20).pixels).toBe(0);
  });

  it('sees the risk by the width, not by the number of characters', () => {
    const narrow = 'illicit ill filial till '.repeat(4).trim();
    const wide = 'WWW MMM WWW MMM WWW MMM WWW MMM WWW MMM WWW';
    expect([narrow.length, wide.length]).toEqual([95, 43]);
    expect([measure(narrow, 'title'), measure(wide, 'title')]).toMatchObject([
      { pixel_width: 501, truncation_risk: 'low' },
      { pixel_width: 645, truncation_risk: 'high' },
    ]);
    expect(cutToResult(wide, 'title')).toBe('WWW MMM WWW MMM WWW MMM WWW MMM WWW…');
  });

  it.each([
    ['title', 'n'.repeat(50), 556, 'low'],
    ['title', 'n'.repeat(52), 578, 'medium'],
    ['title', 'n'.repeat(54), 601, 'high'],
    ['description', 'n'.repeat(118), 919, 'low'],
    ['description', 'n'.repeat(126), 981, 'medium'],
    ['description', 'n'.repeat(127), 989, 'high'],
  ] as const)('ends the %s of a result where the limits are (%#)', (field, text, pixels, risk) => {
    expect(measure(text, field)).toMatchObject({ pixel_width: pixels, truncation_risk: risk });
  });
});

describe('title-meta: hostile pages', () => {
  it('reads an XHTML document with its XML prolog as HTML', () => {
    const page = `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n${WORKSHOP.replace('<!doctype html>', '')}`;
    const report = write(page, 'bike repair');
    expect(report).toMatchObject({ checked: 'html', current: { h1: 'Bike Repair While You Wait' } });
  });

  it('takes no script, style or comment for text', () => {
    const page =
      '<!doctype html><html lang="en"><head><title>Bike repair</title></head><body><script>document.write("<h1>Buy pills now</h1><p>Buy pills for bike repair today at once.</p>")</script><style>p{content:"Buy pills"}</style><!-- <h1>Buy pills</h1> --><noscript></noscript><main><h1>Bike repair</h1><p>We repair bikes while you wait, every day of the week.</p></main></body></html>';
    expect(JSON.stringify(write(page, 'bike repair'))).not.toContain('pills');
  });

  it('writes no NUL and no mark that turns the direction of writing', () => {
    const page =
      '# Bike\u0000 repair \u202Efast\u202C in Hamburg\n\nWe re\u0000pair bikes \u2066quickly\u2069 while you wait, and you may stay with us.\n';
    const report = write(page, 'bike repair');
    expect(report.title_options.length).toBeGreaterThan(0);
    // oxlint-disable-next-line no-control-regex -- the guarantee is about control characters.
    expect(JSON.stringify(report)).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/);
  });

  it.each([
    ['an empty document', ''],
    ['nothing but a doctype', '<!doctype html>'],
    ['one letter', 'z'],
    [
      'a script shell',
      '<!doctype html><html><head><title>App</title></head><body><div id="root"></div><script src="/a.js"></script></body></html>',
    ],
  ])('answers for %s', (_name, text) => {
    const report = write(text, 'bike repair');
    expect(report.description_options).toEqual([]);
    expect(report.snippet_risks.map(({ id }) => id)).toContain('no-text');
  });

  it.each([
    ['a million elements', `<!doctype html><body>${'<b>x</b>'.repeat(1_000_000)}`],
    ['paragraphs that are never closed', `<!doctype html><body>${'<p>We repair bikes. '.repeat(300_000)}`],
    ['hundred thousands of headings', '# bike repair?\n'.repeat(130_000)],
    ['one endless sentence', `# Bike repair\n\n${'bike repair '.repeat(160_000)}`],
  ])('reads %s within seconds', async (_name, text) => {
    const spent = await leastCpuMs(async () => write(text, 'bike repair'), 1);
    expect(spent).toBeLessThan(5000);
  });
});

const html = (lang: string, title: string, body: string, description = ''): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title><meta name="description" content="${description}"></head><body><main>${body}</main></body></html>`;

describe('what a current text is worth', () => {
  it('puts the heading first where the current title lacks the accents that the heading has', () => {
    const page = html('es', 'Bicicletas electricas', '<h1>Bicicletas eléctricas</h1><p>Envío gratis.</p>');
    expect(texts(write(page, 'bicicletas eléctricas').title_options)).toEqual(['Bicicletas eléctricas']);
  });

  it('takes nothing from a title that is a list of searches', () => {
    const page = html(
      'en',
      'NO FAULT DIVORCE | NO FAULT DIVORCE LAWYER | NO FAULT DIVORCE SOLICITOR BRISTOL',
      '<h1>No-fault divorce: what has changed</h1><p>The court fee is £593.</p>',
    );
    expect(texts(write(page, 'no fault divorce').title_options)).toEqual(['No-fault divorce: what has changed']);
  });

  it('shortens a long title at the end of a sentence', () => {
    const page = html(
      'de',
      'Rasen vertikutieren: wann, wie oft und wie tief? So wird der Rasen wieder dicht und grün - Gartencenter Huber in Ulm',
      '<h1>Rasen vertikutieren</h1><p>Nach dem Winter hilft das.</p>',
    );
    expect(titles(write(page, 'rasen vertikutieren'))).toMatchObject({
      shortened_current: 'Rasen vertikutieren: wann, wie oft und wie tief?',
    });
  });

  it('finds the name of a site whose address leaves out its small words and accents', () => {
    const page = html('fr', 'Spa - Hôtel des Dunes', '<h1>Hôtel avec spa à Biarritz</h1><p>Massages dès 75 €.</p>');
    const report = write(page, 'hôtel spa biarritz', { url: 'https://hotel-dunes.example/spa' });
    expect(report.brand).toBe('Hôtel des Dunes');
    expect(texts(report.title_options)[0]).toBe('Hôtel avec spa à Biarritz - Hôtel des Dunes');
  });

  it('does not keep a description that greets and says nothing', () => {
    const page = html(
      'en',
      'Bike service in Norwich',
      '<h1>Bike service in Norwich</h1><p>Our mechanics service all makes of bike, and most repairs are done within 48 hours.</p>',
      'Welcome to our website. Welcome to our workshop page. Click here to read more about us and what we do.',
    );
    expect(texts(write(page, 'bike service norwich').description_options)).toEqual([
      'Our mechanics service all makes of bike, and most repairs are done within 48 hours.',
    ]);
  });

  it('writes square metres as the page does', () => {
    const page = html('fr', 'Isolor', '<h1>Isolation des combles : prix au m² et aides</h1><p>Devis gratuit.</p>');
    expect(texts(write(page, 'isolation des combles prix').title_options)[0]).toContain('prix au m² et aides');
  });
});

/** A page as most sites have it, with a title that says nothing. */
const bare = (title: string, h1: string, text: string, lang = 'en'): string =>
  `<!doctype html><html lang="${lang}"><head><title>${title}</title></head><body><main><h1>${h1}</h1>${text}</main></body></html>`;

describe('poor titles', () => {
  it.each([
    [
      'a slogan as heading, where the text has the search in other words around',
      bare('Rooms', 'Bring your best friend', '<p>Fellgate House is a dog-friendly hotel in the Lake District.</p>'),
      'dog friendly hotel lake district',
      'https://fellgatehouse.com/dogs',
      'Dog-friendly hotel in the Lake District | Fellgate House',
    ],
    [
      'the name of the page alone, where prices are asked for',
      bare(
        'Pricing',
        'Simple pricing for every team',
        '<p>Deskwell is helpdesk software. It costs $19 per agent and month.</p><h2>Plans</h2><p>$19</p>',
      ),
      'helpdesk software pricing',
      'https://deskwell.com/pricing',
      'Helpdesk software pricing | Deskwell',
    ],
    [
      'an elided preposition before the profession',
      bare(
        'Bienvenue sur notre site',
        'Cabinet Morel',
        '<p>Le Cabinet Morel est un cabinet d’expert-comptable à Lyon pour les artisans.</p>',
        'fr',
      ),
      'expert comptable lyon',
      'https://cabinetmorel.fr/',
      'Expert-comptable à Lyon | Cabinet Morel',
    ],
    [
      'a place of two words',
      bare('Permis', 'Permis côtier', '<p>Cap Ouest vous forme au permis côtier à La Rochelle.</p>', 'fr'),
      'permis côtier la rochelle',
      'https://capouest.fr/permis-cotier',
      'Permis côtier à La Rochelle | Cap Ouest',
    ],
    [
      'the name of the site alone, where the search names the year',
      bare('RankFest', 'RankFest 2026', '<p>RankFest is an SEO conference in London in May.</p>'),
      'seo conference london 2026',
      'https://rankfest.com/',
      'SEO conference in London 2026 | RankFest',
    ],
  ])('are replaced by what the page says of itself: %s', (_name, page, keyword, url, title) => {
    expect(texts(write(page, keyword, { url }).title_options)[0]).toBe(title);
  });

  it('lose a year that the page itself does not state', () => {
    const page = bare(
      'Treppenlift Kosten 2023: Preise und Tipps | Stufenfrei',
      'Was kostet ein Treppenlift?',
      '<p>Ein gerader Treppenlift kostet zwischen 3.800 und 6.500 Euro.</p>',
      'de',
    );
    const report = write(page, 'treppenlift kosten', { url: 'https://stufenfrei.de/kosten' });
    expect(texts(report.title_options)).toEqual([
      'Was kostet ein Treppenlift? | Stufenfrei',
      'Treppenlift Kosten: Preise und Tipps | Stufenfrei',
    ]);
  });

  it.each([
    ['a breadcrumb trail', 'Products > Boxes > Custom', 'Custom cardboard boxes', 'custom boxes'],
    [
      'a year that the heading has left behind',
      'EV Grants UK 2024',
      'EV grants in the UK in 2026',
      'ev grants uk 2026',
    ],
    [
      'its site alone, as far as the search goes',
      'Blog | Kettle & Cup | Page 1',
      'Descale a kettle',
      'kettle descaling',
    ],
  ])('are not offered: %s', (_name, title, h1, keyword) => {
    const page = bare(title, h1, '<p>Here is what you need to know about it today.</p>');
    expect(texts(write(page, keyword, { url: 'https://kettleandcup.com/' }).title_options)).not.toContain(title);
  });
});

describe('descriptions of what is sold', () => {
  it.each([
    [
      'en',
      'waterproof boots women',
      'Waterproof boots for women with a wool lining and a rubber sole. They weigh 480 g each.',
    ],
    ['de', 'wanderrucksack', '18 Wanderrucksäcke von Deuter, Osprey und Vaude, alle mit Regenhülle und Brustgurt.'],
    [
      'es',
      'quitar manchas de vino',
      'Para quitar manchas de vino tinto, absorbe el líquido y lava con agua fría y jabón neutro.',
    ],
    [
      'en',
      'food bank glasgow',
      '£12 feeds a family in Glasgow for a week. The food bank packed 18,400 parcels last year.',
    ],
  ])('need no verb, and may begin with a purpose or an amount: %s, %s', (lang, keyword, text) => {
    const page = bare('Home', keyword, `<p>${text}</p><button>Buy</button>`, lang);
    expect(texts(write(page, keyword, { page_type: 'landing_page' }).description_options)).toContain(text);
  });

  it('say who the business is, even where the search has other words', () => {
    const text = 'Mit Stechwerk erfassen Ihre Monteure Stunden per Handy auf der Baustelle.';
    const page = bare('App', 'Zeiterfassung im Handwerk', `<p>${text}</p>`, 'de');
    const report = write(page, 'zeiterfassung handwerk', { url: 'https://stechwerk.de/', page_type: 'landing_page' });
    expect(texts(report.description_options)).toContain(text);
  });
});
