import { readDataRows } from '../../kernel/data.ts';
import type { Answered } from '../../ports/define-source.ts';
import type { KeywordIdea } from '../../ports/keywords.ts';
import { SourceFailure } from '../../ports/source-failure.ts';

const LETTERS = new Map(
  readDataRows(import.meta.url, 'data/letters.tsv').map(([language = '', letters = '']) => [language, letters]),
);

/** New suggestions that another letter brings, on average: if few ideas are wanted, fewer letters are tried. */
const IDEAS_A_PREFIX = 8;
const PARALLEL = 4;

/** What is typed to see suggestions: the seed, then the seed with each first letter of a further word. */
export function suggestionPrefixes(seed: string, language: string, limit: number): readonly string[] {
  const [base = ''] = language.split('-');
  const letters = Array.from(LETTERS.get(base) ?? LETTERS.get('latin') ?? '');
  const prefixes = [seed, ...letters.map((letter) => `${seed} ${letter}`)];
  return prefixes.slice(0, Math.max(1, Math.ceil(limit / IDEAS_A_PREFIX)));
}

/**
 * Ideas from the suggestions for every prefix. `seen` is the number of prefixes that brought up an idea; ideas
 * with more come first, then those that came up earlier.
 *
 * @throws SourceFailure when the first request fails; what came before a later failure is kept
 */
export async function expandSuggestions(
  source: string,
  prefixes: readonly string[],
  suggest: (prefix: string) => Promise<readonly string[]>,
): Promise<Answered<readonly KeywordIdea[]> & { readonly requests: number }> {
  const [seed = '', ...others] = prefixes;
  const seen = new Map<string, number>();
  const add = (suggestions: readonly string[]): void => {
    for (const keyword of new Set(suggestions.map(foldSuggestion))) {
      if (keyword !== '' && keyword !== foldSuggestion(seed)) seen.set(keyword, (seen.get(keyword) ?? 0) + 1);
    }
  };
  add(await suggest(seed));
  let requests = 1;
  let failure: SourceFailure | undefined;
  for (let start = 0; start < others.length && failure === undefined; start += PARALLEL) {
    const asked = await Promise.allSettled(others.slice(start, start + PARALLEL).map(suggest));
    requests += asked.length;
    for (const answer of asked) {
      if (answer.status === 'fulfilled') add(answer.value);
      else if (answer.reason instanceof SourceFailure) failure = answer.reason;
      else throw answer.reason;
    }
  }
  const ideas = [...seen]
    .sort(([, one], [, other]) => other - one)
    .map(([keyword, times]): KeywordIdea => ({
      keyword,
      evidence: [{ kind: 'suggestion', source, seen: times }],
      facts: [],
    }));
  return {
    value: ideas,
    requests,
    measure: 'measured',
    ...(ideas.length === 0 ? { coverage: 'none', is_empty: true } : {}),
    ...(failure === undefined ? {} : { coverage: 'partial', note: `Some suggestions are missing: ${failure.message}` }),
  };
}

function foldSuggestion(text: string): string {
  return text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
}
