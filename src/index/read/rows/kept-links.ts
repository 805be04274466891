import type { HeldLink } from './held-facts.ts';
import { RecentAnswers } from './recent-answers.ts';

type Links = readonly HeldLink[] | undefined;

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
  private readonly kept = new RecentAnswers<Links>({
    answers_max: Infinity,
    age_ms_max: AGE_MS_MAX,
    size_max: SIZE_MAX,
    sizeOf: (links) => links?.reduce((sum, link) => sum + sizeOf(link), 0),
  });
  private readonly asked = new Set<string>();

  /** What is there under this key, or what `read` reads now; undefined for the first question. */
  again(key: string, state: string, read: () => Promise<Links>): Promise<Links> | undefined {
    if (state !== this.state) this.clear(state);
    const known = this.kept.find(key);
    if (known !== undefined) return known;
    if (this.asked.has(key)) return this.kept.keep(key, read());
    if (this.asked.size >= ASKED_MAX) this.asked.clear();
    this.asked.add(key);
    return undefined;
  }

  private clear(state: string): void {
    this.state = state;
    this.kept.clear();
    this.asked.clear();
  }
}

function sizeOf(link: HeldLink): number {
  const { source_page, target_page, final_page, anchor, alt } = link;
  const texts = [source_page, source_page, target_page, final_page, anchor, alt];
  return texts.reduce((sum, { length }) => sum + length, LINK_SIZE);
}
