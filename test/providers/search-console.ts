import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';

import { fieldOf, type Vendor, type VendorAnswer, type VendorRequest } from './vendor.ts';
import { number } from './web.ts';

/**
 * Today of the made-up site, in Pacific time, and what there is of it. Ahead of every clock, so that a job which is to wait
 * by it does wait.
 */
export const CONSOLE_NOW = new Date('2054-11-22T20:00:00Z');
export const FIRST_DAY = '2054-10-20';
export const LAST_FINAL_DAY = '2054-11-19';
const LAST_DAY = '2054-11-21';

export const SITE = 'sc-domain:harbour-bikes.example';
export const LARGE_SITE = 'https://large.example/';
export const EMPTY_SITE = 'sc-domain:empty.example';
/** Days of the large site with more rows than fit one request, and more than fit two. */
export const LARGE_DAY = '2054-11-19';
export const HUGE_DAY = '2054-11-18';
export const LARGE_ROWS = 25_012;

export const CLIENT_EMAIL = 'seamark@made-up.iam.gserviceaccount.com';
export const OAUTH = {
  id: '4711.apps.googleusercontent.com',
  secret: 'GOCSPX-made-up-secret',
  token: '1//made-up-refresh',
};
const TOKEN = 'ya29.made-up-access-token';

let pair: { readonly publicKey: string; readonly privateKey: string } | undefined;
function keyPair() {
  pair ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return pair;
}

/** The JSON that Google Cloud lets its user download. */
export function serviceAccountFile(): string {
  return JSON.stringify({
    type: 'service_account',
    project_id: 'made-up',
    client_email: CLIENT_EMAIL,
    private_key: keyPair().privateKey,
    token_uri: 'https://oauth2.googleapis.com/token',
  });
}

/** Google's endpoints for tokens (`/token`), properties and search analytics (`/v3/…`), with one made-up site. */
export const searchConsole: Vendor = {
  errors: {
    rate_limit: () =>
      refused(403, 'Search Analytics load quota exceeded. Learn about usage limits: …', 'quotaExceeded'),
    no_funds: () => refused(403, 'Daily Limit Exceeded', 'dailyLimitExceeded'),
    wrong_key: ({ path }) => forbidden(decodeURIComponent(path.split('/')[3] ?? '')),
    expired: () => refused(401, 'Request had invalid authentication credentials.', 'authError'),
    server_error: () => refused(500, 'Backend Error', 'backendError'),
  },
  answer(request) {
    if (request.path === '/token') return tokenFor(request);
    if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      return refused(
        401,
        `Request had invalid authentication credentials ${String(request.headers.authorization)}.`,
        'authError',
      );
    }
    if (request.path === '/v3/sites') return { status: 200, body: { siteEntry: SITES } };
    const [, , , property = '', resource] = request.path.split('/');
    if (resource !== 'searchAnalytics') return refused(404, 'Not Found', 'notFound');
    return analytics(decodeURIComponent(property), request.body);
  },
};

const SITES = [
  { siteUrl: SITE, permissionLevel: 'siteRestrictedUser' },
  { siteUrl: 'https://www.harbour-bikes.example/', permissionLevel: 'siteFullUser' },
  { siteUrl: LARGE_SITE, permissionLevel: 'siteOwner' },
  { siteUrl: EMPTY_SITE, permissionLevel: 'siteOwner' },
  { siteUrl: 'https://somebody-else.example/', permissionLevel: 'siteUnverifiedUser' },
];

function refused(code: number, message: string, reason: string): VendorAnswer {
  return { status: code, body: { error: { code, message, errors: [{ message, domain: 'usageLimits', reason }] } } };
}

function forbidden(property: string): VendorAnswer {
  const message = `User does not have sufficient permission for site '${property}'. See also: https://support.google.com/webmasters/answer/2451999.`;
  return refused(403, message, 'forbidden');
}

