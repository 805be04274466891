import { answerLive } from './dataforseo-data.ts';
import { fieldOf, type Vendor, type VendorAnswer, type VendorRequest, when, writtenTime } from './vendor.ts';
import { lookUp, type Results, type WebPage } from './web.ts';

export const DATAFORSEO_LOGIN = 'marketing@seamark.example';
export const DATAFORSEO_PASSWORD = '5f4dcc3b5aa765d6';

const BASIC = Buffer.from(`${DATAFORSEO_LOGIN}:${DATAFORSEO_PASSWORD}`).toString('base64');
const PAGE_RESULTS = 10;
const PAGE_USD = { live: 0.002, queued: 0.0006 } as const;
const LATE_OVERVIEW_USD = 0.002;

/** https://api.dataforseo.com/v3, in the shapes of `dataforseo-fields.tsv`. */
export const dataforseo: Vendor = {
  errors: {
    rate_limit: () => ({ ...refuse(429, 40202, 'Rate limit per minute exceeded.'), headers: { 'retry-after': '7' } }),
    wrong_key: ({ headers }) => refuse(401, 40100, `You are not authorized: ${String(headers.authorization)}`),
    no_funds: () => refuse(200, 40210, 'Insufficient Funds. Please top up your account.'),
    error_in_200: (request) => failed(request, 40501, "Invalid Field: 'location_code'."),
    unfinished: (request) => failed(request, 40602, 'Task In Queue.'),
  },
  answer(request, fault) {
    if (request.headers.authorization !== `Basic ${BASIC}`) return refuse(401, 40100, 'You are not authorized.');
    const path = request.path.replace('/v3/serp/google/organic', '');
    if (path === '/live/advanced')
      return envelope(tasksOf(request).map((task) => finished(task, 'live', { fault, at: request.at })));
    if (path === '/task_post') return envelope(tasksOf(request).map(posted));
    if (path.startsWith('/task_get/advanced/'))
      return envelope([collected(path.split('/').at(-1) ?? '', { fault, at: request.at })]);
    if (request.path === '/v3/appendix/user_data') return envelope([ok([{ money: { balance: 41.5 } }], 0)]);
    const [task = {}] = tasksOf(request);
    const live = answerLive(request, task);
    if (live !== undefined) return envelope([ok(live.result === null ? [] : [live.result], live.cost, task)]);
    return refuse(404, 40400, 'Not Found.');
  },
};

interface Asked {
  readonly fault: string | undefined;
  readonly at: Date;
}

interface Task {
  readonly id: string;
  readonly status_code: number;
  readonly status_message: string;
  readonly cost: number;
  readonly result: readonly object[] | null;
  readonly data: object;
}

function envelope(tasks: readonly Task[], status = 200): VendorAnswer {
  return {
    status,
    body: {
      version: '0.1.20260218',
      status_code: 20000,
      status_message: 'Ok.',
      time: '0.1 sec.',
      cost: tasks.reduce((sum, { cost }) => sum + cost, 0),
      tasks_count: tasks.length,
      tasks_error: tasks.filter(({ status_code }) => status_code >= 40000).length,
      tasks: tasks.map((task) => ({ ...task, time: '0.1 sec.', result_count: task.result?.length ?? 0, path: ['v3'] })),
    },
  };
}

function refuse(status: number, status_code: number, status_message: string): VendorAnswer {
  const body = {
    version: '0.1.20260218',
    status_code,
    status_message,
    time: '0 sec.',
    cost: 0,
    tasks_count: 0,
    tasks: null,
  };
  return { status, body };
}

function failed(request: VendorRequest, status_code: number, status_message: string): VendorAnswer {
  return envelope(
    tasksOf(request).map((data) => ({ id: idOf(data), status_code, status_message, cost: 0, result: null, data })),
  );
}

function ok(result: readonly object[], cost: number, data: object = {}): Task {
  return { id: idOf(data), status_code: 20000, status_message: 'Ok.', cost, result, data };
}

function tasksOf({ body, path }: VendorRequest): object[] {
  if (Array.isArray(body)) return body.filter((task): task is object => typeof task === 'object' && task !== null);
  return [taskOf(path.split('/').at(-1) ?? '')];
}

const ID_PREFIX = '11221200-0000-0066-0000-';

/** The id holds the task itself, so that the fake need not remember it. */
function idOf(task: object): string {
  return ID_PREFIX + Buffer.from(JSON.stringify(task)).toString('base64url');
}

function taskOf(id: string): object {
  if (!id.startsWith(ID_PREFIX)) return {};
  const task: unknown = JSON.parse(Buffer.from(id.slice(ID_PREFIX.length), 'base64url').toString('utf8'));
  return typeof task === 'object' && task !== null ? task : {};
}

function posted(data: object): Task {
  if (fieldOf(data, 'keyword') === '') {
    return {
      id: idOf(data),
      status_code: 40501,
      status_message: "Invalid Field: 'keyword'.",
      cost: 0,
      result: null,
      data,
    };
  }
  const pages = Math.ceil(Number(fieldOf(data, 'depth') ?? PAGE_RESULTS) / PAGE_RESULTS);
  return {
    id: idOf(data),
    status_code: 20100,
    status_message: 'Task Created.',
    cost: pages * PAGE_USD.queued,
    result: null,
    data,
  };
}

function collected(id: string, asked: Asked): Task {
  const data = taskOf(id);
  if (fieldOf(data, 'keyword') !== undefined) return finished(data, 'queued', asked);
  return { id, status_code: 40401, status_message: 'Task Not Found.', cost: 0, result: null, data: {} };
}

