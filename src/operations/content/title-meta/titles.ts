import { compareText, foldPhrase } from '../../../text/normalize.ts';
import { alignmentOf } from '../../../text/alignment.ts';
import { flat } from './brand.ts';
import { firstUpper, isShouted, titleCase } from './casing.ts';
import { bareTitle, type Facts } from './facts.ts';
import { keywordText } from './keyword-text.ts';
import { fits, LIMITS, measure, type Option, repeats } from './option.ts';
import { widthOf } from './pixel-width.ts';
import { pointsOf } from './points.ts';

/** One way to a title: its wordings from the fullest to the shortest. */
interface Candidate {
  readonly strategy: Strategy;
  readonly wordings: readonly string[];
  readonly evidence: readonly string[];
  readonly rough?: boolean;
}

/** In the order in which equals are offered. */
const STRATEGIES = {
  keep_current: 'Nothing speaks against the title that the page has.',
  heading_with_clause: 'The heading with the words of the page that answer the rest of the search.',
  heading_with_brand: 'Title and heading say the same, which search engines rewrite least; the name builds trust.',
  keyword_with_points: 'Says what the searcher finds on the page, in the words of its headings.',
  keyword_in_place: 'Names the place that people search with.',
  keyword_with_brand: 'Short and plain: the search and who answers it.',
  with_price: 'The price on the page helps a buyer to choose.',
  with_steps: 'Says how long the way is.',
  page_question: 'Repeats a question that the page answers, as searchers ask it.',
  page_heading: 'The heading of the page, which promises what the page holds.',
  shortened_current: 'The current title without what a result would cut.',
} as const;
type Strategy = keyof typeof STRATEGIES;
const ORDER = Object.keys(STRATEGIES);

const OPTIONS_MAX = 6;
/** Shorthand stands behind a heading that lacks one word of the search. */
const ROUGH = 1.5;

