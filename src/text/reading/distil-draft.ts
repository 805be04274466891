import { definePageTask, type Task } from '../../kernel/task.ts';
import type { BlockKind, Page } from '../../web/page/page.ts';
import { readPage } from '../../web/page/read.ts';
import { registrableDomain } from '../../web/url.ts';
import { countWords } from '../../web/words.ts';
import { cleanText } from '../normalize.ts';
import { detectPageLanguage } from '../page-language.ts';
import type { ReadBlock, ReadPage, ReadSection } from './reading.ts';

/** Reads a draft that the caller supplies as Markdown: all of it is content. */
export const distilDraft: Task<{ readonly markdown: string }, ReadPage> = definePageTask(
  import.meta.url,
  'distilDraft',
  ({ markdown }) => readDraft(readPage({ markdown }, undefined)),
);

const KINDS: Readonly<Partial<Record<BlockKind, ReadBlock['kind']>>> = {
  list_item: 'list_item',
  table_cell: 'table_row',
  quote: 'quote',
  code: 'code',
};
const BLOCKS_MAX = 2000;
const LINKS_MAX = 200;

function readDraft(page: Page): ReadPage {
  const sections = listSections(page);
  const front = (name: string): string | null => page.front_matter?.get(name) ?? null;
  const kinds = page.blocks.map(({ kind }) => kind);
  return {
    final_url: '',
    title: front('title') ?? page.headings.find(({ level }) => level === 1)?.text ?? null,
    description: front('description'),
    site_name: null,
    language: detectPageLanguage(page).code,
    author: front('author'),
    published_at: null,
    modified_at: null,
    type: null,
    type_confidence: 0,
    word_count: sections.reduce((sum, { word_count }) => sum + word_count, 0),
    obstacle: null,
    sections,
    schema_types: [],
    images: page.images.length,
    videos: 0,
    tables: kinds.filter((kind, at) => kind === 'table_cell' && kinds[at - 1] !== 'table_cell').length,
    lists: kinds.filter((kind, at) => kind === 'list_item' && kinds[at - 1] !== 'list_item').length,
    internal_links: page.links.filter(({ url }) => url === undefined).length,
    external_links: page.links
      .flatMap(({ url, text, section }) => (url === undefined || siteOf(url) === '' ? [] : [{ url, text, section }]))
      .slice(0, LINKS_MAX),
  };
}

function siteOf(url: string): string {
  return registrableDomain(URL.parse(url)?.hostname ?? '');
}

function listSections(page: Page): ReadSection[] {
  const blocks = Map.groupBy(page.blocks.slice(0, BLOCKS_MAX), ({ section }) => section);
  return page.sections
    .map(({ title, level }, at) => {
      const own = (blocks.get(at) ?? [])
        .filter(({ kind }) => kind !== 'heading')
        .map(({ kind, text }): ReadBlock => ({ kind: KINDS[kind] ?? 'paragraph', text: cleanText(text, 4000) }))
        .filter(({ text }) => text !== '');
      return {
        level: title === '' ? 0 : level,
        heading: cleanText(title, 300),
        word_count: own.reduce((sum, { text }) => sum + countWords(text), 0),
        blocks: own,
      };
    })
    .filter(({ heading, blocks: own }) => heading !== '' || own.length > 0);
}
