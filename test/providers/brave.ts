import { type Vendor, type VendorAnswer, type VendorRequest, when } from './vendor.ts';
import { findThreads } from './threads.ts';
import { lookUp, type Results, type WebPage } from './web.ts';

export const BRAVE_KEY = 'BSA-0123456789_abcdefghijklmno';
export const BRAVE_SUGGEST_KEY = 'BSAsuggest_0123456789abcdefghi';

function refuse(status: number, code: string, detail: string, headers = {}): VendorAnswer {
  const error = { id: '5d832250-9396', status, code, detail, meta: {} };
  return { status, headers, body: { type: 'ErrorResponse', error, time: 1_795_000_000 } };
}

/** https://api.search.brave.com/res/v1. */
export const brave: Vendor = {
  errors: {
    rate_limit: () => refuse(429, 'RATE_LIMITED', 'Request rate limit exceeded for plan.', { 'retry-after': '7' }),
    wrong_key: ({ headers }) =>
      refuse(
        422,
        'SUBSCRIPTION_TOKEN_INVALID',
        `The provided subscription token ${String(headers['x-subscription-token'])} is invalid.`,
      ),
    no_funds: () => refuse(429, 'QUOTA_LIMITED', 'Monthly quota exceeded for plan.'),
    error_in_200: () => ({ ...refuse(200, 'INTERNAL', 'Backend failure.'), status: 200 }),
  },
  answer(request, fault) {
    if (request.path === '/res/v1/suggest/search') return suggest(request);
    if (request.headers['x-subscription-token'] !== BRAVE_KEY) {
      return refuse(422, 'SUBSCRIPTION_TOKEN_INVALID', 'The provided subscription token is invalid.');
    }
    if (request.path !== '/res/v1/web/search') return refuse(404, 'NOT_FOUND', 'Not Found');
    if (request.query.get('result_filter') === 'discussions') return discuss(request);
    const offset = Number(request.query.get('offset') ?? 0);
    if (offset > 9) return refuse(422, 'VALIDATION', 'offset must be at most 9.');
    return search(request, offset, fault);
  },
};

function suggest({ headers, query }: VendorRequest): VendorAnswer {
  if (headers['x-subscription-token'] !== BRAVE_SUGGEST_KEY) {
    return refuse(400, 'OPTION_NOT_IN_PLAN', 'Suggest is not enabled for this subscription.');
  }
  const q = query.get('q') ?? '';
  const results = ['shop', 'repair'].map((word) => ({ query: `${q} ${word}` }));
  return { status: 200, body: { type: 'suggest', query: { original: q }, results } };
}

/** Discussions that it shows at most. */
const THREADS_MAX = 12;

/** The page with nothing but its discussions; where there are none, the block is missing. */
function discuss({ query }: VendorRequest): VendorAnswer {
  const q = query.get('q') ?? '';
  const written = findThreads(q).filter(({ platform }) => platform === 'reddit' || platform === 'forum');
  const threads = written.slice(0, THREADS_MAX).map(({ url, place, title, text, day, score, replies }) => ({
    type: 'discussion',
    url,
    title,
    description: text.slice(0, 150),
    page_age: `${day}T00:00:00`,
    data: { forum_name: place, num_answers: replies, score: String(score ?? ''), title, question: text },
  }));
  const usual = [
    {
      type: 'discussion',
      url: 'https://old.reddit.com/r/cycling/comments/abc123/which_one/?utm_source=brave',
      title: `${q}: which one? : r/cycling`,
      description: `Two years with ${q}.`,
      page_age: '2026-05-05T00:00:00',
      data: {
        forum_name: 'Reddit',
        num_answers: 12,
        score: '34',
        title: `${q}: which one?`,
        question: `I commute with ${q} &amp; my back hurts.`,
        top_comment: 'Raise the bars.',
      },
    },
    {
      type: 'discussion',
      url: 'https://forums.example.com/threads/about-it.991/page-2',
      title: `About ${q}`,
      age: 'May 5, 2026',
      data: { forum_name: 'Example Forums', num_answers: '|4' },
    },
  ];
  const heard = !q.includes('unheard-of');
  const results = threads.length > 0 ? threads : usual;
  return {
    status: 200,
    body: {
      type: 'search',
      query: { original: q, more_results_available: false },
      ...when(heard, () => ({ discussions: { type: 'search', results } })),
    },
  };
}

function search({ query }: VendorRequest, offset: number, fault: string | undefined): VendorAnswer {
  const q = query.get('q') ?? '';
  const count = Number(query.get('count') ?? 20);
  const results = lookUp(q, 'brave', fault !== 'heedless');
  const ranked = results.pages.flat();
  const page = fault === 'stuck' ? 0 : offset;
  const isBare = fault === 'hidden' || (fault === 'short' && offset > 0);
  const rows = isBare ? [] : ranked.slice(page * count, (page + 1) * count);
  const decorated = query.get('text_decorations') !== 'false';
  return {
    status: 200,
    body: {
      type: 'search',
      query: {
        original: q,
        ...when(results.spell !== null, () => ({ altered: results.spell })),
        more_results_available: isBare || (page + 1) * count < ranked.length,
      },
      ...(page === 0 && !isBare ? blocks(results) : {}),
      mixed: { type: 'mixed', main: mixed(rows.length, results), top: [], side: [] },
      ...when(rows.length > 0, () => ({ web: { type: 'search', results: rows.map((row) => rowOf(row, decorated)) } })),
    },
  };
}

/** The discussions stand between the second and the third result. */
function mixed(rows: number, { discussions }: Results): object[] {
  const web = Array.from({ length: rows }, (_row, index) => ({ type: 'web', index, all: false }));
  const block = discussions.length === 0 ? [] : [{ type: 'discussions', index: 0, all: true }];
  return [...web.slice(0, 2), ...block, ...web.slice(2)];
}

function rowOf({ url, host, title, description, date }: WebPage, decorated: boolean): object {
  const escaped = title.replaceAll('&', '&amp;');
  return {
    type: 'search_result',
    title: decorated ? `<strong>${escaped}</strong>` : escaped,
    url,
    description: description.replaceAll("'", '&#x27;'),
    meta_url: { scheme: 'https', netloc: host, hostname: host, path: '› page' },
    language: 'en',
    ...when(date !== null, () => ({ page_age: `${date}T00:00:00`, age: 'May 5, 2026' })),
  };
}

function blocks({ questions, businesses, discussions }: Results): object {
  return {
    ...when(discussions.length > 0, () => ({
      discussions: {
        type: 'search',
        results: discussions.map(({ url, title }) => ({
          type: 'discussion',
          url,
          title,
          data: { forum_name: 'Forum', num_answers: 3 },
        })),
      },
    })),
    ...when(questions.length > 0, () => ({
      faq: {
        type: 'faq',
        results: questions.map(({ question, answer, page }) => ({
          question,
          answer,
          title: page.title,
          url: page.url,
        })),
      },
    })),
    ...when(businesses.length > 0, () => ({
      locations: {
        type: 'locations',
        results: businesses.map(({ title, website, phone, address, cid, rating, reviews }) => ({
          type: 'location_result',
          id: cid,
          title: title.replaceAll('&', '&amp;'),
          ...when(website !== null, () => ({ url: website })),
          postal_address: { displayAddress: address },
          contact: { telephone: phone },
          rating: { ratingValue: rating, reviewCount: reviews },
        })),
      },
    })),
  };
}
