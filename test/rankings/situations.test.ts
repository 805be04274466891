import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openIndex } from '../../src/compose/indexes.ts';
import { readConsole } from '../../src/importer/console/read-console.ts';
import { closingAfter } from '../../src/kernel/closing.ts';
import { fieldsOf } from '../../src/kernel/fields-of.ts';
import { operations } from '../../src/operations/index.ts';
import { kept, serp, serpItem, serpQuery, TestInbox } from '../observations.ts';
import { readAll } from '../reading.ts';
import { openTestService, type TestService } from '../service.ts';
import { zipOf } from '../zip.ts';

const SEEN = new Date('2026-11-22T08:00:00Z');

/** The eight questions about rankings over HTTP, on a whole service, in three situations that users begin in. */

/** Queries of a bike shop, as the performance report exports them. */
const QUERIES = `Häufigste Suchanfragen,Klicks,Impressionen,CTR,Position
radhaus,420,900,46.67%,1.1
fahrrad reparatur köln,180,9000,2%,6.2
fahrradreparatur köln,60,4200,1.43%,7.1
e-bike kaufen,90,12000,0.75%,9.4
e bike kaufen köln,40,3100,1.29%,8.2
lastenrad mieten,75,5200,1.44%,5.6
fahrrad inspektion kosten,130,6100,2.13%,5.1
kinderfahrrad 20 zoll,20,2900,0.69%,12.3
was kostet eine fahrradinspektion,35,2100,1.67%,6.8
gebrauchte fahrräder,55,1900,2.89%,2.4
`;
const PAGES = `Die häufigsten Seiten,Klicks,Impressionen,CTR,Position
https://radhaus.example/,500,9000,5.56%,3.2
https://radhaus.example/reparatur,300,17000,1.76%,6.3
https://radhaus.example/e-bikes,150,16000,0.94%,9.1
`;
const DAYS = `Datum,Klicks,Impressionen,CTR,Position
${Array.from({ length: 28 }, (_, at) =>
  new Date(Date.parse('2026-10-24T00:00:00Z') + at * 86_400_000).toISOString().slice(0, 10),
)
  .map((day) => `${day},45,2000,2.25%,6.1`)
  .toReversed()
  .join('\n')}
`;
const FILTERS = 'Filter,Wert\nSuchtyp,Web\nDatum,Letzte 28 Tage\n';

let service: TestService;

beforeAll(async () => {
  service = await openTestService({ clock: () => new Date('2026-11-23T12:00:00Z') });
  await closingAfter(async (closing) => {
    const index = closing.add(await openIndex(service.config));
    const files = { 'Suchanfragen.csv': QUERIES, 'Seiten.csv': PAGES, 'Diagramm.csv': DAYS, 'Filter.csv': FILTERS };
    const bytes = zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));
    const location = '/downloads/radhaus.example-Performance-on-Search-2026-11-22.zip';
    await readAll(readConsole({ console: index.consoleWriter, keywords: index.imported }, 'ws_default'), bytes, {
      location,
      seen_at: SEEN,
    });
    const inbox = new TestInbox(index.observations);
    for (let day = 16; day <= 22; day += 1)
      for (const [at, keyword] of ['bike repair', 'bike service cost', 'rim tape', 'spoke key'].entries()) {
        const urls = [
          'https://speiche.example/a',
          'https://wheels.example/b',
          'https://rims.example/c',
          ...Array.from({ length: 7 }, (_, n) => `https://other${n}.example/`),
        ];
        const shift = (at + Math.floor(day / 4)) % 4;
        const sorted = [...urls.slice(shift), ...urls.slice(0, shift)];
        const page = serp({
          keyword,
          keyword_sent: keyword,
          checked_at: `2026-11-${day}T08:00:00.000Z`,
          items: sorted.map((url, rank) => serpItem(url, rank + 1)),
        });
        const written = index.recollect(inbox).serp.check.observe(serpQuery({ keyword }), page, page.source);
        inbox.waiting.push(...written.map((each) => kept(each, page.source)));
      }
    await inbox.flush();
  });
}, 120_000);
afterAll(() => service.close());

const ASKED = {
  'domain.ranked-keywords': (site: string) => ({ target: site }),
  'domain.relevant-pages': (site: string) => ({ target: site }),
  'domain.competitors': (site: string) => ({ target: site }),
  'domain.intersection': (site: string) => ({ target1: site, target2: 'wheels.example' }),
  'domain.traffic-estimate': (site: string) => ({ targets: [site] }),
  'pages.intersection': (site: string) => ({ pages: [`https://${site}/a`, `https://${site}/e-bikes`] }),
  'opportunities.find': (site: string) => ({ target: site }),
  'content-decay.detect': (site: string) => ({ url: `https://${site}/a`, keyword: 'bike repair' }),
} as const;
type Id = keyof typeof ASKED;

