import { readDataLines } from '../kernel/data.ts';
import { agree, counted } from '../kernel/grammar.ts';
import { foldText, tokenize, displayLength } from '../web/words.ts';
import { collapsed } from '../web/page/text-reader.ts';
import {
  quoteText,
  type Evidence,
  fail,
  notApplicable,
  type Outcome,
  pass,
  quoteElements,
  quoteFrontMatter,
  quoteWhole,
  warn,
} from './check.ts';
import type { Facts } from './facts.ts';
import { alignKeyword } from '../text/alignment.ts';
import { defineRules } from './rule.ts';

/**
 * Lengths in code points, where Chinese, Japanese and Korean characters count two, because results are cut by
 * width. Google names no number; these are where desktop results usually end (about 600 and 960 pixels).
 */
const TITLE = { min: 15, max: 65 } as const;
const DESCRIPTION = { min: 70, max: 160 } as const;

export const METADATA_RULES = defineRules(
  {
    'html.head-invalid': judgeHead,
    'title.missing': judgeTitle,
    'title.multiple': (facts) => {
      const titles = facts.page.head.titles.filter((title) => title.in_head && title.text !== '');
      if (titles.length === 0) return notApplicable('no title');
      if (titles.length === 1) return pass('one title');
      return fail(`${titles.length} titles`, { evidence: quoteElements(facts.page, titles) });
    },
    'title.long': (facts) => judgeMaximum(facts.title, TITLE.max, quoteTitle(facts)),
    'title.short': (facts) => judgeMinimum(facts.title, TITLE.min, quoteTitle(facts)),
    'title.boilerplate': judgeBoilerplate,
    'title.keyword': (facts) => judgeKeyword(facts, facts.title, 'title', quoteTitle(facts)),
    'meta.missing': judgeDescription,
    'meta.multiple': (facts) => {
      const found = findDescriptions(facts);
      if (found.every((meta) => meta.content === '')) return notApplicable('no description');
      return found.length === 1
        ? pass('one description')
        : warn(`${found.length} descriptions`, { evidence: quoteElements(facts.page, found) });
    },
    'meta.long': (facts) => judgeMaximum(facts.description, DESCRIPTION.max, quoteDescription(facts)),
    'meta.short': (facts) => judgeMinimum(facts.description, DESCRIPTION.min, quoteDescription(facts)),
    'meta.same-as-title': (facts) => {
      if (facts.title === undefined || facts.description === undefined)
        return notApplicable('not both title and description');
      if (foldText(facts.title) !== foldText(facts.description)) return pass('title and description differ');
      return warn('the description repeats the title', { evidence: quoteDescription(facts) });
    },
  },
  { title_max: TITLE.max, title_min: TITLE.min, description_max: DESCRIPTION.max, description_min: DESCRIPTION.min },
);

function judgeHead(facts: Facts): Outcome {
  const { broken_by: broken, titles, metas, links } = facts.page.head;
  if (broken === undefined) return pass('only metadata in the head');
  const lost = [
    ...titles.filter((title) => !title.in_head),
    ...metas.filter(
      (meta) => !meta.in_head && (meta.name === 'robots' || meta.name === 'description' || meta.name === 'viewport'),
    ),
    ...links.filter((link) => !link.in_head && (link.rel.includes('canonical') || link.hreflang !== undefined)),
  ].filter((element) => element.place.start > broken.place.start);
  const name = broken.name === 'text' ? 'text' : `<${broken.name.slice(0, 40)}>`;
  const evidence = quoteElements(facts.page, [broken, ...lost]);
  if (lost.length === 0) return warn(`${name} ends the head early`, { evidence, severity: 'low' });
  return fail(
    `${name} ends the head early; ${counted(lost.length, 'element')} after it no longer ${agree(lost.length, 'counts')}`,
    { evidence },
  );
}

function judgeTitle(facts: Facts): Outcome {
  if (facts.title !== undefined) return pass(quoteText(facts.title), quoteTitle(facts));
  if (facts.page.format === 'markdown')
    return notApplicable('no title in the front matter; the publishing system sets one');
  const outside = facts.page.head.titles.filter((title) => !title.in_head && title.text !== '');
  const evidence = quoteElements(facts.page, outside.length > 0 ? outside : facts.page.head.titles);
  if (outside.length > 0) {
    return fail('the title is outside the head', {
      evidence,
      severity: 'high',
      fix: 'Move the title element into the head.',
    });
  }
  return fail(facts.page.head.titles.length === 0 ? 'no title element' : 'an empty title element', { evidence });
}

