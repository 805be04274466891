import { joinWords } from '../../../kernel/grammar.ts';
import type { Serp } from '../../../ports/serp.ts';
import { estimateGain } from '../../../rankings/gain.ts';
import { listFeatures, type SerpFeature } from '../../../serp/features.ts';
import { isWithin, readHost } from '../../../web/url.ts';
import type { KeywordView, SiteFacts } from './facts.ts';
import { groupBySubject } from './subjects.ts';
import {
  describeMember,
  formatRank,
  type Gaining,
  quote,
  round,
  serpCallOf,
  type Signal,
  sortGaining,
  sumGains,
} from './signal.ts';

/** Snippets and citations are taken from pages that rank on page one. */
const FIRST_PAGE = 10.5;
/** Featured snippets that a page on page one could win and the site does not hold; packs and feeds are another trade. */
export function findWinnable(views: readonly KeywordView[], facts: SiteFacts): Signal[] {
  const open = listUnheld(views, 'featured_snippet', facts);
  return groupBySubject([...open.keys()]).flatMap(({ url, topic, views: all }): Signal[] => {
    const gaining = sortGaining(all.flatMap((view) => gainOfSnippet(view, facts)));
    const head = gaining[0]?.view ?? all[0];
    const feature = head === undefined ? undefined : open.get(head);
    if (head === undefined || feature === undefined) return [];
    return [
      {
        signal: 'winnable_feature',
        type: 'featured_snippet_opportunity',
        url,
        topic,
        keywords:
          gaining.length > 0
            ? gaining.map((each) => describeMember(each.view, each.gain.clicks_per_month))
            : all.map((view) => describeMember(view, null)),
        gain: sumGains(gaining),
        effort: 'low',
        intent: head.intent,
        evidence: listEvidence(all, open),
        why_now: `The result page shows ${feature.name}. Search engines take it from pages on page one, where this one is at position ${formatRank(head.row.position)}.`,
        risk: { level: 'low', why: 'People who get the whole answer on the results page may not click.' },
        action: `Win ${feature.name} for ${quote(head.row.keyword)} with ${url ?? 'the page that ranks'}: ${lowerFirst(feature.how ?? '')}`,
        next_call: serpCallOf(head.row.keyword, 'Shows who owns the features on the result page now.'),
      },
    ];
  });
}

/** Questions below the results that other sites answer. Nobody counts what answering them brings. */
export function findQuestions(views: readonly KeywordView[], facts: SiteFacts): Signal[] {
  const open = listUnheld(views, 'people_also_ask', facts);
  return groupBySubject([...open.keys()]).flatMap(({ url, topic, views: all }): Signal[] => {
    const [head] = all;
    const feature = head === undefined ? undefined : open.get(head);
    if (head === undefined || feature === undefined) return [];
    return [
      {
        signal: 'related_questions',
        type: 'content_refresh',
        url,
        topic,
        keywords: all.map((view) => describeMember(view, null)),
        gain: null,
        effort: 'low',
        intent: head.intent,
        evidence: listEvidence(all, open),
        why_now: `The result page shows ${feature.name}, and none of the answers is taken from this site.`,
        risk: { level: 'low', why: 'People who get the whole answer on the results page may not click.' },
        action: `Answer the questions that people also ask about ${quote(head.row.keyword)} on ${url ?? 'the page that ranks'}: ${lowerFirst(feature.how ?? '')}`,
        next_call: serpCallOf(head.row.keyword, 'Lists the questions, and whose answers are shown.'),
      },
    ];
  });
}

/** Keywords on page one whose result page shows a feature that the site does not hold. */
function listUnheld(
  views: readonly KeywordView[],
  type: SerpFeature['type'],
  { host }: SiteFacts,
): ReadonlyMap<KeywordView, SerpFeature> {
  return new Map(
    views.filter(isOnFirstPage).flatMap((view) => {
      const feature = listOpen(view, host).find((each) => each.type === type);
      return feature === undefined ? [] : [[view, feature] as const];
    }),
  );
}

function listEvidence(views: readonly KeywordView[], open: ReadonlyMap<KeywordView, SerpFeature>): string[] {
  return views.slice(0, 3).flatMap((view) => {
    const feature = open.get(view);
    return feature === undefined ? [] : [describeOpen(view, feature)];
  });
}

function isOnFirstPage({ row: { position } }: KeywordView): boolean {
  return position !== null && position <= FIRST_PAGE;
}

