import { AppError, isNotConnected } from '../../../kernel/errors.ts';
import type { Location, LocationQuery } from '../../../ports/locations.ts';
import type { Listing, LocalPack } from '../../../ports/places.ts';
import type { Ports } from '../../../ports/sources.ts';
import { type Address, readAddress } from '../../../places/address.ts';
import { readSiteDomains } from '../../../places/business.ts';
import { type Point, readPoint } from '../../../places/distance.ts';
import { type RankedCandidates, rankCandidates } from '../../../places/rank-candidates.ts';
import {
  readSite,
  readSitePage,
  type SiteContext,
  type SitePage,
  type SiteReading,
} from '../../../places/read-site.ts';
import { foldPhrase } from '../../../text/normalize.ts';
import { isSameAddress, ownership, readHost } from '../../../web/url.ts';
import {
  type BusinessName,
  chooseName,
  describeWanted,
  type NamedSite,
  readNamedSite,
  readSiteBusiness,
  type SiteBusiness,
} from './target.ts';

export interface LocalQuestion {
  readonly domain: string;
  readonly location: string;
  readonly language: string;
}

/** What asking needs. Progress is told between its steps. */
export interface LocalContext extends SiteContext {
  readonly places: Ports['places'];
  readonly locate: (query: LocationQuery) => Promise<Location | null>;
  readonly report: (percent: number, stage: string) => void;
}

/** Everything that an audit judges. */
export interface LocalEvidence {
  readonly question: LocalQuestion;
  readonly place: Location | null;
  readonly country: string | null;
  readonly named: NamedSite | undefined;
  readonly name: BusinessName;
  /** The site that the caller named, or that of the listing; undefined where there is none. */
  readonly site: SiteReading | undefined;
  readonly site_domain: string | null;
  readonly site_business: SiteBusiness;
  /** The page that the listing links to, or the first page of the site. */
  readonly landing: SitePage | undefined;
  readonly ranked: RankedCandidates;
  /** Why no listing could be looked up; null where a source was asked. */
  readonly unlisted: string | null;
  /** The town that was asked for, folded. */
  readonly asked_town: string | null;
  /** The source showed as many listings as it has, so that a second one of the business would be among them. */
  readonly sees_all: boolean;
  readonly competitors: LocalPack | undefined;
  readonly notes: readonly string[];
}

const LISTINGS_MAX = 10;
const PACK_DEPTH = 20;

export async function gatherEvidence(question: LocalQuestion, context: LocalContext): Promise<LocalEvidence> {
  const where = await findWhere(question, context.locate);
  const { place, country, address } = where;
  const named = readNamedSite(question.domain);
  context.report(10, 'website');
  const askedSite = named === undefined ? undefined : await readSite(named.address, where, context, 'all');
  const askedBusiness = readSiteBusiness(askedSite?.pages ?? [], address, country);
  const name = chooseName(question.domain, named, askedSite, askedBusiness);
  context.report(35, 'listings');
  const asking: Asking = { question, context, place };
  const { listings, sees_all, unlisted } = await findListings(name.name, named, asking);
  const ranked = rankCandidates(describeWanted(name, named, address, askedBusiness), listings, country);
  const listing = ranked.best?.listing;
  context.report(60, 'neighbours');
  const competitors = await findCompetitors(listing, asking);
  context.report(75, 'landing page');
  const site = askedSite ?? (await readListedSite(listing, { ...where, context }));
  return {
    question,
    place,
    country,
    named,
    name,
    site,
    site_domain: findSiteDomain(named, listing),
    site_business: readSiteBusiness(site?.pages ?? [], address, country),
    landing: await readLanding({ listing, site, named, town: address?.city ?? null }, { ...where, context }),
    ranked,
    sees_all,
    unlisted,
    asked_town: address?.city ?? null,
    competitors,
    notes: listNotes(question, place, address),
  };
}

function findSiteDomain(named: NamedSite | undefined, listing: Listing | undefined): string | null {
  if (named !== undefined) return named.host;
  const [domain = null] = readSiteDomains(listing?.website ?? null);
  return domain;
}

function listNotes({ location }: LocalQuestion, place: Location | null, address: Address | null): string[] {
  const isWhole = place?.kind === 'country' && address?.city !== null;
  if (place !== null && !isWhole) return [];
  const where = place === null ? '' : ` in ${place.name}`;
  return [`The town in “${location}” is not a place that Seamark knows, so the address was searched as text${where}.`];
}

type Listed = Pick<LocalEvidence, 'sees_all' | 'unlisted'> & { readonly listings: readonly Listing[] };

/**
 * Listings under the name and, where the source shows a single one, those of that name around it.
 *
 * @throws AppError source_not_configured where no source lists businesses and no website was named, since nothing is left to audit
 */
async function findListings(name: string, named: NamedSite | undefined, asking: Asking): Promise<Listed> {
  const { question, context, place } = asking;
  const { location: near, language } = question;
  try {
    const found = await context.places.find({ name, near, location: place, language, limit: LISTINGS_MAX });
    if (found.length > 1) return { listings: found, sees_all: true, unlisted: null };
    const others = await findNamesakes(name, found[0], asking);
    return { listings: [...found, ...(others?.listings ?? [])], sees_all: others !== undefined, unlisted: null };
  } catch (thrown) {
    if (!isNotConnected(thrown)) throw thrown;
    if (named === undefined) throw askForDomain(thrown);
    return { listings: [], sees_all: false, unlisted: thrown.message };
  }
}

