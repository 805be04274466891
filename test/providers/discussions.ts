import { findThreads, type WrittenThread } from './threads.ts';
import { type Vendor, type VendorAnswer, when } from './vendor.ts';

export const STACK_EXCHANGE_KEY = 'SE0123456789abcdef((';
const CREATED = 1_780_000_000;

/** https://hn.algolia.com: a story and a comment about whatever is asked, unless the words are unheard of. */
export const hackerNews: Vendor = {
  errors: {
    rate_limit: () => ({ status: 429, body: { message: 'Too many requests', status: 429 } }),
    error_in_200: () => ({ status: 200, body: { message: 'Index not allowed with this API key', status: 403 } }),
    wrong_key: () => ({ status: 403, body: '<html><title>403 Forbidden</title></html>' }),
  },
  answer({ path, query }) {
    if (path !== '/api/v1/search') return { status: 404, body: { message: 'Not found', status: 404 } };
    const words = query.get('query') ?? '';
    const author = 'pedalhead';
    const threads = findThreads(words);
    const written = threads.filter(({ platform }) => platform === 'hacker_news');
    const usual = [
      {
        objectID: '41000001',
        title: `Ask HN: Is ${words} worth it?`,
        url: null,
        author,
        points: 120,
        num_comments: 45,
        story_text: `I have used ${words} for a year &amp; would <i>not</i> go back.`,
        created_at: '2026-05-28T20:26:40Z',
        created_at_i: CREATED,
        _tags: ['story', `author_${author}`, 'story_41000001', 'ask_hn'],
      },
      {
        objectID: '41000002',
        author: 'critic',
        points: null,
        story_id: 41_000_001,
        parent_id: 41_000_001,
        story_title: `Ask HN: Is ${words} worth it?`,
        comment_text: `The support of ${words} is slow, but it works.<p>See <a href="https:&#x2F;&#x2F;example.org&#x2F;notes">my notes</a>.`,
        created_at: '2026-05-28T21:26:40Z',
        created_at_i: CREATED + 3600,
        _tags: ['comment', 'author_critic', 'story_41000001'],
      },
    ];
    const hits = threads.length > 0 ? written.map((thread) => hitOf(thread, written)) : usual;
    const shown = words.includes('unheard-of') ? [] : hits.slice(0, Number(query.get('hitsPerPage') ?? 20));
    return { status: 200, body: { hits: shown, nbHits: shown.length, page: 0, nbPages: 1, hitsPerPage: 20 } };
  },
};

/** A comment bears the title of its story. */
function hitOf(
  { place, answers, title, text, author, score, replies, day }: WrittenThread,
  all: readonly WrittenThread[],
) {
  const created_at_i = Date.parse(day) / 1000;
  const story = all.find((each) => each.place === answers);
  const html = text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;');
  const common = { objectID: place, author, created_at: `${day}T00:00:00Z`, created_at_i };
  return answers === null
    ? { ...common, title, url: null, points: score, num_comments: replies, story_text: html }
    : { ...common, points: null, story_title: story?.title, comment_text: html };
}

function refuse(error_id: number, error_name: string, error_message: string): VendorAnswer {
  return { status: 400, body: { error_id, error_message, error_name } };
}

function itemOf({ url, title, text, author, score, replies, day }: WrittenThread) {
  return {
    question_id: Number(/\d+/.exec(url)?.[0] ?? 0),
    link: url,
    title: title.replaceAll("'", '&#39;'),
    body: `<p>${text.replaceAll('&', '&amp;')}</p>`,
    owner: { display_name: author },
    score,
    answer_count: replies,
    creation_date: Date.parse(day) / 1000,
    content_license: 'CC BY-SA 4.0',
  };
}

/** https://api.stackexchange.com. `short`: the quota ends with this answer; `unfinished`: it asks for a pause of a second. */
export const stackExchange: Vendor = {
  errors: {
    rate_limit: () => ({ status: 429, body: '<html><title>Too many requests</title></html>' }),
    wrong_key: ({ query }) => refuse(403, 'access_denied', `key ${query.get('key') ?? ''} is not valid`),
    no_funds: () =>
      refuse(502, 'throttle_violation', 'too many requests from this IP, more requests available in 8123 seconds'),
    error_in_200: ({ query }) => ({
      ...refuse(500, 'internal_error', `broken for ${query.get('key') ?? ''}`),
      status: 200,
    }),
  },
  answer({ path, query }, fault) {
    if (path !== '/2.3/search/advanced') return refuse(404, 'no_method', 'no method found with this name');
    const site = query.get('site') ?? '';
    if (site === 'nowhere') return refuse(400, 'bad_parameter', 'No site found for name `nowhere`');
    const words = query.get('q') ?? '';
    const question = {
      tags: ['tools'],
      owner: { account_id: 5, reputation: 10, display_name: 'Anna &amp; Ben' },
      is_answered: true,
      view_count: 900,
      answer_count: 2,
      score: 7,
      creation_date: CREATED,
      question_id: 4242,
      content_license: 'CC BY-SA 4.0',
      link: `https://${site}.com/questions/4242/how-to`,
      title: `How do I set up &quot;${words}&quot; on a Mac?`,
      ...when(query.get('filter') === 'withbody', () => ({
        body: `<p>${words} stops after <code>login</code>.</p>\n<script>alert(1)</script>`,
      })),
    };
    const threads = findThreads(words);
    const written = threads.filter(({ platform }) => platform === 'stack_exchange');
    const items = threads.length > 0 ? written.filter(({ place }) => place.startsWith(site)).map(itemOf) : [question];
    return {
      status: 200,
      body: {
        items: words.includes('unheard-of') ? [] : items,
        has_more: false,
        quota_max: 300,
        quota_remaining: fault === 'short' ? 0 : 270,
        ...when(fault === 'unfinished', () => ({ backoff: 1 })),
      },
    };
  },
};
