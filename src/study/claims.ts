import { readDataRows } from '../kernel/data.ts';
import { findSentences } from '../text/sentences.ts';
import type { ReadPage } from '../text/reading/reading.ts';

/** What a claim rests on that a reader could doubt. */
type ClaimKind = 'figure' | 'superlative' | 'comparison' | 'study';

export interface Claim {
  readonly kind: ClaimKind;
  /** The sentence, word for word. */
  readonly sentence: string;
  readonly section: number;
  /** A link to another site in its section, or words that name a source. */
  readonly has_source: boolean;
}

/** A figure that somebody measured or charged; years, steps and sizes of things are not. */
const FIGURE =
  /\p{Sc}\s?\p{N}|\p{N}[\p{N}.,]*\s?(?:\p{Sc}|%|(?:percent|prozent|por ciento|pour cent|times|mal|fois|veces|kilomet\p{L}*|miles|hours?|stunden|watts?|km|kg|mph|kwh)(?!\p{L}))/iu;

const WORDS: ReadonlyMap<string, RegExp> = new Map(
  ['superlative', 'comparison', 'study', 'source'].map((kind) => [
    kind,
    new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${readDataRows(import.meta.url, 'data/claim-words.tsv')
        .filter(([name]) => name === kind)
        .map(([, , pattern = '']) => pattern)
        .join('|')})(?![\\p{L}\\p{N}])`,
      'iu',
    ),
  ]),
);

const SENTENCE_MAX = 300;
const CLAIMS_MAX = 60;

/** Whether a sentence states a figure. */
export function statesFigure(sentence: string): boolean {
  return FIGURE.test(sentence);
}

/** Sentences that a careful reader asks a source for, in the order of the page. */
export function findClaims({ sections, external_links: links }: ReadPage): Claim[] {
  const linked = new Set(links.map(({ section }) => section));
  const claims: Claim[] = [];
  for (const [section, { blocks }] of sections.entries())
    for (const { kind, text } of blocks) {
      if (kind === 'code' || kind === 'table_row') continue;
      const names = WORDS.get('source')?.test(text) === true;
      for (const { start, end } of findSentences(text)) {
        const sentence = text.slice(start, end);
        const claimed = kindOf(sentence);
        if (claimed === undefined || claims.length >= CLAIMS_MAX) continue;
        claims.push({
          kind: claimed,
          sentence: sentence.slice(0, SENTENCE_MAX).toWellFormed(),
          section,
          has_source: names || linked.has(section),
        });
      }
    }
  return claims;
}

function kindOf(sentence: string): ClaimKind | undefined {
  if (WORDS.get('study')?.test(sentence) === true) return 'study';
  if (FIGURE.test(sentence)) return 'figure';
  if (WORDS.get('superlative')?.test(sentence) === true) return 'superlative';
  return WORDS.get('comparison')?.test(sentence) === true ? 'comparison' : undefined;
}
