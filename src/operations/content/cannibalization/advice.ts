import { listed } from '../../../guidance/plan.ts';
import { counted, joinWords, quoteWords } from '../../../kernel/grammar.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { isStopWord } from '../../../text/stop-words.ts';
import { type Decision, isGone } from './actions.ts';
import type { Cluster } from './clusters.ts';
import type { Conflict } from './conflicts.ts';
import { findTargetSearch, listSharedQueries } from './overlap.ts';
import { explainOwner, listOwnedQueries } from './pairs.ts';
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
  const onlyOne = [...likeness.only_one, ...likeness.only_other].filter(isTelling);
  const shared = listSharedQueries(one, other);
  const percent = Math.round((overlap.query_share ?? 0) * 100);
  return [
    samePrimary && `Both have the primary keyword “${one.primary_keyword ?? ''}”.`,
    likeness.shared.length > 0 &&
      `Both are about ${quoteWords(likeness.shared, QUOTED_MAX)}${onlyOne.length > 0 ? `; only one is about ${quoteWords(onlyOne, QUOTED_MAX)}` : ''}.`,
    shared.length > 0 &&
      `They share ${counted(shared.length, 'ranking query')} (${percent}% of the shorter list): ${quoteWords(shared, QUOTED_MAX)}.`,
    declared.length > 0 && !samePrimary && `Both target ${quoteWords(declared, QUOTED_MAX)}.`,
    ...(samePrimary ? [] : overlap.primary_shared.map((query) => describeOwner(query, one, other))),
    overlap.contested > 0 && describeLevel(one, other, shared),
  ];
}

/** Languages of short titles are guessed wrong at times; their small words tell nothing in any of these. */
export function isTelling(word: string): boolean {
  return !['en', 'de', 'es', 'fr'].some((language) => isStopWord(word, language));
}

/** The figures of the search that neither page has won. */
function describeLevel(one: Page, other: Page, shared: readonly string[]): string | false {
  const rows = shared.flatMap((text) => {
    const [mine, theirs] = [one, other].map(({ queries }) =>
      [...(queries?.values() ?? [])].find((query) => query.text === text),
    );
    return mine?.impressions !== null && theirs?.impressions !== null && mine && theirs ? [{ text, mine, theirs }] : [];
  });
  const [row] = rows;
  if (row === undefined) return false;
  const places =
    row.mine.position === null || row.theirs.position === null
      ? ''
      : `, at positions ${row.mine.position} and ${row.theirs.position}`;
  return `Neither has won “${row.text}”: ${row.mine.impressions} and ${row.theirs.impressions} impressions${places}.`;
}

function describePair(one: Page, other: Page): (string | false)[] {
  const [mine, theirs] = [one.year, other.year];
  return [
    mine !== null &&
      theirs !== null &&
      mine !== theirs &&
      `They are the ${Math.min(mine, theirs)} and ${Math.max(mine, theirs)} editions.`,
    one.purpose !== undefined && one.purpose === other.purpose && `Both are meant to ${PURPOSE_PHRASES[one.purpose]}.`,
    one.title !== '' && foldPhrase(one.title) === foldPhrase(other.title) && `Both have the title “${one.title}”.`,
    one.impressions !== null &&
      other.impressions !== null &&
      `Impressions: ${one.impressions} and ${other.impressions}.`,
  ];
}

function describeOwner(query: string, one: Page, other: Page): string {
  const [owner, rival] = one.queries?.get(findTargetSearch(one))?.text === query ? [one, other] : [other, one];
  return `${owner.url} targets “${query}”, and ${rival.url} ranks for it too.`;
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
  const kept = cluster.preferences[0]?.page;
  if (kept === undefined) return '';
  const { action, conflicts } = cluster;
  if (action === 'canonicalise' || conflicts.every(({ grounds }) => grounds.includes('version')))
    return explainCanonical(cluster);
  if (isGeneralPage(cluster, kept)) return 'It is the page for the whole subject; each other one is for its place.';
  const edition = explainEdition(cluster, kept);
  if (edition !== undefined) return edition;
  const [owned] = isSetApart(cluster) ? listOwnedQueries(kept, cluster.conflicts) : [];
  if (owned !== undefined)
    return explainOwner(
      kept,
      owned,
      cluster.pages.filter((page) => page !== kept),
    );
  return explainLead(cluster);
}

