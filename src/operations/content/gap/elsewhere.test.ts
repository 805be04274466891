import { expect, it } from 'vitest';

import { findElsewhere } from './elsewhere.ts';

const page = (path: string, title: string, ...headings: string[]) => ({
  url: `https://velo.example${path}`,
  title,
  description: '',
  headings,
});
const PAGES = [
  page('/', 'Velo Workshop: bikes and repairs', 'Bikes', 'Repairs'),
  page('/clean-chain', 'How to clean a bike chain', 'Chain wear'),
  page('/chain-wear', 'Measuring chain wear on a bike'),
  page('/degreasers', 'Which degreaser for bikes?', 'Citrus degreasers', 'Drying times'),
  page('/tyres', 'Bike tyres'),
  page('/lights', 'Bike lights'),
];
const OWN = { url: 'http://velo.example/clean-chain/', language: 'en' };
const found = (...topics: string[]) =>
  findElsewhere(topics, PAGES, OWN).map(({ topic, url, where }) => [topic, url.slice(20), where]);

it('a topic that another page is about, or has a section on, is told with that page', () => {
  expect(found('chain wear', 'citrus degreaser', 'quick link')).toEqual([
    ['chain wear', '/chain-wear', 'title'],
    ['citrus degreaser', '/degreasers', 'heading'],
  ]);
});

it('the page itself covers nothing elsewhere, and neither do words that the whole site uses or that say nothing', () => {
  expect(found('clean a chain', 'bike', 'how to')).toEqual([]);
});
