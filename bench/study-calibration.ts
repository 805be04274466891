import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import draftQa from '../src/operations/content/draft-qa/operation.ts';
import type { RunContext } from '../src/contract/operation.ts';
import { distilPage } from '../src/text/reading/distil.ts';
import type { ReadPage } from '../src/text/reading/reading.ts';
import { tokenize } from '../src/web/words.ts';
import { contextWithStudy } from '../test/study/study-context.ts';

/**
 * Whether readiness means what it says: twenty searches over the pages of the documentation packages that the test web is made of,
 * ranked by BM25 over title and text. For each: the score of the page that ranks first, of the same page without every second
 * section, with the search repeated forty times, and with its words shuffled; and the share of quotes that stand on the page
 * they name.
 *
 *   node bench/study-calibration.ts [--folder .cache/web] [--every 8] [--from 0]
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: '.cache/web' },
    every: { type: 'string', default: '8' },
    from: { type: 'string', default: '0' },
  },
});

const SEARCHES = [
  'create an index',
  'regular expression syntax',
  'parse json',
  'handle exceptions',
  'virtual host configuration',
  'format dates and times',
  'user authentication',
  'backup and restore',
  'package dependencies',
  'configure logging',
  'write unit tests',
  'string formatting',
  'file permissions',
  'environment variables',
  'memory management',
  'network sockets',
  'transaction isolation',
  'text encoding',
  'command line arguments',
  'install from source',
];
const RESULTS = 10;
const HTML_MAX = 400_000;

interface Candidate {
  readonly file: string;
  readonly title: ReadonlySet<string>;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.html?$/.test(file))
    .toSorted()
    .map((file) => join(folder, file));
}

function readCandidate(file: string): Candidate | undefined {
  const html = readFileSync(file, 'utf8');
  if (html.length > HTML_MAX) return undefined;
  const title = /<title[^>]*>([^<]*)/i.exec(html)?.[1] ?? '';
  const text = html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replaceAll(/<[^>]*>/g, ' ');
  const words = tokenize(text);
  if (words.length < 300) return undefined;
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { file, title: new Set(tokenize(title)), counts, length: words.length };
}

/** BM25 with k1 1.2 and b .75; a word of the title counts three times. */
function rank(candidates: readonly Candidate[], search: string): Candidate[] {
  const words = tokenize(search).filter((word) => word.length > 2 && word !== 'and' && word !== 'from');
  const mean = candidates.reduce((sum, { length }) => sum + length, 0) / candidates.length;
  const idf = new Map(
    words.map((word) => {
      const holding = candidates.filter(({ counts }) => counts.has(word)).length;
      return [word, Math.log(1 + (candidates.length - holding + 0.5) / (holding + 0.5))];
    }),
  );
  const pointsOf = ({ counts, title, length }: Candidate): number =>
    words.reduce((sum, word) => {
      const seen = (counts.get(word) ?? 0) + (title.has(word) ? 3 : 0);
      return sum + ((idf.get(word) ?? 0) * seen * 2.2) / (seen + 1.2 * (0.25 + (0.75 * length) / mean));
    }, 0);
  return candidates
    .map((candidate) => ({ candidate, points: pointsOf(candidate) }))
    .toSorted((one, other) => other.points - one.points)
    .slice(0, RESULTS)
    .map(({ candidate }) => candidate);
}

function written({ title, description }: ReadPage, sections: ReadPage['sections']): string {
  const body = sections.map(
    ({ level, heading, blocks }) =>
      `${level === 0 ? '' : `${'#'.repeat(level)} ${heading}`}\n\n${blocks.map(({ text }) => text.replaceAll(/^[#>-]/g, '')).join('\n\n')}`,
  );
  return `---\ntitle: ${(title ?? '').replaceAll(/[\n:]/g, ' ')}\ndescription: ${(description ?? 'All about it.').replaceAll(/[\n:]/g, ' ')}\n---\n${body.join('\n\n')}`;
}

function shuffled(sections: ReadPage['sections']): ReadPage['sections'] {
  let seed = 7;
  const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  return sections.map((section) => ({
    ...section,
    blocks: section.blocks.map((block) => ({
      ...block,
      text: block.text
        .split(' ')
        .map((word) => ({ word, at: random() }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ word }) => word)
        .join(' '),
    })),
  }));
}

async function score(context: RunContext, keyword: string, markdown: string) {
  const { result } = await draftQa.prepare({ keyword, draft_markdown: markdown.slice(0, 490_000) }).run(context);
  return draftQa.result.parse(result);
}

const every = Number(values.every);
const candidates = listFiles(values.folder)
  .filter((_, at) => at % every === Number(values.from))
  .flatMap((file) => readCandidate(file) ?? []);
console.log(`${candidates.length} pages`);
const rows: { search: string; compared: number; first: number; half: number; stuffed: number; shuffled: number }[] = [];
const quotes = { found: 0, of: 0 };
for (const search of SEARCHES) {
  const ranking = Object.fromEntries(
    rank(candidates, search).map(({ file }, at) => [`https://site${at + 1}.example/page`, readFileSync(file, 'utf8')]),
  );
  const pages = Object.entries(ranking).map(([url, html]) => ({ url, page: distilPage.run({ html, url }) }));
  const best = pages.find(({ page }) => page.word_count > 300 && page.language === 'en');
  if (best === undefined) continue;
  const { context } = contextWithStudy({ ranking, serp: { keyword: search, people_also_ask: [] } });
  const full = await score(context, search, written(best.page, best.page.sections));
  if (full.publish_readiness_score === null) continue;
  for (const { seen_on } of full.missing_topics)
    for (const { url, quote } of seen_on) {
      const page = pages.find((each) => each.url === url)?.page;
      const text = page?.sections
        .flatMap(({ heading, blocks }) => [heading, ...blocks.map((block) => block.text)])
        .join('\n');
      quotes.of += 1;
      if (text?.includes(quote.replace(/…$/, '')) === true) quotes.found += 1;
    }
  const scoreOf = async (markdown: string): Promise<number> =>
    (await score(context, search, markdown)).publish_readiness_score ?? 0;
  rows.push({
    search,
    compared: full.search.compared,
    first: full.publish_readiness_score,
    half: await scoreOf(
      written(
        best.page,
        best.page.sections.filter((_, at) => at % 2 === 0),
      ),
    ),
    stuffed: await scoreOf(`${written(best.page, best.page.sections)}\n\n${`${search}. `.repeat(40)}`),
    shuffled: await scoreOf(written(best.page, shuffled(best.page.sections))),
  });
}
console.table(rows);
const median = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;
console.log(`median of the first: ${median(rows.map(({ first }) => first))} (bar 75)`);
console.log(
  `median fall without every second section: ${median(rows.map(({ first, half }) => first - half))} (bar 15)`,
);
console.log(
  `gained by repeating the search: ${rows.filter(({ first, stuffed }) => stuffed > first).length} of ${rows.length} (bar 0)`,
);
console.log(`shuffled and not ready: ${rows.filter((row) => row.shuffled <= 25).length} of ${rows.length}`);
console.log(`quotes on the page they name: ${quotes.found} of ${quotes.of}`);
