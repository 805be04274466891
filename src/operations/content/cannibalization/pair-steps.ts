import { listed } from '../../../guidance/plan.ts';
import { quoteWords } from '../../../kernel/grammar.ts';
import { stripSiteName } from '../../../text/address.ts';
import { foldPhrase, stripAccents } from '../../../text/normalize.ts';
import { tokenize } from '../../../web/words.ts';
import { nameOnePage } from '../../../text/page-types.ts';
import type { Decision } from './actions.ts';
import { isTelling } from './advice.ts';
import type { Conflict } from './conflicts.ts';
import type { Page } from './pages.ts';
import {
  areOfOtherKinds,
  areSiblings,
  findOwnSearch,
  isHome,
  isMistitled,
  type Shares,
  shareOutQueries,
} from './pairs.ts';

const SHOWN_MAX = 3;

/** Two pages that both stay: which searches each is for, and how they link. */
export function listPairSteps({ page, target, conflict, action }: Decision): string[] {
  if (target === undefined) return [];
  if (action === 'monitor') return [writeWatchStep(page, target, conflict)];
  if (conflict === undefined) return [];
  if (conflict.overlap.other_version)
    return [
      `Keep ${page.url} while people look for ${page.year ?? 'the older model'}, and link from it to ${target.url}.`,
    ];
  const shares = shareOutQueries(target, page, conflict);
  if (conflict.overlap.places === 'one') return listPlaceSteps(page, target, shares);
  if (areSiblings(conflict) && shares.kept.length > 0 && shares.other.length === 0)
    return listSiblingSteps(page, target, shares.kept);
  return action === 'internal_link'
    ? listLinkSteps(page, target, shares)
    : listApartSteps(page, target, conflict, shares);
}

function writeWatchStep(page: Page, target: Page, conflict: Conflict | undefined): string {
  if (conflict === undefined) return `Check in four weeks whether ${page.url} and ${target.url} share searches.`;
  return page.queries === undefined || target.queries === undefined
    ? `Change nothing about ${page.url} yet: send ranking_queries with impressions for it and ${target.url}, and run this again.`
    : `Change nothing about ${page.url} yet, and check in four weeks which searches it shares with ${target.url}.`;
}

function listPlaceSteps(page: Page, target: Page, { kept, other }: Shares): string[] {
  const local = page.places.size > 0 ? page : target;
  return listed([
    `Keep both: ${local.url} is the page for ${namePlace(local)}.`,
    (kept.length > 0 || other.length === 0) && writeLink(page, target, kept),
    other.length > 0 && writeLink(target, page, other),
    other.length > 0 && writeYield(target, page, other),
  ]);
}

/** Two offers of one kind are shown for the name of the kind, which neither of them is the page for. */
function listSiblingSteps(page: Page, target: Page, queries: readonly string[]): string[] {
  const shared = quote(queries);
  return [
    `Give ${shared} a page of its own, such as ${nameParent(page, target)}: neither ${target.url} nor ${page.url} is the page for it.`,
    `Link from ${page.url} and ${target.url} to that page, and keep their titles to what only each of them is about.`,
  ];
}

function nameParent(page: Page, target: Page): string {
  return [page, target].every(({ type }) => type.value === 'local_landing_page')
    ? 'an overview of your locations'
    : 'the category of both';
}

function listLinkSteps(page: Page, target: Page, { kept, other }: Shares): string[] {
  return listed([
    (kept.length > 0 || other.length === 0) && writeLink(page, target, kept),
    other.length > 0 && writeLink(target, page, other),
    other.length > 0 && writeYield(target, page, other),
  ]);
}

