import { afterAll, beforeAll, expect, it } from 'vitest';

import { openIndex } from '../../src/compose/indexes.ts';
import { closingAfter } from '../../src/kernel/closing.ts';
import { consolePart, daysBetween, importConsole } from '../console-rows.ts';
import { openTestService, type TestService } from '../service.ts';
import { listDetails, listPageDays } from './made-rows.ts';
import { makeSite } from './made-site.ts';

const TO = '2026-11-18';
const site = makeSite({ seed: 9401, to: TO, clicks: [40, 60], counts: { rank_loss: 1, seasonal: 2, striking: 1 } });

let service: TestService;

beforeAll(async () => {
  service = await openTestService({ clock: () => new Date('2026-11-20T12:00:00Z') });
  await closingAfter(async (closing) => {
    const index = closing.add(await openIndex(service.config));
    const days = daysBetween(site.days[0] ?? TO, TO);
    for (const [grain, rows] of [
      ['detail', listDetails(site)],
      ['page', listPageDays(site)],
    ] as const)
      await importConsole(
        index.consoleWriter,
        consolePart({ workspace_id: 'ws_default', grain, property: 'sc-domain:made.example', part: grain }),
        rows,
        days,
      );
  });
}, 120_000);
afterAll(() => service.close());

it('tells over REST which page of an imported site decays, from own clicks alone', async () => {
  const page = site.pages.find(({ kind }) => kind === 'rank_loss');
  const { status, json } = await service.call('/content-decay/detect', {
    url: page?.url,
    keyword: page?.keywords[0]?.keyword,
  });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    success: true,
    coverage: 'full',
    decay_audit: { decaying: true, judged_by: 'clicks', seasonal_expectation: { basis: 'last_year' } },
    meta: { credits: { charged: 2 } },
  });
  expect(json).toMatchObject({ decay_audit: { likely_causes: [{ cause: 'rank' }] } });
});

it('lists over REST the tasks of the site, and charges nothing for one that nobody knows', async () => {
  const found = await service.call('/opportunities/find', { target: 'made.example' });
  expect(found.status).toBe(200);
  expect(found.json).toMatchObject({
    success: true,
    basis: 'console',
    coverage: 'full',
    meta: { credits: { charged: 3 } },
  });
  expect(JSON.stringify(found.json['opportunities'])).toContain('"signal":"decay"');
  const unknown = await service.call('/opportunities/find', { target: 'nobody.example' });
  expect(unknown.json).toMatchObject({ coverage: 'none', opportunities: [], meta: { credits: { charged: 0 } } });
  const unread = await service.call('/content-decay/detect', { url: 'https://nobody.example/', keyword: 'bike' });
  expect(unread.json).toMatchObject({ coverage: 'none', meta: { credits: { charged: 0 } } });
});
