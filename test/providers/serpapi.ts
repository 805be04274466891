import { longDate } from './serper.ts';
import { type Vendor, type VendorAnswer, type VendorRequest, when, writtenTime } from './vendor.ts';
import { lookUp, type Results, type WebPage } from './web.ts';

export const SERPAPI_KEY = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const PAGE_RESULTS = 10;

function refuse(status: number, error: string, headers = {}): VendorAnswer {
  return { status, headers, body: { error } };
}

/** https://serpapi.com, as its documentation shows it. */
export const serpapi: Vendor = {
  errors: {
    rate_limit: () => refuse(429, 'You are exceeding 1,000 searches per hour.', { 'retry-after': '7' }),
    wrong_key: ({ query }) => refuse(401, `Invalid API key ${query.get('api_key')}.`),
    no_funds: () => refuse(429, 'Your account has run out of searches.'),
    error_in_200: ({ query }) => ({
      status: 200,
      body: {
        search_metadata: { status: 'Error', raw: `https://serpapi.com/searches?api_key=${query.get('api_key')}` },
        error: `Google failed for api_key=${query.get('api_key')}`,
      },
    }),
    unfinished: () => ({ status: 200, body: { search_metadata: { id: '1', status: 'Processing' } } }),
  },
  answer(request, fault) {
    if (request.query.get('api_key') !== SERPAPI_KEY) return refuse(401, 'Invalid API key.');
    if (request.path === '/account.json') return { status: 200, body: { total_searches_left: 249 } };
    if (request.path !== '/search.json') return refuse(404, 'Not Found');
    if (request.query.get('engine') === 'google_ai_overview') return overview(request);
    return search(request, fault);
  },
};

/** The token names the keyword, so that the fake need not remember it. */
function overview({ query }: VendorRequest): VendorAnswer {
  const { overview: found } = lookUp(Buffer.from(query.get('page_token') ?? '', 'base64url').toString('utf8'));
  if (found.status === 'absent') return { status: 200, body: { error: 'The token has expired.' } };
  return { status: 200, body: { search_metadata: { status: 'Success' }, ai_overview: overviewBody(found) } };
}

function overviewBody({ markdown, references }: Results['overview']): object {
  return {
    text_blocks: [
      { type: 'paragraph', snippet: markdown, reference_indexes: [0, 1] },
      { type: 'list', list: [{ title: 'First', snippet: 'one' }, { snippet: 'two' }] },
    ],
    references: references.map(({ url, title }, index) => ({ index, title, link: url, snippet: '', source: title })),
  };
}

function search({ query, at: asked_at }: VendorRequest, fault: string | undefined): VendorAnswer {
  const q = query.get('q') ?? '';
  const at = fault === 'stuck' ? 0 : Number(query.get('start') ?? 0) / PAGE_RESULTS;
  const results = lookUp(q, 'google', fault !== 'heedless');
  const rows = fault === 'hidden' ? [] : (results.pages[at] ?? []);
  const isLast = at + 1 >= results.pages.length || fault === 'short';
  return {
    status: 200,
    body: {
      search_metadata: {
        id: '6a0b',
        status: 'Success',
        created_at: `${writtenTime(asked_at)} UTC`,
        google_url: `https://www.google.com/search?q=${encodeURIComponent(q)}`,
      },
      search_parameters: { engine: 'google', q, device: query.get('device') ?? 'desktop' },
      search_information: {
        query_displayed: q,
        total_results: results.total,
        organic_results_state: rows.length > 0 ? 'Results for exact spelling' : 'Fully empty',
        ...when(results.spell !== null, () => ({ spelling_fix: results.spell })),
      },
      ...when(results.total === 0, () => ({ error: "Google hasn't returned any results for this query." })),
      ...(at === 0 ? topBlocks(results, q, query.get('device')) : {}),
      ...when(rows.length > 0, () => ({ organic_results: rows.map(rowOf) })),
      ...when(results.related.length > 0, () => ({
        related_searches: results.related.map((text) => ({ query: text })),
      })),
      serpapi_pagination: {
        current: at + 1,
        ...when(!isLast, () => ({ next: 'https://serpapi.com/search.json?start=10' })),
      },
    },
  };
}

function rowOf({ url, host, title, description, date }: WebPage, at: number): object {
  const plain = {
    position: at + 1,
    title,
    link: url,
    displayed_link: `https://${host} › page`,
    snippet: description,
    source: host,
  };
  return { ...plain, ...when(date !== null, () => ({ date: longDate(date ?? '') })) };
}

function topBlocks(
  { overview: found, snippet, businesses, questions }: Results,
  q: string,
  device: string | null,
): object {
  const places = businesses.map(({ title, website, phone, address, cid, rating, reviews }, at) => ({
    position: at + 1,
    title,
    place_id: cid,
    rating,
    reviews,
    type: 'Plumber',
    address,
    phone,
    links: when(website !== null, () => ({ website })),
  }));
  const page_token = Buffer.from(q, 'utf8').toString('base64url');
  return {
    ...when(found.status === 'present', () => ({ ai_overview: overviewBody(found) })),
    ...when(found.status === 'late', () => ({
      ai_overview: { page_token, serpapi_link: 'https://serpapi.com/search.json' },
    })),
    ...when(snippet !== undefined, () => ({
      answer_box: { type: 'organic_result', title: snippet?.title, link: snippet?.url, snippet: snippet?.description },
    })),
    ...when(places.length > 0, () => ({
      local_results: device === 'mobile' ? places : { places, more_locations_link: '' },
    })),
    ...when(questions.length > 0, () => ({
      related_questions: questions.map(({ question, answer, page }) => ({
        question,
        snippet: answer,
        title: page.title,
        link: page.url,
      })),
    })),
  };
}
