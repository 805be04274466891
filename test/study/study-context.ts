import type { RunContext } from '../../src/contract/operation.ts';
import { AppError } from '../../src/kernel/errors.ts';
import type { KnownPage, LinkSummaryRecord } from '../../src/ports/links.ts';
import type { DailyFigures } from '../../src/ports/rankings.ts';
import { OWN_ENGINE, type Serp, type SerpOutline } from '../../src/ports/serp.ts';
import type { Ports } from '../../src/ports/sources.ts';
import { distilPage } from '../../src/text/reading/distil.ts';
import type { PageRead } from '../../src/text/reading/reading.ts';
import { AMERICA } from '../observations.ts';
import { keywordsOf, measured, rankedKeyword } from '../ranking-records.ts';
import { contextWithSerps, type TestSerps } from '../serp-context.ts';
import { serpRecord } from '../serp-records.ts';
import { CHAIN_KEYWORD, CHAIN_PAGES } from './chain-pages.ts';

export interface TestStudy extends Pick<TestSerps, 'brand' | 'location'> {
  /** Pages that rank, in their order, by URL: HTML, or why one cannot be read. */
  readonly ranking?: Readonly<Record<string, string | PageRead>>;
  /** Pages that are fetched as they are now, by URL: the caller's own, and those that it links to. */
  readonly own?: NonNullable<TestSerps['pages']>;
  readonly serp?: Partial<Serp>;
  /** URLs that the own index finds of the caller's site; none by default, as of a site that was never crawled. */
  readonly crawled?: readonly string[];
  /** Stored checks of the search, oldest first. */
  readonly checks?: readonly SerpOutline[];
  /** What the caller's console knows of the page; nothing by default. */
  readonly console?: {
    readonly daily: DailyFigures;
    readonly queries: readonly { readonly query: string; readonly clicks: number }[];
  };
  /** What the index knows of pages. */
  readonly known?: readonly KnownPage[];
  /** Links to the page; by default there is no source of links. */
  readonly links?: Pick<LinkSummaryRecord, 'rank' | 'backlinks' | 'referring_domains' | 'top_anchors'>;
  readonly background?: Awaited<ReturnType<Ports['pages']['background']>>;
}

const NO_DETAILS: LinkSummaryRecord = {
  rank: null,
  backlinks: null,
  referring_domains: null,
  referring_main_domains: null,
  referring_pages: null,
  referring_domains_nofollow: null,
  dofollow_backlinks: null,
  broken_backlinks: null,
  broken_pages: null,
  lost_backlinks: null,
  spam_score: null,
  spam_signs: null,
  first_seen: null,
  last_seen: null,
  link_types: [],
  link_attributes: [],
  tlds: [],
  semantic_locations: [],
  placements: null,
  platform_types: [],
  languages: null,
  top_anchors: null,
  top_pages: null,
  tool_metrics: [],
};

/** A context whose result page leads to the pages of a test; by default those about cleaning a bike chain. */
export function contextWithStudy({
  ranking = CHAIN_PAGES,
  own = {},
  serp = {},
  crawled = [],
  checks = [],
  console,
  known = [],
  links: summary,
  background = { documents: 0, counts: {} },
  ...others
}: TestStudy): { readonly context: RunContext; readonly read: string[] } {
  const items = Object.keys(ranking).map((url) => ({ url, title: titleOf(ranking[url]) }));
  const { context } = contextWithSerps({
    serp: serpRecord(items, { keyword: CHAIN_KEYWORD, language: 'en', ...serp }),
    pages: own,
    ...others,
  });
  const port: Ports['serp'] = {
    ...context.ports.serp,
    check: async (query) =>
      query.engine === OWN_ENGINE
        ? serpRecord(
            crawled.map((url) => ({ url })),
            { engine: OWN_ENGINE },
          )
        : context.ports.serp.check(query),
    outlines: async () => checks,
  };
  const read: string[] = [];
  const pages: Ports['pages'] = {
    async read({ url }) {
      read.push(url);
      const page = ranking[url] ?? { status: 'unreachable', note: `There is no ${url}.` };
      if (typeof page !== 'string') return page;
      return { status: 'read', page: distilPage.run({ html: page, url }) };
    },
    background: async () => background,
  };
  const links: Ports['links'] = {
    ...context.ports.links,
    summary: async () => {
      if (summary === undefined) throw new AppError('source_not_configured', 'There is no source of links.');
      return { ...NO_DETAILS, ...summary };
    },
    knownPages: async ({ urls }) => known.filter(({ url }) => urls.includes(url)),
  };
  const rankings: Pick<Ports['rankings'], 'daily' | 'clickRates' | 'keywords'> = {
    daily: async () => console?.daily ?? null,
    clickRates: async () =>
      console === undefined ? null : { property: 'sc-domain:own.example', from: '', to: '', bins: [] },
    keywords: async () =>
      keywordsOf.console(
        (console?.queries ?? []).map(({ query, clicks }) => rankedKeyword(query, { measured: measured(clicks, 100) })),
      ),
  };
  return {
    context: Object.assign(Object.create(null), context, {
      ports: { ...context.ports, serp: port, pages, links, rankings },
      locate: async () => others.location ?? AMERICA,
    }),
    read,
  };
}

function titleOf(page: string | PageRead | undefined): string | null {
  return typeof page === 'string' ? (/<title>(.*?)<\/title>/.exec(page)?.[1] ?? null) : null;
}
