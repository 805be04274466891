import type { PageFact } from '../../ports/index.ts';
import type { LeftOut, RecordFacts } from './facts.ts';
import type { SkippedPart, WarcPosition } from './record.ts';

/** Facts of some records that follow one another, in the order of the file. */
export interface FactBatch {
  readonly facts: readonly PageFact[];
  readonly records: number;
  /** Records without facts, by why. */
  readonly left_out: Readonly<Partial<Record<LeftOut, number>>>;
  readonly skipped: readonly SkippedPart[];
  /** Once the facts are durable, an import that is cut off goes on from here. */
  readonly next: WarcPosition;
}

const FACTS_MAX = 64;
const LINKS_MAX = 8000;
/** Records without facts come in thousands, and progress should show meanwhile. */
const RECORDS_MAX = 1000;
/** A file of garbage has no end of parts to skip; those beyond are told as one. */
const SKIPPED_MAX = 1000;

/** Gathers what records say until it is worth handing on. */
export class BatchMaker {
  private facts: PageFact[] = [];
  private links = 0;
  private records = 0;
  private left_out: Partial<Record<LeftOut, number>> = {};
  private skipped: SkippedPart[] = [];

  add({ facts, left_out }: RecordFacts): void {
    this.records += 1;
    if (left_out !== undefined) this.left_out[left_out] = (this.left_out[left_out] ?? 0) + 1;
    for (const fact of facts) {
      this.facts.push(fact);
      this.links += fact.links.length;
    }
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
    const { facts, records, left_out, skipped } = this;
    this.facts = [];
    this.links = 0;
    this.records = 0;
    this.left_out = {};
    this.skipped = [];
    return { facts, records, left_out, skipped, next };
  }
}