function judgeDescription(facts: Facts): Outcome {
  if (facts.description !== undefined) return pass(quoteText(facts.description), quoteDescription(facts));
  if (facts.page.format === 'markdown') return notApplicable('no description in the front matter');
  const outside = facts.page.head.metas.filter((meta) => meta.name === 'description' && !meta.in_head);
  if (outside.length > 0)
    return fail('the meta description is outside the head', { evidence: quoteElements(facts.page, outside) });
  const empty = findDescriptions(facts);
  return fail(empty.length > 0 ? 'an empty meta description' : 'no meta description', {
    evidence: quoteElements(facts.page, empty),
  });
}

function judgeMaximum(text: string | undefined, max: number, evidence: readonly Evidence[]): Outcome {
  if (text === undefined) return notApplicable('none found');
  const length = displayLength(text);
  return length > max
    ? warn(counted(length, 'character'), { wrong: [length - max, length], evidence })
    : pass(counted(length, 'character'));
}

function judgeMinimum(text: string | undefined, min: number, evidence: readonly Evidence[]): Outcome {
  if (text === undefined) return notApplicable('none found');
  const length = displayLength(text);
  return length < min
    ? warn(counted(length, 'character'), { wrong: [min - length, min], evidence })
    : pass(counted(length, 'character'));
}

/** Titles that templates and tools leave behind. */
const PLACEHOLDER_TITLES = new Set(readDataLines(import.meta.url, 'data/placeholder-titles.txt'));

function judgeBoilerplate(facts: Facts): Outcome {
  const { title } = facts;
  if (title === undefined) return notApplicable('no title');
  const evidence = quoteTitle(facts);
  const folded = collapsed(foldText(title));
  if (PLACEHOLDER_TITLES.has(folded)) return fail(`the title is ${quoteText(title)}`, { evidence });
  const unfilled = /\{\{[^{}]{0,60}\}\}|\{%[^%]{0,60}%\}|\$\{[^{}]{0,60}\}|%%[a-z_]{1,40}%%/i.exec(title)?.[0];
  if (unfilled !== undefined) return fail(`an unfilled placeholder: ${quoteText(unfilled)}`, { evidence });
  const repeated = findRepeatedWord(title);
  if (repeated !== undefined) {
    return warn(`${quoteText(repeated)} appears three or more times in the title`, {
      evidence,
      severity: 'low',
      fix: 'Use each word once.',
    });
  }
  return pass('a descriptive title');
}

function findRepeatedWord(title: string): string | undefined {
  const counts = new Map<string, number>();
  for (const word of tokenize(title.slice(0, 1000))) {
    if (word.length < 4) continue;
    const count = (counts.get(word) ?? 0) + 1;
    if (count === 3) return word;
    counts.set(word, count);
  }
  return undefined;
}

/** Whether a text has the words of the keyword: all of them pass, at least half warn, fewer fail. */
export function judgeKeyword(
  facts: Facts,
  text: string | undefined,
  where: string,
  evidence: readonly Evidence[],
): Outcome {
  if (facts.keyword === undefined) return notApplicable('no keyword was sent');
  if (text === undefined) return notApplicable(`no ${where}`);
  const { words, missing } = alignKeyword(facts.keyword, text, facts.language);
  if (words.length === 0) return notApplicable('the keyword has no words');
  if (missing.length === 0) return pass(`the ${where} has every word of ${quoteText(facts.keyword)}`, evidence);
  const found = `the ${where} lacks ${missing
    .map((word) => quoteText(word, 40))
    .slice(0, 10)
    .join(', ')}`;
  const details = { wrong: [missing.length, words.length] as const, evidence };
  return missing.length * 2 <= words.length ? warn(found, details) : fail(found, details);
}

function quoteTitle(facts: Facts): Evidence[] {
  const title = facts.page.head.titles.find((each) => each.in_head && each.text !== '');
  if (title !== undefined) return quoteWhole(facts.page, [title], '</title>');
  return facts.title === undefined ? [] : quoteFrontMatter(facts.page, 'title');
}

function quoteDescription(facts: Facts): Evidence[] {
  const found = findDescriptions(facts).find((meta) => meta.content !== '');
  if (found !== undefined) return quoteElements(facts.page, [found]);
  return facts.description === undefined ? [] : quoteFrontMatter(facts.page, 'description');
}

function findDescriptions(facts: Facts): Facts['page']['head']['metas'] {
  return facts.page.head.metas.filter((meta) => meta.name === 'description' && meta.in_head);
}
