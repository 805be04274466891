import { describe, expect, it } from 'vitest';

import { readThreadAddress } from './thread-address.ts';

describe('the address of a thread', () => {
  it.each([
    [
      'https://www.reddit.com/comments/1ab2cd3/',
      'https://www.reddit.com/r/Bicycling/comments/1ab2cd3/best_commuter_bike/',
      'https://old.reddit.com/r/bicycling/comments/1ab2cd3/best_commuter_bike/?sort=top',
      'https://m.reddit.com/r/bicycling/comments/1AB2CD3',
      'https://de.reddit.com/r/bicycling/comments/1ab2cd3/x/kz91abc/?utm_source=share#top',
      'https://redd.it/1ab2cd3',
    ],
    [
      'https://x.com/anna/status/1790000000000000001',
      'https://twitter.com/anna/status/1790000000000000001?s=20&t=abc',
      'https://mobile.twitter.com/anna/status/1790000000000000001/photo/1',
      'https://x.com/i/web/status/1790000000000000001',
    ],
    ['https://news.ycombinator.com/item?id=41000001', 'http://news.ycombinator.com/item?id=41000001&p=2#41000009'],
    [
      'https://superuser.com/questions/4242',
      'https://superuser.com/questions/4242/how-to-set-up/4300#4300',
      'https://superuser.com/q/4242/17',
    ],
    [
      'https://forums.example.com/threads/about-it.991',
      'https://www.forums.example.com/threads/about-it.991/page-2?utm_campaign=x',
      'http://forums.example.com/threads/about-it.991/#post-5',
    ],
    ['https://meta.example.org/t/slow-search/1234', 'https://meta.example.org/t/slow-search/1234/17?u=anna'],
    [
      'https://board.example.net/viewtopic.php?f=3&t=55',
      'http://board.example.net/viewtopic.php?f=3&t=55&start=20&sid=ab',
    ],
  ])('%s is the same in every spelling', (first, ...others) => {
    const key = readThreadAddress(first)?.key;
    expect(key).toBeDefined();
    expect(others.map((other) => readThreadAddress(other)?.key)).toEqual(others.map(() => key));
  });

  it('names the platform, the forum and the author where it says them', () => {
    expect(readThreadAddress('https://old.reddit.com/r/Bicycling/comments/1ab2cd3/title/')).toMatchObject({
      platform: 'reddit',
      forum: 'r/bicycling',
      url: 'https://www.reddit.com/r/bicycling/comments/1ab2cd3/',
      author: null,
    });
    expect(readThreadAddress('https://www.reddit.com/user/acme_tools/comments/1ab2cd3/sale/')).toMatchObject({
      forum: 'u/acme_tools',
      author: 'acme_tools',
    });
    expect(readThreadAddress('https://twitter.com/anna/status/1790000000000000001')).toMatchObject({
      platform: 'x',
      forum: null,
      author: 'anna',
    });
    expect(readThreadAddress('https://bicycles.stackexchange.com/questions/5/x')).toMatchObject({
      platform: 'stack_exchange',
      forum: 'bicycles.stackexchange.com',
    });
  });

  it.each([
    'https://www.reddit.com/',
    'https://www.reddit.com/r/bicycling/',
    'https://www.reddit.com/r/bicycling/new',
    'https://www.reddit.com/user/anna',
    'https://www.reddit.com/search/?q=bike',
    'https://www.reddit.com/r/bicycling/wiki/index',
    'https://x.com/anna',
    'https://x.com/search?q=bike',
    'https://x.com/hashtag/bikes',
    'https://x.com/anna/lists/cycling',
    'https://notx.com/anna/status/1790000000000000001',
    'https://reddit.com.evil.example/r/a/comments/1ab2cd3/',
    'https://news.ycombinator.com/user?id=anna',
    'https://news.ycombinator.com/newest',
    'https://stackoverflow.com/questions',
    'https://stackoverflow.com/questions/tagged/bike',
    'https://stackoverflow.com/users/5/anna',
    'https://www.quora.com/profile/Anna-1',
    'https://forums.example.com/',
    'https://forums.example.com/members/anna.5',
    'https://board.example.net/viewtopic.php',
    'https://shop.example.com/products/topic-5',
    `https://forums.example.com/threads/${'a'.repeat(5000)}.1`,
    'javascript:alert(1)',
    'not an address',
  ])('is not that of %s', (url) => {
    expect(readThreadAddress(url)).toBeUndefined();
  });

  it.each([
    '/forum'.repeat(320),
    `/forum/${'1'.repeat(1900)}/x`,
    `/topics/${'1'.repeat(1900)}/a/b`,
    `/${'a/'.repeat(950)}forum/${'9'.repeat(50)}`,
    `/questions/${'-'.repeat(1900)}`,
  ])('is read in a moment, however long: %#', (path) => {
    // What takes seconds exceeds the time limit of a test when it is repeated.
    for (const host of ['forums.example.com', 'www.reddit.com', 'x.com', 'stackoverflow.com', 'www.quora.com']) {
      for (let times = 0; times < 20; times += 1)
        expect(readThreadAddress(`https://${host}${path}`, true)).not.toBeNull();
    }
  });
});
