import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { threadsByCores } from '../src/index/authority/ranking/crew.ts';
import { openGraph, writeGraph } from './authority/graph-file.ts';
import { makeGraph } from './authority/made-graph.ts';
import { showPlanted } from './authority/planted.ts';
import { estimateError, measureGraphology, measureSeamark, measureTypedArrays, type Told } from './authority/parts.ts';

/**
 * How fast domains are ranked, beside a plain C loop, typed arrays in JavaScript, and graphology:
 *
 *     node bench/authority.ts [--edges N]... [--graphology-edges N]
 *     node bench/authority.ts --planted [--seeds N]
 *
 * Without `--edges`, graphs of 10 M and 100 M edges are made. Each part runs in a process of its own and reads the graph
 * from a file. C is compiled in the same run; graphology has to be installed (`npm install` in bench/) and gets a smaller
 * graph, since it takes about 500 bytes an edge.
 *
 * With `--planted`, how ranks stand up to farms in random webs of which the truth is known: farm domains above the median of
 * honest sites, Kendall's τ of the order of honest sites with and without the farms, and how far any rank moves
 * when 35 unrelated sites are added.
 */
const { values } = parseArgs({
  options: {
    edges: { type: 'string', multiple: true, default: ['10000000', '100000000'] },
    'graphology-edges': { type: 'string', default: '1000000' },
    part: { type: 'string' },
    graph: { type: 'string', default: '' },
    ranks: { type: 'string', default: '' },
    threads: { type: 'string', default: '1' },
    planted: { type: 'boolean', default: false },
    seeds: { type: 'string', default: '5' },
  },
});
const COMPILER = 'cc';
const C_PASSES = 7;
const EXACT_EDGES = 150_000;

if (values.planted) await showPlanted(Number(values.seeds));
else if (values.part === undefined) await compare();
else console.log(JSON.stringify(await runPart(values.part)));

async function runPart(part: string): Promise<unknown> {
  const source = openGraph(values.graph);
  const threads = Number(values.threads);
  if (part === 'seamark') return measureSeamark(source, { threads, harmonic: false, ranks: values.ranks });
  if (part === 'harmonic') return measureSeamark(source, { threads, harmonic: true, ranks: values.ranks });
  if (part === 'typed-arrays') return measureTypedArrays(source);
  return measureGraphology(source, values.ranks);
}

