import { createHash } from 'node:crypto';

import { readDataRows } from '../kernel/data.ts';
import { foldPhrase } from '../text/normalize.ts';

/** When the first crawl of the demo was: what changes in it, changes from then until today. */
export const FIRST_DAY = 63;

/** Somebody searches for this, and the shop stands somewhere or nowhere. */
export interface MadeSearch {
  readonly keyword: string;
  readonly volume: number;
  readonly cpc: number;
  readonly difficulty: number;
  readonly intent: 'informational' | 'navigational' | 'commercial' | 'transactional';
  readonly shows: readonly string[];
  /** Path of the shop's page. */
  readonly page: string;
  /** Position 63 days ago and today; undefined for none. */
  readonly before: number | undefined;
  readonly now: number | undefined;
  readonly questions: readonly string[];
  /** From 1, when most people search for it. */
  readonly peak_month: number;
}

const INTENTS = ['informational', 'navigational', 'commercial', 'transactional'] as const;

export const SEARCHES: readonly MadeSearch[] = readDataRows(import.meta.url, 'data/searches.tsv').map(
  ([keyword = '', volume, cpc, difficulty, intent, shows = '', page = '', before, now, questions = '', peak]) => ({
    keyword,
    volume: Number(volume),
    cpc: Number(cpc),
    difficulty: Number(difficulty),
    intent: INTENTS.find((known) => known === intent) ?? 'informational',
    shows: shows.split(',').filter((name) => name !== ''),
    page,
    before: before === '-' ? undefined : Number(before),
    now: now === '-' ? undefined : Number(now),
    questions: questions.split('|').filter((question) => question !== ''),
    peak_month: Number(peak),
  }),
);

const BY_KEYWORD = new Map(SEARCHES.map((search) => [foldPhrase(search.keyword), search]));

export function findSearch(keyword: string): MadeSearch | undefined {
  return BY_KEYWORD.get(foldPhrase(keyword));
}

/** Results that are looked at; what is beyond is nowhere. */
export const RESULTS_MAX = 24;
const NOWHERE = 32;

/** Where the shop stood on a day, whole or in between; undefined for nowhere. Positions move a little from day to day. */
export function positionOn(search: MadeSearch, days_ago: number): number | undefined {
  const share = Math.min(1, Math.max(0, 1 - days_ago / FIRST_DAY));
  const before = search.before ?? NOWHERE;
  const now = search.now ?? NOWHERE;
  const straight = before + (now - before) * share;
  const wobble = straight < 3 ? 0 : (chance(search.keyword, days_ago) - 0.5) * Math.min(3, straight / 4);
  const position = Math.max(1, straight + (days_ago === 0 ? 0 : wobble));
  return position > RESULTS_MAX ? undefined : position;
}

/** From 0 up to 1, the same for the same parts. */
export function chance(...parts: readonly (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE(0) / 2 ** 32;
}

const SEASON = 0.25;

/** How many search for it in a month, of those who do on average. */
export function seasonOf({ peak_month }: MadeSearch, month: number): number {
  return 1 + SEASON * Math.cos(((month - peak_month) / 12) * 2 * Math.PI);
}
