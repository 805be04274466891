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
];

/** The example of an operation about a page, asked about the hostile one; undefined for those that read other things. */
function questionOf({ needs, example }: Operation): object | undefined {
  if (needs.fetch === undefined || typeof example !== 'object' || example === null || !('url' in example))
    return undefined;
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
