import { z } from 'zod';

import { PLAINLY, type IndexDatabase, readColumn } from '../../database/database.ts';
import { isUnspaced } from '../../../web/words.ts';
import { arrayOf, joined, type Sql, sql } from '../../database/sql.ts';
import type { Coverage } from '../rows/coverage.ts';
import type { Term } from './terms.ts';
import { postingWeight } from './weights.ts';

/** A term with what the index knows of it. */
export interface WeighedTerm extends Term {
  /** Documents that have it. */
  readonly documents: number;
  /** Whether others link to pages with it. */
  readonly in_anchors: boolean;
  /** How much of the search it decides: `ln(1 + (N - n + .5) / (n + .5))`. */
  readonly idf: number;
}

/** Where results may lie. */
export interface Places {
  /** Conditions on `host_key` and `path_key` of `pages`: where a result lies, and where none does. */
  readonly within: Sql | undefined;
  readonly without: Sql | undefined;
  /** A condition on the `day` of documents, where it leaves out most of them. */
  readonly days: Sql | undefined;
}

export interface CandidateQuery extends Places {
  readonly terms: readonly WeighedTerm[];
  readonly coverage: Coverage;
  readonly limit: number;
  /** Begins with the documents in which common words weigh most; see `isEverywhere`. */
  readonly leads: boolean;
}

/** BM25's saturation, at its customary value. */
export const SATURATION = 1.2;
/** Link texts count by the logarithm of the hosts that use them, so that a campaign cannot drown the page itself. */
export const ANCHOR_WEIGHT = 3;

/**
 * Share of the wanted words that a page has to hold: one of two, two of three. A rare word among them excludes nothing.
 */
const COVERED_MIN = 0.5;
/** Words on fewer documents are read whole, and others only for documents that have a rarer one. */
const READ_WHOLE_MAX = 20_000;
/** Words on more documents decide so little that they are taken for granted where they can be; see `assumedTerms`. */
const LOOKED_UP_MAX = 250_000;

const Frequency = z.object({ term: z.string(), documents: z.int(), in_anchors: z.int() });
const Candidate = z.object({ document: z.string(), score: z.number(), mask: z.int(), total: z.int() });
export type Candidate = z.infer<typeof Candidate>;

/** Pairs of characters that a single one stands for. */
const PAIRS_MAX = 30;

/** A single character of a script without spaces also stands for the commonest pairs that begin with it. */
export async function widenCharacters(
  database: IndexDatabase,
  terms: readonly Term[],
  signal: AbortSignal,
): Promise<readonly Term[]> {
  const widened = terms.map(async (term) => {
    if (Array.from(term.word).length !== 1 || !isUnspaced(term.word)) return term;
    const pairs = await readColumn(
      database,
      z.string(),
      sql`SELECT term FROM postings WHERE startsWith(term, ${term.word}) GROUP BY term ORDER BY count() DESC, term LIMIT ${PAIRS_MAX}`,
      signal,
    );
    return { ...term, forms: [...new Set([...term.forms, ...pairs])] };
  });
  return Promise.all(widened);
}

/** Weighs terms by how rare they are. Those that no document has have 0 documents. */
export async function weighTerms(
  database: IndexDatabase,
  terms: readonly Term[],
  { indexable, authority_version, common_terms }: Coverage,
  signal: AbortSignal,
): Promise<readonly WeighedTerm[]> {
  const forms = terms.flatMap((term) => term.forms);
  const counted = forms.filter((form) => !common_terms.has(form));
  const common = forms.flatMap((term) => {
    const documents = common_terms.get(term);
    return documents === undefined ? [] : [{ term, documents, in_anchors: 0 }];
  });
  const own =
    counted.length === 0
      ? []
      : [sql`SELECT term, count() AS documents, 0 AS in_anchors FROM postings WHERE term IN ${counted} GROUP BY term`];
  const anchors = sql`SELECT term, count() AS documents, 1 AS in_anchors FROM anchor_terms
    WHERE term IN ${forms} AND version = ${authority_version} GROUP BY term`;
  const rows = await database.rows(Frequency, sql`${joined([...own, anchors], ' UNION ALL ')} ${PLAINLY}`, signal);
  return weigh(terms, [...common, ...rows], indexable);
}

