import { describe, expect, it } from 'vitest';

import { measureGrowth } from '../../../../test/growth.ts';
import { listReferenceErrors } from '../../../../test/rich-results-reference.ts';
import { makeSuppliedPage } from '../../../web/page/asked-page.ts';
import { planSchema } from './plan.ts';
import { schemaPlan, SchemaPlanReport } from './schema-plan.ts';
import type { SchemaPlanInput } from './input.ts';

const plan = (text: string, more: Partial<SchemaPlanInput> & { url?: string } = {}): SchemaPlanReport => {
  const { url, ...rest } = more;
  const input = {
    page: makeSuppliedPage(text, url),
    page_type: 'auto',
    keyword: undefined,
    target: undefined,
    include_jsonld: true,
    ...rest,
  } as const;
  return SchemaPlanReport.strict().parse(schemaPlan.run(input));
};

const html = (head: string, body: string, lang = 'en'): string =>
  `<!doctype html><html lang="${lang}"><head>${head}</head><body>${body}</body></html>`;
const script = (data: unknown): string => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

/** What an independent validator calls an error in a page that carries the draft. */
const validatorErrors = (jsonld: unknown): Promise<string[]> => {
  expect(jsonld).not.toBeNull();
  return listReferenceErrors(html(`<title>x</title>${script(jsonld)}`, ''));
};

interface Sample {
  readonly name: string;
  readonly text: string;
  readonly url?: string;
  readonly page_type?: SchemaPlanInput['page_type'];
  readonly main: string | null;
  /** Parts of the draft's main node. */
  readonly draft: Readonly<Record<string, unknown>>;
  readonly beside?: readonly string[];
}

