import { defineSource } from '../../ports/define-source.ts';
import { counted, joinWords } from '../../kernel/grammar.ts';
import { createSearchConsole } from './console.ts';

const KEY_FIX =
  'Download a new key of the service account, or sign in again for a new refresh token, and check that this machine’s clock is right.';

export const searchConsole = defineSource({
  name: 'search-console',
  title: 'Google Search Console',
  docs: {
    gives:
      'What Google counted for your own sites: clicks, impressions and average positions by query, page, country and device, a ' +
      'day at a time and up to 16 months back. Bring them in with `seamark import console --property sc-domain:example.com`; add ' +
      '`--daily` to keep them up to date. Days that Google is still counting are left out until they are complete, two or three days ' +
      'later. Google withholds queries that few people search for; Seamark keeps what they add up to for each page, so that ' +
      'totals are right. The figures belong to the workspace that imports them, and no other workspace sees them.',
    costs:
      'Free. Each day takes four requests for each type of search, so 16 months take some 2,000. Google limits requests for each ' +
      'property: when a quota is used up, the import waits 15 minutes, or until the next day, and then goes on by itself.',
    access:
      'In the Google Cloud console, create a project, enable the Google Search Console API, create a service account and download a ' +
      'JSON key for it. In Search Console, open Settings > Users and permissions of each property and add the e-mail address of ' +
      'the service account as a user; Restricted is enough. Set SEAMARK_SEARCH_CONSOLE_KEY_FILE to the path of the key. Where you ' +
      'cannot add users, set SEAMARK_SEARCH_CONSOLE_CLIENT_ID, SEAMARK_SEARCH_CONSOLE_CLIENT_SECRET and ' +
      'SEAMARK_SEARCH_CONSOLE_REFRESH_TOKEN of your own OAuth client instead, with the scope ' +
      'https://www.googleapis.com/auth/webmasters.readonly.',
    terms: 'https://developers.google.com/terms',
  },
  settings: {
    SEAMARK_SEARCH_CONSOLE_KEY_FILE: {
      kind: 'text',
      what: 'Path of the JSON key of a Google Cloud service account that is a user of your properties.',
      preset: '',
      example: '/etc/seamark/search-console.json',
    },
    SEAMARK_SEARCH_CONSOLE_CLIENT_ID: {
      kind: 'text',
      what: 'ID of your own OAuth client, if you do not use a service account.',
      preset: '',
    },
    SEAMARK_SEARCH_CONSOLE_CLIENT_SECRET: { kind: 'secret', what: 'Secret of that OAuth client.', preset: '' },
    SEAMARK_SEARCH_CONSOLE_REFRESH_TOKEN: {
      kind: 'secret',
      what: 'Refresh token of someone who can read the properties. Publish the OAuth app: Google revokes the tokens of apps in testing after seven days.',
      preset: '',
    },
    SEAMARK_SEARCH_CONSOLE_URL: {
      kind: 'url',
      what: 'Address of the API; change it only to use a proxy.',
      preset: 'https://www.googleapis.com/webmasters/v3',
    },
    SEAMARK_SEARCH_CONSOLE_TOKEN_URL: {
      kind: 'url',
      what: 'Where access tokens come from; change it only to use a proxy.',
      preset: 'https://oauth2.googleapis.com/token',
    },
  },
  connected_by: [
    ['SEAMARK_SEARCH_CONSOLE_KEY_FILE'],
    [
      'SEAMARK_SEARCH_CONSOLE_CLIENT_ID',
      'SEAMARK_SEARCH_CONSOLE_CLIENT_SECRET',
      'SEAMARK_SEARCH_CONSOLE_REFRESH_TOKEN',
    ],
  ],
  offers: {},
  console: createSearchConsole,
  sees: { rankings: ['clicks', 'impressions', 'average positions of your own sites'] },
  failures: {
    400: { kind: 'refused' },
    '400 invalid_grant': { kind: 'wrong_key', fix: KEY_FIX },
    '401 invalid_client': { kind: 'wrong_key', fix: KEY_FIX },
    401: { kind: 'wrong_key', fix: KEY_FIX },
    '403 has not been used': {
      kind: 'wrong_key',
      fix: 'Enable the Google Search Console API in your Google Cloud project, wait a few minutes and try again.',
    },
    '403 quota': { kind: 'rate_limited' },
    '403 rate limit': { kind: 'rate_limited' },
    '403 limit exceeded': { kind: 'rate_limited' },
    '403 permission': {
      kind: 'wrong_key',
      fix: 'In Search Console, add the account as a user of the property, under Settings > Users and permissions.',
    },
    403: { kind: 'wrong_key', fix: KEY_FIX },
    429: { kind: 'rate_limited' },
  },
  probe: async ({ signal, ...context }) => {
    const properties = await createSearchConsole(context).properties(signal);
    const named = properties.length === 0 ? '' : `: ${joinWords(properties, 5)}`;
    return `The credentials can read ${counted(properties.length, 'property')}${named}.`;
  },
});
