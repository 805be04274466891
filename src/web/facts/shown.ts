import { definePageTask, type Task } from '../../kernel/task.ts';
import { countWords } from '../words.ts';
import { readHtmlPage } from '../page/html.ts';
import type { Page } from '../page/page.ts';
import { obeyDirectives, readMetaDirectives } from '../directives.ts';
import { isSameSite, normalizeAddress, readHost } from '../url.ts';

/** What differs between a page as its server sends it and the same page after its scripts have run. */
export interface ShownFacts {
  readonly title: string | null;
  readonly canonical: string | null;
  /** By its robots meta elements. */
  readonly noindex: boolean;
  readonly word_count: number;
  readonly internal_links: number;
  /** Scripts write the text of the page. */
  readonly script_shell: boolean;
}

export const readShown: Task<{ readonly html: string; readonly url: string }, ShownFacts> = definePageTask(
  import.meta.url,
  'readShown',
  ({ html, url }) => shownFacts(readHtmlPage(html, url)),
);

/** A link tells of itself once, whatever it is called. */
function shownFacts(page: Page): ShownFacts {
  const { head, url = '' } = page;
  const canonical = head.links.find((link) => link.rel.includes('canonical'))?.href;
  const robots = head.metas.filter(({ name }) => name === 'robots' || name === 'googlebot');
  const directives = robots.flatMap(({ name = '', content }) => readMetaDirectives(content, name));
  const host = readHost(url) ?? '';
  const links = page.links.flatMap((link) => (isSameSite(readHost(link.url) ?? '', host) ? [link.url] : []));
  return {
    title: head.titles.find(({ in_head, text }) => in_head && text !== '')?.text ?? null,
    canonical: normalizeAddress(canonical, page.base_url ?? url) ?? null,
    noindex: obeyDirectives(directives, 'googlebot').noindex,
    word_count: page.word_count,
    internal_links: new Set(links).size,
    script_shell: isScriptShell(page),
  };
}

/** Fewer words than a heading and a sentence: nothing that a reader would come for. */
const SHELL_WORDS = 20;
/** A heading with as many words below it is a short page, and no place that waits for its text. */
const SHORT_PAGE_WORDS = 8;

/** Scripts, which were not run, write the text of the page. */
export function isScriptShell(page: Page): boolean {
  if (page.format !== 'html' || !page.resources.some((resource) => resource.kind === 'script')) return false;
  const content = page.blocks.filter(({ region }) => region === 'content');
  let [words, ofText] = [0, 0];
  for (const block of content) {
    words += countWords(block.text);
    if (block.kind !== 'heading') ofText += countWords(block.text);
    if (words >= SHELL_WORDS) return false;
  }
  return ofText < SHORT_PAGE_WORDS || content.every(({ kind }) => kind !== 'heading');
}
