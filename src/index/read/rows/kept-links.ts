import type { HeldLink } from './held-facts.ts';

type Links = readonly HeldLink[] | undefined;

interface Kept {
  readonly links: Promise<Links>;
  readonly until_ms: number;
  size: number;
}

/** Characters of all texts that are kept, with what a link takes beside them: some sixty megabytes. */
const SIZE_MAX = 40_000_000;
const LINK_SIZE = 400;
const ASKED_MAX = 10_000;
/** Of a cluster, the state of one node does not tell what others have written. */
const AGE_MS_MAX = 60_000;

/**
 * Links of targets that are queried again: people who look at a profile ask for its summary, then for its
 * links, anchors and pages. The first query reads the columns it needs, the second one reads all of them, and
 * later ones take them from here while no link in the index changes.
 */
export class KeptLinks {
  private state = '';
  private readonly kept = new Map<string, Kept>();
  private readonly asked = new Set<string>();
  private size = 0;

  /** What is there under this key, or what `read` reads now; undefined for the first question. */
  again(key: string, state: string, read: () => Promise<Links>): Promise<Links> | undefined {
    if (state !== this.state) this.clear(state);
    const known = this.kept.get(key);
    if (known !== undefined && performance.now() < known.until_ms) {
      // The most recently used one is the last to be dropped.
      this.kept.delete(key);
      this.kept.set(key, known);
      return known.links;
    }
    if (known !== undefined) this.drop(key, known);
    if (this.asked.has(key)) return this.keep(key, read());
    if (this.asked.size >= ASKED_MAX) this.asked.clear();
    this.asked.add(key);
    return undefined;
  }

  private clear(state: string): void {
    this.state = state;
    this.kept.clear();
    this.asked.clear();
    this.size = 0;
  }

  private keep(key: string, links: Promise<Links>): Promise<Links> {
    const kept: Kept = { links, until_ms: performance.now() + AGE_MS_MAX, size: 0 };
    this.kept.set(key, kept);
    links.then(
      (found) => {
        if (this.kept.get(key) !== kept) return;
        if (found === undefined) this.kept.delete(key);
        kept.size = found?.reduce((sum, link) => sum + sizeOf(link), 0) ?? 0;
        this.size += kept.size;
        this.shrink();
      },
      () => {
        if (this.kept.get(key) === kept) this.kept.delete(key);
      },
    );
    return links;
  }

  private shrink(): void {
    for (const [key, kept] of this.kept) {
      if (this.size <= SIZE_MAX) return;
      this.drop(key, kept);
    }
  }

  private drop(key: string, kept: Kept): void {
    this.kept.delete(key);
    this.size -= kept.size;
  }
}

function sizeOf(link: HeldLink): number {
  const { source_page, target_page, final_page, anchor, alt } = link;
  const texts = [source_page, source_page, target_page, final_page, anchor, alt];
  return texts.reduce((sum, { length }) => sum + length, LINK_SIZE);
}
