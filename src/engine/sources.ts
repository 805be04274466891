import { AppError, messageOf, toAppError } from '../kernel/errors.ts';
import type { Capability, Sourced, SourceNote } from '../ports/source.ts';
import type { Ports, Sources } from '../ports/sources.ts';
import type { Log } from './log.ts';

/** A source that the operator connected, under the name that `meta.sources` shows. */
export interface Connected<Source> {
  readonly name: string;
  readonly source: Source;
}

/** The connected sources of each capability, first choice first. */
export type SourceTable = { readonly [C in Capability]: readonly Connected<Sources[C]>[] };

const HOW_TO_CONNECT: Record<Capability, string> = {
  links: 'Crawl sites with `seamark crawl URL`, or set CLICKHOUSE_URL to an index that has links.',
  serp: 'Crawl sites with `seamark crawl URL` to search your own index, or connect a search provider.',
  fetch: 'Start the service without SEAMARK_SOURCES=fetch= so that it can read pages.',
};

/** @throws AppError source_not_configured: which capability, and how to have it */
export function requireSources(table: SourceTable, needs: readonly Capability[]): void {
  for (const capability of needs) {
    if (table[capability].length > 0) continue;
    throw new AppError('source_not_configured', `No connected source offers "${capability}".`, {
      fix: HOW_TO_CONNECT[capability],
    });
  }
}

/**
 * The ports of one call: asks the sources in order and keeps a note of each that answered.
 *
 * A source that fails is passed over for the next one; when none is left the call fails as a whole, so
 * that half an answer never looks like a whole one.
 */
export class CallPorts {
  readonly notes: SourceNote[] = [];
  readonly ports: Ports;
  readonly #table: SourceTable;
  readonly #signal: AbortSignal;
  readonly #log: Log;

  constructor(table: SourceTable, signal: AbortSignal, log: Log) {
    this.#table = table;
    this.#signal = signal;
    this.#log = log;
    this.ports = {
      links: {
        summary: (query) => this.#ask('links', (source) => source.summary(query, signal)),
        list: (query) => this.#ask('links', (source) => source.list(query, signal)),
        anchors: (query) => this.#ask('links', (source) => source.anchors(query, signal)),
        referringDomains: (query) => this.#ask('links', (source) => source.referringDomains(query, signal)),
        targetPages: (query) => this.#ask('links', (source) => source.targetPages(query, signal)),
        competitors: (query) => this.#ask('links', (source) => source.competitors(query, signal)),
        timeseries: (query) => this.#ask('links', (source) => source.timeseries(query, signal)),
        pageIntersection: (query) => this.#ask('links', (source) => source.pageIntersection(query, signal)),
      },
      serp: { search: (query) => this.#ask('serp', (source) => source.search(query, signal)) },
      fetch: {
        page: (query) => this.#ask('fetch', (source) => source.page(query, signal)),
        file: (query) => this.#ask('fetch', (source) => source.file(query, signal)),
        robots: (query) => this.#ask('fetch', (source) => source.robots(query, signal)),
      },
    };
  }

  async #ask<C extends Capability, Value>(
    capability: C,
    method: (source: Sources[C]) => Promise<Sourced<Value>>,
  ): Promise<Value> {
    let failure: AppError | undefined;
    for (const { name, source } of this.#table[capability]) {
      try {
        const answer = await method(source);
        this.#note({ capability, ...answer.source });
        return answer.value;
      } catch (thrown) {
        failure = this.#judge(thrown, capability, name);
      }
    }
    throw failure ?? new AppError('source_not_configured', `No connected source offers "${capability}".`);
  }

  /** Throws what is the caller's own doing; answers what another source may still mend. */
  #judge(thrown: unknown, capability: Capability, name: string): AppError {
    if (this.#signal.aborted) throw thrown;
    if (thrown instanceof AppError && thrown.status < 500) throw thrown;
    this.#log.warn({ capability, source: name, err: messageOf(thrown) }, 'a source failed');
    if (thrown instanceof AppError && thrown.code !== 'internal') return thrown;
    return new AppError('source_failed', `The source "${name}" did not respond.`, {
      fix: 'Try again in a minute. Nothing was charged.',
      cause: toAppError(thrown),
    });
  }

  #note(note: SourceNote): void {
    const at = this.notes.findIndex((known) => known.capability === note.capability && known.source === note.source);
    if (at < 0) this.notes.push(note);
    else this.notes[at] = note;
  }
}
