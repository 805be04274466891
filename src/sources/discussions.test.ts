import { describe, expect, it } from 'vitest';

import { sourceContext } from '../../test/source-context.ts';
import type { DiscussionsQuery } from '../ports/discussions.ts';
import { searchDiscussions as searchBrave } from './brave/discussions.ts';
import { discussionOffers as hackerNews } from './hacker-news/discussions.ts';
import { discussionOffers as stackExchange, readSites } from './stack-exchange/discussions.ts';

const QUERY: DiscussionsQuery = { query: 'cargo bike', platforms: [], language: 'en', since: undefined, limit: 10 };
const HN = { SEAMARK_HACKER_NEWS_URL: 'https://hn.test/' };
const SE = {
  SEAMARK_STACK_EXCHANGE_URL: 'https://se.test',
  SEAMARK_STACK_EXCHANGE_SITES: 'superuser',
  SEAMARK_STACK_EXCHANGE_KEY: '',
};
const BRAVE = { SEAMARK_BRAVE_URL: 'https://brave.test', SEAMARK_BRAVE_KEY: 'key' };
const { find: onHackerNews } = hackerNews;
const { find: onStackExchange } = stackExchange;
if (onHackerNews === undefined || onStackExchange === undefined) throw new Error('Both find discussions.');

/** A megabyte of marks, control characters, a script, and half of a pair. */
const HOSTILE = `<script>steal()</script>\u0000\u202Ebad \uD83D<b>${'<i>word</i> '.repeat(90_000)}`;

describe('Hacker News', () => {
  const STORY = {
    objectID: '39000001',
    title: 'Show HN: Cargo bikes &amp; trailers',
    url: 'https://bikes.example/launch?utm_source=hn',
    author: 'anna',
    points: 88,
    num_comments: 14,
    story_text: null,
    created_at: '2024-01-15T09:30:00.000Z',
    created_at_i: 1_705_311_000,
  };
  const COMMENT = {
    objectID: '39000002',
    author: 'ben',
    story_title: 'Show HN: Cargo bikes',
    comment_text:
      'I&#x27;d buy it.<p>See <a href="https:&#x2F;&#x2F;other.example&#x2F;a" rel="nofollow">https:&#x2F;&#x2F;other.example&#x2F;a</a>',
    created_at_i: 1_705_314_600,
  };

  it('shows stories and comments under their own addresses, with dates, links and plain text', async () => {
    const { context, requests } = sourceContext(HN, () => ({ hits: [STORY, COMMENT], nbHits: 2 }));
    const { value } = await onHackerNews.ask({ ...QUERY, since: new Date('2024-01-01T00:00:00Z') }, context);
    expect(requests).toMatchObject([
      {
        url: 'https://hn.test/api/v1/search',
        query: {
          query: 'cargo bike',
          tags: '(story,comment)',
          numericFilters: 'created_at_i>=1704067200',
          hitsPerPage: 10,
        },
      },
    ]);
    expect(value).toEqual([
      {
        source: 'hacker-news',
        platform: 'hacker_news',
        forum: 'news.ycombinator.com',
        url: 'https://news.ycombinator.com/item?id=39000001',
        title: 'Show HN: Cargo bikes & trailers',
        text: null,
        links: ['https://bikes.example/launch'],
        author: 'anna',
        published_at: '2024-01-15T09:30:00Z',
        score: 88,
        replies: 14,
        state: null,
        attribution: null,
      },
      {
        source: 'hacker-news',
        platform: 'hacker_news',
        forum: 'news.ycombinator.com',
        url: 'https://news.ycombinator.com/item?id=39000002',
        title: 'Show HN: Cargo bikes',
        text: "I'd buy it. See https://other.example/a",
        links: ['https://other.example/a'],
        author: 'ben',
        published_at: '2024-01-15T10:30:00Z',
        score: null,
        replies: null,
        state: null,
        attribution: null,
      },
    ]);
  });

  it('tells what was taken away, knows no date that is none, and builds no link from a forged number', async () => {
    const hits = [
      { ...COMMENT, comment_text: '[flagged]', created_at_i: -5 },
      { ...STORY, author: null },
      { ...STORY, objectID: '1/../../evil' },
    ];
    const { context } = sourceContext(HN, () => ({ hits, nbHits: 3 }));
    const { value } = await onHackerNews.ask(QUERY, context);
    expect(value.map(({ state, published_at }) => [state, published_at])).toEqual([
      ['removed', null],
      ['removed', '2024-01-15T09:30:00Z'],
    ]);
  });

  it('reads a hostile post in a moment, as at most 2,000 characters without marks or control characters', async () => {
    const { context } = sourceContext(HN, () => ({ hits: [{ ...COMMENT, comment_text: HOSTILE }], nbHits: 1 }));
    const { value } = await onHackerNews.ask(QUERY, context);
    const text = value[0]?.text ?? '';
    expect(text.length).toBeLessThanOrEqual(2000);
    expect(text).toMatch(/^bad word word/);
    expect(text).not.toMatch(/steal|<|\p{Cc}|\u202E|\p{Cs}/u);
  });

  it('passes over questions about other platforms, and says that it cannot choose a language', () => {
    expect(onHackerNews.lacks({ ...QUERY, platforms: ['reddit'] }, HN)).toBeUndefined();
    expect(onHackerNews.lacks({ ...QUERY, platforms: ['hacker_news', 'x'] }, HN)).toEqual([]);
    expect(onHackerNews.lacks({ ...QUERY, language: 'de' }, HN)).toEqual(['searches in the language “de”']);
  });

  it.each([{ message: 'Invalid key', status: 403 }, { hits: 'none' }, [], null])(
    'never takes an answer of another form for one without hits',
    async (body) => {
      const { context } = sourceContext(HN, () => body);
      await expect(onHackerNews.ask(QUERY, context)).rejects.toMatchObject({ kind: 'broken' });
    },
  );
});

