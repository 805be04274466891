import { parseArgs } from 'node:util';

import { analysePages, listBackgroundTerms } from '../src/study/analyse.ts';
import { choosePages } from '../src/study/compare.ts';
import { distilPage } from '../src/text/reading/distil.ts';
import { serpRecord } from '../test/serp-records.ts';
import { CHAIN_KEYWORD, CHAIN_PAGES } from '../test/study/chain-pages.ts';

/**
 * What a study costs: ten pages of 100 kB each are read and analysed, in processor time and memory of this process, beside
 * Readability with linkedom, which only finds their main text.
 *
 *   node bench/study.ts [--rounds 5]
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const PAGE_BYTES = 100_000;
const PAGES = 10;

/** Made pages, each filled to its size with text of its own. */
const texts = Object.values(CHAIN_PAGES).filter((html) => html.includes('lang="en"') && html.length > 1500);
const pages = Array.from({ length: PAGES }, (_, at) => {
  const html = texts[at % texts.length] ?? '';
  const body = /<article>([\s\S]*)<\/article>/.exec(html)?.[1] ?? '';
  const filler = Array.from({ length: Math.ceil(PAGE_BYTES / Math.max(1, body.length)) }, (__, part) =>
    body.replaceAll('chain', part % 2 === 0 ? 'chain' : `chain ${at}${part}`),
  ).join('\n');
  return html.replace(body, filler.slice(0, PAGE_BYTES - (html.length - body.length)));
});
const serp = serpRecord([], { keyword: CHAIN_KEYWORD, language: 'en' });

/** What Readability with linkedom does with a page; both are installed in `bench` alone. */
async function openReadability(): Promise<(html: string) => unknown> {
  const names = ['@mozilla/readability', 'linkedom'];
  const [readability, linkedom] = await Promise.all(names.map(async (name): Promise<unknown> => import(name)));
  const Reader: unknown = Reflect.get(Object(readability), 'Readability');
  const parse: unknown = Reflect.get(Object(linkedom), 'parseHTML');
  if (typeof Reader !== 'function' || typeof parse !== 'function') throw new Error('Run npm install in bench first.');
  return (html) => {
    const { document }: { document: unknown } = Reflect.apply(parse, undefined, [html]);
    const reader: unknown = Reflect.construct(Reader, [document]);
    return Reflect.apply(Reflect.get(Object(reader), 'parse'), reader, []);
  };
}

function cpuOf(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const readWithReadability = await openReadability();
const before = process.memoryUsage.rss();
for (let round = 0; round < Number(values.rounds); round += 1) {
  let results: Parameters<typeof choosePages>[0] = [];
  const reading = cpuOf(() => {
    results = pages.map((html, at) => {
      const url = `https://site${at}.example/guide`;
      const read = { status: 'read', page: distilPage.run({ html, url }) } as const;
      return { position: at + 1, url, domain: `site${at}.example`, title: null, read };
    });
  });
  const { compared } = choosePages(results, 'en', () => false);
  const input = { serp, language: 'en', pages: compared, heading_depth: 4 };
  const analysing = cpuOf(() => {
    listBackgroundTerms.run(input);
    analysePages.run({
      ...input,
      own: undefined,
      own_domains: [],
      own_names: [],
      background: { documents: 0, counts: {} },
    });
  });
  const beside = cpuOf(() => {
    for (const html of pages) readWithReadability(html);
  });
  console.log(
    `${compared.length} pages: reading ${reading.toFixed(0)} ms, analysing ${analysing.toFixed(0)} ms, together ${(reading + analysing).toFixed(0)} ms; ` +
      `Readability alone ${beside.toFixed(0)} ms; ratio ${((reading + analysing) / beside).toFixed(2)}; ` +
      `memory +${((process.memoryUsage.rss() - before) / 1e6).toFixed(0)} MB`,
  );
}
