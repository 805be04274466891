import { counted, joinWords } from '../../../kernel/grammar.ts';
import type { SharedKeyword } from '../../../ports/rankings.ts';
import type { Serp } from '../../../ports/serp.ts';
import { estimateGain, readVolumeDemand } from '../../../rankings/gain.ts';
import { chooseConditions } from '../../../rankings/known-searches.ts';
import { findPlatformKind } from '../../../rankings/platform-kind.ts';
import { judgeIntent, type KnownSearches, readSearch } from '../../../keywords/known-searches.ts';
import { measureKeywords } from '../../../keywords/measure.ts';
import { listResults } from '../../../serp/results.ts';
import type { BrandNames } from '../../../text/branded.ts';
import type { Intent } from '../../../text/signals.ts';
import { isWithin, readHost } from '../../../web/url.ts';
import type { SiteFacts } from './facts.ts';
import { compare, type ClusterKeyword, quote, round, serpCallOf, type Signal } from './signal.ts';

/** A keyword for which another site ranks and the target does not. */
export interface Gap {
  readonly keyword: string;
  readonly competitor: string;
  readonly competitor_url: string | null;
  readonly competitor_position: number;
  readonly intent: Intent | null;
  readonly gain: ReturnType<typeof estimateGain>;
}

const GOAL = 5;
/** Whoever stands further down wins nothing that is worth to be followed. */
const POSITION_WORST = 20;

interface GapQuestion {
  readonly language: string;
  readonly curve: SiteFacts['curve'];
  readonly brand: BrandNames | null;
  readonly searches: KnownSearches;
}

/** Gaps of what a source says that a competitor ranks for and the target does not. */
export function readGaps(
  items: readonly SharedKeyword[],
  competitor: string,
  { curve, ...question }: GapQuestion,
): Gap[] {
  const metrics = measureKeywords({
    keywords: items.map(({ keyword }) => keyword),
    facts: items.flatMap(({ facts }) => facts),
    ...question,
  });
  return items.flatMap((item, at): Gap[] => {
    const place = item.places[0];
    const known = metrics[at];
    if (place == null || place.position > POSITION_WORST || known === undefined) return [];
    const page = chooseConditions(item, known.intent, question.searches);
    const gain = estimateGain({ position: 'unranked', to_rank: GOAL, demand: readVolumeDemand(known), curve, page });
    const { keyword } = item;
    return [
      {
        keyword,
        competitor,
        competitor_url: place.url,
        competitor_position: place.position,
        intent: known.intent,
        gain,
      },
    ];
  });
}

/** Gaps of result pages that were looked up: the target is not among the results, and a site that is no platform is. */
export function readSerpGaps(serps: readonly Serp[], host: string, brand: BrandNames | null): Gap[] {
  return serps.flatMap((serp): Gap[] => {
    const results = listResults(serp);
    const first = results.find(({ site }) => findPlatformKind(site) === undefined);
    if (first === undefined || results.some(({ url }) => isWithin(readHost(url) ?? '', host))) return [];
    const search = readSearch(serp, brand);
    const intent = judgeIntent(serp.keyword, serp.language, search);
    return [
      {
        keyword: serp.keyword,
        competitor: first.site,
        competitor_url: first.url,
        competitor_position: first.rank_group,
        intent,
        // Nothing tells how often people search for it; the conditions of the page alone make no clicks.
        gain: estimateGain({
          position: 'unranked',
          to_rank: GOAL,
          demand: null,
          curve: null,
          page: { ...search.conditions, intent },
        }),
      },
    ];
  });
}

/** One task for each page of a competitor: what one page of theirs wins, one page of the site can. */
export function findGaps(gaps: readonly Gap[], host: string): Signal[] {
  const unique = new Map<string, Gap>();
  for (const gap of gaps) {
    const known = unique.get(gap.keyword.toLowerCase());
    if (known === undefined || (known.gain === null && gap.gain !== null)) unique.set(gap.keyword.toLowerCase(), gap);
  }
  const groups = Map.groupBy(unique.values(), ({ competitor_url, keyword }) => competitor_url ?? keyword);
  return [...groups.values()].flatMap((all): Signal[] => {
    const sorted = all.toSorted(
      (one, other) =>
        (other.gain?.clicks_per_month ?? -1) - (one.gain?.clicks_per_month ?? -1) ||
        compare(one.keyword, other.keyword),
    );
    const head = sorted[0];
    if (head === undefined) return [];
    const page = head.competitor_url ?? head.competitor;
    return [
      {
        signal: 'competitor_gap',
        type: 'competitor_gap',
        url: null,
        topic: null,
        keywords: sorted.map(describeGap),
        gain: addGains(sorted),
        effort: 'high',
        intent: head.intent,
        evidence: sorted
          .slice(0, 3)
          .map(
            ({ keyword, competitor, competitor_position }) =>
              `${quote(keyword)}: ${competitor} at position ${round(competitor_position)}, ${host} not among the results`,
          ),
        why_now: `${head.competitor} wins ${counted(sorted.length, 'search', 'searches')} with one page, and ${host} has none for ${joinWords(
          sorted.map(({ keyword }) => quote(keyword)),
          2,
        )}.`,
        risk: {
          level: 'medium',
          why: 'A new page competes with pages that rank: check first that no page of your own answers the search.',
        },
        action: `Publish a page for ${quote(head.keyword)} that outdoes ${page}.`,
        next_call: serpCallOf(head.keyword, 'Shows who ranks, with what kind of page, and how hard it is.'),
      },
    ];
  });
}

function describeGap({ keyword, gain }: Gap): ClusterKeyword {
  return { keyword, position: null, clicks: null, impressions: null, clicks_per_month: gain?.clicks_per_month ?? null };
}

function addGains(gaps: readonly Gap[]): Signal['gain'] {
  const known = gaps.flatMap(({ gain }) => gain ?? []);
  const [first] = known;
  if (first === undefined) return null;
  const sum = (part: 'clicks_per_month' | 'low' | 'high'): number =>
    round(known.reduce((total, gain) => total + gain[part], 0));
  return {
    clicks_per_month: sum('clicks_per_month'),
    low: sum('low'),
    high: sum('high'),
    to_rank: GOAL,
    ctr_curve: first.ctr_curve,
  };
}
