import { AppError } from '../kernel/errors.ts';
import type { KnownPage } from '../ports/links.ts';
import type { Ports } from '../ports/sources.ts';

/** What the index knows of some pages. Pages rank without anybody having crawled them: nothing, then. */
export async function readKnownPages(
  links: Pick<Ports['links'], 'knownPages'>,
  urls: readonly string[],
): Promise<readonly KnownPage[]> {
  if (urls.length === 0) return [];
  try {
    return await links.knownPages({ urls });
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'source_not_configured') return [];
    throw thrown;
  }
}
