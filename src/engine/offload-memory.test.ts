import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

/** What a page may cost the process that reads it. */
const GROWTH_MB_MAX = 300;
/** What Node takes before it has read anything. */
const EMPTY_MB = 60;

/** In a process of its own: what grew in another test would be counted here. */
const SCRIPT = `
  import { readFileSync } from 'node:fs';
  import { createOffload } from '${new URL('./offload.ts', import.meta.url).href}';
  import { extractContent } from '${new URL('../operations/search/extract/extract.ts', import.meta.url).href}';
  import { titleMeta } from '${new URL('../operations/content/title-meta/title-meta.ts', import.meta.url).href}';
  const page = (text) => ({ page: { text, format: 'html', url: 'https://a.example/', answer: undefined }, keyword: 'a', page_type: 'auto' });
  const article = (html) => ({ html, url: 'https://a.example/', format: 'markdown', include_images: true });
  const before = process.memoryUsage().rss;
  let child_mb = 0;
  const watch = setInterval(() => {
    for (const pid of readFileSync('/proc/self/task/' + process.pid + '/children', 'utf8').trim().split(' ').filter(Boolean)) {
      const peak = /VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/' + pid + '/status', 'utf8'));
      child_mb = Math.max(child_mb, Number(peak?.[1] ?? 0) / 1024);
    }
  }, 20);
  const offload = createOffload();
  const answers = [];
  for (const [task, input] of [
    [extractContent, article('<table>' + '<tr><td>a<td>b'.repeat(50000))],
    [titleMeta, page('<p>word '.repeat(400000))],
    [titleMeta, page('<'.repeat(3000000))],
    [extractContent, article('<p>' + '<b>x</b> '.repeat(50000))],
    [extractContent, article('<p>text <a href="' + 'x'.repeat(9000000) + '">y</a>')],
  ]) {
    const answer = offload.run(task, input, new AbortController().signal);
    answers.push(await answer.then(() => 'answered', (error) => error.code ?? String(error)));
  }
  clearInterval(watch);
  await offload.close();
  console.log(JSON.stringify({ answers, child_mb, growth_mb: process.resourceUsage().maxRSS / 1024 - before / 1048576 }));
`;

it.skipIf(process.platform !== 'linux')(
  'large hostile pages are answered or refused, one after the other, within the memory of one process',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'seamark-offload-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'pages.mjs');
    await writeFile(file, SCRIPT);
    const child = await promisify(execFile)(process.execPath, [file]);
    const { answers, growth_mb, child_mb }: { answers: string[]; growth_mb: number; child_mb: number } = JSON.parse(
      child.stdout,
    );
    for (const answer of answers) expect(['answered', 'invalid_input']).toContain(answer);
    expect(answers).toHaveLength(5);
    expect(growth_mb).toBeLessThan(GROWTH_MB_MAX);
    expect(child_mb).toBeGreaterThan(0);
    expect(child_mb - EMPTY_MB).toBeLessThan(GROWTH_MB_MAX);
  },
  60_000,
);
