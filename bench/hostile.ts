import { parseArgs } from 'node:util';

import type { Operation } from '../src/contract/operation.ts';
import { operations } from '../src/operations/index.ts';
import { hostilePages } from '../src/web/page/test-hostile-pages.ts';
import { contextWithPages } from '../test/page-context.ts';

/**
 * Pages made to hurt, at full size, through every operation that reads pages: node bench/hostile.ts [--size 10] [--only page.cro-qa]
 *
 * A size of 10 makes each page some megabyte; a few pages of up to 9 MB come on top. Prints what took longest and what
 * answered most, and ends non-zero when an operation throws what is no answer to its caller.
 */
const { values } = parseArgs({
  options: { size: { type: 'string', default: '10' }, only: { type: 'string', default: '' } },
});
const size = Number(values.size);
const PAGE_URL = 'https://hostile.example/page';

const PAGES: readonly (readonly [name: string, html: string])[] = [
  ...hostilePages(size),
  ['a million elements', '<p>x</p>'.repeat(1_000_000)],
  ['a title of 9 MB', `<title>${'word '.repeat(1_800_000)}</title>`],
  ['400,000 empty canonicals', '<link rel=canonical>'.repeat(400_000)],
  ['200,000 broken JSON-LD blocks', '<script type="application/ld+json">{</script>'.repeat(200_000)],
  ['100,000 levels of JSON-LD', jsonLd(`{"@type":"Product","a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`)],
  ['190,000 brackets that never close', jsonLd('['.repeat(190_000))],
  ['40,000 things in a graph', jsonLd(JSON.stringify({ '@context': 'https://schema.org', '@graph': things(40_000) }))],
  ['30,000 items within each other', '<div itemscope itemtype="https://schema.org/Product">'.repeat(30_000)],
  ['90,000 disclosures within each other', '<details><summary>q?'.repeat(90_000)],
  ['90,000 crumbs', `<nav class="breadcrumb">${'<li><a href="/x">y</a>'.repeat(90_000)}`],
  ['60,000 lines of opening hours', '<h2>Opening hours</h2>' + '<li>Mon - Mon - 9 - 9 Mon - 9'.repeat(60_000)],
];

function jsonLd(text: string): string {
  return `<script type="application/ld+json">${text}</script>`;
}

function things(count: number): object[] {
  return Array.from({ length: count }, (_, at) => ({ '@type': 'Product', name: `P${at}` }));
}

/** The example of an operation about a page, asked about the hostile one; undefined for those that read result pages or other things. */
function questionOf({ needs, example }: Operation): object | undefined {
  if (needs.fetch === undefined || needs.serp !== undefined) return undefined;
  if (typeof example !== 'object' || example === null || !('url' in example)) return undefined;
  return { ...example, url: PAGE_URL };
}

interface Row {
  readonly operation: string;
  readonly page: string;
  readonly cpu_ms: number;
  readonly answer_kb: number;
  readonly outcome: string;
}

async function ask(operation: Operation, question: object, [page, html]: readonly [string, string]): Promise<Row> {
  const before = process.cpuUsage();
  const answered = await operation
    .prepare(question)
    .run(contextWithPages({ [PAGE_URL]: html }))
    .then(
      (answer) => ({ outcome: 'answered', answer_kb: Math.round(JSON.stringify(answer).length / 1000) }),
      (thrown: unknown) => ({ outcome: String(thrown), answer_kb: 0 }),
    );
  const { user, system } = process.cpuUsage(before);
  return { operation: operation.id, page, cpu_ms: Math.round((user + system) / 1000), ...answered };
}

const rows: Row[] = [];
for (const operation of operations) {
  const question = questionOf(operation);
  if (question === undefined || !operation.id.includes(values.only)) continue;
  for (const page of PAGES) rows.push(await ask(operation, question, page));
  console.log(`${operation.id}: ${PAGES.length} pages`);
}
console.table(rows.toSorted((one, other) => other.cpu_ms - one.cpu_ms).slice(0, 20));
console.table(rows.toSorted((one, other) => other.answer_kb - one.answer_kb).slice(0, 5));
const failed = rows.filter(({ outcome }) => outcome !== 'answered' && !outcome.startsWith('AppError'));
for (const { operation, page, outcome } of failed) console.log(`${operation} on ${page}: ${outcome}`);
process.exitCode = failed.length === 0 ? 0 : 1;
