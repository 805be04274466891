import { counted } from '../../../kernel/grammar.ts';
import type { Page } from '../../../web/page/page.ts';
import { targetAddress } from './targets.ts';
import type { InternalLinksInput } from './input.ts';
import type { InternalLinksReport } from './report.ts';

/** A link for so many words is as much as readers follow. */
const WORDS_PER_LINK_MIN = 50;
const FEW_LINKS = 5;

type Draft = Omit<InternalLinksReport, 'review_notes'>;

/** What an editor should look at before the links are set. */
export function reviewNotes(report: Draft, page: Page, input: InternalLinksInput): string[] {
  return [...sourceNotes(report, input), ...linkedNotes(report), ...suggestionNotes(report, page, input)];
}

function sourceNotes({ source, crawlability }: Draft, { status }: InternalLinksInput): string[] {
  const notes: string[] = [];
  if ((status ?? 200) >= 400) notes.push(`The server answered ${status}: what was read is its error page.`);
  if (source.sentences === 0) notes.push('The source has no running text in which a link could stand.');
  if (crawlability.links_followed === false) {
    notes.push('The page tells crawlers not to follow its links; no suggestion helps before that is mended.');
  }
  if (crawlability.source_indexable === false) {
    notes.push('The page itself may not be indexed, so its links count for little.');
  }
  return notes;
}

const LINKED_NOTES_MAX = 5;

function linkedNotes({ already_linked: linked }: Draft): string[] {
  const generic = linked.filter(({ generic_anchor }) => generic_anchor).slice(0, LINKED_NOTES_MAX);
  const unfollowed = linked.filter(({ nofollow }) => nofollow).slice(0, LINKED_NOTES_MAX);
  return [
    ...generic.map(
      ({ anchor_text, target_url }) =>
        `The link “${anchor_text}” to ${target_url} says nothing about it: name the page instead.`,
    ),
    ...unfollowed.map(({ target_url }) => `The link to ${target_url} is nofollow: take that off within the site.`),
  ];
}

function suggestionNotes(
  { suggestions, crawlability, source }: Draft,
  page: Page,
  input: InternalLinksInput,
): string[] {
  if (suggestions.length === 0) return [];
  const notes: string[] = [];
  const links = crawlability.content_links + suggestions.length;
  if (links > FEW_LINKS && source.word_count / links < WORDS_PER_LINK_MIN) {
    const text = `${counted(links, 'link')} in ${counted(source.word_count, 'word')}`;
    notes.push(`With the suggestions the text would have ${text}: set the best ones only.`);
  }
  const urls = suggestions.map(({ target_url }) => target_url);
  const menu = inMenus(page, urls, input.url);
  if (menu.length > 0) {
    notes.push(
      `${counted(menu.length, 'suggested page')} can be reached from the menu or footer already: a link in the text adds words that say what the page is about.`,
    );
  }
  notes.push('Read each sentence with its link: the words were chosen by what they say, not by how they sound.');
  return notes;
}

function inMenus(page: Page, urls: readonly string[], base: string | undefined): string[] {
  const keys = new Set<string>();
  for (const link of page.links) {
    if (link.region === 'content' || link.url === undefined) continue;
    const key = targetAddress(link.url, undefined)?.key;
    if (key !== undefined) keys.add(key);
  }
  return urls.filter((url) => keys.has(targetAddress(url, base)?.key ?? ''));
}
