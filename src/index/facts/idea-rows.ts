import type { IdeaEvidence } from '../../ports/keywords.ts';
import { readKeyword } from '../../text/keyword.ts';
import { languageOfTag } from '../../web/words.ts';
import { keywordKey } from './keys.ts';
import { factRow, type Kept, KEPT_COLUMNS, keptCells } from './rows.ts';

export const IDEA_COLUMNS = [
  'term',
  'terms',
  'keyword_key',
  'origin',
  'kind',
  'keyword',
  'location_code',
  'language',
  'weight',
  'asked',
  ...KEPT_COLUMNS,
];

export interface IdeaFact {
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

/** A row for each stem that an idea is found by. */
export function ideaRows(idea: IdeaFact, kept: Kept): string[] {
  const key = keywordKey(idea.keyword);
  if (key === '') return [];
  const own = readKeyword(idea.keyword, languageOfTag(idea.language)).terms;
  const terms = [...new Set([...idea.about, ...own])].slice(0, TERMS_MAX);
  const { origin, kind, keyword, location_code, language, weight, asked } = idea;
  const cells = [key, origin, kind, keyword, location_code, language, Math.round(weight), asked, ...keptCells(kept)];
  return terms.map((term) => factRow([term, terms, ...cells]));
}
