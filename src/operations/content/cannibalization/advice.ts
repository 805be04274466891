import { listed } from '../../../guidance/plan.ts';
import { agree, counted, joinWords, quoteWords } from '../../../kernel/grammar.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { nameOnePage } from '../../../text/page-types.ts';
import { type Cluster, findOutdated, ownsSharedQuery } from './clusters.ts';
import type { Conflict } from './conflicts.ts';
import { findTargetSearch, listSharedQueries } from './overlap.ts';
import type { Page } from './pages.ts';

const QUOTED_MAX = 5;

const PURPOSE_PHRASES = {
  inform: 'inform',
  compare: 'compare options',
  sell: 'sell',
  price: 'show prices',
  visit: 'bring people to a place',
  use: 'offer a tool',
  enter: 'let people log in',
  help: 'help customers',
  home: 'be the home page',
  company: 'present the company',
} as const;

/** What a conflict rests on, in words and figures of the request. */
export function describeConflict(conflict: Conflict): string[] {
  const { one, other, focus, grounds } = conflict;
  return listed([
    grounds.includes('version') && `${other.url} is a variant of ${one.url} without a canonical.`,
    ...describeOverlap(conflict),
    ...describePair(one, other),
    focus.length > 0 && `Focus keywords affected: ${quoteWords(focus, QUOTED_MAX)}.`,
  ]);
}

function describeOverlap({ one, other, overlap }: Conflict): (string | false)[] {
  const { likeness, declared, same_primary: samePrimary } = overlap;
  const onlyOne = [...likeness.only_one, ...likeness.only_other];
  const shared = listSharedQueries(one, other);
  const percent = Math.round((overlap.query_share ?? 0) * 100);
  return [
    samePrimary && `Both have the primary keyword "${one.primary_keyword ?? ''}".`,
    likeness.shared.length > 0 &&
      `Both are about ${quoteWords(likeness.shared, QUOTED_MAX)}${onlyOne.length > 0 ? `; only one is about ${quoteWords(onlyOne, QUOTED_MAX)}` : ''}.`,
    shared.length > 0 &&
      `They share ${counted(shared.length, 'ranking query')} (${percent}% of the shorter list): ${quoteWords(shared, QUOTED_MAX)}.`,
    declared.length > 0 && !samePrimary && `Both target ${quoteWords(declared, QUOTED_MAX)}.`,
    ...(samePrimary ? [] : overlap.primary_shared.map((query) => describeOwner(query, one, other))),
  ];
}

function describePair(one: Page, other: Page): (string | false)[] {
  const [mine, theirs] = [one.year, other.year];
  return [
    mine !== null &&
      theirs !== null &&
      mine !== theirs &&
      `They are the ${Math.min(mine, theirs)} and ${Math.max(mine, theirs)} editions.`,
    one.purpose !== undefined && one.purpose === other.purpose && `Both are meant to ${PURPOSE_PHRASES[one.purpose]}.`,
    one.title !== '' && foldPhrase(one.title) === foldPhrase(other.title) && `Both have the title "${one.title}".`,
    one.impressions !== null &&
      other.impressions !== null &&
      `Impressions: ${one.impressions} and ${other.impressions}.`,
  ];
}

function describeOwner(query: string, one: Page, other: Page): string {
  const [owner, rival] = one.queries?.get(findTargetSearch(one))?.text === query ? [one, other] : [other, one];
  return `${owner.url} targets "${query}", and ${rival.url} ranks for it too.`;
}

const LEADS = {
  clicks: 'the most clicks',
  impressions: 'the most impressions',
  position: 'the best average position',
  backlinks: 'the most backlinks',
  canonical: 'a canonical of its own',
  relevance: 'its keyword in its title',
} as const;
const LEAD_NAMES = ['clicks', 'impressions', 'position', 'backlinks', 'canonical', 'relevance'] as const;

/** Why the first page of a cluster is the one to keep. */
export function explainPreference(cluster: Cluster): string {
  const [kept, ...others] = cluster.preferences;
  if (kept === undefined) return '';
  if (cluster.action === 'canonicalise') return 'It is the clean URL that the others are variants of.';
  const edition = explainEdition(cluster, kept.page);
  if (edition !== undefined) return edition;
  if (cluster.kinds_differ && ownsSharedQuery(kept.page, cluster.conflicts))
    return `It targets "${kept.page.primary_keyword ?? ''}", which both rank for.`;
  const ahead = LEAD_NAMES.filter((name) => others.every((rival) => kept.components[name] > rival.components[name]));
  if (ahead.length > 0) return `Of the group, it has ${joinWords(ahead.slice(0, 3).map((name) => LEADS[name]))}.`;
  return kept.score === 0
    ? 'The pages are equal in every figure, so the shortest URL is kept.'
    : `It scores ${kept.score} against ${others[0]?.score ?? 0}, without leading in any single figure.`;
}

/** The newer edition is kept even where the older one has more clicks: a redirect carries them over. */
function explainEdition({ conflicts }: Cluster, kept: Page): string | undefined {
  const own = conflicts.filter(({ one, other }) => one === kept || other === kept);
  const [old] = own.flatMap(findOutdated).filter((page) => page !== kept);
  if (old === undefined) return undefined;
  const isNewer = kept.year !== null && old.year !== null && kept.year > old.year;
  const reason = isNewer
    ? `It is the newer edition: ${kept.year} against ${old.year}.`
    : 'Its URL has no year, so it can be kept up to date.';
  return kept.clicks !== null && old.clicks !== null && old.clicks > kept.clicks
    ? `${reason} The other has more clicks (${old.clicks} against ${kept.clicks}), which a redirect carries over.`
    : reason;
}

