import { readDataRows } from '../kernel/data.ts';
import { foldSpelling } from './normalize.ts';

/** Separable and inseparable prefixes of German verbs, folded. */
const PREFIX =
  /^(?:abzu|anzu|ab|an|auf|aus|auseinander|be|bei|dazu|durch|ein|emp|ent|er|fern|fertig|fest|frei|ge|gerade|heim|her|herunter|hin|hinter|hoch|klein|los|miss|mit|nach|neu|nieder|selber|selbst|tot|trocken|uber|um|unter|ver|vor|voraus|vorbei|weg|weich|weiter|wieder|zer|zu|zurecht|zuruck|zusammen)+(?=\p{L}{4})/u;
/** `organisieren`, `sterilisieren`: what ends so is a verb in German. */
const GERMAN_VERB = /\p{L}{3}(?:is|if|iz|at|ul|ol|in|an|on|ent)ieren$/u;
/** Verbs of buying that are made like those of doing. */
const BUYING: ReadonlySet<string> = new Set(['bestellen', 'vorbestellen', 'nachbestellen']);
/** Clitics of Spanish: `quitarse`, `limpiarlo`. */
const CLITIC = /(?<=[aei]r)(?:se|lo|la|los|las|te|me)$/u;

let verbs: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Read when the first search is, since many processes read none. */
function readVerbs(): ReadonlyMap<string, ReadonlySet<string>> {
  if (verbs !== undefined) return verbs;
  const read = new Map<string, Set<string>>();
  for (const [language = '', words = ''] of readDataRows(import.meta.url, './data/infinitives.tsv')) {
    const known = read.get(language) ?? new Set<string>();
    for (const word of words.split(' ')) known.add(foldSpelling(word));
    read.set(language, known);
  }
  verbs = read;
  return read;
}

/** Whether a folded word is one of the verbs of a language; German ones with any prefix. */
export function isVerbIn(language: string, word: string): boolean {
  return language === 'de'
    ? isGermanVerb(word)
    : isVerbOf(language, language === 'es' ? word.replace(CLITIC, '') : word);
}

function isVerbOf(language: string, word: string): boolean {
  return readVerbs().get(language)?.has(word) === true;
}

type PlaceInSearch = 'first' | 'inside' | 'last';

/**
 * Whether a word of a search names something to do, in the form in which people type it: an English imperative first, a
 * French or Spanish infinitive before its object, a German infinitive anywhere.
 *
 * @param word as `foldSpelling` writes it, with umlauts that were typed as two letters joined
 */
export function isDoing(word: string, place: PlaceInSearch): boolean {
  if (place === 'first' && isVerbIn('en', word)) return true;
  return (place !== 'last' && (isVerbIn('fr', word) || isVerbIn('es', word))) || isVerbIn('de', word);
}

function isGermanVerb(word: string): boolean {
  const bare = word.replace(PREFIX, '');
  if (bare !== word && isVerbOf('de_prefixed', bare)) return !BUYING.has(word);
  return isVerbOf('de', word) || isVerbOf('de', bare) || GERMAN_VERB.test(word);
}
