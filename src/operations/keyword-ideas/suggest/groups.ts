import { z } from 'zod';

import { compareText } from '../../../text/normalize.ts';
import { type KeywordReading, stemTerm } from '../../../text/keyword.ts';
import { findPlaces } from '../../../text/places.ts';

export const IdeaGroup = z.object({
  name: z.string().describe('Word that the keywords share and the seed does not have.'),
  keywords: z.array(z.string()),
  search_volume: z.number().nullable().describe('Sum of the known volumes; null if none is known.'),
  with_volume: z.int(),
});
export type IdeaGroup = z.infer<typeof IdeaGroup>;

export interface GroupedIdea {
  readonly keyword: string;
  readonly search_volume: number | null;
  readonly reading: KeywordReading;
}

const MEMBERS_MIN = 2;

/** Ideas that share a word beyond the seed, largest group first. Each is in one group, that of its commonest word, or in none. */
export function groupIdeas(ideas: readonly GroupedIdea[], seed: KeywordReading): IdeaGroup[] {
  const own = new Set(seed.terms);
  const extras = ideas.map((idea) => {
    const places = listPlaceTerms(idea.reading);
    return { idea, terms: idea.reading.terms.filter((term) => !own.has(term) && !places.has(term)) };
  });
  const counts = new Map<string, number>();
  for (const { terms } of extras) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const chosen = extras.flatMap(({ idea, terms }) => {
    const [term] = terms
      .filter((each) => (counts.get(each) ?? 0) >= MEMBERS_MIN)
      .sort((one, other) => (counts.get(other) ?? 0) - (counts.get(one) ?? 0) || compareText(one, other));
    return term === undefined ? [] : [{ idea, term }];
  });
  return [...Map.groupBy(chosen, ({ term }) => term)]
    .filter(([, members]) => members.length >= MEMBERS_MIN)
    .map(([term, members]) =>
      describeGroup(
        term,
        members.map(({ idea }) => idea),
      ),
    )
    .sort((one, other) => other.keywords.length - one.keywords.length || compareText(one.name, other.name));
}

/** A place says where, and is no topic. */
function listPlaceTerms({ words, language }: KeywordReading): ReadonlySet<string> {
  const named = findPlaces(words).flatMap(({ at, size }) => words.slice(at, at + size));
  return new Set(named.map((word) => stemTerm(word, language)));
}

function describeGroup(term: string, ideas: readonly GroupedIdea[]): IdeaGroup {
  const known = ideas.flatMap(({ search_volume }) => search_volume ?? []);
  return {
    name: nameTerm(term, ideas),
    keywords: ideas.map(({ keyword }) => keyword),
    search_volume: known.length === 0 ? null : known.reduce((sum, volume) => sum + volume, 0),
    with_volume: known.length,
  };
}

/** The form in which most of the ideas have the word. */
function nameTerm(term: string, ideas: readonly GroupedIdea[]): string {
  const forms = ideas.flatMap(({ reading }) =>
    reading.words.filter((word) => stemTerm(word, reading.language) === term),
  );
  const [best] = [...Map.groupBy(forms, (form) => form)].sort(
    ([one, some], [other, more]) => more.length - some.length || compareText(one, other),
  );
  return best?.[0] ?? term;
}
