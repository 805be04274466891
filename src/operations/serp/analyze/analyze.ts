import { agree, counted } from '../../../kernel/grammar.ts';
import { onScale } from '../../../kernel/rank.ts';
import { OWN_ENGINE, type Serp } from '../../../ports/serp.ts';
import { estimateClickShareLeft } from '../../../serp/click-rate.ts';
import {
  KNOWN_DOMAINS_MIN,
  rateDifficulty,
  type ResultAuthority,
  type SerpDifficulty,
} from '../../../serp/difficulty.ts';
import { listFeatures, type SerpFeature } from '../../../serp/features.ts';
import { type RecommendedFormat, recommendFormat } from '../../../serp/format.ts';
import { readSerpIntent, type SerpIntent } from '../../../serp/intent.ts';
import { findSimilarSerps, isOneSeries } from '../../../serp/likeness.ts';
import { judgeResult } from '../../../serp/result-type.ts';
import { dateCheck, isUnread, listResults, readSite, type Result, UNREAD_INDEX } from '../../../serp/results.ts';
import { findWeakSpots } from '../../../serp/weak-spots.ts';
import { buildAddressKey } from '../../../text/address.ts';
import { branding, type BrandNames } from '../../../text/branded.ts';
import { cleanText } from '../../../text/normalize.ts';
import { ownership } from '../../../web/url.ts';
import type { SerpOpportunity } from './report.ts';
import { scoreOpportunity } from './score.ts';

export interface SerpEvidence {
  readonly serp: Serp;
  /** By the URL of the result. */
  readonly authorities: ReadonlyMap<string, ResultAuthority>;
  /** Stored result pages of searches around this one. */
  readonly related: readonly Serp[];
  /** Of the project; null where it has none. */
  readonly brand: BrandNames | null;
}

/** Whether a URL belongs to the brand; null without a brand. */
type IsOwn = ReturnType<typeof ownership>;

const UNKNOWN: ResultAuthority = { domain_rank: null, page_rank: null };

/** Everything that one result page says about the chance to rank on it. */
export function analyzeSerp({ serp, authorities, related, brand }: SerpEvidence): SerpOpportunity {
  const results = listResults(serp);
  const isOwn = ownership(brand?.domains ?? []);
  const intent = readSerpIntent(serp, brand);
  const features = listFeatures(serp);
  const difficulty = rateDifficulty(serp, authorities);
  const clicks = estimateClickShareLeft(serp, intent.main);
  const weak_spots = findWeakSpots(serp, authorities).filter(({ url }) => isOwn(url) !== true);
  const compared = related.filter((other) => isOneSeries(serp, other)).length;
  const score = scoreOpportunity({
    serp,
    intent,
    clicks,
    difficulty: difficulty.difficulty?.value,
    results: results.length,
    weak: weak_spots.length,
    features,
  });
  return {
    ...describeCheck(serp, results),
    ...score,
    intent: copyIntent(intent),
    features: features.map((feature) => copyFeature(feature, isOwn)),
    organic: results.map((result) => ({
      ...describeResult(result, serp, authorities.get(result.url) ?? UNKNOWN),
      own: isOwn(result.url),
    })),
    own_standing: describeStanding(brand, { serp, results, features, isOwn }),
    difficulty: describeDifficulty(difficulty),
    click_share_left: clicks ?? null,
    ai_overview: describeOverview(serp, results, isOwn),
    weak_spots: weak_spots.map((spot) => ({ ...spot, reasons: [...spot.reasons] })),
    similar_keywords:
      compared === 0
        ? null
        : findSimilarSerps(serp, related).map((row) => ({ ...row, shared_urls: [...row.shared_urls] })),
    serps_compared: compared,
    recommended_format: copyFormat(recommendFormat(serp, intent)),
    people_also_ask: serp.people_also_ask?.map((row) => ({ ...row, question: cleanText(row.question, 300) })) ?? null,
    related_searches: serp.related_searches?.map((text) => cleanText(text, 300)) ?? null,
    notes: listNotes(serp, { results, intent, features, difficulty }),
  };
}

function describeCheck(serp: Serp, results: readonly Result[]) {
  const { keyword, keyword_sent, spell, engine, location, language, device } = serp;
  return {
    keyword,
    keyword_sent,
    spell,
    engine,
    location: location?.name ?? null,
    location_code: location?.code ?? null,
    language,
    device,
    checked_at: dateCheck(serp),
    organic_results: isUnread(serp) ? null : results.length,
  };
}

function copyIntent(intent: SerpIntent): SerpOpportunity['intent'] {
  return { ...intent, shares: intent.shares.map((row) => ({ ...row, evidence: [...row.evidence] })) };
}

function copyFormat(format: RecommendedFormat): SerpOpportunity['recommended_format'] {
  return { ...format, evidence: [...format.evidence] };
}

function copyFeature({ shown, ...feature }: SerpFeature, isOwn: IsOwn): SerpOpportunity['features'][number] {
  return {
    ...feature,
    owner: feature.owners?.[0] ?? null,
    owners: feature.owners === null ? null : [...feature.owners],
    own: shown.length === 0 ? null : isOwnAny(shown, isOwn),
  };
}

function isOwnAny(places: readonly string[], isOwn: IsOwn): boolean | null {
  const verdicts = places.map(isOwn);
  return verdicts.includes(true) ? true : (verdicts[0] ?? null);
}