describe('Stack Exchange', () => {
  const QUESTION = {
    question_id: 4242,
    title: 'Why does my &quot;cargo bike&quot; app fail?',
    link: 'https://superuser.com/questions/4242/why-does-my',
    body: '<p>It fails &lt;daily&gt;.</p>\n<pre><code>run()</code></pre><p>See <a href="https://docs.example/x">docs</a></p>',
    owner: { display_name: 'Anna &amp; Ben' },
    score: -1,
    answer_count: 0,
    creation_date: 1_705_311_000,
    closed_date: 1_705_400_000,
    content_license: 'CC BY-SA 4.0',
  };

  it('shows questions with the attribution that the licence asks for', async () => {
    const { context, requests } = sourceContext(SE, () => ({
      items: [QUESTION],
      has_more: false,
      quota_remaining: 12,
    }));
    const { value, note } = await onStackExchange.ask(QUERY, context);
    expect(requests).toMatchObject([
      {
        url: 'https://se.test/2.3/search/advanced',
        query: { q: 'cargo bike', site: 'superuser', filter: 'withbody', key: undefined },
      },
    ]);
    expect(note).toBeUndefined();
    expect(value).toEqual([
      {
        source: 'stack-exchange',
        platform: 'stack_exchange',
        forum: 'superuser.com',
        url: 'https://superuser.com/questions/4242',
        title: 'Why does my "cargo bike" app fail?',
        text: 'It fails <daily>. run() See docs',
        links: ['https://docs.example/x'],
        author: 'Anna & Ben',
        published_at: '2024-01-15T09:30:00Z',
        score: -1,
        replies: 0,
        state: 'closed',
        attribution: 'Anna & Ben on superuser.com, CC BY-SA 4.0',
      },
    ]);
  });

  it('asks each site, mixes their best, pauses when told to, and says when the quota is used up', async () => {
    const { context, rests } = sourceContext(
      { ...SE, SEAMARK_STACK_EXCHANGE_SITES: 'superuser,serverfault' },
      ({ query }) => ({
        items: [1, 2].map((id) => ({ ...QUESTION, link: `https://${String(query?.['site'])}.com/questions/${id}` })),
        quota_remaining: query?.['site'] === 'superuser' ? 1 : 0,
        ...(query?.['site'] === 'superuser' ? { backoff: 10 } : {}),
      }),
    );
    const { value, note } = await onStackExchange.ask({ ...QUERY, limit: 3 }, context);
    expect(value.map(({ url }) => url)).toEqual([
      'https://superuser.com/questions/1',
      'https://serverfault.com/questions/1',
      'https://superuser.com/questions/2',
    ]);
    expect(rests).toEqual([10_000]);
    expect(note).toBe('Stack Exchange allows no more requests today.');
  });

  it('is a failure where it reports an error with status 200, or answers in another form', async () => {
    const error = { error_id: 502, error_name: 'throttle_violation', error_message: 'too many requests' };
    const thrown = async (body: unknown): Promise<unknown> =>
      onStackExchange.ask(QUERY, sourceContext(SE, () => body).context).catch((failure: unknown) => failure);
    expect(await thrown(error)).toMatchObject({ kind: 'no_funds' });
    for (const body of [{}, { items: [{ question_id: 'x' }] }, 'busy']) {
      expect(await thrown(body)).toMatchObject({ kind: 'broken' });
    }
  });

  it('refuses sites that are none before it asks', () => {
    expect(readSites(' StackOverflow, superuser superuser')).toEqual(['stackoverflow', 'superuser']);
    for (const written of ['', ',', 'a b/c', Array.from({ length: 11 }, (_, at) => `site${at}`).join(',')]) {
      expect(() => readSites(written)).toThrow('SEAMARK_STACK_EXCHANGE_SITES is not valid.');
    }
  });
});

