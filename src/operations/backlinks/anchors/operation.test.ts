import { describe, expect, it } from 'vitest';

import { ANCHOR_GROUP } from '../../../../test/link-records.ts';
import { askWithLinks, contextWithLinks } from '../../../../test/link-context.ts';
import { leastCpuMs } from '../../../../test/pure-operation.ts';
import type { Brand } from '../../../ports/projects.ts';
import type { AnchorRecord, AnchorsQuery, AnchorsRecord } from '../../../ports/links.ts';
import operation from './operation.ts';

const RECORD = ANCHOR_GROUP;
const CARGO: AnchorRecord = {
  ...RECORD,
  anchor: 'cargo | bikes',
  backlinks: 60,
  referring_main_domains: 50,
  broken_backlinks: 7,
  lost_backlinks: 40,
  lost_date: '2026-02-03T00:00:00.000Z',
  spam_score: 66,
  target_url: 'https://harbour-bikes.example/bikes/',
  target_title: 'Cargo bikes | Harbour Bikes',
};
const NONE: AnchorsRecord = { total_count: 0, backlinks: 0, anchors: [], commonest: [] };

function ask(body: Record<string, unknown>, record: AnchorsRecord) {
  return askWithLinks<AnchorsQuery, AnchorsRecord>(
    operation,
    { target: 'harbour-bikes.example', ...body },
    record,
    (anchors) => ({ anchors }),
  );
}

const two: AnchorsRecord = { total_count: 52, backlinks: 120, anchors: [RECORD, CARGO], commonest: [RECORD, CARGO] };

