import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openTestIndex, pageFact, type TestIndex } from '../../../../test/index-engine.ts';
import type { Serp } from '../../../ports/serp.ts';
import { planSerpQuery } from '../../../serp/query.ts';
import { contentHash, simhash } from '../../../text/fingerprints.ts';
import type { DocumentFact } from '../../../web/facts/records.ts';
import { tokenize } from '../../../web/words.ts';

let index: TestIndex;

interface Page extends Partial<DocumentFact> {
  readonly url: string;
  readonly title: string;
  readonly text: string;
  readonly links?: readonly string[];
}

const BOILER =
  'Check the pressure once a month and bleed the radiators before the first frost. A boiler that loses pressure has a leak, which may be tiny: look at the valves, the pump and every joint, and wipe them dry first. Call a fitter when the pressure falls again within a day. Never open the sealed part of the boiler yourself, since gas is dangerous.';

const PAGES: readonly Page[] = [
  {
    url: 'https://heat.example.com/guide/pressure',
    title: 'Low boiler pressure — Heat Guide',
    text: BOILER,
    published_at: '2024-02-10',
  },
  {
    url: 'https://heat.example.com/print/pressure',
    title: 'Low boiler pressure — Heat Guide',
    text: `${BOILER} Printed on Monday.`,
  },
  {
    url: 'https://heat.example.com/guide/',
    title: 'Guides',
    text: 'Low boiler pressure. Noisy boiler. Boiler service. Boiler grants.',
    links: ['Low boiler pressure', 'Noisy boiler', 'Boiler service', 'Boiler grants'],
  },
  {
    url: 'https://heat.example.com/guide/grants',
    title: 'Boiler grants in 2026',
    text: 'A new grant pays for half of a heat pump. The old boiler has to go within a year.',
    published_at: '2026-02-20',
  },
  {
    url: 'https://heat.example.com/guide/grants-2021',
    title: 'Boiler grants in 2021',
    text: 'A grant pays for a fifth of a new boiler. The boiler has to be a condensing one.',
    published_at: '2021-03-01',
  },
  {
    url: 'https://shop.example.net/kettles',
    title: 'Kettles and pots',
    text: 'A kettle boils water under low pressure in the mountains. A pressure cooker helps there. No boiler is needed.',
  },
  {
    url: 'https://shop.example.net/pumps',
    title: 'Heat pumps',
    text: 'A pump of high quality moves heat from the garden into the house. Quality matters more than size.',
  },
];

beforeAll(async () => {
  index = await openTestIndex();
  for (const { url, links = [], ...page } of PAGES) {
    await index.writer.write(
      pageFact(url, {
        document: {
          headings: [{ level: 1, text: page.title }],
          content_hash: contentHash(page.text),
          simhash: simhash(tokenize(page.text)),
          ...page,
        },
        links: links.map((anchor, at) => ({ to: `https://heat.example.com/guide/${at}`, anchor })),
      }),
    );
  }
  await index.writer.flush();
  await index.rebuild();
});
afterAll(() => index.close());

async function search(keyword: string): Promise<Serp> {
  const asked = { keyword, location: null, language: 'en', device: null, depth: 10, wants: ['organic'] as const };
  return (await index.serp.check(planSerpQuery(asked), AbortSignal.timeout(60_000))).value;
}

async function paths(keyword: string): Promise<readonly string[]> {
  return (await search(keyword)).items.map(({ url }) => new URL(url ?? '').pathname);
}

describe('operators', () => {
  it('finds a phrase where its words stand together, in text, title and headings, and nowhere else', async () => {
    expect(await paths('"boiler that loses pressure"')).toEqual(['/guide/pressure']);
    expect(await paths('"Low Boiler Pressure"')).toEqual(['/guide/pressure', '/guide/']);
    expect(await paths('"pressure boiler low"')).toEqual([]);
    expect(await paths('"heat pump" grant')).toEqual(['/guide/grants']);
  });

  it('leaves out excluded words, phrases and sites', async () => {
    expect(await paths('pressure -kettle')).not.toContain('/kettles');
    expect(await paths('pressure -"low pressure"')).not.toContain('/kettles');
    expect(await paths('pressure -site:example.com')).toEqual(['/kettles']);
    expect(await paths('boiler -boiler')).toEqual([]);
  });

  it('keeps to sites and to a path of one', async () => {
    expect(await paths('boiler site:shop.example.net')).toEqual(['/kettles']);
    expect(await paths('pressure site:heat.example.com/print')).toEqual(['/print/pressure']);
    expect((await paths('boiler site:shop.example.net OR site:heat.example.com')).length).toBeGreaterThan(3);
  });

  it('asks for words and phrases of the title', async () => {
    expect((await paths('intitle:grants')).toSorted()).toEqual(['/guide/grants', '/guide/grants-2021']);
    expect(await paths('intitle:"heat pumps" quality')).toEqual(['/pumps']);
    expect(await paths('intitle:quality')).toEqual([]);
  });

  it('takes either of two alternatives', async () => {
    expect((await paths('kettle OR garden')).toSorted()).toEqual(['/kettles', '/pumps']);
    expect((await paths('"pressure cooker" OR "condensing one"')).toSorted()).toEqual([
      '/guide/grants-2021',
      '/kettles',
    ]);
  });

  it('keeps to days, and puts recent pages first where the query asks for them', async () => {
    expect(await paths('boiler grants after:2025')).toEqual(['/guide/grants']);
    expect(await paths('boiler grant before:2022-01-01')).toEqual(['/guide/grants-2021']);
    expect((await paths('latest boiler grants'))[0]).toBe('/guide/grants');
  });

  it('says what it did not search as it was written', async () => {
    expect(await search('site:heat.example.com -boiler')).toMatchObject({
      total_results: 0,
      notes: ['The query has no word to search for. Add one beside the operators.'],
    });
    expect((await search('boiler "loses pressure')).notes).toHaveLength(1);
    expect((await search('boiler\0')).total_results).toBeGreaterThan(0);
  });
});

describe('spelling', () => {
  it('searches for the nearest word of the index where no page has a word, and says so', async () => {
    const found = await search('boilr presure');
    expect(found.spell).toBe('boiler pressure');
    expect(found.items[0]?.url).toBe('https://heat.example.com/guide/pressure');
    expect(found.keyword).toBe('boilr presure');
  });

  it('leaves words alone that pages have, that are quoted, or that nothing is near to', async () => {
    expect((await search('boiler pressure')).spell).toBeNull();
    expect(await search('"boilr"')).toMatchObject({ spell: null, total_results: 0 });
    expect(await search('quetzalcoatlus')).toMatchObject({ spell: null, total_results: 0 });
  });
});

describe('what is one page, and what only leads to it', () => {
  it('shows one of two addresses whose texts differ by almost nothing', async () => {
    const found = await paths('low boiler pressure leak valves');
    expect(found.filter((path) => path.endsWith('/pressure'))).toHaveLength(1);
  });

  it('puts a table of contents behind the page that it lists', async () => {
    const found = await paths('low boiler pressure');
    expect(found[0]).toMatch(/\/pressure$/);
    expect(found.indexOf('/guide/')).toBeGreaterThan(0);
    expect((await paths('guides'))[0]).toBe('/guide/');
  });
});

describe('snippets', () => {
  it('quotes whole sentences', async () => {
    const { items } = await search('fitter pressure falls');
    expect(items[0]?.description).toMatch(/^Call a fitter when the pressure falls again within a day\./);
    expect(items[0]?.description).toMatch(/[.!?]$/);
  });
});
