import { capitalizeFirst } from '../../../text/snippet/casing.ts';
import { readDataRows } from '../../../kernel/data.ts';
import { cleanText, compareText } from '../../../text/normalize.ts';
import { containment } from '../../../text/similarity.ts';
import type { Purpose } from '../../../text/purpose.ts';
import { matchSubjects, readSubject, type Subject } from '../../../text/subject.ts';
import type { Page } from './pages.ts';

/** Pages of all sides that are about the same thing for the same searchers. */
export interface Topic {
  /** The page with the plainest subject. */
  readonly lead: Page;
  readonly pages: readonly Page[];
}

/** Pages that do not answer a search for a subject. */
const NOT_A_TOPIC: ReadonlySet<Purpose> = new Set<Purpose>(['enter', 'company', 'home']);

export function isAboutATopic(page: Page): boolean {
  return (
    !page.utility &&
    !page.about_competitor &&
    page.subjects.length > 0 &&
    (page.purpose === undefined || !NOT_A_TOPIC.has(page.purpose))
  );
}

/**
 * Groups pages by what they mean: each joins the topic whose lead it resembles most, or leads one of its own.
 *
 * The plainest subjects lead, so that a topic is named by its core, and no chain of half-similar pages joins different topics.
 * The order in which the pages came has no effect.
 */
export function groupTopics(pages: readonly Page[]): Topic[] {
  const ordered = pages.filter(isAboutATopic).toSorted(comparePlainness);
  const topics: { lead: Page; pages: Page[] }[] = [];
  const byTerm = new Map<string, number[]>();
  for (const page of ordered) {
    const best = findNearestTopic(page, topics, byTerm);
    if (best !== undefined) {
      best.pages.push(page);
      continue;
    }
    for (const term of listTerms(page)) byTerm.set(term, [...(byTerm.get(term) ?? []), topics.length]);
    topics.push({ lead: page, pages: [page] });
  }
  return topics;
}

function comparePlainness(one: Page, other: Page): number {
  return (
    (one.subjects[0]?.about.size ?? 0) - (other.subjects[0]?.about.size ?? 0) ||
    compareText(one.key, other.key) ||
    compareText(one.domain ?? '', other.domain ?? '')
  );
}

function listTerms(page: Page): Set<string> {
  return new Set(page.subjects.flatMap(({ about }) => [...about.keys()]));
}

function findNearestTopic<T extends Topic>(
  page: Page,
  topics: readonly T[],
  byTerm: ReadonlyMap<string, readonly number[]>,
): T | undefined {
  const candidates = new Set<number>();
  for (const term of listTerms(page)) for (const at of byTerm.get(term) ?? []) candidates.add(at);
  let best: T | undefined;
  let most = 0;
  for (const at of [...candidates].sort((a, b) => a - b)) {
    const topic = topics[at];
    if (topic === undefined || !haveSameSearchers(topic.lead, page)) continue;
    const likeness = comparePages(topic.lead, page);
    if (likeness > most) {
      most = likeness;
      best = topic;
    }
  }
  return best;
}

/** The highest similarity between subjects of the two pages, 0 when each has words of its own. */
function comparePages(one: Page, other: Page): number {
  let most = 0;
  for (const mine of one.subjects)
    for (const theirs of other.subjects) most = Math.max(most, matchSubjects(mine, theirs));
  return most;
}

/** Purposes that serve the same searchers; a page without one may have either. */
function haveSameSearchers({ purpose: one }: Page, { purpose: other }: Page): boolean {
  if (one === other) return true;
  // A page that does not say its purpose may have any but these, which a title says: what a thing costs, and which is best.
  if (one === undefined || other === undefined) return !SAID.has(one ?? other);
  return findNeed(one) === findNeed(other);
}

const SAID: ReadonlySet<Purpose | undefined> = new Set<Purpose | undefined>(['price', 'compare']);

/** The need that pages of a purpose serve: a guide and a help page inform, any offer sells. */
export function findNeed(purpose: Purpose): string {
  if (purpose === 'help') return 'inform';
  return purpose === 'visit' ? 'sell' : purpose;
}

/** Share of a topic that a page has to be about to cover it in part. */
const PART_MIN = 0.75;

/** Own pages that touch on a topic without answering it: the same subject for other searchers, or a wider or narrower one. */
export function findPartialPages(topic: Topic, own: readonly Page[]): Page[] {
  const leads = topic.lead.subjects.slice(0, 1);
  return own
    .filter(isAboutATopic)
    .map((page) => ({ page, share: measureShare(page, leads) }))
    .filter(({ share }) => share >= PART_MIN)
    .sort((one, other) => other.share - one.share || compareText(one.page.key, other.page.key))
    .slice(0, 3)
    .map(({ page }) => page);
}

function measureShare(page: Page, leads: readonly Subject[]): number {
  let most = 0;
  for (const lead of leads)
    for (const { about } of page.subjects) most = Math.max(most, containment(lead.about, about));
  return most;
}

/** What a topic is called: the most common keyword of its pages, else the shortest of their titles. */
export function nameTopic(pages: readonly Page[]): string {
  const counts = new Map<string, number>();
  for (const { keyword } of pages) {
    if (keyword === null) continue;
    const name = keyword.toLowerCase();
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const [best] = [...counts].sort(
    (one, other) => other[1] - one[1] || one[0].length - other[0].length || compareText(one[0], other[0]),
  );
  if (best !== undefined) return best[0];
  const titles = pages.map(({ plain_title: title }) => stripTitle(title)).filter((title) => title !== '');
  return titles.sort((one, other) => one.length - other.length || compareText(one, other))[0] ?? pages[0]?.url ?? '';
}

/** A title without the name of its site, its year and what follows a colon. */
function stripTitle(title: string): string {
  const [head = ''] = title.split(/:\s/, 2);
  const undated = head.replaceAll(/(?:\s+(?:in|of|for|de|en|für|im))?\s*[([]?\b(?:19|20)\d\d\b[)\]]?/gi, ' ');
  return cleanText(undated, 120)
    .replace(/\s+(?:in|of|for|de|en|für|im)$/i, '')
    .replace(/\s+(?=[?!])/u, '');
}

/** How a title says what kind of page it heads, where the name of the topic does not say it already. */
const TITLE_FORMS: ReadonlyMap<string, string> = new Map(
  readDataRows(import.meta.url, './data/title-forms.tsv').map(([language, purpose, form = '']) => [
    `${language} ${purpose}`,
    form,
  ]),
);

/** A title for a page on the topic: its name, and what kind of page it is where the name does not say. */
export function suggestTitle(name: string, page: Page): string {
  const title = capitalizeFirst(name, page.language);
  const worded = readSubject(name, page.language, '').purpose !== undefined;
  const form = worded || page.purpose === undefined ? undefined : TITLE_FORMS.get(`${page.language} ${page.purpose}`);
  return form === undefined || /[?!]$/.test(title) ? title : form.replace('{}', () => title);
}
