import { describe, expect, it } from 'vitest';

import { AUSTIN, NOW, sourceContext, UNITED_STATES } from '../../test/source-context.ts';
import type { SourceHttpRequest } from '../ports/source-http.ts';
import type { DataForSeoSettings } from './dataforseo/settings.ts';
import { placeOffers as dataforseo } from './dataforseo/places.ts';
import { type GooglePlacesSettings, placeOffers as google } from './google-places/places.ts';
import { type NominatimSettings, placeOffers as nominatim } from './nominatim/places.ts';

const QUERY = { name: 'Wheel & Co', near: '12 Main St, Austin', location: AUSTIN, language: 'en-US', limit: 5 };

const CLOSED = ['tuesday', 'wednesday', 'thursday', 'saturday', 'sunday'].map((day) => ({ day, open: [] }));

describe('a business on OpenStreetMap', () => {
  const SETTINGS = { SEAMARK_NOMINATIM_URL: 'https://osm.test/', SEAMARK_NOMINATIM_EMAIL: '' };
  const contextWith = (answer: (request: SourceHttpRequest) => unknown) =>
    sourceContext<NominatimSettings>(SETTINGS, answer);
  const find = nominatim.find;
  if (find === undefined) throw new Error('It finds places.');
  const SHOP = {
    place_id: 1,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: 'node',
    osm_id: 123,
    lat: '30.2700',
    lon: '-97.7400',
    category: 'shop',
    type: 'bicycle',
    name: 'Wheel and Company',
    display_name: 'Wheel & Co, 12, Main Street, Austin, Travis County, Texas, 78701, United States',
    address: {
      house_number: '12',
      road: 'Main Street',
      city: 'Austin',
      state: 'Texas',
      postcode: '78701',
      country_code: 'us',
    },
    extratags: {
      phone: '+1 512 555 0100',
      'contact:website': 'https://wheel.example/',
      opening_hours: 'Mo-Fr 09:00-17:00',
      description: null,
    },
    namedetails: { name: 'Wheel & Co' },
  };

  it('is found by its name and place, with its tags, and shown with its licence', async () => {
    const { extratags, ...shop } = SHOP;
    const { description: _, ...tags } = extratags;
    const { context, requests } = contextWith(() => [{ ...shop, extratags: tags }]);
    const answer = await find.ask(QUERY, context);
    expect(requests).toMatchObject([
      {
        url: 'https://osm.test/search',
        query: {
          q: 'Wheel & Co, 12 Main St, Austin',
          format: 'jsonv2',
          extratags: 1,
          addressdetails: 1,
          namedetails: 1,
          limit: 5,
          'accept-language': 'en-US',
          countrycodes: 'us',
          email: undefined,
        },
      },
    ]);
    expect(answer.value).toMatchObject([
      {
        source: 'nominatim',
        place_id: 'osm:node/123',
        name: 'Wheel & Co',
        address_parts: {
          street: '12 Main Street',
          city: 'Austin',
          region: 'Texas',
          postal_code: '78701',
          country: 'US',
        },
        phone: '+1 512 555 0100',
        website: 'https://wheel.example/',
        category: 'bicycle',
        categories: ['shop=bicycle'],
        rating: null,
        review_count: null,
        claimed: null,
        photos: null,
        latitude: 30.27,
        longitude: -97.74,
        attribution: SHOP.licence,
      },
    ]);
    expect(answer.value[0]?.hours?.[0]).toEqual({ day: 'monday', open: [{ from: '09:00', to: '17:00' }] });
  });

  it('is no street, city or border, and its absence sends the question on', async () => {
    const places = [
      { ...SHOP, extratags: null, category: 'highway', type: 'residential' },
      { ...SHOP, extratags: null, category: 'boundary', type: 'administrative' },
    ];
    const { context } = contextWith(() => places);
    expect(await find.ask(QUERY, context)).toMatchObject({ value: [], coverage: 'none', is_empty: true });
  });

  it('without tags, names and parts of an address has nulls, and the attribution all the same', async () => {
    const { context } = contextWith(() => [
      { lat: '1', lon: '2', category: 'office', type: 'yes', display_name: 'Foo, Bar', osm_type: 'way', osm_id: 5 },
    ]);
    expect((await find.ask(QUERY, context)).value).toMatchObject([
      {
        name: 'Foo',
        category: 'office',
        phone: null,
        website: null,
        hours: null,
        address_parts: { street: null, city: null, country: null },
        attribution: expect.stringContaining('OpenStreetMap contributors'),
      },
    ]);
  });

  it('fails when the answer is none', async () => {
    const { context } = contextWith(() => ({ error: { code: 400, message: 'Nothing to search for.' } }));
    await expect(find.ask(QUERY, context)).rejects.toMatchObject({ kind: 'broken' });
  });
});

