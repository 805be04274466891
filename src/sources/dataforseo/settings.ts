import type { SourceContext, SourceSettings } from '../../ports/define-source.ts';
import type { SourceFailures } from '../../ports/source-failure.ts';

export const TITLE = 'DataForSEO';

export const SETTINGS = {
  SEAMARK_DATAFORSEO_LOGIN: {
    kind: 'secret',
    what: 'The API login from https://app.dataforseo.com/api-access, which is an email address.',
  },
  SEAMARK_DATAFORSEO_PASSWORD: {
    kind: 'secret',
    what: 'The API password from the same page, which is not your account password.',
  },
  SEAMARK_DATAFORSEO_URL: {
    kind: 'url',
    what: 'The address of the API. https://sandbox.dataforseo.com answers with sample data, free of charge.',
    preset: 'https://api.dataforseo.com',
  },
} as const satisfies SourceSettings;

export type DataForSeoSettings = typeof SETTINGS;
export type DataForSeoContext = SourceContext<DataForSeoSettings>;

const KEY_FIX =
  'Set SEAMARK_DATAFORSEO_LOGIN and SEAMARK_DATAFORSEO_PASSWORD to the API credentials from https://app.dataforseo.com/api-access.';
const FUNDS_FIX = 'Add funds at https://app.dataforseo.com, or raise the limits you set there.';

/** HTTP statuses, and the codes of the envelope; `402xx` stands for those that are not named. */
export const FAILURES: SourceFailures = {
  401: { kind: 'wrong_key', fix: KEY_FIX },
  402: { kind: 'no_funds', fix: FUNDS_FIX },
  403: { kind: 'wrong_key', fix: KEY_FIX },
  404: { kind: 'refused' },
  429: { kind: 'rate_limited' },
  40100: { kind: 'wrong_key', fix: KEY_FIX },
  40104: { kind: 'wrong_key', fix: 'Verify your account at https://app.dataforseo.com.' },
  40202: { kind: 'rate_limited' },
  40204: { kind: 'no_funds', fix: 'Activate this API for your account at https://app.dataforseo.com.' },
  40206: { kind: 'rate_limited' },
  40207: { kind: 'wrong_key', fix: 'Allow the IP address of this server at https://app.dataforseo.com.' },
  40209: { kind: 'rate_limited' },
  '402xx': { kind: 'no_funds', fix: FUNDS_FIX },
  '400xx': { kind: 'refused' },
  '404xx': { kind: 'refused' },
  '405xx': { kind: 'refused' },
  '406xx': { kind: 'unfinished' },
};
