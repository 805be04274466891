/** How much is kept of all answers together. */
interface Bounds<Answer> {
  readonly answers_max: number;
  readonly age_ms_max: number;
  readonly size_max: number;
  /** Undefined for what is not worth keeping. */
  readonly sizeOf: (answer: Answer) => number | undefined;
}

interface Kept<Answer> {
  readonly answer: Promise<Answer>;
  readonly until_ms: number;
  /** 0 while it is on its way. */
  size: number;
}

/** Answers by what was asked. Of too many the most recently used ones stay, and one that failed is asked for again. */
export class RecentAnswers<Answer> {
  private readonly bounds: Bounds<Answer>;
  private readonly kept = new Map<string, Kept<Answer>>();
  private size = 0;

  constructor(bounds: Bounds<Answer>) {
    this.bounds = bounds;
  }

  find(key: string): Promise<Answer> | undefined {
    const known = this.kept.get(key);
    if (known === undefined) return undefined;
    this.kept.delete(key);
    if (performance.now() < known.until_ms) this.kept.set(key, known);
    else this.size -= known.size;
    return this.kept.get(key)?.answer;
  }

  keep(key: string, answer: Promise<Answer>): Promise<Answer> {
    const { age_ms_max, sizeOf } = this.bounds;
    const kept: Kept<Answer> = { answer, until_ms: performance.now() + age_ms_max, size: 0 };
    this.kept.set(key, kept);
    answer.then(
      (found) => {
        if (this.kept.get(key) !== kept) return;
        const size = sizeOf(found);
        if (size === undefined) this.kept.delete(key);
        kept.size = size ?? 0;
        this.size += kept.size;
        this.shrink();
      },
      () => {
        if (this.kept.get(key) === kept) this.kept.delete(key);
      },
    );
    return answer;
  }

  clear(): void {
    this.kept.clear();
    this.size = 0;
  }

  private shrink(): void {
    const { answers_max, size_max } = this.bounds;
    for (const [key, { size }] of this.kept) {
      if (this.kept.size <= answers_max && this.size <= size_max) return;
      this.kept.delete(key);
      this.size -= size;
    }
  }
}
