import { AppError } from '../kernel/errors.ts';
import type { DomainRank, RankWriter } from '../ports/imports.ts';
import { type ReadContext, type Step, textFrom } from './files/reading.ts';

/**
 * Common Crawl's domain ranks: one tab-separated line per domain, best first, 100 million or more.
 *
 * The position is the byte behind the last line of a step in the unpacked text, and the number of that line.
 */
export function readRanks(writer: RankWriter) {
  return (context: ReadContext): AsyncGenerator<Step> => new RankReader(context, writer).steps();
}

/** Large enough for the engine to sort well. */
const BLOCK_LINES = 50_000;
const COLUMNS = ['harmonic_position', 'harmonic', 'pagerank_position', 'pagerank', 'domain', 'hosts'] as const;
type Column = (typeof COLUMNS)[number];
/** Releases before 2022 shorten the first two. */
const HEADINGS: ReadonlyMap<string, Column> = new Map([
  ['harmonicc_pos', 'harmonic_position'],
  ['hc_pos', 'harmonic_position'],
  ['harmonicc_val', 'harmonic'],
  ['hc_val', 'harmonic'],
  ['pr_pos', 'pagerank_position'],
  ['pr_val', 'pagerank'],
  ['host_rev', 'domain'],
  ['n_hosts', 'hosts'],
]);
const POSITION_MAX = 4_294_967_295;

class RankReader {
  readonly #context: ReadContext;
  readonly #writer: RankWriter;
  readonly #release: string;
  #columns: Readonly<Record<Column, number>> | undefined;
  #line: number;
  #read: number;
  #block: DomainRank[] = [];
  #skipped = 0;

  constructor(context: ReadContext, writer: RankWriter) {
    this.#context = context;
    this.#writer = writer;
    this.#release = releaseOf(context);
    this.#line = context.position.inner;
    this.#read = context.counts.read;
  }

