import { fieldOf, type Vendor } from './vendor.ts';

export const GOOGLE_PLACES_KEY = 'AIzaSyA-0123456789abcdefghijklmnopqrstu';

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
