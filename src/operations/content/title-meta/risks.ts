import { z } from 'zod';

import { readDataLines } from '../../../kernel/data.ts';
import { counted } from '../../../kernel/grammar.ts';
import { Level } from '../../../kernel/level.ts';
import { splitTitle } from '../../../text/title-parts.ts';
import { quoteOf, shortened } from '../../../web/page/quote.ts';
import { findOtherCanonical } from '../../../web/facts/search-block.ts';
import { isForGoogle, readHeaderDirectives, readMetaDirectives } from '../../../web/directives.ts';
import type { Facts } from './facts.ts';
import type { TextCheck } from './checks.ts';

export const SnippetRisk = z.object({
  id: z.string(),
  severity: Level,
  risk: z.string().describe('What may go wrong in the results.'),
  evidence: z.array(z.string()),
  fix: z.string(),
});
export type SnippetRisk = z.infer<typeof SnippetRisk>;

const LEVELS: readonly Level[] = ['high', 'medium', 'low'];

/** Why a result may not show the title and description as written: what the page forbids, lacks or contradicts. */
export function findSnippetRisks(facts: Facts, checks: readonly TextCheck[]): SnippetRisk[] {
  return [
    ...findStatusRisks(facts),
    ...findDirectiveRisks(facts),
    ...findCanonicalRisks(facts),
    ...findHeadRisks(facts),
    ...findContentRisks(facts),
    ...findRewriteRisks(checks),
  ].sort((one, other) => LEVELS.indexOf(one.severity) - LEVELS.indexOf(other.severity) || (one.id < other.id ? -1 : 1));
}

function findStatusRisks({ input }: Facts): SnippetRisk[] {
  const status = input.page.answer?.status ?? 200;
  if (status < 400) return [];
  return [
    {
      id: 'status',
      severity: 'high',
      risk: 'A page that returns an error does not appear in search results.',
      evidence: [`status ${status}`],
      fix: 'Make the URL return 200 first.',
    },
  ];
}

function findDirectiveRisks({ page, input }: Facts): SnippetRisk[] {
  const header = input.page.answer?.x_robots_tag;
  const metas = page.head.metas.filter((meta) => meta.name === 'robots' || meta.name === 'googlebot');
  const stated = metas.map((meta) => ({
    directives: readMetaDirectives(meta.content, 'robots'),
    quote: quoteOf(page.source, meta.place),
  }));
  if (header !== undefined)
    stated.push({ directives: readHeaderDirectives(header), quote: `x-robots-tag: ${header.slice(0, 150)}` });
  return stated.slice(0, 50).flatMap(({ directives, quote }) => {
    const names = directives.filter((each) => isForGoogle(each)).map(({ name, value }) => `${name}:${value}`);
    const found: SnippetRisk[] = [];
    if (names.some((each) => /^(?:noindex|none):/.test(each)))
      found.push({
        id: 'noindex',
        severity: 'high',
        risk: 'The page is kept out of search results.',
        evidence: [quote],
        fix: 'Remove noindex if the page should appear in search.',
      });
    if (names.some((each) => /^nosnippet:|^max-snippet:0$/.test(each)))
      found.push({
        id: 'nosnippet',
        severity: 'high',
        risk: 'Results show no description at all.',
        evidence: [quote],
        fix: 'Remove nosnippet or max-snippet:0.',
      });
    const max = /^max-snippet:([1-9]\d{0,4})$/.exec(names.find((each) => each.startsWith('max-snippet:')) ?? '')?.[1];
    if (max !== undefined && Number(max) < MAX_SNIPPET_SHORT)
      found.push({
        id: 'max-snippet',
        severity: 'medium',
        risk: `Results cut the description after ${max} characters.`,
        evidence: [quote],
        fix: 'Raise max-snippet, or set it to -1.',
      });
    return found;
  });
}

function findCanonicalRisks({ page }: Facts): SnippetRisk[] {
  const other = page.url === undefined ? undefined : findOtherCanonical(page, page.url);
  if (other === undefined) return [];
  const canonical = shortened(other.canonical, 200);
  return [
    {
      id: 'canonical',
      severity: 'high',
      risk: 'The canonical of this page is another page, so results show the title and description of that one.',
      evidence: [other.quote],
      fix: `Work on the title of ${canonical} instead, or point the canonical of this page to itself if it should rank.`,
    },
  ];
}

const MAX_SNIPPET_SHORT = 120;

