import { readDataRows } from '../../../kernel/data.ts';
import { tokenize } from '../../../web/words.ts';
import type { KindFound } from './kinds.ts';

const ROLES: ReadonlyMap<string, readonly string[]> = new Map(
  readDataRows(import.meta.url, './data/roles.tsv').map(([kind = '', ...beginnings]) => [kind, beginnings]),
);

/** `it` and `pr` begin too many words. */
const WHOLE_WORD_MAX = 3;

/** Places in the team of those whose name is a role for this kind of work: a developer for redirects, a writer for a guide. */
export function findSuited(team: readonly string[], kind: KindFound['value']): ReadonlySet<number> {
  const beginnings = ROLES.get(kind) ?? [];
  const isRole = (word: string): boolean =>
    beginnings.some((start) => (start.length <= WHOLE_WORD_MAX ? word === start : word.startsWith(start)));
  return new Set(team.flatMap((name, at) => (tokenize(name).some(isRole) ? [at] : [])));
}