function operationOf(id: unknown) {
  const found = operations.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no operation ${String(id)}.`);
  return found;
}

const rowsOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** What a caller reads first, and what an agent does next. */
async function ask(id: Id, site: string, body: Readonly<Record<string, unknown>> = ASKED[id](site)) {
  const { status, json } = await service.call(operationOf(id).path, body);
  expect(status).toBe(200);
  const workflow = fieldsOf(json['agent_workflow']);
  const meta = fieldsOf(json['meta']);
  return {
    json,
    summary: String(workflow['summary']),
    markdown: String(json['markdown_summary']),
    steps: rowsOf(workflow['steps']),
    calls: rowsOf(workflow['next_calls']).map((call) => ({
      operation: call['operation'],
      body: fieldsOf(call['body']),
      reason: String(call['reason']),
    })),
    rankings: rowsOf(meta['sources']).filter(({ capability }) => capability === 'rankings'),
    charged: fieldsOf(meta['credits'])['charged'],
  };
}
type Told = Awaited<ReturnType<typeof ask>>;

/** Holds for every answer, whatever is known. */
function expectSound({ json, markdown, calls, rankings, charged, steps }: Told): void {
  for (const { operation, body } of calls) expect(() => operationOf(operation).prepare(body)).not.toThrow();
  expect(steps.length).toBeGreaterThan(0);
  expect(markdown).not.toContain(String.raw`\``);
  expect(markdown).not.toMatch(/\b0 up, 0 down, 0 new, 0 lost/);
  if (json['coverage'] !== 'none') return;
  expect(charged).toBe(0);
  expect(calls.length).toBeGreaterThan(0);
  expect(rankings.map(({ status, coverage }) => [status, coverage])).toEqual(
    rankings.map(() => ['not_covered', 'none']),
  );
}

const IDS = [
  'domain.ranked-keywords',
  'domain.relevant-pages',
  'domain.competitors',
  'domain.intersection',
  'domain.traffic-estimate',
  'pages.intersection',
  'opportunities.find',
  'content-decay.detect',
] as const satisfies readonly Id[];

describe.each([
  ['one table export of Search Console', 'radhaus.example'],
  ['a week of stored result pages', 'speiche.example'],
  ['nothing at all', 'nobody.example'],
])('with %s', (_name, site) => {
  it.each(IDS)('%s can be acted on and does not contradict itself', async (id) => {
    const told = await ask(id, site);
    expect(told.summary).not.toBe('');
    expectSound(told);
  });
});

describe('a site of which one table export was imported', () => {
  const SITE = 'radhaus.example';

  it('has tasks by topic where the export does not tell pages, looked up in the language of the searches', async () => {
    const { json, summary, calls } = await ask('opportunities.find', SITE);
    const tasks = rowsOf(json['opportunities']);
    expect(json).toMatchObject({ state: 'answered', basis: 'console', inspected: { pages: null } });
    const task = tasks.find(({ keyword }) => keyword === 'e-bike kaufen');
    expect(task).toMatchObject({ url: null, cluster_size: 2, signal: 'striking_distance' });
    expect(task?.['evidence']).toContain('page unknown: the source does not say which page ranks');
    expect(task?.['recommended_action']).toContain('Find the page that ranks for “e-bike kaufen”, or create one');
    expect(task?.['next_call']).toMatchObject({
      operation: 'analyze.serp',
      body: { keyword: 'e-bike kaufen', language: 'de' },
    });
    expect(calls[0]?.body).not.toHaveProperty('location_code');
    expect(summary).toMatch(/^\d tasks for radhaus\.example, worth about/);
  });

  it('has ranked keywords without movements, since nothing is known of before', async () => {
    const { markdown, calls } = await ask('domain.ranked-keywords', SITE);
    expect(markdown).not.toContain('Movement');
    expect(calls.map(({ body }) => body['language'])).toEqual(['de', 'de']);
    const page = await ask('domain.ranked-keywords', SITE, { target: `https://${SITE}/reparatur` });
    expect(page.json).toMatchObject({ state: 'not_covered', total_count: null });
    expect(page.summary).toBe(
      'Search Console shows what radhaus.example ranks for, but the import does not say which of it is for https://radhaus.example/reparatur.',
    );
    expectSound(page);
  });

  it.each([
    ['domain.competitors', 'Search Console shows what radhaus.example ranks for, but not who else does.'],
    ['domain.intersection', 'Search Console shows what radhaus.example ranks for, but not what wheels.example does'],
    ['pages.intersection', 'The Search Console data of radhaus.example lists keywords, but not which page ranks'],
  ] as const)('%s says first what Search Console cannot tell, and looks up the biggest searches', async (id, first) => {
    const { json, summary, markdown, calls } = await ask(id, SITE);
    expect(json).toMatchObject({ state: 'not_covered', coverage: 'none', basis: null, total_count: null });
    expect(summary.startsWith(first)).toBe(true);
    expect(markdown).toContain(first);
    expect(calls.map(({ operation, body }) => [operation, body])).toEqual(
      ['fahrrad reparatur köln', 'fahrrad inspektion kosten', 'e-bike kaufen'].map((keyword) => [
        'analyze.serp',
        { keyword, language: 'de' },
      ]),
    );
  });

  it('cannot be judged for decay, for want of days', async () => {
    const body = { url: `https://${SITE}/reparatur`, keyword: 'fahrrad reparatur köln' };
    const { json, summary, steps } = await ask('content-decay.detect', SITE, body);
    expect(json).toMatchObject({ state: 'not_covered', coverage: 'none' });
    expect(summary).toMatch(/^Search Console has no daily figures for this page: a table export covers one period\./);
    expect(steps[0]?.['action']).toBe('Connect the Search Console API, or import the BigQuery export.');
  });

  it('has its traffic counted, and asks on for all countries', async () => {
    const { json, calls } = await ask('domain.traffic-estimate', SITE);
    expect(json).toMatchObject({ coverage: 'full', items: [{ measure: 'measured', measured_clicks: 1260 }] });
    expect(calls[0]?.body).not.toHaveProperty('location_code');
    const pages = await ask('domain.relevant-pages', SITE);
    expect(pages.json).toMatchObject({ state: 'answered', total_count: 3 });
    expect(pages.calls[0]?.body).toMatchObject({ target: SITE });
  });
});