/** Terms with how rare they are, of so many documents, by the frequencies of their forms. */
export function weigh(
  terms: readonly Term[],
  frequencies: readonly z.infer<typeof Frequency>[],
  indexable: number,
): readonly WeighedTerm[] {
  return terms.map((term) => {
    const known = frequencies.filter((row) => term.forms.includes(row.term));
    const found = known.reduce((sum, row) => sum + row.documents, 0);
    // Earlier versions of pages are counted too, which may be more than there are pages.
    const documents = Math.min(found, indexable);
    const idf = Math.log(1 + (indexable - documents + 0.5) / (documents + 0.5));
    return { ...term, documents, in_anchors: known.some(({ in_anchors }) => in_anchors === 1), idf };
  });
}

/**
 * The documents that fit best by their words alone, best first, with a bit for each term that they have, and how many fit.
 *
 * BM25F: `Σ idf·w·(k+1)/(w+k)` with `w = body/(1-b+b·length/mean) + 5·title + 2·heading + 2·url`, k = 1.2, b = 0.75; link texts are
 * one more part of the sum with `w = 3·ln(1+hosts)`. The sum is taken times `1 + covered²`, where `covered` is the share of all idf that
 * the document has. Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009.
 *
 * What is read follows the rarest words: a page has to have one of them, so the common ones are looked up for those pages only. With
 * `leads`, common words among the rarest ones stand for the documents in which they weigh most, and the commonest of all are taken
 * for granted.
 */
export async function findCandidates(
  database: IndexDatabase,
  query: CandidateQuery,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const sought = query.terms.filter(({ documents }) => documents > 0);
  if (sought.length === 0 || query.terms.some(({ standing, documents }) => standing === 'required' && documents === 0))
    return [];
  const assumed = assumedTerms(sought, query.leads);
  const assumedBits = assumed.reduce((sum, term) => sum + 2 ** sought.indexOf(term), 0);
  const total = sought.reduce((sum, { idf, standing }) => sum + (standing === 'excluded' ? 0 : idf), 0);
  const assumedShare = assumed.reduce((sum, { idf }) => sum + idf, 0) / Math.max(total, 1e-9);
  return database
    .rows(
      Candidate,
      // Each figure is named once and used by its name a level above: the engine works out every name anew wherever it stands.
      sql`SELECT toString(document) AS document, mask, count() OVER () AS total, score
        FROM (SELECT document, bitOr(groupBitOr(bit), ${assumedBits}) AS mask, round(${SATURATION + 1} * sum(idf * weight / (weight + ${SATURATION}))
              * (1 + pow(least(1, sum(idf) / ${Math.max(total, 1e-9)} + ${assumedShare}), 2)), 9) AS score
          FROM (SELECT document, weight, ${valueOf(sought, ({ idf, standing }) => (standing === 'excluded' ? 0 : idf))} AS idf,
              toUInt64(${valueOf(sought, (_, at) => 2 ** at)}) AS bit
            FROM (${joined([postingHits(query, sought), ...anchorHits(query, sought)], ' UNION ALL ')}))
          GROUP BY document)
        WHERE ${conditionOf(sought)} ORDER BY score DESC, document LIMIT ${query.limit}`,
      signal,
    )
    .then((rows) => rows.map((row) => ({ ...row, mask: spread(row.mask, sought, query.terms) })));
}

/** Whether even the rarest words of a search are on so many pages that adding up all of them would take long. */
export function isEverywhere(
  { terms, within }: Pick<CandidateQuery, 'terms' | 'within'>,
  { common_terms }: Coverage,
): boolean {
  const drivers = driversOf(terms.filter(({ documents }) => documents > 0));
  return within === undefined && drivers.some(({ forms }) => forms.some((form) => common_terms.has(form)));
}

/** Terms that are not looked up: most documents have them anyway, and whether a phrase is there its text tells. */
function assumedTerms(sought: readonly WeighedTerm[], leads: boolean): readonly WeighedTerm[] {
  const drivers = driversOf(sought);
  return sought.filter((term) => {
    if (term.documents <= LOOKED_UP_MAX || term.in_title || (!leads && drivers.includes(term))) return false;
    return term.in_phrase || (leads && (term.standing === 'wanted' || term.standing === 'welcome'));
  });
}

