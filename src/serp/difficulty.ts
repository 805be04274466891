import type { KeywordDifficulty } from '../ports/keywords.ts';
import type { Serp } from '../ports/serp.ts';
import { alignKeyword } from '../text/alignment.ts';
import { readPathWords } from '../text/address.ts';
import { voteByAddress } from '../text/page-type/address.ts';
import { findSiteKind, isNamedIn, listResults, type Result } from './results.ts';

/** Ranks of a result, 0–1000; null where they are not known. */
export interface ResultAuthority {
  readonly domain_rank: number | null;
  readonly page_rank: number | null;
}

export interface SerpDifficulty {
  /** Undefined where too little is known of the ranking sites. */
  readonly difficulty: KeywordDifficulty | undefined;
  /** 0–1: the share of the ten results whose authority is known. */
  readonly confidence: number;
  /** The engine whose results it applies to. */
  readonly scope: string;
  readonly results: number;
  /** Sites whose rank is known. */
  readonly known_domains: number;
  readonly known_pages: number;
  /** Median rank of the ranking sites, 0–1000; null when none is known. */
  readonly domain_rank_median: number | null;
  /** Share of forums and user posts among the results, 0–1. */
  readonly forum_share: number;
}

/** The rank from which a site counts as fully strong: few sites on the web have more. */
const RANK_FULL = 850;
/** A median of fewer sites says more about gaps in the index than about the query. */
export const KNOWN_DOMAINS_MIN = 6;
const FORUM_SHARE_USUAL = 0.2;
const OWNERS_MIN = 3;
const OWNERS_AMONG = 5;
const RESULTS_MAX = 10;

/**
 * How hard it is to reach the first page for a query, 0–100 on the scale `seamark` (keyword-metrics 4.1).
 *
 * Strength of a result: 0.55 page + 0.30 domain + 0.15 match with the search, or 0.75 domain + 0.25 match where its page is
 * not ranked; a rank counts as rank/850. Difficulty is 100·(median − 0.15)/0.70, minus 10 times the share of forums above a fifth,
 * plus 10 where brands that the search names hold three of the first five places. Not comparable with other tools' scales.
 *
 * @param authorities by the URL of the result
 */
export function rateDifficulty(serp: Serp, authorities: ReadonlyMap<string, ResultAuthority>): SerpDifficulty {
  const results = listResults(serp, RESULTS_MAX);
  const rated = results.map((result) => ({ result, authority: authorities.get(result.url) ?? UNKNOWN }));
  const ranked = rated.filter(({ authority }) => authority.domain_rank !== null);
  const strengths = ranked.flatMap(({ result, authority }) => rateResult(result, authority, serp) ?? []);
  const known = new Set(ranked.map(({ result }) => result.site)).size;
  const forum_share = shareOf(results, isForum);
  return {
    difficulty:
      known < KNOWN_DOMAINS_MIN
        ? undefined
        : { value: scaleStrength(median(strengths), forum_share, hasOwners(results, serp)), scale: 'seamark' },
    confidence: rateConfidence(rated.map(({ authority }) => authority)),
    scope: serp.engine,
    results: results.length,
    known_domains: known,
    known_pages: rated.filter(({ authority }) => authority.page_rank !== null).length,
    domain_rank_median: ranked.length === 0 ? null : Math.round(median(ranked.map(rankOfDomain))),
    forum_share: round(forum_share),
  };
}

const UNKNOWN: ResultAuthority = { domain_rank: null, page_rank: null };

function rankOfDomain({ authority }: { readonly authority: ResultAuthority }): number {
  return authority.domain_rank ?? 0;
}

/** Whether anybody may post on the page: such results show that publishers have left the query open. */
export function isForum({ site, url }: Result): boolean {
  const kind = findSiteKind(site);
  return kind === 'forum' || kind === 'social' || voteByAddress(url).some(([type]) => type === 'forum_thread');
}

function rateResult(result: Result, authority: ResultAuthority, serp: Serp): number | undefined {
  if (authority.domain_rank === null) return undefined;
  const domain = Math.min(1, authority.domain_rank / RANK_FULL);
  const match = rateMatch(result, serp);
  if (authority.page_rank === null) return 0.75 * domain + 0.25 * match;
  return 0.55 * Math.min(1, authority.page_rank / RANK_FULL) + 0.3 * domain + 0.15 * match;
}

/**
 * How much of the query appears in title, URL and snippet, 0–1: half for the title, a quarter for each of the others.
 */
function rateMatch({ title, url, description }: Result, { keyword, language }: Serp): number {
  const parts = [
    [title, 2],
    [readPathWords(url), 1],
    [description, 1],
  ] as const;
  const given = parts.filter(([text]) => text !== null);
  const sum = given.reduce((total, [text, weight]) => total + weight * shareFound(keyword, text ?? '', language), 0);
  return sum / given.reduce((total, [, weight]) => total + weight, 0);
}

function shareFound(keyword: string, text: string, language: string): number {
  const { words, missing } = alignKeyword(keyword, text, language.split('-', 1)[0] ?? '');
  return words.length === 0 ? 0 : 1 - missing.length / new Set(words).size;
}

function hasOwners(results: readonly Result[], { keyword }: Serp): boolean {
  return results.slice(0, OWNERS_AMONG).filter(({ site }) => isNamedIn(keyword, site)).length >= OWNERS_MIN;
}

function scaleStrength(strength: number, forumShare: number, isOwned: boolean): number {
  const open = 10 * Math.max(0, forumShare - FORUM_SHARE_USUAL);
  const difficulty = 100 * clamp((strength - 0.15) / 0.7) - open + (isOwned ? 10 : 0);
  return Math.round(100 * clamp(difficulty / 100));
}

/** Domains weigh more: without them there is no difficulty, and pages only refine it. */
function rateConfidence(authorities: readonly ResultAuthority[]): number {
  const share = (kind: keyof ResultAuthority): number =>
    authorities.filter((authority) => authority[kind] !== null).length / RESULTS_MAX;
  return round(0.6 * share('domain_rank') + 0.4 * share('page_rank'));
}

function shareOf<Item>(items: readonly Item[], test: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(test).length / items.length;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
