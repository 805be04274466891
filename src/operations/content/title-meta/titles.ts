import { compareText, foldPhrase } from '../../../text/normalize.ts';
import { alignKeyword } from '../../../text/alignment.ts';
import { squash } from '../../../text/brand.ts';
import { capitalizeFirst, isShouted, toTitleCase } from '../../../text/snippet/casing.ts';
import { stripSiteName, type Facts } from './facts.ts';
import { listPoints, writeKeyword } from './wording.ts';
import { fits, LIMITS, measure, type Option, countRepeats } from '../../../text/snippet/option.ts';
import { measureWidth } from '../../../text/snippet/pixel-width.ts';

/** One kind of title, in wordings from the fullest to the shortest. */
interface Candidate {
  readonly strategy: Strategy;
  readonly wordings: readonly string[];
  readonly evidence: readonly string[];
  readonly rough?: boolean;
}

/** Equals are offered in this order. */
const STRATEGIES = {
  keep_current: 'The current title has no problem worth fixing.',
  heading_with_clause: 'The heading plus the page’s own words for the rest of the search.',
  heading_with_brand: 'Title and heading match, so search engines rarely rewrite it; the brand name builds trust.',
  keyword_with_points: 'Says what searchers will find on the page, in the words of its headings.',
  keyword_in_place: 'Names the place that local searches include.',
  keyword_with_brand: 'Short and plain: the keyword and the brand.',
  with_price: 'A price helps buyers choose.',
  with_steps: 'Says how many steps it takes.',
  page_question: 'Asks a question that the page answers, the way searchers ask it.',
  page_heading: 'The page’s own heading, which promises what the page delivers.',
  shortened_current: 'The current title, without the part that results would cut off.',
} as const;
type Strategy = keyof typeof STRATEGIES;
const ORDER = Object.keys(STRATEGIES);

const OPTIONS_MAX = 6;
/** Shorthand ranks below a heading that lacks one word of the search. */
const ROUGH = 1.5;

/** Titles made from the page's own words, best first. None says anything the page does not. */
export function writeTitles(facts: Facts, currentIsFine: boolean): Option[] {
  const seen = new Set<string>();
  const options: { readonly option: Option; readonly rank: number }[] = [];
  for (const candidate of listCandidates(facts, currentIsFine)) {
    const text = candidate.wordings.find((wording) => isGood(wording, facts, candidate.strategy));
    if (text === undefined || seen.has(squash(text))) continue;
    seen.add(squash(text));
    const option = {
      text,
      ...measure(text, 'title'),
      strategy: candidate.strategy,
      why: STRATEGIES[candidate.strategy],
      evidence: [...candidate.evidence],
    };
    const { missing } = alignKeyword(facts.keyword, text, facts.language.code);
    options.push({ option, rank: missing.length + (candidate.rough === true ? ROUGH : 0) });
  }
  return options
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        ORDER.indexOf(one.option.strategy) - ORDER.indexOf(other.option.strategy) ||
        compareText(one.option.text, other.option.text),
    )
    .slice(0, OPTIONS_MAX)
    .map(({ option }) => option);
}

function listCandidates(facts: Facts, currentIsFine: boolean): Candidate[] {
  return [
    ...fromCurrent(facts, currentIsFine),
    ...fromClause(facts),
    ...fromHeading(facts),
    ...fromKeyword(facts),
    ...fromFacts(facts),
    ...fromQuestion(facts),
  ];
}

function fromCurrent(facts: Facts, isFine: boolean): Candidate[] {
  const { title } = facts;
  if (title === undefined) return [];
  const evidence = [facts.title_source === 'given' ? 'current_title' : 'title'];
  if (isFine) return [{ strategy: 'keep_current', wordings: [title], evidence }];
  if (fits(title, 'title')) return [];
  const bare = stripSiteName(facts, title);
  return [{ strategy: 'shortened_current', wordings: listShorter(facts, addBrand(facts, bare), bare), evidence }];
}

function fromHeading(facts: Facts): Candidate[] {
  const { h1, brand } = facts;
  if (h1 === undefined) return [];
  const heading = isShouted(h1) ? capitalizeFirst(h1.toLocaleLowerCase(facts.language.code || 'en')) : h1;
  const evidence = ['h1'];
  const bare: Candidate = { strategy: 'page_heading', wordings: listShorter(facts, [heading], heading), evidence };
  if (brand === undefined || squash(heading).includes(squash(brand.name))) return [bare];
  const named = addBrand(facts, heading);
  return [{ strategy: 'heading_with_brand', wordings: named, evidence: [...evidence, brand.source] }, bare];
}

/** Longer clauses are half a sentence. */
const CLAUSE = { characters: 36, words: 5 } as const;

/** `Cast-iron pot – even on induction`, where a sentence of the page has those words between pauses. */
function fromClause(facts: Facts): Candidate[] {
  const { h1, language } = facts;
  if (h1 === undefined || isShouted(h1) || /[:?–—]/u.test(h1)) return [];
  const missing = alignKeyword(facts.keyword, h1, language.code).missing.join(' ');
  if (missing === '') return [];
  for (const { text } of facts.sentences.slice(0, SENTENCES_SEARCHED)) {
    // The part before the first pause is a main clause, which cannot follow a heading.
    const clause = text
      .split(/[,;]\s|\s[–—]\s/)
      .slice(1)
      .map((part) => part.replace(/[.!]$/, ''))
      .find((part) => isClause(part) && alignKeyword(missing, part, language.code).missing.length === 0);
    if (clause === undefined) continue;
    const title = `${h1} – ${clause}`;
    return [
      {
        strategy: 'heading_with_clause',
        wordings: [...addBrand(facts, title), title],
        evidence: ['h1', `“${clause}”`],
      },
    ];
  }
  return [];
}

