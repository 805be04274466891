import { describe, expect, it } from 'vitest';

import { serp, serpItem } from '../../test/observations.ts';
import { AppError } from '../kernel/errors.ts';
import type { Discussion, DiscussionsQuery } from '../ports/discussions.ts';
import { OWN_ENGINE, type SerpQuery } from '../ports/serp.ts';
import type { Ports } from '../ports/sources.ts';
import { type DiscussionsQuestion, findDiscussions } from './find.ts';
import { requireSight } from './sight.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const QUESTION: DiscussionsQuestion = {
  query: 'cargo bike',
  platforms: [],
  forums: [],
  language: 'en',
  location: null,
  since: undefined,
  limit: 20,
  promoters: { names: [], domains: [] },
  now: NOW,
};

function discussion(url: string, draft: Partial<Discussion> = {}): Discussion {
  return {
    source: 'hacker-news',
    platform: 'hacker_news',
    forum: null,
    url,
    title: null,
    text: null,
    links: [],
    author: null,
    published_at: null,
    score: null,
    replies: null,
    state: null,
    attribution: null,
    ...draft,
  };
}

const missing = (): never => {
  throw new AppError('source_not_configured', 'No source is connected.');
};

interface Fakes {
  find?: (query: DiscussionsQuery) => readonly Discussion[];
  check?: (query: SerpQuery) => ReturnType<typeof serp>;
}

function portsOf({ find = missing, check = missing }: Fakes): Pick<Ports, 'discussions' | 'serp'> {
  const unused = (): Promise<never> => Promise.reject(new Error('Nobody asks this.'));
  return {
    discussions: { find: async (query) => Promise.resolve(query).then(find) },
    serp: {
      check: async (query) => Promise.resolve(query).then(check),
      history: unused,
      known: unused,
      seen: unused,
      series: unused,
      outlines: unused,
      recent: unused,
      failures: unused,
    },
  };
}

const statusesOf = (found: Awaited<ReturnType<typeof findDiscussions>>): Record<string, string> =>
  Object.fromEntries(found.platforms.map(({ platform, status }) => [platform, status]));

describe('discussions', () => {
  it('of sources and of result pages are merged: each thread once, with what each of them knows', async () => {
    const asked: string[][] = [];
    const found = await findDiscussions(
      portsOf({
        find: ({ platforms }) => {
          if (!platforms.includes('reddit')) return [];
          return [
            discussion('https://redd.it/1ab2cd3', {
              source: 'brave',
              platform: 'reddit',
              text: 'I have ridden a cargo bike to work every day for two years now.',
              replies: 12,
            }),
          ];
        },
        check: ({ include_domains }) => {
          asked.push([...include_domains]);
          if (!include_domains.includes('reddit.com')) return serp({ items: [] });
          return serp({
            source: 'serper',
            items: [
              serpItem('https://www.reddit.com/r/CargoBike/', 1),
              serpItem('https://www.reddit.com/user/anna/', 2),
              serpItem('https://old.reddit.com/r/CargoBike/comments/1ab2cd3/commuting/?utm_source=x', 3, {
                title: 'Commuting by cargo bike : r/CargoBike',
                description: 'I have ridden …',
                published_at: '2026-05-05',
              }),
              serpItem('https://www.reddit.com/r/ebikes/comments/9zzzzz/other/', 4),
              serpItem('https://elsewhere.example/r/x/comments/1ab2cd3/', 5),
            ],
          });
        },
      }),
      QUESTION,
    );
    expect(asked).toEqual([['reddit.com'], ['x.com', 'twitter.com']]);
    expect(found.discussions.map(({ url }) => url)).toEqual([
      'https://www.reddit.com/r/cargobike/comments/1ab2cd3/',
      'https://www.reddit.com/r/ebikes/comments/9zzzzz/',
    ]);
    expect(found.discussions[0]).toMatchObject({
      forum: 'r/cargobike',
      title: 'Commuting by cargo bike',
      quote: 'I have ridden a cargo bike to work every day for two years now.',
      published_at: '2026-05-05',
      replies: 12,
      sources: ['brave', 'serper'],
    });
    expect(found.platforms.find(({ platform }) => platform === 'reddit')).toMatchObject({ status: 'seen', found: 2 });
  });

  it('with nearly the same text are one, with the others as copies', async () => {
    const text = 'We built a planner for family trips by cargo bike and would love to hear what you think of it today.';
    const found = await findDiscussions(
      portsOf({
        find: ({ platforms }) =>
          platforms.includes('hacker_news')
            ? [
                discussion('https://news.ycombinator.com/item?id=1', { text, author: 'anna' }),
                discussion('https://news.ycombinator.com/item?id=2', { text: `${text} Thanks!`, author: 'ben' }),
                discussion('https://news.ycombinator.com/item?id=3', {
                  text: 'Something else about the weather in the north this week.',
                }),
              ]
            : missing(),
      }),
      { ...QUESTION, platforms: ['hacker_news'] },
    );
    expect(found.discussions).toMatchObject([
      {
        url: 'https://news.ycombinator.com/item?id=1',
        copies: [{ url: 'https://news.ycombinator.com/item?id=2', author: 'ben' }],
      },
      { url: 'https://news.ycombinator.com/item?id=3', copies: [] },
    ]);
    expect(found.found).toBe(2);
  });

  it('keep the dates that are told, and no others: those before the day asked are left out, unknown ones stay', async () => {
    const dates = ['2026-11-01T08:00:00Z', '2026-10-31T23:59:00Z', '2027-06-01', null];
    const found = await findDiscussions(
      portsOf({
        find: () =>
          dates.map((published_at, at) => discussion(`https://news.ycombinator.com/item?id=${at}`, { published_at })),
      }),
      { ...QUESTION, platforms: ['hacker_news'], since: new Date('2026-11-01T17:00:00Z') },
    );
    expect(found.discussions.map(({ published_at }) => published_at)).toEqual(['2026-11-01T08:00:00Z', null, null]);
    expect(found).toMatchObject({ too_old: 1, undated: 2 });
  });

  it('that were removed are told as such, with no quote of what stands in their place', async () => {
    const found = await findDiscussions(
      portsOf({
        check: () =>
          serp({
            items: [
              serpItem('https://www.reddit.com/r/a/comments/1ab2cd3/x/', 1, {
                title: 'Which one?',
                description: 'Sorry, this post was deleted by the person who originally posted it.',
              }),
            ],
          }),
      }),
      { ...QUESTION, platforms: ['reddit'] },
    );
    expect(found.discussions).toMatchObject([{ state: 'removed', quote: null, title: 'Which one?' }]);
  });
});