const SAMPLES: readonly Sample[] = [
  {
    name: 'a blog post with a by-line and a date',
    url: 'https://trailmag.example/blog/wet-rock',
    text: html(
      '<title>Running on Wet Rock | Trail Mag</title><meta name="description" content="How shoes, stance and speed keep you upright on wet rock."><meta property="og:site_name" content="Trail Mag"><meta property="og:image" content="https://trailmag.example/img/rock.jpg"><meta property="og:type" content="article"><meta property="article:published_time" content="2026-03-12T08:00:00Z">',
      '<main><article><h1>Running on Wet Rock</h1><p class="byline">By <a rel="author" href="/team/ada">Ada King</a></p><p>Wet rock takes more than good soles. Lean in and shorten your steps.</p></article></main>',
    ),
    main: 'BlogPosting',
    draft: {
      headline: 'Running on Wet Rock',
      datePublished: '2026-03-12T08:00:00Z',
      image: 'https://trailmag.example/img/rock.jpg',
      author: { '@type': 'Person', name: 'Ada King' },
      publisher: { '@type': 'Organization', name: 'Trail Mag', url: 'https://trailmag.example/' },
    },
  },
  {
    name: 'a Spanish news article in Markdown',
    text: '---\ntitle: Lisboa estrena carril bici\nauthor: Marta Ruiz\ndate: 2026-02-03\nlang: es\n---\n\n# Lisboa estrena doce kilómetros de carril bici\n\nEl ayuntamiento abrió ayer el tramo que une el puerto con la universidad.\n',
    page_type: 'article',
    main: 'Article',
    draft: {
      headline: 'Lisboa estrena doce kilómetros de carril bici',
      datePublished: '2026-02-03',
      inLanguage: 'es',
      author: { '@type': 'Person', name: 'Marta Ruiz' },
    },
  },
  {
    name: 'a product page without structured data',
    url: 'https://shop.example/p/fjord-trail',
    text: html(
      '<title>Fjord Trail Shoe – North Gear</title><meta property="og:site_name" content="North Gear"><meta property="og:image" content="https://shop.example/fjord.jpg"><meta name="description" content="Trail shoe with a grip for wet rock.">',
      '<nav class="breadcrumb"><ol><li><a href="/">Home</a></li><li><a href="/shoes">Shoes</a></li><li>Fjord Trail Shoe</li></ol></nav><main><h1>Fjord Trail Shoe</h1><p>€129.00</p><p>In stock</p><p>4.7 out of 5 (89 reviews)</p><dl><dt>Brand</dt><dd>Fjord</dd><dt>SKU</dt><dd>FT-2041</dd><dt>EAN</dt><dd>4006381333931</dd></dl><a href="/cart">Add to cart</a><p>Free delivery for orders over €50.</p></main>',
    ),
    main: 'Product',
    draft: {
      name: 'Fjord Trail Shoe',
      brand: { '@type': 'Brand', name: 'Fjord' },
      sku: 'FT-2041',
      gtin: '4006381333931',
      offers: {
        '@type': 'Offer',
        price: '129.00',
        priceCurrency: 'EUR',
        availability: 'https://schema.org/InStock',
        url: 'https://shop.example/p/fjord-trail',
      },
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.7, reviewCount: 89, bestRating: 5 },
    },
    beside: ['BreadcrumbList'],
  },
  {
    name: 'a German product page with wrong notation in its JSON-LD',
    url: 'https://laden.example/produkte/topf',
    text: html(
      `<title>Gusseisentopf 5 Liter</title>${script({ '@context': 'https://schema.org', '@type': 'product', Name: 'Gusseisentopf 5 Liter', image: '/topf.jpg', offers: { '@type': 'Offer', price: '1.249,90 €', availability: 'auf Lager' } })}`,
      '<main><h1>Gusseisentopf 5 Liter</h1><p>1.249,90 €</p><p>Auf Lager</p><a href="#">In den Warenkorb</a></main>',
      'de',
    ),
    main: 'Product',
    draft: {
      name: 'Gusseisentopf 5 Liter',
      image: 'https://laden.example/topf.jpg',
      offers: { '@type': 'Offer', price: '1249.90', availability: 'https://schema.org/InStock', priceCurrency: 'EUR' },
    },
  },
  {
    name: 'a recipe in Markdown with a picture',
    url: 'https://kitchen.example/apple-cake',
    text: '# Apple Cake with Cinnamon\n\nBy Rosa Lind · 4 May 2026\n\n![Apple cake](https://kitchen.example/cake.jpg)\n\nA moist cake that keeps for three days.\n\nPrep time: 20 minutes\n\nCook time: 45 minutes\n\nTotal time: 1 hour 5 minutes\n\nServes: 8\n\n## Ingredients\n\n- 4 apples\n- 200 g flour\n- 150 g sugar\n- 3 eggs\n\n## Instructions\n\n1. Heat the oven to 180 °C.\n2. Mix flour, sugar and eggs.\n3. Fold in the apples and bake for 45 minutes.\n',
    main: 'Recipe',
    draft: {
      name: 'Apple Cake with Cinnamon',
      image: 'https://kitchen.example/cake.jpg',
      recipeIngredient: ['4 apples', '200 g flour', '150 g sugar', '3 eggs'],
      prepTime: 'PT20M',
      cookTime: 'PT45M',
      totalTime: 'PT1H5M',
      recipeYield: '8',
      author: { '@type': 'Person', name: 'Rosa Lind' },
      datePublished: '2026-05-04',
    },
  },
  {
    name: 'a German recipe',
    url: 'https://kueche.example/linsensuppe',
    text: html(
      '<title>Linsensuppe</title><meta property="og:image" content="https://kueche.example/suppe.jpg">',
      '<main><h1>Linsensuppe wie bei Oma</h1><p>Eine kräftige Suppe für kalte Tage, in einem Topf gekocht.</p><p>Arbeitszeit: 15 Minuten</p><p>Kochzeit: 40 Min.</p><h2>Zutaten für 4 Personen</h2><ul><li>250 g Linsen</li><li>2 Karotten</li><li>1 Zwiebel</li></ul><h2>Zubereitung</h2><ol><li>Linsen waschen.</li><li>Alles 40 Minuten kochen.</li></ol></main>',
      'de',
    ),
    main: 'Recipe',
    draft: {
      name: 'Linsensuppe wie bei Oma',
      recipeIngredient: ['250 g Linsen', '2 Karotten', '1 Zwiebel'],
      prepTime: 'PT15M',
      cookTime: 'PT40M',
    },
  },
  {
    name: 'a workshop with address, telephone and hours',
    url: 'https://harbour-bikes.example/',
    text: html(
      '<title>Harbour Bikes – bike repair in Hamburg</title><meta property="og:site_name" content="Harbour Bikes">',
      '<main><h1>Bike repair in Hamburg</h1><p>We repair bikes while you wait and rent city bikes.</p><p>Address: Hafenstraße 5, 20457 Hamburg, Germany</p><p>Phone: +49 40 1234567</p><h2>Opening hours</h2><ul><li>Mon–Fri 9:00–18:00</li><li>Sat 10:00–14:00</li></ul></main>',
    ),
    main: 'LocalBusiness',
    draft: {
      name: 'Harbour Bikes',
      telephone: '+49 40 1234567',
      address: {
        '@type': 'PostalAddress',
        streetAddress: 'Hafenstraße 5',
        postalCode: '20457',
        addressLocality: 'Hamburg',
        addressCountry: 'DE',
      },
      openingHoursSpecification: [
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => `https://schema.org/${day}`),
          opens: '09:00',
          closes: '18:00',
        },
        {
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: ['https://schema.org/Saturday'],
          opens: '10:00',
          closes: '14:00',
        },
      ],
    },
  },
  {
    name: 'a British dentist whose own JSON-LD names the narrower type',
    url: 'https://smile.example/contact',
    text: html(
      `<title>Smile Dental | Contact</title>${script({ '@context': 'https://schema.org', '@type': 'Dentist', name: 'Smile Dental', telephone: '0117 496 0123' })}`,
      '<main><h1>Contact</h1><p>12 Quay Street, Bristol BS1 4RN</p><p>Open: Mon–Thu 8am–5pm</p></main>',
    ),
    main: 'Dentist',
    draft: {
      '@type': 'Dentist',
      name: 'Smile Dental',
      address: {
        '@type': 'PostalAddress',
        streetAddress: '12 Quay Street',
        addressLocality: 'Bristol',
        postalCode: 'BS1 4RN',
      },
    },
  },
  {
    name: 'a concert with date and venue',
    url: 'https://hall.example/events/spring',
    text: '# Spring Concert of the City Choir\n\nThe choir sings Brahms and Britten.\n\nDate: 14 May 2026, 19:30\n\nVenue: Town Hall, 3 Market Square, 1010 Wien, Austria\n\nTickets: 18 €\n\nOrganizer: City Choir Association\n\n![Choir](https://hall.example/choir.jpg)\n',
    main: 'Event',
    draft: {
      name: 'Spring Concert of the City Choir',
      startDate: '2026-05-14T19:30:00',
      location: {
        '@type': 'Place',
        name: 'Town Hall',
        address: {
          '@type': 'PostalAddress',
          streetAddress: '3 Market Square',
          postalCode: '1010',
          addressLocality: 'Wien',
          addressCountry: 'AT',
        },
      },
      organizer: { '@type': 'Organization', name: 'City Choir Association' },
      offers: { '@type': 'Offer', price: '18', priceCurrency: 'EUR', url: 'https://hall.example/events/spring' },
    },
  },
  {
    name: 'an online seminar in Spanish',
    url: 'https://webinarios.example/seo',
    text: '# Seminario: SEO para tiendas\n\nAprende a ordenar tus fichas de producto en una tarde.\n\n- Fecha: 3 de marzo de 2026, 18:00\n- Lugar: Online\n- Organizador: Tienda Lab\n',
    main: 'Event',
    draft: {
      startDate: '2026-03-03T18:00:00',
      location: { '@type': 'VirtualLocation', url: 'https://webinarios.example/seo' },
    },
  },
  {
    name: 'a page of questions',
    url: 'https://help.example/faq',
    text: '# Frequently asked questions\n\n## How long does delivery take?\n\nTwo to four working days.\n\n## Can I return a bike?\n\nYes, within 30 days and with the receipt.\n',
    main: 'FAQPage',
    draft: {
      mainEntity: [
        {
          '@type': 'Question',
          name: 'How long does delivery take?',
          acceptedAnswer: { '@type': 'Answer', text: 'Two to four working days.' },
        },
        {
          '@type': 'Question',
          name: 'Can I return a bike?',
          acceptedAnswer: { '@type': 'Answer', text: 'Yes, within 30 days and with the receipt.' },
        },
      ],
    },
  },
  {
    name: 'a Japanese page of questions in disclosures',
    text: html(
      '<title>よくある質問</title>',
      '<main><h1>よくある質問</h1><details><summary>送料はいくらですか？</summary><p>全国一律500円です。</p></details><details><summary>返品できますか？</summary><p>到着後7日以内であれば返品できます。</p></details></main>',
      'ja',
    ),
    main: 'FAQPage',
    draft: {},
  },
  {
    name: 'instructions with numbered headings',
    text: '# How to Fix a Flat Tyre\n\nTen minutes with two levers.\n\n## What you need\n\n- Two tyre levers\n- A patch kit\n\n## Step 1: Take the wheel off\n\nOpen the brake.\n\n## Step 2: Remove the tyre\n\nPush one lever under the bead.\n\n## Step 3: Patch the hole\n\nPress the patch on.\n',
    main: 'HowTo',
    draft: {
      name: 'How to Fix a Flat Tyre',
      step: [
        { '@type': 'HowToStep', name: 'Take the wheel off', text: 'Open the brake.' },
        { '@type': 'HowToStep', name: 'Remove the tyre', text: 'Push one lever under the bead.' },
        { '@type': 'HowToStep', name: 'Patch the hole', text: 'Press the patch on.' },
      ],
      supply: [
        { '@type': 'HowToSupply', name: 'Two tyre levers' },
        { '@type': 'HowToSupply', name: 'A patch kit' },
      ],
    },
  },
  {
    name: 'an app',
    url: 'https://ridelog.example/app',
    text: '# RideLog – the bike app\n\nRideLog records your rides without an account.\n\n| Fact | Value |\n| --- | --- |\n| Operating systems | Android, iOS |\n| Version | 4.2.1 |\n| Category | SportsApplication |\n| Price | Free |\n\n4.6 out of 5 (1,204 ratings)\n\n[Download RideLog](https://ridelog.example/get)\n',
    main: 'SoftwareApplication',
    draft: {
      operatingSystem: 'Android, iOS',
      softwareVersion: '4.2.1',
      applicationCategory: 'SportsApplication',
      offers: { '@type': 'Offer', price: '0' },
      aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.6, reviewCount: 1204, bestRating: 5 },
    },
  },
  {
    name: 'a page around a video',
    url: 'https://media.example/videos/wheel',
    text: html(
      '<title>How a wheel is trued</title><meta property="og:image" content="https://media.example/wheel.jpg"><meta property="og:type" content="video.other">',
      '<main><h1>How a wheel is trued</h1><iframe src="https://www.youtube.com/embed/abcdefghijk"></iframe><p>Uploaded: 2 April 2026</p><p>Duration: 6:30</p><p>Our mechanic shows how spokes are tightened one after the other.</p></main>',
    ),
    main: 'VideoObject',
    draft: {
      name: 'How a wheel is trued',
      embedUrl: 'https://www.youtube.com/embed/abcdefghijk',
      thumbnailUrl: 'https://media.example/wheel.jpg',
      uploadDate: '2026-04-02',
      duration: 'PT6M30S',
    },
  },
  {
    name: 'a German job advertisement',
    url: 'https://jobs.example/mechaniker',
    text: '# Zweiradmechaniker (m/w/d)\n\nUnternehmen: Hafenrad GmbH\n\nStandort: Hamburg, Deutschland\n\nAnstellungsart: Vollzeit\n\nGehalt: 3.000–3.600 € pro Monat\n\nVeröffentlicht am: 12.01.2026\n\nBewerbungsfrist: 28.02.2026\n\n## Deine Aufgaben\n\n- Räder reparieren\n- Kunden beraten\n\n## Dein Profil\n\n- Abgeschlossene Ausbildung\n',
    main: 'JobPosting',
    draft: {
      title: 'Zweiradmechaniker (m/w/d)',
      datePosted: '2026-01-12',
      validThrough: '2026-02-28',
      hiringOrganization: { '@type': 'Organization', name: 'Hafenrad GmbH' },
      jobLocation: {
        '@type': 'Place',
        address: { '@type': 'PostalAddress', addressLocality: 'Hamburg', addressCountry: 'DE' },
      },
      employmentType: ['FULL_TIME'],
      baseSalary: {
        '@type': 'MonetaryAmount',
        currency: 'EUR',
        value: { '@type': 'QuantitativeValue', minValue: 3000, maxValue: 3600, unitText: 'MONTH' },
      },
    },
  },
  {
    name: 'the home page of an organisation',
    url: 'https://reefwatch.example/',
    text: html(
      '<title>Reef Watch – we count corals</title><meta property="og:site_name" content="Reef Watch"><meta name="description" content="Volunteers who count corals since 2004.">',
      '<header><img src="/logo.png" alt="Reef Watch logo"></header><main><h1>We count corals</h1><p>Volunteers in nine countries send us their counts each month.</p></main><footer><a href="https://www.instagram.com/reefwatch">Instagram</a><a href="mailto:hello@reefwatch.example">Mail</a></footer>',
    ),
    main: 'Organization',
    draft: {
      name: 'Reef Watch',
      url: 'https://reefwatch.example/',
      logo: 'https://reefwatch.example/logo.png',
      email: 'hello@reefwatch.example',
      sameAs: ['https://www.instagram.com/reefwatch'],
    },
  },
  {
    name: 'the profile of an author',
    url: 'https://trailmag.example/authors/ada-king',
    text: html(
      '<title>Ada King</title><meta property="og:type" content="profile"><meta property="og:image" content="https://trailmag.example/ada.jpg">',
      '<main><h1>Ada King</h1><p>Ada King has written about trail running for Trail Mag since 2015.</p><a href="https://www.linkedin.com/in/adaking">LinkedIn</a></main>',
    ),
    main: 'ProfilePage',
    draft: {
      mainEntity: {
        '@type': 'Person',
        name: 'Ada King',
        description: 'Ada King has written about trail running for Trail Mag since 2015.',
        image: 'https://trailmag.example/ada.jpg',
        sameAs: ['https://www.linkedin.com/in/adaking'],
      },
    },
  },
  {
    name: 'a review with points',
    text: '---\nauthor: Tom Berg\ndate: 2026-01-20\n---\n\n# Fjord Trail Shoe review\n\nWe ran 300 kilometres in the Fjord on wet rock.\n\nProduct: Fjord Trail Shoe\n\nRating: 4/5\n\n## Verdict\n\nA fine shoe for wet days.\n',
    main: 'Review',
    draft: {
      author: { '@type': 'Person', name: 'Tom Berg' },
      datePublished: '2026-01-20',
      reviewRating: { '@type': 'Rating', ratingValue: 4, bestRating: 5 },
    },
  },
  {
    name: 'a dataset with files',
    url: 'https://open.example/data/counts',
    text: '# Bicycle counts 2015–2025\n\nThis dataset has hourly counts of bicycles at 31 stations in the city, checked by hand each quarter.\n\n- License: CC BY 4.0\n- Creator: City of Bremen\n- Period: 2015-01-01/2025-12-31\n\n## Download\n\n[All years as CSV](https://open.example/data/counts.csv)\n',
    main: 'Dataset',
    draft: {
      license: 'CC BY 4.0',
      creator: { '@type': 'Organization', name: 'City of Bremen' },
      temporalCoverage: '2015-01-01/2025-12-31',
      distribution: [
        { '@type': 'DataDownload', contentUrl: 'https://open.example/data/counts.csv', encodingFormat: 'text/csv' },
      ],
    },
  },
  {
    name: 'a French course',
    text: '---\nlang: fr\n---\n\n# Formation : réparer son vélo\n\nUne journée pour apprendre à entretenir freins, chaîne et roues de son vélo.\n\nOrganisme : Atelier du Rhône\n\nPrix : 90 €\n\n## Ce que vous apprendrez\n\n- Régler les freins\n- Changer une chaîne\n',
    main: 'Course',
    draft: {
      name: 'Formation : réparer son vélo',
      provider: { '@type': 'Organization', name: 'Atelier du Rhône' },
      offers: { '@type': 'Offer', price: '90', priceCurrency: 'EUR', category: 'Paid' },
    },
  },
  {
    name: 'a page that says nothing special',
    text: '# Our values\n\nWe like to keep things simple and we listen to our neighbours.\n',
    main: null,
    draft: {},
  },
];

