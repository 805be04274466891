import { definePageTask, type Task } from '../../kernel/task.ts';
import { findContent } from '../../web/main-content/find-content.ts';
import { normalise } from '../../web/main-content/normalise.ts';
import { readHtmlPage } from '../../web/page/html.ts';
import type { Page } from '../../web/page/page.ts';
import { listEntities } from '../../web/structured-data/entity.ts';
import { readMetadata } from '../../web/tree/metadata.ts';
import { preparePage } from '../../web/tree/prepare.ts';
import { isDiscussion } from '../../web/tree/signals.ts';
import { foldPhrase } from '../normalize.ts';
import { detectPageLanguage } from '../page-language.ts';
import { judgePageType } from '../page-type/page.ts';
import { listBlocks } from './blocks.ts';
import { findObstacle } from './obstacle.ts';
import type { ReadPage } from './reading.ts';

interface DistilInput {
  readonly html: string;
  /** Where the page was in the end, after redirects. */
  readonly url: string;
}

/** Reads what a study compares of a page: the sections of its main content, and facts about the whole. */
export const distilPage: Task<DistilInput, ReadPage> = definePageTask(import.meta.url, 'distilPage', distil);

const TEXT_MAX = 300;
const TYPES_MAX = 40;

function distil({ html, url }: DistilInput): ReadPage {
  const page = readHtmlPage(html, url);
  const prepared = preparePage(html, url);
  const metadata = readMetadata(page, prepared.body, isDiscussion(prepared.signals));
  const found = findContent(prepared, page, []);
  const article = normalise(found.content.children, { base_url: page.base_url ?? url, images: true });
  const content = listBlocks(article, url, findTitleHeading(page, metadata.headline));
  const word_count = content.sections.reduce((sum, section) => sum + section.word_count, 0);
  const verdict = judgePageType(page);
  const schema_types = [...new Set(listEntities(page).flatMap(({ types }) => types))].slice(0, TYPES_MAX);
  return {
    final_url: url,
    title: bounded(metadata.title),
    description: bounded(metadata.description),
    site_name: bounded(metadata.site_name),
    language: detectPageLanguage(page).code,
    author: bounded(metadata.author),
    published_at: metadata.published_at,
    modified_at: metadata.modified_at,
    type: verdict?.value ?? null,
    type_confidence: verdict?.confidence ?? 0,
    word_count,
    obstacle: findObstacle(page, prepared.body, { url, html, word_count, sections: content.sections }),
    ...content,
    schema_types,
    videos: countVideos(page, schema_types),
  };
}

/** The heading of the whole page, also where a header holds it; the names of sites in headers are none. */
function findTitleHeading({ headings }: Page, headline: string | null): string | undefined {
  const shown = headings.filter(
    ({ level, hidden, region }) => level === 1 && !hidden && (region === 'content' || region === 'header'),
  );
  const named = shown.find(({ text }) => headline !== null && foldPhrase(text) === foldPhrase(headline));
  return (named ?? shown.find(({ region }) => region === 'content'))?.text;
}

function bounded(text: string | null): string | null {
  return text === null ? null : text.slice(0, TEXT_MAX).toWellFormed();
}

const PLAYER =
  /^https?:\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|wistia\.(?:com|net)|dailymotion\.com|loom\.com)\//i;

function countVideos(page: Page, schema_types: readonly string[]): number {
  const shown = page.resources.filter(
    ({ kind, url }) => kind === 'media' || (kind === 'frame' && PLAYER.test(url)),
  ).length;
  return Math.max(shown, schema_types.includes('VideoObject') ? 1 : 0);
}
