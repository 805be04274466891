import { z } from 'zod';

import { defineOperation } from '../../../contract/operation.ts';
import { readKnownPages } from '../../../rankings/known-pages.ts';
import { readPageClicks } from '../../../rankings/page-clicks.ts';
import { fetchOwnPage, headingDepth, listOwnDomains, ownUrl, planStudyQuery, studyFields } from '../../../study/ask.ts';
import { compareWithStudy } from '../../../study/gap.ts';
import { findLinkSources } from '../../../study/own-links.ts';
import { findStanding, readStoredChecks } from '../../../study/standing.ts';
import { studySearch } from '../../../study/study.ts';
import { distilPage } from '../../../text/reading/distil.ts';
import { readSearchBlock } from '../../../web/facts/search-block.ts';
import { checkLinks, listInternalLinks } from './dead-links.ts';
import { readEquity } from './equity.ts';
import { GOALS } from './goals.ts';
import { listRivals } from './merge.ts';
import { planRefresh, summarizeRefresh } from './plan.ts';
import { briefRefresh } from './refresh.ts';
import { RefreshReport } from './report.ts';
import { readFirstSerp } from './serp-change.ts';

const DEPTHS = { h1: 1, h2: 2, h3: 3 } as const;

export default defineOperation({
  id: 'content.refresh-brief',
  method: 'POST',
  path: '/content/refresh-brief',
  group: 'Content and page quality',
  title: 'Plan the refresh of a page',
  description:
    'Plans how to refresh a page that ranks or used to: what to keep, add, update and merge. Compares it with the pages that rank now, finds statements that are ' +
    'out of date and links that are dead, and tells how the result page changed, which links the page has earned, and whether another page of the site competes. ' +
    'The goal decides order and share of the tasks.',
  runs: 'queued',
  guidance: 'workflow',
  needs: { serp: {}, pages: {}, fetch: {}, links: { optional: true }, rankings: { optional: true } },

  input: z.object({
    url: ownUrl(),
    ...studyFields(),
    scrape_depth: headingDepth(),
    current_rank: z.int().min(1).max(1000).optional().describe('Where the page ranks now, if you know.'),
    refresh_goal: z.enum(GOALS).default('recover_rankings').describe('What the refresh is for.'),
  }),
  result: RefreshReport,

  price: { rule: '12 credits', credits: () => 12 },
  example: {
    url: 'http://commutercraft.example/how-to-clean-bike-chain',
    keyword: 'how to clean a bike chain',
    refresh_goal: 'recover_rankings',
  },

  asks: async (input, context) => [
    { capability: 'serp', method: 'check', query: await planStudyQuery(input, context) },
  ],

  async run(input, context) {
    const { ports, compute, signal, now } = context;
    const [serp, { html, url, robots_headers }, own_domains] = await Promise.all([
      ports.serp.check(await planStudyQuery(input, context)),
      fetchOwnPage(input.url, context),
      listOwnDomains({ url: input.url }, context),
    ]);
    const [page, internal, block] = await Promise.all([
      compute(distilPage, { html, url }),
      compute(listInternalLinks, { html, url }),
      compute(readSearchBlock, { html, url, robots_headers }),
    ]);
    const own = { url, page, block: block ?? null };
    const heading_depth = DEPTHS[input.scrape_depth];
    const [study, sources, equity, first, checks, clicks, linked] = await Promise.all([
      studySearch({ serp, own_domains, own, heading_depth }, context),
      findLinkSources({ serp, own_domains, own_url: url }, context),
      readEquity(url, ports.links),
      readFirstSerp(serp, ports.serp),
      readStoredChecks({ serp, own_domains, now }, ports.serp),
      readPageClicks({ ...input, url }, ports, context.locate),
      readKnownPages(
        ports.links,
        internal.map((link) => link.url),
      ),
    ]);
    const standing = findStanding(serp, checks, { url, own_domains });
    const rivals = listRivals({ url, standing, clicks }).map((rival) => rival.url);
    const [links, known] = await Promise.all([
      checkLinks({ page, internal, known: linked }, ports.fetch, signal),
      rivals.length === 0 ? [] : readKnownPages(ports.links, [url, ...rivals]),
    ]);
    const report = briefRefresh({
      gap: compareWithStudy(study, own, heading_depth),
      study,
      own,
      standing,
      sources,
      equity,
      clicks,
      known,
      first,
      links,
      goal: input.refresh_goal,
      current_rank: input.current_rank,
      now,
    });
    return {
      result: report,
      guidance: planRefresh(report, study),
      markdown_summary: summarizeRefresh(report, study),
    };
  },
});
