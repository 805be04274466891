import {
  type Confidence,
  listed,
  makePlan,
  noConfidence,
  type PlannedCall,
  type StepDraft,
  weighConfidence,
  type WorkflowDraft,
} from '../../../guidance/plan.ts';
import { formatRows, formatSummary } from '../../../guidance/summary.ts';
import { agree, counted, joinWords } from '../../../kernel/grammar.ts';
import { inline } from '../../../kernel/markdown.ts';
import { withoutBranded } from '../../../keywords/branded-keywords.ts';
import { explainNoComparison } from '../../../rankings/comparison.ts';
import { nameBasis, weighEvidence } from '../../../rankings/evidence.ts';
import type { OwnSite } from '../../../rankings/own-site.ts';
import { chooseSearchLanguage } from '../../../rankings/search-language.ts';
import { callForBrand, LEARN_RANKINGS, LEARN_RANKINGS_NEXT } from '../../../rankings/unknown-target.ts';
import type { BrandNames } from '../../../text/branded.ts';
import { parseTarget } from '../../../web/target.ts';
import { formatPlaces, listFacts, nameColumn } from './table.ts';
import { explainNotCovered, nameWay, planNotCovered } from './not-covered.ts';
import type { PageIntersection, PageKeyword } from './report.ts';

export interface PagesQuestion {
  readonly brand: BrandNames | null;
  readonly language: string;
  /** Where the caller’s console data knows a site of the pages, but not the pages. */
  readonly own: OwnSite | null;
}

/** What the first page, or the pages that are left out, could win from the others. */
export function planPages(report: PageIntersection, asked: PagesQuestion): WorkflowDraft {
  if (report.items.length === 0) return planEmpty(report, asked);
  const [top] = rankForWork(report);
  return makePlan({
    summary: summarize(report),
    steps: listSteps(report),
    otherwise: {
      ...(isOwnPages(report) ? KEEP_APART : KEEP_FIRST),
      evidence: report.items.slice(0, 2).map(quoteRow),
      owner_hint: 'SEO',
    },
    priority: top?.priority ?? 'low',
    confidence: rateConfidence(report),
    guardrails: listGuardrails(report),
    next_calls: listNextCalls(report, asked),
  });
}

const KEEP_FIRST = {
  action: 'Keep the first page as it is.',
  why: 'None of the other pages ranks better for a keyword here.',
};
const KEEP_APART = {
  action: 'Leave these pages as they are.',
  why: 'They belong to one site and rank for different keywords, so they do not compete.',
};

/** Pages of one site are no rivals: what one of them ranks for the site has. */
function isOwnPages({ is_one_site, exclude_pages }: PageIntersection): boolean {
  return is_one_site && exclude_pages.length === 0;
}

function planEmpty(report: PageIntersection, { brand, language, own }: PagesQuestion): WorkflowDraft {
  if (own !== null) return planNotCovered(report, own);
  const isUnknown = report.state === 'unknown_target';
  const { location } = report;
  const unknown = report.pages.find(({ is_known }) => !is_known) ?? report.pages[0];
  const first = report.pages.find(({ is_pattern }) => !is_pattern)?.compared_as;
  const target = unknown === undefined ? undefined : parseTarget(unknown.compared_as.replaceAll('*', ''));
  return makePlan({
    summary: introduceEmpty(report, own),
    steps: isUnknown ? LEARN_RANKINGS.map((step) => ({ ...step, evidence: ['coverage: none'] })) : [draftWiden(report)],
    priority: 'low',
    confidence: isUnknown ? noConfidence('No source knows these pages.') : rateConfidence(report),
    guardrails: ['No data doesn’t mean zero: a page that no source knows may rank for many keywords.'],
    next_calls: listed<PlannedCall>([
      isUnknown && target !== undefined && callForBrand(target, brand, { location, language }),
      !isUnknown &&
        first !== undefined && {
          operation: 'content.technical-qa',
          body: { url: first },
          reason: 'Checks whether the page can be indexed.',
        },
    ]),
  });
}

function draftWiden(report: PageIntersection): StepDraft {
  return {
    action: listChanges(report),
    why: 'There is data on the pages, but no keyword matches what you asked for.',
    evidence: [`state: ${report.state}`],
    owner_hint: 'SEO',
  };
}

