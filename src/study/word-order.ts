import type { ReadPage } from '../text/reading/reading.ts';
import { readWords } from '../text/reading/words.ts';

/** Fewer pairs of small words tell nothing of how a text is written. */
const PAIRS_MIN = 40;
/** Where this share or less of what its neighbours have is left, the words stand in no order. */
const SHUFFLED_SHARE = 0.55;

/**
 * Whether a text reads as if its words had been shuffled; null where it or the others are too short to tell.
 *
 * Two small words that follow each other (`of the`, `to be`) are few in any language. In a text that somebody wrote, most such
 * pairs stand on other pages about the subject, too; in shuffled words most stand nowhere. Each compared page is held against
 * the others in the same way, so that the bar needs no figure by language.
 */
export function readsShuffled(page: ReadPage, others: readonly ReadPage[], language: string): boolean | null {
  const own = listPairs(page, language);
  const known = others.map((other) => listPairs(other, language)).filter(({ length }) => length >= PAIRS_MIN);
  if (own.length < PAIRS_MIN || known.length < 3) return null;
  const shares = known
    .map((pairs) =>
      shareKnown(
        pairs,
        known.filter((each) => each !== pairs),
      ),
    )
    .toSorted((one, other) => one - other);
  const usual = shares[Math.floor(shares.length / 2)] ?? 0;
  return shareKnown(own, known) < SHUFFLED_SHARE * usual;
}

function shareKnown(pairs: readonly string[], others: readonly (readonly string[])[]): number {
  const seen = new Set(others.flat());
  return pairs.filter((pair) => seen.has(pair)).length / pairs.length;
}

function listPairs({ sections }: ReadPage, language: string): string[] {
  const pairs: string[] = [];
  for (const { blocks } of sections)
    for (const { kind, text } of blocks) {
      if (kind === 'code' || kind === 'table_row') continue;
      const words = readWords(text, language);
      for (const [at, { term, start, end }] of words.entries()) {
        const next = words[at + 1];
        if (term !== '' || next === undefined || next.term !== '' || next.start - end > 1) continue;
        pairs.push(`${text.slice(start, end)} ${text.slice(next.start, next.end)}`.toLowerCase());
      }
    }
  return pairs;
}
