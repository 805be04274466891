import { counted, joinWords } from '../../../kernel/grammar.ts';
import { intervalOfShare } from '../../../kernel/interval.ts';
import { type AiOverview, OWN_ENGINE, type Serp } from '../../../ports/serp.ts';
import { isOneSeries } from '../../../serp/likeness.ts';
import { dateCheck, isUnread, listResults, readSite, UNREAD_INDEX } from '../../../serp/results.ts';
import { buildAddressKey } from '../../../text/address.ts';
import { cleanText } from '../../../text/normalize.ts';
import { readPage } from '../../../web/page/read.ts';
import { tokenize } from '../../../web/words.ts';
import { type CandidatePage, listCandidates, uniqueReferences } from './candidates.ts';
import type { PassageReading } from './passages.ts';
import type { OverviewReport } from './report.ts';
import { isOwnPage, type OwnSite } from './target.ts';

/** The outcome of reading a page. */
export type PageReading =
  | { readonly status: 'read'; readonly found: PassageReading }
  | { readonly status: 'disallowed' | 'failed'; readonly note: string };

export interface OverviewEvidence {
  readonly serp: Serp;
  /** Stored checks of its series, which may include this one. */
  readonly history: readonly Serp[];
  /** By URL; the other candidates were not read. */
  readonly readings: ReadonlyMap<string, PageReading>;
  /** Undefined where neither the request nor the project names one. */
  readonly own: OwnSite | undefined;
}

/** What one check says about the AI Overview: which pages it cites, and which it could cite. */
export function extractOverview({ serp, history, readings, own }: OverviewEvidence): OverviewReport {
  const { status } = serp.ai_overview;
  const candidates = listCandidates(serp).map((page) => describeCandidate(page, readings.get(page.url), own));
  const references = describeReferences(serp, own);
  const checks = listChecks(serp, history);
  return {
    keyword: serp.keyword,
    engine: serp.engine,
    location: serp.location?.name ?? null,
    location_code: serp.location?.code ?? null,
    language: serp.language,
    device: serp.device,
    checked_at: dateCheck(serp),
    ai_overview_detected: status === 'unavailable' ? null : hasOverview(status),
    overview_status: status,
    overview: describeText(serp.ai_overview),
    references,
    organic_overlap: measureOverlap(references),
    present_in: countPresence(checks),
    previously: findPrevious(serp, checks),
    organic_results: isUnread(serp) ? null : listResults(serp).length,
    candidates,
    target_coverage: own === undefined ? null : coverTarget(own, { serp, candidates, references }),
    notes: listNotes(serp, candidates),
  };
}

function hasOverview(status: AiOverview['status']): boolean {
  return status === 'present' || status === 'async_not_loaded';
}

type Candidate = OverviewReport['candidates'][number];
type Reference = NonNullable<OverviewReport['references']>[number];

function describeCandidate(page: CandidatePage, reading: PageReading | undefined, own: OwnSite | undefined): Candidate {
  return {
    ...page,
    own: isOwnPage(page.url, own),
    ...(reading?.status === 'read' ? describeFound(page, reading.found) : describeUnread(reading)),
  };
}

type Read = Pick<
  Candidate,
  'reading' | 'reading_note' | 'extractable_passage' | 'passage_heading' | 'paraphrase_match' | 'reasons'
>;

function describeFound(page: CandidatePage, found: PassageReading): Read {
  return {
    reading: 'read',
    reading_note: null,
    extractable_passage: found.passage,
    passage_heading: found.heading,
    paraphrase_match: found.paraphrase,
    reasons: listReasons(page, found),
  };
}

function describeUnread(reading: Exclude<PageReading, { status: 'read' }> | undefined): Read {
  return {
    reading: reading?.status ?? 'not_read',
    reading_note: reading?.note ?? null,
    extractable_passage: null,
    passage_heading: null,
    paraphrase_match: null,
    reasons: [],
  };
}

function listReasons({ cited }: CandidatePage, { passage, reasons, paraphrase }: PassageReading): string[] {
  return [
    cited === true ? 'cited in the AI Overview of this check' : undefined,
    passage === null ? 'no sentence on the page answers the query on its own' : undefined,
    ...reasons,
    paraphrase === null ? undefined : `shares ${counted(paraphrase.words, 'word')} in a row with the AI Overview`,
  ].filter((reason) => reason !== undefined);
}

const MARKDOWN_MAX = 20_000;

function describeText({ status, markdown }: AiOverview): OverviewReport['overview'] {
  if (status !== 'present' || markdown === null || markdown.trim() === '') return null;
  const bounded = markdown.slice(0, MARKDOWN_MAX).toWellFormed();
  const blocks = readPage({ markdown: bounded }, undefined).blocks.map(({ kind, text }) => ({
    kind,
    text: cleanText(text, MARKDOWN_MAX),
  }));
  const shown = blocks.filter(({ text }) => text !== '');
  return {
    markdown: bounded,
    blocks: shown,
    word_count: shown.reduce((sum, { text }) => sum + tokenize(text).length, 0),
  };
}

