import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { extractContent } from '../src/operations/search/extract/extract.ts';
import { parseHtml } from '../src/web/tree/prepare.ts';
import { renderText } from '../src/operations/search/extract/render.ts';
import { parseDate } from '../src/web/dates.ts';
import { printStructure } from './extract-structure.ts';
import { type MarkedPage, meansByType, readMarkedPages, wordF1, wordsOf } from './extract-pages.ts';

/**
 * Word F1 by page type, speed and memory of the extraction, beside Readability and Defuddle.
 *
 *     node bench/extract.ts --pages DIR [--only ours|readability|defuddle] [--worst N]
 *
 * Each extractor runs in a process of its own, one page after the other; its time holds parsing and rendering.
 * The text model has been trained on these very pages: `extract-train.ts` says how it does on pages it has not seen.
 */
const NAMES = ['ours', 'readability', 'defuddle'] as const;
type Name = (typeof NAMES)[number];
type Extractor = (page: MarkedPage) => Promise<string> | string;

const { values } = parseArgs({
  options: { pages: { type: 'string' }, only: { type: 'string' }, worst: { type: 'string', default: '0' } },
});
if (values.pages === undefined) throw new Error('Say where the marked pages are: --pages DIR');
const only = NAMES.find((name) => name === values.only);

if (only === undefined) {
  for (const name of NAMES) {
    const options = ['--pages', values.pages, '--only', name, '--worst', values.worst];
    process.stdout.write(
      execFileSync(process.execPath, [fileURLToPath(import.meta.url), ...options], { encoding: 'utf8' }),
    );
  }
} else {
  await measure(only, values.pages, Number(values.worst));
}

async function measure(name: Name, folder: string, worst: number): Promise<void> {
  const extract = await extractorOf(name);
  if (extract === undefined) {
    console.log(`${name}: not installed`);
    return;
  }
  const pages = readMarkedPages(folder);
  const scores: number[] = [];
  const times: number[] = [];
  let thrown = 0;
  for (const page of pages) {
    const start = performance.now();
    let text = '';
    try {
      text = await extract(page);
    } catch {
      thrown += 1;
    }
    times.push(performance.now() - start);
    scores.push(wordF1(wordsOf(text), wordsOf(page.expected)));
  }
  const means = [...meansByType(pages, scores)].map(([type, mean]) => `${type} ${mean.toFixed(3)}`).join('  ');
  const sorted = times.toSorted((left, right) => left - right);
  const seconds = times.reduce((sum, time) => sum + time, 0) / 1000;
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0);
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(`${name}\n  ${means}`);
  console.log(
    `  ${(pages.length / seconds).toFixed(1)} pages/s, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, peak RSS ${memory} MB, ${thrown} thrown`,
  );
  if (name === 'ours') {
    metadataScores(pages);
    printStructure(pages, worst);
  }
  const order = [...scores.keys()].sort((left, right) => (scores[left] ?? 0) - (scores[right] ?? 0)).slice(0, worst);
  for (const page of order)
    console.log(`  ${(scores[page] ?? 0).toFixed(3)} ${pages[page]?.type} ${pages[page]?.id} ${pages[page]?.url}`);
}

/** How often the metadata agree with those that people have marked, and how often there are some where none are marked. */
function metadataScores(pages: readonly MarkedPage[]): void {
  const counts = { title: [0, 0], author: [0, 0], author_extra: [0, 0], date: [0, 0], date_extra: [0, 0] };
  const count = (pair: number[], right: boolean): void => {
    pair[0] = (pair[0] ?? 0) + (right ? 1 : 0);
    pair[1] = (pair[1] ?? 0) + 1;
  };
  const flat = (text: string): string =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  for (const page of pages) {
    const { metadata } = extractContent.run({ html: page.html, url: page.url, format: 'text', include_images: false });
    if (page.title !== null) count(counts.title, flat(metadata.headline ?? '') === flat(page.title));
    if (page.author === null) count(counts.author_extra, metadata.author !== null);
    else count(counts.author, flat(metadata.author ?? '').includes(flat(page.author)));
    if (page.date === null) count(counts.date_extra, metadata.published_at !== null);
    else count(counts.date, metadata.published_at?.slice(0, 10) === parseDate(page.date)?.slice(0, 10));
  }
  console.log(
    `  metadata: ${Object.entries(counts)
      .map(([name, [right, all]]) => `${name} ${right}/${all}`)
      .join(', ')}`,
  );
}

async function extractorOf(name: Name): Promise<Extractor | undefined> {
  if (name === 'ours')
    return (page) =>
      extractContent.run({ html: page.html, url: page.url, format: 'text', include_images: false }).content;
  if (name === 'readability') return readability();
  return defuddle();
}

interface DomLibrary {
  readonly parseHTML: (html: string) => { document: unknown };
}

interface ReadabilityLibrary {
  readonly Readability: new (document: unknown) => { parse: () => { content?: string | null } | null };
}

interface DefuddleLibrary {
  readonly Defuddle: (document: unknown, url: string, options: object) => Promise<{ content: string }>;
}

/** What the product is compared with is no dependency of it: who wants to compare installs it in `bench/`. */
async function installed<Library>(name: string): Promise<Library | undefined> {
  try {
    const library: Library = await import(name);
    return library;
  } catch {
    return undefined;
  }
}

async function readability(): Promise<Extractor | undefined> {
  const dom = await installed<DomLibrary>('linkedom');
  const library = await installed<ReadabilityLibrary>('@mozilla/readability');
  if (dom === undefined || library === undefined) return undefined;
  return (page) => {
    const { document } = dom.parseHTML(page.html);
    return rendered(new library.Readability(document).parse()?.content ?? '');
  };
}

async function defuddle(): Promise<Extractor | undefined> {
  const dom = await installed<DomLibrary>('linkedom');
  const library = await installed<DefuddleLibrary>('defuddle/node');
  if (dom === undefined || library === undefined) return undefined;
  const refuse = (): never => {
    throw new Error('The network is not to be used.');
  };
  return async (page) => {
    const { document } = dom.parseHTML(page.html);
    const result = await library.Defuddle(document, page.url, { useAsync: false, fetch: refuse });
    return rendered(result.content);
  };
}

function rendered(html: string): string {
  return renderText(parseHtml(html).body);
}
