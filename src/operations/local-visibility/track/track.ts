import { counted } from '../../../kernel/grammar.ts';
import type { Location } from '../../../ports/locations.ts';
import type { Listing } from '../../../ports/places.ts';
import type { Serp, SerpItem } from '../../../ports/serp.ts';
import { type Address, readAddress } from '../../../places/address.ts';
import { type Business, readListing, readPackItem, readSiteDomains } from '../../../places/business.ts';
import { readPoint } from '../../../places/distance.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { ownership } from '../../../web/url.ts';
import type { CellAnswer, Question } from './ask.ts';
import { type CellPair, compareCells, compareChecks } from './compare.ts';
import { listCompetitors, measure, shareOf } from './metrics.ts';
import { type OwnBusiness, relateListing } from './own-business.ts';
import type { Cell, PackListing, VisibilityReport } from './report.ts';

export interface TrackingEvidence {
  readonly domain: string;
  readonly host: string;
  readonly keywords: readonly string[];
  readonly locations: readonly { readonly asked: string; readonly location: Location }[];
  readonly language: string;
  readonly device: VisibilityReport['device'];
  readonly own: OwnBusiness;
  /** One for each keyword and location, keyword by keyword. */
  readonly answers: readonly CellAnswer[];
  /** The kept result page before each answer. */
  readonly earlier: readonly (Serp | undefined)[];
  readonly notes: readonly string[];
}

const MATCH_RULE =
  'A listing is the business if it has its place id, else its domain, else its name with its phone number or street address. ' +
  'The same name or domain at another address than the known one is another location of the brand.';

/** The matrix of keywords and locations, with shares and averages over the cells that show local results. */
export function trackVisibility(evidence: TrackingEvidence): VisibilityReport {
  const { own, keywords, locations, answers } = evidence;
  const pairs = answers.flatMap((answer, at) => readPair(answer, evidence.earlier[at], evidence) ?? []);
  const matrix = pairs.map(({ now }) => now);
  const surface = findSurface(matrix);
  const cells = matrix.filter((cell) => cell.surface === surface);
  const known = cells.filter(({ pack_present }) => pack_present !== null);
  return {
    domain: evidence.domain,
    business: {
      names: [...own.names],
      phones: [...own.phones],
      address: own.address?.text ?? null,
      place_id: own.place_id,
      known_from: own.known_from,
    },
    match_rule: MATCH_RULE,
    language: evidence.language,
    device: evidence.device,
    locations: locations.map(({ asked, location }) => ({
      asked,
      name: location.name,
      location_code: location.code,
      coordinates: readPoint(location) ?? null,
    })),
    coverage: matrix.length === answers.length ? 'full' : 'partial',
    surface,
    matrix,
    ...measure(cells),
    pack_present: shareOf(known.filter(({ pack_present }) => pack_present === true).length, known.length),
    same_brand_other_location: cells.filter((cell) => cell.same_brand_other_location.length > 0).length,
    by_keyword: keywords.map((keyword) => ({ keyword, ...measure(cells.filter((cell) => cell.keyword === keyword)) })),
    by_location: locations.map(({ asked }, at) => ({
      location: asked,
      ...measure(cells.filter(({ location_index }) => location_index === at)),
    })),
    competitors: listCompetitors(cells, (name, domain) => domain ?? foldPhrase(name)),
    comparison: compareChecks(pairs.filter(({ now }) => now.surface === surface)),
    gaps: answers.flatMap((answer) => {
      if (!('error' in answer)) return [];
      const { question, error } = answer;
      return [
        { keyword: question.keyword, location: question.asked_location, reason: error.code, message: error.message },
      ];
    }),
    notes: [...evidence.notes, ...listNotes(evidence, matrix, surface)],
  };
}

function readPair(answer: CellAnswer, earlier: Serp | undefined, evidence: TrackingEvidence): CellPair | undefined {
  const now = readCell(answer, evidence);
  if (now === undefined) return undefined;
  const { question } = answer;
  const before = earlier === undefined ? undefined : readCell({ question, serp: earlier }, evidence);
  return { now: { ...now, change: compareCells({ now, before }) }, before };
}

function readCell(answer: CellAnswer, evidence: TrackingEvidence): Cell | undefined {
  if ('error' in answer) return undefined;
  const { question } = answer;
  const base = {
    keyword: question.keyword,
    location: question.asked_location,
    location_index: question.location_index,
  };
  if ('serp' in answer) {
    const { serp } = answer;
    return {
      ...base,
      surface: 'pack',
      engine: serp.engine,
      source: serp.source,
      searched_from: serp.at_coordinates === true || question.location.code < 0 ? 'coordinates' : 'place',
      checked_at: serp.checked_at,
      ...describePack(listSerpPack(serp, question), isPackPresent(serp), { question, own: evidence.own }),
      ...findOrganic(serp, evidence.host),
      change: null,
    };
  }
  const { pack } = answer;
  return {
    ...base,
    surface: pack.surface,
    engine: 'google',
    source: pack.listings[0]?.source ?? null,
    searched_from: 'coordinates',
    checked_at: pack.checked_at,
    ...describePack(
      pack.listings.map((listing) => fromListing(listing, question)),
      pack.listings.length > 0,
      {
        question,
        own: evidence.own,
      },
    ),
    organic_position: null,
    organic_url: null,
    organic_depth: null,
    change: null,
  };
}

