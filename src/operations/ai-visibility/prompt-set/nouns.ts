import { readDataRows } from '../../../kernel/data.ts';
import { foldText } from '../../../web/words.ts';
import type { WrittenIn } from './frames.ts';
import { findHeadNoun } from './words.ts';

/** Gender and number: German plurals have one form, Spanish and French ones two. */
export type NounForm = 'm' | 'f' | 'n' | 'pl' | 'mp' | 'fp';

const FORMS: readonly NounForm[] = ['m', 'f', 'n', 'pl', 'mp', 'fp'];

const ENDINGS = new Map(
  readDataRows(import.meta.url, 'data/nouns.tsv').flatMap(([language = '', form = '', endings = '']) =>
    endings
      .split(' ')
      .map((ending) => [`${language} ${foldText(ending)}`, FORMS.find((each) => each === form)] as const),
  ),
);

/** The gender and number of the noun that a phrase is about; undefined where its ending does not tell. */
export function guessForm(phrase: string, language: WrittenIn): NounForm | undefined {
  const words = foldText(phrase).split(' ');
  if (language === 'de') return matchEnding(findHeadNoun(words), 'de');
  const [head = ''] = words;
  if (language === 'es') return matchEnding(head, 'es');
  if (language !== 'fr') return undefined;
  const whole = ENDINGS.get(`fr ${head}`);
  if (whole !== undefined || !/[sx]$/.test(head)) return whole ?? matchEnding(head, 'fr');
  const singular = matchEnding(head.slice(0, -1), 'fr');
  return singular === undefined ? 'pl' : singular === 'f' ? 'fp' : 'mp';
}

function matchEnding(word: string, language: WrittenIn): NounForm | undefined {
  for (let at = 0; at < word.length; at += 1) {
    const form = ENDINGS.get(`${language} ${word.slice(at)}`);
    if (form !== undefined) return form;
  }
  return undefined;
}

type Words = Readonly<Partial<Record<NounForm, string>>>;
type ByLanguage = Readonly<Partial<Record<WrittenIn, Words>>>;

/** In the accusative, as after "für" and "über"; German plurals stand for their kind without an article. */
const DEFINITE: ByLanguage = {
  de: { m: 'den ', f: 'die ', n: 'das ', pl: '' },
  es: { m: 'el ', f: 'la ', mp: 'los ', fp: 'las ' },
  fr: { m: 'le ', f: 'la ', mp: 'les ', fp: 'les ', pl: 'les ' },
};
const INDEFINITE: ByLanguage = {
  de: { m: 'einen ', f: 'eine ', n: 'ein ', pl: '' },
  es: { m: 'un ', f: 'una ', mp: '', fp: '' },
  fr: { m: 'un ', f: 'une ', mp: 'des ', fp: 'des ', pl: 'des ' },
};
const GOOD: ByLanguage = {
  de: { m: 'einen guten ', f: 'eine gute ', n: 'ein gutes ', pl: 'gute ' },
  es: { m: 'un buen ', f: 'una buena ', mp: 'unos buenos ', fp: 'unas buenas ' },
  fr: { m: 'un bon ', f: 'une bonne ', mp: 'de bons ', fp: 'de bonnes ' },
};
const WHICH: ByLanguage = {
  de: { m: 'welchen ', f: 'welche ', n: 'welches ', pl: 'welche ' },
  fr: { m: 'quel ', f: 'quelle ', mp: 'quels ', fp: 'quelles ' },
};

const VOWEL = /^(?:[aeiouyàâéèêëîïôœù]|h(?!alt|amster|andicap|angar|ausse|aut|éros|obby|omard|ousse))/iu;

/** `la facture électronique`; undefined where the form is not known. */
export function addDefinite(phrase: string, language: WrittenIn): string | undefined {
  const form = guessForm(phrase, language);
  // "die professionelle Zahnreinigung", but "das betriebliches" is none.
  if (language === 'de' && /^\p{Ll}/u.test(phrase) && form !== 'f' && form !== 'pl') return undefined;
  if (language === 'fr' && VOWEL.test(phrase) && form !== 'mp' && form !== 'fp' && form !== 'pl') return `l’${phrase}`;
  return addWord(phrase, form, DEFINITE[language]);
}

/** `une fuite d’eau`; undefined where the form is not known. */
export function addIndefinite(phrase: string, language: WrittenIn): string | undefined {
  return addWord(phrase, guessForm(phrase, language), INDEFINITE[language]);
}

/**
 * What people look for, as sentences name it: {S} bare, {E} "a good one", {W} "which one". A form that is not known is left out.
 */
export function formSubject(phrase: string, language: WrittenIn): ReadonlyMap<string, string> {
  const form = guessForm(phrase, language);
  const slots = new Map([['S', phrase]]);
  // A German adjective before the noun has an ending of its own, which fits a plural without an article alone.
  const hasAdjective = language === 'de' && /^\p{Ll}/u.test(phrase);
  const good = hasAdjective ? (form === 'pl' ? phrase : undefined) : addWord(phrase, form, GOOD[language]);
  const which = hasAdjective ? undefined : addWord(phrase, form, WHICH[language]);
  if (good !== undefined) slots.set('E', good);
  if (which !== undefined) slots.set('W', which);
  return slots;
}

function addWord(phrase: string, form: NounForm | undefined, words: Words | undefined): string | undefined {
  const word = form === undefined ? undefined : words?.[form];
  return word === undefined ? undefined : word + phrase;
}
