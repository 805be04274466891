/** What went wrong during a crawl, counted by kind, with a few addresses each to look at. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly count: number;
  readonly examples: readonly string[];
}

export type ProblemKind =
  | 'robots_unreachable'
  | 'robots_cut'
  | 'robots_refused'
  | 'host_given_up'
  | 'host_slowed_down'
  | 'connection_failed'
  | 'timeout'
  | 'address_refused'
  | 'redirect_loop'
  | 'redirects_too_many'
  | 'redirect_target_invalid'
  | 'body_cut'
  | 'body_broken'
  | 'not_html'
  | 'links_cut'
  | 'text_cut'
  | 'parse_timeout'
  | 'parse_memory'
  | 'parse_failed'
  | 'trap_repeated_segments'
  | 'trap_deep_path'
  | 'trap_endless_pattern'
  | 'trap_same_content'
  | 'frontier_full'
  | 'sitemap_unreadable'
  | 'sitemap_cut'
  | 'no_browser'
  | 'not_rendered'
  | 'script_files_missing'
  | 'script_redirect';

const EXAMPLES_MAX = 5;
const EXAMPLE_LENGTH_MAX = 300;

export class Problems {
  private readonly kinds = new Map<ProblemKind, { count: number; examples: string[] }>();
  private isClosed = false;

  /** What is asked once all pages were read tells nothing of how whole the crawl is. */
  close(): void {
    this.isClosed = true;
  }

  /** `count` for what is known to have happened more often than it is worth calling this. */
  add(kind: ProblemKind, example: string, count = 1): void {
    if (this.isClosed) return;
    let known = this.kinds.get(kind);
    if (known === undefined) this.kinds.set(kind, (known = { count: 0, examples: [] }));
    known.count += count;
    const shown = example.length > EXAMPLE_LENGTH_MAX ? example.slice(0, EXAMPLE_LENGTH_MAX) + '…' : example;
    if (known.examples.length < EXAMPLES_MAX && !known.examples.includes(shown)) known.examples.push(shown);
  }

  list(): readonly Problem[] {
    return [...this.kinds].map(([kind, { count, examples }]) => ({ kind, count, examples }));
  }
}
