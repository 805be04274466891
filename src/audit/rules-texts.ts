import type { Finding } from './rule.ts';
import { AUDIT_RULES } from './rule.ts';
import { finding } from './rules-answers.ts';
import { isFurtherPage } from './list-pages.ts';
import type { SitePage } from '../ports/site-facts.ts';
import type { SiteView } from './view.ts';

const WORDS_OF_A_COPY_MIN = 50;
const SHARED_DESCRIPTIONS_MIN = 3;
const SHARED_H1_MIN = 5;

/** Texts that several pages share, and what each page breaks by itself. */
export function judgeTexts(view: SiteView): Finding[] {
  const copies = groupsOf(view, (at) => copyKey(view, at));
  const inCopies = new Set(copies.flat());
  return [
    ...told('dup.exact', view, copies),
    ...told(
      'title.duplicate',
      view,
      groupsOf(view, (at) => (inCopies.has(at) ? '' : textKey(view, at, 'title'))),
    ),
    ...told(
      'meta.duplicate',
      view,
      groupsOf(view, (at) => (inCopies.has(at) ? '' : textKey(view, at, 'description')), SHARED_DESCRIPTIONS_MIN),
    ),
    ...told(
      'h1.duplicate',
      view,
      groupsOf(view, (at) => (inCopies.has(at) ? '' : textKey(view, at, 'h1')), SHARED_H1_MIN),
    ),
    ...judgeYears(view),
    ...judgeChecks(view),
  ];
}

/** Titles that name a past year and no newer one. Where the address names it too, the page is meant to stay as it was. */
function judgeYears({ facts, pages, indexable }: SiteView): Finding[] {
  const latest = facts.crawl.started_at.getUTCFullYear() - YEARS_BACK_MIN;
  return pages.flatMap(({ title, path_key }, at) => {
    if (indexable[at] !== true) return [];
    const year = Math.max(...(title.match(YEAR) ?? []).map(Number));
    const isPast = year >= latest - YEARS_BACK_MAX && year <= latest;
    return isPast && !path_key.includes(String(year))
      ? [finding('content.gone-stale', at, { detail: `“${title}”` })]
      : [];
  });
}

const YEARS_BACK_MIN = 2;
/** What is older is history, or the number of a model. */
const YEARS_BACK_MAX = 15;
/** Alone, and no part of a version, a range or a number. */
const YEAR = /(?<![\p{L}\d.,/-])20\d\d(?![\p{L}\d/-]|[.,]\d)/gu;

function copyKey({ pages }: SiteView, at: number): string {
  const page = pages[at];
  return page === undefined || page.word_count < WORDS_OF_A_COPY_MIN ? '' : page.content_hash;
}

/** Of one host and language: translations share titles for good reasons. */
function textKey({ pages }: SiteView, at: number, field: 'title' | 'description' | 'h1'): string {
  const page = pages[at];
  if (page === undefined || isFurtherPage(page)) return '';
  const text = page[field].normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return text === '' ? '' : [page.host_key, page.language, text].join('\n');
}

/** Indexable pages by a key, those of two and more; pages with an empty key have none. */
function groupsOf(view: SiteView, keyOf: (at: number) => string, least = 2): number[][] {
  // Most pages share nothing, and a hundred thousand keys are dear to keep: only those of a slot that others fall into are.
  const slots = new Uint8Array(SLOTS);
  const listed: number[] = [];
  for (const [at, isIndexable] of view.indexable.entries()) {
    const key = isIndexable ? keyOf(at) : '';
    if (key === '') continue;
    listed.push(at);
    const slot = slotOf(key);
    slots[slot] = Math.min(2, (slots[slot] ?? 0) + 1);
  }
  const groups = new Map<string, number[]>();
  for (const at of listed) {
    const key = keyOf(at);
    if (slots[slotOf(key)] === 1) continue;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [at]);
    else known.push(at);
  }
  // Versions of one page for several countries share their texts for good reasons.
  return [...groups.values()].filter((group) => new Set(group.map((at) => view.versions[at])).size >= least);
}

const SLOTS = 2 ** 20;

/** FNV-1a (Fowler, Noll and Vo). */
function slotOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % SLOTS;
}

/** One finding a page, with another of its group to look at. */
function told(rule: string, view: SiteView, groups: readonly (readonly number[])[]): Finding[] {
  return groups.flatMap((group) => {
    const [first = -1, second = -1] = group;
    const cause = view.pages[first]?.url ?? '';
    return group.map((at) => {
      const other = view.pages[at === first ? second : first];
      const others = group.length - 1;
      const detail = others === 1 ? `as ${other?.url}` : `as ${other?.url} and ${others - 1} more`;
      return finding(rule, at, { cause, detail });
    });
  });
}

/** Found while the page was read; rules that a whole site judges better are not among those of the audit. */
function judgeChecks({ pages, html, indexable }: SiteView): Finding[] {
  return pages.flatMap((page, at) => {
    if (html[at] !== true || page.rules_version === 0) return [];
    const scripted = judgeScripts(page, at);
    const ids = [...page.failed, ...page.warned];
    const broken = ids.flatMap((id, place) => {
      const rule = AUDIT_RULES.get(id);
      if (rule === undefined || (rule.applies === 'indexable' && indexable[at] !== true)) return [];
      if (page.script_shell && rule.area === 'content') return [];
      return [finding(id, at, { detail: page.evidence[place] ?? '' })];
    });
    return [...scripted, ...broken];
  });
}

/** Fewer words in the source say nothing to those who run no scripts. */
const RAW_WORDS_MIN = 50;
const TEXT_FACTOR = 3;
/** As much of the links of a page as a crawler should find without scripts. */
const ADDED_LINKS_SHARE = 0.3;

/** What is not in the source of a page; of a page that no browser showed only that it has no text. */
function judgeScripts(page: SitePage, at: number): Finding[] {
  const { render, word_count } = page;
  if (render === undefined)
    return page.script_shell ? [finding('js.text-missing', at, { detail: `${word_count} words` })] : [];
  const { raw_words, raw_noindex, raw_title, raw_canonical_url, links, added_links } = render;
  const findings: Finding[] = [];
  if (raw_words < RAW_WORDS_MIN && word_count >= TEXT_FACTOR * Math.max(1, raw_words))
    findings.push(
      finding('js.text-missing', at, { detail: `${raw_words} words in the source, ${word_count} rendered` }),
    );
  if (added_links > ADDED_LINKS_SHARE * links)
    findings.push(finding('js.links', at, { detail: `${added_links} of ${links} internal links` }));
  if (raw_noindex && !page.noindex) findings.push(finding('js.noindex-raw', at, { detail: 'noindex in the source' }));
  if (raw_canonical_url !== page.canonical_url)
    findings.push(finding('js.canonical-changed', at, { detail: `${raw_canonical_url || 'none'} in the source` }));
  if (raw_title !== page.title)
    findings.push(finding('js.title-changed', at, { detail: `“${raw_title}” in the source` }));
  return findings;
}
