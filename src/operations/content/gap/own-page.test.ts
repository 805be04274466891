import { expect, it } from 'vitest';

import { serpRecord } from '../../../../test/serp-records.ts';
import { chooseOwnPage } from './own-page.ts';

const page = (path: string, title: string, ...headings: string[]) => ({
  url: `https://velo.example${path}`,
  title: `${title} | Velo Workshop`,
  description: '',
  headings,
});
const PAGES = [
  page('/', 'Bike shop and workshop'),
  page('/guides/clean-chain', 'How to clean a bike chain'),
  page('/guides/puncture', 'Mend a puncture', 'Which patch holds'),
  page('/services/winter-check', 'Winter check for your bike'),
];
const search = (keyword: string, ...urls: string[]) =>
  serpRecord(
    urls.map((url) => ({ url, title: 'x' })),
    { keyword, language: 'en' },
  );
const choose = (keyword: string, ...urls: string[]) => chooseOwnPage(PAGES, keyword, search(keyword, ...urls));

it.each([
  ['how to clean a bicycle chain', '/guides/clean-chain'],
  ['cleaning bike chains', '/guides/clean-chain'],
  ['puncture patch', '/guides/puncture'],
  ['winter bike check', '/services/winter-check'],
])('“%s” is compared with %s, whose words it has', (keyword, path) => {
  expect(choose(keyword)).toEqual({ url: `https://velo.example${path}`, chosen_by: 'words' });
});

it('the page that ranks is compared, whatever its words', () => {
  const ranking = 'https://velo.example/services/winter-check';
  const found = choose('clean a bike chain', 'https://other.example/', ranking);
  expect(found).toEqual({ url: ranking, chosen_by: 'ranks' });
});

it.each(['bike insurance quotes', 'velo workshop jobs', 'helmet'])(
  'a site has no page about “%s” because of a word that all its pages share, or none at all',
  (keyword) => {
    expect(choose(keyword)).toBeUndefined();
  },
);
