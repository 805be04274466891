import { counted, quoteWords } from '../../../kernel/grammar.ts';
import { containment } from '../../../text/similarity.ts';
import { weighTerms } from '../../../text/weights.ts';
import { RELEVANCE_MIN } from './choice.ts';
import type { Placement } from './placements.ts';
import type { InternalLinksReport } from './report.ts';
import type { SourceBlock } from './source-text.ts';
import type { Target } from './targets.ts';
import { WordReader } from './word-reader.ts';

export type Unplaced = InternalLinksReport['no_natural_placement'][number];

interface Searched {
  readonly blocks: readonly SourceBlock[];
  readonly found: ReadonlyMap<Target, readonly Placement[]>;
  readonly kept_for_source: ReadonlySet<Target>;
  readonly language: string;
  readonly chosen: number;
  readonly max: number;
}

const SECTION_SHARE_MIN = 0.25;
const WORDS_SHOWN = 8;
const SECTIONS_MAX = 500;
const SECTION_CHARACTERS_MAX = 20_000;

/** Why a target has no place, and where a sentence about it would fit. */
export function explainUnplaced(target: Target, searched: Searched): Unplaced {
  const sections = readSections(searched);
  const [why, reason] = findReason(target, searched);
  const missing = why === 'no_matching_words' ? findMissingWords(target, sections, searched.language) : undefined;
  return {
    target_url: target.url,
    target_title: target.title,
    why,
    reason: missing === undefined ? reason : explainWords(missing),
    missing_words: [...(missing?.words ?? [])],
    nearest_section: why === 'no_subject' ? null : findNearestSection(target, sections),
  };
}

function findReason(target: Target, searched: Searched): readonly [Unplaced['why'], string] {
  if (target.phrases.length === 0)
    return ['no_subject', 'Its title, keywords and URL do not name a topic to look for.'];
  if (searched.kept_for_source.has(target))
    return [
      'own_keyword',
      'The only matching words are the source page’s own keyword; linking them would make the target compete for it.',
    ];
  const [closest] = (searched.found.get(target) ?? []).toSorted((one, other) => other.relevance - one.relevance);
  if (closest === undefined) return ['no_matching_words', 'No sentence in the text mentions what the page is about.'];
  if (closest.relevance < RELEVANCE_MIN)
    return ['too_loose', `The closest words, “${closest.anchor}”, match its topic too loosely for a link.`];
  if (searched.chosen >= searched.max)
    return ['beyond_limit', `It fits less well than the ${counted(searched.max, 'suggestion')} requested.`];
  return ['sentence_taken', 'The only matching sentences have a better link.'];
}

interface MissingWords {
  readonly words: readonly string[];
  /** Terms of the phrase that lacks them. */
  readonly of: number;
}

/** True of the text: its words may all be there, and never together. */
function explainWords({ words: missing, of }: MissingWords): string {
  if (missing.length > 0 && missing.length >= of) return 'No sentence in the text mentions what the page is about.';
  return missing.length > 0
    ? `No sentence names its topic: the text lacks ${quoteWords(missing)}.`
    : 'The words of its topic are in the text, but never together in a sentence.';
}

type SectionText = readonly [section: string, terms: ReturnType<typeof weighTerms>];

const KNOWN = new WeakMap<readonly SourceBlock[], readonly SectionText[]>();

function readSections({ blocks, language }: Searched): readonly SectionText[] {
  const known = KNOWN.get(blocks);
  if (known !== undefined) return known;
  const reader = new WordReader(language);
  const texts = new Map<string, string>();
  for (const { section, text, kind } of blocks) {
    if (kind === 'code' || (!texts.has(section) && texts.size >= SECTIONS_MAX)) continue;
    const before = texts.get(section) ?? '';
    if (before.length < SECTION_CHARACTERS_MAX)
      texts.set(section, `${before} ${text.slice(0, SECTION_CHARACTERS_MAX)}`);
  }
  const sections = [...texts].map(([section, text]): SectionText => {
    const terms = reader.words(text, 0, text.length).flatMap((word) => word.terms);
    return [section, weighTerms(terms, language)];
  });
  KNOWN.set(blocks, sections);
  return sections;
}

function findNearestSection(target: Target, sections: readonly SectionText[]): string | null {
  let best: { section: string; share: number } | undefined;
  for (const [section, terms] of sections) {
    const share = containment(target.about, terms);
    if (section !== '' && share >= SECTION_SHARE_MIN && share > (best?.share ?? 0)) best = { section, share };
  }
  return best?.section ?? null;
}

/** Of the phrases that the page is known by, the one that lacks least: a title may end in what no text says (`8 Pack`). */
function findMissingWords(target: Target, sections: readonly SectionText[], language: string): MissingWords {
  const reader = new WordReader(language);
  const lists = target.phrases.map((phrase) => {
    const missing = new Map<string, string>();
    for (const { start, end, terms } of reader.words(phrase.text, 0, phrase.text.length)) {
      for (const term of terms) {
        if (!phrase.terms.has(term) || missing.has(term) || sections.some(([, known]) => known.has(term))) continue;
        missing.set(term, phrase.text.slice(start, end));
      }
    }
    return { words: [...new Set(missing.values())].slice(0, WORDS_SHOWN), of: phrase.terms.size };
  });
  return lists.toSorted((one, other) => one.words.length - other.words.length)[0] ?? { words: [], of: 0 };
}