const mainNode = (report: SchemaPlanReport): Readonly<Record<string, unknown>> => {
  const jsonld = report.jsonld ?? {};
  const graph = jsonld['@graph'];
  return Array.isArray(graph) ? graph[0] : jsonld;
};

describe('schema-plan', () => {
  it.each(SAMPLES.map((sample) => [sample.name, sample] as const))('describes %s', async (_name, sample) => {
    const report = plan(sample.text, {
      ...(sample.url === undefined ? {} : { url: sample.url }),
      page_type: sample.page_type ?? 'auto',
    });
    expect(report.page_type.type).toBe(sample.main);
    expect(mainNode(report)).toMatchObject(sample.draft);
    for (const type of sample.beside ?? []) expect(report.recommended_types.map((each) => each.type)).toContain(type);
    expect(report.jsonld).not.toBeNull();
    expect(await validatorErrors(report.jsonld)).toEqual([]);
    expect(mainNode(report)['@type']).toBe(sample.main ?? 'WebPage');
  });
});

/** The errors of the page's own structured data, as `path: message`. */
const errorsOf = (report: SchemaPlanReport): string[] =>
  report.existing_jsonld.flatMap(({ errors }) => errors.map(({ path, message }) => `${path}: ${message}`));

const onPage = (data: unknown, body = '<main><h1>Fjord</h1></main>'): SchemaPlanReport =>
  plan(html(script(data), body), { url: 'https://shop.example/p/fjord' });
