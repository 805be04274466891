import { ASSETS_CHECKS_VERSION } from '../ports/index.ts';
import type { SiteFacts } from '../ports/site-facts.ts';
import { nameCauses } from './causes.ts';
import { type Candidates, findNearDuplicates } from './near-duplicates.ts';
import { AUDIT_RULES, type Finding } from './rule.ts';
import { isRefused, judgeAnswers } from './rules-answers.ts';
import { judgeHosts, listUnasked } from './rules-hosts.ts';
import { judgeImages } from './rules-images.ts';
import { judgeIndexing } from './rules-indexing.ts';
import { judgeLanguages } from './rules-languages.ts';
import { judgeParameters } from './rules-parameters.ts';
import { judgeSchema } from './rules-schema.ts';
import { judgeStructure } from './rules-structure.ts';
import { judgeTexts } from './rules-texts.ts';
import { type SiteView, viewSite } from './view.ts';

/** A site judged but for near-duplicates, whose texts have to be read first. */
export interface Judgement {
  readonly view: SiteView;
  readonly findings: readonly Finding[];
  readonly candidates: readonly Candidates[];
  /** Why rules could not be judged, by id. */
  readonly unjudged: ReadonlyMap<string, string>;
  /** What of a site rules were not judged on, by id: where nothing fails, nobody knows of the rest. */
  readonly partly: ReadonlyMap<string, string>;
}

export function judgeSite(facts: SiteFacts): Judgement {
  const view = viewSite(facts);
  const answers = judgeAnswers(view);
  if (isRefused(view.completeness)) {
    const reason = 'The crawler was refused too often to tell.';
    const others = [...AUDIT_RULES.keys()].filter((id) => id !== 'crawl.blocked');
    const findings = answers.filter(({ rule }) => rule === 'crawl.blocked');
    const unjudged = new Map(others.map((id) => [id, reason]));
    return { view, findings, candidates: [], unjudged, partly: new Map() };
  }
  const unjudged = listUnjudged(view);
  const findings = [
    ...answers,
    ...judgeIndexing(view),
    ...judgeStructure(view),
    ...judgeParameters(view),
    ...judgeTexts(view),
    ...judgeLanguages(view),
    ...judgeSchema(view),
    ...judgeHosts(view),
    ...judgeImages(view),
  ].filter(({ rule }) => !unjudged.has(rule));
  return { view, findings, candidates: findNearDuplicates(view), unjudged, partly: listPartly(view) };
}

/** The findings of a judgement with those that need the texts, each with its cause. */
export function completeFindings({ view, findings }: Judgement, ofTexts: readonly Finding[]): Finding[] {
  return nameCauses(view, [...findings, ...ofTexts]);
}

/** Rules that pages were judged by while they were read, and not by the audit itself. */
const OF_THE_AUDIT =
  /^(?:index\.(?:status|noindex-linked)|js\.(?:links|noindex-raw|canonical-changed|title-changed)|fetch\.|crawl\.|redirect\.|robots\.(?:blocks|assets)|ai\.|sd\.coverage|sitemap\.|canonical\.(?:dead|redirect|blocked|noindexed|chain|loop|unlinked|to-|cross|links-to|pagination)|dup\.|link\.(?:broken|orphan|one-inlink|nofollow-only|deep|waste|underlinked|anchor-same-text)|title\.(?:duplicate|template)|content\.(?:thin-section|gone-stale)|meta\.duplicate|h1\.duplicate|perf\.|host\.|img\.(?:broken|heavy)|sec\.headers|trap\.|param\.|hreflang\.(?:no-return|dead|redirect|noindex|not-canonical|two-for-one|one-for-two|text-language|untranslated|incomplete))/;

export function isPageRule(id: string): boolean {
  return !OF_THE_AUDIT.test(id);
}

function listUnjudged(view: SiteView): ReadonlyMap<string, string> {
  const lacking = listLacking(view);
  const unjudged = new Map<string, string>();
  for (const id of AUDIT_RULES.keys()) {
    for (const { needs, reason } of lacking) if (needs(id)) unjudged.set(id, reason);
  }
  const { is_complete, reasons } = view.completeness;
  if (!is_complete) unjudged.set('link.orphan', `The crawl did not come to all of the site: ${reasons.join(', ')}.`);
  return unjudged;
}

