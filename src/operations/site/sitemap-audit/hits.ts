import { cleanText } from '../../../text/normalize.ts';
import { FINDING_IDS, type FindingId } from './finding-kinds.ts';

/** One case of a finding. */
export interface Example {
  readonly url: string | null;
  readonly sitemap: string | null;
  readonly line: number | null;
  readonly detail: string | null;
}

export interface Hit {
  readonly id: FindingId;
  readonly count: number;
  readonly examples: readonly Example[];
}

const EXAMPLES_MAX = 10;

/** Counts findings and keeps the first examples of each. */
export class Hits {
  readonly #hits = new Map<FindingId, { count: number; examples: Example[] }>();

  add(id: FindingId, example: Partial<Example>, count = 1): void {
    let hit = this.#hits.get(id);
    if (hit === undefined) {
      hit = { count: 0, examples: [] };
      this.#hits.set(id, hit);
    }
    hit.count += count;
    if (hit.examples.length < EXAMPLES_MAX) hit.examples.push(shown(example));
  }

  merge(hits: readonly Hit[]): void {
    for (const { id, count, examples } of hits) {
      let left = count;
      for (const example of examples) {
        this.add(id, example, 1);
        left -= 1;
      }
      const hit = this.#hits.get(id);
      if (hit !== undefined) hit.count += left;
    }
  }

  countOf(id: FindingId): number {
    return this.#hits.get(id)?.count ?? 0;
  }

  drop(id: FindingId): readonly Example[] {
    const examples = this.#hits.get(id)?.examples ?? [];
    this.#hits.delete(id);
    return examples;
  }

  read(): Hit[] {
    return FINDING_IDS.flatMap((id) => {
      const hit = this.#hits.get(id);
      return hit === undefined ? [] : [{ id, ...hit }];
    });
  }
}

function shown(example: Partial<Example>): Example {
  const text = (value: string | null | undefined, max: number): string | null =>
    value === null || value === undefined ? null : cleanText(value, max);
  return {
    url: text(example.url, 300),
    sitemap: text(example.sitemap, 300),
    line: example.line ?? null,
    detail: text(example.detail, 200),
  };
}
