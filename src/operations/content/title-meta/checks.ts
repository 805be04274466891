import { z } from 'zod';

import { counted } from '../../../kernel/grammar.ts';
import { Level } from '../../../kernel/level.ts';
import { tokenize } from '../../../web/words.ts';
import { guessLanguage } from '../../../text/language.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { shortened } from '../../../web/page/quote.ts';
import { alignmentOf } from '../../../text/alignment.ts';
import { flat } from './brand.ts';
import { isShouted } from './casing.ts';
import { bareTitle, type Facts } from './facts.ts';
import { type Field, LIMITS, measure, repeats, shownPart } from './option.ts';
import { widthOf } from './pixel-width.ts';

export const TextCheck = z.object({
  id: z.string(),
  field: z.enum(['title', 'description']),
  status: z.enum(['pass', 'warn', 'fail', 'not_applicable']),
  severity: Level,
  found: z.string(),
  expected: z.string(),
  fix: z.string().describe('Empty when there is nothing to change.'),
});
export type TextCheck = z.infer<typeof TextCheck>;

type Finding = Pick<TextCheck, 'status' | 'found'>;

interface Rule {
  readonly id: string;
  readonly severity: Level;
  readonly expected: string;
  readonly fix: string;
  readonly judge: (facts: Facts, text: string) => Finding;
}

/** Text of the page inside a sentence of ours. */
function cited(text: string): string {
  return `“${shortened(text, 100)}”`;
}

const pass = (found: string): Finding => ({ status: 'pass', found });
const warn = (found: string): Finding => ({ status: 'warn', found });
const fail = (found: string): Finding => ({ status: 'fail', found });
const skip = (found: string): Finding => ({ status: 'not_applicable', found });

const WIDTH_MIN = { title: 150, description: 380 } as const;

const TITLE_RULES: readonly Rule[] = [
  {
    id: 'title.width',
    severity: 'medium',
    expected: `at most ${LIMITS.title.fits} pixels`,
    fix: 'Say what matters first and shorten the rest; the options show how.',
    judge: (_facts, text) => judgeWidth(text, 'title'),
  },
  {
    id: 'title.short',
    severity: 'low',
    expected: `at least ${WIDTH_MIN.title} pixels`,
    fix: 'Say more precisely what the page offers.',
    judge: (_facts, text) => judgeShort(text, 'title'),
  },
  {
    id: 'title.keyword',
    severity: 'high',
    expected: 'every telling word of the keyword',
    fix: 'Work the missing words in where they read naturally, if the page is about them.',
    judge: (facts, text) => judgeKeyword(facts, text),
  },
  {
    id: 'title.keyword-early',
    severity: 'low',
    expected: 'the keyword within the first half of the visible title',
    fix: 'Begin with what the searcher looks for.',
    judge: judgeEarly,
  },
  {
    id: 'title.matches-page',
    severity: 'high',
    expected: 'words that the page itself uses',
    fix: 'Promise only what the page holds: search engines replace titles that do not fit the page.',
    judge: (facts, text) => judgePromise(facts, bareTitle(facts, text)),
  },
  {
    id: 'title.matches-heading',
    severity: 'medium',
    expected: 'title and first heading about the same thing',
    fix: 'Let title and heading share their main words; otherwise the heading may be shown as the title.',
    judge: judgeHeading,
  },
  {
    id: 'title.figures',
    severity: 'high',
    expected: 'only figures that stand on the page',
    fix: 'Correct the figure in the title, or say it on the page.',
    judge: judgeFigures,
  },
  {
    id: 'title.repetition',
    severity: 'medium',
    expected: 'no word more than twice',
    fix: 'Say each word once: repetition reads as spam and is rewritten.',
    judge: (facts, text) => judgeRepetition(facts, bareTitle(facts, text), 3),
  },
  {
    id: 'title.capitals',
    severity: 'low',
    expected: 'normal capitals',
    fix: 'Write the title as a sentence or in title case.',
    judge: (_facts, text) => (isShouted(text) ? warn('nearly all letters are capitals') : pass('normal capitals')),
  },
  {
    id: 'title.brand',
    severity: 'low',
    expected: 'the name of the site once, at the end',
    fix: 'Put the name of the site at the end of the title.',
    judge: judgeBrand,
  },
  {
    id: 'title.language',
    severity: 'high',
    expected: 'the language of the page',
    fix: 'Write the title in the language of the page.',
    judge: judgeLanguage,
  },
];

