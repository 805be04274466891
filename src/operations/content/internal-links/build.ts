import { priorityOf } from '../../../kernel/level.ts';
import { languageOfTag } from '../../../web/words.ts';
import { readHost } from '../../../web/url.ts';
import { isGenericText } from '../../../text/generic-anchors.ts';
import type { Link, Page } from '../../../web/page/page.ts';
import { lineOf } from '../../../web/page/quote.ts';
import { readPage } from '../../../web/page/read.ts';
import { readKeyword } from '../../../text/keyword.ts';
import { guessLanguage } from '../../../text/language.ts';
import { cleanText } from '../../../text/normalize.ts';
import { readBrandName } from '../../../text/address.ts';
import { choosePlacements } from './choose.ts';
import { crawlabilityOf } from './crawlability.ts';
import type { InternalLinksInput } from './input.ts';
import { findPlacements, isProse, type Placement } from './matches.ts';
import { reviewNotes } from './notes.ts';
import type { InternalLinksReport } from './report.ts';
import { sentencesOf } from './sentences.ts';
import { readSourceText, type SourceBlock } from './source-text.ts';
import { readTarget, type Target, targetAddress } from './targets.ts';
import { unplacedTarget, type Unplaced } from './unplaced.ts';

/** Finds where a page can link to others in words that it has already. */
export function suggestLinks(input: InternalLinksInput): InternalLinksReport {
  const source = input.html === undefined ? { markdown: input.markdown ?? '' } : { html: input.html };
  const page = readPage(source, input.url);
  const blocks = readSourceText(source);
  const language = languageOf(page, blocks);
  const site = siteOf(input);
  const { targets, repeated, own } = readTargets(input, language, site.base);
  const linked = alreadyLinked(page, targets, site.base);
  const linkedUrls = new Set(linked.map(({ target_url }) => target_url));
  const open = targets.filter((target) => !linkedUrls.has(target.url));
  const kept = readKeyword(input.keyword ?? '', language);
  const found = findPlacements(blocks, open, language);
  const kept_for_source = ownKeywordOnly(found, kept.key);
  const chosen = choosePlacements(found, input.max_suggestions);
  const placed = new Set(chosen.map(({ target }) => target));
  const rest: Unplaced[] = [
    ...open
      .filter((target) => !placed.has(target))
      .map((target) =>
        unplacedTarget(target, {
          blocks,
          found,
          kept_for_source,
          language,
          chosen: chosen.length,
          max: input.max_suggestions,
        }),
      ),
    ...own.map((target) => refused(target, 'own_page', 'It is the source page itself.')),
    ...repeated.map((target) => refused(target, 'repeated', 'The same page stands in target_pages before it.')),
  ];
  const report: Omit<InternalLinksReport, 'review_notes'> = {
    source: {
      url: input.url ?? null,
      format: page.format,
      title: titleOf(page),
      language: language === '' ? null : language,
      word_count: page.word_count,
      sentences: blocks.filter(isProse).reduce((sum, block) => sum + sentencesOf(block.text).length, 0),
      truncated: page.truncated,
    },
    suggestions: chosen.map((placement) => suggestionOf(page, placement)),
    already_linked: linked,
    no_natural_placement: rest,
    crawlability: crawlabilityOf(page, input, site.host),
  };
  return { ...report, review_notes: reviewNotes(report, page, input) };
}

function siteOf({ url, target }: InternalLinksInput): { host: string | undefined; base: string | undefined } {
  if (url !== undefined) return { host: readHost(url), base: url };
  const written = target?.trim() ?? '';
  if (written === '') return { host: undefined, base: undefined };
  const base = /^https?:\/\//i.test(written) ? written : `https://${written}/`;
  const host = readHost(base);
  return host?.includes('.') === true ? { host, base } : { host: undefined, base: undefined };
}

function languageOf(page: Page, blocks: readonly SourceBlock[]): string {
  const claimed = languageOfTag(
    page.language?.value ?? page.front_matter?.get('lang') ?? page.front_matter?.get('language') ?? '',
  );
  let sample = '';
  for (const block of blocks) {
    if (sample.length > 3000) break;
    if (block.kind !== 'code') sample += block.text.slice(0, 1000) + '\n';
  }
  return guessLanguage(sample, claimed).value || claimed;
}

