import { expect, it } from 'vitest';

import { registrableDomain } from '../../src/web/url.ts';
import { MONEY_ANCHOR } from './neighbourhood-sites.ts';
import { factsOf, neighbourhood, unrelatedSites } from './neighbourhood.ts';

/** The planted web is what its truth says, so that a figure that is wrong is the index's fault. */

it('has twelve honest sites, one buyer, one broken forum and three farms of which every page is read', async () => {
  const sites = neighbourhood();
  const counts = Map.groupBy(sites, ({ character }) => character);
  expect(Object.fromEntries([...counts].map(([character, all]) => [character, all.length]))).toEqual({
    honest: 9,
    institution: 2,
    documentation: 1,
    buyer: 1,
    hacked: 1,
    money_farm: 12,
    ring_farm: 10,
    template_farm: 8,
  });
  const facts = await factsOf(sites);
  expect(facts.filter(({ document }) => document === undefined)).toEqual([]);
  expect(facts.flatMap(({ links }) => links).filter(({ anchor }) => anchor === MONEY_ANCHOR)).toHaveLength(12);
});

it('leads from no honest site to a farm, but from three threads of the forum', async () => {
  const characters = new Map(neighbourhood().map(({ domain, character }) => [domain, character]));
  const sources = (await factsOf(neighbourhood()))
    .filter(({ url }) => !(characterOf(url) ?? '').endsWith('_farm'))
    .filter(({ links }) => links.some(({ target_url }) => (characterOf(target_url) ?? '').endsWith('_farm')));
  expect(sources.map(({ url }) => url)).toEqual(
    ['5', '12', '18'].map((thread) => `https://woodforum.example/thread/${thread}`),
  );

  function characterOf(url: string): string | undefined {
    return characters.get(registrableDomain(new URL(url).hostname));
  }
});

it('has no link between unrelated sites and the others', async () => {
  const added = await factsOf(unrelatedSites(35));
  expect(new Set(added.map(({ url }) => new URL(url).hostname)).size).toBe(35);
  expect(
    added.flatMap(({ links }) => links).filter(({ target_url }) => !new URL(target_url).hostname.startsWith('garden-')),
  ).toEqual([]);
});
