import { describe, expect, it } from 'vitest';

import { contextWithPlaces, type TestPlaces } from '../../../../test/place-context.ts';
import { listingRecord } from '../../../../test/place-records.ts';
import { runChecked } from '../../../../test/pure-operation.ts';
import { AUSTIN } from '../../../../test/source-context.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Listing, LocalPack } from '../../../ports/places.ts';
import { readOpeningHours } from '../../../web/hours/opening-hours.ts';
import batch from './batch/operation.ts';
import operation from './operation.ts';

const LOCATIONS = { 'Austin, TX': AUSTIN, 'austin, texas': AUSTIN };
const notConnected = (): never => {
  throw new AppError('source_not_configured', 'No source for business listings is connected.', { fix: 'Connect one.' });
};
const ASKED = { domain: 'Wheel & Co', location: '12 Main St, Austin, TX 78701' };

async function audit(places: TestPlaces, body: object = ASKED) {
  const answer = await runChecked(operation, body, contextWithPlaces({ locations: LOCATIONS, ...places }));
  return { ...answer, report: operation.result.parse(answer.result) };
}

const OWN: Partial<Listing> = {
  place_id: 'ChIJ-own',
  name: 'Wheel & Co',
  address: '12 Main Street, Austin, TX 78701, USA',
  phone: '+1 512-555-0100',
  website: 'https://wheel.example/austin',
  category: 'bicycle store',
  hours: readOpeningHours('Mo-Fr 09:00-17:00'),
  rating: 4.6,
  review_count: 213,
  photos: 8,
  status: 'open',
  latitude: 30.27,
  longitude: -97.74,
};

const page = (data: object, body = ''): string =>
  `<html lang="en"><head><title>Wheel & Co | Bikes in Austin</title>
  <script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script></head>
  <body><main><h1>Wheel &amp; Co</h1>${body}</main></body></html>`;

const STORE = {
  '@type': 'BikeStore',
  name: 'Wheel & Co',
  telephone: '(512) 555-0100',
  openingHours: 'Mo-Fr 09:00-17:00',
  address: {
    '@type': 'PostalAddress',
    streetAddress: '12 Main St.',
    addressLocality: 'Austin',
    addressRegion: 'TX',
    postalCode: '78701',
    addressCountry: 'US',
  },
};
const CALL = '<p>Call us in Austin: <a href="tel:+15125550100">(512) 555-0100</a></p>';

const pack = (listings: readonly Listing[]): LocalPack => ({
  keyword: 'bicycle store',
  checked_at: '2026-11-22T12:00:00.000Z',
  surface: 'maps',
  listings: listings.map((listing, at) => ({ ...listing, rank: at + 1 })),
});

const check = (report: Awaited<ReturnType<typeof audit>>['report'], id: string) =>
  report.checks.find((each) => each.id === id);

