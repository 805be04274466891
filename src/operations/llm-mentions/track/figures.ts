import { compareRates, poolRates, poolShares, type QueryCount, type RateChange } from '../../../mentions/rates.ts';
import type { Rate } from './report.ts';
import type { Trial } from './trials.ts';

/** The rates of some trials. */
export interface Figures {
  readonly mention_rate: Rate | null;
  readonly branded_recall: Rate | null;
  readonly share_of_voice: Rate | null;
  readonly citation_rate: Rate | null;
  readonly citation_share: Rate | null;
  readonly retrieval_share: Rate | null;
}

export interface FigureRules {
  readonly isBranded: (query: string) => boolean;
  readonly isOwnHost: (host: string) => boolean;
  readonly hasCompetitors: boolean;
}

/** Counts trials: a brand in the query is no achievement, so branded and unbranded queries are never pooled. */
export function countFigures(trials: readonly Trial[], rules: FigureRules): Figures {
  const unbranded = trials.filter(({ query }) => !rules.isBranded(query));
  const branded = trials.filter(({ query }) => rules.isBranded(query));
  const searched = trials.filter(tellsCitations);
  return {
    mention_rate: poolRates(countMentions(unbranded)),
    branded_recall: poolRates(countMentions(branded)),
    share_of_voice: rules.hasCompetitors ? poolShares(countVoices(unbranded, ({ reading }) => reading.is_named)) : null,
    citation_rate: poolRates(
      countBy(searched, (own) => ({ hits: own.filter((trial) => citesOwn(trial, rules)).length, of: own.length })),
    ),
    citation_share: poolShares(countPages(searched, rules, ({ answer }) => answer?.cited)),
    retrieval_share: poolShares(countPages(trials, rules, ({ answer }) => answer?.retrieved)),
  };
}

export function countMentions(trials: readonly Trial[]): QueryCount[] {
  return countBy(trials, (own) => ({ hits: own.filter(({ reading }) => reading.is_named).length, of: own.length }));
}

/** How often texts name somebody, of all namings of the brand and its competitors; a text names each of them once at most. */
export function countVoices(trials: readonly Trial[], names: (trial: Trial) => boolean): QueryCount[] {
  return countBy(trials, (own) => ({
    hits: own.filter(names).length,
    of: own.reduce((sum, { reading }) => sum + reading.competitors.length + (reading.is_named ? 1 : 0), 0),
  }));
}

/** An answer from memory cites nothing and says nothing of citations. */
export function tellsCitations({ answer }: Trial): boolean {
  return answer !== null && answer.cited !== null && answer.searched !== false;
}

/** Null where nobody knows what it cites. */
export function citesOwn(trial: Trial, { isOwnHost }: Pick<FigureRules, 'isOwnHost'>): boolean {
  return trial.answer?.cited?.some(({ domain }) => isOwnHost(domain)) === true;
}

interface CountedPage {
  readonly url: string | null;
  readonly domain: string;
}

function countPages(
  trials: readonly Trial[],
  { isOwnHost }: FigureRules,
  read: (trial: Trial) => readonly CountedPage[] | null | undefined,
): QueryCount[] {
  return countBy(trials, (own) => {
    const pages = own.flatMap((trial) => distinctPages(read(trial) ?? []));
    return { hits: pages.filter(({ domain }) => isOwnHost(domain)).length, of: pages.length };
  });
}

/** A page counts once in an answer, however often the answer refers to it. */
export function distinctPages<Page extends CountedPage>(pages: readonly Page[]): Page[] {
  return [...new Map(pages.map((page) => [page.url ?? page.domain, page])).values()];
}

function countBy(
  trials: readonly Trial[],
  count: (own: readonly Trial[]) => Pick<QueryCount, 'hits' | 'of'>,
): QueryCount[] {
  return [...Map.groupBy(trials, ({ query }) => query)].map(([id, own]) => ({ id, ...count(own) }));
}

/** Two samplings of the unbranded queries, platform by platform so that each is compared with itself. */
export function compareMentions(
  before: readonly Trial[],
  after: readonly Trial[],
  { isBranded }: Pick<FigureRules, 'isBranded'>,
): RateChange | null {
  const countEach = (trials: readonly Trial[]): QueryCount[] =>
    [...Map.groupBy(trials, ({ platform }) => platform)].flatMap(([platform, own]) =>
      countMentions(own.filter(({ query }) => !isBranded(query))).map((one) => ({
        ...one,
        id: `${platform} ${one.id}`,
      })),
    );
  return compareRates(countEach(before), countEach(after));
}