const schema = (node: Readonly<Record<string, unknown>>): unknown => ({ '@context': 'https://schema.org', ...node });
const OFFER = { '@type': 'Offer', price: '10.00', priceCurrency: 'EUR' };

describe('schema-plan: what the page has', () => {
  it('passes what is right, and names what is only recommended as such', () => {
    const report = onPage(schema({ '@type': 'Product', name: 'Fjord', offers: OFFER }));
    expect(report.existing_jsonld).toMatchObject([
      {
        type: 'Product',
        format: 'json_ld',
        path: 'jsonld[0]',
        line: 1,
        valid: true,
        errors: [],
        repaired: null,
        changes: [],
      },
    ]);
    expect(report.existing_jsonld[0]?.warnings.map(({ path }) => path)).toContain('jsonld[0].brand.name');
  });

  it.each([
    [
      'a missing offer',
      schema({ '@type': 'Product', name: 'Fjord' }),
      'jsonld[0].offers: required for product snippet: offers or review or aggregateRating',
    ],
    [
      'an offer without price',
      schema({ '@type': 'Product', name: 'F', offers: { '@type': 'Offer' } }),
      'jsonld[0].offers.price: Offer needs price or priceSpecification.price or priceSpecification.minPrice',
    ],
    [
      'a price with its sign',
      schema({ '@type': 'Product', name: 'F', offers: [{ ...OFFER, price: '€ 10,00' }] }),
      'jsonld[0].offers[0].price: a price must be a plain number: “€ 10,00”',
    ],
    [
      'a currency in words',
      schema({ '@type': 'Product', name: 'F', offers: { ...OFFER, priceCurrency: 'Euro' } }),
      'jsonld[0].offers.priceCurrency: a currency must be a three-letter code: “Euro”',
    ],
    [
      'a date in words',
      schema({ '@type': 'Article', headline: 'A', datePublished: 'yesterday' }),
      'jsonld[0].datePublished: a date must be in ISO 8601: “yesterday”',
    ],
    [
      'a duration in words',
      schema({ '@type': 'Recipe', name: 'A', image: 'https://a.example/i.jpg', cookTime: '45 minutes' }),
      'jsonld[0].cookTime: a duration must be in ISO 8601: “45 minutes”',
    ],
    [
      'a type in small letters',
      schema({ '@type': 'product', name: 'F', offers: OFFER }),
      'jsonld[0].@type: “product” should be Product',
    ],
    [
      'a property in small letters',
      schema({ '@type': 'Article', headline: 'A', datepublished: '2026-01-01' }),
      'jsonld[0].datepublished: “datepublished” should be datePublished',
    ],
    [
      'a rating without its count',
      schema({ '@type': 'Product', name: 'F', aggregateRating: { '@type': 'AggregateRating', ratingValue: '4,5' } }),
      'jsonld[0].aggregateRating.ratingCount: AggregateRating needs ratingCount or reviewCount',
    ],
    [
      'a rating with a comma',
      schema({
        '@type': 'Product',
        name: 'F',
        aggregateRating: { '@type': 'AggregateRating', ratingValue: '4,5', reviewCount: 3 },
      }),
      'jsonld[0].aggregateRating.ratingValue: a rating must be a number with a decimal point: “4,5”',
    ],
    [
      'a crumb without address',
      schema({
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'A' },
          { '@type': 'ListItem', position: 2, name: 'B' },
        ],
      }),
      'jsonld[0].itemListElement[0].item: only the last item of a breadcrumb may lack an address',
    ],
    ['a thing without a type', schema({ name: 'F' }), 'jsonld[0]: no type'],
    [
      'a script without context',
      { '@type': 'Article', headline: 'A' },
      'jsonld[0]: the script does not name schema.org as its vocabulary',
    ],
    [
      'a thing inside a graph',
      schema({
        '@graph': [
          { '@type': 'WebSite', name: 'W' },
          { '@type': 'Event', name: 'E', startDate: '2026-05-01' },
        ],
      }),
      'jsonld[0].@graph[1].location.address: required for event: location.address or location.url',
    ],
  ])('finds %s by its path', (_name, data, expected) => {
    const report = onPage(data);
    expect(errorsOf(report)).toContain(expected);
    expect(report.existing_jsonld.some(({ valid }) => !valid)).toBe(true);
  });

  it('warns of an empty optional property, and calls an empty required one missing', () => {
    const optional = onPage(schema({ '@type': 'Article', headline: ' ', author: { '@type': 'Person', name: 'Ada' } }));
    expect(errorsOf(optional)).toEqual([]);
    expect(optional.existing_jsonld[0]?.warnings).toContainEqual({
      path: 'jsonld[0].headline',
      message: 'empty',
      fix: 'Give it a value or leave it out.',
    });
    expect(errorsOf(onPage(schema({ '@type': 'Product', name: ' ', offers: OFFER })))).toEqual([
      'jsonld[0].name: required for product snippet: name',
    ]);
  });

  it('follows references between things, and does not ask twice for what the other has', () => {
    const report = onPage(
      schema({
        '@graph': [
          { '@type': 'Product', name: 'F', offers: { '@id': '#offer' } },
          { ...OFFER, '@id': '#offer' },
        ],
      }),
    );
    expect(errorsOf(report)).toEqual([]);
    expect(mainNode(report)).toMatchObject({ '@type': 'Product', offers: OFFER });
  });

  it('reads microdata and says so', () => {
    const body =
      '<main><div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Fjord</h1><div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price">19,90 €</span></div></div></main>';
    const report = plan(html('', body), { url: 'https://shop.example/p/fjord' });
    expect(errorsOf(report)).toContain('microdata[0].offers.price: a price must be a plain number: “19,90 €”');
    expect(mainNode(report)).toMatchObject({
      '@type': 'Product',
      name: 'Fjord',
      offers: { price: '19.90', priceCurrency: 'EUR' },
    });
  });

  it('reads RDFa and says so', () => {
    const body =
      '<main vocab="https://schema.org/" typeof="Product"><h1 property="name">Fjord</h1><div property="offers" typeof="Offer"><span property="price">19,90 €</span></div></main>';
    const report = plan(html('', body), { url: 'https://shop.example/p/fjord' });
    expect(report.existing_jsonld[0]).toMatchObject({ type: 'Product', format: 'rdfa', path: 'rdfa[0]', line: null });
    expect(errorsOf(report)).toEqual(['rdfa[0].offers.price: a price must be a plain number: “19,90 €”']);
    expect(mainNode(report)).toMatchObject({
      '@type': 'Product',
      name: 'Fjord',
      offers: { price: '19.90', priceCurrency: 'EUR' },
    });
  });

  it('repairs notation and tells each change', () => {
    const report = onPage(
      schema({
        '@type': 'Product',
        name: 'F',
        Image: '/f.jpg',
        offers: {
          '@type': 'Offer',
          price: '1.299,00 €',
          availability: 'in stock',
          priceValidUntil: '31. Dezember 2026',
        },
      }),
    );
    expect(report.existing_jsonld[0]?.repaired).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'F',
      image: 'https://shop.example/f.jpg',
      offers: {
        '@type': 'Offer',
        price: '1299.00',
        availability: 'https://schema.org/InStock',
        priceValidUntil: '2026-12-31',
        priceCurrency: 'EUR',
      },
    });
    expect(report.existing_jsonld[0]?.changes).toContainEqual({
      path: 'jsonld[0].offers.price',
      from: '1.299,00 €',
      to: '1299.00',
    });
  });

  it.each([
    ['a trailing comma', '{"@context":"https://schema.org","@type":"Article","headline":"A & B",}'],
    ['single quotes', "{'@context':'https://schema.org','@type':'Article','headline':'A & B'}"],
    ['typographic quotes', '{“@context”:“https://schema.org”,“@type”:“Article”,“headline”:“A & B”}'],
    ['a missing comma', '{"@context":"https://schema.org" "@type":"Article" "headline":"A & B"}'],
    ['a missing bracket', '{"@context":"https://schema.org","@type":"Article","headline":"A & B"'],
    ['comments', '{/* a */"@context":"https://schema.org","@type":"Article",// b\n"headline":"A & B"}'],
    ['names without quotes', '{"@context":"https://schema.org","@type":"Article",headline:"A & B"}'],
    ['a line break inside a text', '{"@context":"https://schema.org","@type":"Article","headline":"A\n& B"}'],
    [
      'entities for quotes',
      '{&quot;@context&quot;:&quot;https://schema.org&quot;,&quot;@type&quot;:&quot;Article&quot;,&quot;headline&quot;:&quot;A & B&quot;}',
    ],
  ])('says where JSON with %s breaks, and mends it', (_name, text) => {
    const report = plan(html(`<script type="application/ld+json">${text}</script>`, '<main><h1>A</h1></main>'));
    expect(report.existing_jsonld[0]).toMatchObject({
      type: null,
      valid: false,
      path: 'jsonld[0]',
      repaired: { '@type': 'Article', headline: 'A & B' },
    });
    expect(errorsOf(report)[0]).toMatch(/^jsonld\[0\]: not valid JSON: /);
  });

  it('leaves parts out of the draft that a validator would refuse', async () => {
    const report = onPage(
      schema({
        '@type': 'Product',
        name: 'F',
        image: 'https://a.example/f.jpg',
        brand: { '@type': 'Brand' },
        review: [{ '@type': 'Review', author: { '@type': 'Person', name: 'Ann' } }],
        offers: [{ '@type': 'Offer' }, OFFER],
      }),
    );
    expect(mainNode(report)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'F',
      image: 'https://a.example/f.jpg',
      offers: [OFFER],
    });
    expect(await validatorErrors(report.jsonld)).toEqual([]);
  });

  it('keeps what it cannot mend out of the draft', () => {
    const report = plan(
      html('<script type="application/ld+json">function () { return "x" }</script>', '<main><h1>A</h1></main>'),
    );
    expect(report.existing_jsonld[0]).toMatchObject({ type: null, valid: false });
    expect(report.jsonld).toMatchObject({ '@type': 'WebPage', name: 'A' });
  });

  it('passes dates that search engines read, and decodes what was escaped twice', () => {
    const report = onPage(
      schema({
        '@type': 'Article',
        headline: 'Tom &amp; Ada&#039;s ride',
        datePublished: '2026-03-01 10:00:00 +00:00',
        dateModified: '31 Jan 2026',
      }),
    );
    expect(errorsOf(report)).toEqual([]);
    expect(report.existing_jsonld[0]?.warnings.map(({ path }) => path)).toContain('jsonld[0].dateModified');
    expect(mainNode(report)).toMatchObject({
      headline: 'Tom & Ada’s ride'.replace('’', "'"),
      dateModified: '2026-01-31',
    });
  });

  it('says which types Google shows no longer', () => {
    const report = onPage(schema({ '@type': 'HowTo', name: 'A', step: [{ '@type': 'HowToStep', text: 'B' }] }));
    expect(report.existing_jsonld[0]?.warnings[0]?.message).toBe('Google no longer shows HowTo (since 2023-09-13)');
    expect(report.recommended_types[0]).toMatchObject({
      type: 'HowTo',
      rich_result: null,
      eligible: null,
      retired_on: '2023-09-13',
    });
  });
});

