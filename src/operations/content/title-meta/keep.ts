import { alignKeyword } from '../../../text/alignment.ts';
import { stripAccents } from '../../../text/normalize.ts';
import { splitTitle } from '../../../text/title-parts.ts';
import { findPhrasing } from '../../../text/snippet/phrasing.ts';
import { type Field, LIMITS, measure, type Option } from '../../../text/snippet/option.ts';
import { tokenize } from '../../../web/words.ts';
import type { TextCheck } from './checks.ts';
import type { Facts } from './facts.ts';
import { isPlaceholder } from './risks.ts';

/** Checks whose failure, or even warning, is worth a new text. */
const DECISIVE: Readonly<Record<string, 'warn' | 'fail'>> = {
  wording: 'warn',
  width: 'fail',
  short: 'warn',
  keyword: 'fail',
  'matches-page': 'fail',
  figures: 'warn',
  repetition: 'warn',
  capitals: 'warn',
  language: 'warn',
  'not-title': 'warn',
};
/** A good description may word the search otherwise: it sells the click, and its words do not rank. */
const NOT_DECISIVE = new Set(['description.keyword', 'description.matches-page']);
/** Faults that are better than no text at all. */
const BEARABLE = new Set(['width', 'short', 'keyword']);

/** `Read more` says less than what a search engine takes from the page. */
const DESCRIPTION_MIN = 30;

/** The current text as an option with what speaks for it; undefined where it is missing or has a fault worth a new one. */
export function keepCurrent(facts: Facts, field: Field, checks: readonly TextCheck[]): Option | undefined {
  const text = facts[field];
  if (text === undefined || (field === 'title' && (isPlaceholder(text) || onlyBrands(facts, text)))) return undefined;
  if (checks.some((check) => isDecisive(check, text)) || lacksAccents(text, facts.h1 ?? '')) return undefined;
  return makeKept(facts, field, text, { strategy: 'keep_current', why: explain(facts, field, text, checks) });
}

/** `Blog | Kettle & Cup | Page 1` says `kettle` by the name of the site alone, and nothing else that is searched for. */
function onlyBrands({ brand, keyword, language }: Facts, title: string): boolean {
  if (brand === undefined) return false;
  const { words, missing } = alignKeyword(keyword, title, language.code);
  const bare = alignKeyword(keyword, title.replace(brand.name, ''), language.code);
  return missing.length > 0 && bare.missing.length === words.length;
}

/** The current text where nothing better is on the page and it does no harm. */
export function keepForNow(facts: Facts, field: Field, checks: readonly TextCheck[]): Option | undefined {
  const text = facts[field];
  const decisive = checks.filter((check) => isDecisive(check, text ?? ''));
  const [first] = decisive;
  if (text === undefined || first === undefined || decisive.some(({ id }) => !BEARABLE.has(readName(id))))
    return undefined;
  if (field === 'description' && text.length < DESCRIPTION_MIN) return undefined;
  const why = `Nothing on the page would make a better one, and this one does no harm. ${weigh(first)}`;
  return makeKept(facts, field, text, { strategy: 'keep_for_now', why });
}

/** `Bicicletas electricas` beside the heading `Bicicletas eléctricas`: the heading is spelled right. */
function lacksAccents(text: string, heading: string): boolean {
  const own = new Set(tokenize(text));
  return tokenize(heading).some((word) => stripAccents(word) !== word && !own.has(word) && own.has(stripAccents(word)));
}

function makeKept(facts: Facts, field: Field, text: string, because: Pick<Option, 'strategy' | 'why'>): Option {
  const source = field === 'title' ? facts.title_source : facts.description_source;
  const given = field === 'title' ? 'current_title' : 'current_meta_description';
  const own = field === 'title' ? 'title' : 'meta description';
  return { text, ...measure(text, field), ...because, evidence: [source === 'given' ? given : own] };
}

function isDecisive({ id, status }: TextCheck, text: string): boolean {
  // `iPad Pro - Apple` is short because its names are.
  if (id === 'title.short' && splitTitle(text).length > 1) return false;
  const from = NOT_DECISIVE.has(id) ? undefined : DECISIVE[readName(id)];
  return status === 'fail' ? from !== undefined : status === 'warn' && from === 'warn';
}

/** `title.width` → `width` */
function readName(id: string): string {
  return id.slice(id.indexOf('.') + 1);
}

/** What speaks for the current text, and the worst point against it. */
function explain(facts: Facts, field: Field, text: string, checks: readonly TextCheck[]): string {
  const passed = new Set(checks.filter(({ status }) => status === 'pass').map(({ id }) => id));
  const { pixel_width: width } = measure(text, field);
  const { fits } = LIMITS[field];
  const merits = [
    passed.has(`${field}.keyword`) && `says every word of “${facts.keyword}”`,
    passed.has('title.matches-heading') && 'matches the H1',
    passed.has(`${field}.matches-page`) && 'promises what the page delivers',
    width <= fits && `fits a result (${width} of ${fits} pixels)`,
    facts.brand !== undefined && passed.has('title.brand') && 'names the site',
  ].filter((merit) => merit !== false);
  // What weighs little is among the checks; naming it here would spoil a good verdict.
  const against = checks.find(({ status, severity }) => (status === 'warn' || status === 'fail') && severity !== 'low');
  const praise = findPhrasing('en')?.join(merits) ?? '';
  const keep = praise === '' ? 'Keep it: nothing on the page would make a better one.' : `Keep it: it ${praise}.`;
  return against === undefined ? keep : `${keep} ${weigh(against)}`;
}

function weigh({ fix, found }: TextCheck): string {
  return `Consider this as well: ${fix.replace(/\.$/, '')} (${found}).`;
}
