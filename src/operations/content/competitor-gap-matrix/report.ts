import type { z } from 'zod';

import { listed } from '../../../guidance/plan.ts';
import { priorityOf } from '../../../kernel/level.ts';
import { defineRowsTask, type Task } from '../../../kernel/task.ts';
import { agree, counted, quoteWords } from '../../../kernel/grammar.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText, compareText } from '../../../text/normalize.ts';
import { BUYER_STAGES } from '../../../text/signals.ts';
import { PAGE_TYPES } from '../../../text/page-types.ts';
import { stripSiteName } from '../../../text/address.ts';
import { noteIgnoredFields } from '../../../text/cells.ts';
import { findPurpose } from '../../../text/purpose.ts';
import { compareSubjects, matchSubjects, readSubject, type Subject } from '../../../text/subject.ts';
import { containment } from '../../../text/similarity.ts';
import { dropMarketTerms, findCommonTerms, findMarketTerms, measureFitTo, weakenCommonTerms } from './fitting.ts';
import { Competitor, type GapMatrixInput, GapPage, type Page, readSides } from './pages.ts';
import type { GapMatrixReport, Opportunity, ShownPage } from './schema.ts';
import { COMPONENTS, findDemand, MEANING, scoreTopic, type Weights, distributeWeights } from './score.ts';
import {
  findNeed,
  findPartialPages,
  groupTopics,
  isAboutATopic,
  nameTopic,
  suggestTitle,
  type Topic,
} from './topics.ts';

/** Compares your own pages with those of competitors, topic by topic; the order of sites and pages has no effect. */
export function buildGapMatrix(input: GapMatrixInput): GapMatrixReport {
  const { pages: sides, language, domains, notes } = readSides(input);
  const market = findMarketTerms(sides);
  const read = sides.map((page) => dropMarketTerms(page, market));
  const common = findCommonTerms(read.filter(isAboutATopic));
  const pages = read.map((page) => weakenCommonTerms(page, common));
  const own = pages.filter(({ domain }) => domain === undefined);
  const theirs = pages.filter(({ domain }) => domain !== undefined);
  const focus = readFocus(input, language);
  const weights = distributeWeights({
    demand: theirs.some(({ volume, traffic }) => volume !== null || traffic !== null),
    ease: theirs.some(({ backlinks }) => backlinks !== null),
    focus: focus.length > 0,
    fit: own.length > 0,
  });
  const fitting = own.length > 0 ? measureFitTo(own.filter(isAboutATopic)) : undefined;
  const isOwnKnown = input.own_pages !== undefined;
  const grouped = groupTopics(pages);
  const products = grouped.filter(isOneCompetitorsProduct).flatMap(({ pages: all }) => all);
  const topics = grouped
    .filter((topic) => !isOneCompetitorsProduct(topic))
    .map((topic) => ({ ...topic, name: cleanText(nameTopic(topic.pages), 120) }));
  const sideOf = (topic: Topic): 'gap' | 'covered' | 'own_only' => {
    const ours = topic.pages.some(({ domain }) => domain === undefined);
    if (!ours) return 'gap';
    return topic.pages.some(({ domain }) => domain !== undefined) ? 'covered' : 'own_only';
  };
  const on = (side: 'gap' | 'covered' | 'own_only'): NamedTopic[] => topics.filter((topic) => sideOf(topic) === side);
  const opportunities = on('gap')
    .map((topic) => toOpportunity(topic, { own, is_own_known: isOwnKnown, domains, focus, weights, fitting }))
    .sort(
      (one, other) =>
        other.score - one.score || compareText(one.topic, other.topic) || compareText(one.page_type, other.page_type),
    );
  return {
    opportunities: opportunities.slice(0, input.max_opportunities),
    opportunities_total: opportunities.length,
    matrix: buildMatrix(pages, domains.length).map((cell) => (isOwnKnown ? cell : { ...cell, status: null })),
    covered_topics: on('covered').map(toCoveredTopic).sort(compareTopic),
    own_advantages: on('own_only').map(toAdvantage).sort(compareTopic),
    focus_topics: focus.map((wanted) => checkFocusTopic(wanted, topics, sideOf)),
    weights: COMPONENTS.map((component) => ({ component, points: weights[component], meaning: MEANING[component] })),
    counts: {
      competitors: domains.length,
      competitor_pages: theirs.length,
      own_pages: isOwnKnown ? own.length : null,
      topics: topics.length,
      gaps: opportunities.length,
      gaps_touched: opportunities.filter(({ own_coverage: coverage }) => coverage === 'partial').length,
      covered: on('covered').length,
      own_only: on('own_only').length,
      not_topics: pages.filter((page) => !isAboutATopic(page)).length + products.length,
    },
    set_aside: [
      ...pages.filter(({ utility, about_competitor: isAboutItself }) => utility || isAboutItself),
      ...products,
    ]
      .slice(0, SET_ASIDE_MAX)
      .map(({ domain, url, title }) => ({ domain: domain ?? null, url, title })),
    notes: [...notes, ...noteSetAside(pages, products), ...listNotes(input, own.length, weights)],
  };
}

