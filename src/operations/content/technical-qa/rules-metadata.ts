import { readDataLines } from '../../../kernel/data.ts';
import { agree, counted } from '../../../kernel/grammar.ts';
import { foldText, tokenize } from '../../../web/words.ts';
import { collapsed } from '../../../web/page/text-reader.ts';
import { displayLength } from '../../../web/page/words.ts';
import {
  cited,
  type Evidence,
  fail,
  notApplicable,
  type Outcome,
  pass,
  quoted,
  quotedFrontMatter,
  quotedWhole,
  warn,
} from './check.ts';
import type { Facts } from './facts.ts';
import { alignKeyword } from '../../../text/alignment.ts';
import type { Rule } from './rule.ts';

const TITLE_LINK = 'https://developers.google.com/search/docs/appearance/title-link';
const SNIPPET = 'https://developers.google.com/search/docs/appearance/snippet';
const HEAD = 'https://developers.google.com/search/docs/crawling-indexing/valid-page-metadata';

/**
 * Lengths in code points, where Chinese, Japanese and Korean characters count two, because results are cut by
 * width. Google names no number; these are where desktop results usually end (about 600 and 960 pixels).
 */
const TITLE = { min: 15, max: 65 } as const;
const DESCRIPTION = { min: 70, max: 160 } as const;

export const METADATA_RULES: readonly Rule[] = [
  {
    id: 'html.head-invalid',
    severity: 'high',
    expected: 'only title, meta, link, base, script, style, noscript and template before </head>',
    fix: 'Move the element into <body>: crawlers stop reading the head there.',
    docs: HEAD,
    needs: 'head',
    judge: judgeHead,
  },
  {
    id: 'title.missing',
    severity: 'critical',
    expected: 'one title element with text in the head',
    fix: 'Write a title that says what the page is about.',
    docs: TITLE_LINK,
    needs: 'content',
    judge: judgeTitle,
  },
  {
    id: 'title.multiple',
    severity: 'medium',
    expected: 'one title element',
    fix: 'Keep one title element.',
    docs: TITLE_LINK,
    needs: 'head',
    judge: (facts) => {
      const titles = facts.page.head.titles.filter((title) => title.in_head && title.text !== '');
      if (titles.length === 0) return notApplicable('no title');
      if (titles.length === 1) return pass('one title');
      return fail(`${titles.length} titles`, { evidence: quoted(facts.page, titles) });
    },
  },
  {
    id: 'title.long',
    severity: 'low',
    expected: `at most ${TITLE.max} characters (Chinese, Japanese and Korean count two)`,
    fix: 'Lead with what matters and shorten the rest: results cut off long titles.',
    docs: TITLE_LINK,
    needs: 'content',
    judge: (facts) => judgeMaximum(facts.title, TITLE.max, quoteTitle(facts)),
  },
  {
    id: 'title.short',
    severity: 'low',
    expected: `at least ${TITLE.min} characters (Chinese, Japanese and Korean count two)`,
    fix: 'Say more precisely what the page offers, and add the site name.',
    docs: TITLE_LINK,
    needs: 'content',
    judge: (facts) => judgeMinimum(facts.title, TITLE.min, quoteTitle(facts)),
  },
  {
    id: 'title.boilerplate',
    severity: 'medium',
    expected: 'a title that describes this page',
    fix: 'Replace the placeholder with a title that fits only this page.',
    docs: TITLE_LINK,
    needs: 'content',
    judge: judgeBoilerplate,
  },
  {
    id: 'title.keyword',
    severity: 'medium',
    expected: 'the words of the keyword in the title',
    fix: 'Work the missing words of the keyword into the title where they read naturally.',
    docs: TITLE_LINK,
    needs: 'content',
    judge: (facts) => judgeKeyword(facts, facts.title, 'title', quoteTitle(facts)),
  },
  {
    id: 'meta.missing',
    severity: 'medium',
    expected: 'a meta description with text in the head',
    fix: 'Write one or two sentences that tell searchers what they get from the page.',
    docs: SNIPPET,
    needs: 'content',
    judge: judgeDescription,
  },
  {
    id: 'meta.multiple',
    severity: 'low',
    expected: 'one meta description',
    fix: 'Keep one meta description.',
    docs: SNIPPET,
    needs: 'head',
    judge: (facts) => {
      const found = findDescriptions(facts);
      if (found.every((meta) => meta.content === '')) return notApplicable('no description');
      return found.length === 1
        ? pass('one description')
        : warn(`${found.length} descriptions`, { evidence: quoted(facts.page, found) });
    },
  },
  {
    id: 'meta.long',
    severity: 'low',
    expected: `at most ${DESCRIPTION.max} characters (Chinese, Japanese and Korean count two)`,
    fix: 'Put what matters in the first 160 characters.',
    docs: SNIPPET,
    needs: 'content',
    judge: (facts) => judgeMaximum(facts.description, DESCRIPTION.max, quoteDescription(facts)),
  },
  {
    id: 'meta.short',
    severity: 'low',
    expected: `at least ${DESCRIPTION.min} characters (Chinese, Japanese and Korean count two)`,
    fix: 'Use the space: say what the page offers and who it is for.',
    docs: SNIPPET,
    needs: 'content',
    judge: (facts) => judgeMinimum(facts.description, DESCRIPTION.min, quoteDescription(facts)),
  },
  {
    id: 'meta.same-as-title',
    severity: 'low',
    expected: 'a description that says more than the title',
    fix: 'Write a description that adds to the title.',
    docs: SNIPPET,
    needs: 'content',
    judge: (facts) => {
      if (facts.title === undefined || facts.description === undefined)
        return notApplicable('not both title and description');
      if (foldText(facts.title) !== foldText(facts.description)) return pass('title and description differ');
      return warn('the description repeats the title', { evidence: quoteDescription(facts) });
    },
  },
];

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
  const evidence = quoted(facts.page, [broken, ...lost]);
  if (lost.length === 0) return warn(`${name} ends the head early`, { evidence, severity: 'low' });
  return fail(
    `${name} ends the head early; ${counted(lost.length, 'element')} after it no longer ${agree(lost.length, 'counts')}`,
    { evidence },
  );
}

