import { isSourceFailure } from '../kernel/errors.ts';
import type { KnownPage } from '../ports/links.ts';
import type { Ports } from '../ports/sources.ts';

/** So many addresses fit into one question to the index. */
const URLS_AT_ONCE = 500;

/** What the index knows of some pages. Pages rank without anybody having crawled them: nothing, then. */
export async function readKnownPages(
  links: Pick<Ports['links'], 'knownPages'>,
  urls: readonly string[],
): Promise<readonly KnownPage[]> {
  if (urls.length === 0) return [];
  try {
    const known: KnownPage[] = [];
    for (let start = 0; start < urls.length; start += URLS_AT_ONCE) {
      known.push(...(await links.knownPages({ urls: urls.slice(start, start + URLS_AT_ONCE) })));
    }
    return known;
  } catch (thrown) {
    // `meta.sources` tells of a source that failed; what rankings say stands without it.
    if (isSourceFailure(thrown)) return [];
    throw thrown;
  }
}
