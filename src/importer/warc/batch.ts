import type { PageFact } from '../../ports/index.ts';
import type { LeftOut, RecordFacts } from './facts.ts';
import { type Holding, holdingOf } from '../../web/warc/wat.ts';
import type { SkippedPart, WarcPosition, WarcRecord } from '../../web/warc/record.ts';

/** Facts of some records that follow one another, in the order of the file. */
export interface FactBatch {
  readonly facts: readonly PageFact[];
  readonly records: number;
  /** Records without facts, by why. */
  readonly left_out: Readonly<Partial<Record<LeftOut, number>>>;
  /** The first few of each of those, and where they are; not of records that no fact is made from anyway. */
  readonly examples: readonly LeftOutExample[];
  readonly holdings: Readonly<Partial<Record<Holding, number>>>;
  readonly skipped: readonly SkippedPart[];
  /** Once the facts are durable, an import that is cut off continues from here. */
  readonly next: WarcPosition;
}

export interface LeftOutExample {
  readonly reason: LeftOut;
  readonly place: string;
}

/** What is kept of a record while its facts are extracted. */
export interface RecordTraits {
  readonly position: WarcPosition;
  readonly uri: string;
  readonly holding: Holding;
}

export function traitsOf(record: WarcRecord): RecordTraits {
  const { position, headers } = record;
  return { position, uri: headers.get('warc-target-uri') ?? '', holding: holdingOf(record) };
}

const FACTS_MAX = 64;
const LINKS_MAX = 8000;
/** Records without facts come in thousands, and progress should show meanwhile. */
const RECORDS_MAX = 1000;
/** A corrupt file can have any number of parts to skip; those past this limit are reported as one. */
const SKIPPED_MAX = 1000;
const EXAMPLES_MAX = 5;
const URI_SHOWN_MAX = 200;

/** Collects what records say until there is enough to hand on. */
export class BatchMaker {
  private facts: PageFact[] = [];
  private links = 0;
  private records = 0;
  private left_out: Partial<Record<LeftOut, number>> = {};
  private examples: LeftOutExample[] = [];
  private holdings: Partial<Record<Holding, number>> = {};
  private skipped: SkippedPart[] = [];

  add({ facts, left_out }: RecordFacts, traits: RecordTraits): void {
    this.records += 1;
    this.holdings[traits.holding] = (this.holdings[traits.holding] ?? 0) + 1;
    if (left_out !== undefined) this.leave(left_out, traits);
    for (const fact of facts) {
      this.facts.push(fact);
      this.links += fact.links.length;
    }
  }

  private leave(reason: LeftOut, { position, uri }: RecordTraits): void {
    const count = (this.left_out[reason] ?? 0) + 1;
    this.left_out[reason] = count;
    if (reason === 'other_record' || count > EXAMPLES_MAX) return;
    const named = uri === '' ? '' : `: ${uri.slice(0, URI_SHOWN_MAX)}`;
    // Packed records are found by what is unpacked from there on.
    const behind = position.inner === 0 ? '' : `, ${position.inner} bytes into its unpacked content`;
    this.examples.push({ reason, place: `byte ${position.offset}${behind}${named}` });
  }

  skip(part: SkippedPart): void {
    const last = this.skipped.at(-1);
    if (this.skipped.length < SKIPPED_MAX || last === undefined) this.skipped.push(part);
    else this.skipped[this.skipped.length - 1] = { ...last, bytes: last.bytes + part.bytes };
  }

  get isFull(): boolean {
    return this.facts.length >= FACTS_MAX || this.links >= LINKS_MAX || this.records >= RECORDS_MAX;
  }

  take(next: WarcPosition): FactBatch {
    const { facts, records, left_out, examples, holdings, skipped } = this;
    this.facts = [];
    this.links = 0;
    this.records = 0;
    this.left_out = {};
    this.examples = [];
    this.holdings = {};
    this.skipped = [];
    return { facts, records, left_out, examples, holdings, skipped, next };
  }
}