describe('discussions of Brave', () => {
  const ask = (body: unknown, query: Partial<DiscussionsQuery> = {}) => {
    const asked = sourceContext(BRAVE, () => body);
    const how = { search_lang: 'en', failures: {}, title: 'Brave Search' };
    return { ...asked, answer: searchBrave({ ...QUERY, ...query }, how, asked.context) };
  };
  const REDDIT = {
    url: 'https://old.reddit.com/r/CargoBike/comments/1ab2cd3/which/?utm_source=brave',
    title: 'Which cargo bike? : r/CargoBike',
    description: 'Short.',
    page_age: '2026-05-05T10:00:00',
    data: {
      forum_name: 'Reddit',
      num_answers: '1,204',
      score: '|4',
      title: 'Which cargo bike?',
      question: 'I &amp; my <b>dog</b>.',
    },
  };

  it('are threads with their forum, date and counts', async () => {
    const { answer, requests } = ask(
      { type: 'search', discussions: { results: [REDDIT] } },
      { since: new Date('2026-01-01T09:00:00Z') },
    );
    expect((await answer).value).toEqual([
      {
        source: 'brave',
        platform: 'reddit',
        forum: 'r/cargobike',
        url: 'https://www.reddit.com/r/cargobike/comments/1ab2cd3/',
        title: 'Which cargo bike?',
        text: 'I & my dog.',
        links: [],
        author: null,
        published_at: '2026-05-05T10:00:00Z',
        score: null,
        replies: 1204,
        state: null,
        attribution: null,
      },
    ]);
    expect(requests[0]?.query).toMatchObject({ result_filter: 'discussions', freshness: '2026-01-01to2026-11-22' });
  });

  it('are those of the platforms that were asked for', async () => {
    const forum = { url: 'https://forum.example/anything', title: 'T', data: { forum_name: 'A forum' } };
    const { answer } = ask({ type: 'search', discussions: { results: [REDDIT, forum] } }, { platforms: ['forum'] });
    expect((await answer).value).toMatchObject([{ platform: 'forum', forum: 'A forum', published_at: null }]);
  });

  it('are none where the block is missing, and a failure where Brave reports an error with status 200', async () => {
    expect(await ask({ type: 'search' }).answer).toMatchObject({ value: [], is_empty: true });
    const error = { type: 'ErrorResponse', error: { code: 'INTERNAL', detail: 'Backend failure.' } };
    await expect(ask(error).answer).rejects.toMatchObject({ kind: 'failed' });
    await expect(ask({ results: [] }).answer).rejects.toMatchObject({ kind: 'broken' });
  });
});