/** Bits of the terms sought as bits of all terms. */
function spread(mask: number, sought: readonly WeighedTerm[], terms: readonly WeighedTerm[]): number {
  return sought.reduce((sum, term, at) => sum + (hasBit(mask, at) ? 2 ** terms.indexOf(term) : 0), 0);
}

/** Bits beyond the 32nd are out of reach of the operators for bits. */
function hasBit(mask: number, at: number): boolean {
  return Math.floor(mask / 2 ** at) % 2 === 1;
}

function valueOf(terms: readonly WeighedTerm[], value: (term: WeighedTerm, at: number) => number): Sql {
  const pairs = terms.flatMap((term, at) => term.forms.map((form): [string, number] => [form, value(term, at)]));
  return sql`transform(term, ${arrayOf(pairs.map(([form]) => form))}, ${arrayOf(pairs.map(([, each]) => each))}, 0)`;
}

function conditionOf(sought: readonly WeighedTerm[]): Sql {
  const bits = (standing: Term['standing']): number =>
    sought.reduce((sum, term, at) => sum + (term.standing === standing ? 2 ** at : 0), 0);
  const required = bits('required');
  const wanted = sought.filter(({ standing }) => standing === 'wanted').length;
  const conditions = [
    sql`bitCount(bitAnd(mask, ${bits('wanted')})) >= ${wantedMin(wanted)}`,
    sql`bitAnd(mask, ${required}) = ${required}`,
    sql`bitAnd(mask, ${bits('excluded')}) = 0`,
    // A page with nothing but welcome words is found by nothing that was asked for.
    sql`bitAnd(mask, ${bits('required') + bits('wanted')}) != 0`,
  ];
  return joined(conditions, ' AND ');
}

/** The same of the terms that a document has. */
export function demandsOf(terms: readonly WeighedTerm[]): (has: ReadonlySet<WeighedTerm>) => boolean {
  const sought = terms.filter(({ documents }) => documents > 0);
  const of = (standing: Term['standing']): readonly WeighedTerm[] =>
    sought.filter((term) => term.standing === standing);
  const [required, wanted, excluded] = [of('required'), of('wanted'), of('excluded')];
  const isPossible = terms.every(({ standing, documents }) => standing !== 'required' || documents > 0);
  return (has) => {
    const held = wanted.filter((term) => has.has(term)).length;
    const isFound = held >= wantedMin(wanted.length) && required.every((term) => has.has(term));
    return isPossible && isFound && !excluded.some((term) => has.has(term)) && held + required.length > 0;
  };
}

function wantedMin(wanted: number): number {
  return Math.ceil(COVERED_MIN * wanted);
}

/** Terms of which every page that fits has at least one. */
function driversOf(sought: readonly WeighedTerm[]): readonly WeighedTerm[] {
  const rarest = sought.toSorted((one, other) => one.documents - other.documents);
  const required = rarest.find(({ standing }) => standing === 'required');
  if (required !== undefined) return [required];
  const wanted = rarest.filter(({ standing }) => standing === 'wanted');
  return wanted.slice(0, wanted.length - wantedMin(wanted.length) + 1);
}

