import { readDataRows } from '../../kernel/data.ts';
import { once } from '../../kernel/once.ts';

interface Words {
  readonly opening: RegExp;
  readonly subordinate: RegExp;
  readonly self: RegExp;
  readonly demonstrative: RegExp;
  readonly pointing: RegExp;
  readonly clause: RegExp;
  readonly glued: RegExp;
  /** Undefined where a plural verb needs no subject to be told from an infinitive. */
  readonly plural: RegExp | undefined;
  readonly finite: ReadonlySet<string>;
  readonly infinitives: ReadonlySet<string>;
  /** Undefined where forms tell nothing. */
  readonly forms: RegExp | undefined;
}

/** Patterns of thousands of words, which most processes never use. */
const wordsByLanguage = once(readAllWords);

/**
 * Why a sentence of a page cannot stand by itself in a result, in words that follow “it”; undefined where it can.
 *
 * Such a sentence says something of the page's subject (a verb), needs no neighbour, is nobody's own experience and sends
 * readers nowhere. Strict on purpose, as a page has many sentences. Where a language has no words here, only marks decide.
 *
 * @param follows whether the sentence before it stands before it in the description too
 */
export function findDependence(sentence: string, language: string, follows: boolean): string | undefined {
  const plain = sentence.toLowerCase().replaceAll('’', "'");
  const words = wordsByLanguage().get(language);
  const leans = follows ? undefined : findLean(sentence, plain, words);
  if (leans !== undefined) return leans;
  if (QUOTED.test(sentence)) return 'quotes somebody';
  if (/\p{Extended_Pictographic}/u.test(sentence)) return 'has an emoji';
  if (words === undefined) return undefined;
  if (words.self.test(plain)) return 'tells somebody’s own experience';
  if (words.pointing.test(plain)) return 'points to another part of the page';
  if (words.glued.test(sentence)) return 'runs two sentences together';
  const hasVerb = words.forms?.test(sentence) === true || hasMainVerb(plain, words, language);
  return hasVerb ? undefined : 'has no verb';
}