const DESCRIPTION_RULES: readonly Rule[] = [
  {
    id: 'description.width',
    severity: 'low',
    expected: `at most ${LIMITS.description.fits} pixels`,
    fix: 'Say the important part first and end before the limit.',
    judge: (_facts, text) => judgeWidth(text, 'description'),
  },
  {
    id: 'description.short',
    severity: 'low',
    expected: `at least ${WIDTH_MIN.description} pixels`,
    fix: 'Use the room: say what the page gives the searcher.',
    judge: (_facts, text) => judgeShort(text, 'description'),
  },
  {
    id: 'description.keyword',
    severity: 'medium',
    expected: 'every telling word of the keyword',
    fix: 'Use the words of the search: a description without them is mostly replaced by text of the page.',
    judge: (facts, text) => judgeKeyword(facts, text),
  },
  {
    id: 'description.matches-page',
    severity: 'high',
    expected: 'words that the page itself uses',
    fix: 'Describe what this page holds.',
    judge: (facts, text) => judgePromise(facts, text),
  },
  {
    id: 'description.figures',
    severity: 'high',
    expected: 'only figures that stand on the page',
    fix: 'Correct the figure in the description, or say it on the page.',
    judge: judgeFigures,
  },
  {
    id: 'description.not-title',
    severity: 'medium',
    expected: 'more than the title says',
    fix: 'Write a description of its own.',
    judge: (facts, text) => {
      if (facts.title === undefined) return skip('there is no title');
      const same = [facts.title, bareTitle(facts, facts.title)].some((title) => foldPhrase(title) === foldPhrase(text));
      return same ? warn('it repeats the title') : pass('it is not the title');
    },
  },
  {
    id: 'description.repetition',
    severity: 'medium',
    expected: 'no word more than three times',
    fix: 'Write sentences instead of a list of keywords.',
    judge: (facts, text) => judgeRepetition(facts, text, 4),
  },
  {
    id: 'description.language',
    severity: 'high',
    expected: 'the language of the page',
    fix: 'Write the description in the language of the page.',
    judge: judgeLanguage,
  },
];

/** The checks of one text; of a text that is not there, one that says so. */
export function checksOf(facts: Facts, field: Field): TextCheck[] {
  const text = facts[field];
  const present = presence(facts, field, text);
  if (text === undefined) return [present];
  const rules = field === 'title' ? TITLE_RULES : DESCRIPTION_RULES;
  const judged = rules.map(({ id, severity, expected, fix, judge }): TextCheck => {
    const finding = judge(facts, text);
    const open = finding.status === 'warn' || finding.status === 'fail';
    return { id, field, ...finding, severity, expected, fix: open ? fix : '' };
  });
  return [present, ...judged];
}

function presence(facts: Facts, field: Field, text: string | undefined): TextCheck {
  const id = `${field}.present`;
  const severity = field === 'title' ? 'high' : 'medium';
  const expected = field === 'title' ? 'one title' : 'one meta description';
  if (text !== undefined) return { id, field, status: 'pass', severity, found: cited(text), expected, fix: '' };
  const fix = `Set one of the ${field === 'title' ? 'title' : 'description'} options.`;
  if (facts.page.format === 'markdown')
    return {
      id,
      field,
      status: 'not_applicable',
      severity,
      found: `the Markdown names no ${field} in its front matter`,
      expected,
      fix,
    };
  return { id, field, status: 'fail', severity, found: `no ${field}`, expected, fix };
}

function judgeWidth(text: string, field: Field): Finding {
  const { pixel_width: width, truncation_risk: risk } = measure(text, field);
  const told = `${width} pixels`;
  if (risk === 'low') return pass(told);
  return risk === 'medium' ? warn(told) : fail(`${told}; shown: ${cited(shownPart(text, field))}`);
}

function judgeShort(text: string, field: Field): Finding {
  const { pixel_width: width } = measure(text, field);
  return width < WIDTH_MIN[field] ? warn(`${width} pixels`) : pass(`${width} pixels`);
}