function postingHits(query: CandidateQuery, sought: readonly WeighedTerm[]): Sql {
  const { coverage, leads } = query;
  const drivers = driversOf(sought);
  const assumed = assumedTerms(sought, leads);
  const leading = leads ? formsOf(drivers).filter((form) => coverage.common_terms.has(form)) : [];
  const isFollower = (term: WeighedTerm): boolean =>
    term.documents > READ_WHOLE_MAX && (leads || !drivers.includes(term));
  const followers = sought.filter((term) => isFollower(term) && !assumed.includes(term));
  const whole = sought.filter((term) => !isFollower(term));
  const driven = formsOf(drivers).filter((form) => !leading.includes(form));
  const neighbours = neighbourConditions(drivers);
  const columns = sql`term, document, body, title, heading, url, size`;
  const candidates = [
    ...(driven.length === 0
      ? []
      : [sql`SELECT document FROM postings WHERE ${joined([sql`term IN ${driven}`, ...neighbours], ' AND ')}`]),
    ...(leading.length === 0
      ? []
      : [
          sql`SELECT document FROM leading_postings
            WHERE ${joined([sql`version = ${coverage.authority_version} AND term IN ${leading}`, ...neighbours], ' AND ')}`,
        ]),
  ];
  const hits = [
    ...(whole.length === 0 ? [] : [sql`term IN ${formsOf(whole)}`]),
    ...(followers.length === 0
      ? []
      : [sql`(term IN ${formsOf(followers)} AND document IN (${joined(candidates, ' UNION ALL ')}))`]),
  ];
  const titled = sought.filter(({ in_title }) => in_title);
  const conditions = [
    ...(titled.length === 0 ? [] : [sql`NOT (term IN ${formsOf(titled)} AND title = 0)`]),
    ...neighbourConditions(sought),
    ...documentPlaces(query),
  ];
  const under = (first: Sql): Sql => joined([first, ...conditions], ' AND ');
  // Words that are taken for granted still lift the documents in which they weigh most.
  const lifting = leading.filter((form) => assumed.some(({ forms }) => forms.includes(form)));
  const rows = [
    ...(hits.length === 0
      ? []
      : [sql`SELECT ${columns} FROM postings FINAL WHERE ${under(sql`(${joined(hits, ' OR ')})`)}`]),
    ...(lifting.length === 0
      ? []
      : [
          sql`SELECT ${columns} FROM leading_postings WHERE ${under(sql`version = ${coverage.authority_version} AND term IN ${lifting}`)}`,
        ]),
  ];
  return sql`SELECT term, document, ${postingWeight(coverage.length_mean)} AS weight FROM (${joined(rows, ' UNION ALL ')})`;
}

/** Conditions on a row of postings: where its word is part of a phrase, that the words beside it there may stand beside it here. */
export function neighbourConditions(terms: readonly Term[]): readonly Sql[] {
  return terms
    .filter(({ beside }) => beside.length > 0)
    .map(({ forms, beside }) => {
      const marks = beside.map((mark) => sql`position(beside, ${mark}) > 0`);
      return sql`(term NOT IN ${forms} OR beside = '' OR ${joined(marks, ' AND ')})`;
    });
}

/** Conditions on the `document` of a row: that it lies where results may lie. */
export function documentPlaces(places: Places): readonly Sql[] {
  const { days } = places;
  return [
    ...placed(places, sql`document`, (pages) => sql`(SELECT document FROM page_states WHERE page IN ${pages})`),
    // As a condition on what was read: looking the days' many documents up in the order of the table would take longer.
    ...(days === undefined ? [] : [sql`identity(document) IN (SELECT document FROM document_days WHERE ${days})`]),
  ];
}

/** The same on its `page`. */
export function pagePlaces(places: Places): readonly Sql[] {
  return placed(places, sql`page`, (pages) => pages);
}

function placed({ within, without }: Places, column: Sql, among: (pages: Sql) => Sql): readonly Sql[] {
  const at = (place: Sql): Sql => among(sql`(SELECT cityHash64(host_key, path_key) FROM pages WHERE ${place})`);
  return [
    ...(within === undefined ? [] : [sql`${column} IN ${at(within)}`]),
    ...(without === undefined ? [] : [sql`${column} NOT IN ${at(without)}`]),
  ];
}

function anchorHits(query: CandidateQuery, sought: readonly WeighedTerm[]): readonly Sql[] {
  const linked = sought.filter((term) => term.in_anchors && !term.in_title && term.standing !== 'excluded');
  if (linked.length === 0) return [];
  const { coverage } = query;
  const rows = sql`SELECT term, page, sum(weight) AS hosts FROM anchor_terms
    WHERE version = ${coverage.authority_version} AND term IN ${formsOf(linked)} GROUP BY term, page`;
  const inPlace = joined([sql`indexable`, ...pagePlaces(query)], ' AND ');
  return [
    sql`SELECT a.term AS term, s.document AS document, ${ANCHOR_WEIGHT} * log(1 + a.hosts) AS weight FROM (${rows}) AS a
      INNER JOIN (SELECT page, document FROM page_states FINAL WHERE ${inPlace}
        AND page IN (SELECT page FROM (${rows}))) AS s ON s.page = a.page`,
  ];
}

function formsOf(terms: readonly Term[]): readonly string[] {
  return terms.flatMap(({ forms }) => forms);
}
