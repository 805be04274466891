import type { PlannedCall } from '../guidance/plan.ts';

/** Next calls that several backlink plans make. */

type Body = Readonly<Record<string, unknown>>;

export function brokenLinksCall(body: Body): PlannedCall {
  return {
    operation: 'backlinks.list',
    body: { ...body, broken_only: true, mode: 'as_is' },
    reason: 'Lists the links that point to pages with errors.',
  };
}

export function lostLinksCall(body: Body): PlannedCall {
  return {
    operation: 'backlinks.list',
    body: { ...body, backlinks_status_type: 'lost', sort_by: 'lost_date' },
    reason: 'Lists the lost links, newest first.',
  };
}

export function anyLinksCall(target: string, options: Body = {}): PlannedCall {
  return {
    operation: 'backlinks.summary',
    body: { target, backlinks_status_type: 'all', ...options },
    reason: 'Shows whether the index knows any link to the target.',
  };
}

/** @param page what the page is, such as `the best page` */
export function readPageCall(url: string, page: string): PlannedCall {
  return { operation: 'extract', body: { url }, reason: `Reads ${page} before anyone contacts its owner.` };
}

/**
 * What changes that nothing is known of some targets.
 *
 * @param targets as answers show them: hosts, or URLs of pages
 */
export function crawlCall(...targets: readonly string[]): PlannedCall {
  const reason =
    targets.length === 1
      ? 'Reads the site; crawl those that may link to it as well.'
      : 'Reads these sites; crawl those that may link to them as well.';
  return {
    operation: 'crawls.create',
    body: { urls: targets.map((target) => (target.includes('://') ? target : `https://${target}/`)) },
    reason,
  };
}
