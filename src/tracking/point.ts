import { counted } from '../kernel/grammar.ts';
import { listEntries } from '../ports/serp-entries.ts';
import { type Device, type Serp, SERP_ITEM_TYPES, type SerpOutline } from '../ports/serp.ts';
import { isOwnEntry, listOwnResults, type MatchType, type OwnResult, type TrackedTarget } from './match.ts';

/** Where a target stood on one result page. It is computed from the page each time and never stored. */
export interface RankPoint extends Pick<
  SerpOutline,
  | 'checked_at'
  | 'engine'
  | 'source'
  | 'location_code'
  | 'language'
  | 'device'
  | 'depth_asked'
  | 'pages_fetched'
  | 'ended'
> {
  /** Among the organic results over all pages; null: not among the first `depth_checked`. */
  readonly position: number | null;
  readonly rank_absolute: number | null;
  readonly page: number | null;
  readonly matched_url: string | null;
  readonly match_type: MatchType | null;
  /** Other results of the same site. */
  readonly also_ranking: readonly OwnResult[];
  /** Organic results that were read. */
  readonly depth_checked: number;
  readonly features: readonly FeatureOwnership[];
  readonly ai_overview: { readonly status: SerpOutline['overview']; readonly cited: boolean | null };
  readonly top_px: number | null;
  /** Heights of the screen above the result; null without measures or device. */
  readonly screens_down: number | null;
}

interface FeatureOwnership {
  readonly type: string;
  /** Null where the source cannot see it. */
  readonly present: boolean | null;
  /** Null where it is unknown whose it is. */
  readonly owned: boolean | null;
}

/**
 * Undefined for pages that say nothing of the target: the source stopped short, or stopped at the result of somebody else.
 */
export function readPoint(outline: SerpOutline, target: TrackedTarget): RankPoint | undefined {
  const [best, ...others] = listOwnResults(target, outline.entries);
  const { ended, organic_seen, device } = outline;
  if (ended === 'incomplete' || (ended === 'stopped_on_match' && best === undefined)) return undefined;
  const { checked_at, engine, source, location_code, language, depth_asked, pages_fetched } = outline;
  return {
    checked_at,
    engine,
    source,
    location_code,
    language,
    device,
    depth_asked,
    pages_fetched,
    ended,
    ...(best === undefined ? NOT_FOUND : readPlace(best, device)),
    also_ranking: others.filter(
      ({ url }, at) => url !== best?.url && others.findIndex((one) => one.url === url) === at,
    ),
    depth_checked: organic_seen,
    features: readFeatures(outline, target),
    ai_overview: { status: outline.overview, cited: readCited(outline, target) },
  };
}

type Place = Pick<
  RankPoint,
  'position' | 'rank_absolute' | 'page' | 'matched_url' | 'match_type' | 'top_px' | 'screens_down'
>;

const NOT_FOUND: Place = {
  position: null,
  rank_absolute: null,
  page: null,
  matched_url: null,
  match_type: null,
  top_px: null,
  screens_down: null,
};

function readPlace(best: OwnResult, device: Device | null): Place {
  const { position, rank_absolute, page, url, match_type, top_px } = best;
  const screens_down = top_px === null || device === null ? null : Math.round((top_px / SCREEN_PX[device]) * 10) / 10;
  return { position, rank_absolute, page, matched_url: url, match_type, top_px, screens_down };
}

/** Heights of the screens that DataForSEO measures on by default (rank-tracking 6). */
const SCREEN_PX: Readonly<Record<Device, number>> = { desktop: 1080, mobile: 640 };

/** Cited means among the references; only a page whose AI Overview was read can tell. */
function readCited({ overview, entries }: SerpOutline, target: TrackedTarget): boolean | null {
  if (overview !== 'present') return null;
  return entries.some((entry) => entry.role === 'reference' && isOwnEntry(target, entry));
}

function readFeatures(outline: SerpOutline, target: TrackedTarget): FeatureOwnership[] {
  const { shown, linked, sees, entries, overview } = outline;
  const owned = new Set(entries.filter((entry) => isOwnEntry(target, entry)).map(({ type }) => type));
  const others = shown.filter((type) => !KNOWN_FEATURES.has(type) && !NO_FEATURES.has(type));
  const seen = new Set<string>(sees);
  return [...KNOWN_FEATURES, ...others].map((type) => {
    const isOverview = type === 'ai_overview';
    const isSeen = isOverview ? overview !== 'unavailable' : seen.has(type);
    const isShown = isOverview ? overview === 'present' || overview === 'async_not_loaded' : shown.includes(type);
    if (!isShown) return { type, present: isSeen ? false : null, owned: isSeen ? false : null };
    const isKnown = isOverview ? overview === 'present' : linked.includes(type);
    return { type, present: true, owned: isKnown ? owned.has(type) : null };
  });
}

const NO_FEATURES: ReadonlySet<string> = new Set(['organic', 'other']);
const KNOWN_FEATURES: ReadonlySet<string> = new Set(SERP_ITEM_TYPES.filter((type) => !NO_FEATURES.has(type)));

/** A whole result page as the store tells it of one site. */
export function outlineSerp(serp: Serp): SerpOutline {
  const { engine, source, location, language, device, checked_at, depth_asked, pages_fetched } = serp;
  return {
    engine,
    source,
    location_code: location?.code ?? null,
    language,
    device,
    checked_at,
    depth_asked,
    pages_fetched,
    organic_seen: serp.organic_seen,
    ended: serp.ended,
    sees: serp.sees,
    overview: serp.ai_overview.status,
    ...listEntries(serp),
  };
}

/** Where a target is that was not found: before the search and its engine. */
export function describeAbsence(depthChecked: number): string {
  return depthChecked === 0
    ? 'does not rank: there were no organic results'
    : `is not among the first ${counted(depthChecked, 'organic result')}`;
}