function describeReferences(serp: Serp, own: OwnSite | undefined): Reference[] | null {
  if (serp.ai_overview.status !== 'present') return null;
  const ranks = new Map(
    listResults(serp)
      .toReversed()
      .map(({ url, rank_group }) => [buildAddressKey(url), rank_group]),
  );
  return uniqueReferences(serp).map(({ url, domain, title }, at) => ({
    url,
    domain: readSite(url, domain),
    title: title === null ? null : cleanText(title, 300),
    position: at + 1,
    organic_rank: ranks.get(buildAddressKey(url)) ?? null,
    own: isOwnPage(url, own),
  }));
}

function measureOverlap(references: readonly Reference[] | null): OverviewReport['organic_overlap'] {
  if (references === null || references.length === 0) return null;
  const ranking = references.filter(({ organic_rank }) => organic_rank !== null).length;
  const value = Math.round((ranking / references.length) * 1000) / 1000;
  return { value, ...intervalOfShare(ranking, references.length), ranking, n: references.length };
}

/** Checks of the series whose source could see an overview, oldest first, each once. */
function listChecks(serp: Serp, history: readonly Serp[]): Serp[] {
  const checks = new Map([...history, serp].map((check) => [`${check.checked_at} ${check.source}`, check]));
  return [...checks.values()]
    .filter((check) => check.ai_overview.status !== 'unavailable' && isOneSeries(serp, check))
    .toSorted((one, other) => Date.parse(one.checked_at) - Date.parse(other.checked_at));
}

function countPresence(checks: readonly Serp[]): OverviewReport['present_in'] {
  if (checks.length === 0) return null;
  const present = checks.filter(({ ai_overview }) => hasOverview(ai_overview.status)).length;
  return { checks: present, of: checks.length, ...intervalOfShare(present, checks.length) };
}

function findPrevious(serp: Serp, checks: readonly Serp[]): OverviewReport['previously'] {
  const before = checks.findLast(({ checked_at }) => Date.parse(checked_at) < Date.parse(serp.checked_at));
  const status = before?.ai_overview.status;
  return before === undefined || status === undefined || status === 'unavailable'
    ? null
    : { status, checked_at: before.checked_at };
}

interface Covered {
  readonly serp: Serp;
  readonly candidates: readonly Candidate[];
  readonly references: readonly Reference[] | null;
}

function coverTarget(site: OwnSite, { serp, candidates, references }: Covered): OverviewReport['target_coverage'] {
  const [best] = listResults(serp).filter(({ url }) => isOwnPage(url, site) === true);
  const cited = references?.filter((reference) => reference.own === true) ?? null;
  const matching = candidates.filter((candidate) => candidate.own === true);
  return {
    name: site.name,
    domain: site.domains[0] ?? site.name,
    domains: [...site.domains],
    cited: cited === null ? null : cited.length > 0,
    cited_urls: cited?.map(({ url }) => url) ?? null,
    ranking_position: best?.rank_group ?? null,
    ranking_url: best?.url ?? null,
    depth_checked: listResults(serp).length,
    matching_candidates: matching.map(({ url }) => url),
    missing_elements: listMissing(site.name, matching, { serp, candidates, references }),
  };
}

/** What quotable pages have and the target lacks. Pages that were not read are left out. */
function listMissing(name: string, own: readonly Candidate[], { serp, candidates, references }: Covered): string[] {
  const ranking = own.find(({ position }) => position !== null);
  const read = own.find(({ reading }) => reading === 'read');
  const cited = references?.filter((reference) => reference.own === false).map((reference) => reference.domain) ?? [];
  const better = candidates.find((candidate) => candidate.own === false && candidate.extractable_passage !== null);
  return [
    ranking === undefined
      ? `No page of ${name} is among the ${counted(listResults(serp).length, 'organic result')} of this check.`
      : undefined,
    read !== undefined && read.extractable_passage === null
      ? `${read.url} has no sentence that answers the query on its own.${better === undefined ? '' : ` ${better.domain} has one.`}`
      : undefined,
    cited.length > 0 && own.every((candidate) => candidate.cited !== true)
      ? `The AI Overview cites ${joinWords([...new Set(cited)], 3)}, but not ${name}.`
      : undefined,
  ].filter((element) => element !== undefined);
}

function listNotes(serp: Serp, candidates: readonly Candidate[]): string[] {
  const { status } = serp.ai_overview;
  const unread = candidates.filter(({ reading }) => reading === 'failed' || reading === 'disallowed');
  return [
    status === 'unavailable' ? noteBlindSource(serp) : undefined,
    status === 'async_not_loaded'
      ? 'The page has an AI Overview that loads later, and the source did not fetch its text: its content and references are unknown.'
      : undefined,
    noteEmpty(serp),
    unread.length > 0
      ? `${counted(unread.length, 'page')} could not be read: ${joinWords(
          unread.map(({ domain }) => domain),
          5,
        )}.`
      : undefined,
  ].filter((note) => note !== undefined);
}

function noteEmpty(serp: Serp): string | undefined {
  if (isUnread(serp)) return `${UNREAD_INDEX}, so there are no candidates.`;
  return listResults(serp).length === 0 ? 'The page has no organic results, so there are no candidates.' : undefined;
}

function noteBlindSource({ engine, source }: Serp): string {
  return engine === OWN_ENGINE
    ? 'These results come from your own index of crawled pages, not from a public search engine.'
    : `The source, ${source}, only returns plain results.`;
}
