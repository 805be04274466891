import { z } from 'zod';

import { defineAccountOperation } from '../../../contract/account-operation.ts';
import { crawlPatterns } from '../../../contract/crawl-view.ts';
import { target } from '../../../contract/fields.ts';
import { notCrawled } from '../../../contract/site-input.ts';
import { parseTarget } from '../../../web/target.ts';
import { CrawlPreview, previewCrawl } from './preview.ts';

const ROBOTS_CHARACTERS_MAX = 500 * 1024;
const ADDRESSES_MAX = 50_000;

export default defineAccountOperation({
  id: 'crawls.preview',
  method: 'POST',
  path: '/crawls/preview',
  group: 'Crawls and imports',
  title: 'Preview a crawl',
  description:
    'Tests include and exclude patterns, and a draft of robots.txt, on the URLs that the index knows of a site. ' +
    'Answers how many would be read or left out, by which pattern, with examples, and what the draft would close or open compared with the robots.txt that was last read. ' +
    'Fetches nothing. Free.',

  is_workspace_wide: true,
  input: z.object({
    site: target(),
    ...crawlPatterns,
    robots_txt: z.string().max(ROBOTS_CHARACTERS_MAX).optional().describe('Text of a robots.txt to test.'),
    agent: z
      .string()
      .regex(/^[A-Za-z_-]{1,100}$/, 'must be a product token such as Googlebot')
      .default('Googlebot')
      .describe('The crawler that robots_txt is tested for.'),
  }),
  result: CrawlPreview,
  example: { site: 'example.com', exclude: ['*?sort=*'], robots_txt: 'User-agent: *\nDisallow: /search' },

  async run({ site, include = [], exclude = [], ...draft }, { caller, account, signal }) {
    const parsed = parseTarget(site, 'site');
    const known = await account.crawls.known(caller.workspace_id, { site: parsed, limit: ADDRESSES_MAX }, signal);
    if (known === undefined) throw notCrawled(parsed, 'site');
    return previewCrawl(known, { ...draft, include, exclude, robots_txt: draft.robots_txt }, (patterns) =>
      account.crawls.admits(patterns),
    );
  },
});