export const gapMatrix: Task<GapMatrixInput, GapMatrixReport> = defineRowsTask(
  import.meta.url,
  'gapMatrix',
  buildGapMatrix,
);

const SET_ASIDE_MAX = 50;
const NAMED_MAX = 5;

/** A product that one competitor alone sells under its name is nothing to write a page on. */
function isOneCompetitorsProduct({ pages }: Topic): boolean {
  const isNamed = pages.every(({ named_product: named, domain }) => named && domain !== undefined);
  return isNamed && new Set(pages.map(({ domain }) => domain)).size === 1;
}

function noteSetAside(pages: readonly Page[], products: readonly Page[]): string[] {
  const name = (own: readonly Page[]): string =>
    quoteWords(
      own.map(({ title }) => stripSiteName(title)),
      NAMED_MAX,
    );
  const utilities = pages.filter(({ utility }) => utility);
  const selves = pages.filter(({ utility, about_competitor: isAboutItself }) => isAboutItself && !utility);
  return listed([
    utilities.length > 0 && `Set aside as customer service or legal pages, not topics: ${name(utilities)}.`,
    products.length > 0 && `Set aside as products that only one competitor sells: ${name(products)}.`,
    selves.length > 0 && `Set aside as pages of competitors about themselves: ${name(selves)}.`,
  ]);
}

interface NamedTopic extends Topic {
  readonly name: string;
}

interface FocusTopic {
  readonly text: string;
  readonly subject: Subject;
}

/** @param language that most pages are in: a word alone seldom tells its own, and its ending is only known in it */
function readFocus({ focus_topics: topics }: GapMatrixInput, language: string): FocusTopic[] {
  const texts = [...new Set((topics ?? []).map((text) => cleanText(text, 200)).filter((text) => text !== ''))].sort(
    compareText,
  );
  return texts.map((text) => ({ text, subject: readSubject(text, guessLanguage(text).value || language, '') }));
}

/** A focus topic names a page's subject, or a field that it belongs to. */
const FIELD_MIN = 0.99;
/** The plainest pages of a topic say what it is about; the rest say the same. */
const PAGES_OF_A_TOPIC = 10;

function isConcerned({ subject }: FocusTopic, topic: Topic): boolean {
  return topic.pages
    .slice(0, PAGES_OF_A_TOPIC)
    .some(({ subjects }) =>
      subjects.some(
        (each) =>
          matchSubjects(subject, each) > 0 ||
          (compareSubjects(subject, each).shared.length > 0 && containment(subject.about, each.about) >= FIELD_MIN),
      ),
    );
}