function tokenFor({ body }: VendorRequest): VendorAnswer {
  const granted = { status: 200, body: { access_token: TOKEN, expires_in: 3599, token_type: 'Bearer' } };
  const denied = { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
  if (fieldOf(body, 'grant_type') === 'refresh_token') {
    if (fieldOf(body, 'client_id') !== OAUTH.id || fieldOf(body, 'client_secret') !== OAUTH.secret) {
      return { status: 401, body: { error: 'invalid_client', error_description: 'The OAuth client was not found.' } };
    }
    return fieldOf(body, 'refresh_token') === OAUTH.token ? granted : denied;
  }
  return isSigned(String(fieldOf(body, 'assertion'))) ? granted : denied;
}

function isSigned(assertion: string): boolean {
  const [head = '', claim = '', signature = ''] = assertion.split('.');
  const key = createPublicKey(keyPair().publicKey);
  if (!verify('RSA-SHA256', Buffer.from(`${head}.${claim}`), key, Buffer.from(signature, 'base64url'))) return false;
  const said: unknown = JSON.parse(Buffer.from(claim, 'base64url').toString());
  const [iss, scope, exp, iat] = ['iss', 'scope', 'exp', 'iat'].map((name) => fieldOf(said, name));
  return (
    iss === CLIENT_EMAIL &&
    scope === 'https://www.googleapis.com/auth/webmasters.readonly' &&
    Number(exp) - Number(iat) === 3600
  );
}

/** What was really searched: one row for each query, page, country and device. */
interface Search {
  readonly date: string;
  readonly query: string;
  readonly page: string;
  readonly country: string;
  readonly device: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number;
  /** Few people asked it, so that its query is never told. */
  readonly is_rare: boolean;
}

const PLACES = [
  { country: 'usa', device: 'DESKTOP' },
  { country: 'usa', device: 'MOBILE' },
  { country: 'gbr', device: 'MOBILE' },
  { country: 'zzz', device: 'TABLET' },
];

/** Every search of a day; the days of a week differ, and so do kinds of search. */
export function searchesOf(property: string, type: string, date: string): readonly Search[] {
  if (date < FIRST_DAY || date > LAST_DAY || property === EMPTY_SITE) return [];
  if (property === LARGE_SITE) return largeDay(date);
  if (type === 'news' || type === 'googleNews') return [];
  return ['/', '/repair', '/rental', '/guides/chain'].flatMap((path, page) =>
    ['bike repair', 'harbour bikes', 'fix a chain', 'rare words of one'].flatMap((query, at) =>
      PLACES.map(({ country, device }) => {
        const impressions = 5 + number(type + date + path + query + country, device, 40);
        return {
          date,
          query,
          page: `https://harbour-bikes.example${path}`,
          country,
          device,
          clicks: Math.floor(impressions / (3 + at + page)),
          impressions,
          position: 1 + number(path, query, 90) / 10,
          is_rare: at === 3,
        };
      }),
    ),
  );
}

function largeDay(date: string): readonly Search[] {
  const rows = date === LARGE_DAY ? LARGE_ROWS : date === HUGE_DAY ? 60_000 : 3;
  return Array.from({ length: rows }, (_, at) => ({
    date,
    query: `query ${at}`,
    page: `https://large.example/${at % 500}`,
    country: 'deu',
    device: 'DESKTOP',
    clicks: at < 10 ? 1 : 0,
    impressions: 2,
    position: 5,
    is_rare: false,
  }));
}

type Dimension = 'date' | 'query' | 'page' | 'country' | 'device';

interface Question {
  readonly property: string;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly dimensions: readonly Dimension[];
  readonly counts_all: boolean;
  readonly start: number;
  readonly rows: number;
}

function questionOf(property: string, body: unknown): Question {
  const dimensions: unknown = fieldOf(body, 'dimensions');
  return {
    property,
    from: String(fieldOf(body, 'startDate')),
    to: String(fieldOf(body, 'endDate')),
    type: String(fieldOf(body, 'type')),
    dimensions: Array.isArray(dimensions) ? dimensions.map(String).filter(isDimension) : [],
    counts_all: fieldOf(body, 'dataState') === 'all',
    start: Number(fieldOf(body, 'startRow')),
    rows: Number(fieldOf(body, 'rowLimit')),
  };
}

function analytics(property: string, body: unknown): VendorAnswer {
  const site = SITES.find(({ siteUrl }) => siteUrl === property);
  if (site === undefined || site.permissionLevel === 'siteUnverifiedUser') return forbidden(property);
  const question = questionOf(property, body);
  const { type, dimensions, start, rows } = question;
  if (type === 'discover' && dimensions.some((name) => name === 'query' || name === 'device')) {
    return refused(400, 'Discover has no queries and no devices.', 'badRequest');
  }
  const table = grouped(searchesFor(question), dimensions, type === 'discover');
  const page = table.slice(start, Math.min(start + rows, 50_000));
  return {
    status: 200,
    body: {
      // Without data there is no such field at all.
      ...(page.length === 0 ? {} : { rows: page }),
      responseAggregationType: dimensions.includes('page') ? 'byPage' : 'byProperty',
      ...metadataOf(question),
    },
  };
}

function searchesFor({ property, from, to, type, dimensions, counts_all }: Question): readonly Search[] {
  const last = counts_all ? LAST_DAY : LAST_FINAL_DAY;
  return daysOf(from, to)
    .filter((day) => day <= last)
    .flatMap((day) => searchesOf(property, type, day))
    .filter((search) => !dimensions.includes('query') || !search.is_rare);
}

/** In one of the two spellings that documents and types have. */
function metadataOf({ property, to, type, dimensions, counts_all }: Question): object {
  if (!counts_all || !dimensions.includes('date') || property === EMPTY_SITE || to <= LAST_FINAL_DAY) return {};
  return { metadata: { [type === 'image' ? 'firstIncompleteDate' : 'first_incomplete_date']: '2054-11-20' } };
}

function isDimension(name: string): name is Dimension {
  return ['date', 'query', 'page', 'country', 'device'].includes(name);
}

function daysOf(from: string, to: string): string[] {
  const days: string[] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += 86_400_000) {
    days.push(new Date(time).toISOString().slice(0, 10));
  }
  return days;
}

/** Summed by dimensions, most clicks first. */
function grouped(searches: readonly Search[], dimensions: readonly Dimension[], isDiscover: boolean): object[] {
  const sums = new Map<string, { keys: string[]; clicks: number; impressions: number; places: number }>();
  for (const search of searches) {
    const keys = dimensions.map((name) => search[name]);
    const sum = sums.get(keys.join('\n')) ?? { keys, clicks: 0, impressions: 0, places: 0 };
    sum.clicks += search.clicks;
    sum.impressions += search.impressions;
    sum.places += search.position * search.impressions;
    sums.set(keys.join('\n'), sum);
  }
  return [...sums.values()]
    .toSorted((one, other) => other.clicks - one.clicks)
    .map(({ keys, clicks, impressions, places }) => ({
      ...(dimensions.length === 0 ? {} : { keys }),
      clicks,
      impressions,
      ctr: clicks / impressions,
      ...(isDiscover ? {} : { position: places / impressions }),
    }));
}
