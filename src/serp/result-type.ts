import { stripSiteName } from '../text/address.ts';
import { voteByAddress } from '../text/page-type/address.ts';
import { voteByTitle } from '../text/page-type/supplied.ts';
import { judgeVotes, type Vote } from '../text/page-type/tally.ts';
import type { JudgedType } from '../text/page-types.ts';
import type { Verdict } from '../text/verdict.ts';
import { findSiteKind, type Result, type SiteKind } from './results.ts';

const KIND_TYPES: Readonly<Partial<Record<SiteKind, JudgedType>>> = { forum: 'forum_thread', video: 'video' };
/** A site of one kind outweighs what a title promises. */
const SITE_POINTS = 6;
/** One hint of little weight is no verdict. */
const CONFIDENCE_MIN = 0.5;

/**
 * What type of page a result is, by its site, address and title; undefined where they do not tell.
 *
 * Only an address shows a home page: titles of all pages name their site. The page itself is not read, so an article that gives its type away nowhere but in its text stays unknown.
 */
export function judgeResult({ url, title, site }: Result, language: string): Verdict<JudgedType> | undefined {
  const kind = findSiteKind(site);
  const type = kind === undefined ? undefined : KIND_TYPES[kind];
  const votes: Vote<JudgedType>[] = [
    ...(type === undefined ? [] : [[type, SITE_POINTS, site] as const]),
    ...voteByAddress(url),
    ...voteByTitle(stripSiteName(title ?? '', url), language.split('-', 1)[0] ?? '').filter(
      ([named]) => named !== 'homepage',
    ),
  ];
  const verdict = judgeVotes(votes);
  return verdict === undefined || verdict.confidence < CONFIDENCE_MIN ? undefined : verdict;
}
