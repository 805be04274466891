import { stripSiteName } from '../text/address.ts';
import { voteByAddress } from '../text/page-type/address.ts';
import { voteByTitle } from '../text/page-type/supplied.ts';
import { judgeVotes, type Vote } from '../text/page-type/tally.ts';
import type { JudgedType } from '../text/page-types.ts';
import type { Verdict } from '../text/verdict.ts';
import { findSiteKind, type Result, type SiteKind } from './results.ts';

const KIND_TYPES: Readonly<Partial<Record<SiteKind, JudgedType>>> = { forum: 'forum_thread', video: 'video' };
/** The kind of a site outweighs what a title promises. */
const SITE_POINTS = 6;
/** One weak hint is no verdict. */
const CONFIDENCE_MIN = 0.5;

/**
 * The page type of a result, judged by its site, URL and title; undefined if they do not reveal it.
 *
 * Only a URL shows a home page, since every title names its site. The page itself is not read, so an article that
 * reveals its type only in its text stays unknown.
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
