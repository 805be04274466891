import { z } from 'zod';

import { readAccess } from '../../../contract/access-fields.ts';
import { defineAccountOperation } from '../../../contract/account-operation.ts';
import {
  CRAWL_DEFAULTS,
  CrawlInput,
  CrawlView,
  crawlView,
  readCrawlOrder,
  readList,
  unknownCrawlSite,
} from '../../../contract/crawl-view.ts';
import type { AccountContext } from '../../../contract/operation.ts';
import { crawlCredits, PAGES_A_CREDIT } from '../../../ports/crawls.ts';

/** 50,000 pairs of long addresses. */
const BODY_BYTES = 12_000_000;

export default defineAccountOperation({
  id: 'crawls.create',
  method: 'POST',
  path: '/crawls',
  group: 'Crawls and imports',
  title: 'Crawl a site',
  description:
    'Crawls a site into the index. Reads its pages, links, status codes and redirects. ' +
    'Send addresses, or the id of one of your sites to use its crawl settings, or redirects to test a list of old addresses. ' +
    'Robots.txt is respected, a host is asked at most twice a second, and several crawls of one host share that pace. ' +
    'The answer names the job; follow its events for progress. Pause or resume it with PATCH /crawls/{id}. ' +
    'An equal request continues a crawl that was interrupted; one of a finished crawl reads the site again. ' +
    'Pages go into the index that workspaces share, so only keys of the first workspace may crawl, unless the operator allows others (SEAMARK_IMPORTS) or the workspace has an index of its own. ' +
    'Only pages that were read are charged.',
  success_status: 201,

  is_workspace_wide: true,
  one_of: ['urls', 'site', 'redirects'],
  body_bytes: BODY_BYTES,
  input: CrawlInput,
  result: z.object({
    crawl: CrawlView,
    job_id: z.string().nullable(),
    status_url: z.string(),
    events_url: z.string().nullable(),
  }),
  job_price: {
    rule: `1 credit per ${PAGES_A_CREDIT} pages read`,
    credits: ({ pages = CRAWL_DEFAULTS.pages, redirects }) => crawlCredits(redirects?.length ?? pages),
    quote: async (input, context) => crawlCredits(readCrawlOrder(input, await siteOf(input, context)).pages_max),
  },
  example: { urls: ['https://example.com/'], pages: 500, exclude: ['*?sort=*'] },

  async run(input, { caller, account }) {
    const site = await siteOf(input, { caller, account });
    const secrets = { site_id: site?.id, change: readAccess(input) };
    const file = await account.crawls.start(caller, readCrawlOrder(input, site), secrets, readList(input));
    const crawl = crawlView(file);
    const { job_id } = crawl;
    const events_url = job_id === null ? null : `/api/v1/jobs/${job_id}/events`;
    return { crawl, job_id, status_url: `/api/v1/crawls/${crawl.id}`, events_url };
  },
});

async function siteOf(
  { site: id }: Pick<z.output<typeof CrawlInput>, 'site'>,
  { caller, account }: Pick<AccountContext, 'caller' | 'account'>,
) {
  if (id === undefined) return undefined;
  const site = await account.sites.find(caller, id);
  if (site === undefined) throw unknownCrawlSite(id);
  return site;
}
