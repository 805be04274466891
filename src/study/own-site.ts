import type { OperationContext } from '../contract/operation.ts';
import { AppError } from '../kernel/errors.ts';
import { OWN_ENGINE, type Serp } from '../ports/serp.ts';
import { planSerpQuery } from '../serp/query.ts';
import { listResults } from '../serp/results.ts';
import { buildAddressKey } from '../text/address.ts';

/** A crawled page of the caller's own site that is about a search. */
export interface OwnMention {
  readonly url: string;
  readonly title: string | null;
}

export interface OwnSearch {
  readonly serp: Serp;
  readonly own_domains: readonly string[];
  readonly own_url: string | undefined;
}

const PAGES_MAX = 10;

/** Pages of the own site that the own index finds for a search, without the page itself; null where the site was never crawled. */
export async function searchOwnSite(
  { serp, own_domains, own_url }: OwnSearch,
  { ports }: Pick<OperationContext<'serp'>, 'ports'>,
): Promise<readonly OwnMention[] | null> {
  if (own_domains.length === 0) return null;
  const query = planSerpQuery({
    keyword: serp.keyword,
    engine: OWN_ENGINE,
    location: null,
    language: serp.language,
    device: null,
    depth: PAGES_MAX,
    wants: ['organic'],
    include_domains: [...own_domains],
  });
  try {
    const found = await ports.serp.check(query);
    const own = own_url === undefined ? undefined : buildAddressKey(own_url);
    const pages = listResults(found).filter(({ url }) => buildAddressKey(url) !== own);
    return listResults(found).length === 0 ? null : pages.map(({ url, title }) => ({ url, title }));
  } catch (thrown) {
    // `meta.sources` tells of an index that failed; the answer stands without it.
    if (thrown instanceof AppError) return null;
    throw thrown;
  }
}
