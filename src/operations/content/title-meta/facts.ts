import { cleanText } from '../../../text/normalize.ts';
import type { Heading, Page } from '../../../web/page/page.ts';
import { type Alignment, alignmentOf } from '../technical-qa/keyword.ts';
import { languageOf, type PageLanguage, readAsked } from './asked-page.ts';
import { type Brand, brandOf, separatorOf, withoutBrand } from './brand.ts';
import { usesTitleCase } from './casing.ts';
import type { TitleMetaInput } from './input.ts';
import { detectTitleType, type TypeFound } from './page-kind.ts';
import { findPhrase, type Phrase, type Source } from './phrase.ts';
import { type Phrasing, phrasingOf } from './phrasing.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { type ShownFacts, shownFactsOf } from './shown-facts.ts';

type TextSource = 'given' | 'page';

/** Everything that options, checks and risks ask about, worked out once. */
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
  readonly brand: Brand | undefined;
  readonly separator: string;
  /** Visible headings of the content below the first level, with their level. */
  readonly headings: readonly Heading[];
  readonly sentences: readonly Sentence[];
  /** How the page itself writes the keyword. */
  readonly phrase: Phrase | undefined;
  /** Which words of the keyword stand anywhere on the page. */
  readonly on_page: Alignment;
  readonly title_case: boolean;
  readonly shown: ShownFacts;
}

const HEADINGS_MAX = 60;
const TITLE_CHARACTERS_MAX = 500;
const DESCRIPTION_CHARACTERS_MAX = 1000;
/** Text in which the words of the keyword are looked for. */
const TEXT_CHARACTERS_MAX = 200_000;

export function factsOf(input: TitleMetaInput): Facts {
  const page = readAsked(input.page);
  const language = languageOf(page);
  const keyword = cleanText(input.keyword, 300);
  const [title, titleSource] = stated(input.current_title, ownTitle(page), TITLE_CHARACTERS_MAX);
  const [description, descriptionSource] = stated(
    input.current_meta_description,
    ownDescription(page),
    DESCRIPTION_CHARACTERS_MAX,
  );
  const h1 = firstHeading(page);
  const headings = page.headings
    .filter(isOfContent)
    .slice(0, HEADINGS_MAX)
    .map((heading) => ({ ...heading, text: cleanText(heading.text, 300) }));
  const sentences = sentencesOf(page, language.code);
  const named = ownTitle(page) ?? title;
  const text = `${h1 ?? ''}\n${page.text.slice(0, TEXT_CHARACTERS_MAX)}`;
  return {
    page,
    input,
    language,
    phrasing: phrasingOf(language.code),
    page_type: detectTitleType(page, input.page_type),
    keyword,
    title,
    title_source: titleSource,
    description,
    description_source: descriptionSource,
    h1,
    brand: brandOf(page, named, input.target),
    separator: separatorOf(named),
    headings,
    sentences,
    phrase: findPhrase(keyword, sourcesOf(h1, title, headings, sentences), language.code),
    on_page: alignmentOf(keyword, text, language.code),
    title_case: language.code === 'en' && usesTitleCase(h1, [...headings.map((each) => each.text), title ?? '']),
    shown: shownFactsOf(page),
  };
}

/** The title without the name of the site. */
export function bareTitle(facts: Facts, title: string): string {
  return withoutBrand(title, facts.brand?.name);
}

function stated(
  given: string | undefined,
  own: string | undefined,
  charactersMax: number,
): [string | undefined, TextSource | undefined] {
  const clean = cleanText(given ?? '', charactersMax);
  if (clean !== '') return [clean, 'given'];
  const found = cleanText(own ?? '', charactersMax);
  return found === '' ? [undefined, undefined] : [found, 'page'];
}

function ownTitle(page: Page): string | undefined {
  return page.head.titles.find((title) => title.in_head && title.text !== '')?.text ?? page.front_matter?.get('title');
}

function ownDescription(page: Page): string | undefined {
  const meta = page.head.metas.find(
    (each) => each.name === 'description' && each.in_head && each.content.trim() !== '',
  );
  return meta?.content ?? page.front_matter?.get('description');
}

function firstHeading(page: Page): string | undefined {
  const found = page.headings.filter((heading) => heading.level === 1 && !heading.hidden);
  const texts = found
    .map((heading) => cleanText(heading.text, TITLE_CHARACTERS_MAX).replace(LEADING_MARKS, ''))
    .filter((text) => text !== '');
  return texts[0];
}

/** Slashes, bullets and pilcrows that a theme sets before its headings. */
const LEADING_MARKS = /^[\s/|\\•·»›>*#¶–—-]+(?=\S)/u;

function isOfContent(heading: Heading): boolean {
  return (
    heading.level > 1 && heading.level < 4 && !heading.hidden && heading.region === 'content' && heading.text !== ''
  );
}

const SENTENCES_SEARCHED = 120;

function sourcesOf(
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