function judgeTitle(facts: Facts): Outcome {
  if (facts.title !== undefined) return pass(cited(facts.title), quoteTitle(facts));
  if (facts.page.format === 'markdown')
    return notApplicable('no title in the front matter; the publishing system sets one');
  const outside = facts.page.head.titles.filter((title) => !title.in_head && title.text !== '');
  const evidence = quoted(facts.page, outside.length > 0 ? outside : facts.page.head.titles);
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
  if (facts.description !== undefined) return pass(cited(facts.description), quoteDescription(facts));
  if (facts.page.format === 'markdown') return notApplicable('no description in the front matter');
  const outside = facts.page.head.metas.filter((meta) => meta.name === 'description' && !meta.in_head);
  if (outside.length > 0)
    return fail('the meta description is outside the head', { evidence: quoted(facts.page, outside) });
  const empty = findDescriptions(facts);
  return fail(empty.length > 0 ? 'an empty meta description' : 'no meta description', {
    evidence: quoted(facts.page, empty),
  });
}

function judgeMaximum(text: string | undefined, max: number, evidence: readonly Evidence[]): Outcome {
  if (text === undefined) return notApplicable('none found');
  const length = displayLength(text);
  return length > max ? warn(counted(length, 'character'), { evidence }) : pass(counted(length, 'character'));
}

function judgeMinimum(text: string | undefined, min: number, evidence: readonly Evidence[]): Outcome {
  if (text === undefined) return notApplicable('none found');
  const length = displayLength(text);
  return length < min ? warn(counted(length, 'character'), { evidence }) : pass(counted(length, 'character'));
}

/** Titles that templates and tools leave behind. */
const PLACEHOLDER_TITLES = new Set(readDataLines(import.meta.url, 'data/placeholder-titles.txt'));

function judgeBoilerplate(facts: Facts): Outcome {
  const { title } = facts;
  if (title === undefined) return notApplicable('no title');
  const evidence = quoteTitle(facts);
  const folded = collapsed(foldText(title));
  if (PLACEHOLDER_TITLES.has(folded)) return fail(`the title is ${cited(title)}`, { evidence });
  const unfilled = /\{\{[^{}]{0,60}\}\}|\{%[^%]{0,60}%\}|\$\{[^{}]{0,60}\}|%%[a-z_]{1,40}%%/i.exec(title)?.[0];
  if (unfilled !== undefined) return fail(`an unfilled placeholder: ${cited(unfilled)}`, { evidence });
  const repeated = findRepeatedWord(title);
  if (repeated !== undefined) {
    return warn(`${cited(repeated)} appears three or more times in the title`, {
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
  if (missing.length === 0) return pass(`the ${where} has every word of ${cited(facts.keyword)}`, evidence);
  const found = `the ${where} lacks ${missing
    .map((word) => cited(word, 40))
    .slice(0, 10)
    .join(', ')}`;
  return missing.length * 2 <= words.length ? warn(found, { evidence }) : fail(found, { evidence });
}

function quoteTitle(facts: Facts): Evidence[] {
  const title = facts.page.head.titles.find((each) => each.in_head && each.text !== '');
  if (title !== undefined) return quotedWhole(facts.page, [title], '</title>');
  return facts.title === undefined ? [] : quotedFrontMatter(facts.page, 'title');
}

function quoteDescription(facts: Facts): Evidence[] {
  const found = findDescriptions(facts).find((meta) => meta.content !== '');
  if (found !== undefined) return quoted(facts.page, [found]);
  return facts.description === undefined ? [] : quotedFrontMatter(facts.page, 'description');
}

function findDescriptions(facts: Facts): Facts['page']['head']['metas'] {
  return facts.page.head.metas.filter((meta) => meta.name === 'description' && meta.in_head);
}