describe('a business in Google Places', () => {
  const SETTINGS = {
    SEAMARK_GOOGLE_PLACES_URL: 'https://places.test',
    SEAMARK_GOOGLE_PLACES_KEY: 'google-key',
    SEAMARK_GOOGLE_PLACES_USD_PER_1000: '35',
  };
  const find = google.find;
  if (find === undefined) throw new Error('It finds places.');
  const contextWith = (answer: (request: SourceHttpRequest) => unknown) =>
    sourceContext<GooglePlacesSettings>(SETTINGS, answer);
  const PLACE = {
    id: 'ChIJ123',
    displayName: { text: 'Wheel & Co', languageCode: 'en' },
    formattedAddress: '12 Main St, Austin, TX 78701, USA',
    addressComponents: [
      { longText: '12', shortText: '12', types: ['street_number'] },
      { longText: 'Main Street', shortText: 'Main St', types: ['route'] },
      { longText: 'Austin', shortText: 'Austin', types: ['locality', 'political'] },
      { longText: 'Texas', shortText: 'TX', types: ['administrative_area_level_1', 'political'] },
      { longText: '78701', shortText: '78701', types: ['postal_code'] },
      { longText: 'United States', shortText: 'US', types: ['country', 'political'] },
    ],
    internationalPhoneNumber: '+1 512-555-0100',
    websiteUri: 'https://wheel.example/',
    rating: 4.7,
    userRatingCount: 213,
    businessStatus: 'OPERATIONAL',
    regularOpeningHours: {
      periods: [
        { open: { day: 1, hour: 9, minute: 0 }, close: { day: 1, hour: 17, minute: 30 } },
        { open: { day: 5, hour: 20, minute: 0 }, close: { day: 6, hour: 2, minute: 0 } },
      ],
    },
    primaryType: 'bicycle_store',
    types: ['bicycle_store', 'store'],
    location: { latitude: 30.27, longitude: -97.74 },
    photos: [{ name: 'a' }, { name: 'b' }],
  };

  it('is asked for with a mask of fields near the place, and read field by field', async () => {
    const { context, requests } = contextWith(() => ({ places: [PLACE] }));
    const answer = await find.ask(QUERY, context);
    expect(requests).toMatchObject([
      {
        method: 'POST',
        url: 'https://places.test/v1/places:searchText',
        headers: {
          'x-goog-api-key': 'google-key',
          'x-goog-fieldmask': expect.stringMatching(/^places\.id,places\.displayName,.*places\.photos$/),
        },
        body: {
          textQuery: 'Wheel & Co, 12 Main St, Austin',
          languageCode: 'en-US',
          regionCode: 'US',
          pageSize: 5,
          locationBias: { circle: { center: { latitude: 30.2672, longitude: -97.7431 }, radius: 50000 } },
        },
      },
    ]);
    const [listing] = answer.value;
    expect(listing).toMatchObject({
      source: 'google-places',
      place_id: 'ChIJ123',
      name: 'Wheel & Co',
      address_parts: { street: '12 Main Street', city: 'Austin', region: 'Texas', postal_code: '78701', country: 'US' },
      phone: '+1 512-555-0100',
      website: 'https://wheel.example/',
      category: 'bicycle store',
      rating: 4.7,
      review_count: 213,
      claimed: null,
      photos: 2,
      status: 'open',
    });
    expect(listing?.hours).toEqual(
      expect.arrayContaining([
        { day: 'monday', open: [{ from: '09:00', to: '17:30' }] },
        { day: 'friday', open: [{ from: '20:00', to: '26:00' }] },
        ...CLOSED,
      ]),
    );
    expect(find.usd(QUERY, SETTINGS)).toBe(0.035);
  });

  it('that is open around the clock is open all of every day', async () => {
    const periods = [{ open: { day: 0, hour: 0, minute: 0 } }];
    const { context } = contextWith(() => ({ places: [{ ...PLACE, regularOpeningHours: { periods } }] }));
    const [listing] = (await find.ask(QUERY, context)).value;
    expect(listing?.hours?.map(({ open }) => open)).toEqual(
      Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]),
    );
  });

  it('has as many photos as are listed, but for the ten that a list can hold', async () => {
    const { context } = contextWith(() => ({
      places: [{ id: 'a', photos: Array.from({ length: 10 }, () => ({})) }, { id: 'b' }],
    }));
    expect((await find.ask({ ...QUERY, location: UNITED_STATES }, context)).value).toMatchObject([
      { photos: null, hours: null, status: null, rating: null },
      { photos: 0 },
    ]);
  });

  it('may not be there, which is an answer, and fails when the answer is none', async () => {
    expect(await find.ask(QUERY, contextWith(() => ({})).context)).toMatchObject({ value: [], is_empty: true });
    await expect(find.ask(QUERY, contextWith(() => ({ places: [{ id: 5 }] })).context)).rejects.toMatchObject({
      kind: 'broken',
    });
  });
});