interface Setting {
  readonly own: readonly Page[];
  /** Whether anybody said which they are. */
  readonly is_own_known: boolean;
  readonly domains: readonly string[];
  readonly focus: readonly FocusTopic[];
  readonly weights: Weights;
  readonly fitting: ReturnType<typeof measureFitTo> | undefined;
}

function toOpportunity(topic: NamedTopic, setting: Setting): Opportunity {
  const { own, domains, focus, weights, fitting } = setting;
  const strongest = topic.pages.toSorted(compareStrength);
  const lead = strongest[0] ?? topic.lead;
  const covering = [...new Map(strongest.toReversed().map((page) => [page.domain ?? '', page])).values()].sort(
    compareStrength,
  );
  const touching = findPartialPages(topic, own);
  const concerned = focus.filter((wanted) => isConcerned(wanted, topic)).map(({ text }) => text);
  const { score, components } = scoreTopic(
    {
      pages: topic.pages,
      covering: covering.length,
      competitors: domains.length,
      buyer_stage: lead.buyer_stage,
      touched: touching.length > 0,
      in_focus: concerned.length > 0,
      fit: fitting === undefined ? null : fitting(topic.pages, covering.length),
    },
    weights,
  );
  const demand = findDemand(topic.pages);
  return {
    topic: topic.name,
    competitors_covering: covering.slice(0, 20).map((page) => ({
      ...toShownPage(page),
      domain: page.domain ?? '',
      traffic: page.traffic,
      volume: page.volume,
      rank: page.rank,
      backlinks: page.backlinks,
    })),
    competitor_count: covering.length,
    own_coverage: judgeOwnCoverage(touching, setting),
    own_pages: touching.map(toShownPage),
    page_type: lead.page_type,
    buyer_stage: lead.buyer_stage,
    demand,
    focus: concerned,
    score,
    score_components: components,
    priority: priorityOf(score),
    suggested_title: suggestTitle(topic.name, lead),
    next_endpoint: touching.length > 0 ? '/content/keyword-map' : '/search',
    why: `${covering.length} of ${counted(domains.length, 'competitor')} ${agree(covering.length, 'has')} a page on it; ${describeOwn(touching, setting)}${describeDemand(demand)}.`,
  };
}

function judgeOwnCoverage(touching: readonly Page[], { is_own_known: isKnown }: Setting): Opportunity['own_coverage'] {
  if (!isKnown) return null;
  return touching.length > 0 ? 'partial' : 'none';
}

function describeOwn([page]: readonly Page[], { is_own_known: isKnown }: Setting): string {
  if (page !== undefined) return `yours (${page.url}) only touches on it`;
  return isKnown ? 'you have none' : 'whether you have one is unknown';
}

function describeDemand(demand: number | null): string {
  return demand === null ? '' : `; demand: ${demand.toLocaleString('en-US')} a month`;
}

/** By figures first, unknown ones last; then by URL. */
function compareStrength(one: Page, other: Page): number {
  const [mine, theirs] = [listFigures(one), listFigures(other)];
  const at = mine.findIndex((figure, place) => figure !== theirs[place]);
  if (at !== -1) return (theirs[at] ?? 0) - (mine[at] ?? 0);
  return compareText(one.domain ?? '', other.domain ?? '') || compareText(one.key, other.key);
}

function listFigures({ traffic, volume, rank, backlinks }: Page): readonly number[] {
  return [traffic ?? -1, volume ?? -1, rank === null ? -1000 : -rank, backlinks ?? -1];
}

function toShownPage({ url, title, page_type }: Page): z.infer<typeof ShownPage> {
  return { url, title, page_type };
}

function toCoveredTopic(topic: NamedTopic): GapMatrixReport['covered_topics'][number] {
  const own = topic.pages.filter(({ domain }) => domain === undefined).toSorted(compareStrength);
  const lead = own[0] ?? topic.lead;
  return {
    topic: topic.name,
    own_pages: own.slice(0, 10).map(toShownPage),
    competitors_covering: [...new Set(topic.pages.flatMap(({ domain }) => domain ?? []))].sort(compareText),
    page_type: lead.page_type,
    buyer_stage: lead.buyer_stage,
  };
}