interface Lacking {
  readonly needs: (id: string) => boolean;
  readonly reason: string;
}

/** What the crawl did not bring, and the rules that need it. */
function listLacking({ facts, pages, html }: SiteView): readonly Lacking[] {
  const isChecked = pages.some(({ rules_version }, at) => html[at] === true && rules_version > 0);
  const isRendered = pages.some(({ render }) => render !== undefined);
  const unasked = new Set(listUnasked(facts));
  const all: readonly (Lacking & { readonly is_there: boolean })[] = [
    {
      is_there: isChecked,
      needs: isPageRule,
      reason: 'These pages were read before this rule existed. Crawl them again.',
    },
    {
      is_there: pages.some(({ rules_version }, at) => html[at] === true && rules_version >= ASSETS_CHECKS_VERSION),
      needs: (id) => id === 'robots.assets',
      reason: 'These pages were read before this rule existed. Crawl them again.',
    },
    {
      is_there: isRendered,
      needs: (id) => id.startsWith('js.') && id !== 'js.text-missing',
      reason:
        'No page of this crawl was rendered. Crawl with render set to auto or always to compare pages with their sources.',
    },
    {
      is_there: facts.crawl.checks_external,
      needs: (id) => id === 'link.broken-external',
      reason: 'Links to other sites were not checked. Crawl with external_links set to true.',
    },
    {
      is_there: facts.crawl.reads_sitemaps,
      needs: (id) => id.startsWith('sitemap.'),
      reason: 'The crawl did not read sitemaps.',
    },
    {
      is_there: unasked.size === 0,
      needs: (id) => unasked.has(id),
      reason: 'The server did not answer the requests that would show this. Crawl the site again.',
    },
    {
      is_there: facts.images.size > 0,
      needs: (id) => id === 'img.broken' || id === 'img.heavy',
      reason: facts.images_shown === 0 ? 'The pages show no images.' : 'The crawl checked no images.',
    },
  ];
  return all.filter(({ is_there }) => !is_there);
}

/** Rules that were judged on less than they apply to. */
function listPartly({ facts, pages, html }: SiteView): ReadonlyMap<string, string> {
  const { images, images_shown, external } = facts;
  const read = html.filter(Boolean).length;
  const readBy = (version: number): number =>
    pages.filter(({ rules_version }, at) => html[at] === true && rules_version >= version).length;
  const partly = new Map<string, string>();
  const tell = (ids: readonly string[], checked: number, all: number, text: string): void => {
    if (checked >= all * CHECKED_SHARE_MIN) return;
    const counts = `${checked.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`;
    for (const id of ids) partly.set(id, text.replace('{counts}', counts));
  };
  const again = '{counts} pages were checked. The others were read before this rule existed, or are too large.';
  tell([...AUDIT_RULES.keys()].filter(isPageRule), readBy(1), read, again);
  tell(['robots.assets'], readBy(ASSETS_CHECKS_VERSION), read, again);
  const ofImages = '{counts} images were checked, those on most pages first.';
  tell(['img.broken', 'img.heavy'], images.size, images_shown, ofImages);
  const ofLinks = '{counts} pages of other sites were checked, those that most pages link to first.';
  tell(['link.broken-external'], external.asked, external.linked, ofLinks);
  return partly;
}

/** What is left is a page that is too large, or a server that did not answer. */
const CHECKED_SHARE_MIN = 0.99;

/** Rules that only the whole site can break: they tell nothing of two crawls of which one came to a part. */
export function needsWholeSite(id: string): boolean {
  return WHOLE_SITE.has(id);
}

const WHOLE_SITE = new Set([
  'link.orphan',
  'link.one-inlink',
  'link.nofollow-only',
  'link.deep',
  'link.waste',
  'link.underlinked',
  'link.anchor-same-text',
  'title.template',
  'content.thin-section',
  'dup.exact',
  'dup.near',
  'title.duplicate',
  'meta.duplicate',
  'h1.duplicate',
  'sitemap.missing-page',
  'canonical.unlinked',
  'param.order',
  'trap.facets',
]);