describe('schema-plan: what it plans', () => {
  it('says of each property where its value stands, and of each that lacks what the page would have to show', () => {
    const report = plan(
      '# Fjord Trail Shoe\n\nA shoe for wet rock that weighs 240 grams.\n\nPrice: 129 €\n\nBrand: Fjord\n',
      { page_type: 'product' },
    );
    const field = (name: string): unknown => report.required_fields.find((each) => each.field === name);
    expect(field('name')).toEqual({
      type: 'Product',
      field: 'name',
      level: 'required',
      status: 'present',
      evidence: 'first heading',
    });
    expect(field('offers.priceCurrency')).toMatchObject({ status: 'present', evidence: '“Price: 129 €”' });
    expect(field('image')).toMatchObject({ level: 'recommended', status: 'missing', evidence: null });
    expect(report.missing_evidence).toContainEqual({
      type: 'Product',
      field: 'image',
      level: 'recommended',
      hint: 'Show a picture of the thing in the content, or set og:image to an absolute URL.',
    });
  });

  it('keeps a thing that lacks what is required apart, and invents nothing for it', async () => {
    const report = plan('# Fjord Trail Shoe\n\nA shoe for wet rock that weighs 240 grams.\n', { page_type: 'product' });
    expect(report.recommended_types[0]).toMatchObject({
      type: 'Product',
      eligible: false,
      in_draft: false,
      missing_required: ['offers or review or aggregateRating'],
    });
    expect(report.incomplete_drafts).toEqual([
      {
        type: 'Product',
        jsonld: {
          '@context': 'https://schema.org',
          '@type': 'Product',
          name: 'Fjord Trail Shoe',
          description: 'A shoe for wet rock that weighs 240 grams.',
        },
        missing: ['offers or review or aggregateRating'],
      },
    ]);
    expect(report.jsonld).toMatchObject({ '@type': 'WebPage' });
    expect(await validatorErrors(report.jsonld)).toEqual([]);
  });

  it.each([
    ['two prices', 'Small 10 €\n\nLarge 20 €\n'],
    ['a bare dollar sign', 'Price: $10\n'],
    ['shipping costs alone', 'Shipping: 4,90 €\n'],
  ])('takes no price from %s', (_name, text) => {
    const report = plan(`# Fjord\n\nBrand: Fjord\n\n${text}`, { page_type: 'product' });
    expect(JSON.stringify(report.incomplete_drafts)).not.toContain('"offers"');
    expect(report.jsonld).toMatchObject({ '@type': 'WebPage' });
  });

  it('answers no draft when none is asked for', () => {
    const report = plan('# Questions\n\n## Why?\n\nBecause it is so.\n\n## How?\n\nLike this, at once.\n', {
      include_jsonld: false,
    });
    expect([report.jsonld, report.incomplete_drafts]).toEqual([null, []]);
    expect(report.faq_candidates.map(({ question }) => question)).toEqual(['Why?', 'How?']);
  });

  it.each([
    ['article', 'Article'],
    ['blog_post', 'BlogPosting'],
    ['product', 'Product'],
    ['software', 'SoftwareApplication'],
    ['local_business', 'LocalBusiness'],
    ['faq', 'FAQPage'],
    ['how_to', 'HowTo'],
    ['landing_page', null],
  ] as const)('plans for the type %s that was asked for', (page_type, type) => {
    const report = plan('# Something\n\nA page about something that we made.\n', { page_type });
    expect(report.page_type).toEqual({ type, source: 'given' });
  });

  it('takes questions at the end of a page for a part of it, and headlines above links for none', () => {
    const text =
      '# Living room furniture\n\n## Sofas\n\nSofas in leather and linen.\n\n## Tables\n\nTables of oak and ash.\n\n## How do I clean linen?\n\nWith a soft brush and little water.\n\n## How long is the guarantee?\n\nFive years on frames and springs.\n\n## Is oak dead?\n\n[Oak is dead, says the forester](https://n.example/oak)\n';
    const report = plan(text);
    expect(report.page_type.type).toBeNull();
    expect(report.recommended_types.map(({ type, role }) => `${type} ${role}`)).toContain('FAQPage beside');
    expect(report.faq_candidates.map(({ question }) => question)).toEqual([
      'How do I clean linen?',
      'How long is the guarantee?',
    ]);
  });

  it.each([
    [
      'Spanish',
      'Clínica Dental Sol, Calle Mayor 14, 28013 Madrid. Tel. +34 910 123 456. Lunes a viernes de 9:00 a 20:00.',
      { streetAddress: 'Calle Mayor 14', postalCode: '28013', addressLocality: 'Madrid' },
      ['09:00', '20:00'],
    ],
    [
      'French',
      'Cabinet Morel, 12 rue de la Part-Dieu, 69003 Lyon. Tél. 04 78 00 00 00, du lundi au vendredi de 9 h à 18 h.',
      { streetAddress: '12 rue de la Part-Dieu', postalCode: '69003', addressLocality: 'Lyon' },
      ['09:00', '18:00'],
    ],
    [
      'English',
      'Visit us: 12 Park Row, Leeds LS1 5HD. Phone 0113 496 0123. Mon-Fri 9:00-17:30.',
      { streetAddress: '12 Park Row', postalCode: 'LS1 5HD', addressLocality: 'Leeds' },
      ['09:00', '17:30'],
    ],
  ])('reads the address and hours of a business that stand in one %s paragraph', (_, line, address, hours) => {
    const { jsonld } = plan(`# Contact\n\nWe are there for you.\n\n${line}`, { page_type: 'local_business' });
    const text = JSON.stringify(jsonld);
    for (const [name, value] of Object.entries(address)) expect(text).toContain(`"${name}":"${value}"`);
    expect(text).toContain(`"opens":"${hours[0]}","closes":"${hours[1]}"`);
  });

  it('takes a page that says where and when it is open for that of a business, and its street from the number on', () => {
    const { page_type, jsonld } = plan(
      '# Ear wax removal in Bristol\n\nMicrosuction by trained audiologists at 14 Clifton Road, Bristol BS8 1AF. Call 0117 496 0123.\n\n## Opening hours\n\nMonday to Friday 9am–5.30pm, Saturday 9am–1pm',
    );
    expect(page_type).toEqual({ type: 'LocalBusiness', source: 'detected' });
    expect(JSON.stringify(jsonld)).toContain('"streetAddress":"14 Clifton Road","addressLocality":"Bristol"');
    const visit =
      '# How we chose\n\nWe met the editors at 14 Clifton Road, Bristol BS8 1AF, and talked about the year.';
    expect(plan(visit).page_type.type).toBeNull();
  });

  it('describes no page by its by-line', () => {
    const { jsonld } = plan(
      '# Cómo quitar la carcoma\n\nPor Lucía Ferrer, 3 de marzo de 2026\n\nNecesitas una jeringa, producto anticarcoma y plástico.',
    );
    expect(jsonld).toMatchObject({
      description: 'Necesitas una jeringa, producto anticarcoma y plástico.',
      author: { name: 'Lucía Ferrer' },
    });
  });

  it('ends the answer to the last question before the address below it', () => {
    const { faq_candidates } = plan(
      '# Implants\n\n## Does it hurt?\n\nNo: it is done with local anaesthetic.\n\nSmile Dental, 12 Quay Street, Bristol BS1 4RN. Phone 0117 496 0123.',
    );
    expect(faq_candidates).toMatchObject([{ answer: 'No: it is done with local anaesthetic.' }]);
  });

  it('reads beside the price that a thing is there', () => {
    const { jsonld } = plan(
      '# Meindl Island\n\n289,00 € inkl. MwSt., auf Lager, in zwei bis drei Werktagen bei Ihnen zu Hause oder im Laden',
      {
        page_type: 'product',
      },
    );
    expect(JSON.stringify(jsonld)).toContain('https://schema.org/InStock');
  });

  it('takes no address of a footer for the business that a page is about', () => {
    const report = plan(
      html(
        '',
        '<main><h1>Sleep advice</h1><p>Go to bed at the same hour each day of the week.</p></main><footer><p>12 Quay Street, Bristol BS1 4RN</p><p>Phone: 0117 496 0123</p></footer>',
      ),
    );
    expect(report.page_type.type).toBeNull();
  });

  it('names only the rich results that a product has everything for, and says what another one takes', () => {
    const markup = (image: string): string =>
      html(
        `<title>Fjord</title>`,
        `<main><h1>Fjord</h1>${image}<p>49.00 €</p><p>SKU: 12345</p><button>Add to cart</button></main>
        <script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Fjord",${image === '' ? '' : '"image":"https://shop.example/fjord.jpg",'}"offers":{"@type":"Offer","price":"49.00","priceCurrency":"EUR"}}</script>`,
      );
    const judge = (image: string): unknown[] => {
      const report = plan(markup(image), { url: 'https://shop.example/p/fjord' });
      return [
        report.recommended_types[0]?.rich_result,
        report.existing_jsonld[0]?.rich_result,
        report.implementation_notes.filter((note) => note.includes('merchant listing')),
      ];
    };
    expect(judge('')).toEqual([
      'product snippet',
      'product snippet',
      ['With image added, the Product can also appear as a merchant listing.'],
    ]);
    expect(judge('<img src="https://shop.example/fjord.jpg" alt="Fjord" width="800" height="800">')).toEqual([
      'product snippet, merchant listing',
      'product snippet, merchant listing',
      [],
    ]);
  });

  it('says that the page shows every value only where none comes from its old data alone', () => {
    const recipe = (data: string): string =>
      html(
        `<title>Bread</title>${data}`,
        '<main><h1>Bread</h1><img src="https://b.example/bread.jpg" alt="Bread" width="800" height="600"><h2>Ingredients</h2><ul><li>500 g flour</li><li>350 g water</li></ul><h2>Method</h2><ol><li>Mix the flour and the water in a bowl.</li><li>Bake for 40 minutes.</li></ol></main>',
      );
    const why = (text: string): string | undefined =>
      planSchema(plan(text, { url: 'https://b.example/bread' }), undefined).steps.find(({ action }) =>
        action.startsWith('Compare the JSON-LD draft'),
      )?.why;
    expect(why(recipe(''))).toBe('The page shows every value in it.');
    const old =
      '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Recipe","name":"Bread","image":"https://b.example/bread.jpg","recipeYield":"2 loaves"}</script>';
    expect(why(recipe(old))).toContain('the structured data that it has, which may say what visitors do not see');
  });

  it('puts breadcrumb and questions beside the main thing in one graph', async () => {
    const shop =
      SAMPLES.find(({ name }) => name.startsWith('a product page'))?.text.replace(
        '</main>',
        '<h2>Is it waterproof?</h2><p>No, but it dries fast.</p><h2>Does it run small?</h2><p>Yes, take half a size more.</p></main>',
      ) ?? '';
    const report = plan(shop, { url: 'https://shop.example/p/fjord-trail' });
    const graph = report.jsonld?.['@graph'];
    expect(Array.isArray(graph) ? graph.map((node) => node['@type']) : graph).toEqual([
      'Product',
      'BreadcrumbList',
      'FAQPage',
    ]);
    expect(await validatorErrors(report.jsonld)).toEqual([]);
    expect(graph).toMatchObject([
      {},
      {
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://shop.example/' },
          { '@type': 'ListItem', position: 2, name: 'Shoes', item: 'https://shop.example/shoes' },
          { '@type': 'ListItem', position: 3, name: 'Fjord Trail Shoe' },
        ],
      },
      {},
    ]);
  });
});