/** What a page takes from others is no description of it. */
const QUOTED = /^(?:["“”„«‘]|(?:according to|laut|según|selon|d['’]après)\s)/iu;

/** What a sentence lacks at its beginning or end without its neighbours. */
function findLean(sentence: string, plain: string, words: Words | undefined): string | undefined {
  if (/[?？]["”»]?$/u.test(sentence)) return 'asks and does not answer';
  if (words === undefined) return undefined;
  if (words.opening.test(plain) || words.demonstrative.test(plain)) return 'needs the sentence before it';
  return words.subordinate.test(plain) && !PURPOSE.test(plain) ? 'begins with a subordinate clause' : undefined;
}

/** `Para quitar una mancha, absorbe el líquido.` and `Para un principiante, …` say what it is good for and need nothing before it. */
const PURPOSE =
  /^(?:para (?:\p{L}{2,}[aei]r|una?|el|l[ao]s?|tus?)|pour (?:\p{L}{2,}(?:er|ir|re)|une?|les?|la)|to \p{L}{3,}) [^,]{3,80},\s/u;

/** Whether a verb stands outside of the subordinate clauses. */
function hasMainVerb(plain: string, words: Words, language: string): boolean {
  return plain.split(/[,;:()–—]|\s-\s/u).some((part) => {
    const end = part.trimStart().search(words.clause);
    const main = end < 0 ? part : part.trimStart().slice(0, end);
    const tokens = main.match(/[\p{L}'-]+/gu) ?? [];
    return tokens.some((token, at) => isVerb(token, at === 0 ? undefined : tokens[at - 1], { plain, words, language }));
  });
}

interface Sentence {
  readonly plain: string;
  readonly words: Words;
  readonly language: string;
}

const CONTRACTION = /^(?:i|it|that|there|what|who|he|she|we|you|they)'(?:s|re|ll|ve|d|m)$|n't$/u;
/** A noun follows these, whatever verb it looks like. */
const BEFORE_NOUN = new Set(
  'a an the our your their its this that no any every each of for with in to and or ein eine un une la el le les los'.split(
    ' ',
  ),
);

function isVerb(token: string, before: string | undefined, { plain, words, language }: Sentence): boolean {
  if (words.finite.has(token) || (language === 'en' && CONTRACTION.test(token))) return true;
  if (before !== undefined && BEFORE_NOUN.has(before)) return false;
  const isPlural = words.plural === undefined || words.plural.test(plain);
  return listInfinitives(token, language, isPlural && before !== 'zu').some((each) => words.infinitives.has(each));
}

/** The infinitives that a verb form may belong to, by the regular endings of its language. */
function listInfinitives(form: string, language: string, mayBePlural: boolean): string[] {
  switch (language) {
    case 'en':
      return [form, form.replace(/s$/, ''), form.replace(/es$/, ''), form.replace(/ies$/, 'y')];
    case 'de':
      return [...(mayBePlural ? [form] : []), form.replace(/e?t$/, 'en'), form.replace(/elt$/, 'eln')];
    case 'es':
      return ['ar', 'er', 'ir']
        .map((ending) => form.replace(/(?:amos|emos|imos|an|en|as|es|a|e)$/u, ending))
        .filter((each) => each !== form);
    case 'fr': {
      const verb = form.replace(/^[lsnm]'/u, '');
      return ['er', 'ir', 're']
        .map((ending) => verb.replace(/(?:issent|issons|issez|ent|ons|ez|it|e)$/u, ending))
        .filter((each) => each !== verb);
    }
    default:
      return [];
  }
}

function readAllWords(): ReadonlyMap<string, Words> {
  const rows = readDataRows(import.meta.url, 'data/sentences.tsv');
  const list = (language: string, kind: string): string[] =>
    rows.filter((row) => row[0] === language && row[1] === kind).flatMap((row) => (row[2] ?? '').split(' '));
  return new Map(
    [...new Set(rows.map(([language = '']) => language))].map((language) => {
      const plural = list(language, 'plural');
      const forms = list(language, 'form');
      return [
        language,
        {
          opening: matchAny(list(language, 'opening'), '^["“„«¿¡(]?'),
          subordinate: matchAny(list(language, 'subordinate'), '^'),
          self: matchAny(list(language, 'self'), String.raw`(?<![\p{L}'-])`),
          demonstrative: matchAny(list(language, 'demonstrative'), String.raw`(?<![\p{L}'-])`),
          pointing: matchAny(list(language, 'pointing'), String.raw`(?<![\p{L}'-])`),
          clause: matchAny(list(language, 'clause'), String.raw`(?:^|\s)`),
          // German nouns have capitals, so what follows tells nothing there.
          glued: matchGlued(list(language, 'glued'), language === 'de' ? String.raw`\p{L}` : String.raw`\p{Ll}`),
          plural: plural.length === 0 ? undefined : matchAny(plural, String.raw`(?<!\p{L})`),
          finite: new Set(list(language, 'finite')),
          infinitives: new Set(list(language, 'verb')),
          forms: forms.length === 0 ? undefined : new RegExp(forms.join('|').replaceAll('_', ' '), 'u'),
        },
      ];
    }),
  );
}

function matchAny(words: readonly string[], before: string): RegExp {
  const patterns = words.map((word) => {
    const plain = word.replaceAll('_', ' ');
    return plain.endsWith("'") ? plain : String.raw`${plain}(?![\p{L}'])`;
  });
  return new RegExp(`${before}(?:${patterns.join('|')})`, 'u');
}

/** One of the words with a capital, in the middle of a sentence. */
function matchGlued(words: readonly string[], next: string): RegExp {
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return new RegExp(String.raw`[\p{Ll}\p{N})] (?:${capitals.join('|')}) ${next}`, 'u');
}
