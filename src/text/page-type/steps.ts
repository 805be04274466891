import type { Page } from '../../web/page/page.ts';
import { tokenize } from '../../web/words.ts';
import { readWordLists, readWords } from '../word-lists.ts';

const STEP = /^(?:(?:step|schritt|paso|étape|etape|手順)\s?\d{1,2}|\d{1,2}(?=[.)]))[.:)]?\s{0,3}(?:[–—-]\s{0,3})?/iu;
const VERBS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...readWordLists('imperatives.tsv')].map(([language, verbs]) => [language, new Set(verbs)]),
);
/** Words that may stand before the verb: `First, remove the wheel`. */
const BEFORE = readWords('before_verb');

/** Words of a heading that ends with its verb, as German ones do: `Rad ausbauen`. */
const VERB_LAST_WORDS = 6;

/** Forms that tell somebody to do something by their ending, in languages that have such. */
const ENDINGS: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  // `Öffnen Sie`
  de: (words) =>
    (words[0]?.endsWith('en') === true && words[1] === 'sie') ||
    (words.length <= VERB_LAST_WORDS && /\p{L}{3}(?:en|ern|eln)$/u.test(words.at(-1) ?? '')),
  // `Ouvrez`, `Ouvrir`
  fr: ([first = '']) => /^(?!chez$|assez$)\p{L}{3,}ez$/u.test(first) || /\p{L}{2}(?:er|ir|re)$/u.test(first),
  // `Abrir`
  es: ([first = '']) => /\p{L}{2}[aei]r(?:se|lo|la|los|las)?$/u.test(first),
};

/** Whether a sentence tells its reader to do something. */
export function isImperative(text: string, language: string): boolean {
  const all = tokenize(text.slice(0, 200)).slice(0, 10);
  const words = all.slice(
    Math.max(
      0,
      all.findIndex((word) => !BEFORE.has(word)),
    ),
  );
  const known = VERBS.has(language) ? language : 'en';
  return VERBS.get(known)?.has(words[0] ?? '') === true || ENDINGS[known]?.(words) === true;
}

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