/** Null where the source of the result page cannot see local results. */
function isPackPresent({ items, sees }: Serp): boolean | null {
  if (items.some(({ type }) => type === 'local_pack')) return true;
  return sees.includes('local_pack') ? false : null;
}

interface Shown {
  readonly business: Business;
  readonly facts: Omit<PackListing, 'match'>;
}

function listSerpPack({ items }: Serp, { location }: Question): Shown[] {
  return items.filter(({ type }) => type === 'local_pack').map((item) => fromItem(item, location.country));
}

function fromItem(item: SerpItem, country: string): Shown {
  const business = readPackItem(item, country);
  return {
    business,
    facts: {
      rank: item.rank_group,
      name: item.title,
      place_id: business.place_id,
      domain: business.domains[0] ?? null,
      address: item.address,
      rating: item.rating,
      reviews: item.reviews,
    },
  };
}

function fromListing(listing: Listing & { readonly rank: number }, { location }: Question): Shown {
  const business = readListing(listing, location.country);
  return {
    business,
    facts: {
      rank: listing.rank,
      name: listing.name,
      place_id: business.place_id,
      domain: readSiteDomains(listing.website)[0] ?? null,
      address: listing.address,
      rating: listing.rating,
      reviews: listing.review_count,
    },
  };
}

type PackFacts = Pick<
  Cell,
  'pack_present' | 'in_pack' | 'position' | 'matched_by' | 'match_confidence' | 'pack' | 'same_brand_other_location'
>;

function describePack(
  shown: readonly Shown[],
  present: boolean | null,
  { question, own }: { readonly question: Question; readonly own: OwnBusiness },
): PackFacts {
  const town = townOf(question);
  const related = shown.map(({ business, facts }) => ({ facts, relation: relateListing(own, business, town) }));
  const best = related.find(({ relation }) => relation.match === 'own');
  const isPossible = related.some(({ relation }) => relation.match === 'possible');
  return {
    pack_present: present,
    in_pack: present === true ? (best !== undefined ? true : isPossible ? null : false) : null,
    position: best?.facts.rank ?? null,
    matched_by: best?.relation.matched_by ?? null,
    match_confidence: best?.relation.confidence ?? null,
    pack: related.map(({ facts, relation }) => ({ ...facts, match: relation.match })),
    same_brand_other_location: related
      .filter(({ relation }) => relation.match === 'same_brand_other_location')
      .map(({ facts: { rank, name, address, place_id } }) => ({ rank, name, address, place_id })),
  };
}

/** A country or a region is no town in which a branch could be. */
function townOf({ location }: Question): Address | null {
  return location.kind === 'city' ? readAddress(location.name, location.country) : null;
}

function findOrganic(serp: Serp, host: string): Pick<Cell, 'organic_position' | 'organic_url' | 'organic_depth'> {
  const isOwn = ownership([host]);
  const own = serp.items.find(({ type, url }) => type === 'organic' && url !== null && isOwn(url) === true);
  return {
    organic_position: own?.rank_group ?? null,
    organic_url: own?.url ?? null,
    organic_depth: serp.organic_seen,
  };
}

/** The surface of most cells: ranks on a map and in a pack are never averaged. */
function findSurface(matrix: readonly Cell[]): Cell['surface'] {
  const counts = [...Map.groupBy(matrix, ({ surface }) => surface)].map(([surface, cells]) => ({
    surface,
    count: cells.length,
  }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.surface ?? 'pack';
}

function listNotes({ locations, own }: TrackingEvidence, matrix: readonly Cell[], surface: Cell['surface']): string[] {
  const others = matrix.filter((cell) => cell.surface !== surface).length;
  const blank = locations.filter(({ location }) => readPoint(location) === undefined);
  const possible = matrix.filter(({ pack_present, in_pack }) => pack_present === true && in_pack === null).length;
  return [
    ...blank.map(
      ({ location }) =>
        `No coordinates are known for ${location.name}, so it was searched as a whole: local results differ from street to street.`,
    ),
    surface !== 'pack'
      ? `No connected source shows the local pack, so the ranks are those of ${surface === 'maps' ? 'the map' : 'the local finder'}.`
      : undefined,
    others > 0
      ? `${counted(others, 'search', 'searches')} used another surface and ${others === 1 ? 'is' : 'are'} left out of shares and averages.`
      : undefined,
    possible > 0
      ? `In ${counted(possible, 'search', 'searches')} a listing has the name of the business and nothing else to tell by. Send its phone, address or place_id.`
      : undefined,
    matrix.length > 0 && matrix.every(({ change }) => change === null)
      ? 'No earlier check of these searches is kept, so there is nothing to compare with.'
      : undefined,
    own.names.length === 0
      ? 'No name of the business is known, so only listings with its domain or place id can be matched.'
      : undefined,
  ].filter((note) => note !== undefined);
}
