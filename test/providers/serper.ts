import { fieldOf, type Vendor, type VendorAnswer, type VendorRequest, when } from './vendor.ts';
import { lookUp, type Results } from './web.ts';

export const SERPER_KEY = 'serper-key-0123456789abcdef';

function refuse(status: number, message: string, headers = {}): VendorAnswer {
  return { status, headers, body: { message, statusCode: status } };
}

/** https://google.serper.dev, as its samples show it. */
export const serper: Vendor = {
  errors: {
    rate_limit: () => refuse(429, 'Too Many Requests', { 'retry-after': '7' }),
    wrong_key: ({ headers }) => refuse(403, `Unauthorized. Key ${String(headers['x-api-key'])} is not known.`),
    no_funds: () => refuse(400, 'Not enough credits'),
    error_in_200: ({ headers }) => ({
      status: 200,
      body: { message: `Upstream failure for ${String(headers['x-api-key'])}`, statusCode: 500 },
    }),
  },
  answer(request, fault) {
    if (request.headers['x-api-key'] !== SERPER_KEY) return refuse(403, 'Unauthorized.');
    if (request.path === '/account') return { status: 200, body: { balance: 2499, rateLimit: 5 } };
    if (request.path !== '/search') return refuse(404, 'Not Found');
    return search(request, fault);
  },
};

function search({ body }: VendorRequest, fault: string | undefined): VendorAnswer {
  const q = String(fieldOf(body, 'q'));
  const page = Number(fieldOf(body, 'page') ?? 1);
  const results = lookUp(q, 'google', fault !== 'heedless');
  const shown = fault === 'stuck' ? 1 : page;
  const isBare = fault === 'hidden' || (fault === 'short' && page > 1);
  const organic = isBare ? [] : (results.pages[shown - 1] ?? []);
  return {
    status: 200,
    body: {
      searchParameters: { q, type: 'search', page, engine: 'google' },
      ...(shown === 1 ? topBlocks(results) : {}),
      organic: organic.map(({ title, url, description, date }, at) => ({
        title,
        link: url,
        snippet: description,
        ...when(date !== null, () => ({ date: longDate(date ?? '') })),
        position: at + 1,
      })),
      ...when(results.related.length > 0, () => ({ relatedSearches: results.related.map((query) => ({ query })) })),
      credits: 1,
    },
  };
}

/** Blocks of the first page; those without content are missing. */
function topBlocks({ spell, snippet, businesses, questions }: Results): object {
  return {
    ...when(spell !== null, () => ({ searchInformation: { showingResultsFor: spell } })),
    ...when(snippet !== undefined, () => ({
      answerBox: { title: snippet?.title, snippet: snippet?.description, link: `${snippet?.url}#:~:text=vinegar` },
    })),
    ...when(businesses.length > 0, () => ({
      places: businesses.map(({ title, website, phone, address, cid, rating, reviews }, at) => ({
        position: at + 1,
        title,
        address,
        phoneNumber: phone,
        ...when(website !== null, () => ({ website })),
        rating,
        ratingCount: reviews,
        category: 'Plumber',
        cid,
      })),
    })),
    ...when(questions.length > 0, () => ({
      peopleAlsoAsk: questions.map(({ question, answer, page }) => ({
        question,
        snippet: answer,
        title: page.title,
        link: page.url,
      })),
    })),
  };
}

/** As Google writes days: `May 5, 2026`. */
export function longDate(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
  });
}
