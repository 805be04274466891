import { priorityOf } from '../../../kernel/level.ts';
import { readHost } from '../../../web/url.ts';
import { isGenericText } from '../../../text/generic-anchors.ts';
import { definePageTask, type Task } from '../../../kernel/task.ts';
import type { Link, Page } from '../../../web/page/page.ts';
import { lineOf } from '../../../web/page/quote.ts';
import { readPage } from '../../../web/page/read.ts';
import { readKeyword, readTerms } from '../../../text/keyword.ts';
import { detectSampleLanguage, LANGUAGE_SAMPLE_CHARACTERS } from '../../../text/page-language.ts';
import { cleanText } from '../../../text/normalize.ts';
import { readBrandName } from '../../../text/address.ts';
import { checkCrawlability } from './crawlability.ts';
import { choosePlacements } from './choice.ts';
import { findPlacements, isProse, type Placement } from './placements.ts';
import { writeReviewNotes } from './notes.ts';
import type { InternalLinksInput, InternalLinksReport } from './report.ts';
import { findSentences } from '../../../text/sentences.ts';
import { readSourceText, type SourceBlock } from './source-text.ts';
import { readOwnSubjects, readTarget, resolveTarget, type Target, termsKey } from './targets.ts';
import { explainUnplaced, type Unplaced } from './unplaced.ts';

/** Suggests internal links in words that the text already has, each with its place in the source. */
export const internalLinks: Task<InternalLinksInput, InternalLinksReport> = definePageTask(
  import.meta.url,
  'internalLinks',
  suggestLinks,
);

function suggestLinks(input: InternalLinksInput): InternalLinksReport {
  const source = input.html === undefined ? { markdown: input.markdown ?? '' } : { html: input.html };
  const page = readPage(source, input.url);
  const blocks = readSourceText(source);
  const language = detectLanguage(page, blocks);
  const site = detectSite(input);
  const { targets, repeated, own } = readTargets(input, language, site.base);
  const linked = findLinked(page, targets, site.base);
  const linkedUrls = new Set(linked.map(({ target_url }) => target_url));
  const open = targets.filter((target) => !linkedUrls.has(target.url));
  const found = findPlacements(blocks, open, language);
  const kept_for_source = dropOwnKeyword(found, readOwn(page, input, language), language);
  const chosen = choosePlacements(found, input.max_suggestions);
  const placed = new Set(chosen.map(({ target }) => target));
  const rest: Unplaced[] = [
    ...open
      .filter((target) => !placed.has(target))
      .map((target) =>
        explainUnplaced(target, {
          blocks,
          found,
          kept_for_source,
          language,
          chosen: chosen.length,
          max: input.max_suggestions,
        }),
      ),
    ...own.map((target) => refuseTarget(target, 'own_page', 'This is the source page itself.')),
    ...repeated.map((target) => refuseTarget(target, 'repeated', 'The same page appears earlier in target_pages.')),
  ];
  const report: Omit<InternalLinksReport, 'review_notes'> = {
    source: {
      url: input.url ?? null,
      format: page.format,
      title: readTitle(page),
      language: language === '' ? null : language,
      word_count: page.word_count,
      sentences: blocks.filter(isProse).reduce((sum, block) => sum + findSentences(block.text).length, 0),
      truncated: page.truncated,
    },
    suggestions: chosen.map((placement) => describePlacement(page, placement)),
    already_linked: linked,
    no_natural_placement: rest,
    crawlability: checkCrawlability(page, input, site.host),
  };
  return { ...report, review_notes: writeReviewNotes(report, page, input) };
}

function detectSite({ url, target }: InternalLinksInput): { host: string | undefined; base: string | undefined } {
  if (url !== undefined) return { host: readHost(url), base: url };
  const written = target?.trim() ?? '';
  if (written === '') return { host: undefined, base: undefined };
  const base = /^https?:\/\//i.test(written) ? written : `https://${written}/`;
  const host = readHost(base);
  return host?.includes('.') === true ? { host, base } : { host: undefined, base: undefined };
}

function detectLanguage(page: Page, blocks: readonly SourceBlock[]): string {
  let sample = '';
  for (const block of blocks) {
    if (sample.length > LANGUAGE_SAMPLE_CHARACTERS) break;
    if (block.kind !== 'code') sample += block.text.slice(0, 1000) + '\n';
  }
  return detectSampleLanguage(page, sample);
}

function readTargets(
  input: InternalLinksInput,
  language: string,
  base: string | undefined,
): { targets: Target[]; repeated: Target[]; own: Target[] } {
  const brand = readBrandName(input.target ?? readHost(input.url) ?? '');
  const ownKey = input.url === undefined ? undefined : resolveTarget(input.url, undefined)?.key;
  const seen = new Set<string>();
  const groups = { targets: [] as Target[], repeated: [] as Target[], own: [] as Target[] };
  for (const [place, row] of input.target_pages.entries()) {
    const target = readTarget(row, place, language, brand);
    const key = resolveTarget(target.url, base)?.key ?? target.url;
    if (key === ownKey) groups.own.push(target);
    else if (seen.has(key)) groups.repeated.push(target);
    else groups.targets.push(target);
    seen.add(key);
  }
  return groups;
}

