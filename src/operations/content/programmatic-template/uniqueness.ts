import { minhash, minhashSimilarity, shingles } from '../../../text/near-duplicate.ts';
import { jaccard } from '../../../text/similarity.ts';
import { tokenize } from '../../../web/words.ts';
import { listOwnWords, type SampleRecord } from './patterns.ts';

/** What a rendered page has of its own, and which other page is most like it. */
export interface Own {
  /** Words beyond the values of the variables. */
  readonly words: number;
  /** Facts of its own: fields that say something, and not the same thing on every page. */
  readonly fields: number;
  readonly nearest: { readonly record: number; readonly similarity: number } | null;
  readonly near_duplicate: boolean;
  readonly thin: boolean;
}

/** Two texts that share four of five three-word sequences are one text to a reader. */
export const NEAR_DUPLICATE_MIN = 0.8;
/** A page with less text needs facts instead, and those in more than a row of cells; our own bounds. */
const OWN_WORDS_MIN = 40;
const OWN_FIELDS_MIN = 4;
const WORDS_WITH_FACTS_MIN = 20;
/** A cell of one character, such as a count or a mark, is not a fact that anyone searches for. */
const FACT_CHARACTERS_MIN = 2;

/** What a page needs, in words. */
export const OWN_CONTENT = `${OWN_WORDS_MIN} words of its own, or ${OWN_FIELDS_MIN} facts in ${WORDS_WITH_FACTS_MIN} words`;

/** Shares of the records from which pages of a kind are an obstacle, and not what a gate may keep out. */
export const NEAR_DUPLICATES_TOLERATED = 0.1;
export const THIN_TOLERATED = 0.3;

export function formatPercent(share: number | null): string {
  return share === null ? 'an unknown share' : `${Math.round(share * 1000) / 10}%`;
}

const SIGNATURE = 64;
/** Candidates by signature that are compared exactly, for each record. */
const CANDIDATES = 3;

/**
 * Compares every record with every other by what its page would say beyond the template.
 *
 * The values of the variables are masked first: "plumbers in Austin, Texas" and "plumbers in Dallas, Texas" say the
 * same apart from the name that the pattern puts in anyway. Signatures find the nearest record, and shingles are then
 * compared exactly. A record without any text of its own is like every other such record.
 */
export function compareRecords(
  records: readonly SampleRecord[],
  ownKeys: readonly string[],
  variables: readonly string[],
): Own[] {
  const fields = records.map((record) => maskFields(record, ownKeys, variables));
  const words = fields.map((own) => [...own.values()].flat());
  const sets = words.map((own) => shingles(own));
  const signatures = sets.map((set) => minhash(set, SIGNATURE));
  const nearest = findNearest(sets, signatures);
  const same = findSameEverywhere(fields, ownKeys);
  return records.map((_record, at) => {
    const found = nearest[at] ?? null;
    const count = words[at]?.filter((word) => !word.startsWith('{')).length ?? 0;
    const facts = [...(fields[at] ?? [])].filter(([key, own]) => !same.has(key) && isFact(own)).length;
    return {
      words: count,
      fields: facts,
      nearest: found === null ? null : { record: found.record, similarity: Math.round(found.similarity * 1000) / 1000 },
      near_duplicate: found !== null && found.similarity >= NEAR_DUPLICATE_MIN,
      thin: count < OWN_WORDS_MIN && (facts < OWN_FIELDS_MIN || count < WORDS_WITH_FACTS_MIN),
    };
  });
}

function maskFields(
  record: SampleRecord,
  ownKeys: readonly string[],
  variables: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  return new Map([...listOwnWords(record, ownKeys)].map(([key, words]) => [key, maskWords(words, record, variables)]));
}

/** Fields that say the same about every record, once the variables are masked: "{town} railway station". */
function findSameEverywhere(
  fields: readonly ReadonlyMap<string, readonly string[]>[],
  ownKeys: readonly string[],
): ReadonlySet<string> {
  if (fields.length < 2) return new Set();
  return new Set(
    ownKeys.filter((key) => {
      const texts = fields.flatMap((own) => own.get(key)?.join(' ') ?? []);
      return texts.length > 1 && new Set(texts).size === 1;
    }),
  );
}

function isFact(words: readonly string[]): boolean {
  const own = words.filter((word) => !word.startsWith('{'));
  return own.reduce((sum, word) => sum + word.length, 0) >= FACT_CHARACTERS_MIN;
}

function maskWords(words: readonly string[], record: SampleRecord, variables: readonly string[]): readonly string[] {
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

function findNearest(sets: readonly ReadonlySet<string>[], signatures: readonly Uint32Array[]): (Neighbour | null)[] {
  return sets.map((set, at) => {
    const candidates: Neighbour[] = [];
    for (const [other, signature] of signatures.entries()) {
      if (other === at) continue;
      const own = signatures[at];
      const similarity = own === undefined ? 0 : minhashSimilarity(own, signature);
      keepBest(candidates, { record: other, similarity });
    }
    const exact = candidates.map(({ record }) => ({
      record,
      similarity: compareShingles(set, sets[record] ?? new Set()),
    }));
    return exact.sort((one, other) => other.similarity - one.similarity || one.record - other.record)[0] ?? null;
  });
}

function compareShingles(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
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
