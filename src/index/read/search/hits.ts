import { z } from 'zod';

import { PLAINLY, type IndexDatabase } from '../../database/database.ts';
import { joined, type Sql, sql } from '../../database/sql.ts';
import { tupleOf } from '../../database/tuples.ts';
import type { Coverage } from '../rows/coverage.ts';
import {
  ANCHOR_WEIGHT,
  type Candidate,
  demandsOf,
  documentPlaces,
  neighbourConditions,
  pagePlaces,
  type Places,
  SATURATION,
  type WeighedTerm,
  weigh,
} from './candidates.ts';
import { readStates } from './documents.ts';
import type { Term } from './terms.ts';
import { weighPosting } from './weights.ts';

/**
 * Words that few documents have are read at once with all that is known of them, and added up here: the engine takes longer to
 * understand the statement that adds up than to read a few thousand rows. What comes out is what `weighTerms` and `findCandidates`
 * answer.
 */

/** More rows are added up by the engine. */
const ROWS_MAX = 5000;

/** A form of a word in a document, or in the links to it. */
interface Hit {
  readonly form: string;
  readonly document: string;
  readonly weight: number;
  readonly in_title: boolean;
  readonly is_anchor: boolean;
  /** Whether the document lies where results may lie. */
  readonly is_placed: boolean;
}

export interface Hits {
  readonly rows: readonly Hit[];
  /** Documents by form, and pages to which a link says it. */
  readonly frequencies: readonly { readonly term: string; readonly documents: number; readonly in_anchors: number }[];
}

const texts = z.array(z.string());
const numbers = z.array(z.number());
const Columns = tupleOf({
  forms: texts,
  ids: texts,
  body: numbers,
  title: numbers,
  heading: numbers,
  url: numbers,
  size: numbers,
  placed: numbers,
  hosts: numbers,
});

/** Undefined where there are too many. */
export async function readHits(
  database: IndexDatabase,
  query: Places & { readonly coverage: Coverage; readonly terms: readonly Term[] },
  signal: AbortSignal,
): Promise<Hits | undefined> {
  const { terms, coverage } = query;
  const forms = terms.flatMap((term) => term.forms);
  if (forms.length === 0 || forms.some((form) => coverage.common_terms.has(form))) return undefined;
  const statement = sql`SELECT term, toString(document) AS id, body, title, heading, url, size, ${flag([...documentPlaces(query), ...neighbourConditions(terms)])} AS placed, 0 AS hosts
      FROM (SELECT term, document, body, title, heading, url, size, beside FROM postings FINAL WHERE term IN ${forms} LIMIT ${ROWS_MAX + 1})
    UNION ALL SELECT term, toString(page) AS id, 0, 0, 0, 0, 0, ${flag(pagePlaces(query))} AS placed, hosts
      FROM (SELECT term, page, sum(weight) AS hosts FROM anchor_terms WHERE version = ${coverage.authority_version} AND term IN ${forms}
        GROUP BY term, page LIMIT ${ROWS_MAX + 1}) ${PLAINLY}`;
  const answer = await database.columns(statement, signal);
  // Without rows there are no columns either.
  if (answer.length === 0) return { rows: [], frequencies: [] };
  const columns = Columns.parse(answer);
  return columns.forms.length > ROWS_MAX ? undefined : hitsOf(database, columns, coverage, signal);
}

function flag(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1` : sql`(${joined(conditions, ' AND ')})`;
}

async function hitsOf(
  database: IndexDatabase,
  { forms, ids, body, title, heading, url, size, placed, hosts }: z.infer<typeof Columns>,
  coverage: Coverage,
  signal: AbortSignal,
): Promise<Hits> {
  const isAnchor = (at: number): boolean => (hosts[at] ?? 0) > 0;
  const linked = new Set(ids.filter((_, at) => isAnchor(at)));
  const states = await readStates(database, [...linked], signal);
  const frequencies = new Map<string, { term: string; documents: number; in_anchors: number }>();
  const rows = forms.flatMap((form, at): Hit[] => {
    const is_anchor = isAnchor(at);
    const name = `${form}\n${is_anchor}`;
    const counted = frequencies.get(name) ?? { term: form, documents: 0, in_anchors: is_anchor ? 1 : 0 };
    counted.documents += 1;
    frequencies.set(name, counted);
    const id = ids[at] ?? '';
    const document = is_anchor ? states.get(id)?.document : id;
    if (document === undefined) return [];
    const of = (column: readonly number[]): number => column[at] ?? 0;
    const weight = is_anchor
      ? ANCHOR_WEIGHT * Math.log(1 + of(hosts))
      : weighPosting(
          { body: of(body), title: of(title), heading: of(heading), url: of(url), size: of(size) },
          coverage.length_mean,
        );
    return [{ form, document, weight, in_title: of(title) > 0, is_anchor, is_placed: of(placed) === 1 }];
  });
  return { rows, frequencies: [...frequencies.values()] };
}

export function weighHits(terms: readonly Term[], hits: Hits, { indexable }: Coverage): readonly WeighedTerm[] {
  return weigh(terms, hits.frequencies, indexable);
}

interface Sum {
  points: number;
  shared: number;
  readonly has: Set<WeighedTerm>;
}

/** The best of them, as `findCandidates` tells them. */
export function rankHits(hits: Hits, terms: readonly WeighedTerm[], limit: number): readonly Candidate[] {
  const termOf = new Map(terms.flatMap((term) => term.forms.map((form) => [form, term] as const)));
  const sums = new Map<string, Sum>();
  for (const hit of hits.rows) {
    const term = termOf.get(hit.form);
    if (term === undefined || !hit.is_placed || !counts(term, hit)) continue;
    const sum = sums.get(hit.document) ?? { points: 0, shared: 0, has: new Set() };
    sums.set(hit.document, sum);
    sum.has.add(term);
    if (term.standing === 'excluded') continue;
    sum.points += (term.idf * hit.weight) / (hit.weight + SATURATION);
    sum.shared += term.idf;
  }
  const total = terms.reduce(
    (sum, { idf, standing, documents }) => sum + (standing === 'excluded' || documents === 0 ? 0 : idf),
    0,
  );
  const meets = demandsOf(terms);
  const found = [...sums].filter(([, { has }]) => meets(has));
  return found
    .map(([document, { points, shared, has }]) => ({
      document,
      score: rounded((SATURATION + 1) * points * (1 + Math.min(1, shared / Math.max(total, 1e-9)) ** 2)),
      mask: terms.reduce((mask, term, at) => mask + (has.has(term) ? 2 ** at : 0), 0),
      total: found.length,
    }))
    .toSorted((one, other) => other.score - one.score || Number(BigInt(one.document) - BigInt(other.document)))
    .slice(0, limit);
}

/** A word that has to stand in the title counts there alone, and links neither exclude a page nor stand in its title. */
function counts({ in_title, standing }: WeighedTerm, hit: Hit): boolean {
  return hit.is_anchor ? !in_title && standing !== 'excluded' : !in_title || hit.in_title;
}

function rounded(score: number): number {
  return Math.round(score * 1e9) / 1e9;
}