function refuseTarget(target: Target, why: Unplaced['why'], reason: string): Unplaced {
  return { target_url: target.url, target_title: target.title, why, reason, missing_words: [], nearest_section: null };
}

/** The first link in the text to each target. Links in menus do not count. */
function findLinked(
  page: Page,
  targets: readonly Target[],
  base: string | undefined,
): InternalLinksReport['already_linked'] {
  const byKey = indexTargets(targets, base);
  const linked = new Map<Target, InternalLinksReport['already_linked'][number]>();
  for (const link of page.links) {
    const href = link.href ?? '';
    if (href === '' || link.hidden || link.region !== 'content') continue;
    const address = resolveTarget(link.url ?? href, base);
    const target = (address === undefined ? undefined : byKey.get(address.key)) ?? findByPath(targets, href, base);
    if (target !== undefined && !linked.has(target)) linked.set(target, describeLink(page, link, target));
  }
  return [...linked.values()];
}

function indexTargets(targets: readonly Target[], base: string | undefined): ReadonlyMap<string, Target> {
  const byKey = new Map<string, Target>();
  for (const target of targets) {
    const key = resolveTarget(target.url, base)?.key;
    if (key !== undefined) byKey.set(key, target);
  }
  return byKey;
}

function describeLink(page: Page, link: Link, target: Target): InternalLinksReport['already_linked'][number] {
  const section = page.sections[link.section]?.title.slice(0, 300) ?? '';
  return {
    target_url: target.url,
    anchor_text: cleanText(link.text, 300),
    section: section === '' ? null : section,
    character_offset: link.place.start,
    line: lineOf(page, link.place.start),
    nofollow: link.rel.includes('nofollow'),
    generic_anchor: isGenericText(link.text),
  };
}

/** On a page whose site is unknown, a root-relative link leads to the target with the same path. */
function findByPath(targets: readonly Target[], href: string, base: string | undefined): Target | undefined {
  if (base !== undefined || !/^\/(?!\/)/.test(href)) return undefined;
  const path = (url: string): string | undefined => {
    const parsed = URL.parse(url, 'https://page.invalid/');
    return parsed === null ? undefined : parsed.pathname.replace(/\/$/, '') + parsed.search;
  };
  return targets.find((target) => path(target.url) === path(href));
}

/** What the source page itself is to be found for. */
interface Own {
  /** As the caller says; '' where nobody did. */
  readonly keyword: string;
  readonly subjects: ReadonlySet<string>;
}

function readOwn(page: Page, input: InternalLinksInput, language: string): Own {
  const brand = readBrandName(input.target ?? readHost(input.url) ?? '');
  const heading = page.headings.find(({ level, text }) => level === 1 && text !== '')?.text ?? '';
  return {
    keyword: readKeyword(input.keyword ?? '', language).key,
    subjects: readOwnSubjects({ title: readTitle(page), heading, url: input.url ?? '' }, language, brand),
  };
}

/**
 * Drops placements whose anchor is the source page's own keyword, which would make another page compete for it. A keyword that the
 * caller gave the target is the target's, whatever the title of the source says.
 */
function dropOwnKeyword(found: Map<Target, Placement[]>, own: Own, language: string): ReadonlySet<Target> {
  const left = new Set<Target>();
  for (const [target, placements] of found) {
    const others = placements.filter((placement) => !isOwn(placement, own, language));
    if (others.length === placements.length) continue;
    if (others.length === 0) left.add(target);
    found.set(target, others);
  }
  return left;
}

function isOwn({ anchor, phrase, literal }: Placement, own: Own, language: string): boolean {
  if (own.keyword !== '' && [readKeyword(anchor).key, termsKey(phrase.terms.keys())].includes(own.keyword)) return true;
  if (phrase.source === 'keyword' && literal) return false;
  return own.subjects.has(termsKey(readTerms(anchor, language, 300)));
}

function describePlacement(page: Page, placement: Placement): InternalLinksReport['suggestions'][number] {
  const { target, phrase, anchor, offset, relevance } = placement;
  return {
    target_url: target.url,
    target_title: target.title,
    anchor_text: anchor,
    sentence: placement.sentence,
    section: placement.section === '' ? null : placement.section,
    character_offset: offset,
    line: lineOf(page, offset),
    relevance,
    score_components: placement.score_components,
    priority: priorityOf(relevance),
    matched: { by: phrase.source, phrase: cleanText(phrase.text, 200) },
    already_linked: false,
    reason: explainPlacement(placement),
  };
}

function explainPlacement({ anchor, phrase, sentence_has_link: hasLink }: Placement): string {
  const of = phrase.source === 'keyword' ? 'the keyword' : phrase.source === 'title' ? 'the title' : 'the URL';
  const shared = hasLink ? ' The sentence already has another link.' : '';
  return `“${cleanText(anchor, 100)}” matches ${of} of the target page, “${cleanText(phrase.text, 100)}”.${shared}`;
}

function readTitle(page: Page): string | null {
  const title = page.head.titles.find(({ text }) => text !== '')?.text ?? page.front_matter?.get('title');
  const heading = page.headings.find(({ level, text }) => level === 1 && text !== '')?.text;
  const shown = cleanText(title ?? heading ?? '', 300);
  return shown === '' ? null : shown;
}