  async *steps(): AsyncGenerator<Step> {
    const { position } = this.#context;
    if (position.offset > 0) await this.#readHeader();
    // The block before is on its way while the next one is read.
    let sent: { readonly step: Step; readonly done: Promise<void> } | undefined;
    let end = position.offset;
    for await (const block of lineBlocks(textFrom(this.#context, end), end)) {
      const isEnough = this.#take(block.lines);
      ({ end } = block);
      if (!isEnough && this.#waiting < BLOCK_LINES) continue;
      const next = this.#send(end);
      if (sent !== undefined) yield await stepOf(sent);
      sent = next;
      if (isEnough) break;
    }
    if (sent !== undefined) yield await stepOf(sent);
    if (this.#waiting > 0) yield await stepOf(this.#send(end));
    if (this.#columns === undefined) throw noRanks(this.#context.location, '');
  }

  get #waiting(): number {
    return this.#block.length + this.#skipped;
  }

  async #readHeader(): Promise<void> {
    for await (const { lines } of lineBlocks(textFrom(this.#context, 0), 0)) {
      const first = lines.find((line) => line !== '');
      if (first === undefined) continue;
      this.#begin(first);
      return;
    }
  }

  /** True when the limit is reached. */
  #take(lines: readonly (string | undefined)[]): boolean {
    const { limit = Number.POSITIVE_INFINITY } = this.#context.options;
    for (const line of lines) {
      if (this.#read >= limit) return true;
      this.#line += 1;
      if (line === '') continue;
      if (this.#columns === undefined && this.#begin(line ?? '') === 'header') continue;
      this.#read += 1;
      const rank = line === undefined ? undefined : this.#rankOf(line);
      if (rank !== undefined) {
        this.#block.push(rank);
        continue;
      }
      this.#skipped += 1;
      this.#context.problem('line', `line ${this.#line}: ${shown(line)}`);
    }
    return this.#read >= limit;
  }

  #send(offset: number): { readonly step: Step; readonly done: Promise<void> } {
    const taken = this.#block.length;
    const counts = { read: taken + this.#skipped, taken, skipped: this.#skipped, links: 0 };
    const step = { position: { offset, inner: this.#line }, counts };
    // Not when the import began: a rebuild that began since has read but a part of it.
    const done = this.#writer.write(this.#release, this.#block, new Date());
    // A failure is met when the step is waited for.
    done.catch(() => undefined);
    this.#block = [];
    this.#skipped = 0;
    return { step, done };
  }

  #begin(line: string): 'header' | 'line' {
    const named = columnsOf(line);
    if (named !== undefined) {
      this.#columns = named;
      return 'header';
    }
    if (line.startsWith('#') || line.split('\t').length !== COLUMNS.length) throw noRanks(this.#context.location, line);
    this.#columns = { harmonic_position: 0, harmonic: 1, pagerank_position: 2, pagerank: 3, domain: 4, hosts: 5 };
    return 'line';
  }

  #rankOf(line: string): DomainRank | undefined {
    const columns = this.#columns;
    if (columns === undefined) return undefined;
    const cells = line.split('\t');
    const domain = cells[columns.domain] ?? '';
    const harmonic_position = positionOf(cells[columns.harmonic_position]);
    const pagerank_position = positionOf(cells[columns.pagerank_position]);
    const hosts = positionOf(cells[columns.hosts]);
    const harmonic = valueOf(cells[columns.harmonic]);
    const pagerank = valueOf(cells[columns.pagerank]);
    // Anything but a number is NaN, and so is a sum with it.
    const isWhole = harmonic_position + pagerank_position + hosts <= 3 * POSITION_MAX;
    if (!isWhole || !(harmonic + pagerank >= 0) || !DOMAIN.test(domain)) return undefined;
    return { domain_key: domain + '.', harmonic_position, harmonic, pagerank_position, pagerank, hosts };
  }
}

/** Labels from the top down; most names have two. */
const DOMAIN = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){0,30}$/;

/** NaN for what is no whole number of 32 bits. */
function positionOf(text = ''): number {
  if (text === '' || text.length > 10) return Number.NaN;
  let value = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value <= POSITION_MAX ? value : Number.NaN;
}

const DECIMAL = /^\d{1,20}(?:\.\d{1,30})?(?:[eE][+-]?\d{1,3})?$/;

/** NaN for what is no decimal number. */
function valueOf(text = ''): number {
  const value = DECIMAL.test(text) ? Number(text) : Number.NaN;
  return value < Number.POSITIVE_INFINITY ? value : Number.NaN;
}

async function stepOf({ step, done }: { readonly step: Step; readonly done: Promise<void> }): Promise<Step> {
  await done;
  return step;
}

/** Undefined for a line that is no heading. */
function columnsOf(line: string): Readonly<Record<Column, number>> | undefined {
  const places = new Map<Column, number>();
  for (const [at, cell] of line.split('\t').entries()) {
    const column = HEADINGS.get(cell.replace(/^#/, '').trim().toLowerCase());
    if (column !== undefined && !places.has(column)) places.set(column, at);
  }
  if (places.size === 0) return undefined;
  const place = (column: Column): number => {
    const at = places.get(column);
    if (at !== undefined) return at;
    const why = column === 'hosts' ? ' It looks like the hosts file; use the domains file.' : '';
    throw new AppError('invalid_input', `The ranks file has no column for ${WORDS[column]}.${why}`, {
      fix: 'Use the file that ends in -domain-ranks.txt.gz.',
    });
  };
  return {
    harmonic_position: place('harmonic_position'),
    harmonic: place('harmonic'),
    pagerank_position: place('pagerank_position'),
    pagerank: place('pagerank'),
    domain: place('domain'),
    hosts: place('hosts'),
  };
}

const WORDS: Readonly<Record<Column, string>> = {
  harmonic_position: 'the position by harmonic centrality (harmonicc_pos)',
  harmonic: 'harmonic centrality (harmonicc_val)',
  pagerank_position: 'the position by PageRank (pr_pos)',
  pagerank: 'PageRank (pr_val)',
  domain: 'the domain (host_rev)',
  hosts: 'the number of hosts (n_hosts)',
};

/** `cc-main-2026-apr-may-jun`, as the files are called. */
const RELEASE_IN_NAME = /(cc-main-\d{4}(?:-\d{2})?(?:-[a-z0-9]{2,9}){1,6}?)(?:-domain|-ranks|\.)/;
const RELEASE = /^[a-z0-9][a-z0-9._-]{0,63}$/;

function releaseOf({ options, location }: ReadContext): string {
  const named = options.release ?? RELEASE_IN_NAME.exec(location.toLowerCase().split(/[/\\]/).at(-1) ?? '')?.[1];
  if (named !== undefined && RELEASE.test(named)) return named;
  throw new AppError('invalid_input', 'The file name does not contain the release of the ranks.', {
    fix: 'Pass it as release (--release on the command line), such as cc-main-2026-apr-may-jun.',
  });
}

function noRanks(location: string, line: string): AppError {
  const first = line === '' ? 'it is empty' : `its first line is ${shown(line)}`;
  return new AppError('invalid_input', `${location} is not a ranks file: ${first}.`, {
    fix: 'Use a Common Crawl web graph file that ends in -domain-ranks.txt.gz.',
  });
}

function shown(line: string | undefined): string {
  if (line === undefined) return 'too long';
  return `"${line.slice(0, 80).replaceAll(/[^\x20-\x7e]/g, '·')}"`;
}

/** Longer lines are not lines of a ranks table. */
const LINE_BYTES_MAX = 4096;
const NEWLINE = 0x0a;

/** Lines that follow one another. */
interface LineBlock {
  /** Each byte as one character, without the end of the line; undefined for one that is too long to be kept. */
  readonly lines: readonly (string | undefined)[];
  /** How many bytes stand before the line that comes next. */
  readonly end: number;
}

/** Cuts bytes into lines, many at a time, in memory that does not grow with the length of a line. */
async function* lineBlocks(bytes: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<LineBlock> {
  let rest: Buffer = Buffer.alloc(0);
  let isTooLong = false;
  let end = from;
  for await (const chunk of bytes) {
    const whole =
      rest.length === 0 ? Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength) : Buffer.concat([rest, chunk]);
    const last = whole.lastIndexOf(NEWLINE);
    const tail = whole.subarray(last + 1);
    if (last !== -1) {
      end += last + 1;
      const lines: (string | undefined)[] = split(whole.subarray(0, last));
      if (isTooLong) lines[0] = undefined;
      isTooLong = false;
      yield { lines, end };
    }
    isTooLong ||= tail.length > LINE_BYTES_MAX;
    // Of a line that is too long only its length is of interest.
    if (isTooLong) end += tail.length;
    rest = isTooLong ? Buffer.alloc(0) : Buffer.from(tail);
  }
  if (isTooLong) yield { lines: [undefined], end };
  else if (rest.length > 0) yield { lines: split(rest), end: end + rest.length };
}

function split(bytes: Buffer): (string | undefined)[] {
  const lines = bytes.toString('latin1').split('\n');
  return lines.map((line) => {
    if (line.length > LINE_BYTES_MAX) return undefined;
    return line.endsWith('\r') ? line.slice(0, -1) : line;
  });
}
