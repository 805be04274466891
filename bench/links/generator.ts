import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

import { z } from 'zod';

import { Dice, sourceDomain } from './graph.ts';
import { rowOf } from './rows.ts';

/**
 * The thread that makes the web, as files of rows in the order of a crawl.
 *
 * Ten percent of the visits come back to a page that was visited before. A file holds as many rows as one insert takes.
 */
export interface MadeFile {
  readonly file: string;
  readonly bytes: number;
  readonly pages: number;
  readonly links: number;
}

export type FromGenerator = { readonly type: 'file'; readonly made: MadeFile } | { readonly type: 'done' };

const Order = z.object({
  folder: z.string(),
  links: z.int(),
  /** Of a second part, so that it is other pages of the same web. */
  from_links: z.int(),
  size: z.object({ links: z.int(), domains: z.int(), pages: z.int() }),
  links_per_file: z.int(),
});
export type GeneratorOrder = z.infer<typeof Order>;

const REVISIT_SHARE = 0.1;
const STARTED_AT = Date.UTC(2025, 9, 1) / 1000;
const CRAWL_SECONDS = 400 * 86_400;

function generate(order: GeneratorOrder, tell: (message: FromGenerator) => void): void {
  const { size, from_links } = order;
  const dice = new Dice(1 + from_links);
  const visited = new Uint32Array(size.domains);
  const rounds = new Map<number, number>();
  let file = new RowFile(order.folder, from_links, 0);
  let done = 0;
  for (let files = 1; done < order.links;) {
    const at = STARTED_AT + Math.floor((CRAWL_SECONDS * (from_links + done)) / (size.links + from_links + 1));
    const domain = sourceDomain(dice, size);
    const known = visited[domain] ?? 0;
    const isRevisit = known > 0 && dice.share() < REVISIT_SHARE;
    const page = isRevisit ? dice.next() % known : known;
    const round = isRevisit ? nextRound(rounds, domain, page) : 0;
    if (!isRevisit) visited[domain] = known + 1;
    // The second part continues after the first; there the largest sites have fewer than these many pages.
    const number = from_links === 0 ? page : page + SECOND_PART_PAGES;
    const row = rowOf({ domain, page: number, at, round }, size);
    file.add(row.text, row.links);
    done += row.links;
    if (file.links >= order.links_per_file || done >= order.links) {
      tell({ type: 'file', made: file.close() });
      file = new RowFile(order.folder, from_links, files);
      files += 1;
    }
  }
  file.close();
  tell({ type: 'done' });
}

const SECOND_PART_PAGES = 10_000_000;
const ROUNDS_KNOWN_MAX = 2_000_000;

/** How often a page was visited before; in a large web the oldest are forgotten, and visited as if once. */
function nextRound(rounds: Map<number, number>, domain: number, page: number): number {
  const key = domain * 67_108_864 + page;
  const round = (rounds.get(key) ?? 0) + 1;
  if (rounds.size < ROUNDS_KNOWN_MAX) rounds.set(key, round);
  return round;
}

const CHUNK_LENGTH = 1_000_000;

class RowFile {
  readonly file: string;
  links = 0;
  private readonly descriptor: number;
  private pages = 0;
  private bytes = 0;
  private chunk = '';

  constructor(folder: string, part: number, number: number) {
    this.file = join(folder, `visits-${part === 0 ? 'first' : 'second'}-${String(number).padStart(5, '0')}.tsv`);
    this.descriptor = openSync(this.file, 'w');
  }

  add(text: string, links: number): void {
    this.chunk += text;
    this.pages += 1;
    this.links += links;
    if (this.chunk.length > CHUNK_LENGTH) this.write();
  }

  close(): MadeFile {
    this.write();
    closeSync(this.descriptor);
    return { file: this.file, bytes: this.bytes, pages: this.pages, links: this.links };
  }

  private write(): void {
    this.bytes += writeSync(this.descriptor, this.chunk, null, 'latin1');
    this.chunk = '';
  }
}

const port = parentPort;
if (port !== null) generate(Order.parse(workerData), (message) => port.postMessage(message));
