import { z } from 'zod';

import type { Offers, SourceContext, SourceSetting } from '../../ports/define-source.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { expandSuggestions, suggestionPrefixes } from '../suggestions/expand.ts';

export type BraveSuggestSettings = Readonly<Record<'SEAMARK_BRAVE_URL' | 'SEAMARK_BRAVE_SUGGEST_KEY', SourceSetting>>;

/** The optional setting of the source's definition that connects its suggestions. */
export const SUGGEST_KEY: SourceSetting = {
  kind: 'secret',
  what: 'API key for the Autosuggest plan, which is separate from Search. Without it, Brave suggests no keywords.',
  preset: '',
};

/** 5 USD for 10,000 requests. */
const SUGGEST_USD = 0.0005;
const SUGGESTIONS_MAX = 20;

/** Errors also come with status 200, under another type. */
const Suggested = z.object({ type: z.literal('suggest'), results: z.array(z.object({ query: z.string() })).nullish() });

/** Keywords that Brave suggests as people type the seed. */
export const suggestOffers: NonNullable<Offers<BraveSuggestSettings>['keywords']> = {
  ideas: {
    lacks: ({ location }, settings) => {
      if (settings.SEAMARK_BRAVE_SUGGEST_KEY === '') return undefined;
      return location === null || location.kind === 'country' ? [] : ['places smaller than a country'];
    },
    usd: ({ seed, language, limit }) => suggestionPrefixes(seed, language, limit).length * SUGGEST_USD,
    ask: async ({ seed, language, location, limit }, context) => {
      const market = { lang: language.split('-')[0] ?? language, country: location?.country };
      const prefixes = suggestionPrefixes(seed, language, limit);
      const { requests, value, ...answer } = await expandSuggestions('brave', prefixes, (prefix) =>
        readSuggestions(context, { q: prefix, count: SUGGESTIONS_MAX, ...market }),
      );
      return { ...answer, value: value.slice(0, limit), usd: requests * SUGGEST_USD };
    },
  },
};

async function readSuggestions(
  { http, settings, signal }: SourceContext<BraveSuggestSettings>,
  query: Readonly<Record<string, string | number | undefined>>,
): Promise<readonly string[]> {
  const { body } = await http.json({
    url: `${settings.SEAMARK_BRAVE_URL.replace(/\/+$/, '')}/res/v1/suggest/search`,
    query,
    headers: { 'x-subscription-token': settings.SEAMARK_BRAVE_SUGGEST_KEY },
    signal,
  });
  const answer = Suggested.safeParse(body);
  if (!answer.success) throw new SourceFailure('broken', 'Brave answered suggestions in an unexpected format.');
  return (answer.data.results ?? []).map(({ query: keyword }) => keyword);
}