interface StandingFacts {
  readonly serp: Serp;
  readonly results: readonly Result[];
  readonly features: readonly SerpFeature[];
  readonly isOwn: IsOwn;
}

function describeStanding(
  brand: BrandNames | null,
  { serp, results, features, isOwn }: StandingFacts,
): SerpOpportunity['own_standing'] {
  if (brand === null || brand.domains.length === 0) return null;
  const own = results.filter(({ url }) => isOwn(url) === true);
  const [best] = own.toSorted((one, other) => one.rank_group - other.rank_group);
  return {
    name: brand.name,
    domains: [...brand.domains],
    position: best?.rank_group ?? null,
    url: best?.url ?? null,
    organic_results: own.length,
    features: features.filter(({ shown }) => isOwnAny(shown, isOwn) === true).map(({ type }) => type),
    is_brand_search: branding(brand)(serp.keyword) === true,
  };
}

function describeResult(
  result: Result,
  serp: Serp,
  authority: ResultAuthority,
): Omit<SerpOpportunity['organic'][number], 'own'> {
  const verdict = judgeResult(result, serp.language);
  return {
    position: result.rank_group,
    rank_absolute: result.rank_absolute,
    url: result.url,
    domain: result.domain ?? result.site,
    title: result.title,
    page_type: verdict?.value ?? null,
    page_type_evidence: [...(verdict?.evidence ?? [])],
    rank: onScale(authority.domain_rank, 'one_hundred'),
    page_rank: onScale(authority.page_rank, 'one_hundred'),
    published_at: result.published_at,
    cited: serp.ai_overview.status === 'present' ? isCited(result, serp) : null,
  };
}

function isCited({ url }: Result, { ai_overview }: Serp): boolean {
  const key = buildAddressKey(url);
  return ai_overview.references.some((reference) => buildAddressKey(reference.url) === key);
}

function describeDifficulty({ difficulty, ...facts }: SerpDifficulty): SerpOpportunity['difficulty'] {
  const { scope, confidence, known_domains, known_pages, domain_rank_median } = facts;
  return {
    value: difficulty?.value ?? null,
    source: 'seamark',
    scope,
    confidence,
    known_domains,
    known_pages,
    domain_rank_median: onScale(domain_rank_median, 'one_hundred'),
  };
}

function describeOverview(
  { ai_overview }: Serp,
  results: readonly Result[],
  isOwn: IsOwn,
): SerpOpportunity['ai_overview'] {
  const { status, references } = ai_overview;
  const ranks = new Map(results.toReversed().map(({ url, rank_group }) => [buildAddressKey(url), rank_group]));
  return {
    status,
    references:
      status === 'present'
        ? references.map(({ url, domain, title }, at) => ({
            url,
            domain: readSite(url, domain),
            title: title === null ? null : cleanText(title, 300),
            position: at + 1,
            organic_rank: ranks.get(buildAddressKey(url)) ?? null,
            own: isOwn(url),
          }))
        : null,
  };
}

/** Fewer results say little about what ranks. */
export const RESULTS_FEW = 5;

interface Noted {
  readonly results: readonly Result[];
  readonly intent: SerpIntent;
  readonly features: readonly SerpFeature[];
  readonly difficulty: SerpDifficulty;
}

function listNotes(serp: Serp, { results, intent, features, difficulty }: Noted): string[] {
  const isBlind = features.every(({ status }) => status === 'unavailable');
  return [
    isUnread(serp) ? `${UNREAD_INDEX}, so it knows nothing about this search.` : noteSource(serp, isBlind),
    serp.spell === null ? undefined : `The engine searched for “${cleanText(serp.spell, 200)}” instead.`,
    isUnread(serp) ? undefined : noteFewResults(results.length),
    intent.looks_for === null
      ? undefined
      : `The search is navigational: people look for ${intent.looks_for}, which other sites rarely win.`,
    results.length > 0 && difficulty.difficulty === undefined ? noteDifficulty(difficulty.known_domains) : undefined,
    serp.ended === 'incomplete' ? 'The source returned fewer results than the page has.' : undefined,
  ].filter((note) => note !== undefined);
}

function noteDifficulty(known: number): string {
  const few = known === 0 ? 'none is' : `only ${known} ${agree(known, 'is')}`;
  return `Difficulty is unknown: it takes the ranks of at least ${KNOWN_DOMAINS_MIN} ranking domains, and ${few} known (ranks within an index of fewer than 1,000 domains do not count). Import Common Crawl’s domain ranks with \`seamark import ranks\`.`;
}

function noteSource({ engine, source }: Serp, isBlind: boolean): string | undefined {
  if (engine === OWN_ENGINE)
    return 'These results come from your own index of crawled pages, not from a public search engine: features, AI Overview and clicks are unknown.';
  return isBlind
    ? `The source of this check (${source}) returns plain results only: features and AI Overview are unknown, not absent.`
    : undefined;
}

function noteFewResults(count: number): string | undefined {
  if (count === 0) return 'The page has no organic results.';
  if (count >= RESULTS_FEW) return undefined;
  return `Only ${counted(count, 'organic result')} ${agree(count, 'was', 'were')} found: too few to tell what ranks.`;
}
