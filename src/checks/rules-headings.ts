import { counted } from '../kernel/grammar.ts';
import type { Heading } from '../web/page/page.ts';
import {
  quoteText,
  EVIDENCE_MAX,
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
import type { PageType } from './input.ts';
import { findPlaceholder } from '../text/placeholders.ts';
import { defineRules } from './rule.ts';
import { judgeKeyword } from './rules-metadata.ts';

/** Fewest words of main text by type: our own bounds, so low that a page below them is certainly thin. */
const WORDS_MIN: Readonly<Record<PageType, number>> = {
  article: 200,
  blog_post: 200,
  guide: 200,
  comparison_page: 200,
  docs: 60,
  landing_page: 100,
  product: 80,
  software: 100,
  local_business: 80,
};
const WORDS_MIN_UNKNOWN = 80;
/** Fewer are a heading and a sentence, whatever the page is for. */
const WORDS_OF_A_PAGE = 20;

export const HEADING_RULES = defineRules(
  {
    'content.empty': judgeEmpty,
    'content.stub': judgeStub,
    'content.thin': judgeThin,
    'content.placeholder': judgePlaceholder,
    'h1.missing': judgeH1,
    'h1.multiple': (facts) => {
      const found = findH1s(facts);
      if (found.length === 0) return notApplicable('no H1');
      return found.length === 1
        ? pass('one H1')
        : warn(`${found.length} H1 headings`, { evidence: quoteHeadings(facts, found) });
    },
    'h1.keyword': (facts) => {
      const heading = findH1s(facts)[0];
      const outcome = judgeKeyword(
        facts,
        heading?.text,
        'H1',
        heading === undefined ? [] : quoteHeadings(facts, [heading]),
      );
      // A heading is freer than a title, so this never fails.
      return outcome.status === 'fail' ? { ...outcome, status: 'warn' } : outcome;
    },
    'heading.order': judgeOrder,
    'heading.empty': (facts) => {
      const visible = facts.page.headings.filter((heading) => !heading.hidden);
      if (visible.length === 0) return notApplicable('no headings');
      const empty = visible.filter((heading) => heading.text === '');
      if (empty.length === 0) return pass(`${counted(visible.length, 'heading')} with text`);
      return warn(counted(empty.length, 'empty heading'), {
        wrong: [empty.length, visible.length],
        evidence: quoteElements(facts.page, empty),
      });
    },
  },
  { words_min: WORDS_OF_A_PAGE },
);

function judgeEmpty(facts: Facts): Outcome {
  const { page } = facts;
  if (page.word_count > 0) return pass(`${counted(page.word_count, 'word')} of main text`);
  if (facts.script_shell) {
    return warn('no text in the HTML; scripts, which were not run, may add it', { severity: 'high' });
  }
  if (page.images.length > 0) return warn('no text, only images', { severity: 'high' });
  return fail('no visible text');
}

function judgeStub({ page }: Facts): Outcome {
  if (page.word_count === 0) return notApplicable('no text at all');
  const found = `${counted(page.word_count, 'word')} of main text`;
  return page.word_count >= WORDS_OF_A_PAGE ? pass(found) : fail(found);
}

function judgeThin(facts: Facts): Outcome {
  const { type } = facts.page_type;
  const min = type === null ? WORDS_MIN_UNKNOWN : WORDS_MIN[type];
  const words = facts.page.word_count;
  const found = `${counted(words, 'word')} of main text; at least ${min} expected for ${nameType(type)}`;
  if (words >= min) return pass(found);
  const wrong = [min - words, min] as const;
  return words * 2 < min ? fail(found, { wrong }) : warn(found, { wrong });
}

function nameType(type: PageType | null): string {
  if (type === null) return 'a page of unknown type';
  if (type === 'docs') return 'a page of documentation';
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type.replaceAll('_', ' ')}`;
}

function judgePlaceholder(facts: Facts): Outcome {
  for (const block of facts.page.blocks) {
    const found = block.kind === 'code' ? undefined : findPlaceholder(block.text, facts.title ?? '');
    if (found === undefined) continue;
    const place = { start: block.start, end: block.start + 200 };
    const evidence = quoteElements(facts.page, [{ place }]);
    const text = `placeholder text: ${quoteText(found.text)}`;
    return found.is_oversight ? fail(text, { evidence }) : warn(text, { evidence, severity: 'medium' });
  }
  return pass('no placeholder text');
}

function judgeH1(facts: Facts): Outcome {
  const all = facts.page.headings.filter((heading) => heading.level === 1);
  const [first] = findH1s(facts);
  if (first !== undefined) return pass(quoteText(first.text), quoteHeadings(facts, [first]));
  const title = facts.page.front_matter?.get('title');
  if (title !== undefined && title !== '') {
    return pass('the title in the front matter serves as H1', quoteFrontMatter(facts.page, 'title'));
  }
  const hidden = all.filter((heading) => heading.text !== '');
  if (hidden.length > 0)
    return warn('the only H1 is hidden', { evidence: quoteElements(facts.page, hidden), severity: 'medium' });
  return fail(all.length > 0 ? 'the H1 has no text' : 'no H1', { evidence: quoteElements(facts.page, all) });
}

function judgeOrder(facts: Facts): Outcome {
  const outline = facts.page.headings.filter(
    (heading) => !heading.hidden && heading.text !== '' && heading.region === 'content',
  );
  if (outline.length < 2) return notApplicable('fewer than two headings');
  const jumps = outline.filter((heading, at) => heading.level > (outline[at - 1]?.level ?? heading.level) + 1);
  if (jumps.length === 0) return pass('no skipped level');
  const first = jumps[0];
  const before = first === undefined ? undefined : outline[outline.indexOf(first) - 1];
  const where =
    first === undefined || before === undefined
      ? ''
      : ` (H${first.level} ${quoteText(first.text, 60)} follows an H${before.level})`;
  return warn(`${counted(jumps.length, 'skipped level')}${where}`, {
    wrong: [jumps.length, outline.length - 1],
    evidence: quoteHeadings(facts, jumps),
  });
}

/** Visible h1 with text or the alt text of an image. */
function findH1s(facts: Facts): readonly Heading[] {
  return facts.page.headings.filter((heading) => heading.level === 1 && !heading.hidden && heading.text !== '');
}

function quoteHeadings({ page }: Facts, headings: readonly Heading[]): Evidence[] {
  return headings.slice(0, EVIDENCE_MAX).flatMap((heading) => quoteWhole(page, [heading], `</h${heading.level}>`));
}