function explainLead({ preferences, decisions }: Cluster): string {
  const followers = new Set(decisions.filter(isFollower).map(({ page }) => page));
  const [kept, ...others] = preferences.filter(({ page }) => !followers.has(page));
  const [rival] = others;
  if (kept === undefined || rival === undefined) return 'It is the only page of the group that stays.';
  const ahead = LEAD_NAMES.filter((name) => others.every((each) => kept.components[name] > each.components[name]));
  if (ahead.length > 0) return `Of the group, it has ${joinWords(ahead.slice(0, 3).map((name) => LEADS[name]))}.`;
  if (kept.score === rival.score && kept.page.named_by_url === true && rival.page.named_by_url !== true)
    return 'The pages are equal in every figure, but only this URL matches the title.';
  return kept.score === rival.score
    ? 'The pages are equal in every figure, so the shortest URL is kept.'
    : `It scores ${kept.score} against ${rival.score}, without leading in any single figure.`;
}

function isSetApart({ decisions }: Cluster): boolean {
  return !decisions.some(isGone);
}

function isGeneralPage({ conflicts }: Cluster, kept: Page): boolean {
  return kept.places.size === 0 && conflicts.every(({ overlap }) => overlap.places === 'one');
}

function isFollower({ reason }: Decision): boolean {
  return reason === 'older_edition' || reason === 'variant' || reason === 'host';
}

function explainCanonical({ conflicts }: Cluster): string {
  return conflicts.every(({ grounds }) => grounds.includes('version'))
    ? 'It is the clean URL; the others are variants of it.'
    : 'Of the URLs of this product, it is worth the most.';
}

/** The newer edition is kept even where the older one has more clicks: a redirect carries them over. */
function explainEdition(cluster: Cluster, kept: Page): string | undefined {
  const older = cluster.decisions
    .filter(({ reason, target }) => reason === 'older_edition' && target === kept)
    .map(({ page }) => page);
  const [old] = older.toSorted((one, other) => (other.clicks ?? 0) - (one.clicks ?? 0));
  if (old === undefined) return explainModel(cluster.conflicts, kept);
  const reason = nameEdition(kept, older);
  if (kept.clicks === null || old.clicks === null || old.clicks <= kept.clicks) return reason;
  const rival = older.length === 1 ? 'The other' : 'Another';
  return `${reason} ${rival} has more clicks (${old.clicks} against ${kept.clicks}), which a redirect carries over.`;
}

function nameEdition({ year, dated_address: isDated }: Page, older: readonly Page[]): string {
  const years = [...new Set(older.flatMap((page) => page.year ?? []))].sort((one, other) => one - other);
  if (year !== null && years.length > 0 && years.every((each) => each < year))
    return `It is the ${older.length === 1 ? 'newer' : 'newest'} edition: ${year} against ${joinWords(years.map(String))}.`;
  return isDated
    ? `It is the ${year} edition, with several times the clicks of the URL without a year.`
    : 'Its URL has no year, so it can be kept up to date.';
}

function explainModel(conflicts: readonly Conflict[], kept: Page): string | undefined {
  const rivals = conflicts
    .filter(({ one, other, overlap }) => overlap.other_version && (one === kept || other === kept))
    .map(({ one, other }) => (one === kept ? other : one));
  const isNewest = rivals.length > 0 && rivals.every(({ year }) => (year ?? 0) < (kept.year ?? 0));
  return isNewest ? `It is the newest model: ${kept.year}.` : undefined;
}