function listOpen({ serp, row }: KeywordView, host: string): SerpFeature[] {
  if (serp === undefined)
    // A source that names features does not say who holds them; who stands first usually does.
    return row.features?.includes('featured_snippet') === true && (row.position ?? 0) > 1 ? [SNIPPET_UNSEEN] : [];
  return listFeatures(serp).filter(
    ({ winnable, shown }) => winnable === true && !shown.some((url) => isOwn(url, host)),
  );
}

const SNIPPET_UNSEEN: SerpFeature = {
  type: 'featured_snippet',
  name: 'the featured snippet',
  status: 'present',
  present: true,
  position: null,
  owners: null,
  shown: [],
  winnable: true,
  how: 'Answer the search in 40 to 60 words, or in a list or table, directly below a heading that asks the question.',
};

function isOwn(address: string, host: string): boolean {
  return isWithin(readHost(address) ?? address, host);
}

function gainOfSnippet(view: KeywordView, { curve }: SiteFacts): Gaining[] {
  const { row, demand, conditions: page } = view;
  const gain = estimateGain({ position: row.position, to_rank: 1, demand, curve, page });
  // Nobody knows how often the engine changes whom it quotes: it may stay as it is.
  return gain === null ? [] : [{ view, gain: { ...gain, low: 0 } }];
}

function describeOpen({ row }: KeywordView, { name, owners }: SerpFeature): string {
  const shown = owners === null ? name : `${name} (shows ${joinWords(owners, 2)})`;
  return `${quote(row.keyword)}: position ${formatRank(row.position)}; ${shown}`;
}

/** Searches that click a cited page below the first three places more than an uncited one (keyword-metrics 3). */
const CITED_RATE = { value: 0.02, low: 0, high: 0.041 } as const;
const CITED_FROM = 3;
const CITED_CURVE = 'aio-citation-2025';

/** AI Overviews that answer searches the site ranks for on page one, without citing it. */
export function findOverviews(views: readonly KeywordView[], { host }: SiteFacts): Signal[] {
  const uncited = views.filter((view) => isOnFirstPage(view) && isUncited(view, host));
  return groupBySubject(uncited).flatMap(({ url, topic, views: all }): Signal[] => {
    const gaining = sortGaining(all.flatMap(gainOfCitation));
    const head = gaining[0]?.view ?? all[0];
    if (head === undefined) return [];
    const gain = sumGains(gaining);
    return [
      {
        signal: 'ai_overview',
        type: 'ai_overview_opportunity',
        url,
        topic,
        keywords:
          gaining.length > 0
            ? gaining.map((each) => describeMember(each.view, each.gain.clicks_per_month))
            : all.map((view) => describeMember(view, null)),
        gain: gain === null ? null : { ...gain, to_rank: null },
        effort: 'low',
        intent: head.intent,
        evidence: all.slice(0, 3).map((view) => describeOverview(view)),
        why_now: 'An AI Overview answers the search above the results, and the site is not known to be cited in it.',
        risk: { level: 'low', why: 'A citation brings few clicks, and overviews change from day to day.' },
        action: `Earn a citation in the AI Overview for ${quote(head.row.keyword)}: state the answer on ${url ?? 'the page that ranks'} in one or two sentences that can be quoted.`,
        next_call: {
          operation: 'ai-overview.extract',
          path: '/ai-overview/extract',
          body: { keyword: head.row.keyword, target_domain: host },
          reason: 'Shows what the overview says, whom it cites and what the page lacks.',
        },
      },
    ];
  });
}

function isUncited({ serp, row }: KeywordView, host: string): boolean {
  if (serp === undefined) return row.features?.includes('ai_overview') === true;
  const { status, references } = serp.ai_overview;
  if (status === 'async_not_loaded') return true;
  return status === 'present' && !references.some(({ url }) => isOwn(url, host));
}

function gainOfCitation(view: KeywordView): Gaining[] {
  const { demand, row } = view;
  if (demand === null || (row.position ?? 0) <= CITED_FROM) return [];
  return [
    {
      view,
      gain: {
        clicks_per_month: round(demand.value * CITED_RATE.value),
        low: round(demand.low * CITED_RATE.low),
        high: round(demand.high * CITED_RATE.high),
        to_rank: Math.round(row.position ?? 0),
        ctr_curve: CITED_CURVE,
        demand_basis: demand.basis,
      },
    },
  ];
}

function describeOverview({ row, serp }: KeywordView): string {
  const cited = citedDomains(serp);
  const whom = cited.length === 0 ? '' : `; it cites ${joinWords(cited, 3)}`;
  return `${quote(row.keyword)}: AI Overview, own position ${formatRank(row.position)}${whom}`;
}

function citedDomains(serp: Serp | undefined): string[] {
  return [...new Set(serp?.ai_overview.references.map(({ domain }) => domain) ?? [])];
}

function lowerFirst(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}
