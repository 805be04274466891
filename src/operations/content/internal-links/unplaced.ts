import { containment } from '../../../text/similarity.ts';
import { weighTerms } from '../../../text/weights.ts';
import type { Placement } from './matches.ts';
import type { InternalLinksReport } from './report.ts';
import type { SourceBlock } from './source-text.ts';
import type { Target } from './targets.ts';
import { WordReader } from './words.ts';

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
export function unplacedTarget(target: Target, searched: Searched): Unplaced {
  const base = { target_url: target.url, target_title: target.title };
  const placements = searched.found.get(target) ?? [];
  const texts = sectionsOf(searched);
  const nearest = nearestSection(target, texts);
  if (target.phrases.length === 0) {
    return {
      ...base,
      why: 'no_subject',
      reason: 'Its title, keywords and address name no subject to look for.',
      missing_words: [],
      nearest_section: null,
    };
  }
  if (searched.kept_for_source.has(target)) {
    return {
      ...base,
      why: 'own_keyword',
      reason:
        'The only fitting words are the keyword of the source page itself; linking them would lend it to another page.',
      missing_words: [],
      nearest_section: nearest,
    };
  }
  if (placements.length > 0) {
    const full = searched.chosen >= searched.max;
    return {
      ...base,
      why: full ? 'beyond_limit' : 'sentence_taken',
      reason: full
        ? `It fits less well than the ${searched.max} suggestions that were asked for.`
        : 'The only fitting sentences have a better link, or the words fit too loosely.',
      missing_words: [],
      nearest_section: nearest,
    };
  }
  return {
    ...base,
    why: 'no_matching_words',
    reason: 'No sentence of the text says what the page is about.',
    missing_words: missingWords(target, texts, searched.language),
    nearest_section: nearest,
  };
}

type SectionText = readonly [section: string, terms: ReturnType<typeof weighTerms>];

const KNOWN = new WeakMap<readonly SourceBlock[], readonly SectionText[]>();

function sectionsOf({ blocks, language }: Searched): readonly SectionText[] {
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

function nearestSection(target: Target, sections: readonly SectionText[]): string | null {
  let best: { section: string; share: number } | undefined;
  for (const [section, terms] of sections) {
    const share = containment(target.about, terms);
    if (section !== '' && share >= SECTION_SHARE_MIN && share > (best?.share ?? 0)) best = { section, share };
  }
  return best?.section ?? null;
}

function missingWords(target: Target, sections: readonly SectionText[], language: string): string[] {
  const reader = new WordReader(language);
  const [phrase] = target.phrases;
  if (phrase === undefined) return [];
  const missing = new Map<string, string>();
  for (const { start, end, terms } of reader.words(phrase.text, 0, phrase.text.length)) {
    for (const term of terms) {
      if (!phrase.terms.has(term) || missing.has(term) || sections.some(([, known]) => known.has(term))) continue;
      missing.set(term, phrase.text.slice(start, end));
    }
  }
  return [...new Set(missing.values())].slice(0, WORDS_SHOWN);
}