describe('schema-plan: what belongs to what', () => {
  it('says of the organisation and of a video beside an article only what is said of them', () => {
    const report = plan(
      html(
        '<meta property="og:site_name" content="Trail Mag"><meta property="og:image" content="https://t.example/a.jpg"><meta property="og:type" content="article"><meta property="article:published_time" content="2026-03-12">',
        '<main><h1>Wet rock</h1><p>By Ada King. Her <a href="https://www.linkedin.com/in/adaking">profile</a> has more to say of wet rock.</p><iframe src="https://www.youtube.com/embed/abcdefghijk" title="How soles grip"></iframe></main><footer><a href="https://www.instagram.com/trailmag">Instagram</a></footer>',
      ),
      { url: 'https://t.example/' },
    );
    expect(report.page_type.type).toBe('Article');
    const graph = report.jsonld?.['@graph'];
    const nodes = Array.isArray(graph) ? graph : [];
    expect(nodes.find((node) => node['@type'] === 'Organization')).toEqual({
      '@type': 'Organization',
      name: 'Trail Mag',
      url: 'https://t.example/',
      sameAs: ['https://www.instagram.com/trailmag'],
    });
    expect(report.incomplete_drafts).toEqual([
      {
        type: 'VideoObject',
        jsonld: {
          '@context': 'https://schema.org',
          '@type': 'VideoObject',
          embedUrl: 'https://www.youtube.com/embed/abcdefghijk',
          name: 'How soles grip',
        },
        missing: ['thumbnailUrl', 'uploadDate'],
      },
    ]);
  });
});