function listChanges({ state, filtered_out: out, intersection_mode, exclude_pages }: PageIntersection): string {
  if (state === 'own_site_without_data')
    return 'Check in Search Console whether the pages are indexed, and whether this is the right property.';
  const changes = listed([
    out !== null && out.beyond_max_rank > 0 && 'raise max_rank',
    out !== null && out.below_min_search_volume + out.unknown_search_volume > 0 && 'lower min_search_volume',
    intersection_mode === 'intersect' && 'ask for a union',
    exclude_pages.length > 0 && 'exclude fewer pages',
  ]);
  const text = changes.length === 0 ? 'raise max_rank or compare whole folders with *' : joinWords(changes);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function introduceEmpty(report: PageIntersection, own: OwnSite | null): string {
  if (own !== null) return explainNotCovered(report, own);
  const names = report.pages.map(({ page }) => inline(page, 100));
  const unknown = report.pages.filter(({ is_known }) => !is_known).map(({ page }) => inline(page, 100));
  return explainNoComparison(names, unknown, report, 'No keyword of these pages matches what was asked.');
}

function summarize(report: PageIntersection): string {
  const { items, total_count, pages, counts, exclude_pages } = report;
  const number = total_count ?? items.length;
  const all = counted(number, 'keyword');
  const [top] = rankForWork(report);
  const best =
    top === undefined ? '' : ` ${isOwnPages(report) ? 'Pages compete' : 'Best opportunity'}: ${quoteRow(top)}`;
  const side =
    exclude_pages.length > 0
      ? ' that the excluded pages do not rank for'
      : pages.length === 1
        ? ''
        : `, of which ${pages.length === 2 ? 'both pages' : `all ${pages.length} pages`} rank for ${counts?.ranking_in_all ?? 0}`;
  return `${all} ${agree(number, 'was', 'were')} found${side}; ${items.length} shown. ${nameBasis(report)}${best}`;
}

/** Keywords that others have the better of, most clicks first; branded ones open nothing, and of one site those that its pages share. */
function rankForWork(report: PageIntersection): PageKeyword[] {
  const { items, exclude_pages, pages } = report;
  if (isOwnPages(report)) return withoutBranded(items).filter(({ rank_spread }) => rank_spread !== null);
  const isGap = exclude_pages.length > 0;
  const first = pages[0]?.page;
  return withoutBranded(items)
    .filter(({ best_page }) => isGap || (pages.length > 1 && best_page !== first))
    .toSorted(
      (one, other) =>
        (other.traffic_gap ?? 0) - (one.traffic_gap ?? 0) ||
        (other.opportunity_score ?? 0) - (one.opportunity_score ?? 0),
    );
}

const TASKS_MAX = 3;
const EVIDENCE_MAX = 3;

function listSteps(report: PageIntersection): StepDraft[] {
  if (isOwnPages(report)) return listed<StepDraft>([draftRivalStep(report), draftResolveStep(report)]);
  const byPage = [...Map.groupBy(rankForWork(report), nameBest).values()];
  return listed<StepDraft>([
    ...byPage.slice(0, TASKS_MAX).map((rows) => draftGapStep(rows, report)),
    draftResolveStep(report),
  ]);
}

/** The page that ranks, which of a pattern is one of many. */
function nameBest({ pages, best_page }: PageKeyword): string {
  return pages.find(({ page }) => page === best_page)?.url ?? best_page ?? '';
}

function draftGapStep(rows: readonly PageKeyword[], { exclude_pages, pages }: PageIntersection): StepDraft | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const theirs = inline(nameBest(first), 120);
  const keywords = `${quote(first.keyword)}${countMore(rows.length)}`;
  const clicks = Math.round(rows.reduce((sum, { traffic_gap }) => sum + Math.max(0, traffic_gap ?? 0), 0));
  const isMissing = exclude_pages.length > 0 || first.first_page_rank === null;
  const own = first.pages[0]?.url ?? pages[0]?.page ?? 'the first page';
  return {
    action: isMissing
      ? `Cover ${keywords} on your own site: read what ${theirs} answers.`
      : `Compare ${inline(own, 120)} with ${theirs} for ${keywords}, and add what it lacks.`,
    why: `${isMissing ? 'The other page shows that these searches can be won.' : 'It ranks lower for the same searches.'}${clicks > 0 ? ` About ${counted(clicks, 'click')} a month.` : ''}`,
    evidence: rows.slice(0, EVIDENCE_MAX).map(quoteRow),
    effort: isMissing ? 'high' : 'medium',
    owner_hint: 'editor',
  };
}

/** Pages of one site that rank for the same searches share the clicks that one could have. */
function draftRivalStep(report: PageIntersection): StepDraft | undefined {
  const rows = rankForWork(report);
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    action: `Decide which page should rank for ${quote(first.keyword)}${countMore(rows.length)}, and link the others to it.`,
    why: 'Several pages of one site rank for the same searches and may hold each other back.',
    evidence: rows.slice(0, EVIDENCE_MAX).map((row) => `${quote(row.keyword)}: ${formatPlaces(row)}`),
    effort: 'medium',
    owner_hint: 'SEO',
  };
}

function draftResolveStep({ pages, exclude_pages }: PageIntersection): StepDraft | undefined {
  const moved = [...pages, ...exclude_pages].filter(({ via }) => via.length > 0);
  const [first] = moved;
  if (first === undefined) return undefined;
  return {
    action: `Use ${inline(first.compared_as, 120)} in place of ${inline(first.page, 120)}${moved.length === 1 ? '' : `, and replace ${counted(moved.length - 1, 'more address', 'more addresses')}`}.`,
    why: 'Search engines rank the page that an address leads to.',
    evidence: moved
      .slice(0, EVIDENCE_MAX)
      .map(({ page, compared_as, via }) => `${inline(page, 80)}: ${via.join(', ')} to ${inline(compared_as, 80)}`),
    owner_hint: 'SEO',
  };
}

