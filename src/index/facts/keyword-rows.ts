import type { IdeaEvidence, KeywordFact } from '../../ports/keywords.ts';
import { readKeyword } from '../../text/keyword.ts';
import { languageOfTag } from '../../web/words.ts';
import type { Row, TableRows } from '../write/table-rows.ts';
import { keywordKey, languageKey } from './keys.ts';
import type { KeywordObservation } from './records.ts';
import { factRows, type Kept, SMALL_MAX } from './rows.ts';

/** Rows for what a source said about a keyword, or suggested for a seed. */
export function keywordRows(observation: KeywordObservation, kept: Kept): TableRows[] {
  if ('fact' in observation) return [factRows('keyword_facts', [factRow(observation.fact, kept)], kept)];
  const { seed, ideas, limit, location_code } = observation;
  const language = languageKey(observation.language);
  const about = readKeyword(seed, languageOfTag(language)).terms;
  const shared = { origin: keywordKey(seed), about, language, location_code: location_code ?? 0, weight: 0 };
  const rows = ideas.flatMap((idea) => ideaRows({ ...shared, ...idea, asked: Math.min(limit, SMALL_MAX) }));
  return [factRows('keyword_ideas', rows, kept)];
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
  return [factRows('keyword_facts', [factRow(fact, kept)], kept), factRows('keyword_ideas', ideaRows(idea), kept)];
}

function factRow(fact: KeywordFact, { observed_at }: Kept): Row {
  const searches = fact.volume?.value ?? null;
  return {
    keyword_key: keywordKey(fact.keyword),
    location_code: fact.location_code ?? 0,
    language: languageKey(fact.language),
    month: `${observed_at.toISOString().slice(0, 7)}-01`,
    volume: searches === null ? null : Math.max(0, Math.round(searches)),
    fact: JSON.stringify(fact),
  };
}

interface IdeaFact {
  readonly keyword: string;
  readonly kind: IdeaEvidence;
  /** 0 for none. */
  readonly location_code: number;
  /** As `languageKey` writes it. */
  readonly language: string;
  /** Key of the keyword whose result page it stood on, or of the seed that it was proposed for; '' for neither. */
  readonly origin: string;
  /** Stems of that keyword. */
  readonly about: readonly string[];
  /** Searches a month; 0 if no source says. */
  readonly weight: number;
  /** How many ideas the source was asked for. */
  readonly asked: number;
}

const TERMS_MAX = 12;

/** A row of `keyword_ideas` for each stem that an idea is found by. */
export function ideaRows({ about, weight, ...idea }: IdeaFact): Row[] {
  const keyword_key = keywordKey(idea.keyword);
  if (keyword_key === '') return [];
  const own = readKeyword(idea.keyword, languageOfTag(idea.language)).terms;
  const terms = [...new Set([...about, ...own])].slice(0, TERMS_MAX);
  const { origin, kind, keyword, location_code, language, asked } = idea;
  return terms.map((term) => ({
    term,
    terms,
    keyword_key,
    origin,
    kind,
    keyword,
    location_code,
    language,
    weight: Math.round(weight),
    asked,
  }));
}
