import { defineSource } from '../../ports/define-source.ts';
import { keywordOffers, readWeeks } from './keywords.ts';
import { createBingConsole } from './statistics.ts';

const KEY_FIX = 'Generate a new key in Bing Webmaster Tools and set SEAMARK_BING_WEBMASTER_KEY.';

export const bingWebmaster = defineSource({
  name: 'bing-webmaster',
  title: 'Bing Webmaster Tools',
  docs: {
    gives:
      'How often people searched Bing for a keyword, week by week, in one country or worldwide, and related keywords with the ' +
      'same figure. It works for any keyword, not only those your sites rank for. Seamark adds up the last four full weeks, ' +
      'scales them to a month and reports them as `bing_impressions`: they count searches on Bing and are never ' +
      'shown as Google volume. People who search Bing use more desktops and more Windows than those who search Google, so compare keywords ' +
      'with one another rather than with Google figures. For your own sites, it also reports clicks, impressions and average ' +
      'positions by query and by page, week by week: import them with ' +
      '`seamark import console --engine bing --property https://example.com/`.',
    costs:
      'Free. Each keyword takes one request and Seamark sends one request a second, so it asks for at most 40 keywords at a time.',
    access:
      'Sign in to Bing Webmaster Tools at https://www.bing.com/webmasters, open Settings, then API access, and generate a key. ' +
      'Set SEAMARK_BING_WEBMASTER_KEY to it.',
    terms: 'https://www.bing.com/webmasters/help/webmaster-guidelines-30fba23a',
  },
  every_ms: 1000,
  settings: {
    SEAMARK_BING_WEBMASTER_KEY: {
      kind: 'secret',
      what: 'API key from Bing Webmaster Tools, under Settings > API access.',
    },
    SEAMARK_BING_WEBMASTER_URL: {
      kind: 'url',
      what: 'Address of the API; change it only to use a proxy.',
      preset: 'https://ssl.bing.com/webmaster/api.svc/json',
    },
  },
  offers: { keywords: keywordOffers },
  console: createBingConsole,
  sees: {
    keywords: ['bing_impressions', 'monthly', 'related keywords'],
    rankings: ['clicks', 'impressions', 'average positions of your own sites'],
  },
  failures: {
    400: { kind: 'refused' },
    '400 invalidapikey': { kind: 'wrong_key', fix: KEY_FIX },
    '400 notauthorized': { kind: 'wrong_key', fix: KEY_FIX },
    '400 userblocked': { kind: 'wrong_key', fix: KEY_FIX },
    '400 throttle': { kind: 'rate_limited' },
    401: { kind: 'wrong_key', fix: KEY_FIX },
    403: { kind: 'wrong_key', fix: KEY_FIX },
    429: { kind: 'rate_limited' },
    503: { kind: 'rate_limited' },
  },
  probe: async (context) => {
    const weeks = await readWeeks(context, { keyword: 'weather', location: null, language: 'en' });
    return `Bing knows ${weeks.length} weeks of searches for “weather”.`;
  },
});