function judgeKeyword(facts: Facts, text: string): Finding {
  const { words, missing } = alignmentOf(facts.keyword, text, facts.language.code);
  if (words.length === 0) return skip('the keyword has no words');
  if (missing.length === 0) return pass('every word of the keyword');
  const told = `missing: ${missing.slice(0, 8).map(cited).join(', ')}`;
  return missing.length * 2 <= words.length ? warn(told) : fail(told);
}

function judgeEarly(facts: Facts, text: string): Finding {
  const { missing, words } = alignmentOf(facts.keyword, text, facts.language.code);
  if (words.length === 0 || missing.length > 0) return skip('the keyword does not stand in the title');
  const half = LIMITS.title.fits / 2;
  let at = 0;
  for (const { index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    at = index;
    if (alignmentOf(facts.keyword, text.slice(0, index), facts.language.code).missing.length < words.length) break;
  }
  const before = widthOf(text.slice(0, at), 'arial', LIMITS.title.font_pixels).pixels;
  return before <= half ? pass('it begins early') : warn(`its first word ends ${before} pixels into the title`);
}

const SHARE = { title: 0.6, low: 0.34 } as const;

function judgePromise(facts: Facts, text: string): Finding {
  if (facts.page.word_count < 20) return skip('the page has hardly any text');
  const whole = `${facts.h1 ?? ''}\n${facts.page.text.slice(0, 200_000)}`;
  const { words, missing } = alignmentOf(text, whole, facts.language.code);
  if (words.length === 0) return skip('no telling words');
  const told = `${words.length - missing.length} of ${counted(words.length, 'telling word')} ${words.length === 1 ? 'stands' : 'stand'} on the page`;
  const share = 1 - missing.length / words.length;
  if (share >= SHARE.title) return pass(told);
  const lacking = `${told}; not there: ${missing.slice(0, 6).map(cited).join(', ')}`;
  return share < SHARE.low ? fail(lacking) : warn(lacking);
}

function judgeHeading(facts: Facts, text: string): Finding {
  if (facts.h1 === undefined) return skip('the page has no first heading');
  const { words, missing } = alignmentOf(bareTitle(facts, text), facts.h1, facts.language.code);
  if (words.length === 0) return skip('no telling words');
  if (missing.length * 2 <= words.length) return pass(`heading: ${cited(facts.h1)}`);
  return warn(`heading: ${cited(facts.h1)}`);
}

/** Years, counts and prices: what a text promises most exactly. Single digits stand too often by chance to be told. */
function judgeFigures(facts: Facts, text: string): Finding {
  const figures = [...new Set(text.matchAll(/(?<![\p{L}\p{N}.,])\d{2,}(?:[.,]\d+)*/gu).map(([found]) => found))];
  if (figures.length === 0) return skip('no figures');
  const whole = `${facts.h1 ?? ''}\n${facts.page.text.slice(0, 200_000)}`;
  const shown = new Set(tokenize(whole));
  const lacking = figures.filter(
    (figure) => !whole.includes(figure) && !tokenize(figure).every((part) => shown.has(part)),
  );
  if (lacking.length === 0) return pass(figures.slice(0, 5).join(', '));
  return warn(`not on the page: ${lacking.slice(0, 5).join(', ')}`);
}

function judgeRepetition(facts: Facts, text: string, most: number): Finding {
  const { count, word } = repeats(text, facts.language.code);
  if (count < most) return pass('no word stands out');
  return warn(`${cited(word)} stands ${count} times`);
}

function judgeBrand(facts: Facts, text: string): Finding {
  const { brand } = facts;
  if (brand === undefined) return skip('the page does not say the name of its site');
  const [whole, name] = [flat(text), flat(brand.name)];
  if (!whole.includes(name)) return warn(`${cited(brand.name)} is not in the title`);
  const long = whole.length > name.length * 2;
  return whole.startsWith(name) && !whole.endsWith(name) && long
    ? warn(`it begins with ${cited(brand.name)}`)
    : pass(cited(brand.name));
}

const SURE = 0.7;
const WORDS_TOLD_BY = 4;

function judgeLanguage(facts: Facts, text: string): Finding {
  const { code } = facts.language;
  if (code === '' || tokenize(text).length < WORDS_TOLD_BY) return skip('too little to tell');
  const guess = guessLanguage(text, code);
  if (guess.value === '' || guess.value === code || guess.confidence < SURE) return pass(code);
  return warn(`the text reads like ${guess.value}, the page like ${code}`);
}
