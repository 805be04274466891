import { createHash } from 'node:crypto';

import type { FileStreams } from '../ports/fetch.ts';
import type { ImportOrder, ImportStore, LocationWriter, RankWriter } from '../ports/imports.ts';
import { type ConsoleParts, readConsole } from './console/read-console.ts';
import { type KeywordParts, readKeywords } from './csv/read-keywords.ts';
import { type LinkParts, readLinks } from './csv/read-links.ts';
import { readLocations } from './csv/read-locations.ts';
import { type ImportControl, importFile, type ImportOutcome } from './import-file.ts';
import { LocalFile } from './files/local-file.ts';
import { LocalFolder } from './files/local-folder.ts';
import { readRanks } from './ranks.ts';
import type { Reading } from './files/reading.ts';
import { RemoteFile } from './files/remote-file.ts';
import { type ByteSource, ContentSource } from './files/source.ts';
import { type ArchiveParts, readWarc, readWat } from './warc-steps.ts';

/** Everything that imports write to and read with. */
export interface ImporterParts extends ArchiveParts, KeywordParts, ConsoleParts, LinkParts {
  readonly store: ImportStore;
  readonly streams: FileStreams;
  readonly ranks: RankWriter;
  readonly locationList: LocationWriter;
}

/** Reads files of every kind into the index. */
export class Importer {
  readonly #parts: ImporterParts;

  constructor(parts: ImporterParts) {
    this.#parts = parts;
  }

  /** A path of this machine, which only its operator may name. */
  fromPath(order: ImportOrder, control: ImportControl): Promise<ImportOutcome> {
    return this.#from(order, new LocalFile(order.location), control);
  }

  /** The tables of a folder, which are one export. */
  fromFolder(order: ImportOrder, control: ImportControl): Promise<ImportOutcome> {
    return this.#from(order, new LocalFolder(order.location), control);
  }

  fromUrl(order: ImportOrder, control: ImportControl): Promise<ImportOutcome> {
    return this.#from(order, new RemoteFile(order.location, this.#parts.streams), control);
  }

  /** Text that was sent along; the order's location is `contentLocation` of it. */
  fromContent(order: ImportOrder, content: string, control: ImportControl): Promise<ImportOutcome> {
    return this.#from(order, new ContentSource(order.location, content), control);
  }

  #from(order: ImportOrder, source: ByteSource, control: ImportControl): Promise<ImportOutcome> {
    return importFile(order, { store: this.#parts.store, source, reading: this.#readingOf(order) }, control);
  }

  #readingOf({ kind, workspace_id }: ImportOrder): Reading {
    const { writer, ranks, locationList } = this.#parts;
    // All but pages are durable when they are written.
    const flushed = (): Promise<void> => Promise.resolve();
    const flush = (): Promise<void> => writer.flush();
    switch (kind) {
      case 'warc':
        return { steps: readWarc(this.#parts), flush, pauses: true, isWhole: false };
      case 'wat':
        return { steps: readWat(this.#parts), flush, pauses: true, isWhole: false };
      case 'ranks':
        return { steps: readRanks(ranks), flush: flushed, pauses: false, isWhole: false };
      case 'links':
        return { steps: readLinks(this.#parts), flush: flushed, pauses: false, isWhole: false };
      case 'keywords':
        return { steps: readKeywords(this.#parts, workspace_id), flush: flushed, pauses: false, isWhole: false };
      case 'console':
        return { steps: readConsole(this.#parts, workspace_id), flush: flushed, pauses: false, isWhole: true };
      case 'locations':
        return { steps: readLocations(locationList), flush: flushed, pauses: false, isWhole: false };
    }
  }
}

export function contentLocation(content: string): string {
  return `content:${createHash('sha256').update(content).digest('hex')}`;
}
