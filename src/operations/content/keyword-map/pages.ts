import { tokenize } from '../../../web/words.ts';
import { readChoices } from '../../../text/choices.ts';
import { type KeywordReading, readKeyword } from '../../../text/keyword.ts';
import { cleanText, compareText, foldPhrase } from '../../../text/normalize.ts';
import type { PageType } from '../../../text/page-types.ts';
import type { Verdict } from '../../../text/verdict.ts';
import { type TermVector, weighTerms } from '../../../text/weights.ts';
import { buildAddressKey, stripSiteName, readPathWords, pickPlainestUrl } from '../../../text/address.ts';
import { findTermMeaning, readMeaningTerms } from '../../../text/synonyms.ts';
import { readListCell } from '../../../text/cells.ts';
import { judgeSuppliedPage } from '../../../text/page-type/supplied.ts';
import type { PageChoices } from './choice.ts';
import type { KeywordMapPage } from './input.ts';

/** How surely a word of the page stands for its subject, by where it is. Our own figures. */
const STRENGTH = { title: 1, keyword: 0.9, heading: 0.85, address: 0.75, description: 0.55 } as const;
export type Field = keyof typeof STRENGTH;

const HEADINGS_MAX = 40;
const KEYWORDS_MAX = 40;

/** A page as keywords are held against it. Its terms are read in the language of the keyword that asks. */
export interface MapPage {
  readonly url: string;
  readonly title: string;
  readonly language: string;
  readonly type: Verdict<PageType>;
  readonly keywords: readonly string[];
  readonly in_language: (language: string) => PageTerms;
}

export interface PageTerms {
  /** The best field that each term is in. */
  readonly fields: ReadonlyMap<string, Field>;
  readonly keywords: readonly KeywordReading[];
  /** What the page is about in one place: title, address, each heading, each current keyword. */
  readonly focuses: readonly TermVector[];
  readonly title: TermVector;
  /** Words of the title as they are written. */
  readonly words: ReadonlySet<string>;
  readonly choices: PageChoices;
  /** Title and headings without spaces, where a compound stands in two words. */
  readonly joined: string;
}

export function strengthOf(field: Field): number {
  return STRENGTH[field];
}

/** The pages of a request in one order, each address once: rows of one address are read together. */
export function readPages(
  pages: readonly KeywordMapPage[],
  languages: readonly string[],
  places: ReadonlySet<string>,
): MapPage[] {
  const byAddress = new Map<string, { row: KeywordMapPage; language: string }[]>();
  for (const [at, page] of pages.entries()) {
    const key = buildAddressKey(page.url);
    byAddress.set(key, [...(byAddress.get(key) ?? []), { row: page, language: languages[at] ?? '' }]);
  }
  return [...byAddress]
    .sort(([one], [other]) => compareText(one, other))

    .map(([, rows]) => {
      const sorted = rows.toSorted((one, other) => byContent(one.row, other.row));
      const language = sorted.find(({ language: code }) => code !== '')?.language ?? '';
      return readPage(
        sorted.map(({ row }) => row),
        language,
        places,
      );
    });
}

function byContent(one: KeywordMapPage, other: KeywordMapPage): number {
  return compareText(JSON.stringify(one), JSON.stringify(other));
}

function readPage(rows: readonly KeywordMapPage[], language: string, places: ReadonlySet<string>): MapPage {
  const url = pickPlainestUrl(rows.map((row) => row.url));
  const title = cleanText(rows.map((row) => row.title).find((text) => text.trim() !== '') ?? '', 300);
  const headings = rows.flatMap((row) => headingsOf(row)).slice(0, HEADINGS_MAX);
  const description = cleanText(rows.map((row) => row.description ?? '').join(' '), 1000);
  const keywords = [...new Set(rows.flatMap((row) => readListCell(row.current_keywords)))].slice(0, KEYWORDS_MAX);
  const pageType = rows.find((row) => (row.page_type ?? '') !== '')?.page_type;
  const read = new Map<string, PageTerms>();
  return {
    url,
    title,
    language,
    type: judgeSuppliedPage({ url, title, page_type: pageType, language }),
    keywords,
    in_language: (asked) => {
      let terms = read.get(asked);
      if (terms === undefined) {
        terms = termsOf({ url, title, headings, description, keywords }, asked, places);
        read.set(asked, terms);
      }
      return terms;
    },
  };
}

function headingsOf({ headings }: KeywordMapPage): string[] {
  if (headings === null || headings === undefined) return [];
  const texts = typeof headings === 'string' ? headings.split('\n', HEADINGS_MAX) : headings;
  return texts
    .slice(0, HEADINGS_MAX)
    .map((heading) => cleanText(typeof heading === 'string' ? heading : heading.text, 300))
    .filter((text) => text !== '');
}

const WORDS_MAX = 600;

/** Words of headings, current keywords and description: what the page has beside its title. */
function everyWord({ headings, keywords, description }: Texts): readonly string[] {
  return tokenize(foldPhrase([...headings, ...keywords, description].join(' '), 5000)).slice(0, WORDS_MAX);
}

interface Texts {
  readonly url: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly description: string;
  readonly keywords: readonly string[];
}

function termsOf(texts: Texts, language: string, places: ReadonlySet<string>): PageTerms {
  const fields = new Map<string, Field>();
  const note = (terms: readonly string[], field: Field): readonly string[] => {
    for (const term of terms) {
      const before = fields.get(term);
      if (before === undefined || STRENGTH[before] < STRENGTH[field]) fields.set(term, field);
    }
    return terms;
  };
  const keywords = texts.keywords.map((keyword) => readKeyword(keyword, language));
  const named = keywords.map(({ terms }) =>
    note(
      terms.map((term) => findTermMeaning(term, language)),
      'keyword',
    ),
  );
  const core = stripSiteName(texts.title, texts.url);
  const title = note(readMeaningTerms(core, language), 'title');
  // The name of the site in the title counts as the page's, but is no part of its subject.
  note(readMeaningTerms(texts.title, language), 'title');
  const headings = texts.headings.map((heading) => note(readMeaningTerms(heading, language), 'heading'));
  const address = note(readMeaningTerms(readPathWords(texts.url), language), 'address');
  note(readMeaningTerms(texts.description, language), 'description');
  const { words: titleWords } = readKeyword(core, language);
  const focuses = [title, address, ...headings, ...named].filter(({ length }) => length > 0);
  return {
    fields,
    keywords,
    focuses: focuses.map((terms) => weighTerms([...new Set(terms)], language)),
    title: weighTerms([...new Set(title)], language),
    words: new Set(titleWords),
    choices: {
      title: readChoices(titleWords, language, places),
      title_words: titleWords,
      all: readChoices([...titleWords, ...everyWord(texts)], language, places),
      language,
    },
    joined: tokenize(foldPhrase(`${texts.title} ${texts.headings.join(' ')}`, 5000)).join(''),
  };
}
