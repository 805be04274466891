import type { Page } from '../../web/page/page.ts';
import { tokenize } from '../../web/words.ts';
import { readWordLists, readWords } from '../word-lists.ts';

const STEP = /^(?:(?:step|schritt|paso|étape|etape|手順)\s?\d{1,2}|\d{1,2}(?=[.)]))[.:)]?\s{0,3}(?:[–—-]\s{0,3})?/iu;
const VERBS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...readWordLists('imperatives.tsv')].map(([language, verbs]) => [language, new Set(verbs)]),
);
/** Words that may stand before the verb: `First, remove the wheel`. */
const BEFORE = readWords('before_verb');

/** German headings end with the verb, and nouns begin with a capital: `Rad ausbauen`. */
const GERMAN_VERB_LAST = /^(?:\S+\s){1,5}\p{Ll}\p{L}{2,}(?:en|ern|eln)[.!]?$/u;

/** Forms that tell somebody to do something by their ending, in languages that have such. */
const ENDINGS: Readonly<Record<string, (words: readonly string[], text: string) => boolean>> = {
  // `Öffnen Sie`
  de: ([first = '', second], text) => (first.endsWith('en') && second === 'sie') || GERMAN_VERB_LAST.test(text.trim()),
  // `Ouvrez`, `Ouvrir`
  fr: ([first = '']) => /^(?!chez$|assez$)\p{L}{3,}ez$/u.test(first) || /\p{L}{2}(?:er|ir|re)$/u.test(first),
  // `Abrir`
  es: ([first = '']) => /\p{L}{2}[aei]r(?:se|lo|la|los|las)?$/u.test(first),
};

/** Whether a sentence tells its reader to do something. */
export function isImperative(text: string, language: string): boolean {
  const begun = text.slice(0, SENTENCE_CHARACTERS);
  const all = tokenize(begun);
  const words = all.slice(
    Math.max(
      0,
      all.findIndex((word) => !BEFORE.has(word)),
    ),
  );
  const known = VERBS.has(language) ? language : 'en';
  return VERBS.get(known)?.has(words[0] ?? '') === true || ENDINGS[known]?.(words, begun) === true;
}

const SENTENCE_CHARACTERS = 200;
const STEPS_MIN = 2;
const IMPERATIVE_SHARE_MIN = 0.6;

/**
 * The steps of instructions: numbered headings or a list below a heading that announces steps, most of which tell the
 * reader to do something. A title with "how to" alone promises an explanation and no steps.
 */
export function findSteps(page: Page, language: string): readonly string[] {
  for (const steps of [readHeadingSteps(page), readListedSteps(page)]) {
    const telling = steps.filter((step) => isImperative(step, language)).length;
    if (steps.length >= STEPS_MIN && telling >= steps.length * IMPERATIVE_SHARE_MIN) return steps;
  }
  return [];
}

/** Headings that count up from one, without their numbers; a bare number has its step below it. */
function readHeadingSteps(page: Page): string[] {
  const steps: string[] = [];
  for (const { heading, title, text } of page.sections) {
    const match = STEP.exec(title.trim());
    if (heading === undefined || match === null || Number(/\d+/.exec(match[0])?.[0]) !== steps.length + 1) continue;
    steps.push(title.trim().slice(match[0].length) || text);
  }
  return steps;
}

const ANNOUNCED =
  /^(?:steps?|instructions?|how to do it|method|directions|anleitung|so geht[’']?s|schritte|pasos|instrucciones|étapes|手順)(?![\p{L}\p{N}])/iu;

/** How the heading of a list of ingredients begins. */
export const INGREDIENTS = /^(?:ingredients?|zutaten|ingredientes|ingrédients|ingredienti|材料)(?![\p{L}\p{N}])/iu;

/** Steps below a list of ingredients are those of a recipe. */
export function hasIngredients(page: Page): boolean {
  const section = page.sections.findIndex(({ title }) => INGREDIENTS.test(title.trim()));
  const listed = page.blocks.filter(({ kind, section: at }) => kind === 'list_item' && at === section);
  return section !== -1 && listed.length >= STEPS_MIN;
}

function readListedSteps(page: Page): string[] {
  const section = page.sections.findIndex(
    ({ title, heading }) => heading !== undefined && ANNOUNCED.test(title.trim()),
  );
  if (section === -1) return [];
  return page.blocks
    .filter((block) => block.section === section && block.kind === 'list_item' && block.region === 'content')
    .map(({ text }) => text)
    .slice(0, 40);
}
