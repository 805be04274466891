import type { IdeaEvidence } from '../../ports/keywords.ts';
import { readKeyword } from '../../text/keyword.ts';
import { languageOfTag } from '../../web/words.ts';
import type { Row } from '../write/table-rows.ts';
import { keywordKey } from './keys.ts';

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