describe('a site on stored result pages', () => {
  it.each(['domain.ranked-keywords', 'domain.relevant-pages', 'domain.competitors', 'domain.intersection'] as const)(
    '%s is answered as a sample',
    async (id) => {
      const { json, summary } = await ask(id, 'speiche.example');
      expect(json).toMatchObject({ state: 'answered', basis: 'serps', coverage: 'sample', location: { code: 2840 } });
      expect(summary).toContain('A sample:');
    },
  );

  it('has its places within reach as tasks, though nobody knows how often people search', async () => {
    const { json } = await ask('opportunities.find', 'speiche.example');
    expect(json['opportunities']).toMatchObject([
      { keyword: 'rim tape', url: 'https://speiche.example/a', cluster_size: 3, expected_gain: null, priority: null },
    ]);
  });

  it('has no traffic, but the keywords that it was seen for', async () => {
    const { summary, json, calls } = await ask('domain.traffic-estimate', 'speiche.example');
    expect(summary).toMatch(
      /^Search traffic of speiche\.example is unknown: stored result pages show it for 4 keywords,/,
    );
    expect(json).toMatchObject({ items: [{ organic_traffic: null, keywords_considered: { organic: 4 } }] });
    expect(calls).toMatchObject([{ operation: 'domain.ranked-keywords', body: { target: 'speiche.example' } }]);
  });

  it('decays by places, told from where to where', async () => {
    const { summary } = await ask('content-decay.detect', 'speiche.example');
    expect(summary).toContain('position down from 1 to 10 since 2026-11-20');
  });
});

describe('a site that nobody knows', () => {
  it.each(IDS)('%s says so first, and counts nothing', async (id) => {
    const { json, summary, calls } = await ask(id, 'nobody.example');
    expect(json['coverage']).toBe('none');
    expect(summary.split(/[.:] /)[0]).toMatch(/unknown/);
    for (const field of ['filtered_out', 'movements', 'opportunities', 'counted_rows', 'threat_counts'])
      if (id !== 'opportunities.find' && field in json) expect([field, json[field]]).toEqual([field, null]);
    for (const field of ['platform_count', 'pages_crawled', 'action_counts', 'serps_considered', 'inspected'])
      if (field in json) expect([field, json[field]]).toEqual([field, null]);
    for (const { operation, body, reason } of calls)
      if (operation === 'analyze.serp' && body['keyword'] === 'nobody')
        expect(reason).toContain('ranks next to the brand');
  });

  it('is compared by what is known of the other', async () => {
    const { calls } = await ask('domain.intersection', 'nobody.example');
    expect(calls).toMatchObject([{ operation: 'domain.ranked-keywords', body: { target: 'wheels.example' } }]);
  });
});
