import { onScale } from '../../../kernel/rank.ts';
import { readListCell } from '../../../text/cells.ts';
import { cleanText, compareText } from '../../../text/normalize.ts';
import type { Prospect } from './input.ts';
import type { LinkToYou } from '../../../links/known-links.ts';
import { findSite } from './site.ts';

/** One row of the caller, read: flat texts, one rank scale, unknown as null. */
export interface Row {
  readonly site: string | undefined;
  readonly written_as: string;
  readonly url: string | null;
  readonly title: string;
  readonly source_type: string;
  readonly competitors: readonly string[];
  /** At least as many as `competitors` names; a bare number is all that some exports have. */
  readonly competitors_count: number;
  /** Whether the row says anything of competitors, be it that there are none. */
  readonly says_competitors: boolean;
  readonly topics: readonly string[];
  /** 0-100. */
  readonly domain_rank: number | null;
  readonly page_rank: number | null;
  readonly spam_score: number | null;
  readonly dofollow: boolean | null;
  readonly broken: boolean;
  readonly broken_url: string | null;
  readonly lost: boolean;
  readonly lost_url: string | null;
}

/** All rows of one site: the facts are the best or worst known, the page is the one that says most. */
export interface Site extends Row {
  readonly site: string;
  readonly rows: number;
  /** Rows of the site whose own spam score is above what the caller allows. */
  readonly rows_over_spam: number;
  /** Null where our index knows of no live link to the caller. */
  readonly already_links: LinkToYou | null;
}

/** Ranks come on 0-100 or on 0-1000; one value above 100 shows which, for the whole export. */
export function readRankScale(prospects: readonly Prospect[]): 'one_hundred' | 'one_thousand' {
  const isLarge = (rank: number | null | undefined): boolean => (rank ?? 0) > 100;
  const thousand = prospects.some((row) => isLarge(row.rank) || isLarge(row.domain_rank) || isLarge(row.page_rank));
  return thousand ? 'one_thousand' : 'one_hundred';
}

export function readRow(prospect: Prospect, scale: 'one_hundred' | 'one_thousand'): Row {
  const competitors = [...new Set(readListCell(prospect.linked_competitors).map((name) => findSite(name) ?? name))];
  const counted = typeof prospect.linked_competitors === 'number' ? prospect.linked_competitors : 0;
  const readRank = (value: number | null | undefined): number | null => {
    if (value === null || value === undefined) return null;
    return scale === 'one_hundred' ? value : onScale(value, 'one_hundred');
  };
  return {
    site: findSite(prospect.source_domain),
    written_as: cleanText(prospect.source_domain, 120),
    url: readAddress(prospect.source_url) ?? readAddress(prospect.source_domain),
    title: cleanText(prospect.title ?? '', 160),
    source_type: cleanText(prospect.source_type ?? '', 80),
    competitors,
    competitors_count: Math.max(competitors.length, counted),
    says_competitors: says(prospect.linked_competitors),
    topics: readListCell(prospect.topics),
    domain_rank: readRank(prospect.domain_rank ?? prospect.rank),
    page_rank: readRank(prospect.page_rank),
    spam_score: prospect.spam_score ?? null,
    dofollow: prospect.dofollow ?? null,
    broken: isSet(prospect.broken_link),
    broken_url: typeof prospect.broken_link === 'string' ? readAddress(prospect.broken_link) : null,
    lost: isSet(prospect.lost_link),
    lost_url: typeof prospect.lost_link === 'string' ? readAddress(prospect.lost_link) : null,
  };
}

/** An empty cell says nothing; an empty list and 0 say that there are none. */
function says(cell: Prospect['linked_competitors']): boolean {
  return typeof cell === 'string' ? cell.trim() !== '' : cell !== null && cell !== undefined;
}

const UNSET = /^(?:|0|no|none|null|false|nein|non|n\/a|-)$/i;

function isSet(flag: boolean | string | null | undefined): boolean {
  return typeof flag === 'string' ? !UNSET.test(flag.trim()) : flag === true;
}

function readAddress(cell: string | null | undefined): string | null {
  const written = (cell ?? '').trim();
  if (!/^https?:\/\//i.test(written)) return null;
  const parsed = URL.parse(written);
  return parsed === null || parsed.href.length > 2048 ? null : parsed.href;
}

/**
 * Folds the rows of one site into one.
 *
 * Rows over the spam limit give way to the others, since a large site has bad corners; when all are over it,
 * the site is. The order of the rows does not matter.
 */
export function mergeRows(site: string, rows: readonly Row[], maxSpamScore: number): Site {
  const within = rows.filter((row) => (row.spam_score ?? 0) <= maxSpamScore);
  const used = (within.length > 0 ? within : rows).toSorted(compareSubstance);
  const first = used[0] ?? rows[0];
  if (first === undefined) throw new Error('A site without rows cannot be merged.');
  const competitors = unite(used.map((row) => row.competitors));
  return {
    ...first,
    site,
    competitors,
    competitors_count: Math.max(competitors.length, ...used.map((row) => row.competitors_count)),
    says_competitors: used.some((row) => row.says_competitors),
    topics: unite(used.map((row) => row.topics)),
    domain_rank: findMost(used.map((row) => row.domain_rank)),
    page_rank: first.page_rank,
    spam_score: findMost(used.map((row) => row.spam_score)),
    dofollow: used.some((row) => row.dofollow === true)
      ? true
      : (used.find((row) => row.dofollow !== null)?.dofollow ?? null),
    broken: used.some((row) => row.broken),
    broken_url: first.broken_url ?? used.find((row) => row.broken_url !== null)?.broken_url ?? null,
    rows: rows.length,
    rows_over_spam: rows.length - within.length,
    already_links: null,
  };
}

/** The row that leads to an action comes first: a lost or broken link, then authority, then what is written. */
function compareSubstance(one: Row, other: Row): number {
  return (
    Number(other.lost) - Number(one.lost) ||
    Number(other.broken) - Number(one.broken) ||
    (other.page_rank ?? -1) - (one.page_rank ?? -1) ||
    other.competitors_count - one.competitors_count ||
    other.topics.length - one.topics.length ||
    compareText(keyOfRow(one), keyOfRow(other))
  );
}

function keyOfRow(row: Row): string {
  return JSON.stringify([row.url ?? '~', row.title === '' ? '~' : row.title, row]);
}

function unite(lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())].toSorted(compareText);
}

function findMost(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