describe('backlinks.anchors', () => {
  it('takes the names of the brand of the project for names of the site, where the target is its own', async () => {
    const record = { ...two, anchors: [{ ...RECORD, anchor: 'Gannet Works' }] };
    const brand = { name: 'Gannet Works', aliases: [], domains: ['harbour-bikes.example'] };
    const intentFor = async (own: Brand | null, target = 'harbour-bikes.example') => {
      const context = contextWithLinks({ anchors: () => Promise.resolve(record) }, own);
      const { result } = await operation.prepare({ target }).run(context);
      return operation.result.parse(result).items[0]?.anchor_intent;
    };
    expect(await intentFor(brand)).toBe('branded');
    expect(await intentFor(null)).not.toBe('branded');
    expect(await intentFor({ ...brand, domains: ['elsewhere.example'] })).not.toBe('branded');
  });

  it('hands every filter, the order and the page to the source', async () => {
    const { asked, result } = await ask(
      {
        limit: 10,
        offset: 30,
        backlinks_status_type: 'all',
        anchor_filter: 'bike ',
        min_backlinks: 2,
        min_referring_domains: 3,
        sort_by: 'spam_score',
      },
      two,
    );
    expect(asked).toMatchObject({
      status: 'all',
      anchor_filter: 'bike ',
      backlinks_min: 2,
      referring_domains_min: 3,
      sort_by: 'spam_score',
      limit: 10,
      offset: 30,
    });
    expect(asked?.target).toMatchObject({ value: 'harbour-bikes.example', type: 'domain' });
    expect(result).toMatchObject({ total_count: 52, limit: 10, offset: 30, backlinks: 120 });
  });

  it('asks without filters, by backlinks, when nothing else is said', async () => {
    const { asked } = await ask({}, two);
    expect(asked).toMatchObject({
      status: 'live',
      anchor_filter: undefined,
      sort_by: 'backlinks',
      limit: 25,
      offset: 0,
    });
  });

  it('answers ranks on the asked scale', async () => {
    expect((await ask({}, two)).result).toMatchObject({ items: [{ rank: 45 }, { rank: 45 }] });
    expect((await ask({ rank_scale: 'one_thousand' }, two)).result).toMatchObject({
      items: [{ rank: 300 }, { rank: 300 }],
    });
  });

  it('plans the repair, the lost links, the review and the next rows', async () => {
    const { next_operations, markdown_summary } = await ask({}, two);
    expect(next_operations).toEqual([
      'backlinks.list',
      'backlinks.list',
      'backlinks.referring-domains',
      'backlinks.list',
      'backlinks.anchors',
    ]);
    expect(markdown_summary).toContain('52 anchor texts for harbour-bikes.example (2 shown)');
    expect(markdown_summary).toContain(String.raw`cargo \| bikes`);
    expect(markdown_summary).toContain('Next: ');
  });

  it.each([
    [
      'is behind the end',
      { offset: 50 },
      { ...NONE, total_count: 1, backlinks: 3 },
      'Offset 50 is past the end of the list: only 1 anchor text matches.',
      'backlinks.anchors',
    ],
    [
      'passes no filter',
      { anchor_filter: 'x' },
      { ...NONE, backlinks: 1 },
      'The index has 1 live link to harbour-bikes.example, but no anchor text matches',
      'backlinks.anchors',
    ],
    ['has no live link', {}, NONE, 'no live link from another domain', 'backlinks.anchors'],
    ['has lost nothing', { backlinks_status_type: 'lost' }, NONE, 'look at the live ones', 'backlinks.anchors'],
    ['has no link at all', { backlinks_status_type: 'all' }, NONE, 'Crawl or import pages', 'backlinks.summary'],
    [
      'could not be seen',
      {},
      { ...NONE, total_count: null, backlinks: null },
      'Links to harbour-bikes.example are unknown',
      'crawls.create',
    ],
  ] as const)('says why there are no rows when the target %s', async (_why, body, record, words, next) => {
    const { markdown_summary, next_operations } = await ask(body, record);
    expect(markdown_summary).toContain(words);
    expect(next_operations).toEqual([next]);
  });

  it.each([
    ['the next rows', { limit: 2, min_backlinks: 5 }, two, { offset: 2, min_backlinks: 5 }],
    ['the beginning', { offset: 50 }, { ...NONE, total_count: 1, backlinks: 3 }, { offset: 0 }],
    [
      'no filter',
      { anchor_filter: 'x', offset: 5 },
      { ...NONE, backlinks: 1 },
      { offset: 0, anchor_filter: undefined },
    ],
    ['lost links, too', {}, NONE, { backlinks_status_type: 'all' }],
    ['living links', { backlinks_status_type: 'lost' }, NONE, { backlinks_status_type: 'live' }],
  ] as const)('repeats the request for %s', async (_what, body, record, expected) => {
    const context = contextWithLinks({ anchors: async () => record });
    const { guidance } = await operation.prepare({ target: 'harbour-bikes.example', ...body }).run(context);
    const call = guidance?.next_calls.find((each) => each.operation === 'backlinks.anchors');
    expect({ anchor_filter: undefined, ...call?.body }).toMatchObject(expected);
  });

  it('keeps its summary within bounds whatever pages link with', async () => {
    const long = { ...CARGO, anchor: '*|`<b>'.repeat(400), target_title: '|'.repeat(300) };
    const anchors = Array.from({ length: 100 }, (_, at) => ({ ...long, anchor: `${at}${long.anchor}` }));
    const { markdown_summary } = await ask(
      { limit: 100 },
      { total_count: 100, backlinks: 9000, anchors, commonest: anchors },
    );
    expect(markdown_summary).toContain('| Anchor | Intent |');
  });

  it('stays quick on texts that are made to be slow', async () => {
    const texts = ['a.', ' - ', '(', 'a-', 'www.', '|', '：', 'ö'].map((piece) => piece.repeat(50_000));
    const anchors = texts.map((anchor) => ({ ...CARGO, anchor, image_alt: anchor, target_title: anchor }));
    const run = (): Promise<unknown> => ask({}, { ...two, anchors, commonest: anchors });
    expect(await leastCpuMs(run, 3, 500)).toBeLessThan(500);
  });

  it('costs 5 credits for 100 rows and refuses what it cannot take', () => {
    expect(operation.prepare({ target: 'a.test', limit: 100 }).credits).toBe(5);
    expect(() => operation.prepare({ target: 'a.test', anchor_filter: '' })).toThrow(/anchor_filter/);
    expect(() => operation.prepare({ target: 'a.test', min_backlinks: -1 })).toThrow(/min_backlinks/);
  });
});