/** Titles made of the page's own words, none of which says what the page does not; the best first. */
export function titleOptions(facts: Facts, currentIsFine: boolean): Option[] {
  const seen = new Set<string>();
  const options: { readonly option: Option; readonly rank: number }[] = [];
  for (const candidate of candidatesOf(facts, currentIsFine)) {
    const text = candidate.wordings.find((wording) => isGood(wording, facts, candidate.strategy));
    if (text === undefined || seen.has(flat(text))) continue;
    seen.add(flat(text));
    const option = {
      text,
      ...measure(text, 'title'),
      strategy: candidate.strategy,
      why: STRATEGIES[candidate.strategy],
      evidence: [...candidate.evidence],
    };
    const { missing } = alignmentOf(facts.keyword, text, facts.language.code);
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

function candidatesOf(facts: Facts, currentIsFine: boolean): Candidate[] {
  return [
    ...currentCandidates(facts, currentIsFine),
    ...clauseCandidates(facts),
    ...headingCandidates(facts),
    ...keywordCandidates(facts),
    ...factCandidates(facts),
    ...questionCandidates(facts),
  ];
}

function currentCandidates(facts: Facts, isFine: boolean): Candidate[] {
  const { title } = facts;
  if (title === undefined) return [];
  const evidence = [facts.title_source === 'given' ? 'current_title' : 'title'];
  if (isFine) return [{ strategy: 'keep_current', wordings: [title], evidence }];
  if (fits(title, 'title')) return [];
  const bare = bareTitle(facts, title);
  return [{ strategy: 'shortened_current', wordings: shorter(facts, withBrand(facts, bare), bare), evidence }];
}

function headingCandidates(facts: Facts): Candidate[] {
  const { h1, brand } = facts;
  if (h1 === undefined) return [];
  const heading = isShouted(h1) ? firstUpper(h1.toLocaleLowerCase(facts.language.code || 'en')) : h1;
  const evidence = ['h1'];
  const bare: Candidate = { strategy: 'page_heading', wordings: shorter(facts, [heading], heading), evidence };
  if (brand === undefined || flat(heading).includes(flat(brand.name))) return [bare];
  const named = withBrand(facts, heading);
  return [{ strategy: 'heading_with_brand', wordings: named, evidence: [...evidence, brand.source] }, bare];
}

/** Longer ones are half a sentence. */
const CLAUSE = { characters: 36, words: 5 } as const;

/** `Cast-iron pot – even on induction`, where a sentence of the page ends or pauses around those words. */
function clauseCandidates(facts: Facts): Candidate[] {
  const { h1, language } = facts;
  if (h1 === undefined || isShouted(h1) || /[:?–—]/u.test(h1)) return [];
  const missing = alignmentOf(facts.keyword, h1, language.code).missing.join(' ');
  if (missing === '') return [];
  for (const { text } of facts.sentences.slice(0, SENTENCES_SEARCHED)) {
    // What stands before the first pause is a main clause, which does not follow a heading.
    const clause = text
      .split(/[,;]\s|\s[–—]\s/)
      .slice(1)
      .map((part) => part.replace(/[.!]$/, ''))
      .find((part) => isClause(part) && alignmentOf(missing, part, language.code).missing.length === 0);
    if (clause === undefined) continue;
    const title = `${h1} – ${clause}`;
    return [
      {
        strategy: 'heading_with_clause',
        wordings: [...withBrand(facts, title), title],
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

function keywordCandidates(facts: Facts): Candidate[] {
  const keyword = keywordText(facts);
  if (keyword === undefined) return [];
  const evidence = [keyword.source];
  const { brand, phrasing, shown } = facts;
  const candidates: Candidate[] = [];
  if (brand !== undefined && !flat(keyword.text).includes(flat(brand.name))) {
    candidates.push({
      strategy: 'keyword_with_brand',
      wordings: withBrand(facts, keyword.text),
      evidence: [...evidence, brand.source],
      rough: keyword.rough,
    });
  }
  const points = pointsOf(facts);
  const lists = [3, 2].filter((count) => points.length >= count).map((count) => points.slice(0, count));
  if (phrasing !== undefined && lists.length > 0) {
    const wordings = lists.map((list) =>
      styled(facts, `${keyword.text}${phrasing.colon}${phrasing.join(list.map(({ text }) => text))}`),
    );
    candidates.push({
      strategy: 'keyword_with_points',
      wordings: [...wordings.flatMap((text) => withBrand(facts, text)), ...wordings],
      evidence: [...evidence, ...(lists[0] ?? []).map(({ source }) => source)],
      rough: keyword.rough,
    });
  }
  const place = shown.locality === undefined ? undefined : phrasing?.inPlace(shown.locality);
  if (place !== undefined && !flat(keyword.text).includes(flat(shown.locality ?? ''))) {
    const text = `${keyword.text} ${place}`;
    candidates.push({
      strategy: 'keyword_in_place',
      wordings: [...withBrand(facts, text), text],
      evidence: [...evidence, 'address'],
      rough: keyword.rough,
    });
  }
  return candidates;
}

function factCandidates(facts: Facts): Candidate[] {
  const { shown, phrasing, h1 } = facts;
  const keyword = keywordText(facts);
  const candidates: Candidate[] = [];
  const name = h1 === undefined || isShouted(h1) ? keyword?.text : h1;
  if (facts.page_type.type === 'product' && shown.price !== undefined && name !== undefined) {
    const text = `${name} – ${shown.price}`;
    candidates.push({ strategy: 'with_price', wordings: [...withBrand(facts, text), text], evidence: ['h1', 'price'] });
  }
  if (shown.steps !== undefined && phrasing !== undefined && h1 !== undefined && !/\d/.test(h1) && !/[?:]/.test(h1)) {
    const text = styled(facts, `${h1} ${phrasing.inSteps(shown.steps)}`);
    candidates.push({
      strategy: 'with_steps',
      wordings: [...withBrand(facts, text), text],
      evidence: ['h1', 'numbered headings'],
    });
  }
  return candidates;
}

function questionCandidates(facts: Facts): Candidate[] {
  const found = facts.headings.find(({ text }) => {
    const { words, missing } = alignmentOf(facts.keyword, text, facts.language.code);
    return /[?？]\s*$/.test(text) && words.length > 0 && missing.length === 0;
  });
  if (found === undefined) return [];
  const { text, level } = found;
  return [{ strategy: 'page_question', wordings: [...withBrand(facts, text), text], evidence: [`h${level}`] }];
}

/** Behind the title, and the title alone when both do not fit. */
function withBrand(facts: Facts, text: string): string[] {
  const { brand, separator } = facts;
  if (brand === undefined || flat(text).includes(flat(brand.name))) return [text];
  return [`${text}${separator}${brand.name}`];
}

function styled(facts: Facts, text: string): string {
  return facts.title_case ? titleCase(text) : text;
}

/** Ends of a thought at which a long heading can stop. */
const THOUGHT = /\s*(?::|\s[–—|-]|\(|;|\?(?=\s))\s+/gu;

/** The wordings, then the heading up to each end of a thought, then as many whole words as fit. */
function shorter(facts: Facts, wordings: readonly string[], heading: string): string[] {
  const cuts = heading
    .matchAll(THOUGHT)
    .take(20)
    .map(({ index, 0: mark }) => heading.slice(0, index) + (mark.includes('?') ? '?' : ''))
    .filter((text) => text.length >= CHARACTERS_MIN)
    .toArray()
    .reverse();
  return [...wordings, ...cuts.flatMap((cut) => [...withBrand(facts, cut), cut])];
}

const CHARACTERS_MIN = 12;
const COMPOSED: ReadonlySet<Strategy> = new Set<Strategy>(['keyword_with_points', 'keyword_in_place', 'with_steps']);

function isGood(text: string, facts: Facts, strategy: Strategy): boolean {
  if (strategy === 'keep_current') return true;
  if (widthOf(text, 'arial', LIMITS.title.font_pixels).pixels > LIMITS.title.fits) return false;
  if (facts.title !== undefined && foldPhrase(text) === foldPhrase(facts.title)) return false;
  const { count } = repeats(withoutName(text, facts), facts.language.code);
  return count < (COMPOSED.has(strategy) ? 2 : 3);
}

function withoutName(text: string, facts: Facts): string {
  const { brand, separator } = facts;
  const end = `${separator}${brand?.name ?? ''}`;
  return brand !== undefined && text.endsWith(end) ? text.slice(0, -end.length) : text;
}