function rateConfidence(report: PageIntersection): Confidence {
  const { start, doubts } = weighEvidence(report, null);
  const { items } = report;
  const scored = items.filter(({ priority }) => priority !== null).length;
  const unknown = report.pages.filter(({ is_known }) => !is_known);
  return weighConfidence(
    start,
    [nameBasis(report)],
    [
      ...doubts,
      scored < items.length && [
        5,
        `The opportunity score is known well enough for ${scored} of ${counted(items.length, 'keyword')}.`,
      ],
      unknown.length > 0 && [
        20,
        `The source knows no keyword of ${joinWords(unknown.map(({ page }) => inline(page, 80)))}: that it does not rank may be chance.`,
      ],
    ],
  );
}

function listGuardrails(report: PageIntersection): string[] {
  const { basis, items, pages } = report;
  const beyond = report.filtered_out?.beyond_max_rank ?? 0;
  return listed([
    basis === 'console' &&
      'Positions are means over all impressions, not places on one result page; do not compare them with tracked ranks.',
    basis === 'serps' &&
      'The keywords are a sample of the searches looked up so far: don’t report their number as a total.',
    basis === 'provider' && 'Traffic is a vendor’s estimate: do not add it to, or compare it with, measured clicks.',
    pages.length > 1 &&
      `max_rank applies to the first page only${beyond > 0 ? `: ${counted(beyond, 'keyword')} ${agree(beyond, 'is', 'are')} left out by it` : ''}.`,
    items.some(({ missing_in }) => missing_in.length > 0) &&
      'Not ranking means not among the results that were read; the page may rank further down.',
  ]);
}

const METRICS_MAX = 100;

function listNextCalls(report: PageIntersection, { language: asked }: PagesQuestion): PlannedCall[] {
  const { items, location } = report;
  const language =
    report.language ??
    chooseSearchLanguage(
      items.map((row) => row.language),
      asked,
    );
  const place = location === null ? {} : { location_code: location.code };
  const top = rankForWork(report)[0] ?? items[0];
  const unmeasured = items.filter(({ search_volume }) => search_volume === null).slice(0, METRICS_MAX);
  const theirs = top === undefined ? '' : nameBest(top);
  return listed<PlannedCall>([
    top !== undefined && {
      operation: 'analyze.serp',
      body: { keyword: top.keyword, language, ...place },
      reason: `Looks at the result page of ${quote(top.keyword)}.`,
    },
    theirs !== '' &&
      !theirs.includes('*') && {
        operation: 'extract',
        body: { url: theirs },
        reason: 'Reads the best-ranking page.',
      },
    unmeasured.length > 0 && {
      operation: 'keyword-metrics.overview',
      body: { keywords: unmeasured.map(({ keyword }) => keyword), language, ...place },
      reason: `Finds volume and difficulty of ${counted(unmeasured.length, 'keyword')} without a known volume.`,
    },
  ]);
}

const ROWS_MAX = 10;

/** What a person would paste into a report about the pages. */
export function summarizePages(report: PageIntersection, own: OwnSite | null): string {
  const heading = 'Keywords of pages compared';
  const { items } = report;
  if (items.length === 0) {
    return formatSummary({ heading, intro: introduceEmpty(report, own), facts: [], next: nameNext(report, own) });
  }
  return formatSummary({
    heading,
    intro: nameBasis(report),
    facts: listFacts(report),
    table: formatRows(items, ROWS_MAX, [
      ['Keyword', ({ keyword }) => inline(keyword, 40)],
      ...report.pages.map((_, at) => [nameColumn(at), (row: PageKeyword) => row.pages[at]?.rank ?? null] as const),
      ['Traffic gap', ({ traffic_gap }) => (traffic_gap === null ? null : Math.round(traffic_gap))],
      ['Volume', ({ search_volume }) => search_volume],
      ['Intent', ({ intent }) => intent],
    ]),
    next: listSteps(report)
      .slice(0, 3)
      .map(({ action }) => action),
  });
}

function nameNext(report: PageIntersection, own: OwnSite | null): string {
  if (own !== null) return nameWay(report, own);
  return report.state === 'unknown_target' ? LEARN_RANKINGS_NEXT : listChanges(report);
}

function quoteRow({ keyword, reason }: PageKeyword): string {
  return `${quote(keyword)}: ${inline(reason, 300)}`;
}

function countMore(rows: number): string {
  return rows < 2 ? '' : ` and ${counted(rows - 1, 'more keyword')}`;
}

function quote(keyword: string): string {
  return `“${inline(keyword, 60)}”`;
}
