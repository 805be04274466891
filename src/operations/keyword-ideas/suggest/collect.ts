import { foldVariants, variantKey } from '../../../keywords/variants.ts';
import { readDataLines } from '../../../kernel/data.ts';
import type { IdeaEvidence, KeywordFact, KeywordIdea } from '../../../ports/keywords.ts';
import { type KeywordReading, readKeyword } from '../../../text/keyword.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText, foldPhrase } from '../../../text/normalize.ts';
import { readWordLists } from '../../../text/word-lists.ts';
import { languageOfTag } from '../../../web/words.ts';
import { classifyIdea, type IdeaType } from './idea-type.ts';

export const DROP_REASONS = ['same_as_seed', 'near_duplicate', 'adult', 'brand', 'other_language', 'no_words'] as const;
type DropReason = (typeof DROP_REASONS)[number];

/** `ranking_page`: a page that ranks for the seed also ranks for it. */
type EvidenceKind = IdeaEvidence | 'ranking_page';

interface Evidence {
  readonly kind: EvidenceKind;
  readonly source: string;
  readonly seen: number;
}

/** A proposal, before it is checked. */
export interface Proposal {
  readonly keyword: string;
  readonly evidence: readonly Evidence[];
  readonly facts: readonly KeywordFact[];
}

export interface Idea extends Proposal {
  readonly language: string;
  readonly reading: KeywordReading;
  readonly idea_type: IdeaType;
}

interface Dropped {
  readonly keyword: string;
  readonly reason: DropReason;
  readonly duplicate_of: string | null;
}

export interface Collected {
  readonly kept: readonly Idea[];
  readonly dropped: readonly Dropped[];
}

/** Whether a keyword contains the brand of the project; null without one. */
type HasBrand = (keyword: string) => boolean | null;

/** The ideas proposed for a seed, best evidence first, and what was dropped with the reason. */
export function collectIdeas(
  seedText: string,
  proposals: readonly Proposal[],
  requested: string,
  hasBrand: HasBrand = () => null,
): Collected {
  const language = languageOfTag(requested);
  const seed = readKeyword(seedText, guessLanguage(seedText, language).value || language);
  const dropped: Dropped[] = [];
  const ideas: Idea[] = [];
  for (const proposal of joinProposals(proposals)) {
    const reading = readKeyword(proposal.keyword, readLanguage(proposal.keyword, seed.language));
    const reason = judge(reading, { seed, language, hasBrand });
    if (reason === undefined) {
      const kinds = new Set(proposal.evidence.map(({ kind }) => kind));
      ideas.push({ ...proposal, reading, language: reading.language, idea_type: classifyIdea(reading, seed, kinds) });
    } else
      dropped.push({ keyword: proposal.keyword, reason, duplicate_of: reason === 'same_as_seed' ? seedText : null });
  }
  const kept = foldVariants(ideas, weigh).map(({ kept: best, dropped: others }) => {
    for (const { keyword } of others) dropped.push({ keyword, reason: 'near_duplicate', duplicate_of: best.keyword });
    return { ...best, evidence: joinEvidence([best, ...others].flatMap(({ evidence }) => evidence)) };
  });
  return { kept: kept.toSorted((one, other) => weigh(other) - weigh(one)), dropped };
}

/** One proposal for each text, however many sources made it. */
function joinProposals(proposals: readonly Proposal[]): Proposal[] {
  const groups = Map.groupBy(
    proposals.map((proposal) => ({ ...proposal, keyword: cleanText(proposal.keyword) })),
    ({ keyword }) => foldPhrase(keyword),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const facts = group.flatMap((each) => each.facts);
    return [{ keyword: first.keyword, facts, evidence: joinEvidence(group.flatMap(({ evidence }) => evidence)) }];
  });
}

function joinEvidence(all: readonly Evidence[]): Evidence[] {
  const groups = Map.groupBy(all, ({ kind, source }) => `${kind} ${source}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, seen: Math.max(...group.map(({ seen }) => seen)) }];
  });
}

/** An idea is in the language of its seed unless its words clearly say otherwise. */
function readLanguage(text: string, seedLanguage: string): string {
  return guessLanguage(text, seedLanguage).value || seedLanguage;
}

interface Asked {
  readonly seed: KeywordReading;
  readonly language: string;
  readonly hasBrand: HasBrand;
}

function judge(reading: KeywordReading, { seed, language, hasBrand }: Asked): DropReason | undefined {
  if (reading.words.length === 0) return 'no_words';
  if (variantKey(reading.text, seed.language) === variantKey(seed.text, seed.language)) return 'same_as_seed';
  if (isAdult(reading) && !isAdult(seed)) return 'adult';
  if (isBrandAlone(reading) && !isBrandAlone(seed) && hasBrand(reading.text) !== true) return 'brand';
  return isInOtherLanguage(reading, seed, language) ? 'other_language' : undefined;
}

const ADULT = new Set(readDataLines(import.meta.url, './data/adult-words.tsv').flatMap((line) => line.split(' ')));
const ADULT_RUNS = [...ADULT].filter((word) => /[^\p{sc=Latin}\p{N}]/u.test(word));

function isAdult({ words, text }: KeywordReading): boolean {
  return words.some((word) => ADULT.has(word)) || ADULT_RUNS.some((run) => text.includes(run));
}

const BRANDS = new Set((readWordLists('brands.tsv').get('name') ?? []).flatMap((name) => name.split('/')));

/** A search for a maker's name and nothing else looks for that maker. */
function isBrandAlone({ words }: KeywordReading): boolean {
  return words.every((word) => BRANDS.has(word));
}

/** Fewer signs may just be borrowed words. */
const OTHER_LANGUAGE_FROM = 0.6;

/** A seed in a language other than the request's brings ideas in its own language. */
function isInOtherLanguage(reading: KeywordReading, seed: KeywordReading, language: string): boolean {
  const { value, confidence } = guessLanguage(reading.text, seed.language);
  return value !== '' && value !== language && value !== seed.language && confidence >= OTHER_LANGUAGE_FROM;
}

/** Ideas with known searches come first; the others are weighed by how often they were proposed. */
const SEARCHED = 1_000_000;

function weigh({ facts, evidence }: Proposal): number {
  const volumes = facts.map(({ volume, bing_impressions: bing }) => volume?.value ?? volume?.low ?? bing ?? 0);
  const searches = Math.max(0, ...volumes);
  return searches > 0 ? SEARCHED + searches : evidence.reduce((sum, { seen }) => sum + seen, 0);
}

/** What sources proposed, as proposals. */
export function fromSources(ideas: readonly KeywordIdea[]): Proposal[] {
  return ideas.map(({ keyword, evidence, facts }) => ({ keyword, evidence, facts }));
}
