import type { SitePage } from '../ports/site-facts.ts';
import { tokenize } from '../web/words.ts';
import { isFurtherPage } from './list-pages.ts';
import type { Finding } from './rule.ts';
import { finding } from './rules-answers.ts';
import { median, type SiteView } from './view.ts';

/** Fewer pages of one template are read whole sooner than they are measured. */
const SECTION_PAGES_MIN = 20;
const SECTIONS_MAX = 100;
/** Texts of a section that are read, spread over its pages. */
const SAMPLE = 40;
const SAMPLE_MIN = 10;
const TEXT_CHARACTERS_MAX = 20_000;
const SHINGLE_WORDS = 3;
/** What so many of the sample have comes from the template. */
const TEMPLATE_SHARE = 0.5;
const OWN_WORDS_MIN = 50;
const TITLED_PAGES_MIN = 50;
const OWN_SHARE_MAX = 0.3;
const OWN_TITLE_WORDS_MAX = 2;
/** A word in so many titles of a section belongs to all of them. */
const TITLE_SHARE = 0.8;

interface Section {
  readonly template: string;
  readonly pages: readonly number[];
}

type ReadTexts = (pages: readonly SitePage[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Sections whose pages say little of their own: the words that are left of a text without the runs of three words which half
 * of the section shares. The texts of a sample stand for all; a section whose texts nobody kept is not judged.
 */
export async function judgeSections(view: SiteView, textsOf: ReadTexts): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const section of sectionsOf(view)) {
    const sample = sampleOf(section.pages).flatMap((at) => view.pages[at] ?? []);
    const texts = [...(await textsOf(sample)).values()].filter((text) => text !== '');
    if (texts.length < SAMPLE_MIN) continue;
    for (const each of judgeSection(view, section, measureOwn(texts))) findings.push(each);
  }
  return findings;
}

function judgeSection(view: SiteView, { template, pages }: Section, own: Own): readonly Finding[] {
  const words = Math.round(own.words);
  if (words < OWN_WORDS_MIN) {
    const detail = `about ${words} words of its own, by a sample of the section`;
    return pages.map((at) => finding('content.thin-section', at, { cause: template, detail }));
  }
  if (own.share > OWN_SHARE_MAX) return [];
  const titled = listTemplateTitles(view, pages);
  if (titled.length < TITLED_PAGES_MIN) return [];
  const detail = `about ${Math.round(own.share * 100)}% of the text is its own, by a sample of the section`;
  return titled.map((at) => finding('title.template', at, { cause: template, detail }));
}

/** The largest ones. */
function sectionsOf({ pages, template, indexable }: SiteView): readonly Section[] {
  const sections = new Map<string, number[]>();
  for (const [at, page] of pages.entries()) {
    if (indexable[at] !== true || page.script_shell || isFurtherPage(page)) continue;
    const name = template[at] ?? '';
    const known = sections.get(name);
    if (known === undefined) sections.set(name, [at]);
    else known.push(at);
  }
  return [...sections]
    .map(([name, members]) => ({ template: name, pages: members }))
    .filter((section) => section.pages.length >= SECTION_PAGES_MIN)
    .toSorted((one, other) => other.pages.length - one.pages.length || (one.template < other.template ? -1 : 1))
    .slice(0, SECTIONS_MAX);
}

function sampleOf(pages: readonly number[]): readonly number[] {
  const step = Math.max(1, pages.length / SAMPLE);
  return Array.from({ length: Math.min(SAMPLE, pages.length) }, (_, at) => pages[Math.floor(at * step)] ?? -1);
}

/** Medians of a sample. */
interface Own {
  readonly words: number;
  /** 0-1, of all words of a page. */
  readonly share: number;
}

function measureOwn(texts: readonly string[]): Own {
  const pages = texts.map((text) => tokenize(text.slice(0, TEXT_CHARACTERS_MAX)));
  const counts = new Map<string, number>();
  for (const words of pages) {
    for (const run of new Set(words.map((_, at) => runAt(words, at)))) counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  const own = pages.map((words) => countOwn(words, (run) => (counts.get(run) ?? 0) >= pages.length * TEMPLATE_SHARE));
  return {
    words: median(own),
    share: median(own.map((count, at) => count / Math.max(1, pages[at]?.length ?? 0))),
  };
}

/** Words in no run that the section shares. */
function countOwn(words: readonly string[], isShared: (run: string) => boolean): number {
  const shared = new Uint8Array(words.length);
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at += 1) {
    if (isShared(runAt(words, at))) shared.fill(1, at, at + SHINGLE_WORDS);
  }
  return shared.reduce((count, each) => count + (each === 0 ? 1 : 0), 0);
}

function runAt(words: readonly string[], at: number): string {
  return words.slice(at, at + SHINGLE_WORDS).join(' ');
}

/** Pages whose titles are those of the section but for two words. */
function listTemplateTitles({ pages }: SiteView, members: readonly number[]): readonly number[] {
  const titles = members.map((at) => tokenize(pages[at]?.title ?? ''));
  const counts = new Map<string, number>();
  for (const title of titles) for (const word of new Set(title)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const isShared = (word: string): boolean => (counts.get(word) ?? 0) >= members.length * TITLE_SHARE;
  return members.filter((_, at) => {
    const title = titles[at] ?? [];
    const own = title.filter((word) => !isShared(word)).length;
    return own <= OWN_TITLE_WORDS_MAX && own < title.length;
  });
}
