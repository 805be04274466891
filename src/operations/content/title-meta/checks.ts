import { z } from 'zod';

import { agree, counted } from '../../../kernel/grammar.ts';
import { Level } from '../../../kernel/level.ts';
import { tokenize } from '../../../web/words.ts';
import { guessLanguage } from '../../../text/language.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { shortened } from '../../../web/page/quote.ts';
import { alignKeyword } from '../../../text/alignment.ts';
import { squash } from '../../../text/brand.ts';
import { isShouted } from '../../../text/snippet/casing.ts';
import { findFlaw } from '../../../text/snippet/flaws.ts';
import { splitTitle } from '../../../text/title-parts.ts';
import { stripSiteName, type Facts } from './facts.ts';
import { namesSite } from './site-name.ts';
import { type Field, LIMITS, measure, countRepeats, cutToResult } from '../../../text/snippet/option.ts';
import { measureWidth } from '../../../text/snippet/pixel-width.ts';

export const TextCheck = z.object({
  id: z.string(),
  field: z.enum(['title', 'description']),
  status: z.enum(['pass', 'warn', 'fail', 'not_applicable']),
  severity: Level,
  found: z.string(),
  expected: z.string(),
  fix: z.string().describe('Empty when nothing needs to change.'),
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
function cite(text: string): string {
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
    fix: 'Lead with what matters and shorten the rest.',
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
    expected: 'every meaningful word of the keyword',
    fix: 'Work in the missing words where they read naturally, if the page is about them.',
    judge: (facts, text) => judgeKeyword(facts, text),
  },
  {
    id: 'title.keyword-early',
    severity: 'low',
    expected: 'the keyword in the first half of the visible title',
    fix: 'Start with what searchers are looking for.',
    judge: judgeEarly,
  },
  {
    id: 'title.matches-page',
    severity: 'high',
    expected: 'words that the page uses',
    fix: 'Promise only what the page delivers: search engines replace titles that do not match the page.',
    judge: (facts, text) => judgePromise(facts, stripSiteName(facts, text)),
  },
  {
    id: 'title.matches-heading',
    severity: 'medium',
    expected: 'a title and an H1 about the same thing',
    fix: 'Use the same main words in the title and the H1; otherwise search engines may show the H1 as the title.',
    judge: judgeHeading,
  },
  {
    id: 'title.figures',
    severity: 'high',
    expected: 'only figures that appear on the page',
    fix: 'Correct the figure in the title, or add it to the page.',
    judge: judgeFigures,
  },
  {
    id: 'title.repetition',
    severity: 'medium',
    expected: 'no word more than twice',
    fix: 'Use each word once: repetition reads as spam, and search engines rewrite it.',
    judge: (facts, text) => judgeRepetition(facts, stripSiteName(facts, text), 3),
  },
  {
    id: 'title.capitals',
    severity: 'low',
    expected: 'normal capitalization',
    fix: 'Use sentence case or title case.',
    judge: (_facts, text) => (isShouted(text) ? warn('almost all capitals') : pass('normal capitalization')),
  },
  {
    id: 'title.wording',
    severity: 'medium',
    expected: 'a line that is whole and well formed',
    fix: 'Correct the wording.',
    judge: (facts, text) => judgeWording(facts, text, 'title'),
  },
  {
    id: 'title.brand',
    severity: 'low',
    expected: 'the site name once, at the end',
    fix: 'Put the site name at the end of the title.',
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
    fix: 'Lead with what matters and stay within the limit.',
    judge: (_facts, text) => judgeWidth(text, 'description'),
  },
  {
    id: 'description.short',
    severity: 'low',
    expected: `at least ${WIDTH_MIN.description} pixels`,
    fix: 'Use the space: say what searchers get from the page.',
    judge: (_facts, text) => judgeShort(text, 'description'),
  },
  {
    id: 'description.keyword',
    severity: 'medium',
    expected: 'every meaningful word of the keyword',
    fix: 'Use the words of the keyword: without them, results usually quote the page instead.',
    judge: (facts, text) => judgeKeyword(facts, text),
  },
  {
    id: 'description.matches-page',
    severity: 'high',
    expected: 'words that the page uses',
    fix: 'Describe what this page actually offers.',
    judge: (facts, text) => judgePromise(facts, text),
  },
  {
    id: 'description.figures',
    severity: 'high',
    expected: 'only figures that appear on the page',
    fix: 'Correct the figure in the description, or add it to the page.',
    judge: judgeFigures,
  },
  {
    id: 'description.not-title',
    severity: 'medium',
    expected: 'more than the title says',
    fix: 'Write a description that adds to the title.',
    judge: (facts, text) => {
      if (facts.title === undefined) return skip('no title');
      const same = [facts.title, stripSiteName(facts, facts.title)].some(
        (title) => foldPhrase(title) === foldPhrase(text),
      );
      return same ? warn('repeats the title') : pass('differs from the title');
    },
  },
  {
    id: 'description.repetition',
    severity: 'medium',
    expected: 'no word more than three times',
    fix: 'Write sentences, not a list of keywords.',
    judge: (facts, text) => judgeRepetition(facts, text, 4),
  },
  {
    id: 'description.wording',
    severity: 'medium',
    expected: 'whole, well-formed sentences',
    fix: 'Correct the wording.',
    judge: (facts, text) => judgeWording(facts, text, 'description'),
  },
  {
    id: 'description.language',
    severity: 'high',
    expected: 'the language of the page',
    fix: 'Write the description in the language of the page.',
    judge: judgeLanguage,
  },
];

/** The checks of one text. A missing text has one, which says so. */
export function checkText(facts: Facts, field: Field): TextCheck[] {
  const text = facts[field];
  const present = checkPresence(facts, field, text);
  if (text === undefined) return [present];
  const rules = field === 'title' ? TITLE_RULES : DESCRIPTION_RULES;
  const judged = rules.map(({ id, severity, expected, fix, judge }): TextCheck => {
    const finding = judge(facts, text);
    const open = finding.status === 'warn' || finding.status === 'fail';
    return { id, field, ...finding, severity, expected, fix: open ? fix : '' };
  });
  return [present, ...judged];
}

function checkPresence(facts: Facts, field: Field, text: string | undefined): TextCheck {
  const base = {
    id: `${field}.present`,
    field,
    severity: field === 'title' ? ('high' as const) : ('medium' as const),
    expected: field === 'title' ? 'one title' : 'one meta description',
  };
  if (text !== undefined) return { ...base, ...pass(cite(text)), fix: '' };
  const missing =
    facts.page.format === 'markdown' ? skip(`no ${field} in the Markdown’s front matter`) : fail(`no ${field}`);
  return { ...base, ...missing, fix: `Use one of the ${field} options.` };
}

function judgeWidth(text: string, field: Field): Finding {
  const { pixel_width: width, truncation_risk: risk } = measure(text, field);
  const size = `${width} pixels`;
  if (risk === 'low') return pass(size);
  return risk === 'medium' ? warn(size) : fail(`${size}; results show ${cite(cutToResult(text, field))}`);
}

function judgeShort(text: string, field: Field): Finding {
  const { pixel_width: width } = measure(text, field);
  return width < WIDTH_MIN[field] ? warn(`${width} pixels`) : pass(`${width} pixels`);
}

function judgeKeyword(facts: Facts, text: string): Finding {
  const { words, missing } = alignKeyword(facts.keyword, text, facts.language.code);
  if (words.length === 0) return skip('the keyword has no words');
  if (missing.length === 0) return pass('has every word of the keyword');
  const found = `missing: ${missing.slice(0, 8).map(cite).join(', ')}`;
  return missing.length * 2 <= words.length ? warn(found) : fail(found);
}

function judgeEarly(facts: Facts, text: string): Finding {
  const { missing, words } = alignKeyword(facts.keyword, text, facts.language.code);
  if (words.length === 0 || missing.length > 0) return skip('the title lacks the keyword');
  const half = LIMITS.title.fits / 2;
  let at = 0;
  for (const { index } of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    at = index;
    if (alignKeyword(facts.keyword, text.slice(0, index), facts.language.code).missing.length < words.length) break;
  }
  const before = measureWidth(text.slice(0, at), 'arial', LIMITS.title.font_pixels).pixels;
  return before <= half ? pass('the keyword starts early') : warn(`the keyword starts ${before} pixels into the title`);
}

const SHARE = { title: 0.6, low: 0.34 } as const;

function judgePromise(facts: Facts, text: string): Finding {
  if (facts.page.word_count < 20) return skip('the page has hardly any text');
  const whole = `${facts.h1 ?? ''}\n${facts.page.text.slice(0, 200_000)}`;
  const { words, missing } = alignKeyword(text, whole, facts.language.code);
  if (words.length === 0) return skip('no meaningful words');
  const found = `${words.length - missing.length} of ${counted(words.length, 'meaningful word')} ${agree(words.length, 'appears')} on the page`;
  const share = 1 - missing.length / words.length;
  if (share >= SHARE.title) return pass(found);
  const lacking = `${found}; missing: ${missing.slice(0, 6).map(cite).join(', ')}`;
  return share < SHARE.low ? fail(lacking) : warn(lacking);
}

function judgeHeading(facts: Facts, text: string): Finding {
  if (facts.h1 === undefined) return skip('the page has no H1');
  const { words, missing } = alignKeyword(stripSiteName(facts, text), facts.h1, facts.language.code);
  if (words.length === 0) return skip('no meaningful words');
  return missing.length * 2 <= words.length ? pass(`H1: ${cite(facts.h1)}`) : warn(`H1: ${cite(facts.h1)}`);
}

/** Years, counts and prices are the most exact promises. Single digits appear too often by chance to tell anything. */
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
  const { count, word } = countRepeats(text, facts.language.code);
  if (count < most) return pass('no word is repeated too often');
  return warn(`${cite(word)} appears ${count} times`);
}

function judgeWording(facts: Facts, text: string, field: Field): Finding {
  const flaw = findFlaw(text, { field, language: facts.language.code, heading: facts.h1 });
  return flaw === undefined ? pass('no fault of form') : warn(`it ${flaw}`);
}

function judgeBrand(facts: Facts, text: string): Finding {
  const { brand } = facts;
  if (brand === undefined) return skip('the page does not state its site name');
  const [whole, name] = [squash(text), squash(brand.name)];
  if (!namesSite(text, brand.name)) return warn(`${cite(brand.name)} is missing from the title`);
  const [first = '', ...others] = splitTitle(text);
  return squash(first) === name && others.length > 0 && !whole.endsWith(name)
    ? warn(`the title starts with ${cite(brand.name)}`)
    : pass(cite(brand.name));
}

const SURE = 0.7;
const WORDS_MIN = 4;

function judgeLanguage(facts: Facts, text: string): Finding {
  const { code } = facts.language;
  if (code === '' || tokenize(text).length < WORDS_MIN) return skip('too little text to judge');
  const guess = guessLanguage(text, code);
  if (guess.value === '' || guess.value === code || guess.confidence < SURE) return pass(code);
  return warn(`the text reads as ${guess.value}, the page as ${code}`);
}
