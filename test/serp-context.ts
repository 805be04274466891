import type { RunContext } from '../src/contract/operation.ts';
import { AppError } from '../src/kernel/errors.ts';
import type { Brand } from '../src/ports/projects.ts';
import type { Serp, SerpQuery } from '../src/ports/serp.ts';
import type { Ports } from '../src/ports/sources.ts';
import type { Location } from '../src/ports/locations.ts';
import { contextWithPages, type TestPage } from './page-context.ts';

export interface TestSerps {
  /** What a check answers. */
  readonly serp: Serp;
  /** Every stored check of its series, oldest first. */
  readonly history?: readonly Serp[];
  /** Newest stored result pages of other searches. */
  readonly known?: readonly Serp[];
  /** Ranks of domains and pages by their target; undefined is a service without a source of links. */
  readonly ranks?: Readonly<Record<string, number>>;
  readonly pages?: Readonly<Record<string, TestPage>>;
  readonly location?: Location;
  /** Brand of the project that the call counts toward. */
  readonly brand?: Brand;
}

export interface SerpContext {
  readonly context: RunContext;
  readonly asked: SerpQuery[];
}

/** A context whose result pages, ranks and pages are what a test says. */
export function contextWithSerps({
  serp,
  history = [],
  known = [],
  ranks,
  pages = {},
  location,
  brand,
}: TestSerps): SerpContext {
  const asked: SerpQuery[] = [];
  const port: Ports['serp'] = {
    check: async (query) => {
      asked.push(query);
      return serp;
    },
    history: async () => history,
    series: async () => [],
    outlines: async () => [],
    recent: async () => [],
    failures: async () => [],
    known: async ({ keywords }) => known.filter(({ keyword }) => keywords.includes(keyword)),
    seen: async ({ target }) =>
      known.flatMap((other) =>
        other.items
          .filter(({ url }) => url === target)
          .map(({ type, rank_absolute, rank_group, url, title }) => ({
            keyword: other.keyword,
            engine: other.engine,
            source: other.source,
            location_code: other.location?.code ?? null,
            language: other.language,
            device: other.device,
            checked_at: other.checked_at,
            type,
            rank_absolute,
            rank_group,
            url: url ?? '',
            title,
          })),
      ),
  };
  const links: Pick<Ports['links'], 'ranks'> = {
    ranks: async ({ targets }) => {
      if (ranks === undefined) throw new AppError('source_not_configured', 'There is no source of links.');
      return targets.map(({ value }) => ({ target: value, rank: ranks[value] ?? null }));
    },
  };
  const base = contextWithPages(pages);
  const context: RunContext = Object.assign(Object.create(null), base, {
    ports: { ...base.ports, serp: port, links },
    locate: () => Promise.resolve(location ?? null),
    brand: () => Promise.resolve(brand ?? null),
  });
  return { context, asked };
}
