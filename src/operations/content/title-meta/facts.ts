import { cleanText } from '../../../text/normalize.ts';
import type { Heading, Page } from '../../../web/page/page.ts';
import { type Alignment, alignKeyword } from '../../../text/alignment.ts';
import { detectPageLanguage, type PageLanguage } from '../../../text/page-language.ts';
import { readAskedPage } from '../../../web/page/asked-page.ts';
import { detectSeparator, type SiteName, stripBrand } from '../../../text/brand.ts';
import { usesTitleCase } from '../../../text/snippet/casing.ts';
import type { TitleMetaInput } from './input.ts';
import { detectTitleType, type TypeFound } from './page-type.ts';
import { findPhrase, type Phrase, type Source } from './phrase.ts';
import { findPhrasing, type Phrasing } from '../../../text/snippet/phrasing.ts';
import { findPageSentences, type Sentence } from './sentences.ts';
import { type ShownFacts, findShownFacts } from './shown-facts.ts';
import { findSiteName } from './site-name.ts';

type TextSource = 'given' | 'page';

/** Everything that options, checks and risks need, worked out once. */
export interface Facts {
  readonly page: Page;
  readonly input: TitleMetaInput;
  readonly language: PageLanguage;
  readonly phrasing: Phrasing | undefined;
  readonly page_type: TypeFound;
  readonly keyword: string;
  readonly title: string | undefined;
  readonly title_source: TextSource | undefined;
  readonly description: string | undefined;
  readonly description_source: TextSource | undefined;
  readonly h1: string | undefined;
  /** The title that the page gives to social networks, an editor's text like its own title. */
  readonly social_title: string | undefined;
  readonly social_description: string | undefined;
  readonly brand: SiteName | undefined;
  readonly separator: string;
  /** Visible headings of the content below the first level, with their level. */
  readonly headings: readonly Heading[];
  readonly sentences: readonly Sentence[];
  /** The sentences as one text, by which names are told from other words. */
  readonly prose: string;
  /** How the page itself writes the keyword. */
  readonly phrase: Phrase | undefined;
  /** Which words of the keyword the page has anywhere. */
  readonly on_page: Alignment;
  readonly title_case: boolean;
  readonly shown: ShownFacts;
}

const HEADINGS_MAX = 60;
const PROSE_CHARACTERS_MAX = 50_000;
const TITLE_CHARACTERS_MAX = 500;
const DESCRIPTION_CHARACTERS_MAX = 1000;
/** Text in which the words of the keyword are looked for. */
const TEXT_CHARACTERS_MAX = 200_000;

export function gatherFacts(input: TitleMetaInput): Facts {
  const page = readAskedPage(input.page);
  const language = detectPageLanguage(page);
  const keyword = cleanText(input.keyword, 300);
  const [title, titleSource] = pickStated(input.current_title, readTitle(page), TITLE_CHARACTERS_MAX);
  const [description, descriptionSource] = pickStated(
    input.current_meta_description,
    readDescription(page),
    DESCRIPTION_CHARACTERS_MAX,
  );
  const h1 = readFirstHeading(page);
  const headings = page.headings
    .filter(isOfContent)
    .slice(0, HEADINGS_MAX)
    .map((heading) => ({ ...heading, text: cleanText(heading.text, 300) }));
  const sentences = findPageSentences(page, language.code);
  const named = readTitle(page) ?? title;
  const brand = findSiteName(
    page,
    { title: named, description: readDescription(page) },
    { target: input.target, about: `${keyword} ${h1 ?? ''}` },
  );
  const text = `${h1 ?? ''}\n${page.text.slice(0, TEXT_CHARACTERS_MAX)}`;
  return {
    page,
    input,
    language,
    phrasing: findPhrasing(language.code),
    page_type: detectTitleType(page, input.page_type),
    keyword,
    title,
    title_source: titleSource,
    description,
    description_source: descriptionSource,
    h1,
    social_title: readProperty(page, 'og:title', TITLE_CHARACTERS_MAX),
    social_description: readProperty(page, 'og:description', DESCRIPTION_CHARACTERS_MAX),
    brand,
    separator: readSeparator(named, brand),
    headings,
    sentences,
    prose: sentences
      .map((each) => each.text)
      .join('\n')
      .slice(0, PROSE_CHARACTERS_MAX),
    phrase: findPhrase(keyword, listSources(h1, title, headings, sentences), language.code),
    on_page: alignKeyword(keyword, text, language.code),
    title_case: language.code === 'en' && usesTitleCase(h1, [...headings.map((each) => each.text), title ?? '']),
    shown: findShownFacts(page, language.code, `${keyword} ${h1 ?? ''}`),
  };
}

/** What the title has before the name of the site; a title that begins with it, or lacks it, tells by its first separator. */
function readSeparator(title: string | undefined, brand: SiteName | undefined): string {
  const bare = title === undefined ? undefined : stripBrand(title, brand?.name);
  return detectSeparator(
    title !== undefined && bare !== title && title.startsWith(bare ?? '') ? title.slice(bare?.length) : title,
  );
}

/** The title without the name of the site. */
export function stripSiteName(facts: Facts, title: string): string {
  return stripBrand(title, facts.brand?.name);
}

function pickStated(
  given: string | undefined,
  own: string | undefined,
  charactersMax: number,
): [string | undefined, TextSource | undefined] {
  const clean = cleanText(given ?? '', charactersMax);
  if (clean !== '') return [clean, 'given'];
  const found = cleanText(own ?? '', charactersMax);
  return found === '' ? [undefined, undefined] : [found, 'page'];
}

function readTitle(page: Page): string | undefined {
  return page.head.titles.find((title) => title.in_head && title.text !== '')?.text ?? page.front_matter?.get('title');
}

function readDescription(page: Page): string | undefined {
  const meta = page.head.metas.find(
    (each) => each.name === 'description' && each.in_head && each.content.trim() !== '',
  );
  return meta?.content ?? page.front_matter?.get('description');
}

function readProperty(page: Page, property: string, charactersMax: number): string | undefined {
  const content = page.head.metas.find((each) => each.property === property)?.content;
  // Templates that escape twice leave `&amp;` for readers to see.
  const text = cleanText(content ?? '', charactersMax).replaceAll(/&amp;/gi, '&');
  return text === '' ? undefined : text;
}

function readFirstHeading(page: Page): string | undefined {
  const found = page.headings.filter((heading) => heading.level === 1 && !heading.hidden);
  const texts = found
    .map((heading) => cleanText(heading.text, TITLE_CHARACTERS_MAX).replace(LEADING_MARKS, ''))
    .filter((text) => text !== '');
  return texts[0];
}

/** Slashes, bullets and pilcrows that themes put before headings. */
const LEADING_MARKS = /^[\s/|\\•·»›>*#¶–—-]+(?=\S)/u;

function isOfContent(heading: Heading): boolean {
  return (
    heading.level > 1 && heading.level < 4 && !heading.hidden && heading.region === 'content' && heading.text !== ''
  );
}

const SENTENCES_SEARCHED = 120;

function listSources(
  h1: string | undefined,
  title: string | undefined,
  headings: readonly Heading[],
  sentences: readonly Sentence[],
): Source[] {
  return [
    { name: 'h1', text: h1 ?? '' },
    { name: 'title', text: title ?? '' },
    ...headings.map(({ level, text }) => ({ name: `h${level}`, text })),
    ...sentences.slice(0, SENTENCES_SEARCHED).map(({ text }) => ({ name: 'text', text })),
  ].filter(({ text }) => text !== '');
}