async function compare(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'seamark-authority-'));
  try {
    const plainC = compiled(folder);
    for (const edges of values.edges) compareAt(folder, Number(edges), plainC);
    compareGraphology(folder, Number(values['graphology-edges']));
    await tellErrors(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The program, or undefined where there is no compiler. */
function compiled(folder: string): string | undefined {
  const program = join(folder, 'pagerank');
  const source = fileURLToPath(new URL('authority/pagerank.c', import.meta.url));
  try {
    execFileSync(COMPILER, ['-O3', '-march=native', '-o', program, source, '-lm'], { stdio: 'pipe' });
    return program;
  } catch (error) {
    console.log(`No C compiler is here (${String(error).split('\n')[0]}): the comparison with C is left out.`);
    return undefined;
  }
}

function compareAt(folder: string, edges: number, plainC: string | undefined): void {
  const graph = join(folder, 'graph');
  const { nodes, made } = madeFile(graph, edges);
  console.log(`\n${made.toLocaleString('en')} edges, ${nodes.toLocaleString('en')} nodes`);
  const rate = (seconds: number): string => `${(made / seconds / 1e6).toFixed(0)} M edges/s`;
  const c = plainC === undefined ? undefined : runC(plainC, graph, join(folder, 'c'));
  if (c !== undefined) console.log(line('plain C, -O3, 1 thread', rate(c.best_s), `median ${rate(c.median_s)}`));
  const loop = child('typed-arrays', { graph });
  console.log(
    line('typed arrays in JavaScript, 1 thread', rate(loop.best_pass_s), `median ${rate(loop.median_pass_s)}`),
  );
  for (const threads of new Set([1, threadsByCores()])) {
    const ranks = join(folder, `seamark-${threads}`);
    const told = child('seamark', { graph, ranks, threads });
    const share = c === undefined ? '' : `, ${(c.best_s / told.best_pass_s / threads).toFixed(2)} of C a thread`;
    console.log(
      line(
        `seamark, ${count(threads, 'thread')}`,
        rate(told.best_pass_s),
        `median ${rate(told.median_pass_s)}${share}`,
      ),
    );
    console.log(
      line(
        '',
        `${told.pagerank_s.toFixed(1)} s`,
        `PageRank in ${told.passes} passes; arrays ${mb(told.arrays_mb)}, process at its peak ${mb(told.peak_mb)}`,
      ),
    );
    if (c !== undefined)
      console.log(
        line('', difference(ranks, join(folder, 'c')), 'largest difference of a rank from C; ranks sum to 1'),
      );
  }
  const told = child('harmonic', { graph, ranks: join(folder, 'harmonic'), threads: threadsByCores() });
  console.log(
    line(
      `harmonic centrality, ${count(threadsByCores(), 'thread')}`,
      `${told.harmonic_s.toFixed(1)} s`,
      `${told.harmonic}; arrays ${mb(told.arrays_mb)}, process at its peak ${mb(told.peak_mb)}`,
    ),
  );
}

function compareGraphology(folder: string, edges: number): void {
  const graph = join(folder, 'graph');
  const { made } = madeFile(graph, edges);
  const ranks = join(folder, 'graphology');
  try {
    const told = child('graphology', { graph, ranks });
    const own = join(folder, 'seamark');
    const seamark = child('seamark', { graph, ranks: own, threads: 1 });
    console.log(`\n${made.toLocaleString('en')} edges: one pass, and all of PageRank`);
    const rate = (seconds: number): string => `${(made / seconds / 1e6).toFixed(0)} M edges/s`;
    const graphology = `${told.build_s.toFixed(1)} s to build the graph, ${told.whole_s.toFixed(2)} s in all; peak ${mb(told.peak_mb)}`;
    console.log(line('graphology, 1 thread', rate(told.pass_s), graphology));
    const whole = `${(seamark.read_s + seamark.pagerank_s).toFixed(2)} s in all with reading the graph; peak ${mb(seamark.peak_mb)}`;
    console.log(line('seamark, 1 thread', rate(seamark.best_pass_s), whole));
    console.log(line('', difference(own, ranks), 'largest difference of a rank from graphology'));
  } catch (error) {
    console.log(`graphology did not run; install it with \`npm install\` in bench/. (${String(error).split('\n')[0]})`);
  }
}

async function tellErrors(folder: string): Promise<void> {
  const path = join(folder, 'graph');
  madeFile(path, EXACT_EDGES);
  console.log(`\nEstimated ranks beside exact ones, ${EXACT_EDGES.toLocaleString('en')} edges, of 1000`);
  for (const passes of [1, 4, 16]) {
    const [mean, most] = await estimateError(openGraph(path), passes);
    console.log(
      line(`${count(passes, 'pass', 'passes')} of 64 registers`, mean.toFixed(1), `mean; 95 % within ${most}`),
    );
  }
}

function madeFile(path: string, edges: number): { readonly nodes: number; readonly made: number } {
  const graph = makeGraph(edges);
  writeGraph(path, graph);
  return { nodes: graph.nodes, made: graph.sources.length };
}

function runC(program: string, graph: string, ranks: string): { readonly best_s: number; readonly median_s: number } {
  const [best = 0, median = 0] = execFileSync(program, [graph, String(C_PASSES), ranks], { encoding: 'utf8' })
    .split(' ')
    .map(Number);
  return { best_s: best, median_s: median };
}

interface Answers {
  readonly seamark: Told;
  readonly harmonic: Told;
  readonly 'typed-arrays': Pick<Told, 'best_pass_s' | 'median_pass_s'>;
  readonly graphology: Awaited<ReturnType<typeof measureGraphology>>;
}

function child<Part extends keyof Answers>(
  part: Part,
  options: { readonly graph: string; readonly ranks?: string; readonly threads?: number },
): Answers[Part] {
  const args = ['--part', part, '--graph', options.graph, '--threads', String(options.threads ?? 1)];
  if (options.ranks !== undefined) args.push('--ranks', options.ranks);
  const memory = '--max-old-space-size=12000';
  const told = execFileSync(process.execPath, [memory, fileURLToPath(import.meta.url), ...args], { encoding: 'utf8' });
  const answer: Answers[Part] = JSON.parse(told);
  return answer;
}

function difference(one: string, other: string): string {
  const [left, right] = [one, other].map((path) => new Float64Array(Uint8Array.from(readFileSync(path)).buffer));
  let most = 0;
  for (const [node, rank] of (left ?? []).entries()) most = Math.max(most, Math.abs(rank - (right?.[node] ?? 0)));
  return most.toExponential(1);
}

function line(name: string, figure: string, note: string): string {
  return `${name.padEnd(40)}${figure.padStart(18)}   ${note}`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function mb(megabytes: number): string {
  return `${Math.round(megabytes).toLocaleString('en')} MB`;
}
