import { counted } from '../../../kernel/grammar.ts';
import type { Page } from '../../../web/page/page.ts';
import { resolveTarget } from './targets.ts';
import type { InternalLinksInput, InternalLinksReport } from './report.ts';

/** Readers do not follow more than one link per so many words. */
const WORDS_PER_LINK_MIN = 50;
const FEW_LINKS = 5;

type Draft = Omit<InternalLinksReport, 'review_notes'>;

/** What an editor should check before adding the links. */
export function writeReviewNotes(report: Draft, page: Page, input: InternalLinksInput): string[] {
  return [...noteSource(report, input), ...noteLinked(report), ...noteSuggestions(report, page, input)];
}

function noteSource({ source, crawlability }: Draft, { status }: InternalLinksInput): string[] {
  const notes: string[] = [];
  if ((status ?? 200) >= 400) notes.push(`The server returned ${status}: this report is about its error page.`);
  if (source.sentences === 0) notes.push('The source has no running text to put a link in.');
  if (crawlability.links_followed === false) {
    notes.push('The page tells crawlers not to follow its links; fix that before you add any.');
  }
  if (crawlability.source_indexable === false) {
    notes.push('The page cannot be indexed, so its links carry little weight.');
  }
  return notes;
}

const LINKED_NOTES_MAX = 5;

function noteLinked({ already_linked: linked }: Draft): string[] {
  const generic = linked.filter(({ generic_anchor }) => generic_anchor).slice(0, LINKED_NOTES_MAX);
  const unfollowed = linked.filter(({ nofollow }) => nofollow).slice(0, LINKED_NOTES_MAX);
  return [
    ...generic.map(
      ({ anchor_text, target_url }) =>
        `The anchor “${anchor_text}” says nothing about ${target_url}: name the page instead.`,
    ),
    ...unfollowed.map(
      ({ target_url }) => `The link to ${target_url} is nofollow: remove that, since it is an internal link.`,
    ),
  ];
}

function noteSuggestions(
  { suggestions, crawlability, source }: Draft,
  page: Page,
  input: InternalLinksInput,
): string[] {
  if (suggestions.length === 0) return [];
  const notes: string[] = [];
  const links = (crawlability.content_links ?? 0) + suggestions.length;
  if (links > FEW_LINKS && source.word_count / links < WORDS_PER_LINK_MIN) {
    const text = `${counted(links, 'link')} in ${counted(source.word_count, 'word')}`;
    notes.push(`With all suggestions the text would have ${text}: add only the best ones.`);
  }
  const urls = suggestions.map(({ target_url }) => target_url);
  const menu = findInMenus(page, urls, input.url);
  if (menu.length > 0) {
    notes.push(
      `The menu or footer already links to ${counted(menu.length, 'suggested page')}: a link in the text adds an anchor that says what the page is about.`,
    );
  }
  notes.push('Read each sentence with its link: anchors were chosen for meaning, not for how they sound.');
  return notes;
}

function findInMenus(page: Page, urls: readonly string[], base: string | undefined): string[] {
  const keys = new Set<string>();
  for (const link of page.links) {
    if (link.region === 'content' || link.url === undefined) continue;
    const key = resolveTarget(link.url, undefined)?.key;
    if (key !== undefined) keys.add(key);
  }
  return urls.filter((url) => keys.has(resolveTarget(url, base)?.key ?? ''));
}
