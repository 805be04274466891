import { defineSource } from '../../ports/define-source.ts';
import { placeOffers, searchPlaces } from './places.ts';

export const nominatim = defineSource({
  name: 'nominatim',
  title: 'OpenStreetMap through Nominatim',
  docs: {
    gives:
      'Whether a business is on OpenStreetMap and, where mappers added them, its address, phone, website, category, coordinates ' +
      'and opening hours. It has no ratings, reviews, photos or positions in local results. Seamark reads ' +
      'opening hours that repeat weekly; seasonal ones stay unknown.',
    costs:
      'Free. The public server allows one request a second per application, and Seamark keeps to that limit ' +
      'across all its processes. Run your own instance if you need more.',
    access:
      'Set SEAMARK_NOMINATIM_URL=https://nominatim.openstreetmap.org, or the address of your own instance. Requests identify ' +
      'themselves with SEAMARK_USER_AGENT; set SEAMARK_NOMINATIM_EMAIL so that the people who run the server can ' +
      'reach you. The data is under the Open Database License: show the attribution that comes with every listing.',
    terms: 'https://operations.osmfoundation.org/policies/nominatim/',
  },
  every_ms: 1000,
  settings: {
    SEAMARK_NOMINATIM_URL: {
      kind: 'url',
      what: 'Address of a Nominatim server.',
      example: 'https://nominatim.openstreetmap.org',
    },
    SEAMARK_NOMINATIM_EMAIL: {
      kind: 'text',
      what: 'Email address to send with each request, so that the people who run the server can reach you.',
      preset: '',
    },
  },
  offers: { places: placeOffers },
  sees: { places: ['name', 'address', 'phone', 'website', 'category', 'hours'] },
  failures: {
    403: {
      kind: 'wrong_key',
      fix: 'The server refuses this client: set SEAMARK_USER_AGENT to a name with a way to reach you, or use your own instance.',
    },
    429: { kind: 'rate_limited', fix: 'Slow down, or run your own Nominatim server.' },
    not_json: {
      kind: 'broken',
      fix: 'Check SEAMARK_NOMINATIM_URL: it must be the address of the server without /search.',
    },
  },
  probe: async (context) => {
    const query = { name: 'Brandenburg Gate', near: 'Berlin', location: null, language: 'en', limit: 1 };
    const [found] = await searchPlaces(query, context);
    return found === undefined ? 'The server responds but found nothing.' : `Found ${found.display_name}.`;
  },
});