function readTargets(
  input: InternalLinksInput,
  language: string,
  base: string | undefined,
): { targets: Target[]; repeated: Target[]; own: Target[] } {
  const brand = readBrandName(input.target ?? readHost(input.url) ?? '');
  const ownKey = input.url === undefined ? undefined : targetAddress(input.url, undefined)?.key;
  const seen = new Set<string>();
  const groups = { targets: [] as Target[], repeated: [] as Target[], own: [] as Target[] };
  for (const [place, row] of input.target_pages.entries()) {
    const target = readTarget(row, place, language, brand);
    const key = targetAddress(target.url, base)?.key ?? target.url;
    if (key === ownKey) groups.own.push(target);
    else if (seen.has(key)) groups.repeated.push(target);
    else groups.targets.push(target);
    seen.add(key);
  }
  return groups;
}

function refused(target: Target, why: Unplaced['why'], reason: string): Unplaced {
  return { target_url: target.url, target_title: target.title, why, reason, missing_words: [], nearest_section: null };
}

/** The first link in the text to each target; a link in a menu does not take the place of one in the text. */
function alreadyLinked(
  page: Page,
  targets: readonly Target[],
  base: string | undefined,
): InternalLinksReport['already_linked'] {
  const byKey = targetsByKey(targets, base);
  const linked = new Map<Target, InternalLinksReport['already_linked'][number]>();
  for (const link of page.links) {
    const href = link.href ?? '';
    if (href === '' || link.hidden || link.region !== 'content') continue;
    const address = targetAddress(link.url ?? href, base);
    const target = (address === undefined ? undefined : byKey.get(address.key)) ?? byPath(targets, href, base);
    if (target !== undefined && !linked.has(target)) linked.set(target, linkedAlready(page, link, target));
  }
  return [...linked.values()];
}

function targetsByKey(targets: readonly Target[], base: string | undefined): ReadonlyMap<string, Target> {
  const byKey = new Map<string, Target>();
  for (const target of targets) {
    const key = targetAddress(target.url, base)?.key;
    if (key !== undefined) byKey.set(key, target);
  }
  return byKey;
}

function linkedAlready(page: Page, link: Link, target: Target): InternalLinksReport['already_linked'][number] {
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

/** A root-relative link of a page whose site is not known leads to the target with its path. */
function byPath(targets: readonly Target[], href: string, base: string | undefined): Target | undefined {
  if (base !== undefined || !/^\/(?!\/)/.test(href)) return undefined;
  const path = (url: string): string | undefined => {
    const parsed = URL.parse(url, 'https://page.invalid/');
    return parsed === null ? undefined : parsed.pathname.replace(/\/$/, '') + parsed.search;
  };
  return targets.find((target) => path(target.url) === path(href));
}

/** Placements whose anchor is the search that the source itself is after would lend that search to another page. */
function ownKeywordOnly(found: Map<Target, Placement[]>, ownKey: string): ReadonlySet<Target> {
  const left = new Set<Target>();
  if (ownKey === '') return left;
  for (const [target, placements] of found) {
    const others = placements.filter(({ anchor, phrase }) => {
      const { key } = readKeyword(anchor);
      return key !== ownKey && [...phrase.terms.keys()].toSorted().join(' ') !== ownKey;
    });
    if (others.length === placements.length) continue;
    if (others.length === 0) left.add(target);
    found.set(target, others);
  }
  return left;
}

function suggestionOf(page: Page, placement: Placement): InternalLinksReport['suggestions'][number] {
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
    reason: reasonOf(placement),
  };
}

function reasonOf({ anchor, phrase, sentence_has_link: hasLink }: Placement): string {
  const of = phrase.source === 'keyword' ? 'the keyword' : phrase.source === 'title' ? 'the title' : 'the address';
  const shared = hasLink ? ' The sentence holds another link already.' : '';
  return `“${cleanText(anchor, 100)}” says what ${of} of the page says: “${cleanText(phrase.text, 100)}”.${shared}`;
}

function titleOf(page: Page): string | null {
  const title = page.head.titles.find(({ text }) => text !== '')?.text ?? page.front_matter?.get('title');
  const heading = page.headings.find(({ level, text }) => level === 1 && text !== '')?.text;
  const shown = cleanText(title ?? heading ?? '', 300);
  return shown === '' ? null : shown;
}
