import type { HeldLink } from './facts.ts';

type Links = readonly HeldLink[] | undefined;

interface Kept {
  readonly state: string;
  readonly links: Promise<Links>;
  size: number;
}

/** Links of all targets together, some forty megabytes. */
const LINKS_MAX = 50_000;
const ASKED_MAX = 10_000;

/**
 * Links of targets that are asked about again: who looks at a profile asks for its summary, then for its links, anchors and
 * pages. The first question reads the columns that it needs, the second one all of them, and others take them from here
 * while no link of the index changes.
 */
export class KeptLinks {
  private readonly kept = new Map<string, Kept>();
  private readonly asked = new Map<string, string>();
  private links_kept = 0;

  /** What is there under this key, or what `read` reads now; undefined for the first question. */
  again(key: string, state: string, read: () => Promise<Links>): Promise<Links> | undefined {
    const known = this.kept.get(key);
    if (known?.state === state) {
      // The one asked for last is the last to go.
      this.kept.delete(key);
      this.kept.set(key, known);
      return known.links;
    }
    if (known !== undefined) this.drop(key, known);
    if (this.asked.get(key) === state) return this.keep(key, state, read());
    if (this.asked.size >= ASKED_MAX) this.asked.clear();
    this.asked.set(key, state);
    return undefined;
  }

  private keep(key: string, state: string, links: Promise<Links>): Promise<Links> {
    const kept: Kept = { state, links, size: 0 };
    this.kept.set(key, kept);
    links.then(
      (found) => {
        if (this.kept.get(key) !== kept) return;
        if (found === undefined) this.kept.delete(key);
        kept.size = found?.length ?? 0;
        this.links_kept += kept.size;
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
      if (this.links_kept <= LINKS_MAX) return;
      this.drop(key, kept);
    }
  }

  private drop(key: string, kept: Kept): void {
    this.kept.delete(key);
    this.links_kept -= kept.size;
  }
}
