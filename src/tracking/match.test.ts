import { describe, expect, it } from 'vitest';

import { dayAt, entry, outline, pointsOf, TRACKED } from '../../test/rank-outlines.ts';
import { listOwnResults, matchAddress, readTrackedTarget } from './match.ts';

const matches = (target: string, url: string) => matchAddress(readTrackedTarget(target), url);

describe('an address answers to a tracked page', () => {
  it.each([
    ['https://shop.example/shoes', 'exact'],
    ['http://shop.example/shoes/', 'exact'],
    ['https://shop.example/shoes#sizes', 'exact'],
    ['https://shop.example/shoes?srsltid=AfmBOo1&utm_source=x', 'exact'],
    ['https://www.shop.example/shoes', 'same_path'],
    ['https://m.shop.example/shoes', 'same_path'],
    ['https://amp.shop.example/shoes', 'same_path'],
    ['https://shop.example/shoes/amp', 'same_path'],
    ['https://shop.example/shoes?sort=price', 'same_path'],
    ['https://shop.example/shoes?page=2', 'same_domain'],
    ['https://shop.example/shoes?id=7', 'same_domain'],
    ['https://blog.shop.example/shoes', 'same_domain'],
    ['https://shop.example/', 'same_domain'],
    ['https://myshop.example/shoes', undefined],
    ['https://shop.example.net/shoes', undefined],
    ['mailto:shop@shop.example', undefined],
  ])('%s: %s', (url, expected) => {
    expect(matches(TRACKED, url)).toBe(expected);
  });

  it('whatever the case of its escapes and the order of its parameters', () => {
    expect(matches('https://shop.example/caf%c3%a9?a=1&b=2', 'https://shop.example/caf%C3%A9?b=2&a=1')).toBe('exact');
  });
});

describe('a tracked domain', () => {
  it('is found on any of its pages and subdomains', () => {
    expect(matches('shop.example', 'https://shop.example/any/page')).toBe('exact');
    expect(matches('shop.example', 'https://www.shop.example/')).toBe('exact');
    expect(matches('shop.example', 'https://blog.shop.example/post')).toBe('exact');
  });

  it('that is a subdomain is not found on the rest of the site', () => {
    expect(matches('blog.shop.example', 'https://blog.shop.example/post')).toBe('exact');
    expect(matches('blog.shop.example', 'https://shop.example/')).toBe('same_domain');
  });

  it('on shared hosting is not found on the site of another owner', () => {
    expect(matches('https://anna.github.io/page', 'https://ben.github.io/page')).toBe(undefined);
  });
});

it('a target with two results has the rank of the better match, and the other one beside it', () => {
  const entries = [
    entry('https://shop.example/boots', 3),
    entry('https://www.shop.example/shoes', 7),
    entry(TRACKED, 9),
  ];
  const own = listOwnResults(readTrackedTarget(TRACKED), entries);
  expect(own.map(({ position, match_type }) => [position, match_type])).toEqual([
    [9, 'exact'],
    [7, 'same_path'],
    [3, 'same_domain'],
  ]);
  const [point] = pointsOf([outline(dayAt(0), entries)]);
  expect(point).toMatchObject({ position: 9, match_type: 'exact', matched_url: TRACKED });
  expect(point?.also_ranking.map(({ position }) => position)).toEqual([7, 3]);
});

it('another page of the site is told as that page, never as the tracked one', () => {
  const [point] = pointsOf([outline(dayAt(0), [entry('https://shop.example/boots', 4)])]);
  expect(point).toMatchObject({ position: 4, match_type: 'same_domain', matched_url: 'https://shop.example/boots' });
});

it('an indented result counts as a result of its own', () => {
  const [point] = pointsOf([outline(dayAt(0), [entry('https://shop.example/boots', 4), entry(TRACKED, 5)])]);
  expect(point).toMatchObject({ position: 5, also_ranking: [{ position: 4 }] });
});