function listApartSteps(page: Page, target: Page, conflict: Conflict, { kept, other }: Shares): string[] {
  const isOneSided = kept.length === 0 && other.length > 0;
  const subject = kept.length > 0 ? quote(kept) : `“${nameSubject(target, conflict)}”`;
  return listed([
    !isOneSided && `Keep ${target.url} for ${subject}.`,
    !isOneSided && writeAim(page, target, conflict, { subject, kept, other }),
    !isOneSided && writeLink(page, target, kept),
    other.length > 0 && `Keep ${page.url} for ${quote(other)}.`,
    other.length > 0 && writeYield(target, page, other),
    other.length > 0 && writeLink(target, page, other),
    areOfOtherKinds(conflict) &&
      (page.purpose === undefined || page.purpose !== target.purpose) &&
      `Keep both: ${nameOnePage(target.type.value)} and ${nameOnePage(page.type.value)} serve different searchers.`,
  ]);
}

interface Aim {
  readonly subject: string;
  readonly kept: readonly string[];
  readonly other: readonly string[];
}

function writeAim(page: Page, target: Page, conflict: Conflict, { subject, kept, other }: Aim): string {
  if (isHome(page))
    return `Leave the title and H1 of ${page.url} as they are: the home page is for the whole business.`;
  if (isMistitled(page, target))
    return `Give ${page.url} a title and H1 of its own: ${target.url} has the same title, and its URL points to another subject. If the two pages do turn out to cover the same subject, merge it into ${target.url}.`;
  const own = findOwnSearch(page, target, other);
  if (own !== undefined)
    return `Aim the title and H1 of ${page.url} at “${own}”, and ${holdsSome(own, kept) ? `never at ${subject} alone` : `keep ${subject} out of them`}.`;
  const { only_one: mine, only_other: theirs } = conflict.overlap.likeness;
  // A page whose searches are known and all shared has no words of its own that bring anybody.
  const rest = page.queries === undefined ? (conflict.one === page ? mine : theirs).filter(isTelling) : [];
  return rest.length > 0
    ? `Aim the title and H1 of ${page.url} at what only it is about (${quoteWords(rest, SHOWN_MAX)}), and keep ${subject} out of them.`
    : `${leaveSearch(page, subject, kept)} The request names none${isHome(target) ? '' : `: if there is none, merge it into ${target.url}`}.`;
}

function leaveSearch({ title, url }: Page, subject: string, kept: readonly string[]): string {
  return kept.length === 0 || holdsSome(title, kept)
    ? `Take ${subject} out of the title and H1 of ${url}, and choose another keyword for it.`
    : `Choose a keyword other than ${subject} for the title and H1 of ${url}.`;
}

/** Whether a search has one of these in it, as `best e-bikes` has `e-bikes`: nobody can take that out of a title about it. */
function holdsSome(search: string, queries: readonly string[]): boolean {
  const words = new Set(tokenize(search));
  return queries.some((query) => tokenize(query).every((word) => words.has(word)));
}

function writeLink(from: Page, to: Page, queries: readonly string[]): string {
  const [anchor] = queries;
  return `Link from ${from.url} to ${to.url}${anchor === undefined ? '' : ` with “${anchor}” as the anchor text`}.`;
}

function writeYield(from: Page, to: Page, queries: readonly string[]): string {
  // A product's title says what kind of thing it is; it need only not begin with that.
  if (from.type.value === 'product' && to.type.value !== 'product')
    return `Leave ${quote(queries)} to ${to.url}: begin the title and H1 of ${from.url} with the name of the product.`;
  return `Leave ${quote(queries)} to ${to.url}: keep it out of the title and H1 of ${from.url}.`;
}

function quote(queries: readonly string[]): string {
  return quoteWords(queries.slice(0, SHOWN_MAX));
}

/** What both are about, where no search is known that both rank for. */
function nameSubject(target: Page, { overlap }: Conflict): string {
  if (target.primary_keyword !== null) return target.primary_keyword;
  const words = overlap.likeness.shared.join(' ');
  return words === '' ? stripSiteName(target.title) : words;
}

/** The place of a page as its title writes it. */
function namePlace({ title, places }: Page): string {
  const words = title.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  for (const place of places) {
    const count = place.split(' ').length;
    const written = words
      .map((_, at) => words.slice(at, at + count).join(' '))
      .find((name) => stripAccents(foldPhrase(name)) === place);
    if (written !== undefined) return written;
  }
  return 'its place';
}
