import { AppError } from '../../../kernel/errors.ts';
import type { Ports } from '../../../ports/sources.ts';
import { parseTarget } from '../../../web/target.ts';
import type { RefreshReport } from './report.ts';

const ANCHORS_MAX = 5;

/** Links from other sites to the page; null where no source knows any. */
export async function readEquity(
  url: string,
  links: Pick<Ports['links'], 'summary'>,
): Promise<RefreshReport['link_equity']> {
  try {
    const found = await links.summary({
      target: parseTarget(url),
      status: 'live',
      dofollow_only: false,
      include_subdomains: true,
      include_indirect_links: false,
      exclude_internal_backlinks: true,
      list_limit: ANCHORS_MAX,
    });
    // A page that nobody is known to link to and that has no rank was never seen: its links are unknown, not none.
    if (found.backlinks === null || (found.backlinks === 0 && found.rank === null)) return null;
    return {
      backlinks: found.backlinks,
      referring_domains: found.referring_domains,
      top_anchors: (found.top_anchors ?? []).map(({ anchor }) => anchor).filter((anchor) => anchor !== ''),
    };
  } catch (thrown) {
    // `meta.sources` tells of a source that failed; the brief stands without it.
    if (thrown instanceof AppError) return null;
    throw thrown;
  }
}
