import { fieldOf, type Vendor } from './vendor.ts';

export const GOOGLE_PLACES_KEY = 'AIzaSyA-0123456789abcdefghijklmnopqrstu';

interface ListedBusiness {
  readonly id: number;
  readonly name: string;
  readonly number: string;
  readonly street: string;
  readonly town: string;
  readonly phone: string;
  readonly website: string;
}

/** A shop of the sample web, and its twin: the same name in another town. */
const LISTED: ReadonlyMap<string, readonly ListedBusiness[]> = new Map([
  [
    'Harbour Bikes',
    [
      {
        id: 2,
        name: 'Harbour Bikes',
        number: '31',
        street: 'Fish Market',
        town: 'Southcove',
        phone: '+44 1632 960777',
        website: 'https://harbour-bikes-southcove.example/',
      },
      {
        id: 1,
        name: 'Harbour Bikes',
        number: '4',
        street: 'Rope Walk',
        town: 'Northcove',
        phone: '+44 1632 960142',
        website: 'http://harbour-bikes.example/contact',
      },
    ],
  ],
]);

function googlePlace({ id, name, number, street, town, phone, website }: ListedBusiness): object {
  const component = (type: string, text: string, shortText = text): object => ({
    types: [type],
    longText: text,
    shortText,
  });
  return {
    id: `ChIJ-listed-${id}`,
    displayName: { text: name, languageCode: 'en' },
    formattedAddress: `${number} ${street}, ${town}, UK`,
    addressComponents: [
      component('street_number', number),
      component('route', street),
      component('postal_town', town),
      component('country', 'United Kingdom', 'GB'),
    ],
    internationalPhoneNumber: phone,
    websiteUri: website,
    rating: 4.7,
    userRatingCount: 132,
    businessStatus: 'OPERATIONAL',
    // Tuesday to Saturday, an hour longer than the shop's own page says.
    regularOpeningHours: {
      periods: [2, 3, 4, 5, 6].map((day) => ({
        open: { day, hour: 9, minute: 0 },
        close: { day, hour: 19, minute: 0 },
      })),
    },
    primaryType: 'bicycle_store',
    types: ['bicycle_store', 'store'],
    photos: [{}, {}, {}],
  };
}

function osmPlace({ id, name, number, street, town, phone, website }: ListedBusiness): object {
  return {
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    osm_type: 'node',
    osm_id: 1000 + id,
    lat: '55.01',
    lon: '-1.44',
    category: 'shop',
    type: 'bicycle',
    name,
    display_name: `${name}, ${number}, ${street}, ${town}, United Kingdom`,
    address: { house_number: number, road: street, town, country_code: 'gb' },
    extratags: { opening_hours: 'Tu-Sa 09:00-18:00', phone, website },
    namedetails: { name },
  };
}

function refuse(status: number, message: string, reason: string): { status: number; body: object } {
  return { status, body: { error: { code: status, message, status: reason } } };
}

/** https://places.googleapis.com. */
export const googlePlaces: Vendor = {
  errors: {
    rate_limit: () => refuse(429, 'Quota exceeded.', 'RESOURCE_EXHAUSTED'),
    wrong_key: ({ headers }) =>
      refuse(400, `API key not valid: ${String(headers['x-goog-api-key'])}`, 'INVALID_ARGUMENT'),
    error_in_200: ({ headers }) => ({ status: 200, body: { places: [{ id: 5, key: headers['x-goog-api-key'] }] } }),
  },
  answer({ path, headers, body }) {
    if (headers['x-goog-api-key'] !== GOOGLE_PLACES_KEY) return refuse(400, 'API key not valid.', 'INVALID_ARGUMENT');
    if (path !== '/v1/places:searchText') return refuse(404, 'Not found.', 'NOT_FOUND');
    const mask = headers['x-goog-fieldmask'];
    if (mask === undefined) return refuse(400, 'FieldMask is a required parameter.', 'INVALID_ARGUMENT');
    const name = String(fieldOf(body, 'textQuery')).split(',')[0] ?? '';
    if (name.includes('unheard-of')) return { status: 200, body: {} };
    const known = LISTED.get(name);
    if (known !== undefined) return { status: 200, body: { places: known.map(googlePlace) } };
    const place = { id: 'ChIJ-google', displayName: { text: name }, rating: 4.6, userRatingCount: 90 };
    return { status: 200, body: { places: [place] } };
  },
};

/** https://nominatim.openstreetmap.org. */
export const nominatim: Vendor = {
  errors: {
    rate_limit: () => ({ status: 429, body: '<html><head><title>Too Many Requests</title></head></html>' }),
    wrong_key: () => ({ status: 403, body: '<html><head><title>Access denied</title></head></html>' }),
    error_in_200: () => ({ status: 200, body: { error: { code: 500, message: 'Internal Server Error' } } }),
  },
  answer({ path, query }) {
    if (path !== '/search') return { status: 404, body: '<html><title>Not found</title></html>' };
    const name = (query.get('q') ?? '').split(',')[0] ?? '';
    if (name.includes('unheard-of')) return { status: 200, body: [] };
    const known = LISTED.get(name);
    if (known !== undefined) return { status: 200, body: known.map(osmPlace) };
    const place = {
      licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
      osm_type: 'node',
      osm_id: 42,
      lat: '30.27',
      lon: '-97.74',
      category: 'shop',
      type: 'bicycle',
      name,
      display_name: `${name}, Main Street, Austin, Texas, United States`,
      address: { road: 'Main Street', city: 'Austin', country_code: 'us' },
      extratags: { opening_hours: 'Mo-Sa 09:00-18:00' },
      namedetails: { name },
    };
    return { status: 200, body: [place] };
  },
};
