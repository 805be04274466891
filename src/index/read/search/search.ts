import { domainToASCII } from 'node:url';

import { OWN_ENGINE, type Serp, type SerpItem, type SerpQuery, type SerpSource } from '../../../ports/serp.ts';
import type { Sourced } from '../../../ports/source.ts';
import { hostKey, hostOfKey } from '../../../web/url.ts';
import { urlOfKeys } from '../../database/names.ts';
import { BRIEFLY, type IndexDatabase, readNumber } from '../../database/database.ts';
import { joined, type Sql, sql } from '../../database/sql.ts';
import { type Coverage, type CoverageReader, sourceNote } from '../rows/coverage.ts';
import { inHostRange } from '../rows/scope.ts';
import {
  type Candidate,
  type CandidateQuery,
  findCandidates,
  isEverywhere,
  type Places,
  weighTerms,
  widenCharacters,
  type WeighedTerm,
} from './candidates.ts';
import { meetsConditions, needsTexts } from './conditions.ts';
import { foldCopies } from './copies.ts';
import { DocumentReader, type FoundDocument, newestFetch, readTexts } from './documents.ts';
import { type ParsedQuery, parseQuery, type Site } from '../../../text/search-query.ts';
import { rankDocuments, type RankedDocument } from './rank.ts';
import { type Hits, rankHits, readHits, weighHits } from './hits.ts';
import { asksForRecent } from './recent.ts';
import { snippetOf } from './snippet.ts';
import { type Correction, correctTerm } from './spelling.ts';
import { readTerms, type Term } from './terms.ts';

/** Text of a result that is searched for its snippet, and of a candidate that is searched for a phrase. */
const SNIPPET_SOURCE_CHARACTERS_MAX = 60_000;
const PHRASE_SOURCE_CHARACTERS_MAX = 200_000;
/** Languages of the index whose stems a query is tried in. */
const LANGUAGES_MAX = 8;
/** Candidates that are looked at closely, and how many in all where most of them do not meet the query, or are not what their pages hold today. */
const CANDIDATES = 100;
const CANDIDATES_MAX = 2000;
/** Texts that are searched for a phrase in one go. */
const TEXTS_AT_ONCE = 20;

/** Search over crawled pages: a real result page of our own index, and of nothing else. */
export class IndexSearch implements Pick<SerpSource, 'check'> {
  readonly #database: IndexDatabase;
  readonly #coverage: CoverageReader;
  readonly #documents: DocumentReader;

  constructor(database: IndexDatabase, coverage: CoverageReader) {
    this.#database = database;
    this.#coverage = coverage;
    this.#documents = new DocumentReader(database);
  }

  async check(query: SerpQuery, signal: AbortSignal): Promise<Sourced<Serp>> {
    const coverage = await this.#coverage.read();
    const language = query.language.toLowerCase().split(/[-_]/, 1)[0] ?? '';
    const found =
      coverage.documents === 0
        ? UNREAD
        : await this.#search({ ...query, language }, parseQuery(query.keyword), coverage, signal);
    const observed_at = found.newest_ms === null ? null : new Date(found.newest_ms).toISOString();
    const source = sourceNote(coverage, observed_at, 'Ranked by the index’s own search over crawled pages.');
    return {
      value: serpOf(query, found, coverage.newest_fetch ?? new Date(0)),
      source: coverage.documents === 0 ? { ...source, coverage: 'none' } : source,
    };
  }