function findHeadRisks({ page, title, title_source: source }: Facts): SnippetRisk[] {
  const risks: SnippetRisk[] = [];
  const titles = page.head.titles.filter((each) => each.in_head && each.text !== '');
  if (titles.length > 1)
    risks.push({
      id: 'several-titles',
      severity: 'medium',
      risk: 'With several titles, search engines pick one, and not always the first.',
      evidence: titles.slice(0, 3).map((each) => shortened(each.text, 120)),
      fix: 'Keep one title element.',
    });
  const descriptions = page.head.metas.filter(
    (meta) => meta.name === 'description' && meta.in_head && meta.content !== '',
  );
  if (descriptions.length > 1)
    risks.push({
      id: 'several-descriptions',
      severity: 'low',
      risk: 'With several descriptions, search engines pick one.',
      evidence: descriptions.slice(0, 3).map((each) => shortened(each.content, 120)),
      fix: 'Keep one meta description.',
    });
  const outside = page.head.titles.find((each) => !each.in_head && each.text !== '');
  if (titles.length === 0 && outside !== undefined && source !== 'given')
    risks.push({
      id: 'title-outside-head',
      severity: 'high',
      risk: 'Search engines may ignore a title outside the head.',
      evidence: [shortened(outside.text, 120)],
      fix: 'Move the title into the head.',
    });
  if (title !== undefined && isPlaceholder(title))
    risks.push({
      id: 'placeholder-title',
      severity: 'high',
      risk: 'Search engines replace a generic title with a heading or link text.',
      evidence: [shortened(title, 120)],
      fix: 'Write a title that fits only this page.',
    });
  return risks;
}

/** `Home`, and `Home | Harbour Bikes`, which says no more of the page. */
export function isPlaceholder(title: string): boolean {
  return PLACEHOLDER.test(title) || PLACEHOLDER.test(splitTitle(title)[0]?.trim() ?? '');
}

const PLACEHOLDER = new RegExp(
  String.raw`^(?:${readDataLines(import.meta.url, 'data/placeholder-titles.txt').join('|')})$|\{\{|\$\{|%%[a-z_]+%%`,
  'iu',
);

function findContentRisks(facts: Facts): SnippetRisk[] {
  const { on_page: onPage, page, h1, language } = facts;
  const risks: SnippetRisk[] = [];
  if (onPage.missing.length > 0)
    risks.push({
      id: 'keyword-not-on-page',
      severity: onPage.missing.length * 2 > onPage.words.length ? 'high' : 'medium',
      risk: 'The page does not cover the whole keyword, and no title can make up for that.',
      evidence: onPage.missing.slice(0, 8).map((word) => `missing on the page: ${word.slice(0, 60)}`),
      fix: 'Cover the missing words on the page first, or choose a keyword that the page answers.',
    });
  if (page.word_count < 20)
    risks.push({
      id: 'no-text',
      severity: 'high',
      risk: 'The page has hardly any text that a result could quote.',
      evidence: [`${counted(page.word_count, 'word')} of main text`],
      fix: page.resources.some((each) => each.kind === 'script')
        ? 'Serve the text in the HTML: scripts were not run for this check.'
        : 'Write the page’s text first.',
    });
  if (h1 === undefined)
    risks.push({
      id: 'no-heading',
      severity: 'medium',
      risk: 'Without an H1, nothing on the page backs up the title.',
      evidence: [],
      fix: 'Give the page one H1.',
    });
  if (language.declared !== '' && language.code !== '' && language.declared !== language.code)
    risks.push({
      id: 'language',
      severity: 'medium',
      risk: 'The page declares a different language from the one it is written in.',
      evidence: [`declared ${language.declared}, written in ${language.code}`],
      fix: `Declare lang="${language.code}".`,
    });
  return risks;
}

/** What makes search engines replace a text: checks that did not pass. */
function findRewriteRisks(checks: readonly TextCheck[]): SnippetRisk[] {
  const causes = [
    'matches-page',
    'matches-heading',
    'repetition',
    'width',
    'language',
    'capitals',
    'keyword',
    'present',
  ];
  return (['title', 'description'] as const).flatMap((field) => {
    const open = checks.filter(
      (check) =>
        check.field === field &&
        (check.status === 'fail' || check.status === 'warn') &&
        causes.some((cause) => check.id === `${field}.${cause}`) &&
        !(field === 'title' && check.id === 'title.keyword'),
    );
    const [first] = open;
    if (first === undefined) return [];
    const severe = open.some((check) => check.status === 'fail');
    return [
      {
        id: `${field}-rewrite`,
        severity: severe ? ('high' as const) : ('medium' as const),
        risk:
          field === 'title'
            ? 'Search engines may replace the title with headings or link text.'
            : 'Search engines may quote the page instead of the description.',
        evidence: open.map((check) => `${check.id}: ${check.found}`).slice(0, 5),
        fix: first.fix,
      },
    ];
  });
}