describe('a platform', () => {
  it('that nothing sees is unavailable, with the way to see it, and never merely empty', async () => {
    const found = await findDiscussions(portsOf({}), QUESTION);
    expect(new Set(Object.values(statusesOf(found)))).toEqual(new Set(['unavailable']));
    expect(found.platforms.map(({ notes }) => notes.join(' '))).toEqual(
      found.platforms.map(() => expect.stringMatching(/^No connected source sees .*SEAMARK_/)),
    );
    expect(() => requireSight(found.platforms)).toThrow(expect.objectContaining({ code: 'source_not_configured' }));
  });

  it('is seen with one of the two kinds of sources alone', async () => {
    const sources = await findDiscussions(portsOf({ find: () => [] }), { ...QUESTION, platforms: ['reddit'] });
    const pages = await findDiscussions(portsOf({ check: () => serp({ items: [] }) }), {
      ...QUESTION,
      platforms: ['reddit'],
    });
    for (const { platforms, discussions } of [sources, pages]) {
      expect(platforms).toMatchObject([{ status: 'seen', found: 0, notes: [] }]);
      expect(discussions).toEqual([]);
      expect(() => requireSight(platforms)).not.toThrow();
    }
  });

  it('whose source failed says so in its words; where another answered it is partly seen', async () => {
    const failing = (): never => {
      throw new AppError('source_failed', 'Algolia responded with status 500.');
    };
    const all = await findDiscussions(portsOf({ find: failing, check: () => serp({ items: [] }) }), QUESTION);
    expect(statusesOf(all)).toEqual({
      reddit: 'partial',
      x: 'partial',
      hacker_news: 'failed',
      stack_exchange: 'failed',
      forum: 'failed',
    });
    expect(all.platforms[2]?.notes).toEqual(['Algolia responded with status 500.']);
    const one = await findDiscussions(portsOf({ find: failing }), { ...QUESTION, platforms: ['hacker_news'] });
    expect(() => requireSight(one.platforms)).toThrow('Algolia responded with status 500.');
  });

  it('is not seen by a search of your own index that holds none of its pages', async () => {
    const own = (items: ReturnType<typeof serpItem>[]) =>
      portsOf({ check: () => serp({ engine: OWN_ENGINE, source: 'index', items }) });
    const none = await findDiscussions(own([]), { ...QUESTION, platforms: ['reddit'] });
    expect(none.platforms).toMatchObject([{ status: 'unavailable' }]);
    const some = await findDiscussions(own([serpItem('https://reddit.com/r/a/comments/1ab2cd3', 1)]), {
      ...QUESTION,
      platforms: ['reddit'],
    });
    expect(some.platforms).toMatchObject([{ status: 'partial', found: 1 }]);
  });

  it('of other forums is asked for by name, and answers with threads of those hosts alone', async () => {
    const found = await findDiscussions(
      portsOf({
        check: ({ include_domains }) =>
          serp({
            items: [
              serpItem('https://forums.example.com/threads/a.1', 1),
              serpItem('https://forums.example.com/members/anna.5', 2),
              serpItem('https://other.example.com/threads/b.2', 3),
            ].slice(0, include_domains.length * 3),
          }),
      }),
      { ...QUESTION, platforms: ['forum'], forums: ['forums.example.com'] },
    );
    expect(found.discussions.map(({ url }) => url)).toEqual(['https://forums.example.com/threads/a.1']);
  });

  it('is asked no further when the caller did something wrong', async () => {
    const wrong = (): never => {
      throw new AppError('invalid_input', 'That is no language.');
    };
    await expect(findDiscussions(portsOf({ find: wrong }), QUESTION)).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
