import { describe, expect, it } from 'vitest';

import { AUSTIN, sourceContext, UNITED_STATES } from '../../../test/source-context.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { type BraveSuggestSettings, suggestOffers } from '../brave/suggest.ts';
import { autocompleterOffers, type AutocompleterSettings } from '../searxng/autocompleter.ts';
import { suggestionPrefixes } from './expand.ts';

const brave = suggestOffers.ideas;
const searxng = autocompleterOffers.ideas;
if (brave === undefined || searxng === undefined) throw new Error('Both offer ideas.');

const BRAVE = { SEAMARK_BRAVE_URL: 'https://brave.test', SEAMARK_BRAVE_SUGGEST_KEY: 'k' };
const SEARXNG = { SEAMARK_SEARXNG_URL: 'http://searxng.test/' };
const seed = { seed: 'Bike', location: UNITED_STATES, language: 'en-US', limit: 24 };

describe('prefixes of a seed', () => {
  it('are the seed and the seed with letters, as many as the wanted ideas need', () => {
    expect(suggestionPrefixes('bike', 'en', 24)).toEqual(['bike', 'bike a', 'bike b']);
    expect(suggestionPrefixes('bike', 'pt-BR', 1)).toEqual(['bike']);
    expect(suggestionPrefixes('bike', 'de', 10_000)).toHaveLength(27);
  });

  it('have the letters of the language, and none where words have no letters', () => {
    expect(suggestionPrefixes('велосипед', 'ru', 16)).toEqual(['велосипед', 'велосипед а']);
    expect(suggestionPrefixes('自転車', 'ja', 1000)).toEqual(['自転車']);
  });
});

describe('suggestions of Brave', () => {
  const suggested: Record<string, string[]> = {
    Bike: ['bike', 'bike  Repair', 'bike shop'],
    'Bike a': ['bike accessories', 'bike shop'],
    'Bike b': ['bike shop'],
  };
  const answer = (q: unknown): unknown => ({
    type: 'suggest',
    query: { original: q },
    results: (suggested[String(q)] ?? []).map((query) => ({ query })),
  });

  it('become ideas, those of most prefixes first, each with how many showed it', async () => {
    const { context, requests } = sourceContext<BraveSuggestSettings>(BRAVE, ({ query }) => answer(query?.['q']));
    const { value, usd } = await brave.ask(seed, context);
    expect(requests[0]).toMatchObject({
      url: 'https://brave.test/res/v1/suggest/search',
      query: { q: 'Bike', lang: 'en', country: 'US', count: 20 },
      headers: { 'x-subscription-token': 'k' },
    });
    expect(value.map(({ keyword, evidence }) => [keyword, evidence])).toEqual([
      ['bike shop', [{ kind: 'suggestion', source: 'brave', seen: 3 }]],
      ['bike repair', [{ kind: 'suggestion', source: 'brave', seen: 1 }]],
      ['bike accessories', [{ kind: 'suggestion', source: 'brave', seen: 1 }]],
    ]);
    expect(usd).toBeCloseTo(0.0015, 10);
    expect(brave.usd(seed, BRAVE)).toBeCloseTo(0.0015, 10);
  });

  it('are not offered without the token of their own plan', () => {
    expect(brave.lacks(seed, { ...BRAVE, SEAMARK_BRAVE_SUGGEST_KEY: '' })).toBeUndefined();
    expect(brave.lacks(seed, BRAVE)).toEqual([]);
    expect(brave.lacks({ ...seed, location: AUSTIN }, BRAVE)).toEqual(['places smaller than a country']);
  });

  it('are kept when a later request fails, and what is missing is told', async () => {
    const { context } = sourceContext<BraveSuggestSettings>(BRAVE, ({ query }) => {
      if (query?.['q'] !== 'Bike') throw new SourceFailure('rate_limited', 'Brave answered 429.');
      return answer('Bike');
    });
    const kept = await brave.ask(seed, context);
    expect(kept).toMatchObject({ coverage: 'partial', note: 'Some suggestions are missing: Brave answered 429.' });
    expect(kept.value).toHaveLength(2);
  });

  it('fail when the first request does, or is no answer', async () => {
    const failing = sourceContext<BraveSuggestSettings>(BRAVE, () => {
      throw new SourceFailure('wrong_key', 'Brave answered 401.');
    });
    await expect(brave.ask(seed, failing.context)).rejects.toMatchObject({ kind: 'wrong_key' });
    const broken = sourceContext<BraveSuggestSettings>(BRAVE, () => ({ type: 'suggest', results: 'none' }));
    await expect(brave.ask(seed, broken.context)).rejects.toMatchObject({ kind: 'broken' });
  });
});

describe('the autocompleter of SearXNG', () => {
  it.each([
    ['for address bars', ['Bike', ['bike shop']]],
    ['for its own page', ['bike shop']],
  ])('is read in the form %s', async (_, body) => {
    const { context, requests } = sourceContext<AutocompleterSettings>(SEARXNG, () => body);
    const { value, usd } = await searxng.ask({ ...seed, location: null }, context);
    expect(requests[0]).toMatchObject({
      url: 'http://searxng.test/autocompleter',
      query: { q: 'Bike', language: 'en-US' },
    });
    expect(value).toEqual([
      { keyword: 'bike shop', evidence: [{ kind: 'suggestion', source: 'searxng', seen: 3 }], facts: [] },
    ]);
    expect(usd).toBeUndefined();
  });

  it('knows nothing while the instance has none, and says what to set', async () => {
    const { context } = sourceContext<AutocompleterSettings>(SEARXNG, () => ['Bike', []]);
    const answer = await searxng.ask(seed, context);
    expect(answer).toMatchObject({ value: [], coverage: 'none', is_empty: true });
    expect(answer.note).toContain('search.autocomplete');
    expect(searxng.lacks(seed, SEARXNG)).toEqual(['places']);
  });
});
