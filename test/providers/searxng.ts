import type { Vendor, VendorAnswer, VendorRequest } from './vendor.ts';
import { lookUp, number } from './web.ts';

const ENGINE = 'google';

/** A SearXNG instance with `formats: [html, json]`; the real program is tried in `searx.test.ts`. */
export const searxng: Vendor = {
  errors: {
    rate_limit: () => ({
      status: 429,
      headers: { 'retry-after': '7' },
      body: '<!doctype html><title>Too Many Requests</title>',
    }),
    wrong_key: () => ({ status: 403, body: '<!doctype html><title>403 Forbidden</title>' }),
    error_in_200: (request) => unresponsive(request, 'Suspended: CAPTCHA'),
    unfinished: (request) => unresponsive(request, 'timeout'),
  },
  answer(request, fault) {
    if (request.path === '/config')
      return { status: 200, body: { version: '2026.8.22+9fea412', engines: [{ name: ENGINE }, { name: 'bing' }] } };
    if (request.path === '/autocompleter') return autocomplete(request);
    if (request.path !== '/search') return { status: 404, body: '<!doctype html><title>Page not found</title>' };
    if (request.query.get('format') !== 'json') return { status: 200, body: '<!doctype html><title>SearXNG</title>' };
    return search(request, fault);
  },
};

const NOTHING = { answers: [], infoboxes: [], suggestions: [], unresponsive_engines: [] };

/** As for the address bars of browsers. */
function autocomplete({ query }: VendorRequest): VendorAnswer {
  const q = query.get('q') ?? '';
  const headers = { 'content-type': 'application/x-suggestions+json' };
  return { status: 200, headers, body: [q, [`${q} shop`, `${q} repair`]] };
}

function unresponsive({ query }: VendorRequest, reason: string): VendorAnswer {
  const body = {
    query: query.get('q'),
    results: [],
    corrections: [],
    ...NOTHING,
    unresponsive_engines: [[ENGINE, reason]],
  };
  return { status: 200, body };
}

function search({ query }: VendorRequest, fault: string | undefined): VendorAnswer {
  const q = query.get('q') ?? '';
  const page = Number(query.get('pageno') ?? 1);
  const results = lookUp(q, 'google', fault !== 'heedless');
  const isKnown = query.get('engines') === ENGINE;
  const isBare = fault === 'hidden' || (fault === 'short' && page > 1) || !isKnown;
  const rows = isBare ? [] : (results.pages[fault === 'stuck' ? 0 : page - 1] ?? []);
  const listed = rows.map(({ url, title, description, date }, at) => ({
    url,
    title,
    content: description,
    publishedDate: date === null ? null : `${date}T00:00:00`,
    thumbnail: '',
    engine: ENGINE,
    parsed_url: ['https', new URL(url).host, new URL(url).pathname, '', '', ''],
    template: 'default.html',
    engines: [ENGINE],
    positions: [at + 1],
    score: 1 / (at + 1),
    category: 'general',
  }));
  // Sorted by a score of its own, with a row of a plugin among them.
  const blended = listed.toSorted((one, other) => number(one.url, 1000) - number(other.url, 1000));
  const plugin = {
    url: 'https://plugin.example/',
    title: 'Of a plugin',
    content: '',
    engine: 'tracker',
    engines: ['tracker'],
  };
  return {
    status: 200,
    body: {
      query: q,
      number_of_results: isKnown ? results.total : 0,
      results: rows.length > 0 ? [plugin, ...blended] : [],
      ...NOTHING,
      corrections: results.spell === null ? [] : [results.spell],
      suggestions: results.related,
    },
  };
}