function askForDomain({ message, fix }: AppError): AppError {
  const other = 'Or send the domain of the business instead of its name, to audit its website alone.';
  return new AppError('source_not_configured', message, { fix: fix === undefined ? other : `${fix} ${other}` });
}

interface Where {
  readonly place: Location | null;
  readonly country: string | null;
  readonly address: Address | null;
}

/**
 * The place and the address that a text names. A street is in no list of places, so its town is looked up.
 *
 * @throws AppError invalid_input where the text names no known place and is no address either
 */
export async function findWhere(
  { location: text, language }: Pick<LocalQuestion, 'location' | 'language'>,
  locate: LocalContext['locate'],
): Promise<Where> {
  const first = readAddress(text, null);
  let refused: AppError | undefined;
  for (const location of [text, ...listTowns(first)]) {
    // oxlint-disable-next-line no-await-in-loop -- The next reading is tried only where this one is no place.
    const found = await lookUp({ location, language }, locate);
    if (!(found instanceof AppError)) return locatedAt(text, found, first);
    refused ??= found;
  }
  const isAddress = first !== null && (first.street !== null || first.postal_code !== null);
  if (refused !== undefined && !isAddress) throw refused;
  return locatedAt(text, null, first);
}

function locatedAt(text: string, place: Location | null, first: Address | null): Where {
  const country = place?.country ?? first?.country ?? null;
  return { place, country, address: readAddress(text, country) };
}

async function lookUp(named: LocationQuery, locate: LocalContext['locate']): Promise<Location | null | AppError> {
  try {
    return await locate(named);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'invalid_input') return thrown;
    throw thrown;
  }
}

/** Its town as places are named, and last its country: some sources cannot search without a place. */
function listTowns(address: Address | null): string[] {
  const { city = null, region = null, country = null } = address ?? {};
  const towns = city === null ? [] : [region, country].flatMap((part) => (part === null ? [] : [`${city}, ${part}`]));
  return [...towns, ...(city === null ? [] : [city]), ...(country === null ? [] : [country])];
}

interface Asking {
  readonly question: LocalQuestion;
  readonly context: LocalContext;
  readonly place: Location | null;
}

/**
 * Listings of the same name around it, from a source that shows one listing for each search; undefined where nobody can tell.
 * What they are for is to find a second listing or another branch, without which an audit is whole.
 */
async function findNamesakes(
  keyword: string,
  listing: Listing | undefined,
  { place, ...asking }: Asking,
): Promise<LocalPack | undefined> {
  const point =
    (listing === undefined ? undefined : readPoint(listing)) ?? (place === null ? undefined : readPoint(place));
  return point === undefined ? undefined : askPack(keyword, point, asking);
}

async function findCompetitors(
  listing: Listing | undefined,
  asking: Omit<Asking, 'place'>,
): Promise<LocalPack | undefined> {
  const point = listing === undefined ? undefined : readPoint(listing);
  if (listing === undefined || listing.category === null || point === undefined) return undefined;
  return askPack(listing.category, point, asking);
}

async function askPack(
  keyword: string,
  point: Point,
  { question, context }: Omit<Asking, 'place'>,
): Promise<LocalPack | undefined> {
  try {
    const { language } = question;
    return await context.places.pack({ keyword, ...point, language, device: 'desktop', depth: PACK_DEPTH });
  } catch (thrown) {
    if (context.signal.aborted || !(thrown instanceof AppError)) throw thrown;
    return undefined;
  }
}

type Reading = Pick<Where, 'country' | 'address'> & { readonly context: LocalContext };

async function readListedSite(
  listing: Listing | undefined,
  { context, ...where }: Reading,
): Promise<SiteReading | undefined> {
  const website = listing?.website ?? null;
  if (website === null || readSiteDomains(website).length === 0) return undefined;
  return readSite(website, where, context, 'all');
}

interface LandingChoice {
  readonly listing: Listing | undefined;
  readonly site: SiteReading | undefined;
  readonly named: NamedSite | undefined;
  readonly town: string | null;
}

/** The page that visitors of the listing land on, if it is on the site; else that of the town, or the first page that was read. */
async function readLanding(
  { listing, site, named, town }: LandingChoice,
  { context, ...where }: Reading,
): Promise<SitePage | undefined> {
  const website = listing?.website ?? null;
  if (listing === undefined && site !== undefined) return chooseLanding(site, town);
  if (website === null || named === undefined || site === undefined) return site?.first;
  const isOwn = ownership([named.host.replace(/^www\./, '')])(readHost(website) ?? '') === true;
  if (!isOwn) return site.first;
  const read = site.pages.find(({ url }) => isSameAddress(url, website));
  if (read !== undefined) return { status: 'read', http_status: 200, facts: read };
  return readSitePage(website, where, context);
}

/** Of a site with several branches, the page whose title or heading names the town. */
function chooseLanding({ first, pages }: SiteReading, town: string | null): SitePage {
  const branches = new Set(pages.flatMap(({ businesses }) => businesses.map(({ address }) => address?.city ?? '')));
  if (town === null || branches.size < 2) return first;
  const own = pages.find(({ title, headings }) =>
    ` ${foldPhrase([title ?? '', ...headings].join(' '))} `.includes(` ${town} `),
  );
  return own === undefined ? first : { status: 'read', http_status: 200, facts: own };
}