function finished(data: object, mode: 'live' | 'queued', { fault, at }: Asked): Task {
  const keyword = decodeURIComponent(String(fieldOf(data, 'keyword')).replaceAll('+', ' '));
  const results = lookUp(keyword, 'google', fault !== 'heedless');
  const pages = crawled(results, data, fault);
  const isLate = results.overview.status === 'late' && fieldOf(data, 'load_async_ai_overview') === true;
  const factor = /(?:^|[\s(-])site:/.test(keyword) ? 5 : 1;
  const cost = Math.max(1, pages.length) * PAGE_USD[mode] * factor + (isLate ? LATE_OVERVIEW_USD : 0);
  const items = fault === 'hidden' ? [] : itemsOf(results, pages, data);
  return ok(
    [
      {
        keyword,
        type: 'organic',
        se_domain: 'google.com',
        location_code: fieldOf(data, 'location_code'),
        language_code: fieldOf(data, 'language_code'),
        check_url: `https://www.google.com/search?q=${encodeURIComponent(keyword)}`,
        datetime: `${writtenTime(at)} +00:00`,
        spell: results.spell === null ? null : { keyword: results.spell, type: 'showing_results_for' },
        refinement_chips: null,
        item_types: [...new Set(items.map((item) => String(fieldOf(item, 'type'))))],
        se_results_count: results.total,
        pages_count: Math.max(1, pages.length),
        items_count: items.length,
        items,
      },
    ],
    cost,
    data,
  );
}

/** Pages to the depth, or up to the match with which the crawl stops. */
function crawled(results: Results, data: object, fault: string | undefined): WebPage[][] {
  const asked = Math.ceil(Number(fieldOf(data, 'depth') ?? PAGE_RESULTS) / PAGE_RESULTS);
  const pages = results.pages.slice(0, fault === 'short' ? 1 : asked).map((page) => [...page]);
  const [match] = Array.isArray(fieldOf(data, 'stop_crawl_on_match'))
    ? Object(fieldOf(data, 'stop_crawl_on_match'))
    : [];
  const domain = String(fieldOf(match, 'match_value'));
  for (const [at, page] of pages.entries()) {
    const found = page.findIndex(({ host }) => host === domain || host.endsWith(`.${domain}`));
    if (found !== -1) return [...pages.slice(0, at), page.slice(0, found + 1)];
  }
  return pages;
}

function itemsOf(results: Results, pages: readonly (readonly WebPage[])[], data: object): object[] {
  if (pages.length === 0) return [];
  const { snippet, businesses, questions, related } = results;
  const places = new Map<string, number>();
  const items = [
    ...overviewOf(results, fieldOf(data, 'load_async_ai_overview') === true),
    ...(snippet === undefined
      ? []
      : [
          {
            type: 'featured_snippet',
            page: 1,
            featured_title: null,
            ...rowOf(snippet, data),
            url: `${snippet.url}#:~:text=x`,
          },
        ]),
    ...businesses.map(({ title, website, phone, cid, rating, reviews }) => ({
      type: 'local_pack',
      page: 1,
      title,
      description: `Plumber · ${phone}`,
      domain: website === null ? null : new URL(website).hostname,
      phone,
      url: website,
      is_paid: false,
      rating: { rating_type: 'Max5', value: rating, votes_count: reviews, rating_max: 5 },
      cid,
    })),
    ...pages.flatMap((page, at) => page.map((row) => ({ type: 'organic', page: at + 1, ...rowOf(row, data) }))),
    {
      type: 'people_also_ask',
      page: 1,
      items: questions.map(({ question, answer, page }) => ({
        type: 'people_also_ask_element',
        title: question,
        seed_question: null,
        xpath: '/html/body',
        expanded_element: [
          {
            type: 'people_also_ask_expanded_element',
            url: page.url,
            domain: page.host,
            title: page.title,
            description: answer,
          },
        ],
      })),
    },
    { type: 'related_searches', page: 1, items: related },
    { type: 'stocks_box', page: 1, title: 'Kettles Inc', snippet: null, price: null },
  ];
  // Vendors count per page; these count over all of them, which our own places must not rely on.
  return items.map((item, at) => {
    const rank_group = (places.get(item.type) ?? 0) + 1;
    places.set(item.type, rank_group);
    return { ...item, rank_group, rank_absolute: at + 1, position: 'left', xpath: '/html/body', rectangle: null };
  });
}

function rowOf({ url, host, title, description, date }: WebPage, data: object): object {
  const removed = fieldOf(data, 'remove_from_url');
  const isRemoved = Array.isArray(removed) && removed.includes('srsltid');
  return {
    url: isRemoved ? url.replace(/&srsltid=[^&]*/, '') : url,
    domain: host,
    title,
    description,
    breadcrumb: `https://${host} › page`,
    ...when(date !== null, () => ({ timestamp: `${date} 00:00:00 +00:00` })),
  };
}

/** One that loads late is only there when it was waited for; otherwise nothing of it is known. */
function overviewOf({ overview }: Results, waits: boolean): { type: string; page: number }[] {
  const { status, markdown, references } = overview;
  if (status === 'absent' || (status === 'late' && !waits)) return [];
  const item = {
    type: 'ai_overview',
    page: 1,
    asynchronous_ai_overview: status === 'late',
    markdown,
    items: [],
    references: references.map(({ url, title }) => ({
      type: 'ai_overview_reference',
      source: new URL(url).hostname,
      domain: new URL(url).hostname,
      url,
      title,
      text: title,
    })),
  };
  return [item];
}
