import { z } from 'zod';

import type { Offers, SourceContext, SourceSetting } from '../../ports/define-source.ts';
import { SourceFailure } from '../../ports/source-failure.ts';
import { expandSuggestions, suggestionPrefixes } from '../suggestions/expand.ts';

export type AutocompleterSettings = Readonly<Record<'SEAMARK_SEARXNG_URL', SourceSetting>>;

/** `["q", ["s1", …]]` for browsers' address bars, or the bare list. */
const Suggested = z.union([
  z
    .tuple([z.string(), z.array(z.string())])
    .rest(z.unknown())
    .transform(([, suggestions]) => suggestions),
  z.array(z.string()),
]);

/** Keywords from the autocompletion that the operator chose in the settings of the instance. */
export const autocompleterOffers: NonNullable<Offers<AutocompleterSettings>['keywords']> = {
  ideas: {
    lacks: ({ location }) => (location === null ? [] : ['places']),
    usd: () => 0,
    ask: async ({ seed, language, limit }, context) => {
      const prefixes = suggestionPrefixes(seed, language, limit);
      const {
        requests: _,
        value,
        ...answer
      } = await expandSuggestions('searxng', prefixes, (prefix) => readSuggestions(context, { q: prefix, language }));
      const note = 'The instance suggested nothing: set search.autocomplete in its settings.yml.';
      return { ...answer, value: value.slice(0, limit), ...(value.length === 0 ? { note } : {}) };
    },
  },
};

async function readSuggestions(
  { http, settings, signal }: SourceContext<AutocompleterSettings>,
  query: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const url = `${settings.SEAMARK_SEARXNG_URL.replace(/\/+$/, '')}/autocompleter`;
  const { body } = await http.json({ url, query, signal });
  const answer = Suggested.safeParse(body);
  if (!answer.success) throw new SourceFailure('broken', 'SearXNG answered suggestions in an unexpected format.');
  return answer.data;
}
