import type { Fields } from './fields.ts';
import type { Subject } from './subject.ts';

/** What a page asks the service, and how what the reader said becomes the input of a call. */

/** What the reader has to say before a question can be asked. */
export type AskedField = 'keyword' | 'keywords' | 'url' | 'query' | 'text' | 'other' | 'place';
export type Given = Readonly<Partial<Record<AskedField, string>>>;

export interface Question {
  readonly operation: string;
  readonly title: string;
  /** Undefined where what is given does not do. */
  readonly input: (subject: Subject, given: Given) => Fields | undefined;
}

export const target = (subject: Subject): Fields => ({ target: subject.target });
export const site = (subject: Subject): Fields => ({ site: subject.target });

/** Domains of competitors: what was typed, or those of the site. */
export function rivalsOf(subject: Subject, { other = '' }: Given): readonly string[] {
  const typed = listOf(other);
  return typed.length > 0 ? typed : subject.kind === 'site' ? subject.site.competitors : [];
}

export function listOf(text: string): readonly string[] {
  return [...new Set(text.split(/[\n,]/).flatMap((line) => line.trim() || []))];
}

/** Where the people live whom the site wants to reach, as searches are told. */
export function marketOf(subject: Subject): Fields {
  const market = subject.kind === 'site' ? subject.site.markets[0] : undefined;
  if (market === undefined) return {};
  const country = new Intl.DisplayNames(['en'], { type: 'region' }).of(market.country) ?? market.country;
  const location = market.city === null ? country : `${market.city}, ${country}`;
  return { location, ...(market.language === null ? {} : { language: market.language }) };
}

export const withKeyword =
  (more: (subject: Subject, given: Given) => Fields | undefined = () => ({})): Question['input'] =>
  (subject, given) => {
    const rest = more(subject, given);
    return given.keyword === undefined || rest === undefined
      ? undefined
      : { keyword: given.keyword, ...marketOf(subject), ...rest };
  };

/** One keyword a line. */
export const withKeywords =
  (more: (subject: Subject) => Fields = () => ({})): Question['input'] =>
  (subject, { keywords = '' }) =>
    listOf(keywords).length === 0 ? undefined : { keywords: listOf(keywords), ...more(subject) };

export function brandOf(subject: Subject): string {
  return (subject.kind === 'site' ? subject.site.brand?.name : undefined) ?? subject.name;
}

/** By its address, or as the text that was pasted. */
export function pageInput(
  { url, text, keyword }: Given,
  field: 'markdown' | 'page_markdown' | 'source_markdown',
): Fields | undefined {
  const more = keyword === undefined || field === 'source_markdown' ? {} : { keyword };
  if (text !== undefined) return { [isHtml(text) && field === 'markdown' ? 'html' : field]: text, ...more };
  return url === undefined ? undefined : { url, ...more };
}

function isHtml(text: string): boolean {
  return text.trimStart().startsWith('<');
}

const DAY_MS = 86_400_000;

export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}