  async #search(query: SerpQuery, parsed: ParsedQuery, coverage: Coverage, signal: AbortSignal): Promise<SearchAnswer> {
    const languages = coverage.languages.slice(0, LANGUAGES_MAX);
    const terms = readTerms(parsed, query.language, languages);
    const isOnlyOperators = !terms.some(({ standing }) => standing !== 'excluded');
    if (isOnlyOperators) return { ...NOTHING, notes: [...parsed.notes, ONLY_OPERATORS] };
    const places = { ...sitePlaces(query, parsed), days: await tellingDays(this.#database, parsed, coverage, signal) };
    const asked = { query, parsed, coverage, places };
    const weighed = await this.#weigh(asked, await widenCharacters(this.#database, terms, signal), signal);
    const corrections = await this.#corrections(query.language, weighed.terms, coverage, signal);
    if (corrections.length === 0) return this.#results(asked, weighed, signal);
    const meant = { ...asked, parsed: correctQuery(parsed, corrections) };
    const again = await this.#weigh(meant, readTerms(meant.parsed, query.language, languages), signal);
    const found = await this.#results(meant, again, signal);
    return { ...found, spell: spellQuery(query.keyword, corrections) };
  }

  async #weigh({ coverage, places }: Asked, terms: readonly Term[], signal: AbortSignal): Promise<Weighed> {
    const hits = await readHits(this.#database, { terms, coverage, ...places }, signal);
    return hits === undefined
      ? { hits, terms: await weighTerms(this.#database, terms, coverage, signal) }
      : { hits, terms: weighHits(terms, hits, coverage) };
  }

  async #corrections(
    language: string,
    terms: readonly WeighedTerm[],
    coverage: Coverage,
    signal: AbortSignal,
  ): Promise<readonly Correction[]> {
    if (coverage.authority_version === 0) return [];
    const unknown = terms.filter(({ documents, may_be_misspelt }) => documents === 0 && may_be_misspelt);
    const found: Correction[] = [];
    for (const term of unknown) {
      const correction = await correctTerm(this.#database, term, language, signal);
      if (correction !== undefined) found.push(correction);
    }
    return found;
  }

  async #results(asked: Asked, { terms, hits }: Weighed, signal: AbortSignal): Promise<SearchAnswer> {
    const { query, parsed, coverage, places } = asked;
    const words = terms.map(({ word }) => word);
    const recent_from = asksForRecent(words, coverage.newest_fetch) ? coverage.newest_fetch : undefined;
    let leads = isEverywhere({ terms, within: places.within }, coverage);
    // Whether a document meets the query, by its id.
    const known = new Map<string, boolean>();
    for (let limit = CANDIDATES; ;) {
      const candidates = await this.#candidates({ terms, coverage, ...places, limit, leads }, hits, signal);
      const total = candidates[0]?.total ?? 0;
      const isWhole = total <= limit;
      const ids = candidates.map(({ document }) => document);
      const documents = await this.#documents.read(ids, coverage, signal);
      const order = rankDocuments({ terms, language: query.language, recent_from }, candidates, documents);
      // Of a few the number that meets the query is told; of many, enough for the result page are looked for.
      const { ranked, share } = await this.#meeting(
        { ...asked, known },
        order,
        isWhole ? order.length : query.depth,
        signal,
      );
      if ((leads || !isWhole) && ranked.length < query.depth && limit < CANDIDATES_MAX) {
        limit = nextLimit(limit, ranked.length / query.depth);
        leads = false;
        continue;
      }
      const top = ranked.slice(0, query.depth);
      const pages = top.map(({ document }) => document.page);
      const [results, newest_ms] = await Promise.all([
        this.#items(top, terms, signal),
        newestFetch(this.#database, pages, signal),
      ]);
      return {
        total: leads
          ? null
          : isWhole
            ? ranked.length
            : Math.round((total * ranked.length) / (candidates.length * share)),
        results,
        newest_ms,
        spell: null,
        notes: parsed.notes,
      };
    }
  }

  #candidates(
    query: CandidateQuery,
    hits: Hits | undefined,
    signal: AbortSignal,
  ): Promise<readonly Candidate[]> | readonly Candidate[] {
    return hits === undefined
      ? findCandidates(this.#database, query, signal)
      : rankHits(hits, query.terms, query.limit);
  }

  /** The best documents, copies folded, that meet what the query demands beyond words: at least so many, or all there are; and which share was looked at. */
  async #meeting(
    { parsed, known }: Asked & { readonly known: Map<string, boolean> },
    order: readonly RankedDocument[],
    wanted: number,
    signal: AbortSignal,
  ): Promise<{ readonly ranked: readonly RankedDocument[]; readonly share: number }> {
    const isRead = needsTexts(parsed);
    // Texts are long. The best documents tend to have the phrase; where they lack it, ever more are read in one go.
    let step = isRead ? Math.max(TEXTS_AT_ONCE, wanted) : order.length;
    let met: readonly RankedDocument[] = [];
    let ranked: readonly RankedDocument[] = [];
    let looked_at = 0;
    while (looked_at < order.length && ranked.length < wanted) {
      const next = order.slice(looked_at, looked_at + step);
      const unread = isRead ? next.filter(({ document }) => !known.has(document.document)) : [];
      const ids = unread.map(({ document }) => document.document);
      const texts = await readTexts(this.#database, ids, PHRASE_SOURCE_CHARACTERS_MAX, signal);
      for (const { document } of next) {
        if (known.has(document.document)) continue;
        known.set(document.document, meetsConditions(parsed, document, texts.get(document.document)?.text ?? ''));
      }
      met = [...met, ...next.filter(({ document }) => known.get(document.document) === true)];
      ranked = foldCopies(met);
      looked_at += next.length;
      step *= 2;
    }
    return { ranked, share: order.length === 0 ? 1 : looked_at / order.length };
  }

  async #items(
    top: readonly RankedDocument[],
    terms: readonly WeighedTerm[],
    signal: AbortSignal,
  ): Promise<readonly SerpItem[]> {
    const ids = top.map(({ document }) => document.document);
    const texts = await readTexts(this.#database, ids, SNIPPET_SOURCE_CHARACTERS_MAX, signal);
    const content = terms.filter(({ standing }) => standing === 'required' || standing === 'wanted');
    const shown = content.length > 0 ? content : terms;
    return top.map(({ document }, at) => {
      const { text = '', description = '' } = texts.get(document.document) ?? {};
      return resultOf(document, at + 1, snippetOf({ text, description, title: document.title }, shown));
    });
  }
}

/** As many candidates as fill the result page if as many of them are shown as of the ones before, and half as many to spare. */
function nextLimit(limit: number, filled: number): number {
  return Math.min(CANDIDATES_MAX, Math.ceil((1.5 * limit) / Math.max(filled, 0.01)));
}

interface Asked {
  readonly query: SerpQuery;
  readonly parsed: ParsedQuery;
  readonly coverage: Coverage;
  readonly places: Places;
}

interface Weighed {
  readonly terms: readonly WeighedTerm[];
  /** All that is known of the terms, where that is little. */
  readonly hits: Hits | undefined;
}

interface SearchAnswer {
  /** Null where words are on so many pages that these were not counted, and where there are no pages. */
  readonly total: number | null;
  readonly results: readonly SerpItem[];
  /** The newest fetch of a page among the results. */
  readonly newest_ms: number | null;
  /** The query with its misspelt words corrected, which was searched for in its place. */
  readonly spell: string | null;
  readonly notes: readonly string[];
}

/** Days with so many documents, and with this share of all, are looked at last: most of the best documents are of such days anyway. */
const DAYS_DOCUMENTS_MAX = 200_000;
const DAYS_SHARE_MAX = 0.1;

/** The days that a search asks for as a condition on `document_days`; undefined where they leave out little. */
async function tellingDays(
  database: IndexDatabase,
  { after, before }: ParsedQuery,
  { documents }: Coverage,
  signal: AbortSignal,
): Promise<Sql | undefined> {
  const bounds = [
    ...(after === undefined ? [] : [sql`day >= ${after}`]),
    ...(before === undefined ? [] : [sql`day <= ${before}`]),
  ];
  if (bounds.length === 0) return undefined;
  const days = joined(bounds, ' AND ');
  const found = await readNumber(database, sql`SELECT count() FROM document_days WHERE ${days} ${BRIEFLY}`, signal);
  return found > Math.max(DAYS_DOCUMENTS_MAX, DAYS_SHARE_MAX * documents) ? undefined : days;
}

const ONLY_OPERATORS = 'The query has no word to search for. Add one beside the operators.';

const NOTHING: SearchAnswer = { total: 0, results: [], newest_ms: null, spell: null, notes: [] };

/** What an index without pages knows of any query: not that there are no results. */
const UNREAD: SearchAnswer = { ...NOTHING, total: null };

/** The query with the words of the index in place of those that it does not know. */
function correctQuery(parsed: ParsedQuery, corrections: readonly Correction[]): ParsedQuery {
  const words = new Map(corrections.map(({ term, word }) => [term.word, word]));
  const clauses = parsed.clauses.map((clause) =>
    clause.map((atom) => {
      const word = atom.is_phrase || atom.in_title || clause.length > 1 ? undefined : words.get(atom.text);
      return word === undefined ? atom : { ...atom, text: word, words: [word] };
    }),
  );
  return { ...parsed, clauses };
}

function spellQuery(query: string, corrections: readonly Correction[]): string {
  return corrections.reduce((text, { term, word }) => {
    const at = text.toLowerCase().indexOf(term.word);
    return at === -1 ? text : text.slice(0, at) + word + text.slice(at + term.word.length);
  }, query);
}

const PLAIN_RESULT = {
  type: 'organic',
  kind: null,
  page: 1,
  place_id: null,
  phone: null,
  address: null,
  rating: null,
  reviews: null,
  top_px: null,
  height_px: null,
  children: [],
} as const;

/**
 * The index has only results: anything else that a result page may have is unknown. The check time is the
 * index's last update, so that the same index gives the same result page.
 */
function serpOf(query: SerpQuery, { total, results, spell, notes }: SearchAnswer, fed: Date): Serp {
  return {
    engine: OWN_ENGINE,
    source: OWN_ENGINE,
    keyword: query.keyword,
    keyword_sent: query.keyword,
    spell,
    notes,
    location: null,
    language: query.language,
    device: null,
    checked_at: fed.toISOString(),
    check_url: null,
    total_results: total,
    depth_asked: query.depth,
    pages_fetched: 1,
    organic_seen: results.length,
    ended: results.length < query.depth ? 'no_more_results' : 'depth_reached',
    sees: ['organic'],
    items: results,
    ai_overview: { status: 'unavailable', markdown: null, references: [] },
    people_also_ask: null,
    related_searches: null,
  };
}

function resultOf(document: FoundDocument, position: number, description: string): SerpItem {
  const { host_key, path_key, flags, domain_length, title, published_at } = document;
  const url = urlOfKeys(host_key, path_key, flags);
  return {
    ...PLAIN_RESULT,
    rank_absolute: position,
    rank_group: position,
    url,
    domain: hostOfKey(host_key.slice(0, domain_length)),
    title: title === '' ? url : title,
    description,
    published_at: published_at === '' ? null : published_at,
  };
}

/** Where the domains and sites of the query let results lie, and where not; undefined where it names none. */
function sitePlaces(query: SerpQuery, { sites, excluded_sites }: ParsedQuery): Omit<Places, 'days'> {
  const whole = (host: string): Site => ({ host, path: '' });
  const within = [query.include_domains.map(whole), sites].filter((each) => each.length > 0).map(anySite);
  const excluded = [...query.exclude_domains.map(whole), ...excluded_sites];
  return {
    within: within.length === 0 ? undefined : joined(within, ' AND '),
    without: excluded.length === 0 ? undefined : anySite(excluded),
  };
}

function anySite(sites: readonly Site[]): Sql {
  return sql`(${joined(sites.map(inSite), ' OR ')})`;
}

function inSite({ host, path }: Site): Sql {
  const written = host.trim().replace(/\.$/, '');
  const ascii = domainToASCII(written);
  const inHost = inHostRange(hostKey(ascii === '' ? written.toLowerCase() : ascii.toLowerCase()), sql`host_key`);
  return path === '' ? inHost : sql`(${inHost} AND startsWith(path_key, ${path}))`;
}
