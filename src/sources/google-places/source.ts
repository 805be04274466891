import { defineSource } from '../../ports/define-source.ts';
import { placeOffers, searchText } from './places.ts';

const KEY = 'Check SEAMARK_GOOGLE_PLACES_KEY, that Places API (New) is enabled in its project, and its restrictions.';

export const googlePlaces = defineSource({
  name: 'google-places',
  title: 'Google Places API (New)',
  docs: {
    gives:
      'Business listings from Google Maps: name, address, phone, website, category, opening hours, rating and number of reviews, ' +
      'whether the business is open or permanently closed, and the number of photos (up to nine). It does not show ' +
      'whether the owner claimed the listing or where it ranks in local results.',
    costs:
      'Google bills each search by the fields it returns; ratings and opening hours set the tier. Prices depend ' +
      'on your monthly volume, so set SEAMARK_GOOGLE_PLACES_USD_PER_1000 to what you pay; until then, Seamark counts 35 ' +
      'USD per 1,000 searches toward your daily limit.',
    access:
      'Create a project at https://console.cloud.google.com with billing, enable Places API (New), and create an API key that ' +
      'is restricted to it. Set SEAMARK_GOOGLE_PLACES_KEY to the key.',
    terms: 'https://cloud.google.com/maps-platform/terms/maps-service-terms',
  },
  usd_per_day: 5,
  // Place ids could be kept for longer; what is stored is one observation a search, and it goes as a whole.
  keep_days: 30,
  settings: {
    SEAMARK_GOOGLE_PLACES_KEY: {
      kind: 'secret',
      what: 'API key of a Google Cloud project with Places API (New) enabled.',
    },
    SEAMARK_GOOGLE_PLACES_USD_PER_1000: {
      kind: 'number',
      what: 'What you pay for 1,000 searches with ratings and opening hours, in USD.',
      preset: '35',
    },
    SEAMARK_GOOGLE_PLACES_URL: {
      kind: 'url',
      what: 'Address of the API; change it only to use a proxy.',
      preset: 'https://places.googleapis.com',
    },
  },
  offers: { places: placeOffers },
  sees: {
    places: ['name', 'address', 'phone', 'website', 'category', 'hours', 'rating', 'review_count', 'status', 'photos'],
  },
  failures: {
    400: { kind: 'refused' },
    '400 api key': { kind: 'wrong_key', fix: KEY },
    401: { kind: 'wrong_key', fix: KEY },
    403: { kind: 'wrong_key', fix: KEY },
    429: {
      kind: 'rate_limited',
      fix: 'Raise the quota of Places API in the Google Cloud console, or try again later.',
    },
  },
  // Ids alone are the cheapest answer.
  probe: async (context) => {
    const query = { name: 'Empire State Building', near: 'New York', location: null, language: 'en', limit: 1 };
    const found = await searchText(query, ['id'], context);
    return `Google Places responded with ${found.length === 0 ? 'no listing' : 'a listing'}.`;
  },
});