describe('schema-plan: hostile pages', () => {
  const ld = (text: string): string =>
    html(`<title>t</title><script type="application/ld+json">${text}</script>`, '<main><h1>A</h1></main>');

  it('lets no key reach into the prototype of anything', () => {
    const report = plan(
      ld(
        '{"@context":"https://schema.org","@type":"Product","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"name":"A","offers":{"__proto__":{"price":"1"},"@type":"Offer","price":"2","priceCurrency":"EUR"}}',
      ),
    );
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(JSON.stringify(report)).not.toMatch(/polluted|__proto__|"constructor"/);
    expect(mainNode(report)).toMatchObject({ offers: { price: '2' } });
  });

  it('takes no script, hidden text or comment for evidence', () => {
    const report = plan(
      html(
        '',
        '<script>var a = "<h1>Fake</h1><p>Price: 1 €</p>"</script><!-- <p>Price: 2 €</p> --><p hidden>Price: 3 €</p><main><h1>Real</h1><p>Price: 4 €</p><a href="/c">Add to cart</a></main>',
      ),
    );
    expect(mainNode(report)).toMatchObject({ '@type': 'Product', name: 'Real', offers: { price: '4' } });
  });

  it('follows no javascript: or data: address', () => {
    const report = plan(
      html(
        '<meta property="og:image" content="javascript:alert(1)"><link rel="canonical" href="data:text/html,x">',
        '<main><h1>A</h1><img src="data:image/png;base64,AAAA" alt="A"></main>',
      ),
      { page_type: 'article' },
    );
    expect(JSON.stringify(report.jsonld)).not.toMatch(/javascript:|data:/);
  });

  const SMALL = 300;
  it.each<[string, (size: number) => string]>([
    [
      'levels without end',
      (size) =>
        ld(
          `{"@context":"https://schema.org","@type":"Product","name":"A","a":${'{"a":'.repeat(size * 20)}1${'}'.repeat(size * 20 + 1)}`,
        ),
    ],
    ['brackets that never close', (size) => ld('['.repeat(size * 20))],
    [
      'a graph of many things',
      (size) => {
        const things = Array.from({ length: size }, (_, at) => ({ '@type': 'Product', name: `P${at}` }));
        return ld(JSON.stringify(schema({ '@graph': things })));
      },
    ],
    ['things that all refer to each other', (size) => ld(JSON.stringify(schema({ '@graph': referring(size) })))],
    ['quotes without end', (size) => ld(`{"a":"${'"x'.repeat(size * 20)}`)],
    ['elements without end', (size) => `<!doctype html><body>${'<b>x</b>'.repeat(size * 15)}`],
    [
      'items of microdata within each other',
      (size) => html('', '<div itemscope itemprop="offers" itemtype="https://schema.org/Product">'.repeat(size * 4)),
    ],
    ['disclosures within each other', (size) => html('', '<details><summary>q?'.repeat(size * 2))],
    [
      'an endless breadcrumb',
      (size) => html('', `<nav class="breadcrumb">${'<li><a href="/x">y</a>'.repeat(size * 2)}`),
    ],
    ['labels without end', (size) => 'a b c d e f g h: '.repeat(size * 9)],
    ['opening hours without end', (size) => `## Opening hours\n${'- Mon - Mon - 9 - 9 Mon - 9\n'.repeat(size * 2)}`],
  ])('answers for %s in linear time and in bounds', (_name, text) => {
    expect(plan(text(4 * SMALL))).toSatisfy(isBounded);
    expect(measureGrowth((size) => plan(text(size)), SMALL)).toBeLessThan(9);
  });

  it.each([
    // Deeper than any stack that follows each level by a call.
    [
      'a hundred thousand levels',
      ld(
        `{"@context":"https://schema.org","@type":"Product","name":"A","a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`,
      ),
    ],
    ['brackets that never close', ld('['.repeat(190_000))],
    ['NULs', '# A\0\n\n\0\0Price: 1\0 €\n'],
    ['nothing', ''],
  ])('answers for %s in bounds', (_name, text) => expect(plan(text)).toSatisfy(isBounded));

  /** As many references as the size says, among fewer things. */
  function referring(size: number): object[] {
    const all = Array.from({ length: Math.sqrt(size) }, (_, at) => ({ '@id': `#${at}` }));
    return all.map((id) => ({ '@type': 'Thing', ...id, about: all }));
  }

  function isBounded(report: SchemaPlanReport): boolean {
    const written = JSON.stringify(report);
    return written.length < 400_000 && !written.includes('\\u0000');
  }
});