const SENTENCES_SEARCHED = 120;

function isClause(part: string): boolean {
  const count = part.split(' ').length;
  return part.length <= CLAUSE.characters && count >= 2 && count <= CLAUSE.words && /^[\p{L}\p{N} ’'-]+$/u.test(part);
}

function fromKeyword(facts: Facts): Candidate[] {
  const keyword = writeKeyword(facts);
  if (keyword === undefined) return [];
  const evidence = [keyword.source];
  const { brand, phrasing, shown } = facts;
  const candidates: Candidate[] = [];
  if (brand !== undefined && !squash(keyword.text).includes(squash(brand.name))) {
    candidates.push({
      strategy: 'keyword_with_brand',
      wordings: addBrand(facts, keyword.text),
      evidence: [...evidence, brand.source],
      rough: keyword.rough,
    });
  }
  const points = listPoints(facts);
  const lists = [3, 2].filter((count) => points.length >= count).map((count) => points.slice(0, count));
  if (phrasing !== undefined && lists.length > 0) {
    const wordings = lists.map((list) =>
      applyCasing(facts, `${keyword.text}${phrasing.colon}${phrasing.join(list.map(({ text }) => text))}`),
    );
    candidates.push({
      strategy: 'keyword_with_points',
      wordings: [...wordings.flatMap((text) => addBrand(facts, text)), ...wordings],
      evidence: [...evidence, ...(lists[0] ?? []).map(({ source }) => source)],
      rough: keyword.rough,
    });
  }
  const place = shown.locality === undefined ? undefined : phrasing?.inPlace(shown.locality);
  if (place !== undefined && !squash(keyword.text).includes(squash(shown.locality ?? ''))) {
    const text = `${keyword.text} ${place}`;
    candidates.push({
      strategy: 'keyword_in_place',
      wordings: [...addBrand(facts, text), text],
      evidence: [...evidence, 'address'],
      rough: keyword.rough,
    });
  }
  return candidates;
}

function fromFacts(facts: Facts): Candidate[] {
  const { shown, phrasing, h1 } = facts;
  const keyword = writeKeyword(facts);
  const candidates: Candidate[] = [];
  const name = h1 === undefined || isShouted(h1) ? keyword?.text : h1;
  if (facts.page_type.type === 'product' && shown.price !== undefined && name !== undefined) {
    const text = `${name} – ${shown.price}`;
    candidates.push({ strategy: 'with_price', wordings: [...addBrand(facts, text), text], evidence: ['h1', 'price'] });
  }
  if (shown.steps !== undefined && phrasing !== undefined && h1 !== undefined && !/\d/.test(h1) && !/[?:]/.test(h1)) {
    const text = applyCasing(facts, `${h1} ${phrasing.inSteps(shown.steps)}`);
    candidates.push({
      strategy: 'with_steps',
      wordings: [...addBrand(facts, text), text],
      evidence: ['h1', 'numbered headings'],
    });
  }
  return candidates;
}

function fromQuestion(facts: Facts): Candidate[] {
  const found = facts.headings.find(({ text }) => {
    const { words, missing } = alignKeyword(facts.keyword, text, facts.language.code);
    return /[?？]\s*$/.test(text) && words.length > 0 && missing.length === 0;
  });
  if (found === undefined) return [];
  const { text, level } = found;
  return [{ strategy: 'page_question', wordings: [...addBrand(facts, text), text], evidence: [`h${level}`] }];
}

function addBrand(facts: Facts, text: string): string[] {
  const { brand, separator } = facts;
  if (brand === undefined || squash(text).includes(squash(brand.name))) return [text];
  return [`${text}${separator}${brand.name}`];
}

function applyCasing(facts: Facts, text: string): string {
  return facts.title_case ? toTitleCase(text) : text;
}

/** Where a long heading can stop. */
const THOUGHT = /\s*(?::|\s[–—|-]|\(|;|\?(?=\s))\s+/gu;

/** The wordings, then the heading up to each place where it can stop. */
function listShorter(facts: Facts, wordings: readonly string[], heading: string): string[] {
  const cuts = heading
    .matchAll(THOUGHT)
    .take(20)
    .map(({ index, 0: mark }) => heading.slice(0, index) + (mark.includes('?') ? '?' : ''))
    .filter((text) => text.length >= CHARACTERS_MIN)
    .toArray()
    .reverse();
  return [...wordings, ...cuts.flatMap((cut) => [...addBrand(facts, cut), cut])];
}

const CHARACTERS_MIN = 12;
const COMPOSED: ReadonlySet<Strategy> = new Set<Strategy>(['keyword_with_points', 'keyword_in_place', 'with_steps']);

function isGood(text: string, facts: Facts, strategy: Strategy): boolean {
  if (strategy === 'keep_current') return true;
  if (measureWidth(text, 'arial', LIMITS.title.font_pixels).pixels > LIMITS.title.fits) return false;
  if (facts.title !== undefined && foldPhrase(text) === foldPhrase(facts.title)) return false;
  const { count } = countRepeats(removeBrand(text, facts), facts.language.code);
  return count < (COMPOSED.has(strategy) ? 2 : 3);
}

function removeBrand(text: string, facts: Facts): string {
  const { brand, separator } = facts;
  const end = `${separator}${brand?.name ?? ''}`;
  return brand !== undefined && text.endsWith(end) ? text.slice(0, -end.length) : text;
}