describe('a business as DataForSEO sees it', () => {
  const SETTINGS = {
    SEAMARK_DATAFORSEO_URL: 'https://api.dataforseo.test',
    SEAMARK_DATAFORSEO_LOGIN: 'login',
    SEAMARK_DATAFORSEO_PASSWORD: 'pass-word',
  };
  const { find, pack } = dataforseo;
  if (find === undefined || pack === undefined) throw new Error('It offers both.');
  const contextWith = (result: unknown) =>
    sourceContext<DataForSeoSettings>(SETTINGS, () => ({
      status_code: 20000,
      status_message: 'Ok.',
      tasks: [
        {
          cost: 0.0021,
          status_code: result === null ? 40102 : 20000,
          status_message: 'No Search Results.',
          result: result === null ? null : [result],
        },
      ],
    }));
  const BUSINESS = {
    type: 'google_business_info',
    title: 'Wheel & Co',
    description: 'Bikes.',
    category: 'Bicycle shop',
    additional_categories: ['Bicycle repair shop'],
    cid: '42',
    place_id: 'ChIJ123',
    address: '12 Main St, Austin, TX 78701',
    address_info: {
      borough: null,
      address: '12 Main St',
      city: 'Austin',
      zip: '78701',
      region: 'Texas',
      country_code: 'US',
    },
    phone: '+15125550100',
    url: 'https://wheel.example/',
    total_photos: '31',
    latitude: 30.27,
    longitude: -97.74,
    is_claimed: true,
    rating: { rating_type: 'Max5', value: 4.7, votes_count: 213, rating_max: null },
    rating_distribution: { '1': 3, '2': 0, '3': 10, '4': 50, '5': 150 },
    people_also_search: [{ cid: '7', title: 'Spokes', rating: { value: 4.1 } }, { title: null }],
    work_time: {
      work_hours: {
        timetable: {
          sunday: null,
          monday: [{ open: { hour: 9, minute: 0 }, close: { hour: 17, minute: 30 } }],
          friday: [{ open: { hour: 20, minute: 0 }, close: { hour: 2, minute: 0 } }],
        },
        current_status: 'closed',
      },
    },
  };

  it('has all of its profile', async () => {
    const { context, requests } = contextWith({ datetime: '2026-11-20 10:00:00 +00:00', items: [BUSINESS] });
    const answer = await find.ask(QUERY, context);
    expect(requests).toMatchObject([
      {
        url: 'https://api.dataforseo.test/v3/business_data/google/my_business_info/live',
        body: [{ keyword: 'Wheel & Co, 12 Main St, Austin', location_code: 1026201, language_code: 'en' }],
      },
    ]);
    expect(answer).toMatchObject({ usd: 0.0021, observed_at: '2026-11-20T10:00:00.000Z' });
    const [listing] = answer.value;
    expect(listing).toMatchObject({
      source: 'dataforseo',
      place_id: 'ChIJ123',
      address_parts: { street: '12 Main St', city: 'Austin', region: 'Texas', postal_code: '78701', country: 'US' },
      categories: ['Bicycle shop', 'Bicycle repair shop'],
      rating: 4.7,
      review_count: 213,
      rating_distribution: [3, 0, 10, 50, 150],
      claimed: true,
      photos: 31,
      // Closed at this moment, and in business.
      status: 'open',
      nearby: [{ name: 'Spokes', place_id: null, rating: 4.1 }],
    });
    expect(listing?.hours).toEqual(
      expect.arrayContaining([
        { day: 'monday', open: [{ from: '09:00', to: '17:30' }] },
        { day: 'friday', open: [{ from: '20:00', to: '26:00' }] },
        ...CLOSED,
      ]),
    );
  });

  it('cannot be found from nowhere, and may not be there', async () => {
    expect(find.lacks({ ...QUERY, location: null }, SETTINGS)).toBeUndefined();
    expect(await find.ask(QUERY, contextWith(null).context)).toMatchObject({ value: [], is_empty: true });
  });

  it.each([
    ['temporarily_closed', 'temporarily_closed'],
    ['closed_forever', 'closed'],
    ['opened', 'open'],
    [null, null],
  ])('with the status %s is %s', async (current_status, status) => {
    const work_time = { work_hours: { timetable: null, current_status } };
    const { context } = contextWith({ items: [{ ...BUSINESS, work_time }] });
    expect((await find.ask(QUERY, context)).value).toMatchObject([{ status, hours: null }]);
  });

  const PACK = {
    keyword: 'bike shop',
    latitude: 30.26720001234,
    longitude: -97.7431,
    language: 'en',
    device: 'mobile',
    depth: 2,
  } as const;

  it('has its place on the map at a point, counted without ads', async () => {
    const { people_also_search: _, work_time, ...mapped } = BUSINESS;
    const items = [
      { ...mapped, type: 'maps_paid_item', title: 'Ad' },
      { ...mapped, type: 'maps_search', rank_absolute: 2, work_hours: work_time },
      { ...mapped, type: 'maps_search', title: 'Spokes', place_id: null, cid: '7', work_hours: work_time.work_hours },
      { ...mapped, type: 'maps_search', title: 'Third' },
    ];
    const { context, requests } = contextWith({ datetime: '2026-11-20 10:00:00 +00:00', items });
    const { value } = await pack.ask(PACK, context);
    expect(requests).toMatchObject([
      {
        url: 'https://api.dataforseo.test/v3/serp/google/maps/live/advanced',
        body: [
          {
            keyword: 'bike shop',
            location_coordinate: '30.2672,-97.7431,17z',
            language_code: 'en',
            device: 'mobile',
            depth: 2,
          },
        ],
      },
    ]);
    expect(value).toMatchObject({ keyword: 'bike shop', surface: 'maps', checked_at: '2026-11-20T10:00:00.000Z' });
    expect(value.listings.map(({ rank, name, place_id }) => [rank, name, place_id])).toEqual([
      [1, 'Wheel & Co', 'ChIJ123'],
      [2, 'Spokes', 'cid:7'],
    ]);
    expect(value.listings.map(({ hours }) => hours?.length)).toEqual([7, 7]);
  });

  it('has its place in the finder where that is asked for, which has no more than the pack shows', async () => {
    const items = [
      { type: 'local_pack', is_paid: true, title: 'Ad', cid: '1' },
      {
        type: 'local_pack',
        is_paid: false,
        title: 'Wheel & Co',
        cid: '42',
        domain: 'wheel.example',
        phone: '+15125550100',
        rating: null,
      },
    ];
    const { context, requests } = contextWith({ items });
    const { value } = await pack.ask({ ...PACK, surface: 'finder' }, context);
    expect(requests[0]?.url).toBe('https://api.dataforseo.test/v3/serp/google/local_finder/live/advanced');
    expect(value).toMatchObject({
      surface: 'finder',
      checked_at: NOW.toISOString(),
      listings: [
        { rank: 1, place_id: 'cid:42', website: 'https://wheel.example/', address: null, rating: null, hours: null },
      ],
    });
    expect(pack.lacks({ ...PACK, surface: 'pack' }, SETTINGS)).toHaveLength(1);
  });

  it('costs a page for every hundred listings of the map', () => {
    expect(pack.usd({ ...PACK, depth: 101 }, SETTINGS)).toBeCloseTo(0.004, 10);
    expect(pack.usd({ ...PACK, depth: 100 }, SETTINGS)).toBeCloseTo(0.002, 10);
  });
});
