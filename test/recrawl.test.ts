import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PostgresFrontier } from '../src/adapters/postgres/frontier.ts';
import { openAccounts } from '../src/compose/accounts.ts';
import { createLog } from '../src/compose/log.ts';
import { openIndex } from '../src/compose/indexes.ts';
import { openFetch } from '../src/compose/web.ts';
import { crawl } from '../src/crawler/crawl.ts';
import { createPageParser } from '../src/crawler/parse-pool.ts';
import type { CrawlReport } from '../src/crawler/settings.ts';
import { closingAfter } from '../src/kernel/closing.ts';
import type { IndexStats } from '../src/ports/index.ts';
import { SAMPLE_SITES } from './sample/server.ts';
import { openSampleService } from './sample-service.ts';
import type { TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openSampleService();
});
afterAll(async () => {
  await service.close();
});

/** The sample web once more, as it is. */
async function again(): Promise<{ report: CrawlReport; before: IndexStats; after: IndexStats }> {
  return closingAfter(async (closing) => {
    const web = closing.add(openFetch(service.config));
    const accounts = closing.add(await openAccounts(service.config));
    const index = closing.add(await openIndex(service.config));
    const before = await index.admin.stats(AbortSignal.timeout(30_000));
    const seeds = SAMPLE_SITES.map((site) => `http://${site.host}/`);
    const report = await crawl(
      { seeds, pages_max: 200, depth_max: 10, stay: 'host', rate: 1000, concurrency: 8, sitemaps: false },
      {
        requester: web.requester,
        frontier: new PostgresFrontier(accounts.database),
        writer: index.writer,
        parser: closing.add(createPageParser()),
        user_agent: service.config.user_agent,
        clock: () => new Date(),
        log: createLog(service.config),
        onProgress: undefined,
        previous: index.previous,
        remembered: index.remembered,
      },
      AbortSignal.timeout(60_000),
    );
    await index.writer.flush();
    return { report, before, after: await index.admin.stats(AbortSignal.timeout(30_000)) };
  });
}

describe('a second crawl of an unchanged web', () => {
  it('is sent nothing again but files and where redirects lead, follows the same links, and loses nothing', async () => {
    const { report, before, after } = await again();
    // One file, and the ends of three redirects, where these come first.
    expect(report.statuses['200'] ?? 0).toBeLessThanOrEqual(4);
    expect(report.not_modified).toBeGreaterThan(35);
    expect(after).toMatchObject({ pages: before.pages, documents: before.documents, links: before.links });
    const { json } = await service.call('/backlinks/summary', { target: 'harbour-bikes.example' });
    expect(json).toMatchObject({ backlinks: 32, lost_backlinks: 0 });
  });
});