const SHOWN_MAX = 3;

/** What to do about a cluster, in order. */
export function listClusterSteps(cluster: Cluster): string[] {
  const [kept, ...rest] = cluster.preferences.map(({ page }) => page);
  if (kept === undefined) return [];
  const others = rest.filter((page) => !cluster.versions.includes(page));
  const versions =
    cluster.versions.length === 0
      ? []
      : [`Set the clean URL as the canonical of ${listUrls(cluster.versions)}, and link only to the clean URL.`];
  return [...versions, ...listEditionSteps(cluster), ...listActionSteps(cluster, kept, others)];
}

function listActionSteps(cluster: Cluster, kept: Page, others: readonly Page[]): string[] {
  const rest = listUrls(others);
  switch (cluster.action) {
    case 'merge':
      return [
        `Move whatever only ${rest} ${agree(others.length, 'has')} to ${kept.url}.`,
        `Redirect ${rest} to it with a 301.`,
        'Point internal links and the sitemap to it, and make its canonical self-referencing.',
        'Compare clicks and positions for the shared searches after four weeks.',
      ];
    case 'redirect':
      return listRedirectSteps(cluster, kept, others);
    case 'canonicalise':
      return [`List only ${kept.url} in the sitemap, not its variants.`];
    case 'internal_link':
      return [
        `Link from ${rest} to ${kept.url} with the shared search as anchor text.`,
        `Remove the shared search from the title and H1 of ${rest}.`,
        `Check again in four weeks, and merge if ${kept.url} is still losing searches.`,
      ];
    case 'differentiate':
      return cluster.kinds_differ ? listKindSteps(cluster, kept, others) : listTopicSteps(cluster, kept, rest);
    case 'monitor':
      return ['Change nothing yet.', 'Send ranking_queries with impressions in a few weeks and run this again.'];
  }
}

/** Older editions among pages that are to be set apart or watched: each goes to its newer one. */
function listEditionSteps({ action, conflicts }: Cluster): string[] {
  if (action === 'redirect' || action === 'merge') return [];
  return conflicts
    .flatMap((conflict) => {
      const outdated = findOutdated(conflict);
      const newer = [conflict.one, conflict.other].find((page) => !outdated.includes(page));
      return outdated.map((old) => `Redirect ${old.url} to ${newer?.url ?? ''} with a 301: it is an older edition.`);
    })
    .slice(0, SHOWN_MAX);
}

function listRedirectSteps({ outdated }: Cluster, kept: Page, others: readonly Page[]): string[] {
  const old = others.filter((page) => outdated.includes(page));
  const bare = others.filter((page) => !outdated.includes(page));
  return listed([
    old.length > 0 && `Move whatever is still valid on ${listUrls(old)} to ${kept.url}.`,
    old.length > 0 &&
      `Redirect ${listUrls(old)} to it with a 301: ${agree(old.length, 'it is an older edition, and its', 'they are older editions, and their')} clicks and links carry over.`,
    bare.length > 0 &&
      `Redirect ${listUrls(bare)} to ${kept.url} with a 301: ${agree(bare.length, 'it')} ${agree(bare.length, 'has')} no clicks to lose.`,
    'Point internal links and the sitemap to it.',
    kept.dated_address && 'Give the next edition a URL without a year, so that it keeps its rankings and links.',
  ]);
}

/** A text and an offer stay two pages: each gets the searches of its kind. */
function listKindSteps({ conflicts }: Cluster, kept: Page, others: readonly Page[]): string[] {
  const queries = [...new Set(conflicts.flatMap(({ overlap }) => overlap.primary_shared))].slice(0, SHOWN_MAX);
  const shared = queries.length === 0 ? 'the shared search' : quoteWords(queries);
  const [mine, theirs] = [kept, others[0] ?? kept].map(({ type }) => nameOnePage(type.value));
  return [
    `Keep ${kept.url} for ${shared}, and merge nothing: ${mine} and ${theirs} serve different searchers.`,
    ...others.slice(0, SHOWN_MAX).map((page) => {
      const own = page.primary_keyword === null ? 'questions of its own' : `"${page.primary_keyword}"`;
      return `Aim the title and H1 of ${page.url} at ${own}, and take ${shared} out of them.`;
    }),
    `Link from ${listUrls(others)} to ${kept.url}, and back where it helps the reader.`,
  ];
}

function listTopicSteps({ conflicts }: Cluster, kept: Page, rest: string): string[] {
  const words = conflicts.flatMap(({ overlap }) => [...overlap.likeness.only_one, ...overlap.likeness.only_other]);
  const topics = [...new Set(words)].slice(0, QUOTED_MAX);
  return [
    `Keep ${kept.url} for the shared search.`,
    `Give ${rest} a different topic in title, H1 and text${topics.length > 0 ? `, such as ${quoteWords(topics)}` : ''}.`,
    `Link from there to ${kept.url}.`,
  ];
}

function listUrls(pages: readonly Page[]): string {
  return joinWords(
    pages.map(({ url }) => url),
    SHOWN_MAX,
  );
}
