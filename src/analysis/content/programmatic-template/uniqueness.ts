import { minhash, minhashSimilarity, shingles } from '../../text/near-duplicate.ts';
import { jaccard } from '../../text/similarity.ts';
import { tokenize } from '../../../kernel/text.ts';
import { ownWords, type SampleRecord } from './records.ts';

/** What a rendered page has of its own, and which other page is most like it. */
export interface Own {
  readonly words: number;
  /** Fields of its own that are filled. */
  readonly fields: number;
  readonly nearest: { readonly record: number; readonly similarity: number } | null;
  readonly near_duplicate: boolean;
  readonly thin: boolean;
}

/** Two texts that share four of five runs of three words are one text to a reader. */
export const NEAR_DUPLICATE_MIN = 0.8;
/** A page with less text needs facts instead, and the other way round; our own bounds. */
export const OWN_WORDS_MIN = 40;
export const OWN_FIELDS_MIN = 4;

const SIGNATURE = 64;
/** Candidates by signature that are compared exactly, for each record. */
const CANDIDATES = 3;

/**
 * Compares every record with every other by what its page would say beyond the template.
 *
 * The values of the variables are masked first: "plumbers in Austin, Texas" and "plumbers in Dallas, Texas" say the
 * same but for the name that the pattern puts in anyway. Signatures find the nearest record, and shingles are then
 * compared exactly. A record without any text of its own is like every other such record.
 */
export function compareRecords(
  records: readonly SampleRecord[],
  ownKeys: readonly string[],
  variables: readonly string[],
): Own[] {
  const words = records.map((record) => ownWords(record, ownKeys));
  const sets = records.map((record, at) => shingles(masked(words[at] ?? [], record, variables)));
  const signatures = sets.map((set) => minhash(set, SIGNATURE));
  const nearest = nearestOf(sets, signatures);
  return records.map((record, at) => {
    const fields = ownKeys.filter((key) => (record.texts.get(key) ?? '') !== '').length;
    const found = nearest[at] ?? null;
    const count = words[at]?.length ?? 0;
    return {
      words: count,
      fields,
      nearest: found === null ? null : { record: found.record, similarity: Math.round(found.similarity * 1000) / 1000 },
      near_duplicate: found !== null && found.similarity >= NEAR_DUPLICATE_MIN,
      thin: count < OWN_WORDS_MIN && fields < OWN_FIELDS_MIN,
    };
  });
}

function masked(words: readonly string[], record: SampleRecord, variables: readonly string[]): readonly string[] {
  const values = new Map<string, string>();
  for (const key of variables) {
    for (const word of tokenize(record.values.get(key) ?? '')) if (!values.has(word)) values.set(word, `{${key}}`);
  }
  const plain = words.map((word) => values.get(word) ?? word);
  // A value of two words counts as one, so that "St Ives" is as long as "Lyon".
  return plain.filter((word, at) => !word.startsWith('{') || word !== plain[at - 1]);
}

interface Neighbour {
  readonly record: number;
  readonly similarity: number;
}

function nearestOf(sets: readonly ReadonlySet<string>[], signatures: readonly Uint32Array[]): (Neighbour | null)[] {
  return sets.map((set, at) => {
    const candidates: Neighbour[] = [];
    for (const [other, signature] of signatures.entries()) {
      if (other === at) continue;
      const own = signatures[at];
      const similarity = own === undefined ? 0 : minhashSimilarity(own, signature);
      keepBest(candidates, { record: other, similarity });
    }
    const exact = candidates.map(({ record }) => ({ record, similarity: alike(set, sets[record] ?? new Set()) }));
    return exact.sort((one, other) => other.similarity - one.similarity || one.record - other.record)[0] ?? null;
  });
}

function alike(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return one.size === 0 && other.size === 0 ? 1 : jaccard(one, other);
}

/** Keeps the few best in order, since sorting all of a thousand for each of a thousand is slow. */
function keepBest(best: Neighbour[], next: Neighbour): void {
  const worst = best.at(-1);
  if (best.length === CANDIDATES && worst !== undefined && next.similarity <= worst.similarity) return;
  const at = best.findIndex(({ similarity }) => next.similarity > similarity);
  best.splice(at < 0 ? best.length : at, 0, next);
  if (best.length > CANDIDATES) best.pop();
}
