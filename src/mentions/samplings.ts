import type { AssistantAnswer } from '../ports/assistants.ts';

/** Answers of one assistant that were asked for together. */
export interface Sampling {
  /** When the first of them was given. */
  readonly at: string;
  readonly answers: readonly AssistantAnswer[];
  /** Models that really answered, in order of their names; null among them where the assistant does not tell. */
  readonly models: readonly (string | null)[];
}

/** Puts stored answers of one assistant together as they were asked. @returns oldest first */
export function groupSamplings(answers: readonly AssistantAnswer[]): Sampling[] {
  return [...Map.groupBy(answers, ({ sampling }) => sampling).values()]
    .map(describeSampling)
    .sort((one, other) => compare(one.at, other.at));
}

export function describeSampling(answers: readonly AssistantAnswer[]): Sampling {
  const models = [...new Set(answers.map(({ served_model }) => served_model))];
  return {
    at: answers.map(({ asked_at }) => asked_at).toSorted(compare)[0] ?? '',
    answers,
    models: models.toSorted((one, other) => compare(one ?? '', other ?? '')),
  };
}

/** A place in the history where a new series begins, since another model answered or another source asked. */
export interface SeriesBreak {
  readonly at: string;
  readonly what: 'served_model' | 'source';
  readonly from: readonly (string | null)[];
  readonly to: readonly (string | null)[];
}

/** Where the figures of two samplings that follow one another do not compare. */
export function findBreaks(samplings: readonly Sampling[]): SeriesBreak[] {
  return samplings.slice(1).flatMap((sampling, at): SeriesBreak[] => {
    const before = samplings[at];
    if (before === undefined) return [];
    const [from, to] = [waysOf(before), waysOf(sampling)];
    if (!isSame(from, to)) return [{ at: sampling.at, what: 'source', from, to }];
    if (isSame(before.models, sampling.models)) return [];
    return [{ at: sampling.at, what: 'served_model', from: before.models, to: sampling.models }];
  });
}

function waysOf({ answers }: Sampling): string[] {
  return [...new Set(answers.map(({ access, source }) => `${source} (${access})`))].toSorted(compare);
}

/** The samplings since the last break, which alone compare with the newest. */
export function currentSeries(samplings: readonly Sampling[]): readonly Sampling[] {
  const last = findBreaks(samplings).at(-1);
  return last === undefined ? samplings : samplings.filter(({ at }) => at >= last.at);
}

/**
 * How far an assistant cites the same sites from sampling to sampling: 1 − the mean distance of the shares of their
 * citations (Bray and Curtis 1957).
 *
 * @returns 0–1, to three decimals; null for fewer than two samplings with citations
 */
export function measureStability(samplings: readonly Sampling[]): number | null {
  const shares = samplings.map(({ answers }) => citationShares(answers)).filter(({ size }) => size > 0);
  const distances = shares.slice(1).map((share, at) => distance(shares[at] ?? share, share));
  if (distances.length === 0) return null;
  const mean = distances.reduce((sum, one) => sum + one, 0) / distances.length;
  return Math.round((1 - mean) * 1000) / 1000;
}

function citationShares(answers: readonly AssistantAnswer[]): ReadonlyMap<string, number> {
  const domains = answers
    .filter(({ status }) => status === 'answered')
    .flatMap(({ cited }) => cited?.map(({ domain }) => domain.toLowerCase().replace(/^www\./, '')) ?? []);
  return new Map(
    [...Map.groupBy(domains, (domain) => domain)].map(([domain, own]) => [domain, own.length / domains.length]),
  );
}

/** Of two lists of shares that each add up to 1: half of all that differs. */
function distance(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const domains = [...new Set([...one.keys(), ...other.keys()])].toSorted(compare);
  return domains.reduce((sum, domain) => sum + Math.abs((one.get(domain) ?? 0) - (other.get(domain) ?? 0)), 0) / 2;
}

function isSame(one: readonly (string | null)[], other: readonly (string | null)[]): boolean {
  return one.length === other.length && one.every((item, at) => item === other[at]);
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
