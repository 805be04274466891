import { readDataRows } from '../../../kernel/data.ts';

import { readTerms, stemTerm } from '../../../text/keyword.ts';

const SENSITIVE_CLASSES = ['health', 'finance', 'law'] as const;
export type SensitiveClass = (typeof SENSITIVE_CLASSES)[number];

const WORDS = readDataRows(import.meta.url, 'data/sensitive-words.tsv');

/** The class of a search whose pages can harm readers if they are wrong; undefined for all others. */
export function findSensitiveClass(keyword: string, language: string): SensitiveClass | undefined {
  const terms = new Set(readTerms(keyword, language, 700));
  return SENSITIVE_CLASSES.find((each) =>
    WORDS.some(
      ([name, code, words = '']) =>
        name === each && code === language && words.split(' ').some((word) => terms.has(stemTerm(word, language))),
    ),
  );
}

const REQUIREMENTS: Readonly<Record<SensitiveClass, readonly string[]>> = {
  health: [
    'A qualified professional writes or reviews the page, and is named with credentials.',
    'Every statement on effects, doses and risks cites a guideline, a study or an authority.',
    'The page says when to see a doctor, and when it was last reviewed.',
  ],
  finance: [
    'The author’s qualification and any commercial interest are stated.',
    'Rates, fees and tax rules carry a date, a country and a source.',
    'The page says that it is no personal advice, and names the risks next to the gains.',
  ],
  law: [
    'A lawyer writes or reviews the page, and is named.',
    'Each rule names its jurisdiction, its date and its source.',
    'The page says when readers need advice of their own.',
  ],
};

const GENERAL: readonly string[] = [
  'The author is named, with what makes them know the subject.',
  'First-hand evidence is shown: own photos, own tests or own figures.',
];

/** What shows readers that the page can be trusted. */
export function listTrustRequirements(found: SensitiveClass | undefined): string[] {
  return found === undefined ? [...GENERAL] : [...REQUIREMENTS[found], ...GENERAL];
}
