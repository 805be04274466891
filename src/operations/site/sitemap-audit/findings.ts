import { readDataRows } from '../../../kernel/data.ts';
import { cleanText } from '../../../text/normalize.ts';

export const SEVERITIES = ['critical', 'high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

const ROWS = readDataRows(import.meta.url, 'data/findings.tsv');

const FINDING_IDS = [
  'sitemap_unreachable',
  'not_a_sitemap',
  'broken_xml',
  'sitemap_blocked',
  'too_many_urls',
  'too_large',
  'nested_index',
  'empty_sitemap',
  'important_url_broken',
  'missing_important_url',
  'missing_important_url_unchecked',
  'important_url_not_seen',
  'non_200',
  'redirect',
  'noindex',
  'canonicalised_elsewhere',
  'canonical_spelling',
  'blocked',
  'invalid_url',
  'missing_loc',
  'other_host',
  'duplicate',
  'duplicate_spelling',
  'url_fragment',
  'bad_lastmod',
  'future_lastmod',
  'same_lastmod',
  'bad_value',
  'wrong_namespace',
  'unescaped_ampersand',
  'image_extension',
  'video_extension',
  'news_extension',
  'hreflang_extension',
  'hreflang_no_self',
  'hreflang_no_return',
  'children_not_read',
  'other_host_sitemap',
  'not_in_robots',
  'indexable_not_listed',
  'orphan_candidate',
  'unlinked',
  'weakly_linked',
] as const;
export type FindingId = (typeof FINDING_IDS)[number];

/** How much a finding matters, what it is and how to fix it. */
interface FindingKind {
  readonly id: FindingId;
  readonly severity: Severity;
  readonly title: string;
  readonly fix: string;
}

/** The worst first, and within a severity in the order in which to fix them. */
const FINDING_KINDS: readonly FindingKind[] = FINDING_IDS.map((id): FindingKind => {
  const [, level, title = '', fix = ''] = ROWS.find(([name]) => name === id) ?? [];
  const severity = SEVERITIES.find((each) => each === level);
  if (severity === undefined) throw new Error(`findings.tsv says nothing about ${id}.`);
  return { id, severity, title, fix };
}).toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));

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
    if (hit.examples.length < EXAMPLES_MAX) hit.examples.push(cleanExample(example));
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

  count(id: FindingId): number {
    return this.#hits.get(id)?.count ?? 0;
  }

  drop(id: FindingId): readonly Example[] {
    const examples = this.#hits.get(id)?.examples ?? [];
    this.#hits.delete(id);
    return examples;
  }

  /** What was found, the worst first. */
  read(): (FindingKind & Hit)[] {
    return FINDING_KINDS.flatMap((kind) => {
      const hit = this.#hits.get(kind.id);
      return hit === undefined ? [] : [{ ...kind, ...hit }];
    });
  }
}

function cleanExample(example: Partial<Example>): Example {
  const text = (value: string | null | undefined, max: number): string | null =>
    value === null || value === undefined ? null : cleanText(value, max);
  return {
    url: text(example.url, 300),
    sitemap: text(example.sitemap, 300),
    line: example.line ?? null,
    detail: text(example.detail, 200),
  };
}