describe('a local audit', () => {
  it('of a listing that its website agrees with passes every check that a source can see', async () => {
    const { report } = await audit({
      listings: [
        listingRecord(OWN),
        listingRecord({ place_id: 'other', name: 'Spokes', address: '900 Elm St, Austin, TX' }),
      ],
      pages: { 'https://wheel.example/austin': page(STORE, CALL) },
    });
    expect(report).toMatchObject({
      coverage: 'full',
      place_match: { status: 'matched', confidence: 0.9 },
      business_status: 'open',
      listing: { place_id: 'ChIJ-own', phone_e164: '+15125550100' },
      source_of: { name: 'google-places', rating: 'google-places', claimed: null, coordinates: 'google-places' },
      reviews: { count: 213, rating: 4.6, newest_at: null },
      hours_consistency: { matches: true },
      duplicates: [],
      service_area: { is_service_area_business: false },
      readiness_score: 100,
      competitors_nearby: null,
    });
    expect(report.nap_consistency.map(({ field, matches }) => [field, matches])).toEqual([
      ['name', true],
      ['address', true],
      ['phone', true],
      ['website', true],
    ]);
    expect(report.checks.filter(({ status }) => status === 'fail')).toEqual([]);
    expect(check(report, 'claimed')?.status).toBe('unknown');
    const points = Object.values(report.score_components ?? {}).reduce<number>((sum, each) => sum + (each ?? 0), 0);
    expect(points).toBe(report.readiness_score);
    expect(report.score_coverage).toBeLessThan(1);
  });

  it('tells each disagreement with the website by its field, part and day', async () => {
    const { report, markdown_summary } = await audit({
      listings: [
        listingRecord({
          ...OWN,
          phone: '512-555-0199',
          hours: readOpeningHours('Mo-Fr 09:00-18:00'),
          website: 'https://wheel.example/',
        }),
        listingRecord({ ...OWN, place_id: 'ChIJ-twice', website: null }),
      ],
      pages: {
        'https://wheel.example/': page({ ...STORE, address: { ...STORE.address, postalCode: '78704' } }, CALL),
      },
    });
    expect(report.place_match.status).toBe('matched');
    const [, address, phone] = report.nap_consistency;
    expect(address).toMatchObject({ matches: true });
    expect(address?.parts).toContainEqual({ part: 'postal_code', matches: false });
    expect(phone).toEqual({
      field: 'phone',
      listing: '+15125550199',
      site: '+15125550100',
      matches: false,
      parts: null,
    });
    expect(report.hours_consistency?.days[0]).toEqual({
      day: 'monday',
      listing: '09:00-18:00',
      site: '09:00-17:00',
      matches: false,
    });
    expect(report.duplicates?.map(({ place_id }) => place_id)).toEqual(['ChIJ-twice']);
    expect(report.checks.filter(({ status }) => status === 'fail').map(({ id }) => id)).toEqual([
      'no_duplicates',
      'phone_matches',
      'hours_match',
    ]);
    expect(markdown_summary).toContain('| Listing and website show different phone numbers | high |');
  });

  it('fails nothing that OpenStreetMap cannot see', async () => {
    const { report } = await audit({
      listings: [
        listingRecord({
          ...OWN,
          source: 'nominatim',
          rating: null,
          review_count: null,
          photos: null,
          status: null,
          website: null,
        }),
      ],
    });
    for (const id of [
      'rating',
      'review_count',
      'recent_reviews',
      'has_photos',
      'claimed',
      'open',
      'no_duplicates',
      'page_readable',
    ])
      expect([id, check(report, id)?.status]).toEqual([id, 'unknown']);
    expect(report).toMatchObject({
      duplicates: null,
      reviews: null,
      business_status: null,
      site: null,
      landing_page: null,
    });
    expect(report.score_components).toMatchObject({ reputation: null, landing_page: null, standing: null });
    expect(report.score_coverage).toBeLessThan(0.5);
    expect(report.priority).toBeNull();
  });

  it('of an uncertain listing has candidates and no score', async () => {
    const twin = listingRecord({ ...OWN, place_id: 'twin', address: '40 Oak Ave, Austin, MN 55912, USA', phone: null });
    const { report, next_operations } = await audit({ listings: [twin] });
    expect(report).toMatchObject({
      coverage: 'partial',
      place_match: {
        status: 'uncertain',
        candidates: [
          { place_id: 'twin', same_brand_other_location: true, components: { name: 'match', address: 'conflict' } },
        ],
      },
      listing: null,
      readiness_score: null,
      score_components: null,
      nap_consistency: [],
    });
    expect(report.place_match.confidence).toBeLessThan(0.7);
    expect(new Set(report.checks.map(({ status }) => status))).toEqual(new Set(['unknown']));
    expect(next_operations).toEqual(['audit.local']);
  });

  it('of a chain in a town without a street says that several fit', async () => {
    const sister = listingRecord({
      ...OWN,
      place_id: 'sister',
      address: '2100 S Lamar Blvd, Austin, TX 78704',
      phone: null,
    });
    const { report } = await audit(
      { listings: [listingRecord(OWN), sister] },
      { domain: 'Wheel & Co', location: 'Austin, TX' },
    );
    expect(report.place_match).toMatchObject({ status: 'ambiguous', confidence: 0.6 });
    expect(report.place_match.candidates).toHaveLength(2);
  });

  it('finds another branch around it where the source shows one listing for each search', async () => {
    const sister = listingRecord({
      ...OWN,
      place_id: 'sister',
      address: '2100 S Lamar Blvd, Austin, TX 78704',
      phone: null,
    });
    const { report } = await audit(
      { listings: [listingRecord(OWN)], pack: () => pack([sister]) },
      { domain: 'Wheel & Co', location: 'Austin, TX' },
    );
    expect(report.place_match.status).toBe('ambiguous');
  });

  it('that nothing is known of says so first and costs nothing', async () => {
    const context = contextWithPlaces({ locations: LOCATIONS });
    const outcome = await operation.prepare(ASKED).run(context);
    expect(outcome).toMatchObject({
      credits: 0,
      result: { coverage: 'none', place_match: { status: 'not_found', confidence: null } },
    });
    const { markdown_summary } = await audit({});
    expect(markdown_summary).toMatch(/^## .*\n\nNothing is known of “Wheel & Co”/);
  });

  it('of a domain takes name, phone and address from the structured data of its site', async () => {
    const { report } = await audit(
      {
        listings: ({ name }) => (name === 'Wheel & Co' ? [listingRecord(OWN)] : []),
        pages: { 'https://wheel.example/': page(STORE, CALL), 'https://wheel.example/austin': page(STORE, CALL) },
      },
      { domain: 'wheel.example', location: 'Austin, TX' },
    );
    expect(report).toMatchObject({
      business: { name: 'Wheel & Co', name_source: 'structured_data', domain: 'wheel.example' },
      place_match: {
        status: 'matched',
        components: { name: 'match', phone: 'match', address: 'match', domain: 'match' },
      },
      landing_page: {
        url: 'https://wheel.example/austin',
        names_business: true,
        names_town: true,
        has_phone_link: true,
      },
    });
  });

  it('of a chain’s domain takes the branch at the place', async () => {
    const dallas = {
      ...STORE,
      telephone: '(214) 555-0100',
      address: { ...STORE.address, streetAddress: '1 Elm St', addressLocality: 'Dallas', postalCode: '75201' },
    };
    const listings = [
      listingRecord(OWN),
      listingRecord({
        ...OWN,
        place_id: 'dallas',
        address: '1 Elm Street, Dallas, TX 75201',
        phone: '+1 214-555-0100',
      }),
    ];
    const { report } = await audit(
      { listings, pages: { 'https://wheel.example/': page({ '@graph': [dallas, STORE] }, CALL) } },
      { domain: 'wheel.example', location: 'Austin, TX' },
    );
    expect(report.listing?.place_id).toBe('ChIJ-own');
    expect(report.site).toMatchObject({ locations: 2, phones: ['+15125550100'] });
    const sister = report.place_match.candidates.find(({ place_id }) => place_id === 'dallas');
    expect(sister).toMatchObject({ same_brand_other_location: true });
  });

  it('reads the address of a page in its visible text, and follows its contact page', async () => {
    const home = `<title>Wheel & Co</title><h1>Bikes</h1><a href="/contact">Contact</a>`;
    const contact = `<title>Contact</title><p>Wheel & Co</p><p>12 Main Street</p><p>Austin, TX 78701</p><p>Fax: 512 555 0177</p><p>Updated 2025-08-04 10:30</p><p>Phone (512) 555-0100</p>`;
    const { report } = await audit(
      {
        listings: [listingRecord({ ...OWN, website: null })],
        pages: { 'https://wheel.example/': home, 'https://wheel.example/contact': contact },
      },
      { domain: 'wheel.example', location: 'Austin, TX' },
    );
    expect(report.site).toMatchObject({
      pages: ['https://wheel.example/', 'https://wheel.example/contact'],
      address: '12 Main Street, Austin, TX 78701',
      phones: ['+15125550100'],
    });
    expect(report.place_match.status).toBe('matched');
  });

  it('of a business that goes to its customers does not ask for a street', async () => {
    const { address: _, ...mobile } = { ...STORE, areaServed: ['Austin', 'Round Rock'] };
    const listing = listingRecord({ ...OWN, address: 'Austin, TX' });
    const { report } = await audit(
      {
        listings: [listing],
        pages: { 'https://wheel.example/': page(mobile, CALL), 'https://wheel.example/austin': page(mobile) },
      },
      { domain: 'wheel.example', location: 'Austin, TX' },
    );
    expect(report.service_area).toEqual({ is_service_area_business: true, areas: ['Austin', 'Round Rock'] });
    expect(check(report, 'has_street')?.status).toBe('unknown');
    expect(check(report, 'page_shows_address')?.status).toBe('unknown');
  });

  it('fails a PO box as an address', async () => {
    const { report } = await audit(
      { listings: [listingRecord({ ...OWN, address: 'PO Box 123, Austin, TX 78701' })] },
      { domain: 'Wheel & Co', location: 'Austin, TX' },
    );
    expect(check(report, 'has_street')).toMatchObject({
      status: 'fail',
      evidence: 'PO Box 123, Austin, TX 78701 is a PO box',
    });
  });

  it('shows who else is around, without the business itself', async () => {
    const near = listingRecord({ place_id: 'near', name: 'Spokes', latitude: 30.271, longitude: -97.74, rating: 4.1 });
    const { report } = await audit({
      listings: [listingRecord(OWN), near],
      pack: () => pack([listingRecord(OWN), near]),
    });
    expect(report.competitors_nearby).toMatchObject([{ rank: 2, name: 'Spokes', distance_m: 111, rating: 4.1 }]);
  });

  it('without a source of listings judges the website alone, against itself, and costs nothing', async () => {
    const contact = '<title>Contact</title><p>12 Main Street</p><p>Austin, TX 78701</p><p>Phone (512) 555-0199</p>';
    const { openingHours: _, ...store } = STORE;
    const places = {
      listings: notConnected,
      pages: {
        'https://wheel.example/': page(store, `${CALL}<a href="/contact">Contact</a>`),
        'https://wheel.example/contact': contact,
      },
    };
    const asked = { domain: 'wheel.example', location: 'Austin, TX' };
    const { report, markdown_summary, next_operations } = await audit(places, asked);
    expect(report).toMatchObject({
      coverage: 'partial',
      place_match: { status: 'not_checked', confidence: null, candidates: [] },
      listing: null,
      reviews: null,
      duplicates: null,
      readiness_score: null,
      site: { name: 'Wheel & Co', address: '12 Main St., Austin, TX, 78701, US' },
      notes: [expect.stringMatching(/^No source for business listings is connected\./)],
    });
    expect(report.site_consistency?.map(({ field, matches }) => [field, matches])).toEqual([
      ['name', null],
      ['address', true],
      ['phone', false],
      ['hours', null],
    ]);
    expect(check(report, 'site_agrees')).toMatchObject({
      status: 'fail',
      evidence: 'phone: +15125550100 and +15125550199',
    });
    expect(check(report, 'markup_complete')).toMatchObject({ status: 'fail', evidence: 'without opening hours' });
    expect(check(report, 'page_names_town')?.status).toBe('pass');
    for (const id of ['open', 'claimed', 'has_phone', 'rating', 'phone_matches'])
      expect([id, check(report, id)?.status]).toEqual([id, 'unknown']);
    expect(markdown_summary).toMatch(
      /^## .*\n\nThe listing of “Wheel & Co” in Austin, TX was not checked. On its website, 2 of \d checks failed. No source/,
    );
    expect(next_operations).toContain('sources.list');
    const outcome = await operation.prepare(asked).run(contextWithPlaces({ locations: LOCATIONS, ...places }));
    expect(outcome.credits).toBe(0);
  });

  it('without a source of listings or a website has nothing to audit, and says what to send instead', async () => {
    const context = contextWithPlaces({ locations: LOCATIONS, listings: notConnected });
    await expect(operation.prepare(ASKED).run(context)).rejects.toMatchObject({
      code: 'source_not_configured',
      fix: expect.stringContaining('send the domain of the business'),
    });
  });

  it('fails where the source of listings fails: an audit of the website is not half an answer', async () => {
    const failing = (): never => {
      throw new AppError('source_failed', 'Google Places did not answer.');
    };
    const context = contextWithPlaces({
      locations: LOCATIONS,
      listings: failing,
      pages: { 'https://wheel.example/': page(STORE, CALL) },
    });
    const asked = { domain: 'wheel.example', location: 'Austin, TX' };
    await expect(operation.prepare(asked).run(context)).rejects.toMatchObject({ code: 'source_failed' });
  });

  it('does not take the branches of a chain for contradictions', async () => {
    const dallas = {
      ...STORE,
      telephone: '(214) 555-0100',
      openingHours: 'Mo-Fr 10:00-18:00',
      address: { ...STORE.address, streetAddress: '1 Elm St', addressLocality: 'Dallas', postalCode: '75201' },
    };
    const { report } = await audit(
      { listings: notConnected, pages: { 'https://wheel.example/': page({ '@graph': [dallas, STORE] }, CALL) } },
      { domain: 'wheel.example', location: 'Austin, TX' },
    );
    expect(report.site_consistency?.map(({ matches }) => matches)).toEqual([true, null, null, null]);
    expect(check(report, 'site_agrees')?.status).toBe('pass');
  });

  it('does not take branches that have a page each for contradictions', async () => {
    const dallas = {
      ...STORE,
      name: 'Wheel & Co Dallas',
      telephone: '(214) 555-0100',
      address: { ...STORE.address, streetAddress: '1 Elm St', addressLocality: 'Dallas', postalCode: '75201' },
    };
    const links = '<a href="/locations/austin">Austin</a> <a href="/locations/dallas">Dallas</a>';
    const pages = {
      'https://wheel.example/': `<title>Wheel & Co</title><h1>Wheel &amp; Co</h1>${links}`,
      'https://wheel.example/locations/austin': page({ ...STORE, name: 'Wheel & Co Austin' }),
      'https://wheel.example/locations/dallas': page(dallas),
    };
    const { report } = await audit(
      { listings: notConnected, pages },
      { domain: 'wheel.example', location: 'Austin, TX' },
    );
    expect(report.site_consistency?.map(({ values, matches }) => [values.length, matches])).toEqual([
      [2, null],
      [2, null],
      [2, null],
      [1, null],
    ]);
    expect(check(report, 'site_agrees')?.status).toBe('unknown');
  });

  it('finds the address and the phone number at the foot of a page with thousands of prices, and takes no price for a part', async () => {
    const foot = '<p>12 Main Street</p><p>Austin, TX 78701</p><p>Phone (512) 555-0100</p>';
    const home = `<title>Wheel & Co</title><h1>Wheel &amp; Co</h1>${'<p>$20.00</p>'.repeat(3000)}${foot}`;
    const { report } = await audit(
      { listings: notConnected, pages: { 'https://wheel.example/': home } },
      { domain: 'wheel.example', location: 'Austin, TX' },
    );
    expect(report.site_consistency?.map(({ values }) => values.map(({ value }) => value))).toEqual([
      [],
      ['12 Main Street, Austin, TX 78701'],
      ['+15125550100'],
      [],
    ]);
  });

  it('refuses a place that is neither known nor an address', async () => {
    const context = contextWithPlaces({});
    await expect(operation.prepare({ domain: 'Wheel & Co', location: 'Nowhere' }).run(context)).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('still searches the text of an address whose town is unknown', async () => {
    const { report } = await audit({ listings: [listingRecord(OWN)], locations: {} });
    expect(report).toMatchObject({
      place_match: { status: 'matched' },
      business: { resolved_location: null, country: 'US' },
    });
  });
});

describe('a batch of local audits', () => {
  it('is one call for each item, in order, and an item that is sent twice is two', () => {
    const items = [ASKED, { domain: 'wheel.example', location: 'Austin, TX', language: 'de' }, ASKED];
    const { batch: calls, credits } = batch.prepare({ items });
    expect(credits).toBe(12);
    expect(calls).toEqual([
      { operation: 'audit.local', input: { ...ASKED, language: 'en' }, path: 'items[0]' },
      { operation: 'audit.local', input: items[1], path: 'items[1]' },
      { operation: 'audit.local', input: { ...ASKED, language: 'en' }, path: 'items[2]' },
    ]);
  });

  it.each([
    [[ASKED, { domain: 'Wheel & Co' }], /items(?:\.|\[)1/],
    [[ASKED, { ...ASKED, language: 'xx-not' }], /items(?:\.|\[)1/],
    [[{ ...ASKED, radius: 5 }], /items(?:\.|\[)0/],
    [[], /items/],
    [Array.from({ length: 11 }, () => ASKED), /items/],
  ])('is refused whole, naming what is wrong', (items, named) => {
    expect(() => batch.prepare({ items })).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        issues: expect.arrayContaining([expect.objectContaining({ path: expect.stringMatching(named) })]),
      }),
    );
  });
});