function toAdvantage(topic: NamedTopic): GapMatrixReport['own_advantages'][number] {
  const { competitors_covering: _, ...rest } = toCoveredTopic(topic);
  return { ...rest, demand: findDemand(topic.pages) };
}

function compareTopic(
  one: { readonly topic: string; readonly page_type: string },
  other: { readonly topic: string; readonly page_type: string },
): number {
  return compareText(one.topic, other.topic) || compareText(one.page_type, other.page_type);
}

function checkFocusTopic(
  wanted: FocusTopic,
  topics: readonly NamedTopic[],
  sideOf: (topic: Topic) => 'gap' | 'covered' | 'own_only',
): GapMatrixReport['focus_topics'][number] {
  const found = topics.filter((topic) => isConcerned(wanted, topic));
  const sides = new Set(found.map(sideOf));
  const status = (['gap', 'covered', 'own_only'] as const).find((side) => sides.has(side)) ?? 'nobody';
  return { topic: wanted.text, status, topics: found.slice(0, 10).map(({ name }) => name) };
}

function buildMatrix(pages: readonly Page[], competitors: number): GapMatrixReport['matrix'] {
  const cells = PAGE_TYPES.flatMap((type) => BUYER_STAGES.map((stage) => ({ type, stage })));
  return cells.flatMap(({ type, stage }) => {
    const here = pages.filter((page) => page.page_type === type && page.buyer_stage === stage);
    if (here.length === 0) return [];
    const own = here.filter(({ domain }) => domain === undefined).length;
    const theirs = here.length - own;
    const average = competitors === 0 ? 0 : theirs / competitors;
    return [
      {
        page_type: type,
        buyer_stage: stage,
        own,
        competitors: theirs,
        competitor_domains: new Set(here.flatMap(({ domain }) => domain ?? [])).size,
        competitor_average: Math.round(average * 10) / 10,
        status: judgeCell(here, pages, own, average),
      },
    ];
  });
}

function judgeCell(
  here: readonly Page[],
  pages: readonly Page[],
  own: number,
  average: number,
): GapMatrixReport['matrix'][number]['status'] {
  if (own === 0) return judgeCellWithoutOwn(here, pages);
  if (own === here.length) return 'own_only';
  if (own < average) return 'behind';
  return own > average ? 'ahead' : 'level';
}

/** A guide, a post and an article of one stage answer the same need; a login page answers none. */
function judgeCellWithoutOwn(here: readonly Page[], pages: readonly Page[]): 'missing' | 'other_type' | 'utility' {
  if (!here.some(isAboutATopic)) return 'utility';
  const need = ({ page_type: type, buyer_stage: stage }: Page): string =>
    `${findNeed(findPurpose(type))} ${stage === 'consideration' ? 'decision' : stage}`;
  const needs = new Set(here.map(need));
  const answered = pages.some((page) => page.domain === undefined && needs.has(need(page)));
  return answered ? 'other_type' : 'missing';
}

function listNotes(input: GapMatrixInput, own: number, weights: Weights): string[] {
  const rows = input.competitors.flatMap(({ pages }) => pages);
  return [
    ...listed([
      own === 0 && 'Your own pages were not given, so every topic of the competitors counts as a gap.',
      weights.demand === 0 &&
        'No page has volume or traffic, so the points for demand were shared among the other components.',
      weights.ease === 0 && 'No page has backlinks, so the points for ease were shared among the other components.',
    ]),
    ...noteIgnoredFields('competitors', input.competitors, Competitor.shape),
    ...noteIgnoredFields('competitors[].pages', rows, GapPage.shape),
    ...noteIgnoredFields('own_pages', input.own_pages ?? [], GapPage.shape),
  ];
}
