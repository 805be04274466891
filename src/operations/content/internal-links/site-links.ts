import { z } from 'zod';

import { definePageTask, type Task } from '../../../kernel/task.ts';
import { counted } from '../../../kernel/grammar.ts';
import type { LinkablePage } from '../../../ports/sites.ts';
import { tokenize } from '../../../web/words.ts';
import { closestAmong } from './closest-pages.ts';
import { internalLinks } from './internal-links.ts';
import type { InternalLinksReport } from './report.ts';

/** Texts that are read: those of the pages that most others link to, since they have most to hand on. */
const SOURCES_MAX = 60;
const WORDS_MIN = 50;
const TARGETS_OF_ONE = 30;
const FOUND_IN_A_PAGE_MAX = 5;
const LINKS_FROM_ONE_MAX = 3;
const LINKS_TO_ONE_MAX = 3;
/** Half of what a link is worth is how well it fits, the other half how much its target needs it. */
const NEED_SHARE = 0.5;

export const SiteLink = z.object({
  source_url: z.string(),
  source_title: z.string(),
  target_url: z.string(),
  target_title: z.string(),
  anchor_text: z.string().describe('Words of the source sentence, exactly as written.'),
  sentence: z.string(),
  relevance: z.number().describe('0–100, how well the words fit the target.'),
  target_links_now: z.int().describe('Pages whose text links to the target now; menus and footers do not count.'),
  score: z.number().describe('0–100: half relevance, half how few links the target has.'),
});
export type SiteLink = z.infer<typeof SiteLink>;

export interface SiteLinksInput {
  /** The most linked first. */
  readonly pages: readonly LinkablePage[];
  readonly site: string;
  readonly max_suggestions: number;
}

export interface SiteLinks {
  readonly links: readonly SiteLink[];
  readonly sources_read: number;
  /** Of the page with the best link, or else of the first that was read; undefined where no page has a text. */
  readonly first: InternalLinksReport | undefined;
}

/** The best new links between the pages of a site. */
export const siteLinks: Task<SiteLinksInput, SiteLinks> = {
  ...definePageTask(import.meta.url, 'siteLinks', findSiteLinks),
  limits: { cpu_ms_max: 30_000, memory_mb_max: 256 },
};

function findSiteLinks({ pages, site, max_suggestions }: SiteLinksInput): SiteLinks {
  const now = countLinksTo(pages);
  const closest = closestAmong(pages);
  const common = commonWords(pages);
  const places = new Map(pages.map(({ url }, at) => [url, at]));
  const reports = new Map<string, InternalLinksReport>();
  const found: SiteLink[] = [];
  for (const [at, page] of pages.entries()) {
    if (reports.size === SOURCES_MAX) break;
    if (page.text.split(/\s+/, WORDS_MIN + 1).length <= WORDS_MIN) continue;
    const linked = new Set(page.links_to.map((place) => pages[place]?.url));
    // Twice as many, so that enough are left without those that are linked already, or compete with the page itself.
    const targets = closest(page, 2 * TARGETS_OF_ONE).filter(
      ({ url, title }) => !linked.has(url) && title !== page.title && languageOf(url) === languageOf(page.url),
    );
    if (targets.length === 0) continue;
    const report = internalLinks.run({
      html: undefined,
      markdown: markdownOf(page),
      url: page.url,
      status: 200,
      robots_header: undefined,
      allowed_by_robots: null,
      target_pages: targets.slice(0, TARGETS_OF_ONE),
      keyword: undefined,
      target: site,
      max_suggestions: FOUND_IN_A_PAGE_MAX,
    });
    reports.set(page.url, report);
    for (const { target_url, target_title, anchor_text, sentence, relevance } of report.suggestions) {
      if (!isTelling(anchor_text, sentence, common)) continue;
      const target_links_now = now[places.get(target_url) ?? at] ?? 0;
      const need = 100 / Math.sqrt(1 + target_links_now);
      const score = Math.round(NEED_SHARE * need + (1 - NEED_SHARE) * relevance);
      const source = { source_url: page.url, source_title: page.title };
      found.push({ ...source, target_url, target_title, anchor_text, sentence, relevance, target_links_now, score });
    }
  }
  const links = chosen(found, max_suggestions);
  const first = reports.get(links[0]?.source_url ?? '') ?? reports.values().next().value;
  return { links, sources_read: reports.size, first };
}

/** A line of the text is a block of the page; those that are headings are no place for a link. */
function markdownOf({ text, headings }: LinkablePage): string {
  const named = new Set(headings);
  const blocks = text
    .split('\n')
    .map((line) => (named.has(line) ? `## ${line}` : line.replace(MARKER, String.raw`\$&`)));
  return blocks.join('\n\n');
}

/** What would begin a heading, a list, a quotation or code. */
const MARKER = /^[#>*+\-=~`|]/;

/** Words of so many titles are the name of the site, or what all of it is about. */
const COMMON_SHARE = 0.1;
const COMMON_MIN = 5;

function commonWords(pages: readonly LinkablePage[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { title } of pages) {
    for (const word of new Set(tokenize(title))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const most = Math.max(COMMON_MIN, pages.length * COMMON_SHARE);
  return new Set([...counts].flatMap(([word, count]) => (count > most ? [word] : [])));
}

/** A single short word is too little to say where a link leads. */
const WORD_CHARACTERS_MIN = 8;
/** A line that is hardly longer than the anchor is an entry of a list, and mostly a link already. */
const WORDS_AROUND_MIN = 4;

function isTelling(anchor: string, sentence: string, common: ReadonlySet<string>): boolean {
  const words = tokenize(anchor);
  if (words.every((word) => common.has(word))) return false;
  if (words.length === 1 && anchor.length < WORD_CHARACTERS_MIN) return false;
  return tokenize(sentence).length >= words.length + WORDS_AROUND_MIN;
}

/** Of sites with a folder for each language: pages of one link to each other. */
function languageOf(url: string): string | undefined {
  return /^https?:\/\/[^/]+\/([a-z]{2}(?:-[a-z]{2})?)\//i.exec(url)?.[1]?.toLowerCase();
}

function countLinksTo(pages: readonly LinkablePage[]): readonly number[] {
  const counts = pages.map(() => 0);
  for (const { links_to } of pages) for (const to of links_to) counts[to] = (counts[to] ?? 0) + 1;
  return counts;
}

/** The best of all, not too many from one page or to one page, and each anchor of a page to one target. */
function chosen(found: readonly SiteLink[], max: number): readonly SiteLink[] {
  const from = new Map<string, number>();
  const to = new Map<string, number>();
  const links: SiteLink[] = [];
  for (const link of found.toSorted((one, other) => other.score - one.score || other.relevance - one.relevance)) {
    const [given, got] = [from.get(link.source_url) ?? 0, to.get(link.target_url) ?? 0];
    if (given >= LINKS_FROM_ONE_MAX || got >= LINKS_TO_ONE_MAX) continue;
    from.set(link.source_url, given + 1);
    to.set(link.target_url, got + 1);
    links.push(link);
    if (links.length === max) break;
  }
  return links;
}

export function phraseRead({ sources_read }: SiteLinks, pages: number): string {
  return `The texts of ${sources_read} of ${counted(pages, 'page')} were read, those that most pages link to.`;
}
