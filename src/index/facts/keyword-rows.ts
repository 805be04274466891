import type { KeywordFact } from '../../ports/keywords.ts';
import { IDEA_COLUMNS, ideaRows } from './idea-rows.ts';
import { languageOfTag } from '../../web/words.ts';
import { keywordKey, languageKey } from './keys.ts';
import { readKeyword } from '../../text/keyword.ts';
import type { KeywordObservation } from './records.ts';
import { factRow, type Kept, KEPT_COLUMNS, keptCells, type TableRows } from './rows.ts';

const FACT_COLUMNS = ['keyword_key', 'location_code', 'language', 'month', 'volume', 'fact', ...KEPT_COLUMNS];

/** Rows for what a source said about a keyword, or suggested for a seed. */
export function keywordRows(observation: KeywordObservation, kept: Kept): TableRows[] {
  if ('fact' in observation) {
    return [{ table: 'keyword_facts', columns: FACT_COLUMNS, rows: [factOf(observation.fact, kept)] }];
  }
  const { seed, ideas, limit, location_code } = observation;
  const language = languageKey(observation.language);
  const about = readKeyword(seed, languageOfTag(language)).terms;
  const shared = { origin: keywordKey(seed), about, language, location_code: location_code ?? 0, weight: 0 };
  const rows = ideas.flatMap((idea) => ideaRows({ ...shared, ...idea, asked: Math.min(limit, 65_535) }, kept));
  return [{ table: 'keyword_ideas', columns: IDEA_COLUMNS, rows }];
}

/** Rows of an imported keyword: what its table says of it, and the stems that it is found by as an idea. */
export function importedRows(fact: KeywordFact, kept: Kept): TableRows[] {
  const idea = {
    keyword: fact.keyword,
    kind: fact.source === 'search-console' ? 'console' : 'import',
    location_code: fact.location_code ?? 0,
    language: languageKey(fact.language),
    origin: '',
    about: [],
    weight: fact.volume?.value ?? fact.volume?.low ?? 0,
    asked: 0,
  } as const;
  return [
    { table: 'keyword_facts', columns: FACT_COLUMNS, rows: [factOf(fact, kept)] },
    { table: 'keyword_ideas', columns: IDEA_COLUMNS, rows: ideaRows(idea, kept) },
  ];
}

function factOf(fact: KeywordFact, kept: Kept): string {
  const searches = fact.volume?.value ?? null;
  return factRow([
    keywordKey(fact.keyword),
    fact.location_code ?? 0,
    languageKey(fact.language),
    `${kept.observed_at.toISOString().slice(0, 7)}-01`,
    searches === null ? null : Math.max(0, Math.round(searches)),
    JSON.stringify(fact),
    ...keptCells(kept),
  ]);
}
